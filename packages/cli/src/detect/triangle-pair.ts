/** Two triangles, `a < b`. */
export interface TrianglePair {
  readonly a: number;
  readonly b: number;
}

/** Which findings count, by the objects of both sides. */
export type Scope = 'all' | 'self' | 'between';

/** The same in the library's words. */
export const SCOPES = { all: 'all', self: 'same-object', between: 'between-objects' } as const;

export function inScope(scope: Scope, labelA: number, labelB: number): boolean {
  return scope === 'all' || (labelA === labelB) === (scope === 'self');
}

/** One number for a pair, whichever comes first. Exact below 9 × 10⁷ triangles. */
export function pairKey(s: number, t: number, triangleCount: number): number {
  return s < t ? s * triangleCount + t : t * triangleCount + s;
}

export function namesVertexTwice(triangles: Uint32Array, t: number): boolean {
  const [a, b, c] = [triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]];
  return a === b || b === c || c === a;
}
