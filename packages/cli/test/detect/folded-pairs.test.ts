import { createRandom } from '@selfcollide/scenes';
import { describe, expect, it } from 'vitest';
import { FoldedPairs } from '../../src/detect/folded-pairs.ts';

type Vector = readonly [number, number, number];

/** Coordinates are whole numbers below 32, so products of four are exact. */
const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Triangles around one edge each, some of them in one plane, facing either side; pairs that lie on each other by definition. */
function makeCase(seed: number, scale: number, offset: number) {
  const random = createRandom(seed);
  const whole = (most: number) => random.index(most);
  const points: Vector[] = [];
  const triangles: number[] = [];
  const folded: string[] = [];
  for (let fan = 0; fan < 12; fan++) {
    const flat = whole(2) === 0;
    const point = (): Vector => [whole(8), whole(8), flat ? 3 : whole(8)];
    const [u, v] = [point(), point()];
    const w = minus(v, u);
    const first = points.length;
    points.push(u, v);
    const sides: { t: number; cross: Vector; p: Vector }[] = [];
    for (let k = 0; k < 2 + whole(2); k++) {
      const third = point();
      const p = minus(third, u);
      const normal = cross(w, p);
      if (dot(normal, normal) === 0) continue; // no face
      points.push(third);
      const t = triangles.length / 3;
      const corners = whole(2) === 0 ? [first, first + 1, points.length - 1] : [first + 1, first, points.length - 1];
      const turn = whole(3);
      for (let c = 0; c < 3; c++) triangles.push(corners[(c + turn) % 3]);
      for (const other of sides) {
        const lies = dot(normal, other.p) === 0 && dot(normal, other.cross) > 0;
        if (lies) folded.push(`${other.t} ${t}`);
      }
      sides.push({ t, cross: normal, p });
    }
  }
  const positions = Float64Array.from(points.flat(), (x) => scale * (x + offset));
  return { positions, triangles: Uint32Array.from(triangles), folded };
}

describe('folded pairs', () => {
  for (const [scale, offset] of [
    [1, 0],
    [2 ** -20, 2 ** 30],
    [2 ** 200, 5],
    [2 ** -200, 0],
    [2 ** 300, 0],
  ]) {
    it(`are those that lie on each other, sizes ${scale}, offset ${offset}`, () => {
      let count = 0;
      for (let seed = 1; seed <= 100; seed++) {
        const { positions, triangles, folded } = makeCase(seed, scale, offset);
        const labels = new Uint32Array(triangles.length / 3);
        const finder = new FoldedPairs(triangles, positions.length / 3, labels, 'all');
        const found = finder.find(positions).map(({ a, b }) => `${a} ${b}`);
        expect(found, `seed ${seed}`).toEqual(folded.sort(byNumbers));
        count += found.length;
      }
      expect(count).toBeGreaterThan(100);
    });
  }
});

function byNumbers(p: string, q: string): number {
  const [[a, b], [c, d]] = [p.split(' ').map(Number), q.split(' ').map(Number)];
  return a - c || b - d;
}
