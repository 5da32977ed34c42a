import { describe, expect, it } from 'vitest';
import { createDetector } from '../src/create-detector.ts';
import { createSubspaceDetector } from '../src/create-subspace-detector.ts';
import type { Detector } from '../src/detector.ts';
import type { TriangleMesh } from '../src/mesh/triangle-mesh.ts';
import type { DetectorOptions } from '../src/method-options.ts';
import { contactsByDefinition, contactsFound } from './contact-oracle.ts';
import { impactsFound, withoutTimes } from './impacts/impact-sets.ts';
import { exactVariants } from './methods.ts';
import { seededRandom } from './predicates/random.ts';

/** A crumpled sheet: its groups share edges and vertices. */
function crumple(cells: number, seed: number): TriangleMesh & { triangles: Uint32Array; positions: Float64Array } {
  const random = seededRandom(seed);
  const triangles: number[] = [];
  for (let y = 0; y < cells; y++) {
    for (let x = 0; x < cells; x++) {
      const a = y * (cells + 1) + x;
      triangles.push(a, a + 1, a + cells + 1, a + 1, a + cells + 2, a + cells + 1);
    }
  }
  const positions = Float64Array.from({ length: 3 * (cells + 1) ** 2 }, () => random());
  return { positions, triangles: Uint32Array.from(triangles) };
}

const mesh = crumple(7, 3);
const { positions, triangles } = mesh;
const count = triangles.length / 3;
const groups = Array.from({ length: count }, (_, t) => [4, 9, 2 ** 31, 5][(t >> 4) % 4]);
const ignore: [number, number][] = [
  [4, 9],
  [2 ** 31, 2 ** 31],
  [5, 4],
];
const isIgnored = (s: number, t: number) =>
  ignore.some(([a, b]) => (groups[s] === a && groups[t] === b) || (groups[s] === b && groups[t] === a));

/** The triangles that have all of these vertices. */
const around = (...vertices: number[]) =>
  Array.from({ length: count }, (_, t) => t).filter((t) => {
    const corners = triangles.subarray(3 * t, 3 * t + 3);
    return vertices.every((v) => corners.includes(v));
  });
/** A feature counts with another as long as one of the triangles of each does. */
const counts = (first: number[], second: number[]) => first.some((s) => second.some((t) => !isIgnored(s, t)));

const next = crumple(7, 4).positions.map((x, i) => positions[i] + 0.3 * (x - positions[i]));
const near = (detector: Detector, options: object = {}) => {
  const found = detector.findProximities({ distance: 0.05, ...options });
  return Array.from({ length: found.count }, (_, i) => [found.triangleA[i], found.triangleB[i]]);
};
const sorted = (pairs: number[][]) => pairs.map((pair) => [...pair].sort((a, b) => a - b).join()).sort();

describe.each(exactVariants)('collision groups, %o', (variant) => {
  const create = (options: object) => createDetector(mesh, { ...variant, ...options } as DetectorOptions);

  it('alone change nothing', () => {
    expect(contactsFound(create({ groups }))).toEqual(contactsByDefinition(mesh));
    expect(contactsFound(create({ groups, ignore: [] }))).toEqual(contactsByDefinition(mesh));
    expect(contactsFound(create({ groups, ignore: [[77, 78]] }))).toEqual(contactsByDefinition(mesh));
  });

  it('leave out contacts of ignored pairs, and no others', () => {
    const all = contactsByDefinition(mesh);
    const expected = all.filter((contact) => {
      const [a, b, , t] = contact.split(' ').map(Number);
      return counts(around(a, b), [t]);
    });
    expect(expected.length).toBeGreaterThan(100);
    expect(all.length - expected.length).toBeGreaterThan(100);
    const detector = create({ groups, ignore });
    expect(contactsFound(detector)).toEqual(expected);
    const pairs = detector.findIntersectingTriangles();
    for (let i = 0; i < pairs.count; i++) expect(isIgnored(pairs.triangleA[i], pairs.triangleB[i])).toBe(false);
    expect(pairs.count).toBeGreaterThan(50);
  });

  it('leave out proximities', () => {
    const all = near(create({}));
    const expected = all.filter(([s, t]) => !isIgnored(s, t));
    expect(all.length - expected.length).toBeGreaterThan(20);
    expect(sorted(near(create({ groups, ignore })))).toEqual(sorted(expected));
  });

  it('leave out proximities to another mesh', () => {
    const moved = positions.map((x) => x + 0.01);
    const other = createDetector({ positions: moved, triangles }, { groups });
    const plain = near(create({}), { against: createDetector({ positions: moved, triangles }) });
    const expected = plain.filter(([s, t]) => !isIgnored(s, t));
    expect(plain.length).toBeGreaterThan(expected.length);
    const text = (pairs: number[][]) => pairs.map((pair) => pair.join()).sort();
    expect(text(near(create({ groups, ignore }), { against: other }))).toEqual(text(expected));
  });

  it('leave out impacts', () => {
    const all = withoutTimes(impactsFound(create({}), next));
    const expected = all.filter((line) => {
      const [first, second] = line.split(':').map((side) => side.split(',').map(Number));
      return first.length === 1 ? counts(around(...first), second) : counts(around(...first), around(...second));
    });
    expect(all.length - expected.length).toBeGreaterThan(20);
    expect(expected.length).toBeGreaterThan(20);
    expect(withoutTimes(impactsFound(create({ groups, ignore }), next))).toEqual(expected);
  });

  it('cost nothing where everything is ignored', () => {
    const labels = [4, 9, 2 ** 31, 5];
    const everything = labels.flatMap((a) => labels.map((b) => [a, b]));
    const detector = create({ groups, ignore: everything });
    expect(detector.selfIntersects()).toBe(false);
    expect(detector.findIntersections().count).toBe(0);
    expect(detector.findImpacts(next).edgeCount).toBe(0);
    expect(detector.advance(next).stop).toBe('arrived');
    const { boxTests, pairTests, edgeTests } = detector.counters;
    expect([boxTests, pairTests, edgeTests]).toEqual([0, 0, 0]);
  });
});

describe('collision groups', () => {
  it('go with objects: a pair must count by both', () => {
    const objects = Array.from({ length: count }, (_, t) => t & 1);
    const both = createDetector(mesh, { objects, pairs: 'same-object', groups, ignore, weld: false });
    const expected = contactsByDefinition(mesh, false).filter((contact) => {
      const [a, b, , t] = contact.split(' ').map(Number);
      return around(a, b).some((s) => !isIgnored(s, t) && objects[s] === objects[t]);
    });
    expect(contactsFound(both)).toEqual(expected);
  });

  it('are known to subspaces', () => {
    const vectors = Float64Array.from(positions, (_, i) => Math.sin(i));
    const plain = createSubspaceDetector(mesh, { vectors }, {});
    const grouped = createSubspaceDetector(mesh, { vectors }, { groups, ignore });
    for (const detector of [plain, grouped]) detector.update([0.3]);
    const expected = contactsFound(plain).filter((contact) => {
      const [a, b, , t] = contact.split(' ').map(Number);
      return counts(around(a, b), [t]);
    });
    expect(contactsFound(grouped)).toEqual(expected);
  });

  it.each([
    [{ ignore: [[0, 1]] }, 'createDetector: ignore goes with groups, got it without.'],
    [{ groups, ignore: 3 }, 'createDetector: ignore must be a list of pairs of groups, got 3.'],
    [{ groups, ignore: [[1]] }, 'createDetector: ignore must hold pairs of whole numbers from 0, got [1] at place 0.'],
    [{ groups, ignore: [[1, -2]] }, 'got [1, -2] at place 0.'],
    [{ groups: [1] }, `createDetector: groups must hold a label for each of the ${count} triangles, got length 1.`],
    [{ groups: groups.map(() => 0.5) }, 'createDetector: groups must hold whole numbers from 0 to 4294967295, got 0.5'],
  ])('refuse %o', (options, message) => {
    expect(() => createDetector(mesh, options as DetectorOptions)).toThrow(message);
  });
});
