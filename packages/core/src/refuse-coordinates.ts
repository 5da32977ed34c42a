import { describe } from './mesh/validate-mesh.ts';

/** Says what is wrong with q, of `rank` coordinates; nothing if it is only very large. */
export function refuseCoordinates(caller: string, q: ArrayLike<number>, rank: number): void {
  if (typeof q !== 'object' || q === null || q.length !== rank) {
    const got = typeof q === 'object' && q !== null ? `length ${q.length}` : describe(q);
    throw new RangeError(`${caller}: q must hold ${rank} numbers, one a mode, got ${got}.`);
  }
  for (let i = 0; i < rank; i++) {
    if (Number.isFinite(q[i])) continue;
    throw new RangeError(`${caller}: q must hold finite numbers, got ${describe(q[i])} for mode ${i}.`);
  }
}
