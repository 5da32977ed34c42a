import { createCloth, meshSolid } from '@selfcollide/physics';
import { readSceneOptions } from '../create-scene.ts';
import type { SceneMesh } from '../scene.ts';
import { type SimulatedSceneOptions, simulateFrames } from '../simulated/simulated-scene.ts';
import { joinMeshes } from '../topology/join-meshes.ts';
import { type Avatar, createAvatar, garment } from './avatar.ts';
import { CLOTH_STEP, type ClothRun, type ClothScene, type ClothSceneEntry, type ClothWatch } from './cloth-scene.ts';

/** Metres. */
const THICKNESS = 0.004;
const STEPS = 600;
/** From here up, trousers are held by a belt. */
const BELT = 0.99;
/** How far outside the skin clothes are cut. The coarse ones need the room: faces of 6.5 cm around a wrist lie 8 mm inside their corners. */
const PANTS_OFFSET = 0.012;
const SLACKS_OFFSET = 0.016;
const SWEATER_OFFSET = 0.03;

interface Outfit {
  readonly mesh: SceneMesh;
  /** Vertices below this number are of trousers. */
  readonly trousers: number;
}

/** The cloth paper's walking avatar in its three outfits. Making one takes seconds, simulating it minutes. */
export const walkScenes: readonly ClothSceneEntry[] = [
  walk('walk-pants', 'Pants of triangles on an avatar that walks six steps', 1612, () => {
    const mesh = trousers(PANTS_OFFSET, 0.04, 'triangles');
    return { mesh, trousers: mesh.positions.length / 3 };
  }),
  walk('walk-low', 'Sweater and slacks of few quads on an avatar that walks six steps', 1346, () =>
    sweaterAndSlacks(0.065),
  ),
  walk('walk-high', 'Sweater and slacks of many quads on an avatar that walks six steps', 21_018, () =>
    sweaterAndSlacks(0.0167),
  ),
];

function trousers(offset: number, spacing: number, of: 'triangles' | 'quads'): SceneMesh {
  return garment(offset, spacing, (x, y) => y > 0.13 && y < 1.06 && Math.abs(x) < 0.4, of);
}

/** Down over the belt, to the wrists, and up to an opening for the neck. */
function isSweater(x: number, y: number, z: number): boolean {
  const neck = y > 1.56 || (y > 1.5 && Math.hypot(x, z) < 0.12);
  return y > 0.9 && Math.abs(x) < 0.66 && !neck;
}

function sweaterAndSlacks(spacing: number): Outfit {
  const slacks = trousers(SLACKS_OFFSET, spacing, 'quads');
  const sweater = garment(SWEATER_OFFSET, spacing, isSweater, 'quads');
  const { positions, triangles } = joinMeshes([slacks, sweater]);
  return { mesh: { positions, triangles }, trousers: slacks.positions.length / 3 };
}

function walk(name: string, outfit: string, defaultTriangles: number, dress: () => Outfit): ClothSceneEntry {
  const about = `${outfit}; the avatar is not part of the mesh.`;
  const entry = {
    ...{ name, about, defaultTriangles, defaultFrames: STEPS + 1 },
    make(options: SimulatedSceneOptions = {}): ClothScene {
      const { frames } = readSceneOptions(entry, options);
      const avatar = createAvatar();
      const { mesh, trousers } = dress();
      const begin = (watch: ClothWatch = {}) => beginWalk(avatar, mesh, trousers, watch);
      return {
        ...{ name, about, mesh, solid: avatar.mesh, thickness: THICKNESS, frameCount: frames, begin },
        frames() {
          const { cloth, step } = begin();
          return simulateFrames({ frames, steps: STEPS, positions: cloth.positions, step });
        },
      };
    },
  };
  return entry;
}

function beginWalk(avatar: Avatar, mesh: SceneMesh, trousers: number, watch: ClothWatch): ClothRun {
  const solid = meshSolid(avatar.mesh, { friction: 0.4 });
  const cloth = createCloth(mesh, {
    ...watch,
    density: 0.25,
    stretchStiffness: 150,
    bendStiffness: 2e-5,
    damping: 1.5,
    thickness: THICKNESS,
    solids: [solid],
    contactTolerance: 0.05,
  });
  const belt: number[] = [];
  for (let v = 0; v < trousers; v++) if (mesh.positions[3 * v + 1] > BELT) belt.push(v);
  for (const v of belt) cloth.hold(v);
  const points = Float64Array.from(belt.flatMap((v) => [...mesh.positions.subarray(3 * v, 3 * v + 3)]));
  const moveBelt = avatar.bind(points);
  const beltNext = points.slice();
  const body = avatar.mesh.positions.slice();
  const shown = { positions: body, triangles: avatar.mesh.triangles };
  let steps = 0;
  return {
    cloth,
    solid: shown,
    step() {
      steps++;
      const time = steps * CLOTH_STEP;
      avatar.pose(time, body);
      solid.moveTo(body);
      moveBelt(time, beltNext);
      belt.forEach((v, i) => {
        for (let axis = 0; axis < 3; axis++) {
          cloth.velocities[3 * v + axis] = (beltNext[3 * i + axis] - cloth.positions[3 * v + axis]) / CLOTH_STEP;
        }
      });
      cloth.step(CLOTH_STEP);
    },
  };
}
