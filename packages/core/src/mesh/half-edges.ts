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
 * Finds twins, rings and edge owners by two counting sorts, so that a vertex with very many triangles costs no more
 * than others. Triangles that name a vertex twice have edges but no twins: across them, the triangles on both sides
 * become each other's twins.
 */
export function buildHalfEdges(triangles: Uint32Array, vertexCount: number): HalfEdges {
  const count = triangles.length;
  const twin = new Int32Array(count).fill(-1);
  const ring = new Int32Array(count);
  for (let h = 0; h < count; h++) ring[h] = h;
  const ownedEdges = new Uint8Array(count / 3);
  const sorted = sortByEdge(triangles, vertexCount);
  const all: number[] = [];
  const group: number[] = [];
  let edgeCount = 0;
  let nonManifoldEdgeCount = 0;
  let boundaryEdgeCount = 0;

  for (let begin = 0; begin < sorted.length; ) {
    const first = sorted[begin];
    const u = triangles[first];
    const v = triangles[nextInTriangle(first)];
    let end = begin;
    all.length = 0;
    group.length = 0;
    while (end < sorted.length) {
      const h = sorted[end];
      const a = triangles[h];
      const b = triangles[nextInTriangle(h)];
      if (!((a === u && b === v) || (a === v && b === u))) break;
      all.push(h);
      if (!namesVertexTwice(triangles, h - (h % 3))) group.push(h);
      end++;
    }
    ownedEdges[Math.floor(first / 3)] |= 1 << (first % 3); // equal keys keep their order: the first is the lowest
    if (u !== v) edgeCount++;
    if (group.length === 1) boundaryEdgeCount++;
    for (let i = 0; i < all.length; i++) ring[all[i]] = all[(i + 1) % all.length];
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

/**
 * Half-edges between different vertices, those of one edge next to each other in ascending order. A triangle that names one vertex three
 * times has one from there to there, so that it can touch something.
 */
function sortByEdge(triangles: Uint32Array, vertexCount: number): Uint32Array {
  const high = new Uint32Array(triangles.length);
  const low = new Uint32Array(triangles.length);
  let count = 0;
  const all = new Uint32Array(triangles.length);
  for (let h = 0; h < triangles.length; h++) {
    const a = triangles[h];
    const b = triangles[nextInTriangle(h)];
    high[h] = a > b ? a : b;
    low[h] = a > b ? b : a;
    if (a !== b || (h % 3 === 0 && b === triangles[h + 2])) all[count++] = h;
  }
  return countingSort(countingSort(all.subarray(0, count), high, vertexCount), low, vertexCount);
}

function countingSort(items: Uint32Array, keys: Uint32Array, keyCount: number): Uint32Array {
  const start = new Uint32Array(keyCount + 1);
  for (let i = 0; i < items.length; i++) start[keys[items[i]] + 1]++;
  for (let key = 0; key < keyCount; key++) start[key + 1] += start[key];
  const sorted = new Uint32Array(items.length);
  for (let i = 0; i < items.length; i++) sorted[start[keys[items[i]]]++] = items[i];
  return sorted;
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
