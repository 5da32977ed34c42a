import { toIntegers, toNumber } from '../predicates/whole-numbers.ts';

/** Where a contact is, without the point: that is rounded anyway. */
export interface ExactLocation {
  readonly alongEdge: number;
  readonly barycentric: [number, number, number];
  readonly stretch?: [number, number];
}

type Vector = readonly [bigint, bigint, bigint];

/** top / bottom with bottom > 0. */
interface Fraction {
  readonly top: bigint;
  readonly bottom: bigint;
}

const ZERO: Fraction = { top: 0n, bottom: 1n };
const ONE: Fraction = { top: 1n, bottom: 1n };

/**
 * Locates the contact between edge pq and triangle abc, which are known to intersect, in whole-number arithmetic: right for
 * any finite doubles and however close to parallel. Slow, for the cases where plain doubles do not suffice.
 */
export function locateExactly(positions: Float64Array, vertices: readonly number[]): ExactLocation {
  const whole = toIntegers(vertices.flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)]));
  const [p, q, a, b, c] = vertices.map((_, i): Vector => [whole[3 * i], whole[3 * i + 1], whole[3 * i + 2]]);
  const normal = cross(minus(b, a), minus(c, a));
  const axis = normal.findIndex((x) => x !== 0n);
  if (axis < 0) return locateOnSegment(p, q, [a, b, c]);
  const across = dot(normal, minus(q, p));
  if (across === 0n) return locateInPlane(p, q, [a, b, c], axis, normal[axis] < 0n ? -1n : 1n);

  // weights are the volumes that the edge spans with the opposite sides
  const direction = minus(q, p);
  const weight = (u: Vector, v: Vector) => toNumber(dot(direction, cross(minus(u, p), minus(v, p))), across);
  return {
    alongEdge: toNumber(dot(normal, minus(a, p)), across),
    barycentric: [weight(b, c), weight(c, a), weight(a, b)],
  };
}

/** The edge lies in the plane: what the three sides leave of it when they cut one after the other. */
function locateInPlane(p: Vector, q: Vector, corners: readonly Vector[], axis: number, sign: bigint): ExactLocation {
  const distances = corners.map((_, k) => {
    const [u, v] = [corners[(k + 1) % 3], corners[(k + 2) % 3]]; // the side opposite corner k
    const distance = (x: Vector) => sign * cross(minus(v, u), minus(x, u))[axis];
    return [distance(p), distance(q)];
  });
  let from = ZERO;
  let to = ONE;
  for (const [atP, atQ] of distances) {
    if (atP < 0n && atQ > atP) from = greater(from, { top: -atP, bottom: atQ - atP });
    if (atQ < 0n && atP > atQ) to = lesser(to, { top: atP, bottom: atP - atQ });
  }
  const middle = between(from, to);
  const parts = distances.map(([atP, atQ]) => atP * (middle.bottom - middle.top) + atQ * middle.top);
  const sum = parts[0] + parts[1] + parts[2];
  return {
    alongEdge: rounded(middle),
    barycentric: [toNumber(parts[0], sum), toNumber(parts[1], sum), toNumber(parts[2], sum)],
    stretch: [rounded(from), rounded(to)],
  };
}

/** The triangle has no area: it is the segment between its two outermost corners, or a point. */
function locateOnSegment(p: Vector, q: Vector, corners: readonly Vector[]): ExactLocation {
  // on one line the order of the coordinates, compared one after the other, is the order along the line
  const order = [0, 1, 2].sort((i, j) => compare(corners[i], corners[j]));
  const [first, last] = [order[0], order[2]];
  const [r, s] = [corners[first], corners[last]];
  const d = minus(q, p);
  const e = minus(s, r);
  const weights = (share: Fraction): [number, number, number] => {
    const barycentric: [number, number, number] = [0, 0, 0];
    barycentric[first] += toNumber(share.bottom - share.top, share.bottom);
    barycentric[last] += rounded(share);
    return barycentric;
  };

  const turn = cross(d, e);
  const crossAxis = turn.findIndex((x) => x !== 0n);
  if (crossAxis >= 0) {
    const w = minus(r, p);
    const alongEdge = fraction(cross(w, e)[crossAxis], turn[crossAxis]);
    const share = fraction(cross(w, d)[crossAxis], turn[crossAxis]);
    return { alongEdge: rounded(alongEdge), barycentric: weights(share) };
  }
  const edgeAxis = d.findIndex((x) => x !== 0n);
  const segmentAxis = e.findIndex((x) => x !== 0n);
  let from = ZERO;
  let to = ONE;
  if (edgeAxis >= 0) {
    const atR = fraction(r[edgeAxis] - p[edgeAxis], d[edgeAxis]);
    const atS = fraction(s[edgeAxis] - p[edgeAxis], d[edgeAxis]);
    from = greater(ZERO, lesser(atR, atS));
    to = lesser(ONE, greater(atR, atS));
  }
  const middle = between(from, to);
  const share =
    segmentAxis < 0
      ? ZERO
      : fraction(
          (p[segmentAxis] - r[segmentAxis]) * middle.bottom + d[segmentAxis] * middle.top,
          e[segmentAxis] * middle.bottom,
        );
  return { alongEdge: rounded(middle), barycentric: weights(share), stretch: [rounded(from), rounded(to)] };
}

function minus(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function dot(a: Vector, b: Vector): bigint {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function compare(a: Vector, b: Vector): number {
  for (let axis = 0; axis < 3; axis++) if (a[axis] !== b[axis]) return a[axis] < b[axis] ? -1 : 1;
  return 0;
}

function fraction(top: bigint, bottom: bigint): Fraction {
  return bottom < 0n ? { top: -top, bottom: -bottom } : { top, bottom };
}

const rounded = ({ top, bottom }: Fraction): number => toNumber(top, bottom);
const lesser = (a: Fraction, b: Fraction): Fraction => (a.top * b.bottom <= b.top * a.bottom ? a : b);
const greater = (a: Fraction, b: Fraction): Fraction => (a.top * b.bottom >= b.top * a.bottom ? a : b);

function between(a: Fraction, b: Fraction): Fraction {
  return { top: a.top * b.bottom + b.top * a.bottom, bottom: 2n * a.bottom * b.bottom };
}
