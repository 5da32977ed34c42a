import type { VertexTriangles } from 'selfcollide/mesh';
import { type Crossing, type Crossings, normalOf, type Point, type Segment } from './crossings.ts';
import { Groups } from './groups.ts';
import { isInside } from './is-inside.ts';
import { PointDistance } from './point-distance.ts';
import type { SurfaceFacts } from './surface-facts.ts';

/** Far above what moving vertices by a hair makes of a flat piece. */
const FLAT = 1e-9;

/** A part of space that is inside two closed pieces, or twice inside one. */
export interface Overlap {
  readonly volume: number;
  /** Of the surface that bounds it. */
  readonly area: number;
  readonly deepest: number;
  readonly meanDepth: number;
  /** Triangles that bound it, whole or in part. */
  readonly triangles: readonly number[];
}

/**
 * The overlap of two closed pieces (or of one with itself) by its boundary: the part of each surface that is inside the other. How often a
 * point just outside the surface is inside changes by one at every crossing along an edge, and nowhere else; so it is known at every vertex,
 * and the boundary of the part inside consists of stretches of edges and of segments in which triangles cross. Volume and area are sums over
 * these. Undefined where that contradicts itself, as where three layers overlap.
 */
export class OverlapFinder {
  readonly #facts: SurfaceFacts;
  readonly #around: VertexTriangles;
  readonly #crossings: Crossings;
  readonly #distances = new Map<number, PointDistance>();
  readonly #volumes = new Map<number, { volume: number; added: number }>();

  constructor(facts: SurfaceFacts, around: VertexTriangles, crossings: Crossings) {
    this.#facts = facts;
    this.#around = around;
    this.#crossings = crossings;
  }

  find(pieceA: number, pieceB: number): Overlap[] | undefined {
    const { byEdge, segments, consistent } = this.#crossings;
    const { pieceOf } = this.#facts;
    if (!consistent) return undefined;
    const isPair = (s: number, t: number): boolean =>
      (pieceOf[s] === pieceA && pieceOf[t] === pieceB) || (pieceOf[s] === pieceB && pieceOf[t] === pieceA);
    const own = segments.filter(({ s, t }) => isPair(s, t));
    const touched = new Set(own.flatMap(({ s, t }) => [s, t]));
    const cuts = new Map<number, Crossing[]>();
    for (const t of touched) {
      for (const [a, b] of this.#edgesOf(t)) {
        const key = this.#crossings.edgeKey(a, b);
        if (cuts.has(key)) continue;
        const list = (byEdge.get(key) ?? []).filter(({ triangle }) => isPair(t, triangle));
        if (list.length > 0) cuts.set(key, list);
      }
    }
    const inside = this.#markInside(touched, cuts);
    return inside && this.#collect(own, cuts, inside, pieceA, pieceB);
  }

  /** The parts of a piece that need not be closed inside a closed one, which have no volume. */
  findInside(piece: number, closed: number): Overlap[] | undefined {
    const { byEdge, segments, consistent, edgeKey, positions } = this.#crossings;
    const { pieceOf, trianglesOf, triangles, twin } = this.#facts;
    if (!consistent) return undefined;
    const touched = new Set(segments.flatMap(({ s, t }) => [s, t]).filter((t) => pieceOf[t] === piece));
    const cuts = new Map<number, Crossing[]>();
    for (const t of touched) {
      for (const [a, b] of this.#edgesOf(t)) {
        const list = (byEdge.get(edgeKey(a, b)) ?? []).filter(({ triangle }) => pieceOf[triangle] === closed);
        if (list.length > 0) cuts.set(edgeKey(a, b), list);
      }
    }
    const inside = this.#markInside(touched, cuts);
    if (!inside) return undefined;
    const involved = new Set(touched);
    for (const [v, value] of inside) {
      if (value === 0) continue;
      for (let i = this.#around.start[v]; i < this.#around.start[v + 1]; i++) involved.add(this.#around.list[i]);
    }
    const regions = new Groups(involved);
    const depths = new Map<number, number[]>(Array.from(involved, (t) => [t, []]));
    const distances = new PointDistance(positions, triangles, trianglesOf[closed]);
    for (const t of involved) {
      for (const [a, b, h] of this.#edgesOf(t)) {
        const crossed = cuts.get(edgeKey(a, b)) ?? [];
        const stretches = insideStretches(positions, a, b, crossed, inside);
        if (stretches.length === 0) continue;
        const beside = Math.floor(twin[h] / 3);
        if (involved.has(beside)) regions.join(t, beside);
        const list = depths.get(t)!;
        if (crossed.length > 1) for (const [p, q] of stretches) list.push(distances.distance(...middle(p, q)));
        if (inside.get(a) === 1) list.push(distances.distance(...pointOf(positions, a)));
      }
    }
    const areaInside = (t: number): number => {
      const corners = this.#edgesOf(t).map(([from]) => from);
      return corners.every((v) => inside.get(v) === 1) ? Math.hypot(...normalOf(positions, triangles, t)) / 2 : 0;
    };
    return regions.lists().flatMap((list) => {
      const all = list.flatMap((t) => depths.get(t)!);
      if (all.length === 0) return [];
      const area = list.reduce((sum, t) => sum + areaInside(t), 0);
      const meanDepth = all.reduce((sum, depth) => sum + depth, 0) / all.length;
      return [{ volume: 0, area, deepest: Math.max(...all), meanDepth, triangles: list }];
    });
  }

  /**
   * A point inside both of two closed pieces is at least as far from being free as it is from the one surface and from the other, added up: balls
   * of that size around it are inside. Asked where surfaces almost coincide, so that no point of one is far inside the other: the middle of the
   * triangles stands for the overlap. 0 if it is not inside both.
   */
  depthAtMiddle({ triangles: list }: Overlap, pieceA: number, pieceB: number): number {
    const { positions } = this.#crossings;
    const { triangles, trianglesOf } = this.#facts;
    const vertices = new Set(list.flatMap((t) => this.#edgesOf(t).map(([from]) => from)));
    const point: [number, number, number] = [0, 0, 0];
    for (const v of vertices) for (let k = 0; k < 3; k++) point[k] += positions[3 * v + k] / vertices.size;
    if (![pieceA, pieceB].every((piece) => isInside(positions, triangles, trianglesOf[piece], point))) return 0;
    return [pieceA, pieceB].reduce(
      (sum, piece) => sum + new PointDistance(positions, triangles, trianglesOf[piece]).distance(...point),
      0,
    );
  }

  /** Vertices that are inside; those at cut edges that are outside are marked 0. */
  #markInside(
    touched: Iterable<number>,
    cuts: ReadonlyMap<number, readonly Crossing[]>,
  ): Map<number, 0 | 1> | undefined {
    const { triangles } = this.#facts;
    const marks = new Map<number, 0 | 1>();
    const queue: number[] = [];
    let contradiction = false;
    const mark = (v: number, value: number) => {
      const known = marks.get(v);
      if (known === undefined) {
        marks.set(v, value as 0 | 1);
        if (value === 1) queue.push(v);
      } else if (known !== value) contradiction = true;
    };
    for (const t of touched) {
      for (const [a, b] of this.#edgesOf(t)) {
        const list = cuts.get(this.#crossings.edgeKey(a, b));
        if (!list) continue;
        let [sum, low, high] = [0, 0, 0];
        for (const { sign, triangle } of list) {
          sum += this.#isOutward(triangle) ? sign : -sign;
          [low, high] = [Math.min(low, sum), Math.max(high, sum)];
        }
        if (high - low !== 1) return undefined;
        mark(Math.min(a, b), -low);
        mark(Math.max(a, b), sum - low);
      }
    }
    for (let v = queue.pop(); v !== undefined && !contradiction; v = queue.pop()) {
      for (let place = this.#around.start[v]; place < this.#around.start[v + 1]; place++) {
        const t = this.#around.list[place];
        for (let k = 3 * t; k < 3 * t + 3; k++) {
          const other = triangles[k];
          if (other !== v && !cuts.has(this.#crossings.edgeKey(v, other))) mark(other, 1);
        }
      }
    }
    return contradiction ? undefined : marks;
  }

  #collect(
    segments: readonly Segment[],
    cuts: ReadonlyMap<number, readonly Crossing[]>,
    inside: ReadonlyMap<number, 0 | 1>,
    pieceA: number,
    pieceB: number,
  ): Overlap[] {
    const { triangles } = this.#facts;
    const { positions, edgeKey } = this.#crossings;
    const involved = new Set<number>(segments.flatMap(({ s, t }) => [s, t]));
    for (const [v, value] of inside) {
      if (value === 0) continue;
      for (let i = this.#around.start[v]; i < this.#around.start[v + 1]; i++) involved.add(this.#around.list[i]);
    }
    const regions = new Groups(involved);
    const patches = new Groups(involved);
    const sums = new Map(Array.from(involved, (t) => [t, { volume: 0, area: [0, 0, 0] }]));
    const origin = [0, 1, 2].map((k) => positions[3 * triangles[3 * (segments[0]?.s ?? 0)] + k]);
    const add = (t: number, p: Point, q: Point, flip: boolean) => {
      const sum = sums.get(t)!;
      const c = 3 * triangles[3 * t];
      const way = flip ? -1 : 1;
      const [px, py, pz] = [p[0] - origin[0], p[1] - origin[1], p[2] - origin[2]];
      const [qx, qy, qz] = [q[0] - origin[0], q[1] - origin[1], q[2] - origin[2]];
      const cross = [py * qz - pz * qy, pz * qx - px * qz, px * qy - py * qx];
      for (let k = 0; k < 3; k++) {
        sum.volume += (way * cross[k] * (positions[c + k] - origin[k])) / 6;
        sum.area[k] += (way * cross[k]) / 2;
      }
    };
    for (const { s, t, from, to } of segments) {
      regions.join(s, t);
      // on s the inside of t is on the left of normal s × normal t, on t that of s on the other side; turned pieces turn that round
      const turned = this.#isOutward(s) !== this.#isOutward(t);
      add(s, from, to, turned);
      add(t, to, from, turned);
    }
    const samples: { t: number; point: Point }[] = [];
    for (const t of involved) {
      const flip = !this.#isOutward(t);
      for (const [a, b, h] of this.#edgesOf(t)) {
        const crossed = cuts.get(edgeKey(a, b)) ?? [];
        const stretches = insideStretches(positions, a, b, crossed, inside);
        for (const [p, q] of stretches) add(t, p, q, flip);
        if (stretches.length === 0) continue;
        const beside = Math.floor(this.#facts.twin[h] / 3);
        if (involved.has(beside)) {
          regions.join(t, beside);
          patches.join(t, beside);
        }
        // an edge that only passes through has no end inside: its middle stands for it
        if (crossed.length > 1) for (const [p, q] of stretches) samples.push({ t, point: middle(p, q) });
        if (inside.get(a) === 1) samples.push({ t, point: pointOf(positions, a) });
      }
    }
    return regions.lists().map((list) => {
      const members = new Set(list);
      let [volume, area, deepest, depths, count] = [0, 0, 0, 0, 0];
      for (const t of list) {
        const sum = sums.get(t)!;
        volume += sum.volume;
        area += Math.hypot(...sum.area);
      }
      for (const { t, point } of samples) {
        if (!members.has(t)) continue;
        const depth = this.#depth(t, point, list, patches, pieceA, pieceB);
        deepest = Math.max(deepest, depth);
        depths += depth;
        count++;
      }
      return { volume: Math.abs(volume), area, deepest, meanDepth: count > 0 ? depths / count : 0, triangles: list };
    });
  }

  /** How far a point of one surface is from the other one, or from the other part of the same. */
  #depth(t: number, point: Point, region: readonly number[], patches: Groups, pieceA: number, pieceB: number): number {
    const { pieceOf, trianglesOf } = this.#facts;
    const patch = patches.find(t);
    const key = pieceA === pieceB ? -1 - patch : pieceOf[t] === pieceA ? pieceB : pieceA;
    let distances = this.#distances.get(key);
    if (!distances) {
      const others =
        pieceA === pieceB
          ? Uint32Array.from(region.filter((other) => patches.find(other) !== patch))
          : trianglesOf[key];
      distances = new PointDistance(this.#crossings.positions, this.#facts.triangles, others);
      this.#distances.set(key, distances);
    }
    const distance = distances.distance(...point);
    return Number.isFinite(distance) ? distance : 0;
  }

  /** Whether a piece is closed and encloses something: one that is flat, such as a face with its back, has no inside. */
  isSolid(piece: number): boolean {
    const { closed, trianglesOf } = this.#facts;
    if (!closed[piece]) return false;
    const { volume, added } = this.#volume(piece);
    return Math.abs(volume) > FLAT * added && trianglesOf[piece].length > 2;
  }

  /** Whether the triangles of its piece face outwards: by the sign of the volume that they enclose. */
  #isOutward(t: number): boolean {
    return this.#volume(this.#facts.pieceOf[t]).volume >= 0;
  }

  /** Six times what a piece encloses, and the sum of what is added up and taken away for that. */
  #volume(piece: number): { volume: number; added: number } {
    const { trianglesOf, triangles } = this.#facts;
    const { positions } = this.#crossings;
    const known = this.#volumes.get(piece);
    if (known) return known;
    const o = 3 * triangles[3 * trianglesOf[piece][0]];
    const sums = { volume: 0, added: 0 };
    for (const each of trianglesOf[piece]) {
      const [p, q, r] = [0, 1, 2].map((k) => 3 * triangles[3 * each + k]);
      const d = (at: number, k: number): number => positions[at + k] - positions[o + k];
      const terms = [
        d(p, 0) * (d(q, 1) * d(r, 2) - d(q, 2) * d(r, 1)),
        d(p, 1) * (d(q, 2) * d(r, 0) - d(q, 0) * d(r, 2)),
        d(p, 2) * (d(q, 0) * d(r, 1) - d(q, 1) * d(r, 0)),
      ];
      for (const term of terms) {
        sums.volume += term;
        sums.added += Math.abs(term);
      }
    }
    this.#volumes.set(piece, sums);
    return sums;
  }

  #edgesOf(t: number): [from: number, to: number, halfEdge: number][] {
    const { triangles } = this.#facts;
    return [0, 1, 2].map((k) => [triangles[3 * t + k], triangles[3 * t + ((k + 1) % 3)], 3 * t + k]);
  }
}

/** Stretches of the edge from a to b that are inside, in that direction. */
function insideStretches(
  positions: Float64Array,
  a: number,
  b: number,
  crossed: readonly Crossing[],
  inside: ReadonlyMap<number, 0 | 1>,
): [Point, Point][] {
  const along = a < b ? crossed : [...crossed].reverse();
  const stops = [pointOf(positions, a), ...along.map(({ point }) => point), pointOf(positions, b)];
  const first = inside.get(a) === 1 ? 0 : 1;
  const stretches: [Point, Point][] = [];
  for (let i = first; i + 1 < stops.length; i += 2) stretches.push([stops[i], stops[i + 1]]);
  return stretches;
}

function pointOf(positions: Float64Array, v: number): Point {
  return [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]];
}

function middle(p: Point, q: Point): Point {
  return [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (p[2] + q[2]) / 2];
}
