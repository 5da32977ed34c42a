import type { VertexTriangles } from 'selfcollide/mesh';
import { type Crossings, JITTER, type Segment } from './crossings.ts';
import { type Overlap, OverlapFinder } from './overlap.ts';
import type { PlaceMeasure } from './place-measure.ts';
import { Separation } from './separation.ts';
import type { SurfaceFacts } from './surface-facts.ts';
import { WayBackFinder } from './way-back.ts';

/** Far above what moving vertices by a hair can make, far below what anyone would mend: such depths are 0. */
const NOTHING_SHARE = 1e3 * JITTER;
/** What moving by a hair can do to a distance, along three axes and at both ends. */
const SLACK_SHARE = 4 * JITTER;
/** Volumes are sums of products of three coordinates. */
const ROUNDING_SHARE = 1e-15;

type Depth = Pick<
  PlaceMeasure,
  | 'depthMethod'
  | 'depthKind'
  | 'depthAtLeast'
  | 'depthAtMost'
  | 'depthReason'
  | 'meanDepth'
  | 'volume'
  | 'area'
  | 'closed'
> & {
  readonly depth: number;
  /** Closed parts overlap by more than a hair. */
  readonly overlaps: boolean;
};

/** What is known of two pieces that cross at a place. */
interface PairDepth {
  readonly distinct: boolean;
  readonly closed: boolean;
  readonly regions: readonly Overlap[] | undefined;
}

/** How deep places of one pose are, with bounds. */
export class PlaceDepths {
  readonly #facts: SurfaceFacts;
  readonly #size: number;
  readonly #overlaps: OverlapFinder;
  readonly #separation: Separation;
  readonly #wayBack: WayBackFinder;
  readonly #pairs = new Map<string, PairDepth>();

  constructor(facts: SurfaceFacts, around: VertexTriangles, crossings: Crossings, size: number) {
    this.#facts = facts;
    this.#size = size;
    this.#overlaps = new OverlapFinder(facts, around, crossings);
    this.#separation = new Separation(facts, crossings.positions);
    this.#wayBack = new WayBackFinder(facts, around, crossings);
  }

  /** `wayOut`: how far single edges must move at least; undefined if none passes strictly through a triangle. */
  find(own: ReadonlySet<number>, segments: readonly Segment[], wayOut: number | undefined): Depth {
    const { pieceOf } = this.#facts;
    const nothing = NOTHING_SHARE * this.#size;
    const slack = SLACK_SHARE * this.#size;
    const crossing = new Map<string, { a: number; b: number; triangles: Set<number> }>();
    for (const { s, t } of segments) {
      const [a, b] = [pieceOf[s], pieceOf[t]].sort((p, q) => p - q);
      const known = crossing.get(`${a} ${b}`) ?? { a, b, triangles: new Set<number>() };
      crossing.set(`${a} ${b}`, known);
      known.triangles.add(s).add(t);
    }
    const pairs = Array.from(crossing.values(), ({ a, b, triangles }) => {
      const pair = this.#pair(a, b);
      const regions = pair.regions?.filter((region) => region.triangles.some((t) => own.has(t)));
      return { ...pair, a, b, triangles, regions };
    });
    const regions = pairs.flatMap((pair) => pair.regions ?? []);
    const closed = pairs.length > 0 && pairs.every((pair) => pair.closed);
    const volume = regions.reduce((sum, region) => sum + region.volume, 0);
    const area = regions.reduce((sum, region) => sum + region.area, 0);
    let inside = Math.max(0, ...regions.map(({ deepest }) => deepest - slack));
    // no body is larger than its surface times its depth: where it seems so, surfaces lie on each other and the inside has to be asked
    const isThick = volume > Math.max(nothing, 2 * inside) * area && volume > ROUNDING_SHARE * this.#size ** 3;
    if (closed && isThick) {
      for (const pair of pairs.filter(({ distinct }) => distinct)) {
        for (const region of pair.regions ?? []) {
          inside = Math.max(inside, this.#overlaps.depthAtMiddle(region, pair.a, pair.b) - slack);
        }
      }
    }
    const apart = Math.max(
      0,
      ...pairs.map(({ a, b, distinct, triangles }) =>
        distinct ? this.#separation.find(a, b, triangles) + slack : Number.POSITIVE_INFINITY,
      ),
    );
    // what a hair separates is flat, whatever its volume rounds to
    const overlaps = closed && (inside > nothing || isThick) && apart > nothing;
    if (wayOut === undefined && !overlaps) return { ...NO_DEPTH, closed };
    const least = Math.max(inside, (wayOut ?? 0) - slack, 0);
    // closed parts are moved as wholes, which are solid: drawing the surface back would not do
    const solids = closed && pairs.every(({ distinct }) => distinct);
    const back = solids ? undefined : this.#wayBack.find(segments);
    const most = Math.min(
      pairs.length > 0 ? apart : Number.POSITIVE_INFINITY,
      back ? back.way + slack : Number.POSITIVE_INFINITY,
    );
    const bounded = Number.isFinite(most);
    const exact = bounded && most - least <= NOTHING_SHARE * this.#size;
    const bounds = {
      depthKind: exact ? ('exact' as const) : bounded ? ('both' as const) : ('lower' as const),
      depthAtLeast: least,
      ...(bounded && { depthAtMost: Math.max(most, least) }),
    };
    const measured = { ...(closed && { volume }), closed, overlaps };
    const isMeasuredInside = pairs.length > 0 && inside > 0 && pairs.every((pair) => (pair.regions ?? []).length > 0);
    if (isMeasuredInside) {
      const meanDepth = Math.max(...regions.map((region) => region.meanDepth));
      const reason = bounded ? {} : { depthReason: 'one piece in itself: measured at points that are inside' };
      return { depth: least, depthMethod: 'inside', ...bounds, ...reason, meanDepth, ...measured, area };
    }
    if (back && bounded && most < apart) {
      return { depth: bounds.depthAtMost!, depthMethod: 'way back', ...bounds, ...measured, area: back.area };
    }
    const depthReason = closed ? 'more than two layers overlap' : 'open surface, nothing is cut off';
    return { depth: least, depthMethod: 'crossing', ...bounds, depthReason, ...measured };
  }

  #pair(a: number, b: number): PairDepth {
    const key = `${a} ${b}`;
    let pair = this.#pairs.get(key);
    if (!pair) {
      const isClosed = { [a]: this.#overlaps.isSolid(a), [b]: this.#overlaps.isSolid(b) };
      const regions =
        isClosed[a] && isClosed[b]
          ? this.#overlaps.find(a, b)
          : isClosed[b]
            ? this.#overlaps.findInside(a, b)
            : isClosed[a]
              ? this.#overlaps.findInside(b, a)
              : undefined;
      pair = { distinct: a !== b, closed: isClosed[a] && isClosed[b], regions };
      this.#pairs.set(key, pair);
    }
    return pair;
  }
}

const NO_DEPTH = { depth: 0, depthMethod: 'none', depthKind: 'exact', overlaps: false } as const;
