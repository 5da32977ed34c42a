import type { Scene } from '@selfcollide/scenes';
import { type Bone, createSkeleton, distanceTo } from './skeleton.ts';
import { surfaceNet } from './surface-net.ts';

/** Edge of a grid cell, metres: gives about 5,000 triangles. */
const CELL = 0.034;
export const CHARACTER_FRAMES = 90;
/** How far flesh of neighbouring bones blends, metres. */
const BLEND = 0.045;
/** The larger, the sharper skin divides between bones. */
const WEIGHT_POWER = 5;

/**
 * A figure of one piece that crouches and hugs its knees, and gets up again: what linear-blend skinning does to elbows, knees and
 * everything in between. It touches itself nowhere at first and in many places in the middle.
 */
export function createCharacter(frames: number = CHARACTER_FRAMES): Scene {
  const bones = createSkeleton();
  const { positions, triangles } = surfaceNet(
    (x, y, z) => fleshAt(bones, x, y, z),
    [-0.99, -0.07, -0.25],
    [0.98, 1.95, 0.31],
    CELL,
  );
  const weights = skinWeights(bones, positions);
  const matrices = bones.map(() => new Float64Array(12));
  const scene: Scene = {
    name: 'character',
    about: 'A figure that crouches, hugs its knees and gets up again.',
    mesh: { positions, triangles },
    frameCount: frames,
    frame(i, out) {
      poseBones(bones, i / Math.max(1, frames - 1), matrices);
      deform(positions, weights, matrices, out);
    },
  };
  return scene;
}

function fleshAt(bones: readonly Bone[], x: number, y: number, z: number): number {
  let distance = 10;
  for (const bone of bones) {
    const other = distanceTo(bone, x, y, z);
    const near = Math.max(0, BLEND - Math.abs(distance - other));
    distance = Math.min(distance, other) - (near * near) / (4 * BLEND);
  }
  return distance;
}

/** One weight per vertex and bone; those of a vertex add up to 1. */
function skinWeights(bones: readonly Bone[], positions: Float64Array): Float64Array {
  const count = positions.length / 3;
  const weights = new Float64Array(count * bones.length);
  for (let v = 0; v < count; v++) {
    let sum = 0;
    for (const [b, bone] of bones.entries()) {
      const [x, y, z] = positions.subarray(3 * v, 3 * v + 3);
      const weight = (1 / (0.02 + Math.max(0, distanceTo(bone, x, y, z)))) ** WEIGHT_POWER;
      weights[v * bones.length + b] = weight;
      sum += weight;
    }
    for (let b = 0; b < bones.length; b++) weights[v * bones.length + b] /= sum;
  }
  return weights;
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

/** Fills a 3 × 4 matrix a bone, row by row. At time 0 and 1 they change nothing. */
function poseBones(bones: readonly Bone[], time: number, matrices: readonly Float64Array[]): void {
  const depth = Math.sin(Math.PI * time) ** 2;
  const arms = Math.sin(Math.PI * Math.min(1, 1.15 * time)) ** 2; // they open a little earlier than the legs straighten
  for (const [b, { name, parent, from }] of bones.entries()) {
    const amount = name.includes('arm') ? arms : depth;
    const [x, y, z] = (CROUCH[name] ?? [0, 0, 0]).map((degrees) => (amount * degrees * Math.PI) / 180);
    const turn = rotation(x, y, z);
    const local = new Float64Array(12);
    for (let row = 0; row < 3; row++) {
      let shift = from[row];
      for (let k = 0; k < 3; k++) {
        local[4 * row + k] = turn[3 * row + k];
        shift -= turn[3 * row + k] * from[k];
      }
      local[4 * row + 3] = shift;
    }
    if (parent >= 0) multiply(matrices[parent], local, matrices[b]);
    else {
      matrices[b].set(local);
      matrices[b][7] -= DROP * depth;
    }
  }
}

/** About x, then y, then z. */
function rotation(x: number, y: number, z: number): number[] {
  const [cx, sx, cy, sy, cz, sz] = [Math.cos(x), Math.sin(x), Math.cos(y), Math.sin(y), Math.cos(z), Math.sin(z)];
  return [
    ...[cz * cy, cz * sy * sx - sz * cx, cz * sy * cx + sz * sx],
    ...[sz * cy, sz * sy * sx + cz * cx, sz * sy * cx - cz * sx],
    ...[-sy, cy * sx, cy * cx],
  ];
}

function multiply(a: Float64Array, b: Float64Array, out: Float64Array): void {
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 4; column++) {
      let sum = column === 3 ? a[4 * row + 3] : 0;
      for (let k = 0; k < 3; k++) sum += a[4 * row + k] * b[4 * k + column];
      out[4 * row + column] = sum;
    }
  }
}

function deform(rest: Float64Array, weights: Float64Array, matrices: readonly Float64Array[], out: Float64Array): void {
  for (let v = 0; v < rest.length / 3; v++) {
    const [x, y, z] = rest.subarray(3 * v, 3 * v + 3);
    for (let row = 0; row < 3; row++) {
      let sum = 0;
      for (let b = 0; b < matrices.length; b++) {
        const m = matrices[b];
        const moved = m[4 * row] * x + m[4 * row + 1] * y + m[4 * row + 2] * z + m[4 * row + 3];
        sum += weights[v * matrices.length + b] * moved;
      }
      out[3 * v + row] = sum;
    }
  }
}
