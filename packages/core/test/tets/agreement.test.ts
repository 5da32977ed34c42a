import { describe, expect, test } from 'vitest';
import { createTetCollider, type TetColliderOptions } from '../../src/tets/create-tet-collider.ts';
import { seededRandom } from '../predicates/random.ts';
import { penetrationSet } from './penetration-set.ts';
import { scatter, tetBlock } from './tet-block.ts';

type Objects = Parameters<typeof createTetCollider>[0]['objects'];

function find(objects: Objects, options: TetColliderOptions = {}) {
  const collider = createTetCollider({ objects }, options);
  return { set: penetrationSet(collider.findPenetrations()), collider };
}

const ENGINES = ['plain', 'kernel'] as const;

const random = seededRandom(7);
const worlds: [string, Objects, number][] = [
  ['bars', scatter(tetBlock(3, 2, 2), 16, 3, 0.2, random), 80],
  ['plates', scatter(tetBlock(5, 5, 1), 8, 3, 0.2, random), 80],
  ['crumpled: tets inverted, vertices anywhere', scatter(tetBlock(2, 2, 2), 10, 2, 3, random), 80],
  ['far from the origin', scatter(tetBlock(3, 2, 2), 16, 3, 0.2, random, [1e6, -3e5, 12345.678]), 80],
  [
    'very far: units of the grid beyond 32 bits',
    scatter(tetBlock(3, 2, 2), 12, 2, 0.2, random, [-1e11, 1e11, 1e10]),
    40,
  ],
  ['across the origin, very small', shrink(scatter(tetBlock(3, 2, 2), 12, 2, 0.2, random), 1e-90), 40],
  ['unturned blocks on one lattice: vertices on vertices, edges and faces', lattice(), 80],
  ['one large tet among small ones', [...scatter(tetBlock(2, 2, 2), 10, 5, 0.2, random), large(20)], 40],
  ['fine and coarse', [...scatter(tetBlock(5, 5, 2), 3, 6, 0.2, random), grow(tetBlock(2, 2, 1), 12)], 10],
  [
    'two groups of objects worlds apart',
    [
      ...scatter(tetBlock(3, 2, 2), 6, 1.5, 0.2, random, [-1e14, 0, 0]),
      ...scatter(tetBlock(3, 2, 2), 6, 1.5, 0.2, random, [1e14, 1e14, 1]),
    ],
    20,
  ],
  ['one vertex torn away', torn(), 5],
  ['points without tets', [...scatter(tetBlock(3, 2, 2), 3, 1, 0.2, random), cloud(200)], 10],
];

describe.each(worlds)('%s', (_, objects, atLeast) => {
  const expected = find(objects, { method: 'brute-force' }).set;

  test('there is something to find', () => {
    expect(expected.length).toBeGreaterThanOrEqual(atLeast);
    expect(new Set(expected).size).toBe(expected.length);
  });

  test.each(ENGINES)('defaults, engine %s', (engine) => {
    const { set, collider } = find(objects, { engine });
    expect(set).toEqual(expected);
    expect(collider.engine).toBe(engine);
  });

  test.each([0.01, 0.1, 0.3, 0.7, 1.5, 3, 5, 100])('cells of %f mean edges', (factor) => {
    const meanEdge = find(objects).collider.cellSize;
    for (const hash of ['mix', 'paper'] as const) {
      for (const engine of ENGINES) {
        expect(find(objects, { cellSize: factor * meanEdge, hash, engine }).set).toEqual(expected);
      }
    }
  });

  test.each([1, 2, 99, 9973, 2 ** 16])('tables of %d', (tableSize) => {
    for (const hash of ['mix', 'paper'] as const) {
      for (const engine of ENGINES) expect(find(objects, { tableSize, hash, engine }).set).toEqual(expected);
    }
  });

  test.each(['same-object', 'between-objects'] as const)('only %s', (pairs) => {
    const self = pairs === 'same-object' ? '1' : '0';
    const wanted = expected.filter((line) => line.endsWith(self));
    for (const engine of ENGINES) expect(find(objects, { pairs, engine }).set).toEqual(wanted);
    expect(find(objects, { pairs, method: 'brute-force' }).set).toEqual(wanted);
  });
});

test.each(ENGINES)('a vertex that wanders through the cells comes up whatever its place, engine %s', (engine) => {
  // a tet of width 1 and cells of 0.3: all alignments of box and cells, on both sides of 0
  const tets = Uint32Array.from([0, 1, 2, 3]);
  const tet = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
  const point = [0.25, 0.25, 0.25];
  const collider = createTetCollider(
    {
      objects: [
        { positions: Float64Array.from(tet), tets },
        { positions: Float64Array.from(point), tets: new Uint32Array(0) },
      ],
    },
    { cellSize: 0.3, tableSize: 64, engine },
  );
  for (let i = -40; i < 40; i++) {
    const shift = [i * 0.0371, i * 0.0523, i * 0.0691];
    collider.update(
      0,
      Float64Array.from(tet, (x, k) => x + shift[k % 3]),
    );
    collider.update(
      1,
      Float64Array.from(point, (x, k) => x + shift[k % 3]),
    );
    expect(penetrationSet(collider.findPenetrations())).toEqual(['1:0 in 0:0 0']);
  }
});

test.each(ENGINES)('a table of one place tells each penetration once, engine %s', (engine) => {
  const objects = scatter(tetBlock(4, 4, 1), 6, 2, 0.2, seededRandom(11));
  const { set } = find(objects, { tableSize: 1, engine });
  expect(set.length).toBeGreaterThan(50);
  expect(new Set(set).size).toBe(set.length);
});

test('vertex numbers of the caller: Float32Array and Uint16Array count like their doubles', () => {
  const doubles = scatter(tetBlock(3, 2, 2), 10, 2, 0.2, seededRandom(12)).map(({ positions, tets }) => ({
    positions: Float64Array.from(Float32Array.from(positions)),
    tets,
  }));
  const floats = doubles.map(({ positions, tets }) => ({
    positions: Float32Array.from(positions),
    tets: Uint16Array.from(tets),
  }));
  const expected = find(doubles, { method: 'brute-force' }).set;
  for (const engine of ENGINES) expect(find(floats, { engine }).set).toEqual(expected);
});

function shrink(objects: Objects, factor: number): Objects {
  return objects.map(({ positions, tets }) => ({ positions: positions.map((x) => x * factor), tets }));
}

function grow({ positions, tets }: { positions: Float64Array; tets: Uint32Array }, factor: number) {
  return { positions: positions.map((x) => (x - 1) * factor), tets };
}

function lattice(): Objects {
  const block = tetBlock(2, 2, 2);
  const shifts = [0, 0.5, 1, 1.5, 2];
  return shifts.map((shift) => ({
    positions: block.positions.map((x, i) => x + (i % 3 === 2 ? shift : 1 - shift)),
    tets: block.tets,
  }));
}

function large(size: number) {
  return {
    positions: Float64Array.from([
      -size,
      -size,
      -size,
      3 * size,
      -size,
      -size,
      -size,
      3 * size,
      -size,
      -size,
      -size,
      3 * size,
    ]),
    tets: Uint32Array.from([0, 1, 2, 3]),
  };
}

/** An exploded simulation: one vertex of one object is far out, in the middle of the range of doubles. */
function torn(): Objects {
  const objects = scatter(tetBlock(2, 2, 1), 4, 0.7, 0.2, random);
  objects[1].positions[5] = 1e200;
  objects[3].positions[0] = -1.7e308;
  return objects;
}

function cloud(points: number) {
  return { positions: Float64Array.from({ length: 3 * points }, () => 4 * random() - 1), tets: new Uint32Array(0) };
}
