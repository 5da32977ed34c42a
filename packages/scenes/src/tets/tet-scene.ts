import type { TetMesh } from './tet-mesh.ts';

/** Bodies of tetrahedra in motion. The same name and seed give the same motion. */
export interface TetScene {
  readonly name: string;
  /** One sentence: what moves, and where it touches. */
  readonly about: string;
  /** Topology, and positions before the first step. */
  readonly objects: readonly TetMesh[];
  /** Positions of each object now; the arrays stay the same and change with every step. */
  readonly positions: readonly Float64Array[];
  /** Steps taken so far. */
  readonly steps: number;
  step(): void;
}
