import { kMeansTree, paperCertificates } from '@selfcollide/papers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createDetector } from '../../../core/src/create-detector.ts';
import { createSubspaceDetector } from '../../../core/src/create-subspace-detector.ts';
import type { Detector } from '../../../core/src/detector.ts';
import { SparseSearch } from '../../../core/src/find/subspace/sparse-search.ts';
import { createSubspace } from '../../../core/src/find/subspace/subspace.ts';
import { createSurface } from '../../../core/src/mesh/surface.ts';
import { finishSteps } from '../../../core/src/partition/progress.ts';
import { contactsFound } from '../../../core/test/contact-oracle.ts';
import { randomDirection, waveModes } from '../../../core/test/find/subspace/modes.ts';
import { meshes } from '../../../core/test/find/subspace/subspace-meshes.ts';
import { sphere } from '../../../core/test/partition/small-meshes.ts';
import { seededRandom } from '../../../core/test/predicates/random.ts';

const RANK = 3;
const all = { ...meshes, 'sphere with triangles enough for the kernel': sphere(7) };

afterEach(() => vi.restoreAllMocks());

describe.each([
  { name: 'k-means, all certificates', form: { tree: kMeansTree } },
  { name: 'k-means, those of the paper', form: { tree: kMeansTree, certificates: paperCertificates } },
  { name: 'patches, certificates of the paper', form: { certificates: paperCertificates } },
])('$name', ({ form }) => {
  it.each(Object.entries(all))('finds what brute force finds: %s', (name, mesh) => {
    vi.spyOn(SparseSearch.prototype, 'isFew').mockReturnValue(name.length % 2 === 0);
    const modes = { vectors: waveModes(mesh, RANK, 5) };
    const options = { weld: false, subdivisions: 0, ...form };
    const made = createSubspaceDetector(mesh, modes, options);
    const detector = createSubspaceDetector(mesh, modes, { ...options, prepared: made.serialize() });
    expect(detector.radius).toBe(made.radius);
    const oracle = createDetector(mesh, { method: 'brute-force', weld: false });
    const random = seededRandom(8);
    const positions = new Float64Array(mesh.positions.length);
    const unit = detector.radius > 0 ? detector.radius : 0.1;
    for (const factor of [0.999, 1.2, 1.6, 2.5]) {
      const q = randomDirection(RANK, random).map((x) => x * factor * unit);
      detector.update(q);
      detector.deform(q, positions);
      oracle.update(positions);
      const expected = contactsFound(oracle);
      expect(contactsFound(detector as unknown as Detector)).toEqual(expected);
      if (detector.certified && detector.restPairCount === 0) expect(expected).toEqual([]);
    }
  });
});

it('the radius of the whole does not depend on which other radii are kept', () => {
  const mesh = sphere(4);
  const modes = { vectors: waveModes(mesh, RANK, 5) };
  const [whole, paper] = [undefined, paperCertificates].map((certificates) =>
    createSubspaceDetector(mesh, modes, { weld: false, subdivisions: 0, certificates }),
  );
  expect(paper.radius).toBe(whole.radius);
});

it('a k-means tree has the radius that patches have, but for what it was worth to look closely at', () => {
  const mesh = sphere(5);
  const modes = { vectors: waveModes(mesh, RANK, 5) };
  const [patches, means] = [undefined, kMeansTree].map((tree) =>
    createSubspaceDetector(mesh, modes, { weld: false, tree }),
  );
  expect(means.restPairCount).toBe(0);
  expect(means.radius / patches.radius).toBeGreaterThan(0.8);
  expect(means.radius / patches.radius).toBeLessThan(1.25);
});

it('a k-means tree holds every triangle once, four at most in a leaf, four children in two levels', () => {
  const mesh = sphere(6);
  const surface = createSurface('test', mesh, { weld: false });
  const subspace = createSubspace(surface, mesh.positions, waveModes(mesh, RANK, 5), null);
  const tree = finishSteps(kMeansTree(subspace, mesh.triangles), {});
  expect([...tree.order].sort((a, b) => a - b)).toEqual(Array.from({ length: tree.order.length }, (_, t) => t));
  for (let node = 0; node < tree.nodeCount; node++) {
    const size = tree.endTriangle[node] - tree.firstTriangle[node];
    const right = tree.rightChild[node];
    if (right === 0) expect(size).toBeLessThanOrEqual(4);
    else {
      expect(tree.firstTriangle[node + 1]).toBe(tree.firstTriangle[node]);
      expect(tree.endTriangle[node + 1]).toBe(tree.firstTriangle[right]);
      expect(tree.endTriangle[right]).toBe(tree.endTriangle[node]);
      expect(tree.endTriangle[node + 1]).toBeGreaterThan(tree.firstTriangle[node + 1]);
    }
    expect(size).toBeGreaterThan(0);
  }
  // not one by one: halves of a sphere of 432 triangles are far from even in no cut
  expect(tree.depth).toBeLessThan(24);
});

it.each([
  [{ tree: 'bvh' }, "createSubspaceDetector: tree must be a function, got 'bvh'."],
  [{ certificates: 'none' }, "createSubspaceDetector: certificates must be a function, got 'none'."],
])('refuses %j', (options, message) => {
  const mesh = sphere(2);
  const modes = { vectors: waveModes(mesh, RANK, 5) };
  expect(() => createSubspaceDetector(mesh, modes, options as object)).toThrow(message);
});
