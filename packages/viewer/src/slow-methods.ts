import type { DetectorMethod } from 'selfcollide';

/** Triangles up to which a method is offered: comparing every pair of more would take many seconds a frame. */
export function slowAbove(method: DetectorMethod): number {
  return method === 'brute-force' ? 2000 : Number.POSITIVE_INFINITY;
}
