import { measureBox } from './measure-box.ts';
import type { TetBody } from './tet-body.ts';
import { NO_VERTEX } from './tet-surface.ts';

/**
 * All objects behind each other in flat arrays. Vertices keep their order; tets are in the order of their groups.
 * Slots number the objects without gaps; handles are what callers know them by.
 */
export interface TetWorld {
  readonly bodies: readonly TetBody[];
  readonly vertexCount: number;
  readonly tetCount: number;
  readonly groupCount: number;
  /** Where the vertices, tets and groups of a slot start; one more entry than slots. */
  readonly vertexStart: Uint32Array;
  readonly tetStart: Uint32Array;
  readonly groupStart: Uint32Array;
  readonly positions: Float64Array;
  /** Six numbers a slot: low xyz, high xyz of its vertices. */
  readonly boxes: Float64Array;
  readonly slotOfVertex: Uint32Array;
  readonly slotOfTet: Uint32Array;
  /** Nearest vertex of the surface, or {@link NO_VERTEX}. */
  readonly surfaceVertex: Uint32Array;
  /** Three vertices a surface triangle, and the triangles around each vertex. */
  readonly surfaceTriangles: Uint32Array;
  readonly surfaceAround: Uint32Array;
  readonly surfaceAroundStart: Uint32Array;
  /** Vertices of group g: `groupVertices[groupVertexStart[g] … groupVertexStart[g + 1]]`. */
  readonly groupVertices: Uint32Array;
  readonly groupVertexStart: Uint32Array;
  readonly groupTetStart: Uint32Array;
  /** Four vertices a tet. */
  readonly tets: Uint32Array;
  /** Number of the tet in its object. */
  readonly tetSource: Uint32Array;
  /** Corners as places in the group's vertex list, a byte each. */
  readonly tetCorners: Int32Array;
  /** Bit i: the face opposite corner i is surface. */
  readonly tetSurface: Uint8Array;
}

/** Joins bodies; `placeOf` gives the current positions of each. */
export function joinTetBodies(bodies: readonly TetBody[], placeOf: (slot: number) => ArrayLike<number>): TetWorld {
  const starts = (count: (body: TetBody) => number): Uint32Array => {
    const start = new Uint32Array(bodies.length + 1);
    for (let slot = 0; slot < bodies.length; slot++) start[slot + 1] = start[slot] + count(bodies[slot]);
    return start;
  };
  const vertexStart = starts((body) => body.vertexCount);
  const tetStart = starts((body) => body.tets.length / 4);
  const groupStart = starts((body) => body.groups.groupCount);
  const placeStart = starts((body) => body.groups.vertices.length);
  const cornerStart = starts((body) => body.surface.triangles.length);
  const slots = bodies.length;
  const vertexCount = vertexStart[slots];
  const tetCount = tetStart[slots];
  const groupCount = groupStart[slots];

  const world: TetWorld = {
    bodies,
    vertexCount,
    tetCount,
    groupCount,
    vertexStart,
    tetStart,
    groupStart,
    positions: new Float64Array(3 * vertexCount),
    boxes: new Float64Array(6 * slots),
    slotOfVertex: new Uint32Array(vertexCount),
    slotOfTet: new Uint32Array(tetCount),
    surfaceVertex: new Uint32Array(vertexCount),
    surfaceTriangles: new Uint32Array(cornerStart[slots]),
    surfaceAround: new Uint32Array(cornerStart[slots]),
    surfaceAroundStart: new Uint32Array(vertexCount + 1),
    groupVertices: new Uint32Array(placeStart[slots]),
    groupVertexStart: new Uint32Array(groupCount + 1),
    groupTetStart: new Uint32Array(groupCount + 1),
    tets: new Uint32Array(4 * tetCount),
    tetSource: new Uint32Array(tetCount),
    tetCorners: new Int32Array(tetCount),
    tetSurface: new Uint8Array(tetCount),
  };

  for (let slot = 0; slot < slots; slot++) {
    const { tets, groups, surface } = bodies[slot];
    const vertex = vertexStart[slot];
    const tet = tetStart[slot];
    const group = groupStart[slot];
    world.positions.set(placeOf(slot), 3 * vertex);
    measureBox(placeOf(slot), world.boxes.subarray(6 * slot, 6 * slot + 6));
    world.slotOfVertex.fill(slot, vertex, vertexStart[slot + 1]);
    world.slotOfTet.fill(slot, tet, tetStart[slot + 1]);
    surface.nearest.forEach((v, i) => {
      world.surfaceVertex[vertex + i] = v === NO_VERTEX ? NO_VERTEX : vertex + v;
    });
    const corner = cornerStart[slot];
    surface.triangles.forEach((v, i) => {
      world.surfaceTriangles[corner + i] = vertex + v;
    });
    surface.around.forEach((triangle, i) => {
      world.surfaceAround[corner + i] = corner / 3 + triangle;
    });
    surface.aroundStart.forEach((start, v) => {
      world.surfaceAroundStart[vertex + v] = corner + start;
    });
    groups.vertices.forEach((v, i) => {
      world.groupVertices[placeStart[slot] + i] = vertex + v;
    });
    for (let g = 0; g < groups.groupCount; g++) {
      world.groupVertexStart[group + g + 1] = placeStart[slot] + groups.vertexStart[g + 1];
      world.groupTetStart[group + g + 1] = tet + groups.tetStart[g + 1];
    }
    groups.order.forEach((source, i) => {
      for (let k = 0; k < 4; k++) world.tets[4 * (tet + i) + k] = vertex + tets[4 * source + k];
      world.tetSource[tet + i] = source;
      world.tetSurface[tet + i] = surface.faces[source];
    });
    world.tetCorners.set(groups.corners, tet);
  }
  return world;
}
