import type { SurfaceFacts } from './surface-facts.ts';

/**
 * Every corner of some triangles moved by at most `by` along each axis. How far depends on where a vertex is and on the shape of its piece, not
 * on its number; and the axes are told apart by the coordinates themselves. So a file gives what it gives in another order of vertices, triangles
 * or objects, and turned by 90°. Coinciding vertices of different pieces move apart.
 */
export function jitter(
  { triangles, pieceOf }: SurfaceFacts,
  given: Float64Array,
  by: number,
  chosen: Uint32Array,
): Float64Array {
  const vertices = new Set<number>();
  for (const t of chosen) for (let k = 3 * t; k < 3 * t + 3; k++) vertices.add(triangles[k]);
  const hash = createHash();
  const places = (axes: Axes): Map<number, number> => {
    const place = (v: number) => axes.reduce((mixed, { axis, sign }) => hash(mixed, sign * given[3 * v + axis]), 1);
    return new Map(Array.from(vertices, (v) => [v, place(v)]));
  };
  const [{ axes, placeOf }] = findAxes(given, vertices)
    .map((each) => ({ axes: each, placeOf: places(each) }))
    .map((each, _, all) => ({ ...each, sum: all.length > 1 ? sumOf(triangles, chosen, each.placeOf) : 0 }))
    .sort((p, q) => p.sum - q.sum);
  const saltOf = saltPieces(triangles, pieceOf, chosen, placeOf);
  const salts = new Map<number, number>();
  for (const t of chosen) {
    const salt = saltOf.get(pieceOf[t])!;
    for (let k = 3 * t; k < 3 * t + 3; k++) {
      const v = triangles[k];
      salts.set(v, Math.min(salt, salts.get(v) ?? salt));
    }
  }
  const moved = given.slice();
  for (const v of vertices) {
    let mixed = scramble(placeOf.get(v)! ^ salts.get(v)!);
    for (const { axis, sign } of axes) {
      moved[3 * v + axis] += (sign * by * mixed) / 2 ** 31;
      mixed = scramble(mixed + 0x9e3779b1);
    }
  }
  return moved;
}

type Axes = readonly { readonly axis: number; readonly sign: 1 | -1 }[];

/**
 * By the coordinates of each axis in ascending order: the same three, in the same order, for a model turned by 90°. Several where coordinates do
 * not tell, as of a model that is its own mirror image.
 */
function findAxes(given: Float64Array, vertices: ReadonlySet<number>): Axes[] {
  const sorted = [0, 1, 2].map((axis) => {
    const values = Float64Array.from(vertices, (v) => given[3 * v + axis]).sort();
    const last = values.length - 1;
    const lopsided = values.findIndex((value, i) => value + values[last - i] !== 0);
    const sum = lopsided < 0 ? 0 : values[lopsided] + values[last - lopsided];
    const signs: readonly (1 | -1)[] = sum > 0 ? [1] : sum < 0 ? [-1] : [1, -1];
    return { axis, signs, values: sum < 0 ? values.map((value) => -value).reverse() : values };
  });
  const compare = (p: number, q: number): number => {
    const at = sorted[p].values.findIndex((value, i) => value !== sorted[q].values[i]);
    return at < 0 ? 0 : sorted[p].values[at] - sorted[q].values[at];
  };
  const orders = ORDERS.filter(([a, b, c]) => compare(a, b) <= 0 && compare(b, c) <= 0);
  return orders.flatMap((order) =>
    order.reduce<Axes[]>(
      (some, axis) => some.flatMap((axes) => sorted[axis].signs.map((sign) => [...axes, { axis, sign }])),
      [[]],
    ),
  );
}

const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;

/** Of triangles by where they are, whatever their order. */
function sumOf(triangles: Uint32Array, chosen: Uint32Array, placeOf: ReadonlyMap<number, number>): number {
  let sum = 0;
  for (const t of chosen) {
    let corners = 0;
    for (let k = 3 * t; k < 3 * t + 3; k++) corners = (corners + scramble(placeOf.get(triangles[k])!)) | 0;
    sum = (sum + scramble(corners)) | 0;
  }
  return sum;
}

/** A number a piece, from where its triangles are; pieces at the same place, which nothing tells apart, are counted. */
function saltPieces(
  triangles: Uint32Array,
  pieceOf: Uint32Array,
  chosen: Uint32Array,
  placeOf: ReadonlyMap<number, number>,
): Map<number, number> {
  const sums = new Map<number, number>();
  for (const t of chosen) {
    sums.set(pieceOf[t], ((sums.get(pieceOf[t]) ?? 0) + sumOf(triangles, Uint32Array.of(t), placeOf)) | 0);
  }
  const seen = new Map<number, number>();
  return new Map(
    [...sums]
      .sort(([a], [b]) => a - b)
      .map(([piece, sum]) => {
        const count = seen.get(sum) ?? 0;
        seen.set(sum, count + 1);
        return [piece, scramble(sum + Math.imul(count, 0x27d4eb2f))];
      }),
  );
}

function createHash(): (before: number, value: number) => number {
  const double = new Float64Array(1);
  const words = new Uint32Array(double.buffer);
  return (before, value) => {
    double[0] = value + 0; // −0 is 0
    return scramble(scramble(before ^ words[0]) ^ words[1]);
  };
}

function scramble(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
