import { methodNamed } from '@selfcollide/papers';
import { describe, expect, it } from 'vitest';
import { createDetector } from '../src/create-detector.ts';
import type { Detector, FindTrianglesOptions } from '../src/detector.ts';
import { MeshError, type MeshErrorCode } from '../src/errors.ts';
import type { Positions, TriangleMesh } from '../src/mesh/triangle-mesh.ts';
import { type DetectorOptions, detectorMethods } from '../src/method-options.ts';
import { contactsFound } from './contact-oracle.ts';
import { apart, crossingContacts, crossingQuads } from './crossing-quads.ts';
import { exactMethods } from './methods.ts';

const { positions, triangles } = crossingQuads;
const good: TriangleMesh = { positions, triangles };
const create = (mesh: unknown, options?: unknown) => () =>
  createDetector(mesh as TriangleMesh, options as DetectorOptions);
const update = (pose: unknown) => (detector: Detector) => detector.update(pose as Positions);
const pairs = (options: unknown) => (detector: Detector) =>
  detector.findIntersectingTriangles(options as FindTrianglesOptions);
const locate = (index: unknown) => (detector: Detector) => {
  detector.findIntersections();
  detector.locate(index as number);
};
const objectOf = (triangle: unknown) => (detector: Detector) => detector.objectOf(triangle as number);

/** What is called, the code of the MeshError or RangeError, and all of the message. */
type Row = readonly [call: (detector: Detector) => unknown, kind: MeshErrorCode | 'RangeError', message: string];

/** The options as the message for any unknown one lists them: methods to come may add some. */
const OPTIONS = (() => {
  try {
    createDetector(good, { '?': 0 } as DetectorOptions);
  } catch (error) {
    return (error as Error).message.slice('createDetector: options are '.length, -", got '?'.".length);
  }
})();
const METHODS = `${detectorMethods.map((method) => `'${method}'`).join(', ')}, or a finder factory`;

const misspelt = (key: string): Row => [
  create({ positions, [key]: triangles }),
  'UNKNOWN_KEY',
  `createDetector: a mesh without triangles must hold positions alone, got '${key}'; vertex numbers go into triangles.`,
];

const table: readonly Row[] = [
  // createDetector: the mesh
  ...['indices', 'index', 'triangle', 'faces', 'objects'].map(misspelt),
  [
    create(undefined),
    'POSITIONS_TYPE',
    'createDetector: positions must be a Float32Array or Float64Array, got undefined.',
  ],
  [create(null), 'POSITIONS_TYPE', 'createDetector: positions must be a Float32Array or Float64Array, got undefined.'],
  [
    create({ triangles }),
    'POSITIONS_TYPE',
    'createDetector: positions must be a Float32Array or Float64Array, got undefined.',
  ],
  [
    create({ positions: [...positions], triangles }),
    'POSITIONS_TYPE',
    'createDetector: positions must be a Float32Array or Float64Array, got Array.',
  ],
  [
    create({ positions: 'bunny.obj' }),
    'POSITIONS_TYPE',
    "createDetector: positions must be a Float32Array or Float64Array, got 'bunny.obj'.",
  ],
  [
    create({ positions: new Int32Array(9) }),
    'POSITIONS_TYPE',
    'createDetector: positions must be a Float32Array or Float64Array, got Int32Array.',
  ],
  [
    create({ positions: new Float64Array() }),
    'EMPTY_MESH',
    'createDetector: positions must not be empty, got length 0.',
  ],
  [
    create({ positions: positions.subarray(2), triangles }),
    'POSITIONS_LENGTH',
    'createDetector: positions must hold three numbers a vertex, got length 22.',
  ],
  [
    create({ positions }),
    'POSITIONS_LENGTH',
    'createDetector: positions without triangles must hold nine numbers a triangle, got length 24.',
  ],
  [
    create({ positions, triangles: [...triangles] }),
    'TRIANGLES_TYPE',
    'createDetector: triangles must be a Uint32Array or Uint16Array, got Array.',
  ],
  [
    create({ positions, triangles: null }),
    'TRIANGLES_TYPE',
    'createDetector: triangles must be a Uint32Array or Uint16Array, got null.',
  ],
  [
    create({ positions, triangles: Int32Array.of(0, 1, -1) }),
    'TRIANGLES_TYPE',
    'createDetector: triangles must be a Uint32Array or Uint16Array, got Int32Array.',
  ],
  [
    create({ positions, triangles: new Uint32Array() }),
    'EMPTY_MESH',
    'createDetector: triangles must not be empty, got length 0.',
  ],
  [
    create({ positions, triangles: triangles.subarray(1) }),
    'TRIANGLES_LENGTH',
    'createDetector: triangles must hold three vertex numbers each, got length 11.',
  ],
  [
    create({ positions, triangles: triangles.with(7, 8) }),
    'INDEX_OUT_OF_RANGE',
    'createDetector: vertex numbers must be below 8, got 8 in triangle 2.',
  ],
  [
    create({ positions, triangles: triangles.with(0, -1) }),
    'INDEX_OUT_OF_RANGE',
    'createDetector: vertex numbers must be below 8, got 4294967295 in triangle 0.',
  ],
  [
    create({ positions: positions.with(4, Number.NaN), triangles }),
    'NOT_FINITE',
    'createDetector: coordinates must be finite, got NaN for y of vertex 1.',
  ],
  [
    create({ positions: positions.with(23, Infinity), triangles }),
    'NOT_FINITE',
    'createDetector: coordinates must be finite, got Infinity for z of vertex 7.',
  ],

  // createDetector: the options
  [create(good, null), 'RangeError', 'createDetector: options must be an object, got null.'],
  [create(good, 'aabb'), 'RangeError', "createDetector: options must be an object, got 'aabb'."],
  [create(good, { metod: 'box-tree' }), 'RangeError', `createDetector: options are ${OPTIONS}, got 'metod'.`],
  [create(good, { method: 'octree' }), 'RangeError', `createDetector: method must be one of ${METHODS}, got 'octree'.`],
  [create(good, { method: 1 }), 'RangeError', `createDetector: method must be one of ${METHODS}, got 1.`],
  [
    create(good, { method: 'brute-force', trace: true }),
    'RangeError',
    "createDetector: trace is an option of 'star-contour', got it with 'brute-force'.",
  ],
  [
    create(good, { method: 'star-contour', maxLeafTriangles: 4 }),
    'RangeError',
    "createDetector: maxLeafTriangles is an option of 'box-tree', got it with 'star-contour'.",
  ],
  [
    create(good, { method: { name: 'mine', createFinder: () => null }, trace: true }),
    'RangeError',
    "createDetector: trace is an option of 'star-contour', got it with a finder factory.",
  ],
  [
    create(good, { method: { name: 'mine' } }),
    'RangeError',
    `createDetector: method must be one of ${METHODS}, got Object.`,
  ],
  [
    create(good, { prepared: 'bytes' }),
    'RangeError',
    'createDetector: prepared must be a Uint8Array from serialize(), got string.',
  ],
  [
    create(good, { method: 'brute-force', prepared: new Uint8Array(3) }),
    'RangeError',
    "createDetector: prepared is an option of 'star-contour', got it with 'brute-force'.",
  ],
  [
    create(good, { weld: 'yes' }),
    'RangeError',
    "createDetector: weld must be one of true, false, 'keep', 'while-together', got 'yes'.",
  ],
  [
    create(good, { weld: 1e-6 }),
    'RangeError',
    "createDetector: weld must be one of true, false, 'keep', 'while-together', got 0.000001.",
  ],
  [
    create(good, { pairs: 'some' }),
    'RangeError',
    "createDetector: pairs must be one of 'all', 'same-object', 'between-objects', got 'some'.",
  ],
  [create(good, { onProgress: 5 }), 'RangeError', 'createDetector: onProgress must be a function, got 5.'],
  [create(good, { signal: {} }), 'RangeError', 'createDetector: signal must be an AbortSignal, got Object.'],
  [create(good, { signal: null }), 'RangeError', 'createDetector: signal must be an AbortSignal, got null.'],
  [create(good, { maxContacts: 0 }), 'RangeError', 'createDetector: maxContacts must be a whole number from 1, got 0.'],
  [
    create(good, { maxContacts: 1.5 }),
    'RangeError',
    'createDetector: maxContacts must be a whole number from 1, got 1.5.',
  ],
  [
    create(good, { maxContacts: '10' }),
    'RangeError',
    "createDetector: maxContacts must be a whole number from 1, got '10'.",
  ],
  [
    create(good, { maxContacts: null }),
    'RangeError',
    'createDetector: maxContacts must be a whole number from 1, got null.',
  ],
  [
    create(good, { method: 'box-tree', maxLeafTriangles: 0 }),
    'RangeError',
    'createDetector: maxLeafTriangles must be a whole number from 1, got 0.',
  ],
  [
    create(good, { method: 'box-tree', maxLeafTriangles: Number.NaN }),
    'RangeError',
    'createDetector: maxLeafTriangles must be a whole number from 1, got NaN.',
  ],
  [
    create(good, { objects: [0, 1] }),
    'OBJECTS_LENGTH',
    'createDetector: objects must hold a label for each of the 4 triangles, got length 2.',
  ],
  [create(good, { objects: 4 }), 'RangeError', 'createDetector: objects must be an array of labels, got 4.'],
  [
    create(good, { objects: [0, 0, -1, 0] }),
    'RangeError',
    'createDetector: objects must hold whole numbers from 0 to 4294967295, got -1 for triangle 2.',
  ],
  [
    create(good, { objects: ['a', 'a', 'b', 'b'] }),
    'RangeError',
    "createDetector: objects must hold whole numbers from 0 to 4294967295, got 'a' for triangle 0.",
  ],

  // update
  [update(undefined), 'POSITIONS_TYPE', 'update: positions must be a Float32Array or Float64Array, got undefined.'],
  [update([...positions]), 'POSITIONS_TYPE', 'update: positions must be a Float32Array or Float64Array, got Array.'],
  [update(good), 'POSITIONS_TYPE', 'update: positions must be a Float32Array or Float64Array, got Object.'],
  [
    update(new DataView(positions.buffer)),
    'POSITIONS_TYPE',
    'update: positions must be a Float32Array or Float64Array, got DataView.',
  ],
  [
    update(new Float64Array()),
    'POSITIONS_LENGTH',
    'update: positions must hold 24 numbers (8 vertices), got length 0.',
  ],
  [
    update(positions.subarray(3)),
    'POSITIONS_LENGTH',
    'update: positions must hold 24 numbers (8 vertices), got length 21.',
  ],
  [
    update(new Float64Array(27)),
    'POSITIONS_LENGTH',
    'update: positions must hold 24 numbers (8 vertices), got length 27.',
  ],
  [update(apart.with(0, Number.NaN)), 'NOT_FINITE', 'update: coordinates must be finite, got NaN for x of vertex 0.'],
  [
    update(apart.with(23, -Infinity)),
    'NOT_FINITE',
    'update: coordinates must be finite, got -Infinity for z of vertex 7.',
  ],
  [
    update(Float32Array.from(apart).fill(1e39, 13, 14)),
    'NOT_FINITE',
    'update: coordinates must be finite, got Infinity for y of vertex 4.',
  ],

  // queries
  [locate(6), 'RangeError', 'locate: index must be a whole number from 0 to 5, got 6.'],
  [locate(-1), 'RangeError', 'locate: index must be a whole number from 0 to 5, got -1.'],
  [locate(1.5), 'RangeError', 'locate: index must be a whole number from 0 to 5, got 1.5.'],
  [locate('0'), 'RangeError', "locate: index must be a whole number from 0 to 5, got '0'."],
  [locate(undefined), 'RangeError', 'locate: index must be a whole number from 0 to 5, got undefined.'],
  [
    (detector) => [detector.update(positions), detector.selfIntersects(), detector.locate(0)],
    'RangeError',
    'locate: findIntersections must have been called since update, got no such call.',
  ],
  [objectOf(4), 'RangeError', 'objectOf: triangle must be a whole number from 0 to 3, got 4.'],
  [objectOf(-1), 'RangeError', 'objectOf: triangle must be a whole number from 0 to 3, got -1.'],
  [objectOf('0'), 'RangeError', "objectOf: triangle must be a whole number from 0 to 3, got '0'."],
  [pairs(null), 'RangeError', 'findIntersectingTriangles: options must be an object, got null.'],
  [pairs(true), 'RangeError', 'findIntersectingTriangles: options must be an object, got true.'],
  [
    pairs({ includeNeighbors: true }),
    'RangeError',
    "findIntersectingTriangles: options are includeNeighbours, maxContacts, got 'includeNeighbors'.",
  ],
  [
    pairs({ includeNeighbours: 1 }),
    'RangeError',
    'findIntersectingTriangles: includeNeighbours must be one of true, false, got 1.',
  ],
];

it('the table is long enough', () => {
  expect(new Set(table.map(([, , message]) => message)).size).toBeGreaterThan(50);
});

it('an unknown option is answered with those that exist', () => {
  expect(OPTIONS?.split(', ')).toEqual(expect.arrayContaining(['method', 'weld', 'objects', 'pairs', 'maxContacts']));
});

describe.each(exactMethods)('bad input, %s', (name) => {
  const method = methodNamed(name);
  // created far from contact, then moved into it: a refused call must leave the pose of the update, not that of the start
  const detector = createDetector({ positions: apart, triangles }, { method });
  detector.update(positions);
  const contacts = detector.findIntersections().slice();

  it.each(table.map((row) => [row[2], ...row] as const))('%s', (_, call, kind, message) => {
    let thrown: unknown;
    try {
      call(detector);
    } catch (error) {
      thrown = error;
    }
    if (kind === 'RangeError') expect(thrown).toBeInstanceOf(RangeError);
    else {
      expect(thrown).toBeInstanceOf(MeshError);
      expect(thrown).toMatchObject({ name: 'MeshError', code: kind });
    }
    expect((thrown as Error).message).toBe(message);

    // the last good pose still answers, to the same order
    const { edgeA, edgeB, triangle } = detector.findIntersections();
    expect([edgeA, edgeB, triangle]).toEqual([contacts.edgeA, contacts.edgeB, contacts.triangle]);
    expect(detector.locate(0).point).toHaveLength(3);
    expect(contactsFound(detector)).toEqual(crossingContacts);
    expect(detector.selfIntersects()).toBe(true);
    expect(detector.findIntersectingTriangles().count).toBe(4);
  });

  it('and the next good pose is taken as if nothing had happened', () => {
    detector.update(apart);
    expect(detector.selfIntersects()).toBe(false);
    detector.update(positions);
    expect(contactsFound(detector)).toEqual(crossingContacts);
  });
});
