import { colourOrder } from './colour-order.ts';
import type { MeshEdges } from './mesh-edges.ts';

/** Edges that keep their lengths. On a mesh with diagonals they resist shear as well as stretch. */
export interface StretchSprings {
  /** Two vertices for each spring, springs of one colour together. */
  readonly ends: Uint32Array;
  readonly rest: Float64Array;
}

export function createStretchSprings(positions: ArrayLike<number>, edges: MeshEdges): StretchSprings {
  const order = colourOrder(edges.ends, 2, positions.length / 3);
  const ends = new Uint32Array(edges.ends.length);
  const rest = new Float64Array(order.length);
  for (let e = 0; e < order.length; e++) {
    const a = edges.ends[2 * order[e]];
    const b = edges.ends[2 * order[e] + 1];
    ends[2 * e] = a;
    ends[2 * e + 1] = b;
    rest[e] = Math.hypot(
      positions[3 * b] - positions[3 * a],
      positions[3 * b + 1] - positions[3 * a + 1],
      positions[3 * b + 2] - positions[3 * a + 2],
    );
  }
  return { ends, rest };
}

/**
 * One sweep that brings lengths back to rest (XPBD, one iteration for each small step). `compliance` is stretch per force,
 * 0 for as stiff as one sweep allows; momentum stays, since what one end gains in mass × move the other loses.
 */
export function relaxStretch(
  springs: StretchSprings,
  positions: Float64Array,
  inverseMasses: Float64Array,
  compliance: number,
  timeStep: number,
): void {
  const { ends, rest } = springs;
  const give = compliance / (timeStep * timeStep);
  for (let e = 0; e < rest.length; e++) {
    const a = ends[2 * e];
    const b = ends[2 * e + 1];
    const weightA = inverseMasses[a];
    const weightB = inverseMasses[b];
    const i = 3 * a;
    const k = 3 * b;
    const dx = positions[k] - positions[i];
    const dy = positions[k + 1] - positions[i + 1];
    const dz = positions[k + 2] - positions[i + 2];
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const resistance = length * (weightA + weightB + give);
    if (resistance === 0) continue; // both ends held, or on one point: no direction to move in
    const move = (length - rest[e]) / resistance;
    const moveA = move * weightA;
    const moveB = move * weightB;
    positions[i] += moveA * dx;
    positions[i + 1] += moveA * dy;
    positions[i + 2] += moveA * dz;
    positions[k] -= moveB * dx;
    positions[k + 1] -= moveB * dy;
    positions[k + 2] -= moveB * dz;
  }
}
