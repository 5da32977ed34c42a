import { memoryUsage } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { kMeansTree } from '@selfcollide/papers';
import { describe, expect, it } from 'vitest';
import { createDetector } from '../src/create-detector.ts';
import { createSubspaceDetector, type SubspaceOptions } from '../src/create-subspace-detector.ts';
import type { SubspaceModes } from '../src/subspace-modes.ts';
import { randomDirection, waveModes } from './find/subspace/modes.ts';
import { rolled } from './find/subspace/subspace-meshes.ts';
import { sheet } from './partition/small-meshes.ts';
import { seededRandom } from './predicates/random.ts';

const mesh = rolled();
const vectors = waveModes(mesh, 3, 3);
const length = mesh.positions.length;

describe('createSubspaceDetector refuses', () => {
  const notFinite = vectors.slice();
  notFinite[length + 7] = Number.POSITIVE_INFINITY;
  it.each<[string, unknown, unknown, string]>([
    ['no modes', undefined, {}, 'modes.vectors must be a Float32Array or Float64Array, got undefined.'],
    [
      'an array of numbers',
      { vectors: [1, 2, 3] },
      {},
      'modes.vectors must be a Float32Array or Float64Array, got Array.',
    ],
    ['no column', { vectors: new Float64Array(0) }, {}, 'modes must hold at least one column, got none.'],
    [
      'a wrong length',
      { vectors: vectors.slice(1) },
      {},
      `columns of ${length} numbers (39 vertices), got length ${3 * length - 1}.`,
    ],
    ['not finite', { vectors: notFinite }, {}, 'modes must be finite, got Infinity for y of vertex 2 in mode 1.'],
    [
      'low above high',
      { vectors, low: [0, 0, 1], high: [1, 1, 0.5] },
      {},
      'modes.low must be a number not above modes.high, got 1 and 0.5 for mode 2.',
    ],
    [
      'a range without rest',
      { vectors, low: [0.1, 0, 0], high: [1, 1, 1] },
      {},
      '0, the rest pose, must be between modes.low and modes.high, got 0.1 and 1 for mode 0.',
    ],
    [
      'a range that is no number',
      { vectors, low: [Number.NaN, 0, 0] },
      {},
      'modes.low must be a number not above modes.high, got NaN',
    ],
    ['a short range', { vectors, high: [1] }, {}, 'modes.high must hold 3 numbers, one a mode, got length 1.'],
    ['too few weights', { vectors }, { weights: [1, 2] }, 'weights must hold 3 numbers, one a mode, got length 2.'],
    ['a weight of 0', { vectors }, { weights: [1, 0, 1] }, 'weights must be finite and above 0, got 0 for mode 1.'],
    [
      'an unknown option',
      { vectors },
      { method: 'box-tree' },
      "options are weights, weld, objects, pairs, groups, ignore, maxContacts, subdivisions, budgets, certificates, tree, prepared, onProgress, signal, got 'method'.",
    ],
    [
      'too many subdivisions',
      { vectors },
      { subdivisions: 9 },
      'subdivisions must be one of 0, 1, 2, 3, 4, 5, 6, 7, 8, got 9.',
    ],
    ['a bad maxContacts', { vectors }, { maxContacts: 0 }, 'maxContacts must be a whole number from 1, got 0.'],
  ])('%s', (_, modes, options, message) => {
    const create = () => createSubspaceDetector(mesh, modes as SubspaceModes, options as SubspaceOptions);
    expect(create).toThrow(RangeError);
    expect(create).toThrow(`createSubspaceDetector: `);
    expect(create).toThrow(message);
  });

  it('welded copies that move differently', () => {
    const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0);
    const parting = new Float64Array(36);
    parting[18 + 3 * 4 + 2] = 1;
    const create = () => createSubspaceDetector({ positions }, { vectors: parting });
    expect(create).toThrow(
      'vertices 2 and 4 were welded and must move together, got different displacements in mode 1',
    );
    expect(create).toThrow(expect.objectContaining({ code: 'WELD_BROKEN' }));
    expect(createSubspaceDetector({ positions }, { vectors: parting }, { weld: false }).modeCount).toBe(2);
  });

  it('calls with a bad q or out', () => {
    const detector = createSubspaceDetector(mesh, { vectors }, { subdivisions: 0 });
    expect(() => detector.limit([0, 0])).toThrow('limit: q must hold 3 numbers, one a mode, got length 2.');
    expect(() => detector.deform([0, 0, Number.NaN], new Float64Array(length))).toThrow(
      'deform: q must hold finite numbers, got NaN for mode 2.',
    );
    expect(() => detector.deform([0, 0, 0], new Float64Array(3))).toThrow(
      `deform: out must hold ${length} numbers (39 vertices), got length 3.`,
    );
    expect(() => detector.update(null as unknown as number[])).toThrow(
      'update: q must hold 3 numbers, one a mode, got null.',
    );
    expect(() => detector.update(['1', '2', '3'] as unknown as number[])).toThrow(
      "update: q must hold finite numbers, got '1' for mode 0.",
    );
    expect(() => detector.deform([0, 0, 0], undefined as unknown as Float64Array)).toThrow(
      'deform: out must be a Float32Array or Float64Array, got undefined.',
    );
  });

  it('a q that leads too far, and writes nothing then', () => {
    const detector = createSubspaceDetector(mesh, { vectors }, { subdivisions: 0 });
    const out = mesh.positions.slice();
    expect(() => detector.deform([1.7e308, 1.7e308, 1.7e308], out)).toThrow(
      /^deform: q must lead to finite positions, got -?Infinity for [xyz] of vertex \d+\.$/,
    );
    expect(out).toEqual(mesh.positions);
  });

  it('calls after dispose(), by their names', () => {
    const detector = createSubspaceDetector(mesh, { vectors }, { subdivisions: 0 });
    detector.dispose();
    const q = [0, 0, 0];
    const calls: Record<string, () => unknown> = {
      update: () => detector.update(q),
      limit: () => detector.limit(q),
      deform: () => detector.deform(q, new Float64Array(length)),
      certified: () => detector.certified,
      radius: () => detector.radius,
      selfIntersects: () => detector.selfIntersects(),
      findIntersections: () => detector.findIntersections(),
      findIntersectingTriangles: () => detector.findIntersectingTriangles(),
      findProximities: () => detector.findProximities({ distance: 1 }),
      findImpacts: () => detector.findImpacts(q, q),
      earliestImpact: () => detector.earliestImpact(q, q),
      locate: () => detector.locate(0),
      serialize: () => detector.serialize(),
    };
    for (const [name, call] of Object.entries(calls)) {
      expect(call, name).toThrow(`${name}: the detector must be one in use, got one after dispose().`);
    }
    detector.dispose();
    expect(detector.memoryBytes).toBe(0);
  });
});

describe('serialize and prepared', () => {
  const detector = createSubspaceDetector(mesh, { vectors });
  const bytes = detector.serialize();

  it('brings back all radii', () => {
    let calls = 0;
    const again = createSubspaceDetector(mesh, { vectors }, { prepared: bytes, onProgress: () => calls++ });
    expect(calls).toBe(0);
    expect(again.radius).toBe(detector.radius);
    expect(again.serialize()).toEqual(bytes);
    const q = randomDirection(3, seededRandom(1)).map((x) => 4 * x * detector.radius);
    again.update(q);
    detector.update(q);
    expect(again.findIntersections().count).toBe(detector.findIntersections().count);
  });

  const otherRest = { positions: mesh.positions.map((x, i) => (i === 4 ? x + 1e-12 : x)), triangles: mesh.triangles };
  const otherModes = vectors.map((x, i) => (i === 5 ? x + 1e-12 : x));
  const damaged = bytes.slice();
  damaged[bytes.length - 9] ^= 4;
  const single = { positions: Float32Array.from(mesh.positions), triangles: mesh.triangles };
  const otherTriangles = { positions: mesh.positions, triangles: mesh.triangles.slice(3) };
  it.each<[string, typeof mesh | typeof single, Float64Array, SubspaceOptions, string]>([
    ['cut short', mesh, vectors, { prepared: bytes.slice(0, -4) }, 'prepared must be complete with'],
    ['nothing', mesh, vectors, { prepared: new Uint8Array(3) }, 'prepared must hold at least'],
    ['damaged', mesh, vectors, { prepared: damaged }, 'prepared must be undamaged'],
    [
      'of another method',
      mesh,
      vectors,
      { prepared: createDetector(mesh).serialize() },
      "prepared must be of 'subspace', got 'patches'.",
    ],
    [
      'of another mesh',
      otherTriangles,
      vectors,
      { prepared: bytes },
      'prepared must be made for a mesh with the same triangles',
    ],
    [
      'of another rest pose',
      otherRest,
      vectors,
      { prepared: bytes },
      'prepared must be made for the same rest positions and their precision',
    ],
    [
      'of 64 bits',
      single,
      vectors,
      { prepared: bytes },
      'prepared must be made for the same rest positions and their precision',
    ],
    ['of other modes', mesh, otherModes, { prepared: bytes }, 'prepared must be made for the same modes'],
    ['of fewer modes', mesh, vectors.slice(length), { prepared: bytes }, 'prepared must be made for the same'],
    [
      'of other weights',
      mesh,
      vectors,
      { prepared: bytes, weights: [1, 1, 2] },
      'prepared must be made for the same weights',
    ],
  ])('refuses bytes %s', (_, given, modes, options, message) => {
    expect(() => createSubspaceDetector(given, { vectors: modes }, options)).toThrow(
      `createSubspaceDetector: ${message}`,
    );
  });
});

describe('preparation', () => {
  it.each([{}, { budgets: true }, { tree: kMeansTree }] as const)(
    'reports progress that does not go back: %j',
    (options) => {
      const cloth = sheet(12, 8);
      const seen: number[] = [];
      const onProgress = (fraction: number) => seen.push(fraction);
      createSubspaceDetector(cloth, { vectors: waveModes(cloth, 4, 1) }, { ...options, onProgress });
      expect(seen.length).toBeGreaterThan(10);
      expect(seen).toEqual(seen.toSorted((a, b) => a - b));
      expect(seen.every((x) => x >= 0 && x <= 1)).toBe(true);
    },
  );

  it('stops when asked to', () => {
    const abort = new AbortController();
    const create = () =>
      createSubspaceDetector(
        mesh,
        { vectors },
        { signal: abort.signal, onProgress: () => abort.abort(new Error('enough')) },
      );
    expect(create).toThrow('enough');
  });
});

describe('memory', () => {
  setFlagsFromString('--expose_gc');
  const collectGarbage = runInNewContext('gc') as () => void;

  // whatever V8 compiles meanwhile counts too: a second look tells
  it('is not taken per frame', { retry: 2 }, () => {
    const detector = createSubspaceDetector(mesh, { vectors }, { subdivisions: 0 });
    const poses = Array.from({ length: 20 }, (_, i) =>
      randomDirection(3, seededRandom(i)).map((x) => 0.5 * i * detector.radius * x),
    );
    const play = (times: number) => {
      let contacts = 0;
      for (let i = 0; i < times; i++) {
        for (const q of poses) {
          detector.update(q);
          contacts += +detector.selfIntersects() + detector.findIntersections().count;
          detector.limit(q);
        }
      }
      return contacts;
    };
    expect(play(20)).toBeGreaterThan(20);
    const bytes = detector.memoryBytes;
    collectGarbage();
    const before = memoryUsage();
    play(100);
    collectGarbage();
    const after = memoryUsage();
    expect(detector.memoryBytes).toBe(bytes);
    expect(after.heapUsed - before.heapUsed).toBeLessThan(200_000);
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThanOrEqual(0);
  });
});
