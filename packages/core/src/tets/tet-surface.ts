import { MeshError } from '../errors.ts';
import type { TetFaces } from './tet-faces.ts';
import { FACE_CORNERS } from './tet-faces.ts';

/** No vertex of the object's surface can be reached. */
export const NO_VERTEX = 0xffffffff;

/** Where a body ends, as depth estimates need it. */
export interface TetSurface {
  /** Per tet, bit i: the face opposite corner i is surface. */
  readonly faces: Uint8Array;
  /** Surface triangles, three vertices each. */
  readonly triangles: Uint32Array;
  /** Per vertex: the surface vertex that is the fewest edges away (itself if on the surface), or {@link NO_VERTEX}. */
  readonly nearest: Uint32Array;
  /** Surface triangles around each vertex: `around[aroundStart[v] … aroundStart[v + 1]]`. */
  readonly around: Uint32Array;
  readonly aroundStart: Uint32Array;
}

/**
 * Marks the surface of a body: the triangles given, or the faces that belong to one tet only.
 * @throws {@link MeshError} if a given triangle is no face of a tet.
 */
export function markTetSurface(
  caller: string,
  tets: Uint32Array,
  vertexCount: number,
  matched: TetFaces,
  given?: Uint32Array | Uint16Array,
): TetSurface {
  const { twin } = matched;
  const faces = new Uint8Array(tets.length / 4);
  const triangles: number[] = [];
  if (given === undefined) {
    for (let face = 0; face < twin.length; face++) {
      if (twin[face] >= 0) continue;
      faces[face >> 2] |= 1 << (face & 3);
      for (let k = 0; k < 3; k++) triangles.push(tets[(face & ~3) + FACE_CORNERS[3 * (face & 3) + k]]);
    }
  } else {
    for (let i = 0; i < given.length; i += 3) {
      const face = matched.find(given[i], given[i + 1], given[i + 2]);
      if (face < 0) {
        throw new MeshError(
          'NOT_A_FACE',
          `${caller}: surface triangles must be faces of tets, got triangle ${i / 3} with vertices ${given[i]}, ${given[i + 1]}, ${given[i + 2]}.`,
        );
      }
      // all tets that have the face
      for (let copy = face; ; ) {
        faces[copy >> 2] |= 1 << (copy & 3);
        copy = twin[copy];
        if (copy < 0 || copy === face) break;
      }
      triangles.push(given[i], given[i + 1], given[i + 2]);
    }
  }
  const [around, aroundStart] = groupByVertex(triangles, 3, vertexCount);
  return {
    faces,
    triangles: Uint32Array.from(triangles),
    nearest: spreadFrom(triangles, tets, vertexCount),
    around,
    aroundStart,
  };
}

/** Breadth first from all vertices of the triangles at once, along edges of tets. */
function spreadFrom(triangles: readonly number[], tets: Uint32Array, vertexCount: number): Uint32Array {
  const nearest = new Uint32Array(vertexCount).fill(NO_VERTEX);
  const queue = new Uint32Array(vertexCount);
  let queued = 0;
  for (const v of triangles) {
    if (nearest[v] !== NO_VERTEX) continue;
    nearest[v] = v;
    queue[queued++] = v;
  }
  const [around, start] = groupByVertex(tets, 4, vertexCount);
  for (let at = 0; at < queued; at++) {
    const v = queue[at];
    for (let i = start[v]; i < start[v + 1]; i++) {
      for (let k = 0; k < 4; k++) {
        const w = tets[4 * around[i] + k];
        if (nearest[w] !== NO_VERTEX) continue;
        nearest[w] = nearest[v];
        queue[queued++] = w;
      }
    }
  }
  return nearest;
}

/** Simplices around each vertex, and where those of a vertex start. */
function groupByVertex(
  simplices: ArrayLike<number>,
  corners: number,
  vertexCount: number,
): [around: Uint32Array, start: Uint32Array] {
  const start = new Uint32Array(vertexCount + 1);
  for (let i = 0; i < simplices.length; i++) start[simplices[i]]++;
  for (let v = 1; v <= vertexCount; v++) start[v] += start[v - 1];
  const around = new Uint32Array(simplices.length);
  for (let i = simplices.length - 1; i >= 0; i--) around[--start[simplices[i]]] = Math.floor(i / corners);
  return [around, start];
}
