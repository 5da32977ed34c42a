import type { ImpactTest } from '../../predicates/impact-test.ts';

/** Is told of every impact, while the confirmer's test still holds the time and the eight points of it. */
export interface ImpactSink {
  /** Pairs that impact later may be left out. Times do not depend on it. */
  readonly latest: number;
  /** Pairs farther apart than this at t0, along some axis, cannot matter any more. */
  readonly startReach: number;
  /** Nothing that could follow matters. */
  readonly done: boolean;
  /** Vertex and triangle, in the surface's numbers. */
  addVertex(vertex: number, triangle: number, test: ImpactTest): void;
  /** The half-edges that own the two edges. */
  addEdges(first: number, second: number, test: ImpactTest): void;
}
