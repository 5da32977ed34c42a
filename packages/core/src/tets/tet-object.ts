import type { Positions } from '../mesh/triangle-mesh.ts';

/** One deforming body of tetrahedra, as callers hand it in. */
export interface TetObject {
  /** Flat xyz; vertices that no tet names are tested too. */
  readonly positions: Positions;
  /** Four vertex numbers a tet, in any order: inverted tets count like others, tets without volume contain nothing. May be empty. */
  readonly tets: Uint32Array | Uint16Array;
  /**
   * Triangles of the surface, three vertex numbers each, each a face of a tet; depth estimates are measured to them.
   * Left out: the faces that belong to one tet only.
   */
  readonly surface?: Uint32Array | Uint16Array;
}
