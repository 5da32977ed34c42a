import { methodNamed } from '@selfcollide/papers';
import { describe, expect, it } from 'vitest';
import { createDetector } from '../src/create-detector.ts';
import { contactsByDefinition, contactsFound } from './contact-oracle.ts';
import { apart, crossingContacts, crossingQuads } from './crossing-quads.ts';
import { exactMethods } from './methods.ts';
import { RandomPoints } from './predicates/random.ts';

/** `count` triangles, densely packed: about `count` contacts each. */
function denseSoup(count: number, seed = 1): Float64Array {
  const random = new RandomPoints(seed);
  return Float64Array.from(Array.from({ length: 3 * count }, () => random.inCube()).flat());
}

const positions = denseSoup(60);
const all = contactsByDefinition({ positions });
const large = { positions: denseSoup(110, 3), contacts: contactsByDefinition({ positions: denseSoup(110, 3) }) };

it('the method that is taken if none is named misses nothing', () => {
  expect(exactMethods).toContain(createDetector(crossingQuads).method);
});

describe.each(exactMethods)('Detector, %s', (name) => {
  const method = methodNamed(name);
  it('says what it was made for', () => {
    const detector = createDetector(crossingQuads, { method });
    expect(detector).toMatchObject({ method: name, vertexCount: 8, triangleCount: 4 });
  });

  describe('findIntersections', () => {
    it('lists edges and triangles in the numbers of the caller', () => {
      expect(contactsFound(createDetector(crossingQuads, { method }))).toEqual(crossingContacts);
    });

    it('gives Uint32Arrays of length count', () => {
      const found = createDetector(crossingQuads, { method }).findIntersections();
      expect(found.count).toBe(6);
      expect(found.truncated).toBe(false);
      for (const column of [found.edgeA, found.edgeB, found.edgeTriangle, found.triangle]) {
        expect(column).toBeInstanceOf(Uint32Array);
        expect(column.length).toBe(6);
      }
    });

    it('answers for the last pose', () => {
      const detector = createDetector(crossingQuads, { method });
      detector.update(apart);
      expect(detector.findIntersections().count).toBe(0);
      detector.update(crossingQuads.positions);
      expect(contactsFound(detector)).toEqual(crossingContacts);
      expect(contactsFound(detector)).toEqual(crossingContacts); // asking again changes nothing
    });

    it('counts touching', () => {
      const detector = createDetector(crossingQuads, { method });
      detector.update(crossingQuads.positions.map((x, i) => (i >= 12 && i % 3 === 2 ? x + 1 : x)));
      const touching = contactsFound(detector);
      expect(touching).toContain('4 5 2 0'); // the lower side of the upright square lies in the other
      detector.update(crossingQuads.positions.map((x, i) => (i >= 12 && i % 3 === 2 ? x + 1 + 2 ** -52 : x)));
      expect(contactsFound(detector)).toEqual([]);
    });
  });

  describe('input', () => {
    it('may be a soup without triangles', () => {
      const { positions, triangles } = crossingQuads;
      const soup = Float64Array.from([...triangles].flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)]));
      const detector = createDetector({ positions: soup }, { method });
      expect(detector).toMatchObject({ vertexCount: 12, triangleCount: 4 });
      // welded, so as many contacts as with shared vertices; named by the corners of the soup
      const found = detector.findIntersections();
      const asBefore = Array.from({ length: found.count }, (_, i) =>
        [triangles[found.edgeA[i]], triangles[found.edgeB[i]], found.edgeTriangle[i], found.triangle[i]].join(' '),
      );
      expect(asBefore.sort()).toEqual(crossingContacts);
      expect(contactsFound(detector)).toEqual(contactsByDefinition({ positions: soup }));
    });

    it('may be Float32Array and Uint16Array, and poses of either kind', () => {
      const { positions, triangles } = crossingQuads;
      const mesh = { positions: Float32Array.from(positions), triangles: Uint16Array.from(triangles) };
      const detector = createDetector(mesh, { method });
      expect(contactsFound(detector)).toEqual(crossingContacts);
      detector.update(apart);
      expect(detector.selfIntersects()).toBe(false);
      detector.update(Float32Array.from(positions));
      expect(contactsFound(detector)).toEqual(crossingContacts);
    });

    it('is not kept: the caller may reuse the arrays', () => {
      const mesh = { positions: crossingQuads.positions.slice(), triangles: crossingQuads.triangles.slice() };
      const detector = createDetector(mesh, { method });
      mesh.positions.fill(0);
      mesh.triangles.fill(0);
      expect(contactsFound(detector)).toEqual(crossingContacts);
      const pose = apart.slice();
      detector.update(pose);
      pose.set(crossingQuads.positions);
      expect(detector.selfIntersects()).toBe(false);
    });

    it('may be a view on part of a buffer', () => {
      const buffer = new Float64Array(100);
      buffer.set(crossingQuads.positions, 7);
      const detector = createDetector({ ...crossingQuads, positions: buffer.subarray(7, 31) }, { method });
      expect(contactsFound(detector)).toEqual(crossingContacts);
    });
  });

  describe('findIntersectingTriangles', () => {
    it('lists pairs once, the lower number first', () => {
      const { count, triangleA, triangleB, truncated } = createDetector(crossingQuads, {
        method,
      }).findIntersectingTriangles();
      expect(truncated).toBe(false);
      expect(triangleA.length).toBe(count);
      const pairs = Array.from({ length: count }, (_, i) => [triangleA[i], triangleB[i]].join(' '));
      expect(pairs.sort()).toEqual(['0 2', '0 3', '1 2', '1 3']);
    });

    it('is derived from the contacts: the pairs of their triangles, shared edges included', () => {
      const detector = createDetector({ positions: denseSoup(60) }, { method });
      const contacts = detector.findIntersections().slice();
      const pairs = detector.findIntersectingTriangles();
      const expected = new Set<string>();
      for (let i = 0; i < contacts.count; i++) {
        expected.add([contacts.edgeTriangle[i], contacts.triangle[i]].sort((x, y) => x - y).join(' '));
      }
      const found = Array.from({ length: pairs.count }, (_, i) => `${pairs.triangleA[i]} ${pairs.triangleB[i]}`);
      expect(found.length).toBe(expected.size);
      expect(new Set(found)).toEqual(expected);
    });
  });

  describe('selfIntersects', () => {
    it('says yes or no', () => {
      const detector = createDetector(crossingQuads, { method });
      expect(detector.selfIntersects()).toBe(true);
      detector.update(apart);
      expect(detector.selfIntersects()).toBe(false);
    });

    it('stops early', () => {
      const detector = createDetector({ positions: denseSoup(300) }, { method });
      detector.findIntersections();
      const all = detector.counters.pairTests;
      detector.update(denseSoup(300));
      expect(detector.selfIntersects()).toBe(true);
      expect(detector.counters.pairTests).toBeLessThan(all / 4);
      expect(detector.counters.contacts).toBe(1);
    });
  });

  describe('results', () => {
    it('are views until the next call, and slice() keeps them', () => {
      const detector = createDetector(crossingQuads, { method });
      const kept = detector.findIntersections().slice();
      const keptPairs = detector.findIntersectingTriangles().slice();
      const view = detector.findIntersections();
      expect(kept.edgeA.buffer).not.toBe(view.edgeA.buffer);
      expect(kept).toMatchObject({ count: 6, truncated: false });

      // another pose writes over the same memory
      const before = [...view.edgeA];
      detector.update(denseSoup(3).subarray(0, 24));
      const next = detector.findIntersections();
      expect(next.edgeA.buffer).toBe(view.edgeA.buffer);
      expect([...kept.edgeA]).toEqual(before);
      expect(keptPairs.count).toBe(4);
      expect([...keptPairs.triangleA].sort()).toEqual([0, 0, 1, 1]);
    });

    it('come in the same order from two detectors, and again after other poses', () => {
      const positions = denseSoup(120);
      const first = createDetector({ positions }, { method });
      const second = createDetector({ positions: positions.slice() }, { method });
      const columns = (detector: typeof first) => {
        const { edgeA, edgeB, edgeTriangle, triangle } = detector.findIntersections().slice();
        const { triangleA, triangleB } = detector.findIntersectingTriangles({ includeNeighbours: true }).slice();
        return [edgeA, edgeB, edgeTriangle, triangle, triangleA, triangleB];
      };
      const expected = columns(first);
      expect(expected[0].length).toBeGreaterThan(500);
      expect(columns(second)).toEqual(expected);
      second.update(denseSoup(120, 2));
      second.selfIntersects();
      second.update(positions);
      expect(columns(second)).toEqual(expected);
    });
  });

  describe('maxContacts', () => {
    it.each([1, 100, 256, 257])('%s cuts and says so', (maxContacts) => {
      const detector = createDetector({ positions }, { method, maxContacts });
      const { count, truncated, edgeA } = detector.findIntersections();
      expect({ count, truncated, length: edgeA.length }).toEqual({
        count: maxContacts,
        truncated: true,
        length: maxContacts,
      });
      for (const contact of contactsFound(detector)) expect(all).toContain(contact);
      expect(detector.counters.contacts).toBe(maxContacts);
    });

    it('of a query counts before that of the detector, and 1 is a cut like any other', () => {
      const detector = createDetector({ positions }, { method, maxContacts: 5 });
      expect(detector.findIntersections({ maxContacts: 1 })).toMatchObject({ count: 1, truncated: true });
      expect(detector.findIntersections({ maxContacts: 7 })).toMatchObject({ count: 7, truncated: true });
      expect(detector.findIntersections()).toMatchObject({ count: 5, truncated: true });
      expect(detector.findIntersections({ maxContacts: all.length })).toMatchObject({ truncated: false });
      expect(contactsFound(detector)).toHaveLength(5);
      expect(detector.findIntersectingTriangles({ maxContacts: 2 })).toMatchObject({ count: 2, truncated: true });
      const one = createDetector(
        { positions: crossingQuads.positions, triangles: crossingQuads.triangles },
        { method },
      );
      expect(one.findIntersections({ maxContacts: 6 })).toMatchObject({ count: 6, truncated: false });
      for (const maxContacts of [0, 1.5, -1, Number.NaN]) {
        expect(() => detector.findIntersections({ maxContacts })).toThrow(
          `findIntersections: maxContacts must be a whole number from 1, got ${maxContacts}.`,
        );
      }
    });

    it('stops looking', () => {
      const dense = { positions: denseSoup(300) };
      const [full, capped] = [createDetector(dense, { method }), createDetector(dense, { method, maxContacts: 5 })];
      full.findIntersections();
      capped.findIntersections();
      expect(capped.counters.pairTests).toBeLessThan(full.counters.pairTests / 4);
    });

    it('cuts nothing if there are not more', () => {
      for (const maxContacts of [all.length, all.length + 1]) {
        const detector = createDetector({ positions }, { method, maxContacts });
        expect(detector.findIntersections()).toMatchObject({ count: all.length, truncated: false });
        expect(contactsFound(detector)).toEqual(all);
      }
      const detector = createDetector({ positions }, { method, maxContacts: all.length - 1 });
      expect(detector.findIntersections()).toMatchObject({ count: all.length - 1, truncated: true });
    });

    it('caps triangle pairs too, and only by their own number', () => {
      const pairs = createDetector({ positions }, { method }).findIntersectingTriangles().count;
      const capped = createDetector({ positions }, { method, maxContacts: pairs - 1 });
      expect(capped.findIntersectingTriangles()).toMatchObject({ count: pairs - 1, truncated: true });
      const enough = createDetector({ positions }, { method, maxContacts: pairs });
      expect(enough.findIntersectingTriangles()).toMatchObject({ count: pairs, truncated: false });
    });

    it('does not disturb selfIntersects', () => {
      const detector = createDetector({ positions }, { method, maxContacts: 5 });
      expect(detector.selfIntersects()).toBe(true);
      expect(detector.findIntersections().count).toBe(5);
    });

    it('without it, results grow as far as needed', () => {
      const detector = createDetector({ positions: large.positions }, { method });
      const found = contactsFound(detector);
      expect(found.length).toBeGreaterThan(2048);
      expect(found).toEqual(large.contacts);
    });
  });

  describe('memoryBytes', () => {
    it('counts at least the mesh and the pose, and grows with results', () => {
      const positions = denseSoup(150, 4);
      const detector = createDetector({ positions }, { method });
      const before = detector.memoryBytes;
      expect(before).toBeGreaterThan(positions.byteLength + 4 * 450);
      detector.findIntersections();
      const after = detector.memoryBytes;
      expect(after).toBeGreaterThan(before);
      detector.findIntersections();
      expect(detector.memoryBytes).toBe(after);
    });

    it('grows with the mesh', () => {
      const bytes = (count: number) => createDetector({ positions: denseSoup(count) }, { method }).memoryBytes;
      const perTriangle = (bytes(2000) - bytes(1000)) / 1000;
      expect(perTriangle).toBeGreaterThan(9 * 8); // the pose alone
      expect(perTriangle).toBeLessThan(2000);
    });
  });

  describe('counters', () => {
    it('show that queries of one pose share a search', () => {
      const detector = createDetector({ positions: denseSoup(100) }, { method });
      const contacts = detector.findIntersections().count;
      expect(detector.counters.pairTests).toBeGreaterThan(0);
      const pairs = detector.findIntersectingTriangles().count;
      expect(detector.counters).toMatchObject({ pairTests: 0, contacts });
      expect(detector.selfIntersects()).toBe(true);
      expect(detector.findIntersections().count).toBe(contacts);
      expect(detector.counters).toMatchObject({ pairTests: 0, contacts });
      const fresh = createDetector({ positions: denseSoup(100) }, { method });
      expect(fresh.findIntersectingTriangles().count).toBe(pairs);
      expect(fresh.findIntersections().count).toBe(contacts);
      expect(fresh.counters.pairTests).toBe(0);
    });

    it('are of the last query', () => {
      const detector = createDetector(crossingQuads, { method });
      detector.findIntersections();
      const first = { ...detector.counters };
      expect(first.contacts).toBe(6);
      expect(first.pairTests).toBeGreaterThanOrEqual(4);
      expect(first.pairTests).toBeLessThanOrEqual(6);
      detector.update(crossingQuads.positions);
      detector.findIntersections();
      expect(detector.counters).toEqual(first);
      detector.update(apart);
      detector.findIntersections();
      expect(detector.counters.contacts).toBe(0);
    });
  });
});

describe('counters of methods', () => {
  it('brute force tests every pair, others fewer', () => {
    const positions = denseSoup(50).map((x, i) => x * 0.1 + Math.floor(i / 9)); // a row of 50 triangles apart
    const tests = (name: string) => {
      const detector = createDetector({ positions }, { method: methodNamed(name) });
      detector.findIntersections();
      return detector.counters.pairTests;
    };
    expect(tests('brute-force')).toBe((50 * 49) / 2);
    for (const method of exactMethods) if (method !== 'brute-force') expect(tests(method)).toBeLessThan(200);
  });
});
