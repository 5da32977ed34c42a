import { afterEach, describe, expect, it, vi } from 'vitest';
import { createDetector } from '../../src/create-detector.ts';
import { createSubspaceDetector } from '../../src/create-subspace-detector.ts';
import type { Detector } from '../../src/detector.ts';
import { NodeMotions } from '../../src/find/subspace/node-motions.ts';
import { SparseSearch } from '../../src/find/subspace/sparse-search.ts';
import { KernelSparse } from '../../src/kernel/kernel-sparse.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { contactsFound } from '../contact-oracle.ts';
import { randomDirection, waveModes } from '../find/subspace/modes.ts';
import { sheet, sphere } from '../partition/small-meshes.ts';
import { seededRandom } from '../predicates/random.ts';

type Mesh = TriangleMesh & { readonly positions: Float64Array; readonly triangles: Uint32Array };

/** A sheet wound up, whose turns are near each other, and two spheres, each with triangles enough for the kernel. */
const meshes: readonly Mesh[] = [wound(), twoSpheres()];

function wound(): Mesh {
  const { positions, triangles } = sheet(40, 4);
  const bent = positions.slice();
  for (let v = 0; v < positions.length / 3; v++) {
    const angle = (positions[3 * v] / 40) * 12;
    const radius = 1 + 0.05 * angle;
    bent.set([Math.cos(angle) * radius, Math.sin(angle) * radius, 0.2 * positions[3 * v + 1]], 3 * v);
  }
  return { positions: bent, triangles };
}

function twoSpheres(): Mesh {
  const one = sphere(4);
  const count = one.positions.length / 3;
  const positions = [...one.positions, ...one.positions.map((x, i) => x + [2.1, 0.2, 0.1][i % 3])];
  return {
    positions: Float64Array.from(positions),
    triangles: Uint32Array.from([...one.triangles, ...Array.from(one.triangles, (v) => v + count)]),
  };
}

/** A seed for the cases; `npm run fuzz -- --subspace` gives one, and more of them. */
const CASES = Math.max(4, Math.round(Number(process.env.FUZZ_SUBSPACE ?? 400) / 100));
const FIRST = process.env.FUZZ_SUBSPACE === undefined ? 0 : Number(process.env.FUZZ_SEED ?? 0);

/** Poses and steps of a case that differ from the oracle's, and what there was to be found. */
function runCase(seed: number, Numbers: typeof Float64Array | typeof Float32Array) {
  const mesh = meshes[seed % meshes.length];
  const rank = 1 + (seed % 5);
  const own = { positions: Numbers.from(mesh.positions), triangles: mesh.triangles };
  const detector = createSubspaceDetector(
    own,
    { vectors: waveModes(mesh, rank, seed) },
    { weld: false, subdivisions: 0 },
  );
  const oracle = createDetector(own, { method: 'brute-force', weld: false });
  const boxes = createDetector(own, { method: 'box-tree', weld: false, engine: 'plain' });
  const random = seededRandom(seed);
  const [from, to] = [0, 1].map(() => new Numbers(own.positions.length));
  const outcome = { wrongPoses: 0, wrongSteps: 0, contacts: 0, impacts: 0, rest: detector.restPairCount };
  for (const factor of [1.01, 1.3, 1.6, 2, 3]) {
    const q = randomDirection(rank, random).map((x) => x * factor * detector.radius);
    const q1 = randomDirection(rank, random).map((x, i) => 1.1 * q[i] + 0.1 * x * detector.radius);
    detector.deform(q, from);
    detector.deform(q1, to);
    oracle.update(from);
    boxes.update(from);
    const expected = contactsFound(oracle);
    detector.update(q);
    if (contactsFound(detector as unknown as Detector).join() !== expected.join()) outcome.wrongPoses++;
    outcome.contacts += expected.length;
    const all = listImpacts(boxes.findImpacts(to));
    if (listImpacts(detector.findImpacts(q, q1)) !== all) outcome.wrongSteps++;
    outcome.impacts += all.length;
  }
  return outcome;
}

function listImpacts(found: ReturnType<Detector['findImpacts']>): string {
  const { vertex, triangle, edgeA, edgeB, edgeC, edgeD } = found;
  const all = Array.from({ length: found.vertexCount }, (_, i) => `v ${vertex[i]} ${triangle[i]}`);
  for (let i = 0; i < found.edgeCount; i++) all.push(`e ${edgeA[i]} ${edgeB[i]} ${edgeC[i]} ${edgeD[i]}`);
  return all.sort().join();
}

function runAll(Numbers: typeof Float64Array | typeof Float32Array) {
  const outcomes = Array.from({ length: CASES }, (_, i) => runCase(FIRST + i, Numbers));
  const sum = (name: keyof (typeof outcomes)[0]) => outcomes.reduce((total, one) => total + one[name], 0);
  expect(sum('contacts')).toBeGreaterThan(20 * CASES);
  expect(sum('impacts')).toBeGreaterThan(20 * CASES);
  return { poses: sum('wrongPoses'), steps: sum('wrongSteps'), rest: sum('rest') };
}

afterEach(() => vi.restoreAllMocks());

describe.each([Float64Array, Float32Array])('the kernel, positions in $name', (Numbers) => {
  it.each(['few vertices', 'all vertices'])('finds what brute force finds in poses and steps, by %s', (by) => {
    const sparse = vi.spyOn(KernelSparse.prototype, 'collect');
    const dense = vi.spyOn(KernelSparse.prototype, 'placeAll');
    if (by === 'few vertices') vi.spyOn(SparseSearch.prototype, 'isFew').mockReturnValue(true);
    else sparse.mockReturnValue(false);
    expect(runAll(Numbers)).toEqual({ poses: 0, steps: 0, rest: 0 });
    const used = by === 'few vertices' ? sparse : dense;
    expect(used.mock.results.filter(({ value }) => value === true).length).toBeGreaterThan(9 * CASES);
  });
});

describe('the kernel is wrong (controls)', () => {
  it('with boxes that are not widened by deviations', () => {
    vi.spyOn(SparseSearch.prototype, 'isFew').mockReturnValue(true);
    const { of } = NodeMotions;
    vi.spyOn(NodeMotions, 'of').mockImplementation(function* (...args) {
      const motions = yield* of.apply(NodeMotions, args);
      motions.deviations.fill(0);
      return motions;
    });
    expect(runAll(Float64Array).poses).toBeGreaterThan(0);
  });

  it('with norms that are taken for half of what they are', () => {
    const { placeAll } = KernelSparse.prototype;
    vi.spyOn(KernelSparse.prototype, 'collect').mockReturnValue(false);
    vi.spyOn(KernelSparse.prototype, 'placeAll').mockImplementation(function (this: KernelSparse, poses) {
      return placeAll.call(
        this,
        poses.map(({ q, norm }) => ({ q, norm: norm / 2 })),
      );
    });
    const { poses, steps } = runAll(Float64Array);
    expect(poses).toBeGreaterThan(0);
    expect(steps).toBeGreaterThan(0);
  });
});
