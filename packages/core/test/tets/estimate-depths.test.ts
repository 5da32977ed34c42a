import { describe, expect, test } from 'vitest';
import { createTetCollider } from '../../src/tets/create-tet-collider.ts';
import { seededRandom } from '../predicates/random.ts';
import { tetBlock } from './tet-block.ts';

/** What is told about a point in a block of n³ unit cubes. */
function probe(n: number, at: readonly number[], surface?: Uint32Array) {
  const collider = createTetCollider(
    {
      objects: [
        { ...tetBlock(n, n, n), surface },
        { positions: Float64Array.from(at), tets: new Uint32Array(0) },
      ],
    },
    { depth: true },
  );
  const found = collider.findPenetrations();
  return {
    count: found.count,
    depth: found.depth[0],
    direction: [...found.direction.slice(0, 3)],
    from: found.depthFrom[0],
  };
}

describe('depth estimates', () => {
  test('below a face: the distance to its plane, and out', () => {
    expect(probe(3, [1.6, 1.3, 2.9])).toEqual({
      count: 1,
      depth: expect.closeTo(0.1, 14),
      direction: [0, 0, 1].map((x) => expect.closeTo(x, 14)),
      from: 1,
    });
    expect(probe(3, [0.05, 1.3, 1.6])).toMatchObject({ count: 1, depth: expect.closeTo(0.05, 14), from: 1 });
    expect(probe(3, [0.05, 1.3, 1.6]).direction[0]).toBeCloseTo(-1, 14);
  });

  test('in a tet without surface face: to a surface vertex', () => {
    // the middle tet of the middle cube of 3³ has no surface vertex; its corners' nearest ones are one edge away
    const { count, depth, direction, from } = probe(3, [1.5, 1.5, 1.5]);
    expect(count).toBe(1);
    expect(from).toBe(2);
    expect(depth).toBeGreaterThan(1.4);
    expect(depth).toBeLessThan(3);
    expect(Math.hypot(...direction)).toBeCloseTo(1, 14);
  });

  test('moving the vertex by the estimate brings it to the surface', () => {
    const random = seededRandom(9);
    for (let i = 0; i < 200; i++) {
      const at = [0, 1, 2].map(() => 3 * random());
      const { depth, direction, from } = probe(3, at);
      const end = at.map((x, axis) => x + depth * direction[axis]);
      const gap = Math.min(...end.map((x) => Math.min(Math.abs(x), Math.abs(x - 3))));
      expect(from).toBeGreaterThan(0);
      expect(gap).toBeLessThan(1e-12);
    }
  });

  test('the face given counts, not the others; without surface there is no estimate', () => {
    const { tets } = tetBlock(1, 1, 1);
    const [, b, c, d] = tets.slice(16, 20); // the tet in the middle, whose faces are all inner
    const { depth, from } = probe(1, [0.5, 0.5, 0.5], Uint32Array.from([b, c, d]));
    expect(from).toBe(1);
    expect(depth).toBeCloseTo(0.5 / Math.sqrt(3), 14);
    expect(probe(1, [0.5, 0.5, 0.5], new Uint32Array(0))).toEqual({
      count: 1,
      depth: 0,
      direction: [0, 0, 0],
      from: 0,
    });
  });

  test('an inverted tet is left the same way', () => {
    const positions = Float64Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, -1]);
    for (const tets of [Uint32Array.from([0, 1, 2, 3]), Uint32Array.from([1, 0, 2, 3])]) {
      const collider = createTetCollider(
        {
          objects: [
            { positions, tets },
            { positions: Float64Array.from([0.3, 0.3, -0.01]), tets: new Uint32Array(0) },
          ],
        },
        { depth: true },
      );
      const found = collider.findPenetrations();
      expect([found.depth[0], ...found.direction.slice(0, 3)]).toEqual(
        [0.01, 0, 0, 1].map((x) => expect.closeTo(x, 14)),
      );
    }
  });

  test('without the option the arrays are empty', () => {
    const { positions, tets } = tetBlock(1, 1, 1);
    const objects = [
      { positions, tets },
      { positions: Float64Array.from([0.5, 0.5, 0.5]), tets: new Uint32Array(0) },
    ];
    const found = createTetCollider({ objects }).findPenetrations();
    expect([found.count, found.depth.length, found.direction.length, found.depthFrom.length]).toEqual([1, 0, 0, 0]);
  });
});
