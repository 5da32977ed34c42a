import { groupTets, type TetGroups } from './group-tets.ts';
import { matchTetFaces } from './tet-faces.ts';
import type { TetObject } from './tet-object.ts';
import { markTetSurface, type TetSurface } from './tet-surface.ts';

/** What motion does not change about one object, in its own vertex and tet numbers. */
export interface TetBody {
  /** The caller's handle. */
  readonly handle: number;
  readonly vertexCount: number;
  readonly tets: Uint32Array;
  readonly groups: TetGroups;
  readonly surface: TetSurface;
}

/** Prepares a checked object. */
export function createTetBody(caller: string, handle: number, object: TetObject): TetBody {
  const tets = Uint32Array.from(object.tets);
  const vertexCount = object.positions.length / 3;
  const faces = matchTetFaces(tets);
  return {
    handle,
    vertexCount,
    tets,
    groups: groupTets(tets, faces.twin, object.positions),
    surface: markTetSurface(caller, tets, vertexCount, faces, object.surface),
  };
}
