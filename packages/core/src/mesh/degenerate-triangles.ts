import { axisThatSees } from '../predicates/orient.ts';
import { namesVertexTwice } from './half-edges.ts';

export interface DegenerateTriangles {
  /** Triangles that name a vertex more than once, after welding. */
  readonly repeatedIndex: Uint32Array;
  /** Triangles with three different vertices on one line, decided exactly. */
  readonly zeroArea: Uint32Array;
}

/** Whether the vertices of a triangle are on one line, decided exactly. */
export function isOnLine(triangles: Uint32Array, t: number, positions: Float64Array): boolean {
  return axisThatSees(positions, triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]) < 0;
}

/** Lists triangles without area in the given pose. */
export function findDegenerateTriangles(triangles: Uint32Array, positions: Float64Array): DegenerateTriangles {
  const repeatedIndex: number[] = [];
  const zeroArea: number[] = [];
  for (let t = 0; t < triangles.length / 3; t++) {
    if (namesVertexTwice(triangles, 3 * t)) repeatedIndex.push(t);
    else if (isOnLine(triangles, t, positions)) zeroArea.push(t);
  }
  return { repeatedIndex: Uint32Array.from(repeatedIndex), zeroArea: Uint32Array.from(zeroArea) };
}
