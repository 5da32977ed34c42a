import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readModel } from '@selfcollide/io';
import { boundaryFaces } from '@selfcollide/physics';
import { createDetector, createSubspaceDetector } from 'selfcollide';
import { describe, expect, it } from 'vitest';
import { dataFolder } from '../src/data/data-folder.ts';

const folder = dataFolder();
const RANK = 6;

/** Seeded. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Waves through space, as long as the body: smooth as modes of vibration are. */
function waves(positions: Float64Array, random: () => number): Float64Array {
  const size = Math.max(...[0, 1, 2].map((axis) => extent(positions, axis)));
  const vectors = new Float64Array(RANK * positions.length);
  for (let i = 0; i < RANK; i++) {
    for (let axis = 0; axis < 3; axis++) {
      const wave = [0, 1, 2].map(() => ((random() - 0.5) * (4 + 2 * i)) / size);
      const phase = 2 * Math.PI * random();
      for (let v = 0; v < positions.length; v += 3) {
        const at = wave[0] * positions[v] + wave[1] * positions[v + 1] + wave[2] * positions[v + 2] + phase;
        vectors[i * positions.length + v + axis] = (0.2 * size * Math.sin(at)) / (1 + i);
      }
    }
  }
  return vectors;
}

function extent(positions: Float64Array, axis: number): number {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = axis; i < positions.length; i += 3) {
    low = Math.min(low, positions[i]);
    high = Math.max(high, positions[i]);
  }
  return high - low;
}

function contacts(found: ReturnType<ReturnType<typeof createDetector>['findIntersections']>): string {
  const { count, edgeA, edgeB, triangle } = found;
  return Array.from({ length: count }, (_, i) => `${edgeA[i]} ${edgeB[i]} ${triangle[i]}`)
    .sort()
    .join();
}

describe.skipIf(folder === undefined)('bodies of ../shared/data/tet (skipped where that is absent)', () => {
  it.each(['comb.tet.veg'])('%s: contacts agree with boxes', async (name) => {
    const bytes = new Uint8Array(readFileSync(join(folder as string, 'tet', name)));
    const { positions: read, tets } = await readModel(bytes, { name });
    const positions = Float64Array.from(read);
    const mesh = { positions, triangles: boundaryFaces(tets as Uint32Array).triangles };
    const random = createRandom(3);
    const detector = createSubspaceDetector(
      mesh,
      { vectors: waves(positions, random) },
      { weld: false, subdivisions: 0 },
    );
    const boxes = createDetector(mesh, { method: 'aabb', weld: false });
    const moved = new Float64Array(positions.length);
    let some = 0;
    expect(detector.radius).toBeGreaterThan(0);
    for (let k = 0; k < 20; k++) {
      const factor = [0.5, 0.999, 1.5, 3][k % 4];
      const way = Array.from({ length: RANK }, () => random() - 0.5);
      const q = way.map((x) => (x * factor * detector.radius) / Math.hypot(...way));
      detector.update(q);
      detector.deform(q, moved);
      boxes.update(moved);
      const expected = contacts(boxes.findIntersections());
      expect(contacts(detector.findIntersections())).toBe(expected);
      if (factor < 1) expect(detector.certified).toBe(true);
      if (detector.certified && detector.restPairCount === 0) expect(expected).toBe('');
      if (expected !== '') some++;
    }
    expect(some).toBeGreaterThan(0);
  });
});
