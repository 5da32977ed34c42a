import { blendSkin, MATRIX_SIZE, poseBones } from '@selfcollide/physics';
import { fleshDistance } from '../bodies/bone-flesh.ts';
import { FILLET, figureBones, figureSkin, setTurn } from '../bodies/character-figure.ts';
import { surfaceNet } from '../bodies/surface-net.ts';
import { smoothStep } from '../create-scene.ts';
import type { SceneMesh } from '../scene.ts';

/** Edge of a grid cell, metres: gives 28,784 triangles within 1 %. */
const CELL = 0.01424;
const LOW = [-0.99, -0.07, -0.25] as const;
const HIGH = [0.98, 1.95, 0.31] as const;
/** Six steps in six seconds, one leg after the other. */
const STEP_SECONDS = 1;
const STEP_LENGTH = 0.55;
/** Degrees that limbs swing about x: thigh, knee, arm. */
const SWING = { thigh: 24, knee: 38, arm: 14 };
/** Degrees by which arms come down from where they are stretched out, in the first second. */
const ARMS_DOWN = 38;

/** A body that walks, in the bind pose. */
export interface Avatar {
  readonly mesh: SceneMesh;
  /** Where its vertices are at a time (seconds), into `out`. */
  pose(time: number, out: Float64Array): void;
  /** What moves other points of the bind pose, such as those of a belt, with its skin. */
  bind(points: Float64Array): (time: number, out: Float64Array) => void;
}

export function createAvatar(): Avatar {
  const mesh = surfaceNet(avatarDistance, { low: LOW, high: HIGH, spacing: CELL });
  const skeleton = {
    parents: figureBones.map(({ parent }) => parent),
    joints: figureBones.flatMap(({ from }) => from),
  };
  const rotations = new Float64Array(4 * figureBones.length);
  const matrices = new Float64Array(MATRIX_SIZE * figureBones.length);
  const bind = (points: Float64Array) => {
    const skin = figureSkin(points);
    return (time: number, out: Float64Array) => {
      turnBones(time, rotations);
      poseBones(skeleton, rotations, hipShift(time), matrices);
      blendSkin(points, skin, matrices, out);
    };
  };
  return { mesh, pose: bind(mesh.positions), bind };
}

/** About how far a point is outside the body in its bind pose. */
export function avatarDistance(x: number, y: number, z: number): number {
  return fleshDistance(figureBones, FILLET, x, y, z);
}

/**
 * The surface a distance outside the body, as far as `keep` says: of triangles, cut along shorter diagonals, or of whole quads, each of which is
 * two triangles that come one after the other.
 */
export function garment(
  offset: number,
  spacing: number,
  keep: (x: number, y: number, z: number) => boolean,
  of: 'triangles' | 'quads',
): SceneMesh {
  const net = surfaceNet((x, y, z) => avatarDistance(x, y, z) - offset, {
    low: [LOW[0] - offset, LOW[1] - offset, LOW[2] - offset],
    high: [HIGH[0] + offset, HIGH[1] + offset, HIGH[2] + offset],
    spacing,
    diagonals: of === 'quads' ? 'fixed' : 'shorter',
  });
  const number = new Int32Array(net.positions.length / 3).fill(-1);
  const positions: number[] = [];
  const triangles: number[] = [];
  const corners = of === 'quads' ? 6 : 3;
  for (let t = 0; t < net.triangles.length; t += corners) {
    const face = net.triangles.subarray(t, t + corners);
    const inside = (v: number) => keep(net.positions[3 * v], net.positions[3 * v + 1], net.positions[3 * v + 2]);
    if (!face.every(inside)) continue;
    for (const v of face) {
      if (number[v] < 0) {
        number[v] = positions.length / 3;
        positions.push(...net.positions.subarray(3 * v, 3 * v + 3));
      }
      triangles.push(number[v]);
    }
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** Where in its double step the left leg is; grows from standing. */
function phaseOf(time: number): number {
  return (Math.PI * time) / STEP_SECONDS;
}

function startOf(time: number): number {
  return smoothStep(0, 0.8, time);
}

function hipShift(time: number): [number, number, number] {
  const bob = 0.012 * startOf(time) * (Math.cos(2 * phaseOf(time)) - 1);
  // forwards at an even pace, after a soft start
  const soft = time < 0.8 ? 0.8 * ((time / 0.8) ** 3 - 0.5 * (time / 0.8) ** 4) : time - 0.4;
  return [0, bob, (STEP_LENGTH / STEP_SECONDS) * soft];
}

function turnBones(time: number, rotations: Float64Array): void {
  const start = startOf(time);
  const down = ARMS_DOWN * smoothStep(0, 1, time);
  const phase = phaseOf(time);
  for (const [b, { name }] of figureBones.entries()) {
    const side = name.startsWith('left') ? 1 : -1;
    const swing = start * side * Math.sin(phase);
    // the knee bends while its leg comes forwards
    const bend = start * Math.max(0, side * Math.cos(phase)) ** 2;
    let x = 0;
    let z = 0;
    if (name.endsWith('thigh')) x = -SWING.thigh * swing;
    if (name.endsWith('calf')) x = SWING.knee * bend + 4 * start;
    if (name.endsWith('upper arm')) {
      x = SWING.arm * swing;
      z = -side * down;
    }
    const half = Math.PI / 360;
    setTurn(rotations, b, half * x, 0, half * z);
  }
}
