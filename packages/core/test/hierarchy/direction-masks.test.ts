import { describe, expect, it } from 'vitest';
import { refitDirectionMasks } from '../../src/hierarchy/direction-masks.ts';
import { createDirectionSet } from '../../src/hierarchy/direction-set.ts';
import { partitionByCentroids } from '../../src/partition/centroid-partition.ts';
import { orient3dOf } from '../../src/predicates/orient.ts';
import { soup, surfaceOf } from './meshes.ts';

describe.each([14, 31] as const)('%d directions', (count) => {
  const set = createDirectionSet(count);
  const direction = (d: number) => [...set.components.subarray(3 * d, 3 * d + 3)];

  it('are so many, all different, in a 32-bit mask', () => {
    expect(set.count).toBe(count);
    expect(new Set(Array.from({ length: count }, (_, d) => direction(d).join())).size).toBe(count);
  });

  it('face every triangle whose mask has them, by exact arithmetic', () => {
    const needles = soup(400, 7).positions.map((x, i) => (i % 9 < 6 ? x : x * 2 ** -20));
    for (const positions of [soup(3000, 5).positions, needles]) {
      const { surface, positions: pose } = surfaceOf({ positions: Float64Array.from(positions) });
      const tree = partitionByCentroids(surface.triangles, pose, 1);
      const masks = new Int32Array(tree.nodeCount);
      const ordered = Uint32Array.from(
        surface.triangles,
        (_, i) => surface.triangles[3 * tree.order[Math.floor(i / 3)] + (i % 3)],
      );
      refitDirectionMasks(masks, tree, set, ordered, pose);
      let bits = 0;
      for (let node = 0; node < tree.nodeCount; node++) {
        if (tree.rightChild[node] !== 0) {
          expect(masks[node]).toBe(masks[node + 1] & masks[tree.rightChild[node]]);
          continue;
        }
        const t = tree.firstTriangle[node];
        const [a, b, c] = [0, 1, 2].map((k) => [...pose.subarray(3 * ordered[3 * t + k], 3 * ordered[3 * t + k] + 3)]);
        for (let d = 0; d < count; d++) {
          if (((masks[node] >>> d) & 1) === 0) continue;
          bits++;
          // moving a by d must lead to the side the normal points to; a power of two keeps the sum exact enough to be sure
          const tip = a.map((x, i) => x + 2 ** 10 * direction(d)[i]);
          expect(orient3dOf(a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2], tip[0], tip[1], tip[2])).toBe(1);
        }
      }
      expect(bits).toBeGreaterThan(100);
    }
  });

  it('are none for triangles without area', () => {
    const { surface, positions } = surfaceOf({ positions: Float64Array.of(0, 0, 0, 1, 1, 1, 3, 3, 3) });
    const tree = partitionByCentroids(surface.triangles, positions, 1);
    const masks = new Int32Array(1).fill(-1);
    refitDirectionMasks(masks, tree, set, surface.triangles, positions);
    expect(masks[0]).toBe(0);
  });
});

describe('31 directions', () => {
  it('lie within 32° of any direction', () => {
    const { components } = createDirectionSet(31);
    for (let i = 0; i < 4000; i++) {
      const z = 1 - (2 * i + 1) / 4000;
      const [r, u] = [Math.sqrt(1 - z * z), i * 2.399963];
      const normal = [r * Math.cos(u), r * Math.sin(u), z];
      let best = -1;
      for (let d = 0; d < 31; d++) {
        const v = components.subarray(3 * d, 3 * d + 3);
        best = Math.max(best, (v[0] * normal[0] + v[1] * normal[1] + v[2] * normal[2]) / Math.hypot(...v));
      }
      expect(best).toBeGreaterThan(Math.cos((32 * Math.PI) / 180));
    }
  });
});
