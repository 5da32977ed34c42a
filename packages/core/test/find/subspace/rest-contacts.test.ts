import { kMeansTree, paperCertificates } from '@selfcollide/papers';
import { describe, expect, it } from 'vitest';
import { certify } from '../../../src/certify.ts';
import { createSubspaceDetector, type SubspaceOptions } from '../../../src/create-subspace-detector.ts';
import { RandomPoints } from '../../predicates/random.ts';
import { fan, stackedBoxes } from './aimed-meshes.ts';
import { aimedPoses } from './aimed-poses.ts';
import { contactsInWholeNumbers } from './whole-number-contacts.ts';

const FORMS: readonly SubspaceOptions[] = [
  {},
  { budgets: true },
  { weld: false },
  { tree: kMeansTree, budgets: true },
  { certificates: paperCertificates },
];

function noise(length: number, seed: number, size = 1): Float64Array {
  const { random } = new RandomPoints(seed);
  return Float64Array.from({ length }, () => size * (2 * random() - 1));
}

function meshOf({ positions, triangles }: ReturnType<typeof fan>) {
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** A mesh in which triangle 1 lies in triangle 0 at rest: one edge goes through it, and so does none of its others. */
const crossing = {
  positions: new Float64Array([0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, -1, 1, 1, 1, 3, 3, 1]),
  triangles: new Uint32Array([0, 1, 2, 3, 4, 5]),
};

describe('what is set aside is what touches at rest by exact arithmetic', () => {
  it.each([5, 6, 8])('not triangles that share a vertex: a fan of %i', (count) => {
    const mesh = meshOf(fan(count, 0.47, false));
    const vectors = noise(4 * mesh.positions.length, count, 0.2);
    const moving = { ...mesh, vectors, rank: 4 };
    const nearest = aimedPoses(moving, 40, new RandomPoints(1).random);
    for (const options of FORMS) {
      const detector = createSubspaceDetector(mesh, { vectors }, options);
      expect(detector.restPairCount).toBe(0);
      expect(detector.radius).toBeGreaterThan(0);
      const posed = mesh.positions.slice();
      let touching = 0;
      for (const q of nearest.map((pose) => pose.map((x) => 1.01 * x))) {
        detector.update(q);
        detector.deform(q, posed);
        if (contactsInWholeNumbers(posed, mesh.triangles).size === 0) continue;
        touching++;
        expect(detector.certified).toBe(false);
      }
      expect(touching).toBeGreaterThan(5);
    }
  });

  it.each([1e-12, 1e-10, 8.4e-10, 1e-9, 1e-8, 1e-6])('not boxes that are %d apart', (gap) => {
    const mesh = meshOf(stackedBoxes(gap));
    const vectors = noise(mesh.positions.length, 5);
    const posed = mesh.positions.slice();
    for (const options of FORMS) {
      const detector = createSubspaceDetector(mesh, { vectors }, options);
      expect(detector.restPairCount).toBe(0);
      // two vertices come together at a speed of 2·√3 at most
      expect(detector.radius).toBeGreaterThan(gap / 4);
      let touching = 0;
      for (let q = gap / 4; q < 1e3 * gap; q *= 1.3) {
        for (const pose of [q, -q]) {
          detector.update([pose]);
          detector.deform([pose], posed);
          if (contactsInWholeNumbers(posed, mesh.triangles).size === 0) continue;
          touching++;
          expect(detector.certified, `at ${pose}`).toBe(false);
        }
      }
      expect(touching).toBeGreaterThan(10);
    }
  });

  it('a smaller gap has no larger radius', () => {
    const radii = [1e-3, 1e-5, 1e-7, 1e-8, 1e-9, 1e-11, 1e-13].map((gap) => {
      const mesh = meshOf(stackedBoxes(gap));
      return createSubspaceDetector(mesh, { vectors: noise(mesh.positions.length, 5) }).radius;
    });
    expect(radii).toEqual(radii.toSorted((a, b) => b - a));
  });

  it('nothing is certified away from rest where roundings may close a gap', () => {
    const mesh = { ...meshOf(stackedBoxes(2 ** -50)) };
    expect(contactsInWholeNumbers(mesh.positions, mesh.triangles).size).toBe(0);
    const detector = createSubspaceDetector(mesh, { vectors: noise(mesh.positions.length, 5) });
    expect(detector).toMatchObject({ radius: 0, restPairCount: 0 });
    detector.update([1e-15]);
    expect(detector.certified).toBe(false);
  });

  it('of two triangles that touch at rest other contacts are bounded', () => {
    // lifts the one edge out of the plane of the other triangle, and pushes another into it
    const vectors = new Float64Array(18);
    vectors[3 * 5 + 2] = -1;
    vectors[3 * 4] = 0.1;
    const atRest = contactsInWholeNumbers(crossing.positions, crossing.triangles);
    expect(atRest.size).toBeGreaterThan(0);
    for (const options of FORMS) {
      const detector = createSubspaceDetector(crossing, { vectors }, options);
      expect(detector.restPairCount).toBe(1);
      expect(detector.radius).toBeGreaterThan(0);
      const posed = crossing.positions.slice();
      let fresh = 0;
      for (let q = -3; q <= 3; q += 0.01) {
        detector.update([q]);
        detector.deform([q], posed);
        const contacts = contactsInWholeNumbers(posed, crossing.triangles);
        expect(detector.findIntersections().count).toBe(contacts.size);
        if ([...contacts].every((contact) => atRest.has(contact))) continue;
        fresh++;
        expect(detector.certified).toBe(false);
      }
      expect(fresh).toBeGreaterThan(10);
    }
    const { targets, restPairs } = certify(crossing, { vectors }, { ranges: [[-3, 3]] });
    expect(restPairs).toEqual(Uint32Array.of(0, 1));
    expect(targets[0].freeHigh).toBeGreaterThan(0);
    expect(targets[0].freeHigh).toBeLessThan(3);
    const posed = crossing.positions.map((x, i) => x + vectors[i] * targets[0].freeHigh);
    expect([...contactsInWholeNumbers(posed, crossing.triangles)].filter((each) => !atRest.has(each))).toEqual([]);
  });

  it('a target that closes a gap of 1e-9 is stopped before', () => {
    const mesh = meshOf(stackedBoxes(1e-9));
    const vectors = new Float64Array(mesh.positions.length);
    for (let v = 8; v < 16; v++) vectors[3 * v + 2] = -1e-8;
    const { targets, restPairs } = certify(mesh, { vectors }, { ranges: [[-1, 1]] });
    expect(restPairs).toHaveLength(0);
    expect(targets[0].freeLow).toBe(-1);
    expect(targets[0].freeHigh).toBeLessThan(0.1);
    expect(targets[0].freeHigh).toBeGreaterThan(0.05);
  });
});
