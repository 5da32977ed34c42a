import type { Penetrations } from 'selfcollide';

/** Penetrations as sorted text, so that results in any order compare; a penetration told twice stays twice. */
export function penetrationLines(found: Penetrations): string[] {
  return Array.from(
    { length: found.count },
    (_, i) => `${found.vertexObject[i]}:${found.vertex[i]} in ${found.tetObject[i]}:${found.tet[i]}`,
  ).sort();
}
