import { type AlgebraicTime, dyadicTime, rootsInUnit } from './algebraic-times.ts';
import { cross, difference, dot, type MovingVector } from './moving-points.ts';
import { minus, type Polynomial, times } from './polynomials.ts';

/**
 * One way to be close: a squared distance, cleared of its denominator, is at most the squared separation (`excess` ≤ 0), where the closest points are
 * inside both features (all of `inside` ≥ 0) and the denominator is not 0 (`size` > 0).
 */
interface Closeness {
  readonly excess: Polynomial;
  readonly inside: readonly Polynomial[];
  readonly size: Polynomial;
}

const ONE: Polynomial = [1n];

/**
 * The first time in [0, 1] at which the features are at most `separation` apart. If they are farther at 0, they are exactly that far then, in one of the ways of
 * being close: so it is a root of an excess. An excess that is always 0 may be left out: its condition is entered where an end of a feature is that close.
 */
export function firstWithin(
  at: readonly MovingVector[],
  kind: 'vertex-triangle' | 'edge-edge',
  separation: bigint,
): AlgebraicTime | null {
  const square: Polynomial = separation === 0n ? [] : [separation * separation];
  const ways = kind === 'vertex-triangle' ? vertexTriangleWays(at, square) : edgeEdgeWays(at, square);
  const start = dyadicTime(0n, 0);
  if (ways.some((way) => start.sign(way.excess) <= 0 && holds(start, way))) return start;
  let best: AlgebraicTime | null = null;
  for (const way of ways) {
    if (way.excess.length === 0) continue;
    const time = rootsInUnit(way.excess).find((root) => holds(root, way));
    if (time !== undefined && (best === null || time.isBefore(best))) best = time;
  }
  return best;
}

function holds(time: AlgebraicTime, { inside, size }: Closeness): boolean {
  return time.sign(size) > 0 && inside.every((condition) => time.sign(condition) >= 0);
}

function pointToPoint(p: MovingVector, q: MovingVector, square: Polynomial): Closeness {
  const d = difference(p, q);
  return { excess: minus(dot(d, d), square), inside: [], size: ONE };
}

function pointToLine(p: MovingVector, a: MovingVector, b: MovingVector, square: Polynomial): Closeness {
  const u = difference(b, a);
  const d = difference(p, a);
  const area = cross(u, d);
  const size = dot(u, u);
  const along = dot(u, d);
  return { excess: minus(dot(area, area), times(square, size)), inside: [along, minus(size, along)], size };
}

function vertexTriangleWays([v, a, b, c]: readonly MovingVector[], square: Polynomial): Closeness[] {
  const normal = cross(difference(b, a), difference(c, a));
  const size = dot(normal, normal);
  const volume = dot(normal, difference(v, a));
  const turn = (from: MovingVector, to: MovingVector): Polynomial =>
    dot(normal, cross(difference(to, from), difference(v, from)));
  return [
    ...[a, b, c].map((corner) => pointToPoint(v, corner, square)),
    pointToLine(v, a, b, square),
    pointToLine(v, b, c, square),
    pointToLine(v, c, a, square),
    {
      excess: minus(times(volume, volume), times(square, size)),
      inside: [turn(a, b), turn(b, c), turn(c, a)],
      size,
    },
  ];
}

function edgeEdgeWays([a, b, c, d]: readonly MovingVector[], square: Polynomial): Closeness[] {
  const u = difference(b, a);
  const w = difference(d, c);
  const between = difference(c, a);
  const normal = cross(u, w);
  const size = dot(normal, normal);
  const volume = dot(normal, between);
  // where along ab and along cd the common perpendicular is, times size
  const alongFirst = dot(normal, cross(between, w));
  const alongSecond = dot(normal, cross(between, u));
  return [
    ...[a, b].flatMap((end) => [pointToPoint(end, c, square), pointToPoint(end, d, square)]),
    pointToLine(a, c, d, square),
    pointToLine(b, c, d, square),
    pointToLine(c, a, b, square),
    pointToLine(d, a, b, square),
    {
      excess: minus(times(volume, volume), times(square, size)),
      inside: [alongFirst, minus(size, alongFirst), alongSecond, minus(size, alongSecond)],
      size,
    },
  ];
}
