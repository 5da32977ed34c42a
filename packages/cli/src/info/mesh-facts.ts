import {
  buildHalfEdges,
  buildVertexTriangles,
  findComponents,
  findDegenerateTriangles,
  weldTriangles,
  weldVertices,
} from 'selfcollide/mesh';
import { countWelded } from '../detect/weld.ts';

/** What can be said about a mesh after vertices of an object at equal positions were made one. */
export interface MeshFacts {
  readonly vertices: number;
  /** Vertices that no triangle names. */
  readonly unusedVertices: number;
  /** Vertices at the position of another one. */
  readonly weldedVertices: number;
  readonly triangles: number;
  readonly edges: number;
  readonly components: number;
  /** Edges with one triangle. */
  readonly boundaryEdges: number;
  /** Edges with more than two triangles. */
  readonly nonManifoldEdges: number;
  /** Edges whose two triangles are wound against each other. */
  readonly flippedEdges: number;
  /** Vertices whose triangles form more than one fan. */
  readonly bowTieVertices: number;
  /** Triangles that name a vertex more than once. */
  readonly repeatedIndexTriangles: number;
  /** Triangles with three different vertices on one line; decided exactly. */
  readonly zeroAreaTriangles: number;
  /** Vertices − edges + triangles. */
  readonly euler: number;
  readonly bounds: { readonly min: readonly number[]; readonly max: readonly number[] };
}

/** `labels` is the object of each triangle. */
export function findMeshFacts(positions: Float64Array, original: Uint32Array, labels: Uint32Array): MeshFacts {
  const vertexCount = positions.length / 3;
  const weld = weldVertices(positions, { triangles: original, objects: labels });
  const welded = weldTriangles(original, weld);
  const triangles = dropRepeated(welded);
  const edges = countEdges(triangles, vertexCount);
  const named = new Set(original).size;
  const kept = new Set(triangles).size;
  return {
    vertices: vertexCount,
    unusedVertices: vertexCount - named,
    weldedVertices: countWelded(weld),
    triangles: original.length / 3,
    components: findComponents(buildHalfEdges(triangles, vertexCount)).count,
    ...edges,
    repeatedIndexTriangles: (original.length - triangles.length) / 3,
    zeroAreaTriangles: findDegenerateTriangles(triangles, positions).zeroArea.length,
    euler: kept - edges.edges + triangles.length / 3,
    bounds: findBounds(positions, original),
  };
}

/** Triangles with three different corners. */
function dropRepeated(triangles: Uint32Array): Uint32Array {
  return triangles.filter((_, i) => {
    const [a, b, c] = triangles.subarray(i - (i % 3), i - (i % 3) + 3);
    return a !== b && b !== c && c !== a;
  });
}

function countEdges(triangles: Uint32Array, vertexCount: number) {
  const { start, list } = buildVertexTriangles(triangles, vertexCount);
  const facts = { edges: 0, boundaryEdges: 0, nonManifoldEdges: 0, flippedEdges: 0, bowTieVertices: 0 };
  // per other end of an edge at the vertex that is looked at
  const seenAt = new Int32Array(vertexCount).fill(-1);
  const triangleCount = new Uint32Array(vertexCount);
  const outgoing = new Uint32Array(vertexCount);
  const fanOf = new Uint32Array(vertexCount);

  for (let v = 0; v < vertexCount; v++) {
    const ends: number[] = [];
    // fans: each triangle joins the two edges that it has here
    let fans = 0;
    const parent: number[] = [];
    const find = (fan: number): number => {
      let root = fan;
      while (parent[root] !== root) root = parent[root];
      return root;
    };
    for (let i = start[v]; i < start[v + 1]; i++) {
      const corner = 3 * list[i];
      const k = triangles[corner] === v ? 0 : triangles[corner + 1] === v ? 1 : 2;
      const next = triangles[corner + ((k + 1) % 3)];
      const before = triangles[corner + ((k + 2) % 3)];
      for (const end of [next, before]) {
        if (seenAt[end] !== v) {
          seenAt[end] = v;
          triangleCount[end] = 0;
          outgoing[end] = 0;
          fanOf[end] = parent.push(parent.length) - 1;
          fans++;
          ends.push(end);
        }
        triangleCount[end]++;
      }
      outgoing[next]++;
      const a = find(fanOf[next]);
      const b = find(fanOf[before]);
      if (a !== b) {
        parent[a] = b;
        fans--;
      }
    }
    if (fans > 1) facts.bowTieVertices++;
    for (const end of ends) {
      if (end < v) continue; // counted at its other end
      facts.edges++;
      if (triangleCount[end] === 1) facts.boundaryEdges++;
      else if (triangleCount[end] > 2) facts.nonManifoldEdges++;
      else if (outgoing[end] !== 1) facts.flippedEdges++;
    }
  }
  return facts;
}

function findBounds(positions: Float64Array, triangles: Uint32Array): MeshFacts['bounds'] {
  const min = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const max = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const vertex of triangles) {
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[3 * vertex + axis];
      if (value < min[axis]) min[axis] = value;
      if (value > max[axis]) max[axis] = value;
    }
  }
  return { min, max };
}
