import { createDetector } from 'selfcollide';
import { expect, it } from 'vitest';
import { type CutPolygon, cutPolygon } from '../../src/polygons/cut-polygon.ts';
import { seededRandom } from '../random.ts';

type Point = readonly number[];

const pick = <T>(random: () => number, list: readonly T[]): T => list[Math.floor(random() * list.length)];
/** Lattice points, counter-clockwise. */
const outline = (text: string): Point[] => text.split(' ').map((xy) => [...xy].map(Number));
const OUTLINES: Record<string, Point[]> = {
  T: outline('02 12 10 20 22 32 33 03'),
  E: outline('00 30 31 11 12 32 33 13 14 34 35 05'),
  cross: outline('10 20 21 31 32 22 23 13 12 02 01 11'),
  castle: outline('00 70 72 62 61 52 42 41 32 22 21 12 02'),
  comb: outline('00 80 81 73 71 61 53 51 41 33 31 21 13 11 01'),
  spiral: outline('00 60 66 16 12 42 44 34 33 23 25 55 51 01'),
  arrow: outline('03 33 32 54 36 35 05'),
  // a square with a square hole, joined by a cut that runs there and back, and one with two, the second reached from the first
  hole: outline('00 50 55 05 00 11 13 33 31 11'),
  holes: outline('00 90 95 05 00 11 13 33 53 83 81 51 53 33 31 11'),
  // touches itself in a corner
  pinched: outline('00 20 22 42 44 24 22 02'),
  pinchedInside: outline('00 60 66 06 00 12 22 21'),
};

/** A random outline of lattice squares grown from one, without holes or corners that touch. */
function randomOutline(random: () => number): Point[] {
  const size = 6;
  const filled = new Set<number>([14]);
  const has = (x: number, y: number) => x >= 0 && y >= 0 && x < size && y < size && filled.has(size * y + x);
  for (let tries = 0; tries < 40; tries++) {
    const [x, y] = [Math.floor(size * random()), Math.floor(size * random())];
    // around a new square the filled ones must be one stretch, with a side among them
    const ring = [
      [1, 0],
      [1, 1],
      [0, 1],
      [-1, 1],
      [-1, 0],
      [-1, -1],
      [0, -1],
      [1, -1],
    ].map(([i, j]) => has(x + i, y + j));
    let changes = 0;
    for (let k = 0; k < 8; k++) if (ring[k] !== ring[(k + 1) % 8]) changes++;
    if (!has(x, y) && changes === 2 && (ring[0] || ring[2] || ring[4] || ring[6])) filled.add(size * y + x);
  }
  const next = new Map<string, Point>();
  for (const place of filled) {
    const [x, y] = [place % size, Math.floor(place / size)];
    if (!has(x, y - 1)) next.set(`${[x, y]}`, [x + 1, y]);
    if (!has(x + 1, y)) next.set(`${[x + 1, y]}`, [x + 1, y + 1]);
    if (!has(x, y + 1)) next.set(`${[x + 1, y + 1]}`, [x, y + 1]);
    if (!has(x - 1, y)) next.set(`${[x, y + 1]}`, [x, y]);
  }
  const start = [...next.values()][0];
  const points = [start];
  for (let at = next.get(`${start}`)!; `${at}` !== `${start}`; at = next.get(`${at}`)!) points.push(at);
  return points;
}

/** A double as whole number of 2⁻⁴⁰⁰, far below the last bit of all that comes here: sums and products are exact. */
function whole(value: number): bigint {
  let [mantissa, exponent] = [value, 400];
  while (!Number.isInteger(mantissa)) {
    mantissa *= 2;
    exponent--;
  }
  return BigInt(mantissa) << BigInt(exponent);
}

/** Twice the signed area in the plane of coordinates i and j. */
function area(points: readonly (readonly bigint[])[], i: number, j: number): bigint {
  return points.reduce((sum, p, k) => {
    const q = points[(k + 1) % points.length];
    return sum + p[i] * q[j] - p[j] * q[i];
  }, 0n);
}

/** What is wrong with a cut, by whole numbers: triangles of both signs or of none, or areas that do not add up. Doubled corners have none. */
function faultOf(cut: CutPolygon, corners: readonly number[], points: readonly Point[]): string | undefined {
  const exact = points.map((point) => point.map(whole));
  const ring = corners.map((v) => exact[v]);
  const size = (n: bigint) => (n < 0n ? -n : n);
  const planes = [
    [0, 1],
    [1, 2],
    [2, 0],
  ].sort(([a, b], [c, d]) => Number(size(area(ring, c, d)) - size(area(ring, a, b)) > 0n) * 2 - 1);
  const [i, j] = planes[0];
  const all = area(ring, i, j);
  let sum = 0n;
  for (let t = 0; t < cut.triangles.length; t += 3) {
    const own = [0, 1, 2].map((k) => exact[corners[cut.triangles[t + k]]]);
    if (new Set(own.map(String)).size < 3) continue;
    const one = area(own, i, j);
    if (one === 0n || one > 0n !== all > 0n) return `triangle ${t / 3} has area ${one}`;
    sum += one;
  }
  return sum === all ? undefined : `areas add up to ${sum}, not ${all}`;
}

function meets(cut: CutPolygon, corners: readonly number[], points: readonly Point[]): number {
  const triangles = Uint32Array.from(cut.triangles, (place) => corners[place]);
  const detector = createDetector({ positions: Float64Array.from(points.flat()), triangles }, { weld: true });
  return detector.findIntersectingTriangles({ includeNeighbours: true }).count;
}

/** Triangles by coordinates, without order. */
const shapeOf = (cut: CutPolygon, corners: readonly number[], points: readonly Point[]): string =>
  Array.from({ length: cut.triangles.length / 3 }, (_, t) =>
    [0, 1, 2].map((k) => points[corners[cut.triangles[3 * t + k]]].join()),
  )
    .filter((names) => new Set(names).size === 3)
    .map((names) => names.sort().join(' '))
    .sort()
    .join('\n');

function turnedBy(random: () => number, points: readonly Point[]): Point[] {
  const [a, b, c] = [7 * random(), 7 * random(), random() < 0.5 ? 0 : 7 * random()];
  const scale = pick(random, [1, 0.37, 1e-5, 1e6]);
  const shift = [0, 1, 2].map(() => pick(random, [0, 0.1, -1234.5]));
  return points.map(([x, y]) => {
    const [x1, y1] = [x * Math.cos(a) - y * Math.sin(a), x * Math.sin(a) + y * Math.cos(a)];
    const [y2, z2] = c === 0 ? [y1, 0] : [y1 * Math.cos(b), y1 * Math.sin(b)]; // half of them stay in one plane exactly
    const [x3, z3] = [x1 * Math.cos(c) - z2 * Math.sin(c), x1 * Math.sin(c) + z2 * Math.cos(c)];
    return [scale * x3 + shift[0], scale * y2 + shift[1], scale * z3 + shift[2]];
  });
}

const doubledAt = (ring: readonly Point[], random: () => number): Point[] =>
  ring.flatMap((point) => (random() < 0.2 ? [point, point] : [point]));

it('planar faces in turned planes are covered once, however they are numbered, begun and wound', () => {
  const random = seededRandom(2);
  for (let round = 0; round < 200; round++) {
    const name = round % 3 === 0 ? 'random' : pick(random, Object.keys(OUTLINES));
    const flat = name === 'random' ? randomOutline(random) : OUTLINES[name];
    const once = turnedBy(random, flat);
    const ring = random() < 0.3 ? doubledAt(once, random) : once;
    const shapes = new Set<string>();
    for (let start = 0; start < ring.length; start++) {
      // numbers in any order; corners at one place are one vertex or several
      const shared = random() < 0.5;
      const keys = ring.map((point, i) => (shared ? point.join() : String(i)));
      const distinct = [...new Set(keys)].map((key) => [random(), key] as const).sort((p, q) => p[0] - q[0]);
      const numberOf = new Map(distinct.map(([, key], v) => [key, v]));
      const points: Point[] = [];
      ring.forEach((point, i) => {
        points[numberOf.get(keys[i])!] = point;
      });
      const corners = ring.map((_, i) => numberOf.get(keys[(i + start) % ring.length])!);
      if (random() < 0.5) corners.reverse();
      const cut = cutPolygon(corners, Float64Array.from(points.flat()));
      const about = `round ${round}: ${name} from ${start}: ${JSON.stringify(corners)} of ${JSON.stringify(points)}`;
      expect(cut.triangles.length, about).toBe(3 * (ring.length - 2));
      expect(new Set(cut.triangles).size, about).toBe(ring.length);
      expect(cut.planar, about).toBe(true);
      if (name !== 'random') expect(cut.concave, about).toBe(true);
      expect(faultOf(cut, corners, points), about).toBeUndefined();
      if (start < 2) expect(meets(cut, corners, points), about).toBe(0);
      shapes.add(shapeOf(cut, corners, points));
    }
    expect(shapes.size, `round ${round}: ${name}`).toBe(1);
  }
});
