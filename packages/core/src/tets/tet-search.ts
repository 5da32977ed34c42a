import { PenetrationBuffer } from './penetration-buffer.ts';
import { createTetCounters, type TetCounters } from './tet-counters.ts';
import type { TetWorld } from './tet-world.ts';
import { type TetTestState, vertexInTet } from './vertex-in-tet.ts';

export type PenetrationPairs = 'all' | 'same-object' | 'between-objects';

/** What one query reads and writes, whatever finds its candidates. */
export interface TetSearch {
  readonly found: PenetrationBuffer;
  readonly counters: TetCounters;
  readonly test: TetTestState;
  readonly pairs: PenetrationPairs;
}

export function createTetSearch(pairs: PenetrationPairs, exactOnly: boolean): TetSearch {
  return {
    found: new PenetrationBuffer(),
    counters: createTetCounters(),
    test: { widths: new Float64Array(3), weights: new Float64Array(4), exactOnly, exactTests: 0 },
    pairs,
  };
}

/**
 * Tests one vertex against one tet that it is not a corner of, and notes the penetration. `search.test.widths` must fit the
 * tet.
 */
export function examine(world: TetWorld, search: TetSearch, vertex: number, tet: number): void {
  const { tets, slotOfVertex, slotOfTet, positions } = world;
  const { pairs, found, test } = search;
  if (pairs !== 'all' && (slotOfVertex[vertex] === slotOfTet[tet]) !== (pairs === 'same-object')) return;
  const i = 4 * tet;
  search.counters.tetTests++;
  if (!vertexInTet(positions, vertex, tets[i], tets[i + 1], tets[i + 2], tets[i + 3], test)) return;
  found.push(vertex, tet, test.weights);
}
