import { describe, expect, it } from 'vitest';
import { type CertifyOptions, type CertifyReport, certify, type Witness } from '../src/certify.ts';
import { Regions } from '../src/certify-regions.ts';
import { createSubspaceDetector } from '../src/create-subspace-detector.ts';
import { BoxSeparation } from '../src/find/subspace/box-separation.ts';
import { createSubspace } from '../src/find/subspace/subspace.ts';
import { createSurface } from '../src/mesh/surface.ts';
import type { Positions } from '../src/mesh/triangle-mesh.ts';
import { finishSteps } from '../src/partition/progress.ts';
import { contactsByDefinition } from './contact-oracle.ts';
import { waveModes } from './find/subspace/modes.ts';
import { meshes, rolled } from './find/subspace/subspace-meshes.ts';
import { RandomPoints } from './predicates/random.ts';

interface Body {
  readonly mesh: { readonly positions: Positions; readonly triangles: Uint32Array };
  readonly vectors: Float64Array;
  readonly weld: boolean;
}

/** Contacts of a pose, the slow and plain way: an edge's ends, one of its triangles, the triangle that it meets. */
function contactsAt({ mesh, vectors, weld }: Body, weights: ArrayLike<number>): string[] {
  const { positions, triangles } = mesh;
  const posed = positions.slice();
  for (let x = 0; x < posed.length; x++) {
    let sum = positions[x];
    for (let i = 0; i < weights.length; i++) sum += vectors[i * positions.length + x] * weights[i];
    posed[x] = sum;
  }
  return contactsByDefinition({ positions: posed, triangles: weldedTriangles(positions, triangles, weld) }, false);
}

/** Welded is what is at one place at rest. */
function weldedTriangles(positions: Positions, triangles: Uint32Array, weld: boolean): Uint32Array {
  const first = new Map<string, number>();
  const same = Array.from({ length: positions.length / 3 }, (_, v) => {
    const place = weld ? `${positions[3 * v] + 0} ${positions[3 * v + 1] + 0} ${positions[3 * v + 2] + 0}` : String(v);
    if (!first.has(place)) first.set(place, v);
    return first.get(place)!;
  });
  return triangles.map((v) => same[v]);
}

/** Those that do not exist at rest. */
function newContacts(body: Body, report: CertifyReport, weights: ArrayLike<number>): string[] {
  const known = new Set(contactsAt(body, new Float64Array(report.targets.length)));
  return contactsAt(body, weights).filter((contact) => !known.has(contact));
}

/** A contact that is new, of an edge of one of the two triangles with the other. */
function expectReal(body: Body, report: CertifyReport, { weights, triangles }: Witness): void {
  const welded = weldedTriangles(body.mesh.positions, body.mesh.triangles, body.weld);
  const pairs = newContacts(body, report, weights).flatMap((contact) => {
    const [a, b, , t] = contact.split(' ').map(Number);
    const owners = Array.from({ length: welded.length / 3 }, (_, s) => s).filter((s) => {
      const corners = welded.subarray(3 * s, 3 * s + 3);
      return corners.includes(a) && corners.includes(b);
    });
    return owners.map((s) => (s < t ? `${s} ${t}` : `${t} ${s}`));
  });
  expect(pairs).toContain(triangles.join(' '));
}

/** Compares every claim with random poses; returns how many claims there were of each kind. */
function checkReport(body: Body, report: CertifyReport, points: RandomPoints, tolerance: number, poses: number) {
  const counts = { free: 0, stopped: 0, pairsFree: 0, pairsCollide: 0, undecided: report.undecided };
  const rank = report.targets.length;
  const between = (low: number, high: number) => low + (high - low) * points.random();
  report.targets.forEach(({ low, high, freeLow, freeHigh, stoppedBy, undecided }, i) => {
    for (let k = 0; k < poses; k++) {
      const weights = new Float64Array(rank);
      weights[i] = k === 0 ? freeLow : k === 1 ? freeHigh : between(freeLow, freeHigh);
      expect(newContacts(body, report, weights), `target ${i} at ${weights[i]}`).toEqual([]);
    }
    for (const [side, free, end] of [['low', freeLow, low] as const, ['high', freeHigh, high] as const]) {
      const witness = stoppedBy[side];
      if (free === end) expect(witness).toBeNull();
      else if (!undecided) {
        expect(witness).not.toBeNull();
        expect(Math.abs(witness!.weights[i] - free)).toBeLessThanOrEqual(tolerance * 1.000001);
      }
      if (witness) expectReal(body, report, witness);
      if (witness) counts.stopped++;
      else if (free === end && end !== 0) counts.free++;
    }
  });
  for (const { a, b, status, freeShare, witness } of report.pairs) {
    for (let k = 0; k < poses; k++) {
      const weights = new Float64Array(rank);
      for (const i of [a, b]) {
        weights[i] = between(freeShare * report.targets[i].freeLow, freeShare * report.targets[i].freeHigh);
      }
      expect(newContacts(body, report, weights), `targets ${a} and ${b}`).toEqual([]);
    }
    expect(status === 'collides').toBe(witness !== null);
    if (witness) expectReal(body, report, witness);
    if (status === 'free') counts.pairsFree++;
    if (status === 'collides') counts.pairsCollide++;
  }
  return counts;
}

/** Few triangles on few vertices, on a lattice or not, in 64 or 32 bits. */
function randomBody(points: RandomPoints): Body & { rank: number } {
  const lattice = points.below(3) === 0;
  const vertexCount = 5 + points.below(9);
  const coordinates = Array.from({ length: vertexCount }, () =>
    lattice ? points.onLattice(2) : points.inCube(),
  ).flat();
  const positions = points.below(2) === 0 ? Float32Array.from(coordinates) : Float64Array.from(coordinates);
  const triangles = Uint32Array.from({ length: 3 * (2 + points.below(6)) }, () => points.below(vertexCount));
  if (points.below(2) === 0) {
    for (let i = 0; i < triangles.length; i++) {
      while (triangles.subarray(i - (i % 3), i).includes(triangles[i])) triangles[i] = points.below(vertexCount);
    }
  }
  const rank = 1 + points.below(3);
  const kind = points.below(3);
  const vectors = Float64Array.from({ length: rank * positions.length }, (_, i) => {
    const one = 2 * points.random() - 1;
    if (kind === 0) return one;
    if (kind === 1) return Math.round(one);
    // a target moves few vertices
    return Math.floor((i % positions.length) / 3) % 3 === Math.floor(i / positions.length) ? one : 0;
  });
  return { mesh: { positions, triangles }, vectors, weld: false, rank };
}

/** Three axes at right angles, as good as doubles tell. */
function turnedAxes(points: RandomPoints): [number[], number[], number[]] {
  const [a, b] = [2 * Math.PI * points.random(), 2 * Math.PI * points.random()];
  const [ca, sa, cb, sb] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b)];
  return [
    [ca, sa * cb, sa * sb],
    [-sa, ca * cb, ca * sb],
    [0, -sb, cb],
  ];
}

describe('certify: what is called free is, and every witness is a contact', () => {
  it('random bodies', () => {
    const sums = { free: 0, stopped: 0, pairsFree: 0, pairsCollide: 0, undecided: 0 };
    let openOfWhole = 0;
    let wholeBodies = 0;
    for (let seed = 0; seed < 300; seed++) {
      const points = new RandomPoints(seed);
      const body = randomBody(points);
      const ranges = Array.from({ length: body.rank }, () => [-points.below(2), points.below(3)] as const);
      const report = certify(
        body.mesh,
        { vectors: body.vectors },
        { ranges, pairs: true, tolerance: 0.02, weld: false },
      );
      const counts = checkReport(body, report, points, 0.02, 8);
      const { triangles } = body.mesh;
      const whole = triangles.every((v, i) => v !== triangles[i % 3 === 2 ? i - 2 : i + 1]);
      if (whole) openOfWhole += counts.undecided;
      if (whole) wholeBodies++;
      for (const key of Object.keys(sums) as (keyof typeof sums)[]) sums[key] += counts[key];
    }
    // the fuzz saw all there is
    expect(sums.free).toBeGreaterThan(150);
    expect(sums.stopped).toBeGreaterThan(100);
    expect(sums.pairsFree).toBeGreaterThan(50);
    expect(sums.pairsCollide).toBeGreaterThan(20);
    // segments and points, which triangles with repeated corners are, pass each other at a single weight, which halving does not hit
    expect(wholeBodies).toBeGreaterThan(100);
    expect(openOfWhole).toBeLessThan(5);
  });

  it.each(Object.entries(meshes))('%s', (_, { positions, triangles }) => {
    const mesh = { positions, triangles };
    const body = { mesh, vectors: waveModes(mesh, 3, 5), weld: true };
    const ranges = [0, 1, 2].map(() => [-0.5, 1] as const);
    const report = certify(mesh, { vectors: body.vectors }, { ranges, pairs: true, tolerance: 0.05 });
    checkReport(body, report, new RandomPoints(3), 0.05, 4);
  });

  it('a narrow gap is a gap: only what touches by exact arithmetic is left out', () => {
    for (let seed = 0; seed < 240; seed++) {
      const points = new RandomPoints(seed);
      const gap = 10 ** -(3 + 9.5 * points.random());
      // a corner over a triangle, an edge over an edge, an edge beside an edge in one plane
      const shape = [
        [0.2, 0.2, gap, 0.7, 0.1, 1, 0.1, 0.5, 0.8],
        [-0.5, 0.3, gap, 1, 0.3, gap, 0.2, 0.4, 0.9],
        [0, -gap, 0, 1, -gap, 0, 0.3, -1, 0],
      ][seed % 3];
      const [u, v, w] = turnedAxes(points);
      const offset = points.inCube();
      const coordinates = [0, 0, 0, 1, 0, 0, 0, 1, 0, ...shape];
      const positions = new Float64Array(18);
      const vectors = new Float64Array(18);
      const kind = points.below(3); // towards each other, along the gap, apart
      for (let k = 0; k < 6; k++) {
        for (let axis = 0; axis < 3; axis++) {
          const along =
            u[axis] * coordinates[3 * k] + v[axis] * coordinates[3 * k + 1] + w[axis] * coordinates[3 * k + 2];
          positions[3 * k + axis] = along + offset[axis];
          const across = seed % 3 === 2 ? v : w;
          const way = (kind - 1) * (seed % 3 === 2 ? -1 : 1);
          if (k >= 3) vectors[3 * k + axis] = way === 0 ? u[axis] * 1e-4 : way * across[axis];
        }
      }
      const body = {
        mesh: { positions, triangles: Uint32Array.from({ length: 6 }, (_, i) => i) },
        vectors,
        weld: false,
      };
      if (contactsAt(body, [0]).length > 0) continue;
      const report = certify(body.mesh, { vectors, low: [0], high: [1] }, { weld: false });
      expect(report.restPairs, `gap ${gap}, seed ${seed}`).toEqual(new Uint32Array(0));
      checkReport(body, report, points, 0.01, 4);
      if (gap < 1e-10 || report.undecided > 0) continue;
      // what comes together is stopped, what does not is free
      expect(report.targets[0].freeHigh === 1, `gap ${gap}, seed ${seed}`).toBe(kind !== 0);
    }
  });

  it('all together: a proof for small ranges, a witness for large ones', () => {
    const mesh = rolled();
    const body = { mesh, vectors: waveModes(mesh, 3, 3), weld: true };
    const options = (size: number): CertifyOptions => ({ ranges: [0, 1, 2].map(() => [-size, size]), together: true });
    const { radius } = createSubspaceDetector(mesh, body);
    const small = certify(mesh, body, options(radius / 4));
    expect(small.joint).toEqual({ proven: true, freeShare: 1, witness: null });
    expect(small.freeTriangles).toBe(mesh.triangles.length / 3);
    const large = certify(mesh, body, options(20 * radius));
    expect(large.joint?.proven).toBe(false);
    expectReal(body, large, large.joint!.witness!);
  });

  it('gives a region up after so much work, and leaves all of it open', () => {
    const mesh = rolled();
    const surface = createSurface('test', mesh, { weld: true });
    const subspace = createSubspace(surface, mesh.positions, waveModes(mesh, 3, 3), null);
    const answerOf = (maxLooks?: number) => {
      const regions = new Regions(subspace, surface, 0.01, maxLooks);
      return { ...finishSteps(regions.answer([0], Float64Array.of(-1e6), Float64Array.of(1e6)), {}), regions };
    };
    expect(answerOf()).toMatchObject({ undecided: false });
    const { undecided, free, regions } = answerOf(100);
    expect([undecided, free]).toEqual([true, 0]);
    expect(regions.concerned.every((x) => x === 1)).toBe(true);
  });

  it('control: ranges taken a little further than proved do meet contacts', () => {
    const mesh = rolled();
    const body = { mesh, vectors: waveModes(mesh, 4, 3), weld: true };
    const report = certify(mesh, body, { ranges: [0, 1, 2, 3].map(() => [-4, 4]), tolerance: 1e-4 });
    const wrong = report.targets.filter(({ freeHigh, high }, i) => {
      if (freeHigh === high) return false;
      const weights = new Float64Array(4);
      weights[i] = freeHigh + 2e-4;
      return newContacts(body, report, weights).length > 0;
    });
    expect(wrong.length).toBeGreaterThan(0);
  });

  /** Two triangles, one above the other, that a first weight brings together at 1 and a second at 2. */
  function twoTriangles(size: number) {
    const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1).map((x) => x * size);
    const down = (by: number) => Array.from({ length: 18 }, (_, i) => (i >= 9 && i % 3 === 2 ? -by * size : 0));
    const mesh = { positions, triangles: Uint32Array.of(0, 1, 2, 3, 4, 5) };
    return { mesh, modes: { vectors: Float64Array.of(...down(1), ...down(0.5)) } };
  }

  it.each([1e9, 1e13, 1e14, 1e16, 1e29, 1e31, 1e300])('proves nothing false of a range up to %s', (high) => {
    const { mesh, modes } = twoTriangles(1);
    const { targets, restPairs, undecided } = certify(mesh, modes, {
      ranges: [
        [0, high],
        [0, 4],
      ],
    });
    expect(restPairs).toHaveLength(0);
    expect(targets[0].freeHigh).toBeLessThan(1);
    expect(targets[0].undecided || targets[0].stoppedBy.high !== null).toBe(true);
    // a range is nothing to the other target
    expect(targets[1].freeHigh).toBeGreaterThan(1.98);
    expect(targets[1].freeHigh).toBeLessThan(2);
    expect(targets[1].stoppedBy.high).not.toBeNull();
    expect(undecided).toBe(targets[0].undecided ? 1 : 0);
  });

  it.each([2 ** -120, 2 ** 120])('says that it cannot tell of a mesh of size %s', (size) => {
    const { mesh, modes } = twoTriangles(size);
    const { targets, restPairs } = certify(mesh, modes, {
      ranges: [
        [0, 2],
        [0, 4],
      ],
    });
    expect(restPairs).toHaveLength(0);
    for (const { freeHigh, high } of targets) expect(freeHigh).toBeLessThan(high / 2);
  });

  it('control: without sides, planes of the middle pose prove what is false', () => {
    const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1);
    const mesh = { positions, triangles: Uint32Array.of(0, 1, 2, 3, 4, 5) };
    const vectors = Float64Array.from({ length: 18 }, (_, i) => (i >= 9 && i % 3 === 2 ? 1 : 0));
    const subspace = createSubspace(createSurface('test', mesh, { weld: true }), positions, vectors, null);
    const separation = new BoxSeparation(1, 1e-13);
    separation.load(subspace, [0, 1, 2, 3, 4, 5], 3, 3, [0]);
    expect(separation.separates(Float64Array.of(-0.5), Float64Array.of(-0.5))).toBe(true);
    expect(separation.separates(Float64Array.of(-1), Float64Array.of(0))).toBe(false);
    expect(separation.separates(Float64Array.of(-0.999), Float64Array.of(3))).toBe(true);
  });
});

describe('certify: input', () => {
  const mesh = rolled();
  const vectors = waveModes(mesh, 2, 3);
  const ranges = [[0, 1] as const, [0, 1] as const];
  const run =
    (options: object, modes: object = {}) =>
    () =>
      certify(mesh, { vectors, ...modes }, options as CertifyOptions);

  it.each<[string, () => unknown, RegExp]>([
    [
      'no range',
      run({}),
      /^certify: every mode must have a finite range, from modes or ranges, got none for mode 0\.$/,
    ],
    ['an open range', run({}, { high: [1, 1] }), /got -Infinity to 1 for mode 0\.$/],
    [
      'too few ranges',
      run({ ranges: [[0, 1]] }),
      /^certify: ranges must hold 2 pairs of numbers, one a mode, got length 1\.$/,
    ],
    [
      'low above high',
      run({
        ranges: [
          [0, 1],
          [1, 0],
        ],
      }),
      /^certify: ranges must be pairs of finite numbers with 0 between them, got 1 to 0 for mode 1\.$/,
    ],
    [
      '0 outside',
      run({
        ranges: [
          [0, 1],
          [0.5, 1],
        ],
      }),
      /^certify: ranges must be pairs of finite numbers with 0 between them, got 0\.5 to 1 for mode 1\.$/,
    ],
    [
      'not a number',
      run({
        ranges: [
          [0, 1],
          [0, Number.NaN],
        ],
      }),
      /^certify: ranges must be pairs of finite numbers with 0 between them, got 0 to NaN for mode 1\.$/,
    ],
    [
      'a tolerance of 0',
      run({ ranges, tolerance: 0 }),
      /^certify: tolerance must be a finite number above 0, got 0\.$/,
    ],
    ['an unknown option', run({ ranges, pair: true }), /^certify: options are ranges, .*, got 'pair'\.$/],
    [
      'pairs that are not yes or no',
      run({ ranges, pairs: 'all' }),
      /^certify: pairs must be one of true, false, got 'all'\.$/,
    ],
    [
      'no modes',
      run({ ranges }, { vectors: new Float64Array(0) }),
      /^certify: modes must hold at least one column, got none\.$/,
    ],
  ])('%s', (_, action, message) => {
    expect(action).toThrow(message);
  });

  it('welded copies that part', () => {
    const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 0, 0, -1, 0);
    const parting = Float64Array.from({ length: 18 }, (_, i) => (i === 9 ? 1 : 0));
    const action = () => certify({ positions }, { vectors: parting }, { ranges: [[0, 1]] });
    expect(action).toThrow(expect.objectContaining({ code: 'WELD_BROKEN' }));
  });

  it('progress rises to the end, and a signal stops it', () => {
    const seen: number[] = [];
    certify(mesh, { vectors }, { ranges, pairs: true, onProgress: (fraction) => seen.push(fraction) });
    expect(seen.length).toBeGreaterThan(2);
    expect([...seen].sort((x, y) => x - y)).toEqual(seen);
    expect(seen.every((fraction) => fraction >= 0 && fraction <= 1)).toBe(true);
    const reason = new Error('enough');
    expect(run({ ranges, signal: AbortSignal.abort(reason) })).toThrow(reason);
  });

  it('prepared is what a detector takes', () => {
    const { prepared } = certify(mesh, { vectors }, { ranges, prepare: true });
    expect(createSubspaceDetector(mesh, { vectors }, { prepared: prepared!, budgets: true }).radius).toBeGreaterThan(0);
  });
});
