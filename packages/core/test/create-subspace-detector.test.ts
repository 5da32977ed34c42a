import { describe, expect, it } from 'vitest';
import { createSubspaceDetector } from '../src/create-subspace-detector.ts';
import type { Detector } from '../src/detector.ts';
import { PairBound } from '../src/find/subspace/pair-bound.ts';
import { createSubspace } from '../src/find/subspace/subspace.ts';
import { createSurface } from '../src/mesh/surface.ts';
import type { TriangleMesh } from '../src/mesh/triangle-mesh.ts';
import type { SubspaceDetector } from '../src/subspace-detector.ts';
import { contactsByDefinition, contactsFound } from './contact-oracle.ts';
import { noiseModes, randomDirection, waveModes } from './find/subspace/modes.ts';
import { meshes, rolled } from './find/subspace/subspace-meshes.ts';
import type { SmallMesh } from './partition/small-meshes.ts';
import { sheet } from './partition/small-meshes.ts';
import { seededRandom } from './predicates/random.ts';

/** The oracle's welding is that of the pose it gets; modes that move all vertices differently keep it that of the rest pose. */
function check(detector: SubspaceDetector, mesh: TriangleMesh, q: ArrayLike<number>): number {
  const single = mesh.positions instanceof Float32Array;
  const positions = single ? new Float32Array(mesh.positions.length) : new Float64Array(mesh.positions.length);
  detector.update(q);
  detector.deform(q, positions);
  const expected = contactsByDefinition({ positions, triangles: mesh.triangles }, false);
  if (detector.certified && detector.restPairCount === 0) expect(expected).toEqual([]);
  expect(detector.selfIntersects()).toBe(expected.length > 0);
  expect(contactsFound(detector as unknown as Detector)).toEqual(expected);
  return expected.length;
}

const kinds = { waves: waveModes, noise: noiseModes } as const;

describe('createSubspaceDetector finds what brute force finds', () => {
  for (const [name, mesh] of Object.entries(meshes)) {
    for (const kind of ['waves', 'noise'] as const) {
      for (const single of [false, true]) {
        it(`${name}, ${kind}, ${single ? 32 : 64} bits`, () => {
          const random = seededRandom(5);
          for (const rank of kind === 'noise' ? [3] : single ? [4] : [1, 5]) {
            const vectors = kinds[kind](mesh, rank, 17 * rank);
            const positions = single ? Float32Array.from(mesh.positions) : mesh.positions;
            const given = { positions, triangles: mesh.triangles };
            const detector = createSubspaceDetector(given, { vectors }, { weld: false, subdivisions: 1 });
            const unit = detector.radius > 0 ? detector.radius : 0.1;
            for (const factor of [0, 0.999, 1.5, 3]) {
              for (let pose = 0; pose < 2; pose++) {
                check(
                  detector,
                  given,
                  randomDirection(rank, random).map((x) => x * factor * unit),
                );
              }
            }
          }
        });
      }
    }
  }
});

describe('poses aimed at the pairs that limit the radius', () => {
  it.each([
    ['rolled sheet', 6, 0.7],
    ['two spheres', 4, 0.7],
    ['comb', 5, 0.5],
  ] as const)('%s', (name, rank, tightness) => {
    const mesh = meshes[name];
    const vectors = waveModes(mesh, rank, 23, 0.3);
    const detector = createSubspaceDetector(mesh, { vectors }, { weld: false });
    const touching = touchingPoses(mesh, vectors);
    expect(touching.length).toBeGreaterThan(20);
    const norms = touching.map((q) => Math.hypot(...q));
    expect(detector.radius).toBeLessThan(norms[0]);
    expect(detector.radius).toBeGreaterThan(tightness * Math.min(norms[0], detector.radius * 10));
    let contacts = 0;
    for (const q of touching.slice(0, 12)) {
      for (const factor of [1 - 1e-9, 1 + 1e-9, 1.01])
        contacts += check(
          detector,
          mesh,
          q.map((x) => x * factor),
        );
    }
    expect(contacts).toBeGreaterThan(10);
  });

  /** For every pair of triangles without a common vertex a pose in which they touch, smallest first. */
  function touchingPoses(mesh: SmallMesh, vectors: Float64Array): Float64Array[] {
    const surface = createSurface('test', mesh, { weld: false });
    const subspace = createSubspace(surface, mesh.positions, vectors, null);
    const bound = new PairBound(subspace, 0);
    const poses: Float64Array[] = [];
    const corners = (t: number) => mesh.triangles.slice(3 * t, 3 * t + 3);
    for (let s = 0; s < mesh.triangles.length / 3; s++) {
      for (let t = s + 1; t < mesh.triangles.length / 3; t++) {
        const others = (a: number, b: number) => corners(a).filter((v) => !corners(b).includes(v));
        const shared = 3 - others(s, t).length;
        const tries =
          shared > 1
            ? []
            : shared === 0
              ? [[s, t]]
              : [
                  [s, t],
                  [t, s],
                ];
        for (const [a, b] of tries) {
          const pose = new Float64Array(subspace.rank);
          const own = others(a, b);
          if (bound.touchingPose([...own, ...corners(b)], own.length, 3, pose)) poses.push(pose);
        }
      }
    }
    return poses.sort((a, b) => Math.hypot(...a) - Math.hypot(...b));
  }
});

describe('budgets', () => {
  /** Modes that each move a part of the mesh only, upwards or aside: like morph targets. */
  const localModes = ({ positions }: SmallMesh, rank: number, seed: number): Float64Array => {
    const random = seededRandom(seed);
    const vectors = new Float64Array(rank * positions.length);
    for (let i = 0; i < rank; i++) {
      const centre = 3 * Math.floor((random() * positions.length) / 3);
      const way = [random() - 0.5, random() - 0.5, random() - 0.5];
      for (let x = 0; x < positions.length; x += 3) {
        const apart = [0, 1, 2].map((axis) => positions[x + axis] - positions[centre + axis]);
        const share = Math.exp(-2 * Math.hypot(...apart) ** 2);
        for (let axis = 0; axis < 3; axis++) vectors[i * positions.length + x + axis] = share * way[axis];
      }
    }
    return vectors;
  };

  it.each(['rolled sheet', 'two spheres', 'spheres that cross at rest', 'comb', 'bow ties'])('%s', (name) => {
    const mesh = meshes[name];
    const random = seededRandom(31);
    const vectors = localModes(mesh, 6, 11);
    const options = { weld: false, subdivisions: 1 };
    const balls = createSubspaceDetector(mesh, { vectors }, options);
    const budgeted = createSubspaceDetector(mesh, { vectors }, { ...options, budgets: true });
    const again = createSubspaceDetector(
      mesh,
      { vectors },
      { ...options, budgets: true, prepared: budgeted.serialize() },
    );
    const certified = { balls: 0, budgets: 0 };
    for (let pose = 0; pose < 40; pose++) {
      const size = 4 * random() * balls.radius;
      const q = randomDirection(6, random).map((x) => (random() < 0.5 ? 0 : x * size));
      balls.update(q);
      check(budgeted, mesh, q);
      if (balls.certified) certified.balls++;
      if (budgeted.certified) certified.budgets++;
      expect(budgeted.certified || !balls.certified).toBe(true);
      again.update(q);
      expect(again.certified).toBe(budgeted.certified);
      const t = budgeted.limit(q);
      check(
        budgeted,
        mesh,
        q.map((x) => t * x),
      );
      expect(budgeted.certified).toBe(true);
    }
    expect(certified.budgets).toBeGreaterThan(certified.balls);
  });
});

describe('a subspace detector', () => {
  const mesh = rolled();
  const vectors = waveModes(mesh, 4, 3);
  const detector = createSubspaceDetector(mesh, { vectors });

  it('certifies by the norm alone, below its radius', () => {
    const q = randomDirection(4, seededRandom(2));
    expect(detector.radius).toBeGreaterThan(0);
    detector.update(q.map((x) => 0.99 * detector.radius * x));
    expect(detector.certified).toBe(true);
    expect(detector.findIntersections().count).toBe(0);
    expect(detector.counters).toMatchObject({ boxTests: 0, pairTests: 0 });
    expect(detector.findIntersectingTriangles({ includeNeighbours: true }).count).toBe(0);
    expect(() => detector.locate(0)).toThrow(RangeError);
    detector.update(q.map((x) => 1.01 * detector.radius * x));
    expect(detector.certified).toBe(false);
  });

  it('limits a step to what is certified', () => {
    const random = seededRandom(4);
    for (let i = 0; i < 100; i++) {
      const q = randomDirection(4, random).map((x) => 5 * random() * detector.radius * x);
      const t = detector.limit(q);
      detector.update(q.map((x) => t * x));
      expect(detector.certified).toBe(true);
      expect(t === 1 || t * Math.hypot(...q) > detector.radius * (1 - 1e-9)).toBe(true);
    }
    expect(detector.limit([0, 0, 0, 0])).toBe(1);
  });

  it('measures q by the weights', () => {
    const weights = [4, 1, 9, 2];
    const scaled = vectors.map((x, i) => x * Math.sqrt(weights[Math.floor(i / mesh.positions.length)]));
    const weighted = createSubspaceDetector(mesh, { vectors: scaled }, { weights });
    expect(weighted.radius).toBeCloseTo(detector.radius, 5);
    weighted.update([1, 0, 2, 0]);
    expect(weighted.norm).toBeCloseTo(Math.sqrt(4 + 36), 12);
  });

  it('certifies nothing outside the range, and stays exact there', () => {
    const high = Array.from({ length: 4 }, () => detector.radius / 4);
    const ranged = createSubspaceDetector(mesh, { vectors, low: high.map((x) => -x), high }, { weld: false });
    const q = [detector.radius / 2, 0, 0, 0];
    ranged.update(q);
    expect(ranged.certified).toBe(false);
    expect(ranged.limit(q)).toBeCloseTo(0.5, 9);
    check(ranged, mesh, q);
    check(ranged, mesh, [6 * detector.radius, -5 * detector.radius, 0, 0]);
  });

  it('tests pairs that touch at rest in every pose', () => {
    const crossing = meshes['spheres that cross at rest'];
    const touching = createSubspaceDetector(crossing, { vectors: waveModes(crossing, 3, 5, 0.2) });
    expect(touching.restPairCount).toBeGreaterThan(5);
    expect(touching.radius).toBeGreaterThan(0);
    touching.update([0, 0, 0]);
    expect(touching.certified).toBe(true);
    expect(touching.selfIntersects()).toBe(true);
  });

  it('certifies nothing where the whole surface touches at rest, and says so', () => {
    const once = sheet(4, 4);
    const count = once.positions.length / 3;
    const positions = Float64Array.from([...once.positions, ...once.positions]);
    const triangles = Uint32Array.from([...once.triangles, ...once.triangles.map((v) => v + count)]);
    const twice = { positions, triangles };
    const lying = createSubspaceDetector(twice, { vectors: noiseModes(twice, 3, 1) }, { weld: false });
    expect(lying.radius).toBe(0);
    expect(lying.restPairCount).toBe(0);
    expect(lying.limit([1, 0, 0])).toBe(0);
    expect(lying.certified).toBe(false);
    expect(check(lying, twice, [0, 0, 0])).toBeGreaterThan(100);
    expect(check(lying, twice, [0.1, 0.2, 0])).toBeGreaterThan(0);
  });

  it.each([
    ['zero modes', (v: Float64Array) => v.fill(0)],
    ['equal modes', (v: Float64Array) => v.copyWithin(3 * 52, 0, 3 * 52)],
    ['tiny modes', (v: Float64Array) => v.map((x) => x * 1e-200)],
    ['huge modes', (v: Float64Array) => v.map((x) => x * 1e200)],
  ])('stays exact with %s', (_, change) => {
    const changed = change(waveModes(mesh, 2, 7)) as Float64Array;
    const odd = createSubspaceDetector(mesh, { vectors: changed }, { weld: false });
    for (const q of [
      [0, 0],
      [1, 1],
      [1e-200, 0],
      [1, -1],
      [1e100, 3e99],
    ])
      check(odd, mesh, q);
  });

  it.each([1e-150, 1e-30, 1e30, 1e120])('stays exact at scale %f', (scale) => {
    const scaledMesh = { positions: mesh.positions.map((x) => x * scale), triangles: mesh.triangles };
    const scaledDetector = createSubspaceDetector(
      scaledMesh,
      { vectors: vectors.map((x) => x * scale) },
      { weld: false },
    );
    for (const factor of [0.5, 2, 4]) check(scaledDetector, scaledMesh, [factor * detector.radius, 0, 0, 0.1]);
  });

  it('folds of neighbours are found', () => {
    const flat = sheet(6, 1);
    const fold = new Float64Array(flat.positions.length);
    for (let v = 0; v < fold.length / 3; v++) fold[3 * v] = v % 7 === 3 ? 1.6 : 0;
    const folding = createSubspaceDetector(flat, { vectors: fold }, { weld: false });
    let contacts = 0;
    for (const q of [0.2, 0.5, 0.7, 1, 1.3]) contacts += check(folding, flat, [q]);
    expect(contacts).toBeGreaterThan(0);
  });

  it('finds what was there after a bad update', () => {
    const q = randomDirection(4, seededRandom(8)).map((x) => 4 * detector.radius * x);
    detector.update(q);
    const { count } = detector.findIntersections();
    expect(() => detector.update([1, Number.NaN, 0, 0])).toThrow(
      'update: q must hold finite numbers, got NaN for mode 1.',
    );
    expect(() => detector.update([1])).toThrow('update: q must hold 4 numbers, one a mode, got length 1.');
    expect(() => detector.update([1e308, 1e308, 1e308, 1e308].map((x) => 1.7 * x))).toThrow('finite positions');
    expect(detector.norm).toBeCloseTo(4 * detector.radius, 9);
    expect(detector.findIntersections().count).toBe(count);
  });
});
