import { afterEach, describe, expect, it, vi } from 'vitest';
import { createDetector } from '../../../src/create-detector.ts';
import { createSubspaceDetector } from '../../../src/create-subspace-detector.ts';
import type { Detector } from '../../../src/detector.ts';
import { PairSearch } from '../../../src/find/subspace/pair-search.ts';
import { SparseSearch } from '../../../src/find/subspace/sparse-search.ts';
import type { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { contactsByDefinition, contactsFound } from '../../contact-oracle.ts';
import { RandomPoints } from '../../predicates/random.ts';
import { randomDirection } from './modes.ts';

interface Case {
  readonly mesh: TriangleMesh & { readonly triangles: Uint32Array };
  readonly vectors: Float64Array;
  readonly rank: number;
}

/** Few triangles on few vertices, on a lattice or not, in 64 or 32 bits; modes are smooth, local, whole numbers, zero or all the same. */
function randomCase(seed: number): Case & { points: RandomPoints } {
  const points = new RandomPoints(seed);
  const lattice = points.below(3) === 0;
  const vertexCount = 5 + points.below(9);
  const coordinates = Array.from({ length: vertexCount }, () =>
    lattice ? points.onLattice(3) : points.inCube(),
  ).flat();
  const positions = points.below(2) === 0 ? Float32Array.from(coordinates) : Float64Array.from(coordinates);
  const triangles = Uint32Array.from({ length: 3 * (2 + points.below(7)) }, () => points.below(vertexCount));
  const rank = 1 + points.below(5);
  const kind = points.below(5);
  const vectors = new Float64Array(rank * positions.length);
  for (let i = 0; i < vectors.length; i++) {
    const x = positions[i % positions.length];
    const one = 2 * points.random() - 1;
    vectors[i] =
      kind === 0
        ? one
        : kind === 1
          ? Math.round(one)
          : kind === 2
            ? Math.sin(3 * x + Math.floor(i / positions.length))
            : 0;
    if (kind === 3 && i % positions.length < 9) vectors[i] = one;
    if (kind === 4) vectors[i] = (i % 3) - 1 + 1e-3 * one;
  }
  return { mesh: { positions, triangles }, vectors, rank, points };
}

function runCase(seed: number): { certified: boolean; contacts: number }[] {
  const { mesh, vectors, rank, points } = randomCase(seed);
  const options = { weld: false, subdivisions: seed % 3, budgets: seed % 2 === 0 };
  const detector = createSubspaceDetector(mesh, { vectors }, options);
  const unit = detector.radius > 0 ? detector.radius : 1;
  let atRest = new Set<string>();
  return [0, 0.999, 1.3, 3].map((factor) => {
    const q = randomDirection(rank, points.random).map((x) => x * factor * unit);
    const deformed =
      mesh.positions instanceof Float32Array
        ? new Float32Array(mesh.positions.length)
        : new Float64Array(mesh.positions.length);
    detector.update(q);
    detector.deform(q, deformed);
    const expected = contactsByDefinition({ positions: deformed, triangles: mesh.triangles }, false);
    const found = contactsFound(detector as unknown as Detector);
    if (found.join() !== expected.join())
      throw new Error(`seed ${seed}, factor ${factor}: ${found.length} of ${expected.length}`);
    if (factor === 0) atRest = new Set(expected);
    if (detector.certified) expect(expected.filter((contact) => !atRest.has(contact))).toEqual([]);
    if (detector.certified && detector.restPairCount === 0) expect(expected).toEqual([]);
    if (factor < 1 && detector.radius > 0) expect(detector.certified).toBe(true);
    return { certified: detector.certified, contacts: expected.length };
  });
}

/** Impacts of a step on which a subspace detector and boxes with all positions do not agree; how many there are. */
function runStep(seed: number): { wrong: boolean; impacts: number } {
  const { mesh, vectors, rank, points } = randomCase(seed);
  const detector = createSubspaceDetector(mesh, { vectors }, { weld: false, subdivisions: seed % 3 });
  const boxes = createDetector(mesh, { method: 'box-tree', weld: false });
  // radii of bodies with contacts at rest are small: half of the steps go farther
  const unit = seed % 2 === 0 && detector.radius > 0 ? detector.radius : Math.max(1, detector.radius);
  const q0 = randomDirection(rank, points.random).map((x) => x * unit * points.random());
  const q1 = randomDirection(rank, points.random).map((x) => x * unit * (0.5 + points.random()));
  const from = mesh.positions.slice();
  const to = mesh.positions.slice();
  detector.deform(q0, from);
  detector.deform(q1, to);
  boxes.update(from);
  const expected = listImpacts(boxes.findImpacts(to));
  return { wrong: listImpacts(detector.findImpacts(q0, q1)) !== expected, impacts: expected.length };
}

function listImpacts(found: ReturnType<Detector['findImpacts']>): string {
  const { vertex, triangle, edgeA, edgeB, edgeC, edgeD } = found;
  const all = Array.from({ length: found.vertexCount }, (_, i) => `v ${vertex[i]} ${triangle[i]}`);
  for (let i = 0; i < found.edgeCount; i++) all.push(`e ${edgeA[i]} ${edgeB[i]} ${edgeC[i]} ${edgeD[i]}`);
  return all.sort().join();
}

afterEach(() => vi.restoreAllMocks());

// `npm run fuzz -- --subspace 10000` has more of them
const CASES = Number(process.env.FUZZ_SUBSPACE ?? 200);
const FIRST = process.env.FUZZ_SUBSPACE === undefined ? 0 : Number(process.env.FUZZ_SEED ?? 0);
const seeds = Array.from({ length: CASES }, (_, i) => FIRST + i);

describe('random cases agree with the definition', () => {
  it.each([
    { what: 'as they come', always: false },
    { what: 'with vertices one by one', always: true },
  ])('poses, $what', ({ always }) => {
    if (always) vi.spyOn(SparseSearch.prototype, 'isFew').mockReturnValue(true);
    const outcomes = seeds.flatMap((seed) => runCase(seed));
    expect(outcomes.filter(({ certified }) => certified).length).toBeGreaterThan(0.75 * CASES);
    expect(outcomes.filter(({ contacts }) => contacts > 0).length).toBeGreaterThan(0.75 * CASES);
    expect(outcomes.filter(({ certified, contacts }) => !certified && contacts > 0).length).toBeGreaterThan(
      0.25 * CASES,
    );
  });

  it('steps', () => {
    vi.spyOn(SparseSearch.prototype, 'isFew').mockReturnValue(true);
    const outcomes = seeds.map((seed) => ({ seed, ...runStep(seed) }));
    expect(outcomes.filter(({ wrong }) => wrong).map(({ seed }) => seed)).toEqual([]);
    expect(outcomes.filter(({ impacts }) => impacts > 0).length).toBeGreaterThan(0.2 * CASES);
  });

  it('steps by radii of poses alone miss impacts', () => {
    vi.spyOn(SparseSearch.prototype, 'isFew').mockReturnValue(true);
    const nowhere = { add: () => {} };
    vi.spyOn(PairSearch.prototype, 'beginForSteps').mockImplementation(function (this: PairSearch, node, soon, enough) {
      this.beginAtLeaves(node, soon, enough, 0, nowhere, nowhere);
    });
    const seldom = seeds.slice(0, 400);
    expect(seldom.filter((seed) => runStep(seed).wrong).length).toBeGreaterThan(0);
  });
});
