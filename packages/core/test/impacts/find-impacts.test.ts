import { spatialHash } from '@selfcollide/papers';
import { describe, expect, it } from 'vitest';
import { createDetector } from '../../src/create-detector.ts';
import type { Detector } from '../../src/detector.ts';
import { MeshError, type MeshErrorCode } from '../../src/errors.ts';
import type { DetectorOptions } from '../../src/method-options.ts';
import { exactVariants } from '../methods.ts';
import { RandomPoints } from '../predicates/random.ts';
import { impactsFound, listImpacts, withoutTimes } from './impact-sets.ts';
import { movingScenes } from './moving-scenes.ts';

/** A triangle in the plane z = 0 and a second one, pointing down, that is carried through it: its tip passes at t = 1/2. */
const positions = Float64Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, 1, 0.9, 1, 3, 1.2, 1.1, 3);
const next = positions.map((x, i) => (i >= 9 && i % 3 === 2 ? x - 2 : x));
const fast = exactVariants.filter(({ method }) => method !== 'brute-force');

describe('findImpacts', () => {
  it('reports the vertex, the triangle and when, and leaves the pose as it was', () => {
    const detector = createDetector({ positions });
    const impacts = detector.findImpacts(next, { tolerance: 1e-9 });
    expect([...impacts.vertex]).toEqual([3]);
    expect([...impacts.triangle]).toEqual([0]);
    expect(impacts.vertexTime[0]).toBeLessThanOrEqual(0.5);
    expect(impacts.vertexTime[0]).toBeGreaterThan(0.5 - 1e-9);
    expect(impacts).toMatchObject({ edgeCount: 0, startCount: 0, truncated: false, earliest: impacts.vertexTime[0] });
    expect(detector.findIntersections().count).toBe(0);
    detector.update(next);
    expect(detector.findIntersections().count).toBeGreaterThan(0);
  });

  it('locates it', () => {
    const detector = createDetector({ positions });
    const impacts = detector.findImpacts(next, { tolerance: 1e-9 });
    const { point, weights, normal, closingSpeed, time } = impacts.locateImpact('vertex-triangle', 0);
    expect(time).toBe(impacts.vertexTime[0]);
    for (const [k, x] of [1, 1, 0].entries()) expect(point[k]).toBeCloseTo(x, 8);
    for (const [k, x] of [1, 0.5, 0.25, 0.25].entries()) expect(weights[k]).toBeCloseTo(x, 8);
    for (const [k, x] of [0, 0, 1].entries()) expect(normal[k]).toBeCloseTo(x, 8);
    expect(closingSpeed).toBeCloseTo(2, 8);
    const copy = impacts.slice();
    detector.collisionFreeStep(next);
    expect(copy.locateImpact('vertex-triangle', 0).closingSpeed).toBe(closingSpeed);
    detector.update(next);
    expect(() => copy.locateImpact('vertex-triangle', 0)).toThrow(
      'locateImpact: impacts must be of the last step asked for, got those of an earlier one.',
    );
  });

  it('locates two edges, in the order of their numbers', () => {
    const edges = Float64Array.of(-1, 0, 0, 1, 0, 0, 0, 9, -9, 0, -1, 1, 0, 1, 1, 9, 0, 9);
    const down = edges.map((x, i) => (i >= 9 && i % 3 === 2 ? x - 2 : x));
    const impacts = createDetector({ positions: edges }).findImpacts(down, { tolerance: 1e-9 });
    const i = [...impacts.edgeA].findIndex((a, k) => a === 0 && impacts.edgeB[k] === 1 && impacts.edgeC[k] === 3);
    const { weights, normal, closingSpeed } = impacts.locateImpact('edge-edge', i);
    for (const weight of weights) expect(weight).toBeCloseTo(0.5, 8);
    for (const [k, x] of [0, 0, -1].entries()) expect(normal[k]).toBeCloseTo(x, 8);
    expect(closingSpeed).toBeCloseTo(2, 8);
  });

  it('next equal to the pose: only what touches already', () => {
    for (const variant of fast) {
      const detector = createDetector({ positions }, variant);
      expect(impactsFound(detector, positions)).toEqual([]);
      expect(detector.earliestImpact(positions)).toBe(null);
      const touching = positions.slice();
      touching[11] = 0;
      detector.update(touching);
      expect(impactsFound(detector, touching)).toEqual(['3:0 0']);
      expect(detector.findImpacts(touching).startCount).toBe(1);
      expect(impactsFound(detector, touching, { start: 'ignore' })).toEqual([]);
      expect(impactsFound(detector, touching, { maxTime: 0 })).toEqual(['3:0 0']);
      expect(detector.earliestImpact(touching)).toEqual({ kind: 'vertex-triangle', time: 0, vertex: 3, triangle: 0 });
    }
  });

  it('a triangle that folds onto its neighbour across an edge', () => {
    const fold = Float64Array.of(0, 0, 0, 1, 0, 0, 0.5, 1, 0, 0.5, 1, 0.5);
    const closed = Float64Array.of(0, 0, 0, 1, 0, 0, 0.5, 1, 0, 0.5, 0.9, -0.1);
    for (const variant of exactVariants) {
      const detector = createDetector({ positions: fold, triangles: Uint32Array.of(0, 1, 2, 1, 0, 3) }, variant);
      expect(withoutTimes(impactsFound(detector, closed))).toEqual(['3:0']);
    }
  });

  it('one triangle: nothing', () => {
    for (const variant of exactVariants) {
      const detector = createDetector({ positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0) }, variant);
      expect(impactsFound(detector, Float64Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0))).toEqual([]);
      expect(detector.collisionFreeStep(new Float64Array(9))).toBe(1);
    }
  });

  it.each([2 ** -200, 2 ** 200, 2 ** -900, 2 ** 900])('coordinates times %d: the same impacts and times', (scale) => {
    const scene = movingScenes['a soup'](new RandomPoints(3));
    const expected = impactsFound(createDetector(scene.mesh, { method: 'box-tree' }), scene.next);
    const times = (array: Float64Array) => array.map((x) => x * scale);
    const mesh = { positions: times(scene.mesh.positions as Float64Array) };
    for (const method of ['box-tree', spatialHash()] as const) {
      expect(impactsFound(createDetector(mesh, { method }), times(scene.next))).toEqual(expected);
    }
  });

  it('a step from one scale to another, and to one that no scale can hold', () => {
    const near = positions.map((x) => x * 2 ** -400);
    const far = next.map((x) => x * 2 ** 10);
    for (const to of [far, far.map((x) => x * 2 ** 900)]) {
      const expected = impactsFound(createDetector({ positions: near }, { method: 'brute-force' }), to);
      expect(expected.length).toBeGreaterThan(0);
      for (const variant of fast) {
        const detector = createDetector({ positions: near }, variant);
        expect(withoutTimes(impactsFound(detector, to))).toEqual(withoutTimes(expected));
        expect(detector.findIntersections().count).toBe(0);
      }
    }
  });

  it('a limit cuts and says so, but never what is earliest or how far a step may go', () => {
    const scene = movingScenes['a sheet that is crumpled'](new RandomPoints(1));
    for (const variant of fast) {
      const all = createDetector(scene.mesh, variant);
      const list = listImpacts(all.findImpacts(scene.next));
      const few = createDetector(scene.mesh, { ...variant, maxContacts: 3 });
      const cut = few.findImpacts(scene.next);
      expect(cut.truncated).toBe(true);
      expect(list).toEqual(expect.arrayContaining(listImpacts(cut)));
      expect(cut.vertexCount + cut.edgeCount).toBe(3);
      expect(few.findImpacts(scene.next, { maxContacts: list.length }).truncated).toBe(false);
      expect(few.earliestImpact(scene.next)).toEqual(all.earliestImpact(scene.next));
      expect(few.collisionFreeStep(scene.next)).toBe(all.collisionFreeStep(scene.next));
    }
  });

  it('the earliest is the least time of all, the same pair whatever the method', () => {
    for (const make of Object.values(movingScenes)) {
      const { mesh, next: to, weld } = make(new RandomPoints(7));
      const found = fast.map((variant) => {
        const detector = createDetector(mesh, { ...variant, weld });
        const impact = detector.earliestImpact(to);
        expect(impact?.time ?? Number.POSITIVE_INFINITY).toBe(detector.findImpacts(to).earliest);
        return impact;
      });
      for (const impact of found) expect(impact).toEqual(found[0]);
    }
  });

  it('pairs and objects choose by the labels of all triangles at a feature', () => {
    const { mesh, next: to } = movingScenes['any triangles among few vertices'](new RandomPoints(5));
    const count = mesh.triangles!.length / 3;
    const objects = Uint32Array.from({ length: count }, (_, t) => t % 2);
    const labels = (vertices: number[]) =>
      objects.filter((_, t) => vertices.every((v) => mesh.triangles!.subarray(3 * t, 3 * t + 3).includes(v)));
    const all = impactsFound(createDetector(mesh, { method: 'brute-force', weld: false }), to);
    for (const pairs of ['same-object', 'between-objects'] as const) {
      const expected = withoutTimes(all).filter((key) => {
        const [a, b] = key.split(':').map((part) => part.split(',').map(Number));
        const second = b.length === 1 ? [objects[b[0]]] : [...labels(b)];
        return [...labels(a)].some((x) => second.some((y) => (x === y) === (pairs === 'same-object')));
      });
      expect(expected.length).toBeLessThan(all.length);
      for (const variant of exactVariants) {
        const detector = createDetector(mesh, { ...variant, weld: false, objects, pairs });
        expect(withoutTimes(impactsFound(detector, to))).toEqual(expected);
      }
    }
  });

  it('counts what it did', () => {
    const { mesh, next: to } = movingScenes['a sheet that is crumpled'](new RandomPoints(1));
    const detector = createDetector(mesh, { method: 'box-tree' });
    const { vertexCount, edgeCount } = detector.findImpacts(to);
    const { counters } = detector;
    expect(counters.impacts).toBe(vertexCount + edgeCount);
    for (const name of ['vertexTests', 'edgePairTests', 'planeSteps', 'clips', 'boxTests', 'boxesFitted'] as const) {
      expect(counters[name], name).toBeGreaterThan(0);
    }
  });
});

describe('bad input', () => {
  type Row = readonly [call: (detector: Detector) => unknown, kind: MeshErrorCode | 'RangeError', message: string];
  const calls = ['findImpacts', 'earliestImpact', 'collisionFreeStep'] as const;
  const rows = calls.flatMap((call): Row[] => {
    const given = (to: unknown, options?: unknown) => (detector: Detector) =>
      detector[call](to as Float64Array, options as never);
    const known = {
      findImpacts: 'minSeparation, maxTime, tolerance, start, maxContacts',
      earliestImpact: 'minSeparation, maxTime, tolerance, start',
      collisionFreeStep: 'keepGap, minSeparation, maxTime, tolerance, start',
    }[call];
    const holed = next.slice();
    holed[4] = Number.NaN;
    return [
      [given(undefined), 'POSITIONS_TYPE', 'positions must be a Float32Array or Float64Array, got undefined.'],
      [given([...next]), 'POSITIONS_TYPE', 'positions must be a Float32Array or Float64Array, got Array.'],
      [given(next.slice(3)), 'POSITIONS_LENGTH', 'positions must hold 18 numbers (6 vertices), got length 15.'],
      [given(holed), 'NOT_FINITE', 'coordinates must be finite, got NaN for y of vertex 1.'],
      [given(next, 5), 'RangeError', 'options must be an object, got 5.'],
      [given(next, { maxtime: 1 }), 'RangeError', `options are ${known}, got 'maxtime'.`],
      [given(next, { maxTime: 2 }), 'RangeError', 'maxTime must be from 0 to 1, got 2.'],
      [given(next, { maxTime: -0.1 }), 'RangeError', 'maxTime must be from 0 to 1, got -0.1.'],
      [given(next, { maxTime: Number.NaN }), 'RangeError', 'maxTime must be from 0 to 1, got NaN.'],
      [given(next, { minSeparation: -1 }), 'RangeError', 'minSeparation must be a finite number from 0, got -1.'],
      [given(next, { minSeparation: '1' }), 'RangeError', "minSeparation must be a finite number from 0, got '1'."],
      [
        given(next, { minSeparation: Number.POSITIVE_INFINITY }),
        'RangeError',
        'minSeparation must be a finite number from 0, got Infinity.',
      ],
      [given(next, { tolerance: 0 }), 'RangeError', 'tolerance must be a finite number above 0, got 0.'],
      [given(next, { tolerance: Number.NaN }), 'RangeError', 'tolerance must be a finite number above 0, got NaN.'],
      [given(next, { start: 'no' }), 'RangeError', "start must be one of 'report', 'ignore', got 'no'."],
    ].map(([run, kind, rule]) => [run, kind, `${call}: ${rule}`] as unknown as Row);
  });
  const own: Row[] = [
    [
      (detector) => detector.findImpacts(next, { maxContacts: 0 }),
      'RangeError',
      'findImpacts: maxContacts must be a whole number from 1, got 0.',
    ],
    [
      (detector) => detector.collisionFreeStep(next, { keepGap: 1 }),
      'RangeError',
      'collisionFreeStep: keepGap must be from 0 to less than 1, got 1.',
    ],
    [
      (detector) => detector.findImpacts(next).locateImpact('vertex-triangle', 1),
      'RangeError',
      'locateImpact: i must be a whole number from 0 to 0, got 1.',
    ],
    [
      (detector) => detector.findImpacts(next).locateImpact('edge-edge', 0),
      'RangeError',
      'locateImpact: i must be that of an impact, but none was found, got 0.',
    ],
  ];

  it.each([...rows, ...own])('%#: %o', (call, kind, message) => {
    const detector = createDetector({ positions });
    let error: unknown;
    try {
      call(detector);
    } catch (thrown) {
      error = thrown;
    }
    expect((error as Error).message).toBe(message);
    expect(error).toBeInstanceOf(kind === 'RangeError' ? RangeError : MeshError);
    if (error instanceof MeshError) expect(error.code).toBe(kind);
    expect(withoutTimes(impactsFound(detector, next))).toEqual(['3:0']);
  });

  it('welded copies that part, unless the first one counts', () => {
    const quad = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0);
    const parted = quad.slice();
    parted[9] = 2;
    const detector = (weld: DetectorOptions['weld']) => createDetector({ positions: quad }, { weld });
    const error = (remedy: string) =>
      new MeshError(
        'WELD_BROKEN',
        `findImpacts: vertices 1 and 3 were welded and must move together, got different positions; ${remedy} weld: 'keep' to let the first one count, or weld: false.`,
      );
    expect(() => detector(true).findImpacts(parted)).toThrow(error('create the detector with'));
    const together = detector('while-together');
    expect(() => together.findImpacts(parted)).toThrow(
      error('update to a pose in which they have parted first, or create the detector with'),
    );
    together.update(parted); // as the error says
    expect(together.findImpacts(quad).vertexCount).toBeGreaterThan(0);
    expect(impactsFound(detector('keep'), parted)).toEqual([]);
    expect(impactsFound(detector(false), parted).length).toBeGreaterThan(0); // copies touch where they are
  });
});

describe('locateAll', () => {
  it('has what locateImpact has, vertices first, also of a slice', () => {
    const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0.2, 0.2, 1, 1.2, 0.1, 1, 0.3, 1.2, 1.1);
    const detector = createDetector({ positions, triangles: Uint32Array.of(0, 1, 2, 3, 4, 5) });
    const next = positions.map((x, i) => (i >= 9 && i % 3 === 2 ? x - 2 : x));
    const impacts = detector.findImpacts(next);
    expect(impacts.vertexCount).toBeGreaterThan(0);
    expect(impacts.edgeCount).toBeGreaterThan(0);
    for (const from of [impacts, impacts.slice()]) {
      const { count, weights, normals, points, closingSpeeds } = from.locateAll();
      expect(count).toBe(from.vertexCount + from.edgeCount);
      for (let i = 0; i < count; i++) {
        const e = i - from.vertexCount;
        const one = e < 0 ? from.locateImpact('vertex-triangle', i) : from.locateImpact('edge-edge', e);
        expect([...weights.subarray(4 * i, 4 * i + 4)]).toEqual(one.weights);
        expect([...normals.subarray(3 * i, 3 * i + 3)]).toEqual(one.normal);
        expect([...points.subarray(3 * i, 3 * i + 3)]).toEqual(one.point);
        expect(closingSpeeds[i]).toBe(one.closingSpeed);
      }
      expect(Math.max(...closingSpeeds)).toBeCloseTo(2, 6);
    }
    const old = impacts.slice();
    detector.findImpacts(positions);
    expect(() => old.locateAll()).toThrow('locateAll: impacts must be of the last step asked for');
  });
});

describe('locateImpact', () => {
  it('has a normal across edges that lie on one line and do not move', () => {
    const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0.5, 0, 0, 1.5, 0, 0, 1, -1, 0);
    const detector = createDetector({ positions, triangles: Uint32Array.of(0, 1, 2, 3, 4, 5) });
    // taken apart by name, as results are
    for (const { edgeCount, edgeA, edgeB, edgeC, edgeD, locateImpact } of [
      detector.findImpacts(positions),
      detector.findImpacts(positions).slice(),
    ]) {
      expect(edgeCount).toBeGreaterThan(0);
      for (let i = 0; i < edgeCount; i++) {
        const { normal } = locateImpact('edge-edge', i);
        expect(Math.hypot(...normal)).toBeCloseTo(1, 12);
        const onOneLine = [edgeA[i], edgeB[i], edgeC[i], edgeD[i]].join() === '0,1,3,4';
        if (onOneLine) expect(normal[0]).toBe(0);
      }
    }
  });
});
