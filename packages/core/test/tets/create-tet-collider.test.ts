import { describe, expect, test } from 'vitest';
import { MeshError } from '../../src/errors.ts';
import { createTetCollider, type TetColliderOptions } from '../../src/tets/create-tet-collider.ts';
import { seededRandom } from '../predicates/random.ts';
import { penetrationSet } from './penetration-set.ts';
import { scatter, tetBlock } from './tet-block.ts';

const tet = () => ({
  positions: Float64Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]),
  tets: Uint32Array.from([0, 1, 2, 3]),
});
const point = (x: number, y: number, z: number) => ({
  positions: Float64Array.from([x, y, z]),
  tets: new Uint32Array(0),
});

describe('findPenetrations', () => {
  test('tells objects, numbers and barycentric coordinates', () => {
    const collider = createTetCollider({ objects: [tet(), point(5, 5, 5), point(0.1, 0.2, 0.3)] });
    const found = collider.findPenetrations();
    expect(penetrationSet(found)).toEqual(['2:0 in 0:0 0']);
    expect([...found.barycentric.slice(0, 4)]).toEqual([0.4, 0.1, 0.2, 0.3].map((w) => expect.closeTo(w, 14)));
    expect(collider.counters).toMatchObject({ penetrations: 1, giants: 0 });
  });

  test.each(['plain', 'kernel'] as const)('one huge tet does not make cells too large for all others, %s', (engine) => {
    const random = seededRandom(5);
    const count = 1000;
    const positions = new Float64Array(12 * (count + 1));
    for (let t = 0; t < count; t++) {
      const middle = [0, 1, 2].map(() => 10 + 80 * random());
      for (let i = 0; i < 12; i++) positions[12 * t + i] = middle[i % 3] + 0.05 * random();
    }
    positions.set([0, 0, 0, 1e12, 0, 0, 0, 1e12, 0, 0, 0, 1e12], 12 * count);
    const tets = Uint32Array.from({ length: 4 * (count + 1) }, (_, i) => i);
    const collider = createTetCollider({ objects: [{ positions, tets }] }, { engine });
    // all vertices are in the huge one; hardly any in others
    expect(collider.findPenetrations().count).toBeGreaterThanOrEqual(4 * count);
    expect(collider.counters.tetTests).toBeLessThan(6 * count);
    expect(collider.cellSize).toBeLessThan(0.1);
  });

  test('a body does not penetrate itself; folded over it does', () => {
    const bar = tetBlock(6, 1, 1);
    const collider = createTetCollider({ objects: [bar] });
    expect(collider.findPenetrations().count).toBe(0);
    // the far end, put back into the near one
    const folded = bar.positions.map((x, i) => (i % 3 === 0 && x > 3 ? 6.5 - x : x));
    collider.update(0, folded);
    const found = collider.findPenetrations();
    expect(found.count).toBeGreaterThan(0);
    expect([...found.self.slice(0, found.count)].every((flag) => flag === 1)).toBe(true);
    const oracle = createTetCollider({ objects: [{ ...bar, positions: folded }] }, { method: 'brute-force' });
    expect(penetrationSet(found)).toEqual(penetrationSet(oracle.findPenetrations()));
  });

  test('the result is valid until the next query; slice keeps a copy of the right length', () => {
    const collider = createTetCollider({ objects: [tet(), point(0.1, 0.2, 0.3)] }, { depth: true });
    const kept = collider.findPenetrations().slice();
    collider.update(1, Float64Array.from([9, 9, 9]));
    expect(collider.findPenetrations().count).toBe(0);
    expect(penetrationSet(kept)).toEqual(['1:0 in 0:0 0']);
    expect([kept.vertex.length, kept.barycentric.length, kept.direction.length, kept.self.length]).toEqual([
      1, 4, 3, 1,
    ]);
    expect(penetrationSet(kept.slice())).toEqual(['1:0 in 0:0 0']);
  });

  test('more penetrations than the first arrays hold', () => {
    const objects = scatter(tetBlock(4, 4, 2), 12, 1, 0.2, seededRandom(3));
    const collider = createTetCollider({ objects });
    const found = collider.findPenetrations();
    expect(found.count).toBeGreaterThan(500);
    expect(penetrationSet(found)).toEqual(
      penetrationSet(createTetCollider({ objects }, { method: 'brute-force' }).findPenetrations()),
    );
    // and once more with arrays that have grown
    expect(penetrationSet(collider.findPenetrations()).length).toBe(found.count);
  });

  test('barycentric coordinates give back the position of the vertex', () => {
    const objects = scatter(tetBlock(3, 3, 2), 8, 1.5, 0.2, seededRandom(4));
    const found = createTetCollider({ objects }).findPenetrations();
    expect(found.count).toBeGreaterThan(100);
    for (let i = 0; i < found.count; i++) {
      const { positions, tets } = objects[found.tetObject[i]];
      for (let axis = 0; axis < 3; axis++) {
        let sum = 0;
        for (let k = 0; k < 4; k++) {
          expect(found.barycentric[4 * i + k]).toBeGreaterThanOrEqual(0);
          sum += found.barycentric[4 * i + k] * positions[3 * tets[4 * found.tet[i] + k] + axis];
        }
        expect(sum).toBeCloseTo(objects[found.vertexObject[i]].positions[3 * found.vertex[i] + axis], 10);
      }
    }
  });

  test('an empty world has nothing to tell', () => {
    const collider = createTetCollider({ objects: [] });
    expect(collider.findPenetrations().count).toBe(0);
    expect(collider.objects).toEqual([]);
  });
});

describe('objects that come and go', () => {
  const near = scatter(tetBlock(3, 2, 2), 6, 1.5, 0.2, seededRandom(5));

  test('handles stay, and are never used again', () => {
    const collider = createTetCollider({ objects: near.slice(0, 3) });
    expect(collider.objects).toEqual([0, 1, 2]);
    collider.removeObject(1);
    expect(collider.objects).toEqual([0, 2]);
    expect(collider.addObject(near[3])).toBe(3);
    expect(collider.objects).toEqual([0, 2, 3]);
    expect(collider.vertexCount).toBe(3 * 36);
    expect(collider.tetCount).toBe(3 * 60);

    const handles = [0, 2, 3];
    const expected = createTetCollider({ objects: handles.map((handle) => near[handle]) }, { method: 'brute-force' });
    const found = expected.findPenetrations().slice();
    for (const objects of [found.vertexObject, found.tetObject]) objects.set(objects.map((object) => handles[object]));
    expect(penetrationSet(collider.findPenetrations())).toEqual(penetrationSet(found));
  });

  test('poses given before survive, poses given after arrive', () => {
    const collider = createTetCollider({ objects: [tet(), point(9, 9, 9)] });
    collider.update(1, Float64Array.from([0.1, 0.1, 0.1]));
    const added = collider.addObject(point(8, 8, 8));
    expect(penetrationSet(collider.findPenetrations())).toEqual(['1:0 in 0:0 0']);
    collider.update(added, Float64Array.from([0.2, 0.2, 0.2]));
    expect(penetrationSet(collider.findPenetrations())).toEqual(['1:0 in 0:0 0', '2:0 in 0:0 0']);
    collider.removeObject(1);
    expect(penetrationSet(collider.findPenetrations())).toEqual(['2:0 in 0:0 0']);
  });

  test('cell and table follow the objects, unless given', () => {
    const collider = createTetCollider({ objects: [tet()] });
    const { cellSize, tableSize } = collider;
    expect(cellSize).toBeCloseTo((3 + 3 * Math.SQRT2) / 6, 12);
    expect(tableSize).toBe(8); // 4 vertices, 1 tet: twice 5, down to a power of two
    const body = tetBlock(5, 5, 5);
    collider.addObject({ ...body, positions: body.positions.map((x) => 10 * x) });
    expect(collider.cellSize).toBeGreaterThan(9 * cellSize);
    expect(collider.tableSize).toBe(1024); // 220 vertices, 626 tets
    const fixed = createTetCollider({ objects: [tet()] }, { cellSize: 0.5, tableSize: 99 });
    fixed.addObject(tetBlock(5, 5, 5));
    expect([fixed.cellSize, fixed.tableSize]).toEqual([0.5, 99]);
  });

  test('from empty to full and back', () => {
    const collider = createTetCollider({ objects: [] });
    const handle = collider.addObject(tet());
    expect(handle).toBe(0);
    const other = collider.addObject(point(0.1, 0.1, 0.1));
    expect(collider.findPenetrations().count).toBe(1);
    collider.removeObject(handle);
    collider.removeObject(other);
    expect(collider.findPenetrations().count).toBe(0);
    expect(collider.addObject(tet())).toBe(2);
  });

  test('memoryBytes grows with the world', () => {
    const collider = createTetCollider({ objects: [tet()] });
    const before = collider.memoryBytes;
    collider.addObject(tetBlock(4, 4, 4));
    expect(collider.memoryBytes).toBeGreaterThan(before + 320 * 16);
  });
});

describe('bad input', () => {
  const cases: [string, () => unknown, string, string?][] = [
    [
      'objects missing',
      () => createTetCollider({} as never),
      'createTetCollider: objects must be an array, got undefined.',
    ],
    [
      'no world',
      () => createTetCollider(undefined as never),
      'createTetCollider: objects must be an array, got undefined.',
    ],
    [
      'object missing',
      () => create([null as never]),
      'createTetCollider, object 0: must be { positions, tets }, got null.',
    ],
    [
      'positions of another type',
      () => create([tet(), { ...tet(), positions: [0, 0, 0] as never }]),
      'createTetCollider, object 1: positions must be a Float32Array or Float64Array, got Array.',
      'POSITIONS_TYPE',
    ],
    [
      'no vertices',
      () => create([{ ...tet(), positions: new Float64Array(0) }]),
      'createTetCollider, object 0: positions must not be empty, got length 0.',
      'EMPTY_MESH',
    ],
    [
      'positions of odd length',
      () => create([{ ...tet(), positions: new Float64Array(13) }]),
      'createTetCollider, object 0: positions must hold three numbers a vertex, got length 13.',
      'POSITIONS_LENGTH',
    ],
    [
      'tets of another type',
      () => create([{ ...tet(), tets: [0, 1, 2, 3] as never }]),
      'createTetCollider, object 0: tets must be a Uint32Array or Uint16Array, got Array.',
      'TETS_TYPE',
    ],
    [
      'tets of odd length',
      () => create([{ ...tet(), tets: Uint32Array.from([0, 1, 2, 3, 0]) }]),
      'createTetCollider, object 0: tets must hold four vertex numbers each, got length 5.',
      'TETS_LENGTH',
    ],
    [
      'vertex number out of range',
      () => create([{ ...tet(), tets: Uint32Array.from([0, 1, 2, 3, 3, 2, 1, 4]) }]),
      'createTetCollider, object 0: vertex numbers must be below 4, got 4 in tet 1.',
      'INDEX_OUT_OF_RANGE',
    ],
    [
      'NaN',
      () => create([{ ...tet(), positions: tet().positions.fill(Number.NaN, 7, 8) }]),
      'createTetCollider, object 0: coordinates must be finite, got NaN for y of vertex 2.',
      'NOT_FINITE',
    ],
    [
      'surface of odd length',
      () => create([{ ...tet(), surface: Uint32Array.from([0, 1]) }]),
      'createTetCollider, object 0: surface must hold three vertex numbers a triangle, got length 2.',
      'TRIANGLES_LENGTH',
    ],
    [
      'surface of another type',
      () => create([{ ...tet(), surface: 'all' as never }]),
      "createTetCollider, object 0: surface must be a Uint32Array or Uint16Array, got 'all'.",
      'TRIANGLES_TYPE',
    ],
    [
      'surface number out of range',
      () => create([{ ...tet(), surface: Uint32Array.from([0, 1, 4]) }]),
      'createTetCollider, object 0: vertex numbers must be below 4, got 4 in surface triangle 0.',
      'INDEX_OUT_OF_RANGE',
    ],
    [
      'surface that is no face',
      () => create([{ ...tet(), surface: Uint32Array.from([0, 1, 2, 1, 1, 2]) }]),
      'createTetCollider, object 0: surface triangles must be faces of tets, got triangle 1 with vertices 1, 1, 2.',
      'NOT_A_FACE',
    ],
    [
      'cell size 0',
      () => create([], { cellSize: 0 }),
      'createTetCollider: cellSize must be a finite number above 0, got 0.',
    ],
    [
      'cell size negative',
      () => create([], { cellSize: -1 }),
      'createTetCollider: cellSize must be a finite number above 0, got -1.',
    ],
    [
      'cell size NaN',
      () => create([], { cellSize: Number.NaN }),
      'createTetCollider: cellSize must be a finite number above 0, got NaN.',
    ],
    [
      'cell size infinite',
      () => create([], { cellSize: Number.POSITIVE_INFINITY }),
      'createTetCollider: cellSize must be a finite number above 0, got Infinity.',
    ],
    [
      'cell size a text',
      () => create([], { cellSize: '1' as never }),
      "createTetCollider: cellSize must be a finite number above 0, got '1'.",
    ],
    [
      'table size 0',
      () => create([], { tableSize: 0 }),
      'createTetCollider: tableSize must be a whole number from 1 to 67108864, got 0.',
    ],
    [
      'table size with a fraction',
      () => create([], { tableSize: 99.5 }),
      'createTetCollider: tableSize must be a whole number from 1 to 67108864, got 99.5.',
    ],
    [
      'table too large',
      () => create([], { tableSize: 2 ** 26 + 1 }),
      'createTetCollider: tableSize must be a whole number from 1 to 67108864, got 67108865.',
    ],
    [
      'unknown hash',
      () => create([], { hash: 'md5' as never }),
      "createTetCollider: hash must be one of 'mix', 'paper', got 'md5'.",
    ],
    [
      'unknown method',
      () => create([], { method: 'octree' as never }),
      "createTetCollider: method must be one of 'spatial-hash', 'brute-force', got 'octree'.",
    ],
    [
      'unknown pairs',
      () => create([], { pairs: 'none' as never }),
      "createTetCollider: pairs must be one of 'all', 'same-object', 'between-objects', got 'none'.",
    ],
    [
      'depth no flag',
      () => create([], { depth: 1 as never }),
      'createTetCollider: depth must be one of true, false, got 1.',
    ],
    [
      'unknown option',
      () => create([], { cellsize: 1 } as never),
      "createTetCollider: options are method, cellSize, tableSize, hash, pairs, depth, engine, got 'cellsize'.",
    ],
  ];

  test.each(cases)('%s', (_, act, message, code) => {
    expectError(act, message, code);
  });

  test('update and removal of bad input change nothing', () => {
    const collider = createTetCollider({ objects: [tet(), point(0.1, 0.1, 0.1)] });
    const before = penetrationSet(collider.findPenetrations());
    const moved = tet().positions.map((x) => x + 100);
    const bad = moved.slice();
    bad[11] = Number.NEGATIVE_INFINITY;
    expectError(() => collider.update(2, moved), 'update: object must be the handle of an object in the world, got 2.');
    expectError(
      () => collider.update(-1, moved),
      'update: object must be the handle of an object in the world, got -1.',
    );
    expectError(
      () => collider.update('0' as never, moved),
      "update: object must be the handle of an object in the world, got '0'.",
    );
    expectError(
      () => collider.removeObject(7),
      'removeObject: object must be the handle of an object in the world, got 7.',
    );
    expectError(
      () => collider.update(0, moved.slice(1)),
      'update: positions of object 0 must hold 12 numbers (4 vertices), got length 11.',
      'POSITIONS_LENGTH',
    );
    expectError(
      () => collider.update(0, [...moved] as never),
      'update, object 0: positions must be a Float32Array or Float64Array, got Array.',
      'POSITIONS_TYPE',
    );
    expectError(
      () => collider.update(0, bad),
      'update, object 0: coordinates must be finite, got -Infinity for z of vertex 3.',
      'NOT_FINITE',
    );
    expectError(
      () => collider.addObject({ ...tet(), positions: bad }),
      'addObject: coordinates must be finite, got -Infinity for z of vertex 3.',
      'NOT_FINITE',
    );
    expectError(
      () => collider.addObject({ ...tet(), surface: Uint32Array.from([0, 0, 0]) }),
      'addObject: surface triangles must be faces of tets, got triangle 0 with vertices 0, 0, 0.',
      'NOT_A_FACE',
    );
    expect(penetrationSet(collider.findPenetrations())).toEqual(before);
    expect(before).toEqual(['1:0 in 0:0 0']);
    expect(collider.objects).toEqual([0, 1]);
    collider.removeObject(1);
    expectError(() => collider.update(1, moved), 'update: object must be the handle of an object in the world, got 1.');
    expect(collider.addObject(point(0.1, 0.1, 0.1))).toBe(2); // the refused ones used up no handle
  });
});

function create(objects: Parameters<typeof createTetCollider>[0]['objects'], options?: TetColliderOptions) {
  return createTetCollider({ objects }, options);
}

function expectError(act: () => unknown, message: string, code?: string): void {
  let thrown: unknown;
  try {
    act();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(code === undefined ? RangeError : MeshError);
  expect((thrown as Error).message).toBe(message);
  if (code !== undefined) expect((thrown as MeshError).code).toBe(code);
}
