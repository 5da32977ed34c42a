import type { Counters, Intersections, Positions, TriangleMesh } from 'selfcollide';

/** One mesh made ready by a contender. `update` and `query` are what gets timed. */
export interface PreparedContender {
  update(positions: Positions): void;
  /** Finds all intersections of the last pose. Returns how many it found, in its own unit. */
  query(): number;
  /** How many pairs of triangles intersect and share no vertex; not timed, so that peers can be compared by it. */
  countTrianglePairs(): number;
  /** Memory held for the mesh, its acceleration structure and its results; undefined where it cannot be told. */
  memoryBytes(): number | undefined;
  /** What the last query found, for contenders that list edge–triangle contacts. */
  lastContacts?(): Intersections;
  /** Who works on frames, for methods of ours. */
  engine?(): 'plain' | 'kernel';
  /** What the last query cost. */
  lastCounters?(): Counters;
  /** Milliseconds of the last update and query, for contenders that take their own time since they run elsewhere. */
  ownTimes?(): { readonly update: number; readonly query: number };
  /** Milliseconds that preparing took, for the same. */
  readonly ownPrepareMs?: number;
  /** Gives back what is not memory. */
  close?(): void;
}

/** Anything that can find the self-intersections of a moving mesh: our methods and their peers. */
export interface Contender {
  readonly name: string;
  /** Whether its contacts must equal those of every other safe contender. */
  readonly safe: boolean;
  prepare(mesh: TriangleMesh): PreparedContender;
}
