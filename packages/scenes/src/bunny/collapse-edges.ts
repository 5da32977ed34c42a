import type { SceneMesh } from '../scene.ts';

/**
 * Removes triangles two at a time by collapsing edges, cheapest first by the quadric error (Garland and Heckbert 1997),
 * until at most `targetTriangles` are left or no collapse is allowed.
 * For closed manifolds, which stay closed manifolds: an edge collapses only if its ends have exactly two neighbours in common,
 * and if no triangle around it turns over.
 */
export function collapseEdges(mesh: SceneMesh, targetTriangles: number): SceneMesh {
  const positions = mesh.positions.slice();
  const triangles = mesh.triangles.slice();
  const vertexCount = positions.length / 3;
  const star: Set<number>[] = Array.from({ length: vertexCount }, () => new Set()); // triangles at each vertex
  const quadrics = new Float64Array(QUADRIC * vertexCount);
  const changed = new Uint32Array(vertexCount); // how often the vertex moved: tells stale queue entries
  const queue = new EdgeQueue();
  let left = triangles.length / 3;

  for (let t = 0; t < left; t++) {
    const plane = trianglePlane(positions, triangles[3 * t]!, triangles[3 * t + 1]!, triangles[3 * t + 2]!);
    for (let k = 0; k < 3; k++) {
      star[triangles[3 * t + k]!]!.add(t);
      addPlane(quadrics, triangles[3 * t + k]!, plane);
    }
  }

  const neighbours = (vertex: number): Set<number> => {
    const found = new Set<number>();
    for (const t of star[vertex]!) for (let k = 0; k < 3; k++) found.add(triangles[3 * t + k]!);
    found.delete(vertex);
    return found;
  };

  /** The end or the middle of the edge, whichever is nearest to the planes of both ends. */
  const bestPoint = (a: number, b: number): { cost: number; point: Point } => {
    const pa = pointOf(positions, a);
    const pb = pointOf(positions, b);
    let best = { cost: Infinity, point: pa };
    for (const point of [[(pa[0] + pb[0]) / 2, (pa[1] + pb[1]) / 2, (pa[2] + pb[2]) / 2] as Point, pa, pb]) {
      const cost = distanceTo(quadrics, a, point) + distanceTo(quadrics, b, point);
      if (cost < best.cost) best = { cost, point };
    }
    return best;
  };
  const offer = (a: number, b: number): void => queue.push(bestPoint(a, b).cost, a, b, changed[a]! + changed[b]!);

  const turnsOver = (vertex: number, other: number, point: Point): boolean => {
    for (const t of star[vertex]!) {
      const corners = [triangles[3 * t]!, triangles[3 * t + 1]!, triangles[3 * t + 2]!] as const;
      if (corners.includes(other)) continue;
      const before = normalOf(corners.map((c) => pointOf(positions, c)));
      const after = normalOf(corners.map((c) => (c === vertex ? point : pointOf(positions, c))));
      const cosine = before[0] * after[0] + before[1] * after[1] + before[2] * after[2];
      if (cosine < 0.3 * Math.hypot(...before) * Math.hypot(...after)) return true;
    }
    return false;
  };

  for (let a = 0; a < vertexCount; a++) for (const b of neighbours(a)) if (a < b) offer(a, b);

  while (left > Math.max(4, targetTriangles)) {
    const edge = queue.pop();
    if (!edge) break;
    const { a, b } = edge;
    if (star[a]!.size === 0 || star[b]!.size === 0 || edge.stamp !== changed[a]! + changed[b]!) continue;
    const around = neighbours(a);
    if (!around.has(b)) continue;
    let common = 0;
    for (const vertex of neighbours(b)) if (around.has(vertex)) common++;
    const { point } = bestPoint(a, b);
    if (common !== 2 || turnsOver(a, b, point) || turnsOver(b, a, point)) continue;

    for (const t of star[b]!) {
      const corners = triangles.subarray(3 * t, 3 * t + 3);
      if (corners.includes(a)) {
        for (const corner of corners) if (corner !== b) star[corner]!.delete(t);
        corners.fill(REMOVED);
        left--;
      } else {
        corners[corners.indexOf(b)] = a;
        star[a]!.add(t);
      }
    }
    star[b]!.clear();
    positions.set(point, 3 * a);
    for (let i = 0; i < QUADRIC; i++) quadrics[QUADRIC * a + i]! += quadrics[QUADRIC * b + i]!;
    changed[a]!++;
    for (const vertex of neighbours(a)) offer(Math.min(a, vertex), Math.max(a, vertex));
  }
  return compact(positions, triangles);
}

type Point = [number, number, number];

const REMOVED = 0xffffffff;
/** Numbers of a quadric: the upper half of a symmetric 4 × 4 matrix. */
const QUADRIC = 10;

function pointOf(positions: Float64Array, vertex: number): Point {
  return [positions[3 * vertex]!, positions[3 * vertex + 1]!, positions[3 * vertex + 2]!];
}

/** Twice the area long. */
function normalOf(corners: readonly Point[]): Point {
  const [a, b, c] = corners as [Point, Point, Point];
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}

/** Unit normal, offset and area. */
function trianglePlane(positions: Float64Array, a: number, b: number, c: number): readonly number[] {
  const corner = pointOf(positions, a);
  const [x, y, z] = normalOf([corner, pointOf(positions, b), pointOf(positions, c)]);
  const length = Math.hypot(x, y, z);
  if (length === 0) return [0, 0, 0, 0, 0];
  const [nx, ny, nz] = [x / length, y / length, z / length];
  return [nx, ny, nz, -(nx * corner[0] + ny * corner[1] + nz * corner[2]), length / 2];
}

function addPlane(quadrics: Float64Array, vertex: number, plane: readonly number[]): void {
  for (let i = 0, out = QUADRIC * vertex; i < 4; i++) {
    for (let j = i; j < 4; j++) quadrics[out++]! += plane[4]! * plane[i]! * plane[j]!;
  }
}

/** Sum of squared distances from the planes gathered at the vertex, weighted by area. */
function distanceTo(quadrics: Float64Array, vertex: number, [x, y, z]: Point): number {
  const q = QUADRIC * vertex;
  return (
    x * (quadrics[q]! * x + 2 * (quadrics[q + 1]! * y + quadrics[q + 2]! * z + quadrics[q + 3]!)) +
    y * (quadrics[q + 4]! * y + 2 * (quadrics[q + 5]! * z + quadrics[q + 6]!)) +
    z * (quadrics[q + 7]! * z + 2 * quadrics[q + 8]!) +
    quadrics[q + 9]!
  );
}

/** Drops removed triangles and unused vertices, and keeps the order of both. */
function compact(positions: Float64Array, triangles: Uint32Array): SceneMesh {
  const kept = triangles.filter((vertex) => vertex !== REMOVED);
  const newNumber = new Map<number, number>();
  for (const vertex of [...new Set(kept)].sort((a, b) => a - b)) newNumber.set(vertex, newNumber.size);
  const moved = new Float64Array(3 * newNumber.size);
  for (const [from, to] of newNumber) moved.set(positions.subarray(3 * from, 3 * from + 3), 3 * to);
  return { positions: moved, triangles: kept.map((vertex) => newNumber.get(vertex)!) };
}

interface QueuedEdge {
  readonly cost: number;
  readonly a: number;
  readonly b: number;
  readonly stamp: number;
}

/** A binary heap, cheapest edge first; equal costs by vertex number, so that the order never depends on insertion. */
class EdgeQueue {
  readonly #heap: QueuedEdge[] = [];

  push(cost: number, a: number, b: number, stamp: number): void {
    const heap = this.#heap;
    const edge = { cost, a, b, stamp };
    let at = heap.push(edge) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!comesBefore(edge, heap[parent]!)) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = edge;
  }

  pop(): QueuedEdge | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (!first || !last || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && comesBefore(heap[child + 1]!, heap[child]!)) child++;
      if (!comesBefore(heap[child]!, last)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = last;
    return first;
  }
}

function comesBefore(e: QueuedEdge, f: QueuedEdge): boolean {
  return e.cost !== f.cost ? e.cost < f.cost : e.a !== f.a ? e.a < f.a : e.b < f.b;
}
