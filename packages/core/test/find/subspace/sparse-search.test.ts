import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { createDetector } from '../../../src/create-detector.ts';
import { createSubspaceDetector } from '../../../src/create-subspace-detector.ts';
import type { Detector } from '../../../src/detector.ts';
import { SparseFinder } from '../../../src/find/subspace/sparse-finder.ts';
import { SparseSearch } from '../../../src/find/subspace/sparse-search.ts';
import type { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { contactsFound } from '../../contact-oracle.ts';
import { seededRandom } from '../../predicates/random.ts';
import { randomDirection, waveModes } from './modes.ts';
import { meshes } from './subspace-meshes.ts';

/** Modes that each move what is around one vertex: most of the mesh stays certified far beyond the radius of the whole. */
function localModes({ positions }: TriangleMesh, rank: number, seed: number): Float64Array {
  const random = seededRandom(seed);
  const vectors = new Float64Array(rank * positions.length);
  for (let i = 0; i < rank; i++) {
    const centre = 3 * Math.floor((random() * positions.length) / 3);
    const way = randomDirection(3, random);
    for (let v = 0; v < positions.length; v += 3) {
      const distance = Math.hypot(
        positions[v] - positions[centre],
        positions[v + 1] - positions[centre + 1],
        positions[v + 2] - positions[centre + 2],
      );
      const height = Math.exp(-30 * distance * distance);
      for (let k = 0; k < 3; k++) vectors[i * positions.length + v + k] = height * way[k];
    }
  }
  return vectors;
}

let poses: MockInstance;
let steps: MockInstance;
beforeEach(() => {
  poses = vi.spyOn(SparseFinder.prototype, 'turnTo');
  steps = vi.spyOn(SparseFinder.prototype, 'turnToStep');
});
afterEach(() => vi.restoreAllMocks());
const uses = (spy: MockInstance) => spy.mock.results.filter(({ value }) => value === true).length;

describe.each([
  { Numbers: Float64Array, always: false },
  { Numbers: Float64Array, always: true },
  { Numbers: Float32Array, always: true },
])('positions in $Numbers.name, always $always', ({ Numbers, always }) => {
  it('poses and steps with few vertices find what others find with all', () => {
    if (always) vi.spyOn(SparseSearch.prototype, 'isFew').mockReturnValue(true);
    let [contacts, impacts] = [0, 0];
    for (const [n, mesh] of Object.values(meshes).entries()) {
      const rank = 3;
      const own = { positions: Numbers.from(mesh.positions), triangles: mesh.triangles };
      const modes = { vectors: (always ? waveModes : localModes)(mesh, rank, 70 + n) };
      const detector = createSubspaceDetector(own, modes, { weld: false, subdivisions: 2, budgets: n % 2 === 0 });
      const oracle = createDetector(own, { method: 'brute-force', weld: false });
      const boxes = createDetector(own, { method: 'box-tree', weld: false });
      const random = seededRandom(n);
      const unit = detector.radius > 0 ? detector.radius : 0.1;
      const from = new Numbers(own.positions.length);
      const to = new Numbers(own.positions.length);
      for (const factor of [0.8, 1.3, 1.8, 2.5]) {
        const q = randomDirection(rank, random).map((x) => x * factor * unit);
        detector.update(q);
        detector.deform(q, from);
        oracle.update(from);
        const expected = contactsFound(oracle);
        expect(contactsFound(detector as unknown as Detector)).toEqual(expected);
        contacts += expected.length;
        const q1 = randomDirection(rank, random).map((x, i) => 1.5 * q[i] + 0.1 * x * unit);
        detector.deform(q1, to);
        boxes.update(from);
        const all = boxes.findImpacts(to);
        const found = detector.findImpacts(q, q1);
        expect([...pairs(found)].sort()).toEqual([...pairs(all)].sort());
        impacts += found.vertexCount + found.edgeCount;
        // the pose is still the current one, whatever the step left behind
        expect(contactsFound(detector as unknown as Detector)).toEqual(expected);
      }
    }
    expect(uses(poses)).toBeGreaterThan(always ? 60 : 15);
    expect(uses(steps)).toBeGreaterThan(always ? 25 : 0);
    expect(contacts).toBeGreaterThan(100);
    expect(impacts).toBeGreaterThan(always ? 100 : 5);
  });
});

function* pairs(found: ReturnType<Detector['findImpacts']>): Generator<string> {
  for (let i = 0; i < found.vertexCount; i++) yield `v ${found.vertex[i]} ${found.triangle[i]}`;
  for (let i = 0; i < found.edgeCount; i++) {
    yield `e ${found.edgeA[i]} ${found.edgeB[i]} ${found.edgeC[i]} ${found.edgeD[i]}`;
  }
}
