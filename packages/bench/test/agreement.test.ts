import { makeScene, scenes } from '@selfcollide/scenes';
import fc from 'fast-check';
import { createDetector, type Intersections, type Positions } from 'selfcollide';
import { describe, expect, it } from 'vitest';
import { checkCase } from '../src/fuzz/check-case.ts';
import { contactSet } from '../src/fuzz/contact-set.ts';
import type { FuzzCase } from '../src/fuzz/fuzz-case.ts';
import { generateCase, generateShapeCase } from '../src/fuzz/generate-case.ts';
import { shrinkCase } from '../src/fuzz/shrink-case.ts';
import { safeMethods } from '../src/methods.ts';
import { selectFrames } from '../src/select-frames.ts';

/** Nothing, or what is wrong with a small version of the case. */
function failure(fuzzCase: FuzzCase): string | undefined {
  const fails = (candidate: FuzzCase) => checkCase(candidate, safeMethods) !== undefined;
  if (!fails(fuzzCase)) return undefined;
  const smaller = shrinkCase(fuzzCase, fails);
  return `${checkCase(smaller, safeMethods)}\n${JSON.stringify(smaller)}`;
}

describe('every method finds the oracle’s contacts on', () => {
  it.each(scenes)('$name', async ({ name, defaultTriangles }) => {
    const triangles = Math.min(200, defaultTriangles);
    const { mesh, frameCount, frame, objects } = await makeScene(name, { triangles });
    const pose = (number: number) => {
      const out = new Float64Array(mesh.positions.length);
      frame(number, out);
      return [...out];
    };
    // forth and back, since a refit must not depend on the pose before
    const frames = selectFrames('4', frameCount);
    const wrong = failure({
      kind: name,
      single: false,
      positions: [...mesh.positions],
      triangles: [...mesh.triangles],
      poses: [...frames, frames[0]].map(pose),
      weld: true,
      pairs: 'all',
      ...(objects && { objects: [...objects] }),
    });
    expect(wrong).toBeUndefined();
  });
});

describe('every method finds the oracle’s contacts, and the oracle those of whole-number arithmetic, on generated cases', () => {
  // fixed seeds, few enough for CI; `npm run fuzz` goes on from here
  it.each([1000, 2000, 3000, 4000])('shapes from seed %i', (first) => {
    for (let seed = first; seed < first + 60; seed++) {
      const wrong = failure(generateShapeCase(seed));
      expect(wrong, `seed ${seed}`).toBeUndefined();
    }
  });

  it('shapes and scenes', async () => {
    for (let seed = 1; seed <= 30; seed++) {
      const wrong = failure(await generateCase(seed));
      expect(wrong, `seed ${seed}`).toBeUndefined();
    }
  });
});

/** Corners on a small lattice, so that touching and coplanar cases are the rule. */
const latticeCase = fc
  .record({
    corners: fc.array(fc.tuple(fc.nat(4), fc.nat(4), fc.nat(4)), { minLength: 3, maxLength: 12 }),
    picks: fc.array(fc.tuple(fc.nat(11), fc.nat(11), fc.nat(11)), { minLength: 2, maxLength: 10 }),
    weld: fc.constantFrom(true, false, 'keep' as const),
  })
  .map(({ corners, picks, weld }): FuzzCase => {
    const triangles = picks.flat().map((pick) => pick % corners.length);
    return {
      kind: 'fast-check',
      single: false,
      positions: corners.flat(),
      triangles,
      poses: [],
      weld,
      pairs: 'all',
      lattice: 1,
    };
  });

/** Contacts after undoing a renumbering of the triangles: `original[t]` is the number that triangle t had. */
function contactsOf(positions: Positions, triangles: readonly number[], original?: readonly number[]): Float64Array {
  const method = 'box-tree'; // agreement covers the others
  const detector = createDetector({ positions, triangles: Uint32Array.from(triangles) }, { weld: false, method });
  const { count, edgeA, edgeB, triangle } = detector.findIntersections();
  const renumbered = original ? triangle.map((t) => original[t]) : triangle;
  const contacts = { count, edgeA, edgeB, triangle: renumbered } as Intersections;
  return contactSet(contacts, detector.vertexCount, detector.triangleCount);
}

describe('contacts', () => {
  it('agree on arbitrary lattice meshes', () => {
    fc.assert(
      fc.property(latticeCase, (fuzzCase) => checkCase(fuzzCase, safeMethods) === undefined),
      { seed: 1, numRuns: 150 },
    );
  });

  it('do not depend on the order of corners and triangles', () => {
    fc.assert(
      fc.property(latticeCase, fc.infiniteStream(fc.nat(5)), ({ positions, triangles }, turns) => {
        const at = Float64Array.from(positions);
        const count = triangles.length / 3;
        const original = Array.from({ length: count }, (_, t) => (t + 1) % count).reverse();
        const shuffled = original.flatMap((t) => {
          const turn = turns.next().value as number;
          const corners = [0, 1, 2].map((k) => triangles[3 * t + ((k + turn) % 3)]);
          return turn < 3 ? corners : corners.reverse();
        });
        expect(contactsOf(at, shuffled, original)).toEqual(contactsOf(at, triangles));
      }),
      { seed: 2, numRuns: 200 },
    );
  });

  it('do not change when everything is scaled by a power of two', () => {
    const coordinate = fc.oneof(
      fc.nat(3),
      fc.double({ min: -4, max: 4, noNaN: true }).map((x) => Math.round(x * 1e6) / 1e6),
    );
    const mesh = fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 9, maxLength: 30 });
    fc.assert(
      fc.property(mesh, fc.integer({ min: -400, max: 400 }), (corners, exponent) => {
        const used = corners.slice(0, corners.length - (corners.length % 3));
        const positions = Float64Array.from(used.flat());
        const triangles = used.map((_, vertex) => vertex);
        const scaled = positions.map((x) => x * 2 ** exponent);
        expect(contactsOf(scaled, triangles)).toEqual(contactsOf(positions, triangles));
      }),
      { seed: 3, numRuns: 200 },
    );
  });
});
