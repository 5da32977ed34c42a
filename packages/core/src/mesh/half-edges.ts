/**
 * How triangles hang together. Half-edge 3t + k of triangle t runs from its corner k to its corner k + 1.
 * Any number of triangles may meet at an edge, in any winding.
 */
export interface HalfEdges {
  /**
   * The half-edge that runs the other way along the same edge, or −1. On edges with more than two triangles the
   * half-edges of the two directions are matched one to one, lowest numbers first; the rest have none.
   */
  readonly twin: Int32Array;
  /** The next half-edge on the same edge, whatever its direction: a ring, of one at a boundary. */
  readonly ring: Int32Array;
  /**
   * Bit k of entry t: triangle t is the lowest-numbered one that has the edge of half-edge 3t + k. A triangle that names one vertex three
   * times counts as an edge without length, half-edge 3t.
   */
  readonly ownedEdges: Uint8Array;
  /** Between different vertices. */
  readonly edgeCount: number;
  /** Edges with more than two triangles, or with two in the same direction. */
  readonly nonManifoldEdgeCount: number;
  readonly boundaryEdgeCount: number;
}

/**
 * Finds twins, rings and edge owners by a counting sort, and by sorting what it leaves together. Triangles that name a vertex twice have edges but
 * no twins: across them, the triangles on both sides become each other's twins.
 */
export function buildHalfEdges(triangles: Uint32Array, vertexCount: number): HalfEdges {
  const count = triangles.length;
  const twin = new Int32Array(count).fill(-1);
  const ring = new Int32Array(count);
  for (let h = 0; h < count; h++) ring[h] = h;
  const ownedEdges = new Uint8Array(count / 3);
  const { sorted, high } = sortByEdge(triangles, vertexCount);
  const group: number[] = [];
  let edgeCount = 0;
  let nonManifoldEdgeCount = 0;
  let boundaryEdgeCount = 0;

  for (let begin = 0; begin < sorted.length; ) {
    const first = sorted[begin];
    const u = triangles[first];
    const v = triangles[nextInTriangle(first)];
    let end = begin + 1;
    const low = u < v ? u : v;
    for (; end < sorted.length && high[end] === high[begin]; end++) {
      const a = triangles[sorted[end]];
      const b = triangles[nextInTriangle(sorted[end])];
      if ((a < b ? a : b) !== low) break;
    }
    const owner = (first / 3) | 0; // equal keys keep their order: the first is the lowest
    ownedEdges[owner] |= 1 << (first - 3 * owner);
    if (u !== v) edgeCount++;
    for (let i = begin; i < end; i++) ring[sorted[i]] = sorted[i + 1 === end ? begin : i + 1];
    group.length = 0;
    for (let i = begin; i < end; i++) {
      if (!namesVertexTwice(triangles, 3 * ((sorted[i] / 3) | 0))) group.push(sorted[i]);
    }
    if (group.length === 1) boundaryEdgeCount++;
    const matched = matchTwins(group, triangles, twin);
    if (group.length > 2 || (group.length === 2 && !matched)) nonManifoldEdgeCount++;
    begin = end;
  }
  return { twin, ring, ownedEdges, edgeCount, nonManifoldEdgeCount, boundaryEdgeCount };
}

export function nextInTriangle(h: number): number {
  return h % 3 === 2 ? h - 2 : h + 1;
}

/** Whether the triangle whose first corner is at `corner` of `triangles` names a vertex more than once. */
export function namesVertexTwice(triangles: Uint32Array, corner: number): boolean {
  const a = triangles[corner];
  const b = triangles[corner + 1];
  const c = triangles[corner + 2];
  return a === b || b === c || c === a;
}

/** A vertex with more edges that lead up from it has them sorted by the engine. */
const FEW_EDGES = 32;

/**
 * Half-edges between different vertices, those of one edge next to each other in ascending order, and the higher vertex of each. A triangle that names
 * one vertex three times has one from there to there, so that it can touch something.
 */
function sortByEdge(triangles: Uint32Array, vertexCount: number): { sorted: Uint32Array; high: Uint32Array } {
  // filled from one entry ahead, so that afterwards each begins where it should
  const start = new Uint32Array(vertexCount + 2);
  forEachEdge(triangles, (_, low) => {
    start[low + 2]++;
  });
  for (let v = 0; v < vertexCount; v++) start[v + 2] += start[v + 1];
  const sorted = new Uint32Array(start[vertexCount + 1]);
  const high = new Uint32Array(sorted.length);
  forEachEdge(triangles, (h, low, above) => {
    const at = start[low + 1]++;
    sorted[at] = h;
    high[at] = above;
  });
  for (let v = 0; v < vertexCount; v++) {
    const first = start[v];
    const end = start[v + 1];
    if (end - first > FEW_EDGES) {
      sortMany(sorted, high, first, end);
      continue;
    }
    for (let i = first + 1; i < end; i++) {
      const h = sorted[i];
      const above = high[i];
      let at = i;
      for (; at > first && high[at - 1] > above; at--) {
        sorted[at] = sorted[at - 1];
        high[at] = high[at - 1];
      }
      sorted[at] = h;
      high[at] = above;
    }
  }
  return { sorted, high };
}

function forEachEdge(triangles: Uint32Array, visit: (h: number, low: number, high: number) => void): void {
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const a = triangles[t + k];
      const b = triangles[t + (k === 2 ? 0 : k + 1)];
      if (a !== b || (k === 0 && b === triangles[t + 2])) visit(t + k, a < b ? a : b, a < b ? b : a);
    }
  }
}

function sortMany(sorted: Uint32Array, high: Uint32Array, first: number, end: number): void {
  const count = end - first;
  // exact: vertices times edges at one of them are far below 2⁵²
  const keys = new Float64Array(count);
  for (let i = 0; i < count; i++) keys[i] = high[first + i] * count + i;
  keys.sort();
  const before = sorted.slice(first, end);
  for (let i = 0; i < count; i++) {
    high[first + i] = Math.floor(keys[i] / count);
    sorted[first + i] = before[keys[i] % count];
  }
}

/** Whether every half-edge of the edge found a twin. */
function matchTwins(group: number[], triangles: Uint32Array, twin: Int32Array): boolean {
  let matched = 0;
  let backward = 0;
  for (let i = 0; i < group.length; i++) {
    const h = group[i];
    if (triangles[h] > triangles[nextInTriangle(h)]) continue;
    while (backward < group.length && triangles[group[backward]] < triangles[nextInTriangle(group[backward])])
      backward++;
    if (backward === group.length) break;
    twin[h] = group[backward];
    twin[group[backward]] = h;
    backward++;
    matched += 2;
  }
  return matched === group.length;
}
