import { multiplyMatrices } from './matrix.ts';
import type { PoseScratch } from './pose-rig.ts';
import type { Rig } from './rig.ts';

/**
 * For every vertex the linear part of what its node or skin does to it, nine numbers, column-major; for the pose that `deformVertices` has left in `scratch`.
 * A morph offset d of the vertex moves it by that matrix times d.
 */
export function vertexMatrices(rig: Rig, scratch: PoseScratch, out: Float64Array): void {
  const { world, place, jointMatrices } = scratch;
  for (const block of rig.blocks) {
    const { skin, influences, joints, weights, firstVertex, vertexCount } = block;
    if (skin < 0) {
      if (block.instance) multiplyMatrices(place, 0, world, 16 * block.node, block.instance, 0);
      else place.set(world.subarray(16 * block.node, 16 * block.node + 16));
    }
    for (let v = 0; v < vertexCount; v++) {
      const o = 9 * (firstVertex + v);
      if (skin < 0) {
        addLinear(place, 0, 1, out.fill(0, o, o + 9), o);
        continue;
      }
      out.fill(0, o, o + 9);
      for (let i = influences * v; i < influences * (v + 1) && weights[i] !== 0; i++) {
        addLinear(jointMatrices[skin], 16 * joints[i], weights[i], out, o);
      }
    }
  }
}

function addLinear(m: Float64Array, at: number, weight: number, out: Float64Array, o: number): void {
  for (let column = 0; column < 3; column++) {
    for (let row = 0; row < 3; row++) out[o + 3 * column + row] += weight * m[at + 4 * column + row];
  }
}

/**
 * Solves matrix · x = d for the vertex at `m`. Where skinning has flattened its surroundings nothing can move it in some directions: 0 then.
 */
export function solveVertex(matrices: Float64Array, m: number, d: Float64Array, at: number, out: Float64Array): void {
  const [a, b, c, e, f, g, h, i, j] = matrices.subarray(m, m + 9);
  const x = f * j - g * i;
  const y = g * h - e * j;
  const z = e * i - f * h;
  const determinant = a * x + b * y + c * z;
  const size = Math.hypot(a, b, c) * Math.hypot(e, f, g) * Math.hypot(h, i, j);
  if (!(Math.abs(determinant) > 1e-3 * size)) {
    out.fill(0, at, at + 3);
    return;
  }
  const [p, q, r] = [d[at], d[at + 1], d[at + 2]];
  // rows of the inverse: cross products of the other two columns
  out[at] = (x * p + y * q + z * r) / determinant;
  out[at + 1] = ((i * c - j * b) * p + (j * a - h * c) * q + (h * b - i * a) * r) / determinant;
  out[at + 2] = ((b * g - c * f) * p + (c * e - a * g) * q + (a * f - b * e) * r) / determinant;
}
