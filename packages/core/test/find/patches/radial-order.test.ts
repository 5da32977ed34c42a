import { expect, test } from 'vitest';
import { type ContourLoops, LOOP_END } from '../../../src/find/patches/contour-loops.ts';
import { ProjectedLoops } from '../../../src/find/patches/projected-loops.ts';
import { createProjection, projectAlong } from '../../../src/find/patches/projection.ts';
import { RadialOrder } from '../../../src/find/patches/radial-order.ts';
import { seededRandom } from '../../predicates/random.ts';

const projection = createProjection();
projectAlong(projection, 0, 0, 1);
const radial = new RadialOrder(64);

function walk(points: readonly (readonly [number, number])[], shift = 0): boolean {
  const turned = points.map((_, i) => points[(i + shift) % points.length]);
  const vertices = Uint32Array.from(turned, (_, i) => (i === turned.length - 1 ? (i | LOOP_END) >>> 0 : i));
  const contourLoops: ContourLoops = {
    start: Uint32Array.of(0, vertices.length),
    vertices,
    nodeOfPatch: new Uint32Array(1),
  };
  const contour = new ProjectedLoops(contourLoops);
  contour.load(contourLoops, 0, Float64Array.from(turned.flatMap(([x, y]) => [x, y, 0])), projection);
  return radial.test(contour);
}

/** All pairs of edges, in whole numbers: points are on a lattice. */
function isSimple(points: readonly (readonly [number, number])[]): boolean {
  const n = points.length;
  const turn = (a: number, b: number, c: number) => {
    const [[ax, ay], [bx, by], [cx, cy]] = [points[a], points[b], points[c]];
    return Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));
  };
  const within = (a: number, b: number, c: number) =>
    [0, 1].every((k) => {
      const [p, q, r] = [points[a][k], points[b][k], points[c][k]];
      return Math.min(p, q) <= r && r <= Math.max(p, q);
    });
  for (let e = 0; e < n; e++) {
    const e1 = (e + 1) % n;
    for (let f = e + 1; f < n; f++) {
      const f1 = (f + 1) % n;
      if (e1 === f || f1 === e) {
        const [a, b, c] = e1 === f ? [e, f, f1] : [f, e, e1];
        if (turn(a, b, c) === 0 && !within(a, c, b)) return false; // folds back
        continue;
      }
      const [a, b, c, d] = [turn(e, e1, f), turn(e, e1, f1), turn(f, f1, e), turn(f, f1, e1)];
      if (a * b < 0 && c * d < 0) return false;
      if ((a === 0 && within(e, e1, f)) || (b === 0 && within(e, e1, f1))) return false;
      if ((c === 0 && within(f, f1, e)) || (d === 0 && within(f, f1, e1))) return false;
    }
  }
  return true;
}

test('what it passes is simple, and it passes most jagged contours, wherever they begin', () => {
  const random = seededRandom(11);
  const counts = { simple: 0, passed: 0, crossing: 0 };
  for (let round = 0; round < 30_000; round++) {
    const n = 5 + Math.floor(random() * 20);
    const swing = random() < 0.5 ? 1.5 : 4; // of neighbouring angles: how far edges step back
    const points = Array.from({ length: n }, (_, i) => {
      const angle = (2 * Math.PI * (i + swing * (random() - 0.5))) / n;
      const radius = 1000 * (0.5 + random());
      return [Math.round(radius * Math.cos(angle)), Math.round(radius * Math.sin(angle))] as const;
    });
    const simple = isSimple(points);
    const passed = walk(points, Math.floor(random() * n));
    if (passed) expect(simple, JSON.stringify(points)).toBe(true);
    if (simple) counts.simple++;
    else counts.crossing++;
    if (passed) counts.passed++;
  }
  expect(counts.crossing).toBeGreaterThan(5000);
  expect(counts.simple).toBeGreaterThan(5000);
  expect(counts.passed / counts.simple).toBeGreaterThan(0.8);
});

test('a contour passes or not whichever point comes first', () => {
  const pockets = [
    [10, 0],
    [9, 3],
    [11, 2],
    [8, 8],
    [0, 10],
    [-4, 8],
    [-1, 9],
    [-8, 6],
    [-10, 0],
    [-7, -7],
    [0, -10],
    [7, -7],
  ] as const;
  expect(isSimple(pockets)).toBe(true);
  for (let shift = 0; shift < pockets.length; shift++) expect(walk(pockets, shift), `from ${shift}`).toBe(true);
});

test('two times round, the wrong way round, and a point on an edge do not pass', () => {
  const pentagram = [0, 2, 4, 1, 3].map((k) => [Math.cos(1.2566 * k), Math.sin(1.2566 * k)] as const);
  expect(walk(pentagram)).toBe(false);
  const square = [[0, 0], [4, 0], [4, 4], [0, 4]] as const; // biome-ignore format: one line says it
  expect(walk(square)).toBe(true);
  expect(walk(square.toReversed())).toBe(false);
  expect(walk([[0, 0], [4, 0], [4, 4], [2, 0], [0, 4]])).toBe(false); // biome-ignore format: one line says it
});
