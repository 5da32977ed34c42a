import { methodNamed } from '@selfcollide/papers';
import { describe, expect, it } from 'vitest';
import { createDetector } from '../src/create-detector.ts';
import type { DetectorOptions } from '../src/method-options.ts';
import { contactsByDefinition, contactsFound } from './contact-oracle.ts';
import { crossingQuads } from './crossing-quads.ts';
import { exactMethods } from './methods.ts';
import { RandomPoints } from './predicates/random.ts';

const random = new RandomPoints(1);
const positions = Float64Array.from(Array.from({ length: 180 }, () => random.inCube()).flat());
const objects = Array.from({ length: 60 }, () => [0, 7, 2 ** 32 - 1][random.below(3)]);
const all = contactsByDefinition({ positions });

describe.each(exactMethods)('objects, %s', (name) => {
  const method = methodNamed(name);
  it('are told by triangle, 0 without labels', () => {
    const labelled = createDetector(crossingQuads, { method, objects: [5, 5, 3, 4] });
    expect([0, 1, 2, 3].map((t) => labelled.objectOf(t))).toEqual([5, 5, 3, 4]);
    const plain = createDetector(crossingQuads, { method });
    expect([0, 1, 2, 3].map((t) => plain.objectOf(t))).toEqual([0, 0, 0, 0]);
  });

  it('change nothing unless pairs says so', () => {
    expect(contactsFound(createDetector({ positions }, { method, objects }))).toEqual(all);
    expect(contactsFound(createDetector({ positions }, { method, objects, pairs: 'all' }))).toEqual(all);
  });

  it.each(['same-object', 'between-objects'] as const)('pairs: %s', (pairs) => {
    const wanted = (s: number, t: number) => (objects[s] === objects[t]) === (pairs === 'same-object');
    const expected = all.filter((contact) => {
      const [, , s, t] = contact.split(' ').map(Number);
      return wanted(s, t);
    });
    expect(expected.length).toBeGreaterThan(100);
    const detector = createDetector({ positions }, { method, objects, pairs });
    expect(contactsFound(detector)).toEqual(expected);
    const { count, triangleA, triangleB } = detector.findIntersectingTriangles();
    for (let i = 0; i < count; i++) expect(wanted(triangleA[i], triangleB[i])).toBe(true);
    const withAll = createDetector({ positions }, { method, objects }).findIntersectingTriangles();
    const rest = Array.from({ length: withAll.count }, (_, i) => wanted(withAll.triangleA[i], withAll.triangleB[i]));
    expect(count).toBe(rest.filter((x) => x).length);
  });

  it('without labels all is one object', () => {
    expect(contactsFound(createDetector({ positions }, { method, pairs: 'same-object' }))).toEqual(all);
    const between = createDetector({ positions }, { method, pairs: 'between-objects' });
    expect(contactsFound(between)).toEqual([]);
    expect(between.selfIntersects()).toBe(false);
    expect(between.findIntersectingTriangles({ includeNeighbours: true }).count).toBe(0);
  });

  it('selfIntersects and maxContacts see only wanted pairs', () => {
    const quads = (options: DetectorOptions) =>
      createDetector(crossingQuads, { method, objects: [1, 1, 2, 2], ...options });
    expect(quads({ pairs: 'same-object' }).selfIntersects()).toBe(false);
    expect(quads({ pairs: 'between-objects' }).selfIntersects()).toBe(true);
    expect(quads({ pairs: 'same-object', maxContacts: 1 }).findIntersections()).toMatchObject({
      count: 0,
      truncated: false,
    });
    expect(quads({ pairs: 'between-objects', maxContacts: 6 }).findIntersections()).toMatchObject({
      count: 6,
      truncated: false,
    });
  });

  it('neighbours are filtered too', () => {
    const folded = {
      positions: Float64Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 3, 0),
      triangles: Uint32Array.of(0, 1, 2, 1, 0, 3),
    };
    const count = (labels: number[], pairs: DetectorOptions['pairs']) =>
      createDetector(folded, { method, objects: labels, pairs }).findIntersectingTriangles({ includeNeighbours: true })
        .count;
    expect([count([1, 1], 'same-object'), count([1, 1], 'between-objects')]).toEqual([1, 0]);
    expect([count([1, 2], 'same-object'), count([1, 2], 'between-objects')]).toEqual([0, 1]);
  });

  it('an edge where triangles of two objects meet counts for both', () => {
    // triangles 0 and 1 share the edge 1–2, which triangle 2 crosses
    const mesh = {
      positions: Float64Array.of(0, 0, 0, 4, 0, 0, 4, 4, 0, 8, 0, 0, 3, 2, -1, 5, 2, -1, 4, 2, 1),
      triangles: Uint32Array.of(0, 1, 2, 2, 1, 3, 4, 5, 6),
    };
    const touched = (labels: number[], pairs: DetectorOptions['pairs']) => {
      const detector = createDetector(mesh, { method, objects: labels, pairs });
      const edges = contactsFound(detector).filter((contact) => contact === '1 2 0 2');
      const { count, triangleA, triangleB } = detector.findIntersectingTriangles();
      return [edges.length, ...Array.from({ length: count }, (_, i) => `${triangleA[i]} ${triangleB[i]}`).sort()];
    };
    expect(touched([0, 1, 1], 'all')).toEqual([1, '0 2', '1 2']);
    expect(touched([0, 1, 1], 'same-object')).toEqual([1, '1 2']);
    expect(touched([0, 1, 1], 'between-objects')).toEqual([1, '0 2']);
    expect(touched([0, 1, 0], 'same-object')).toEqual([1, '0 2']);
    expect(touched([0, 1, 0], 'between-objects')).toEqual([1, '1 2']);
    expect(touched([0, 0, 1], 'same-object')).toEqual([0]);
  });
});
