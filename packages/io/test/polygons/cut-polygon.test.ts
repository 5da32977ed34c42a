import { createDetector } from 'selfcollide';
import { describe, expect, it } from 'vitest';
import { type Model, openSequence, readModel } from '../../src/index.ts';
import { seededRandom } from '../random.ts';

const read = (text: string): Promise<Model> => readModel(new TextEncoder().encode(text), { name: 'a.obj' });

const vertexLines = (points: readonly (readonly number[])[]) => points.map((p) => `v ${p.join(' ')}\n`).join('');
const rotated = <T>(list: readonly T[], by: number): T[] => [...list.slice(by), ...list.slice(0, by)];
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

/** Triangles as a set: corners in ascending order, sorted. */
const setOf = ({ triangles }: Model): string[] =>
  Array.from({ length: triangles.length / 3 }, (_, t) =>
    triangles
      .slice(3 * t, 3 * t + 3)
      .sort()
      .join(' '),
  ).sort();

const contactsOf = (model: Model): number => createDetector(model).findIntersections().count;

/** A C in the plane z = 0, its notch from x = 1 to 3 and y = 1 to 2. */
const C_SHAPE = [
  [0, 0, 0],
  [3, 0, 0],
  [3, 1, 0],
  [1, 1, 0],
  [1, 2, 0],
  [3, 2, 0],
  [3, 3, 0],
  [0, 3, 0],
];
const POST = [
  [2, 1.4, -1],
  [2, 1.6, -1],
  [2, 1.5, 2],
];

describe('concave faces', () => {
  it('leave their notch free, whichever corner comes first', async () => {
    for (let start = 0; start < 8; start++) {
      const face = rotated(upTo(8), start).join(' ');
      const model = await read(`${vertexLines([...C_SHAPE, ...POST])}o c\nf ${face}\no post\nf 9 10 11\n`);
      expect(contactsOf(model), `from corner ${start}`).toBe(0);
      expect(model.polygons).toMatchObject({ count: 1, concave: 1, notPlanar: 0 });
    }
  });

  it('of four corners are cut at the corner that points inwards', async () => {
    const dart = [
      [0, 0, 0],
      [2, 1, 0],
      [0, 2, 0],
      [0.8, 1, 0],
    ];
    for (let start = 0; start < 4; start++) {
      for (const turned of [false, true]) {
        const corners = turned ? rotated(upTo(4).reverse(), start) : rotated(upTo(4), start);
        const model = await read(`${vertexLines(dart)}f ${corners.join(' ')}\n`);
        expect(setOf(model)).toEqual(['0 1 3', '1 2 3']);
        const { triangles: t } = model;
        // wound as the face is
        for (const k of [0, 3]) {
          const [a, b, c] = [dart[t[k]], dart[t[k + 1]], dart[t[k + 2]]];
          const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
          expect(Math.sign(area)).toBe(turned ? -1 : 1);
        }
      }
    }
  });

  it('are covered exactly and use every corner, also where corners lie on a straight edge', async () => {
    const random = seededRandom(12);
    for (let round = 0; round < 200; round++) {
      // a comb of random teeth on a lattice, in a plane turned by a shear that keeps coordinates whole
      const outline: number[][] = [];
      const teeth = 1 + Math.floor(4 * random());
      for (let k = 0; k < teeth; k++) {
        const top = 2 + Math.floor(5 * random());
        outline.push([2 * k, 1], [2 * k, top], [2 * k + 1, top], [2 * k + 1, 1]);
      }
      for (let x = 2 * teeth; x >= -1; x--) outline.push([x, 0]);
      const [a, b] = [Math.floor(5 * random()), Math.floor(5 * random())];
      const points = outline.map(([x, y]) => [x, y, a * x + b * y]);
      const start = Math.floor(points.length * random());
      const turned = random() < 0.5;
      const corners = rotated(turned ? upTo(points.length).reverse() : upTo(points.length), start);
      const model = await read(`${vertexLines(points)}f ${corners.join(' ')}\n`);
      const reference = await read(`${vertexLines(points)}f ${upTo(points.length).join(' ')}\n`);
      expect(model.triangles.length).toBe(3 * (points.length - 2));
      expect(new Set(model.triangles).size).toBe(points.length);
      if (!turned) expect(setOf(model)).toEqual(setOf(reference));
      let area = 0;
      for (let t = 0; t < model.triangles.length; t += 3) {
        const [p, q, r] = [...model.triangles.subarray(t, t + 3)].map((v) => outline[v]);
        const own = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
        expect(Math.sign(own)).toBe(turned ? 1 : -1);
        area += own;
      }
      const whole = outline.reduce((sum, [x, y], k) => {
        const [u, v] = outline[(k + 1) % outline.length];
        return sum + x * v - y * u;
      }, 0);
      expect(area).toBe(turned ? -whole : whole);
    }
  });
});

describe('faces that are not planar', () => {
  const saddle = [
    [0, 0, 0],
    [1, 0, 1],
    [1.1, 1, 0],
    [0, 1, 1],
  ];

  it('of four corners take the shorter diagonal, whichever corner comes first, and are counted', async () => {
    for (let start = 0; start < 4; start++) {
      const model = await read(`${vertexLines(saddle)}f ${rotated(upTo(4), start).join(' ')}\n`);
      expect(setOf(model)).toEqual(['0 1 3', '1 2 3']);
      expect(model.polygons).toMatchObject({ count: 1, concave: 0, notPlanar: 1 });
    }
  });

  it('of more corners are cut alike, whichever corner comes first', async () => {
    const random = seededRandom(5);
    for (let round = 0; round < 50; round++) {
      const count = 5 + Math.floor(6 * random());
      const points = Array.from({ length: count }, (_, i) => {
        const angle = (2 * Math.PI * i) / count;
        return [Math.cos(angle) * (0.3 + random()), Math.sin(angle) * (0.3 + random()), random()];
      });
      const cuts = new Set<string>();
      for (let start = 0; start < count; start++) {
        cuts.add(setOf(await read(`${vertexLines(points)}f ${rotated(upTo(count), start).join(' ')}\n`)).join(','));
      }
      expect(cuts.size).toBe(1);
    }
  });
});

it('faces that cross themselves or have no area still use every corner', async () => {
  const crossing = await read(
    `${vertexLines([
      [0, 0, 0],
      [2, 2, 0],
      [2, 0, 0],
      [0, 2, 0],
      [-1, 1, 0],
    ])}f 1 2 3 4 5\n`,
  );
  expect(new Set(crossing.triangles).size).toBe(5);
  const line = await read(
    `${vertexLines([
      [0, 0, 0],
      [1, 0, 0],
      [2, 0, 0],
      [3, 0, 0],
      [4, 0, 0],
    ])}f 1 2 3 4 5\n`,
  );
  expect(line.triangles.length).toBe(9);
  const same = await read(`v 1 1 1\nf ${'1 '.repeat(50_000)}\n`);
  expect(same.triangles.length).toBe(3 * 49_998);
  expect(same.warnings).toEqual(['1 face with more than 10,000 corners was cut from one corner.']);
});

it('a sequence keeps the cut of its first frame', async () => {
  const frame = (height: number) =>
    `${vertexLines([
      [0, 0, 0],
      [1, 0, height],
      [1.1, 1, 0],
      [0, 1, 0],
      [2, 3, 4],
    ])}f 1 2 3 4\nf 3 4 5\n`;
  const files = [frame(0), frame(0.7), frame(0).replace('f 3 4 5', 'f 2 3 5')];
  const load = async (name: string) => new TextEncoder().encode(files[Number(name[0])]);
  const names = ['0.obj', '1.obj', '2.obj'];
  const alone = await readModel(await load(names[1]), { name: names[1] });
  const { base, frame: open } = await openSequence({ names, load });
  expect(setOf(alone)).not.toEqual(setOf(base)); // or the test shows nothing
  expect((await open(1)).topologyChanged).toBe(false);
  expect((await open(2)).topologyChanged).toBe(true);
});
