import type { TetObject } from 'selfcollide';

/** A body of tetrahedra in the widest types; all tets have positive volume. */
export interface TetMesh extends TetObject {
  readonly positions: Float64Array;
  readonly tets: Uint32Array;
}
