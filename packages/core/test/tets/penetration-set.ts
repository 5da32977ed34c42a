import type { Penetrations } from '../../src/tets/penetrations.ts';

/** Penetrations as sorted text, so that results in any order compare; a penetration told twice stays twice. */
export function penetrationSet(found: Penetrations): string[] {
  return Array.from(
    { length: found.count },
    (_, i) => `${found.vertexObject[i]}:${found.vertex[i]} in ${found.tetObject[i]}:${found.tet[i]} ${found.self[i]}`,
  ).sort();
}
