import type { VertexTriangles } from 'selfcollide/mesh';
import type { Crossings, Point, Segment } from './crossings.ts';
import { Groups } from './groups.ts';
import { NearestFirst } from './nearest-first.ts';
import type { SurfaceFacts } from './surface-facts.ts';

/** A search that gets so far has not found a small part. */
const MAX_FLAP = 20_000;

/** How far what has gone through has to be drawn back along its own surface until nothing crosses, and how much that is. */
export interface WayBack {
  readonly way: number;
  readonly area: number;
}

/** Edges of one sheet that are cut along one curve, with where they are. */
type Trace = { readonly a: number; readonly b: number; readonly point: Point }[];

/**
 * Open surfaces have no inside. Where a crossing cuts a part off, all points of that part can be drawn back along the surface to the crossing:
 * none has to move farther than it is from there on the surface. Of the two sheets that cross somewhere, and of the parts that a sheet is cut into,
 * those are drawn back that are nearer. An upper bound: on edges ways along edges are taken, and within a triangle the way to its rim.
 */
export class WayBackFinder {
  readonly #facts: SurfaceFacts;
  readonly #around: VertexTriangles;
  readonly #crossings: Crossings;

  constructor(facts: SurfaceFacts, around: VertexTriangles, crossings: Crossings) {
    this.#facts = facts;
    this.#around = around;
    this.#crossings = crossings;
  }

  /** Undefined where nothing is cut off, as where a sheet is slit, or too much is. */
  find(segments: readonly Segment[]): WayBack | undefined {
    const { nodeOf, traces } = this.#findTraces(segments);
    const known = new Map<number, WayBack | undefined>();
    const wayOf = (node: number): WayBack | undefined => {
      if (!known.has(node)) known.set(node, this.#drawBack(traces.get(node) ?? []));
      return known.get(node);
    };
    const chosen = new Set<WayBack>();
    for (const segment of segments) {
      const [first, second] = [wayOf(nodeOf(segment, segment.s)), wayOf(nodeOf(segment, segment.t))];
      const nearer = first && (!second || first.way <= second.way) ? first : second;
      if (!nearer) return undefined;
      chosen.add(nearer);
    }
    const all = [...chosen];
    return all.length === 0
      ? undefined
      : { way: Math.max(...all.map(({ way }) => way)), area: all.reduce((sum, { area }) => sum + area, 0) };
  }

  /**
   * Segments that follow each other make a curve, which runs over two sheets: over each of them from triangle to triangle through edges that it
   * cuts. A curve within one triangle cuts none, and cuts nothing off there.
   */
  #findTraces(segments: readonly Segment[]) {
    const { meetingAt } = this.#crossings;
    const triangleCount = this.#facts.pieceOf.length;
    const curves = new Groups(segments.keys());
    const before = new Map<Point, number>();
    segments.forEach(({ from, to }, i) => {
      for (const end of [from, to]) {
        if (!meetingAt.has(end)) continue;
        const other = before.get(end);
        if (other === undefined) before.set(end, i);
        else curves.join(i, other);
      }
    });
    const numberOf = new Map(segments.map((segment, i) => [segment, i]));
    const nodeAt = (i: number, t: number): number => curves.find(i) * triangleCount + t;
    const nodes = new Groups(segments.flatMap(({ s, t }, i) => [nodeAt(i, s), nodeAt(i, t)]));
    const owners = new Map<Point, number>();
    segments.forEach(({ s, t, from, to }, i) => {
      for (const end of [from, to]) {
        const meeting = meetingAt.get(end);
        if (!meeting) continue;
        const owner = nodeAt(i, meeting.triangle === s ? t : s);
        const other = owners.get(end);
        if (other === undefined) owners.set(end, owner);
        else nodes.join(owner, other);
      }
    });
    const traces = new Map<number, Trace>();
    for (const [point, owner] of owners) {
      const { a, b } = meetingAt.get(point)!;
      const list = traces.get(nodes.find(owner));
      if (list) list.push({ a, b, point });
      else traces.set(nodes.find(owner), [{ a, b, point }]);
    }
    return { nodeOf: (segment: Segment, t: number) => nodes.find(nodeAt(numberOf.get(segment)!, t)), traces };
  }

  /**
   * Goes from the cuts into the surface on all sides at once, the nearest vertex first, until all sides but one have come to their ends: that one
   * stays where it is.
   */
  #drawBack(trace: Trace): WayBack | undefined {
    const { triangles } = this.#facts;
    const { start, list } = this.#around;
    const { edgeKey, positions } = this.#crossings;
    const farCut = this.#farCuts(trace);
    const isCut = new Set(trace.map(({ a, b }) => edgeKey(a, b)));
    const sides = new Groups(farCut.keys());
    const open = new Map(Array.from(farCut.keys(), (seed) => [seed, 1]));
    const seedOf = new Map(Array.from(farCut.keys(), (seed) => [seed, seed]));
    const queue = new NearestFirst();
    const wayTo = new Map<number, number>();
    for (const [seed, { least }] of farCut) queue.push(seed, least);
    let openSides = farCut.size;
    while (openSides > 1) {
      const next = queue.pop();
      if (!next || wayTo.size > MAX_FLAP) return undefined;
      const [v, way] = next;
      const side = sides.find(seedOf.get(v)!);
      open.set(side, open.get(side)! - 1);
      if (!wayTo.has(v)) {
        wayTo.set(v, way);
        for (let place = start[v]; place < start[v + 1]; place++) {
          for (let c = 3 * list[place]; c < 3 * list[place] + 3; c++) {
            const w = triangles[c];
            if (w === v || isCut.has(edgeKey(v, w))) continue;
            const own = sides.find(seedOf.get(v)!);
            const other = seedOf.get(w) === undefined ? own : sides.find(seedOf.get(w)!);
            if (other !== own) {
              const sum = open.get(own)! + open.get(other)!;
              // either may have come to its end for the moment
              if (open.get(other)! === 0) openSides++;
              sides.join(own, other);
              open.set(sides.find(own), sum);
              openSides--;
            }
            if (!seedOf.has(w)) seedOf.set(w, seedOf.get(v)!);
            if (wayTo.has(w)) continue;
            const root = sides.find(seedOf.get(v)!);
            open.set(root, open.get(root)! + 1);
            queue.push(w, way + distance(positions, v, w));
          }
        }
      }
      if (open.get(sides.find(seedOf.get(v)!)) === 0) openSides--;
    }
    const kept = Array.from(open.keys()).find((seed) => sides.find(seed) === seed && open.get(seed)! > 0);
    const isKept = (v: number): boolean => !seedOf.has(v) || sides.find(seedOf.get(v)!) === kept;
    if (kept === undefined || trace.some(({ a, b }) => isKept(a) && isKept(b))) return undefined;
    return this.#measure(wayTo, farCut, isKept);
  }

  /** Ends of cut edges → how far it is to the last cut on each edge, and the least of these. */
  #farCuts(trace: Trace): Map<number, { least: number; byEnd: Map<number, number> }> {
    const cuts = new Map<number, { least: number; byEnd: Map<number, number> }>();
    const { positions } = this.#crossings;
    for (const { a, b, point } of trace) {
      for (const [v, w] of [
        [a, b],
        [b, a],
      ]) {
        const cut = cuts.get(v) ?? { least: 0, byEnd: new Map<number, number>() };
        cuts.set(v, cut);
        const way = Math.hypot(...point.map((value, k) => value - positions[3 * v + k]));
        cut.byEnd.set(w, Math.max(way, cut.byEnd.get(w) ?? 0));
      }
    }
    for (const cut of cuts.values()) cut.least = Math.min(...cut.byEnd.values());
    return cuts;
  }

  /** The farthest point of what is drawn back: at most half a way around an edge, and from there into a triangle no farther than a circle in it. */
  #measure(
    wayTo: ReadonlyMap<number, number>,
    farCut: ReadonlyMap<number, { byEnd: ReadonlyMap<number, number> }>,
    isKept: (v: number) => boolean,
  ): WayBack {
    const { triangles } = this.#facts;
    const { start, list } = this.#around;
    const { positions } = this.#crossings;
    const drawn = new Set<number>();
    for (const v of wayTo.keys()) {
      if (!isKept(v)) for (let place = start[v]; place < start[v + 1]; place++) drawn.add(list[place]);
    }
    let [farthest, total] = [0, 0];
    for (const t of drawn) {
      const corners = [0, 1, 2].map((k) => triangles[3 * t + k]);
      const area = areaOf(positions, corners);
      if (!corners.some(isKept)) total += area;
      let [around, onEdges] = [0, 0];
      corners.forEach((v, k) => {
        const w = corners[(k + 1) % 3];
        const length = distance(positions, v, w);
        around += length;
        for (const [from, to] of [
          [v, w],
          [w, v],
        ]) {
          if (isKept(from)) continue;
          const cut = farCut.get(from)?.byEnd.get(to);
          const [end, stretch] = cut === undefined ? [wayTo.get(to) ?? 0, length] : [0, cut];
          onEdges = Math.max(onEdges, (wayTo.get(from)! + end + stretch) / 2);
        }
      });
      farthest = Math.max(farthest, onEdges + (around > 0 ? (2 * area) / around : 0));
    }
    return { way: farthest, area: total };
  }
}

function distance(positions: Float64Array, v: number, w: number): number {
  return Math.hypot(
    positions[3 * v] - positions[3 * w],
    positions[3 * v + 1] - positions[3 * w + 1],
    positions[3 * v + 2] - positions[3 * w + 2],
  );
}

export function areaOf(positions: Float64Array, [a, b, c]: readonly number[]): number {
  const d = (v: number, k: number): number => positions[3 * v + k] - positions[3 * a + k];
  return (
    Math.hypot(
      d(b, 1) * d(c, 2) - d(b, 2) * d(c, 1),
      d(b, 2) * d(c, 0) - d(b, 0) * d(c, 2),
      d(b, 0) * d(c, 1) - d(b, 1) * d(c, 0),
    ) / 2
  );
}
