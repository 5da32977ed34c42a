import { blendSkin, MATRIX_SIZE, poseBones, type SkinWeights } from '@selfcollide/physics';
import { createScene, readSceneOptions } from '../create-scene.ts';
import type { Scene, SceneEntry, SceneOptions } from '../scene.ts';
import { type Bone, bone, boneDistance, fleshDistance } from './bone-flesh.ts';
import { surfaceNet } from './surface-net.ts';

/** Edge of a grid cell, metres: gives 4,960 triangles. */
const CELL = 0.034;
/** How far flesh of neighbouring bones blends, metres. */
export const FILLET = 0.045;
/** The larger, the sharper skin divides between bones. */
const WEIGHT_POWER = 5;

/**
 * The figure that the command line shows first. Not among `scenes`: those feed the fuzzer, where another one would change the case of
 * every seed.
 */
export const characterFigureEntry: SceneEntry = {
  name: 'character',
  about: 'A figure that crouches, hugs its knees and gets up again.',
  group: 'smooth',
  defaultTriangles: 4_960,
  defaultFrames: 90,
  resizable: false,
  make: characterFigure,
};

/**
 * A figure of one piece that crouches and hugs its knees, and gets up again: what linear-blend skinning does to elbows, knees and
 * everything in between. It touches itself nowhere at first and in many places in the middle.
 */
function characterFigure(options: SceneOptions = {}): Scene {
  const { frames } = readSceneOptions(characterFigureEntry, options);
  const { positions, triangles } = surfaceNet((x, y, z) => fleshDistance(figureBones, FILLET, x, y, z), {
    low: [-0.99, -0.07, -0.25],
    high: [0.98, 1.95, 0.31],
    spacing: CELL,
    rounds: 0,
    diagonals: 'fixed',
  });
  const skin = figureSkin(positions);
  const skeleton = {
    parents: figureBones.map(({ parent }) => parent),
    joints: figureBones.flatMap(({ from }) => from),
  };
  const rotations = new Float64Array(4 * figureBones.length);
  const matrices = new Float64Array(MATRIX_SIZE * figureBones.length);
  return createScene(characterFigureEntry, {
    triangles,
    vertexCount: positions.length / 3,
    frames,
    pose(t, out) {
      const depth = Math.sin(Math.PI * t) ** 2;
      turnBones(t, depth, rotations);
      poseBones(skeleton, rotations, [0, -DROP * depth, 0], matrices);
      blendSkin(positions, skin, matrices, out);
    },
  });
}

/** It stands with its arms stretched out: x to its left, y up, z to where it looks; metres. */
export const figureBones: readonly Bone[] = [
  bone('hips', -1, [0, 0.93, 0], [0, 1.05, 0], [0.14, 0.13]),
  bone('chest', 0, [0, 1.08, 0], [0, 1.36, 0], [0.13, 0.145]),
  bone('neck', 1, [0, 1.42, 0], [0, 1.55, 0], [0.055, 0.055]),
  bone('head', 2, [0, 1.66, 0.01], [0, 1.74, 0.02], [0.105, 0.11]),
  ...limbs('left', 4, 1),
  ...limbs('right', 10, -1),
];

function limbs(side: string, first: number, x: number): Bone[] {
  return [
    bone(`${side} upper arm`, 1, [0.19 * x, 1.41, 0], [0.46 * x, 1.41, 0], [0.065, 0.05]),
    bone(`${side} forearm`, first, [0.46 * x, 1.41, 0], [0.72 * x, 1.41, 0], [0.05, 0.04]),
    bone(`${side} hand`, first + 1, [0.72 * x, 1.41, 0], [0.84 * x, 1.41, 0], [0.045, 0.04]),
    bone(`${side} thigh`, 0, [0.11 * x, 0.88, 0], [0.15 * x, 0.5, 0.01], [0.095, 0.068]),
    bone(`${side} calf`, first + 3, [0.15 * x, 0.5, 0.01], [0.18 * x, 0.1, 0], [0.066, 0.045]),
    bone(`${side} foot`, first + 4, [0.18 * x, 0.07, 0], [0.2 * x, 0.05, 0.15], [0.055, 0.045]),
  ];
}

/** Every vertex follows every bone, those whose flesh is near by far the most. */
export function figureSkin(positions: Float64Array): SkinWeights {
  const boneCount = figureBones.length;
  const weights = new Float64Array((positions.length / 3) * boneCount);
  for (let v = 0; v < positions.length / 3; v++) {
    const [x, y, z] = positions.subarray(3 * v, 3 * v + 3);
    let sum = 0;
    for (let b = 0; b < boneCount; b++) {
      const away = Math.max(0, boneDistance(figureBones[b], x, y, z));
      const weight = (1 / (0.02 + away)) ** WEIGHT_POWER;
      weights[v * boneCount + b] = weight;
      sum += weight;
    }
    for (let b = 0; b < boneCount; b++) weights[v * boneCount + b] /= sum;
  }
  return { bones: Uint16Array.from(weights, (_, i) => i % boneCount), weights };
}

/** Degrees about x, y and z that each bone turns at the depth of the crouch. The two sides differ a little: nobody is symmetric. */
const CROUCH: Readonly<Record<string, readonly [number, number, number]>> = {
  hips: [18, 0, 0],
  chest: [34, 6, 0],
  head: [16, -8, 0],
  'left upper arm': [12, -62, -42],
  'left forearm': [0, -88, 0],
  'right upper arm': [20, 58, 46],
  'right forearm': [0, 96, 0],
  'left thigh': [-118, 0, 4],
  'left calf': [128, 0, 0],
  'left foot': [-22, 0, 0],
  'right thigh': [-112, 0, -4],
  'right calf': [122, 0, 0],
  'right foot': [-22, 0, 0],
};
/** How far the hips come down, metres. */
const DROP = 0.47;

/** Writes a quaternion a bone: about x, then y, then z. At time 0 and 1 they turn nothing. */
function turnBones(t: number, depth: number, rotations: Float64Array): void {
  const arms = Math.sin(Math.PI * Math.min(1, 1.15 * t)) ** 2; // they open a little earlier than the legs straighten
  for (const [b, { name }] of figureBones.entries()) {
    const half = ((name.includes('arm') ? arms : depth) * Math.PI) / 360;
    const [x, y, z] = (CROUCH[name] ?? [0, 0, 0]).map((degrees) => half * degrees);
    setTurn(rotations, b, x, y, z);
  }
}

/** The quaternion of bone b: about x, then y, then z, by twice these angles. */
export function setTurn(rotations: Float64Array, b: number, x: number, y: number, z: number): void {
  const [cx, sx, cy, sy, cz, sz] = [Math.cos(x), Math.sin(x), Math.cos(y), Math.sin(y), Math.cos(z), Math.sin(z)];
  rotations[4 * b] = sx * cy * cz - cx * sy * sz;
  rotations[4 * b + 1] = cx * sy * cz + sx * cy * sz;
  rotations[4 * b + 2] = cx * cy * sz - sx * sy * cz;
  rotations[4 * b + 3] = cx * cy * cz + sx * sy * sz;
}
