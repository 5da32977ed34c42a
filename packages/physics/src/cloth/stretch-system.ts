import { type MeshEdges, NO_VERTEX } from '../shell/mesh-edges.ts';
import { triangleArea } from '../shell/vertex-areas.ts';

/** Numbers of a symmetric 3 × 3 block: xx, xy, xz, yy, yz, zz. */
export const BLOCK = 6;

/** Springs along edges and across quads, with what they add to the matrix of a step. */
export interface StretchSystem {
  /** Two vertices for each spring. */
  readonly ends: Uint32Array;
  readonly rest: Float64Array;
  /** Force per length. */
  readonly stiffness: Float64Array;
  /** A block for each spring, of `linearizeStretch`; the matrix has it at (i, i) and (j, j), and its negative at (i, j). */
  readonly blocks: Float64Array;
}

/**
 * A spring for each edge. An edge that is the longest of both its triangles is taken for the diagonal of a quad: it and the
 * other diagonal resist shear. A spring is as stiff as the strip of cloth beside it: on squares, stiffness is force per width.
 */
export function createStretchSystem(
  positions: ArrayLike<number>,
  edges: MeshEdges,
  stretchStiffness: number,
  shearStiffness: number,
): StretchSystem {
  const ends: number[] = [];
  const stiffness: number[] = [];
  for (let e = 0; e < edges.ends.length / 2; e++) {
    const a = edges.ends[2 * e];
    const b = edges.ends[2 * e + 1];
    const c = edges.opposite[2 * e];
    const d = edges.opposite[2 * e + 1];
    const length = distance(positions, a, b);
    const area = triangleArea(positions, a, b, c) + (d === NO_VERTEX ? 0 : triangleArea(positions, a, b, d));
    if (length === 0) continue;
    const isLongest = (across: number) =>
      length > (1 + 1e-9) * Math.max(distance(positions, a, across), distance(positions, b, across));
    const diagonal = d !== NO_VERTEX && c !== d && isLongest(c) && isLongest(d);
    ends.push(a, b);
    stiffness.push(((diagonal ? shearStiffness : stretchStiffness) * area) / length ** 2);
    const cross = diagonal ? distance(positions, c, d) : 0;
    if (cross === 0) continue;
    ends.push(c, d);
    stiffness.push((shearStiffness * area) / cross ** 2);
  }
  return {
    ends: Uint32Array.from(ends),
    rest: Float64Array.from(stiffness, (_, s) => distance(positions, ends[2 * s], ends[2 * s + 1])),
    stiffness: Float64Array.from(stiffness),
    blocks: new Float64Array(BLOCK * stiffness.length),
  };
}

/**
 * Adds `scale` times the spring forces to `out`, and makes the blocks h²·(−K) + h·(−D). Of a compressed spring the part of −K
 * across it, which is negative, is left out: so all blocks are positive semidefinite (Choi and Ko 2002).
 * `relaxation` (time) is damping over stiffness, along the spring only: rigid motions are not damped.
 */
export function linearizeStretch(
  { ends, rest, stiffness, blocks }: StretchSystem,
  positions: Float64Array,
  timeStep: number,
  relaxation: number,
  out: Float64Array,
): void {
  for (let s = 0, b = 0; s < rest.length; s++, b += BLOCK) {
    const i = 3 * ends[2 * s];
    const j = 3 * ends[2 * s + 1];
    let x = positions[j] - positions[i];
    let y = positions[j + 1] - positions[i + 1];
    let z = positions[j + 2] - positions[i + 2];
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length === 0) {
      blocks.fill(0, b, b + BLOCK); // no direction to push in
      continue;
    }
    x /= length;
    y /= length;
    z /= length;
    const pull = timeStep * stiffness[s] * (length - rest[s]);
    out[i] += pull * x;
    out[i + 1] += pull * y;
    out[i + 2] += pull * z;
    out[j] -= pull * x;
    out[j + 1] -= pull * y;
    out[j + 2] -= pull * z;
    const across = length > rest[s] ? timeStep * timeStep * stiffness[s] * (1 - rest[s] / length) : 0;
    const along = timeStep * (timeStep + relaxation) * stiffness[s] - across;
    blocks[b] = across + along * x * x;
    blocks[b + 1] = along * x * y;
    blocks[b + 2] = along * x * z;
    blocks[b + 3] = across + along * y * y;
    blocks[b + 4] = along * y * z;
    blocks[b + 5] = across + along * z * z;
  }
}

function distance(positions: ArrayLike<number>, a: number, b: number): number {
  const x = positions[3 * b] - positions[3 * a];
  const y = positions[3 * b + 1] - positions[3 * a + 1];
  const z = positions[3 * b + 2] - positions[3 * a + 2];
  return Math.sqrt(x * x + y * y + z * z);
}
