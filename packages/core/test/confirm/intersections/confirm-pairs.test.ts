import { describe, expect, it } from 'vitest';
import { confirmPairs } from '../../../src/confirm/intersections/confirm-pairs.ts';
import { createSurface } from '../../../src/mesh/surface.ts';
import { createPose, updatePose } from '../../../src/pose/pose.ts';
import { segmentMeetsTriangle } from '../../../src/predicates/segment-meets-triangle.ts';
import { ContactBuffer } from '../../../src/results/contact-buffer.ts';
import { createCounters } from '../../../src/results/counters.ts';
import { hullsMeet, type Point } from '../../predicates/exact-oracle.ts';
import { nudged, RandomPoints } from '../../predicates/random.ts';

/** Two triangles as corner numbers into `corners`: how they hang together. */
interface Pair {
  readonly corners: readonly Point[];
  readonly first: readonly [number, number, number];
  readonly second: readonly [number, number, number];
}

const apart = (corners: readonly Point[]): Pair => ({ corners, first: [0, 1, 2], second: [3, 4, 5] });
const joinedAtVertex = (corners: readonly Point[]): Pair => ({ corners, first: [0, 1, 2], second: [3, 0, 4] });
const joinedAtEdge = (corners: readonly Point[]): Pair => ({ corners, first: [0, 1, 2], second: [1, 0, 3] });

/**
 * What the confirm step finds for each pair, with floating-point filter and without, against the exact predicate.
 * Returns how much there was, so that tests can ask for enough of it.
 */
function compare(pairs: readonly Pair[]): { contacts: number; exactTests: number } {
  const positions: number[] = [];
  const triangles: number[] = [];
  const candidates: number[] = [];
  for (const { corners, first, second } of pairs) {
    const base = positions.length / 3;
    candidates.push(triangles.length / 3, triangles.length / 3 + 1);
    triangles.push(...first.map((v) => base + v), ...second.map((v) => base + v));
    positions.push(...corners.flat());
  }
  const mesh = { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
  const surface = createSurface('test', mesh, { weld: false });
  const pose = createPose(surface);
  updatePose('test', pose, surface, mesh.positions, false);
  expect([pose.scale, pose.exactOnly]).toEqual([1, false]);

  const counters = createCounters();
  const found = { filtered: new ContactBuffer(), exact: new ContactBuffer() };
  const list = Uint32Array.from(candidates);
  confirmPairs(surface, pose, list.slice(), pairs.length, found.filtered, counters); // it overwrites them
  confirmPairs(surface, { ...pose, exactOnly: true }, list, pairs.length, found.exact, createCounters());

  const expected: string[] = [];
  const edges = new Set<string>(); // an edge counts with the first triangle that has it
  for (let t = 0; t < surface.triangleCount; t++) {
    const other = t % 2 === 0 ? t + 1 : t - 1;
    const [a, b, c] = surface.triangles.subarray(3 * other, 3 * other + 3);
    for (let k = 0; k < 3; k++) {
      const p = surface.triangles[3 * t + k];
      const q = surface.triangles[3 * t + ((k + 1) % 3)];
      const edge = p < q ? `${p} ${q}` : `${q} ${p}`;
      // a triangle of one vertex is an edge without length
      const point = k === 0 && p === q && q === surface.triangles[3 * t + 2];
      if ((p === q && !point) || edges.has(edge)) continue;
      edges.add(edge);
      if ([a, b, c].includes(p) || [a, b, c].includes(q)) continue;
      if (segmentMeetsTriangle(pose.positions, p, q, a, b, c)) expected.push(`${3 * t + k} ${other}`);
    }
  }
  expectSame(found.exact, expected);
  expectSame(found.filtered, expected);
  expect(counters.pairTests).toBe(pairs.length);
  return { contacts: expected.length, exactTests: counters.exactTests };
}

function expectSame({ halfEdges, triangles, count }: ContactBuffer, expected: readonly string[]): void {
  const found = Array.from({ length: count }, (_, i) => `${halfEdges[i]} ${triangles[i]}`);
  const [inFound, inExpected] = [new Set(found), new Set(expected)];
  expect({
    missed: expected.filter((contact) => !inFound.has(contact)),
    wrong: found.filter((contact) => !inExpected.has(contact)),
    count,
  }).toEqual({ missed: [], wrong: [], count: expected.length });
}

const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

describe('confirmPairs equals the exact predicate', () => {
  it('for random pairs, and decides nearly all of them without exact arithmetic', () => {
    const random = new RandomPoints(1);
    const { contacts, exactTests } = compare(many(3000, () => apart(many(6, () => random.inCube()))));
    expect(contacts).toBeGreaterThan(500);
    expect(exactTests).toBeLessThan(50);
  });

  it('for pairs on a small lattice', () => {
    const random = new RandomPoints(2);
    const pairs = many(2000, (i) => apart(many(6, () => random.onLattice(1 + (i % 3)))));
    expect(compare(pairs).contacts).toBeGreaterThan(2000);
  });

  it('for pairs within a few ulps of one plane', () => {
    const random = new RandomPoints(3);
    const pairs = many(2500, (i) => {
      const first = many(3, () => random.inCube());
      const second = many(3, (k) => (i % 5 === 0 && k === 0 ? random.inCube() : random.nearPlane(first, i % 4)));
      return apart([...first, ...second]);
    });
    const { contacts, exactTests } = compare(pairs);
    expect(contacts).toBeGreaterThan(1500);
    expect(exactTests).toBeGreaterThan(1500);
  });

  it('for triangles that touch: corner in face, corner on edge, edge on edge', () => {
    const random = new RandomPoints(4);
    const pairs = many(2500, (i) => {
      const first = many(3, () => random.inCube());
      return apart([...first, random.nearPlane(first, i % 2), random.inCube(), random.inCube()]);
    });
    expect(compare(pairs).contacts).toBeGreaterThan(500);
  });

  it('for edges that pass a side or a corner within an ulp', () => {
    const random = new RandomPoints(13);
    const pairs = many(4000, (i) => {
      const first = many(3, () => random.inCube());
      const [a, b] = [first[i % 3], first[(i + 1) % 3]];
      const t = i % 5 === 0 ? 0 : random.random();
      const d = random.inCube();
      const beyond = (s: number): Point => {
        const at = (axis: number) => nudged(a[axis] + t * (b[axis] - a[axis]) + s * d[axis], random.below(3) - 1);
        return [at(0), at(1), at(2)];
      };
      return apart([...first, beyond(1), beyond(-random.random()), random.inCube()]);
    });
    const { contacts, exactTests } = compare(pairs);
    expect(contacts).toBeGreaterThan(3000);
    expect(exactTests).toBeGreaterThan(3000);
  });

  it('for needles and triangles without area', () => {
    const random = new RandomPoints(5);
    const needle = () => {
      const [a, b] = [random.inCube(), random.inCube()];
      const t = random.random();
      const at = (axis: number) => nudged(a[axis] + t * (b[axis] - a[axis]), random.below(3) - 1);
      return [a, b, random.below(4) === 0 ? a : ([at(0), at(1), at(2)] as const)];
    };
    compare(
      many(1500, (i) => {
        const first = i % 2 ? needle() : many(3, () => random.inCube());
        const [p, q, r] = needle();
        return apart([...first, p, random.below(2) ? q : random.nearPlane(first, 1), r]);
      }),
    );
  });

  it('for triangles far from the origin and small against the distance', () => {
    const random = new RandomPoints(6);
    const pairs = many(2000, (i) => {
      const distance = 10 ** (3 + (i % 12));
      const near = (): Point => {
        const [x, y, z] = i % 2 ? random.inCube() : random.onLattice(2);
        return [x + distance, y - distance, z + 3 * distance];
      };
      return apart(many(6, near));
    });
    expect(compare(pairs).contacts).toBeGreaterThan(500);
  });

  // powers of two where products of two, three or four differences leave the range of doubles
  it.each([-242, -220, -200, 200, 240, 250, 254, 256, 258, 260, 263, 266, 270, 280, 295])(
    'at size 2^%s',
    (exponent) => {
      const random = new RandomPoints(7 + exponent);
      const scaled = ([x, y, z]: Point): Point => [x * 2 ** exponent, y * 2 ** exponent, z * 2 ** exponent];
      const snap = (x: number) => Math.round(x * 16) / 16; // few bits: at 2^−242 no coordinate leaves the exact range
      const pairs = many(400, (i) => {
        const corner = i % 2 ? () => random.onLattice(3) : () => random.inCube().map(snap) as unknown as Point;
        const first = many(3, corner);
        const [a, b, c] = first;
        const second = many(3, () => {
          const [v, w] = [(random.below(17) - 4) / 8, (random.below(17) - 4) / 8];
          const at = (axis: number) => a[axis] + v * (b[axis] - a[axis]) + w * (c[axis] - a[axis]);
          return [at(0), at(1), at(2)] as const; // exactly in the plane: few bits, nothing is rounded
        });
        const outside = i % 3 === 0 ? random.onLattice(3) : second[2];
        return apart([...first, second[0], second[1], outside].map(scaled));
      });
      expect(compare(pairs).contacts).toBeGreaterThan(500);
    },
  );

  it('for the smallest differences between the smallest coordinates', () => {
    const random = new RandomPoints(8);
    for (const places of [8, 17, 18, 19, 20, 21, 22, 30, 52]) {
      const step = 2 ** (-249 - places);
      const pairs = many(400, () => {
        const corner = (): Point => {
          const [x, y, z] = random.onLattice(3);
          return [2 ** -249 + x * step, 2 ** -249 + y * step, 2 ** -249 + z * step];
        };
        const flat = (): Point => {
          const [x, y] = corner();
          return [x, y, x + y - 2 ** -249];
        };
        return apart(many(6, random.below(2) ? flat : corner));
      });
      expect(compare(pairs).contacts).toBeGreaterThan(200);
    }
  });

  it('for triangles that share a vertex', () => {
    const random = new RandomPoints(9);
    const free = many(1500, () => joinedAtVertex(many(5, () => random.inCube())));
    const lattice = many(1500, () => joinedAtVertex(many(5, () => random.onLattice(2))));
    const flat = many(1500, (i) => {
      const first = many(3, () => random.inCube());
      return joinedAtVertex([...first, random.nearPlane(first, i % 3), random.nearPlane(first, i % 3)]);
    });
    const pointed = many(1500, (i) => {
      const o = i % 2 ? random.inCube() : ([0, 0, 0] as const);
      const [x, y, z] = random.inCube();
      const [a, b]: Point[] = [
        [o[0] + x, o[1] + y, o[2] + z],
        [o[0] + y, o[1] + z, o[2] + x],
      ]; // both equally far from o
      const on = (t: number): Point => {
        const at = (axis: number) => nudged(a[axis] + t * (b[axis] - a[axis]), random.below(3) - 1);
        return [at(0), at(1), at(2)];
      };
      return joinedAtVertex([o, a, b, on(random.random()), random.below(2) ? on(random.random()) : random.inCube()]);
    });
    for (const pairs of [free, lattice, flat, pointed]) expect(compare(pairs).contacts).toBeGreaterThan(200);
  });

  it('for triangles that share an edge: never a contact', () => {
    const random = new RandomPoints(10);
    const pairs = many(1000, (i) => joinedAtEdge(many(4, () => (i % 2 ? random.inCube() : random.onLattice(1)))));
    expect(compare(pairs).contacts).toBe(0);
  });

  it('for triangles that name a vertex twice', () => {
    const random = new RandomPoints(11);
    const shapes = [
      { first: [0, 0, 1], second: [2, 3, 4] },
      { first: [0, 1, 2], second: [3, 4, 3] },
      { first: [0, 0, 1], second: [0, 3, 4] },
      { first: [1, 0, 0], second: [3, 4, 0] },
      { first: [0, 1, 0], second: [3, 0, 4] },
      { first: [0, 1, 2], second: [0, 3, 3] },
      { first: [0, 1, 2], second: [3, 3, 3] },
      { first: [0, 0, 1], second: [2, 2, 3] },
      { first: [0, 0, 0], second: [0, 1, 2] },
    ] as const;
    const pairs = many(3000, (i) => ({ corners: many(5, () => random.onLattice(1)), ...shapes[i % shapes.length] }));
    expect(compare(pairs).contacts).toBeGreaterThan(500);
  });

  it('and the exact predicate equals the oracle on these pairs', () => {
    const random = new RandomPoints(12);
    for (let run = 0; run < 150; run++) {
      const first = many(3, () => random.inCube());
      const second = many(3, () => random.nearPlane(first, 1));
      const positions = Float64Array.from([...first, ...second].flat());
      for (let k = 0; k < 3; k++) {
        const edge = [second[k], second[(k + 1) % 3]];
        expect(segmentMeetsTriangle(positions, 3 + k, 3 + ((k + 1) % 3), 0, 1, 2)).toBe(hullsMeet(edge, first));
      }
    }
  });
});
