import { buildHalfEdges, weldTriangles, weldVertices } from 'selfcollide/mesh';

/**
 * How far apart two sides of a seam may be, as a part of the largest coordinate. three computes round shapes in doubles and stores floats:
 * the two ends of a full turn differ by the rounding of sin 2π and, where that tips the scale, by a last place (2⁻²³ = 1.2e-7 of the
 * largest coordinate) on each axis. A millionth leaves room for four of them along the diagonal.
 */
export const SEAM_TOLERANCE = 1e-6;

/**
 * Vertices of one triangle are joined only if they are closer than this part of the largest coordinate. A dozen operations in doubles are
 * not more precise, so their edge is rounding too (the pole of a lathe: sin π is not 0). Any longer edge may be a feature, however small.
 */
const NOTHING = 64 * Number.EPSILON;

/**
 * For every vertex the lowest-numbered vertex that it counts as: one at the same position bit for bit, or, on open borders only, one
 * nearly there. What is inside a surface is not joined, and no chains are formed: each is within the tolerance of the one it counts as.
 *
 * @param tolerance As a part of the largest coordinate.
 * @returns null if the arrays are no mesh: whoever takes them next says what is wrong.
 */
export function weldSeams(positions: Float64Array, triangles: Uint32Array, tolerance: number): Uint32Array | null {
  const size = largest(positions);
  if (!(size < Number.POSITIVE_INFINITY) || triangles.some((v) => 3 * v >= positions.length)) return null;
  const weld = weldVertices(positions, { triangles });
  const reach = tolerance * size;
  if (reach === 0) return weld;

  const welded = weldTriangles(triangles, weld);
  const open = findBorder(welded, weld.length);
  const nothing = Math.min(reach, NOTHING * size);
  const neighbours = neighboursOf(welded, findCandidates(welded, open, positions, nothing));
  const near = new NearGrid(positions, reach);
  const joined = Uint32Array.from(weld, (_, v) => v);
  for (const [v, around] of neighbours) {
    const first = near.findOrAdd(
      v,
      (other, away) => away <= nothing || (open[v] === 1 && open[other] === 1 && !around.has(other)),
    );
    joined[v] = first;
    if (first === v) continue;
    // whoever shares a triangle with v now shares one with what v counts as
    for (const other of around) {
      neighbours.get(first)!.add(other);
      neighbours.get(other)?.add(first);
    }
  }
  for (let v = 0; v < weld.length; v++) weld[v] = joined[weld[v]];
  return weld;
}

/** NaN or infinite if a coordinate is. */
function largest(positions: Float64Array): number {
  let most = 0;
  for (let i = 0; i < positions.length; i++) {
    const magnitude = Math.abs(positions[i]);
    if (!(magnitude <= most)) most = magnitude;
    if (Number.isNaN(most)) return most;
  }
  return most;
}

/** 1 for ends of edges that have one triangle only. */
function findBorder(triangles: Uint32Array, vertexCount: number): Uint8Array {
  const { ring } = buildHalfEdges(triangles, vertexCount);
  const open = new Uint8Array(vertexCount);
  for (let h = 0; h < triangles.length; h++) {
    if (ring[h] !== h) continue;
    open[triangles[h]] = 1;
    open[triangles[nextCorner(h)]] = 1;
  }
  return open;
}

/** 1 for vertices of the border, and for ends of edges without length to speak of: a pole may be folded up, with no border left. */
function findCandidates(
  triangles: Uint32Array,
  open: Uint8Array,
  positions: Float64Array,
  nothing: number,
): Uint8Array {
  const candidates = open.slice();
  for (let h = 0; h < triangles.length; h++) {
    const a = triangles[h];
    const b = triangles[nextCorner(h)];
    if (distance(positions, a, b) <= nothing) candidates[a] = candidates[b] = 1;
  }
  return candidates;
}

/** The candidates in ascending order, each with all that share a triangle with it. */
function neighboursOf(triangles: Uint32Array, candidates: Uint8Array): Map<number, Set<number>> {
  const neighbours = new Map<number, Set<number>>();
  for (let v = 0; v < candidates.length; v++) if (candidates[v]) neighbours.set(v, new Set());
  for (let i = 0; i < triangles.length; i++) {
    if (!candidates[triangles[i]]) continue;
    const around = neighbours.get(triangles[i])!;
    const t = i - (i % 3);
    for (let k = 0; k < 3; k++) if (triangles[t + k] !== triangles[i]) around.add(triangles[t + k]);
  }
  return neighbours;
}

function nextCorner(h: number): number {
  return h % 3 === 2 ? h - 2 : h + 1;
}

function distance(p: Float64Array, a: number, b: number): number {
  return Math.hypot(p[3 * a] - p[3 * b], p[3 * a + 1] - p[3 * b + 1], p[3 * a + 2] - p[3 * b + 2]);
}

/** Points in cells twice as large as the reach, so that all within reach of a point are in eight cells. */
class NearGrid {
  readonly #positions: Float64Array;
  readonly #reach: number;
  /** By hash: cells that share one are told apart by distance. */
  readonly #cells = new Map<number, number[]>();

  constructor(positions: Float64Array, reach: number) {
    this.#positions = positions;
    this.#reach = reach;
  }

  /** The first point within reach that `allowed` lets pass; otherwise `v` itself, which then is a point to be found. */
  findOrAdd(v: number, allowed: (other: number, away: number) => boolean): number {
    for (let side = 0; side < 8; side++) {
      const at = (axis: number) => this.#cellAt(v, axis, (side >> axis) & 1 ? 1 : -1);
      for (const other of this.#cells.get(hashCell(at(0), at(1), at(2))) ?? []) {
        const away = distance(this.#positions, v, other);
        if (away <= this.#reach && allowed(other, away)) return other;
      }
    }
    const own = hashCell(this.#cellAt(v, 0, 0), this.#cellAt(v, 1, 0), this.#cellAt(v, 2, 0));
    const list = this.#cells.get(own);
    if (list) list.push(v);
    else this.#cells.set(own, [v]);
    return v;
  }

  #cellAt(v: number, axis: number, reaches: number): number {
    return Math.floor((this.#positions[3 * v + axis] / this.#reach + reaches) / 2);
  }
}

function hashCell(x: number, y: number, z: number): number {
  return Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791);
}
