import { describe, expect, it } from 'vitest';
import { createDetector } from '../../src/create-detector.ts';
import { findComponents } from '../../src/mesh/components.ts';
import { findDegenerateTriangles } from '../../src/mesh/degenerate-triangles.ts';
import { partitionIntoPatches } from '../../src/partition/connected-partition.ts';
import type { PatchTree } from '../../src/partition/patch-tree.ts';
import { finishSteps, type ProgressOptions } from '../../src/partition/progress.ts';
import { checkPatchesConnected, checkPatchTree } from './check-patch-tree.ts';
import {
  book,
  comb,
  ring,
  type SmallMesh,
  sheet,
  smallMeshes,
  sphere,
  surfaceOf,
  tangle,
  together,
} from './small-meshes.ts';

function looseTriangles({ positions, triangles }: SmallMesh): Uint8Array {
  const loose = new Uint8Array(triangles.length / 3);
  const { repeatedIndex, zeroArea } = findDegenerateTriangles(triangles, positions);
  for (const t of [...repeatedIndex, ...zeroArea]) loose[t] = 1;
  return loose;
}

/** Numbers of vertices as the mesh has them, so that its positions fit. */
function partition(small: SmallMesh, maxLeafTriangles = 4, progress: ProgressOptions = {}): PatchTree {
  const { halfEdges } = surfaceOf(small);
  const loose = looseTriangles(small);
  const options = { maxLeafTriangles, loose };
  return finishSteps(partitionIntoPatches(small.triangles, halfEdges.ring, small.positions, options), progress);
}

const large: Readonly<Record<string, SmallMesh>> = {
  'a sheet of 7,200': sheet(60, 60, (x, y) => 3 * Math.sin(0.3 * x * y)),
  'a sphere of 5,000': sphere(25),
  'a strip of 3,000': sheet(1500, 1),
  'a Möbius strip of 4,000': ring(1000, 2, true),
  'a comb with long teeth': comb(30, 60),
  'a comb with many teeth': comb(200, 4),
  'a book of long pages': book(30, 80),
  'a tangle of 3,000': tangle(400, 3000, 11),
  'hundreds of pieces': together(...Array.from({ length: 200 }, (_, i) => sheet(1 + (i % 7), 1 + (i % 5)))),
};

describe.each(Object.entries({ ...smallMeshes, ...large }))('partition of %s', (_, small) => {
  const count = small.triangles.length / 3;
  const { halfEdges } = surfaceOf(small);
  const loose = looseTriangles(small);

  it.each([1, 4, 5])('with leaves of %i: a proper tree of connected patches', (maxLeafTriangles) => {
    const tree = partition(small, maxLeafTriangles);
    checkPatchTree(tree, count, maxLeafTriangles);
    checkPatchesConnected(tree, halfEdges.ring, loose);
  });

  it('every connected piece is one patch, and loose triangles are alone', () => {
    const tree = partition(small);
    // what a piece is, by other means: components after taking out loose triangles
    const ring = Int32Array.from(halfEdges.ring, (next, h) => {
      if (loose[Math.floor(h / 3)]) return h;
      let other = next;
      while (loose[Math.floor(other / 3)]) other = halfEdges.ring[other];
      return other;
    });
    const { componentOf } = findComponents({ ...halfEdges, ring });
    for (let node = 0; node < tree.nodeCount; node++) {
      const inside = tree.order.subarray(tree.firstTriangle[node], tree.endTriangle[node]);
      const pieces = new Set(Array.from(inside, (t) => componentOf[t]));
      if (tree.isPatch[node]) expect(pieces.size).toBe(1);
      // several pieces in one node are whole ones: no piece is torn while others are still with it
      else {
        expect(pieces.size).toBeGreaterThan(1);
        expect(inside.length).toBe(componentOf.filter((piece) => pieces.has(piece)).length);
      }
    }
  });

  it('is no deeper than ⌈log₂ n⌉ + 4', () => {
    expect(partition(small).depth).toBeLessThanOrEqual(Math.ceil(Math.log2(count)) + 4);
  });

  it('is the same every time', () => {
    expect(partition(small)).toEqual(partition(small));
  });
});

describe('patches', () => {
  it('of a square sheet are round: a contour is not much longer than that of a square', () => {
    const tree = partition(sheet(64, 64));
    const { halfEdges } = surfaceOf(sheet(64, 64));
    const placeOf = new Uint32Array(tree.order.length);
    for (const [place, t] of tree.order.entries()) placeOf[t] = place;
    let sum = 0;
    let patches = 0;
    for (let node = 0; node < tree.nodeCount; node++) {
      const size = tree.endTriangle[node] - tree.firstTriangle[node];
      if (size < 64) continue;
      let edges = 0;
      for (const t of tree.order.subarray(tree.firstTriangle[node], tree.endTriangle[node])) {
        for (let h = 3 * t; h < 3 * t + 3; h++) {
          const place = halfEdges.twin[h] < 0 ? -1 : placeOf[Math.floor(halfEdges.twin[h] / 3)];
          if (place < tree.firstTriangle[node] || place >= tree.endTriangle[node]) edges++;
        }
      }
      sum += edges / (4 * Math.sqrt(size / 2));
      patches++;
    }
    expect(sum / patches).toBeLessThan(1.25);
  });

  it('are halved about evenly', () => {
    const tree = partition(sheet(64, 64, (x, y) => Math.sin(x) * Math.cos(y)));
    for (let node = 0; node < tree.nodeCount; node++) {
      const right = tree.rightChild[node];
      if (right === 0) continue;
      const size = tree.endTriangle[node] - tree.firstTriangle[node];
      const smaller = Math.min(
        tree.firstTriangle[right] - tree.firstTriangle[node],
        tree.endTriangle[node] - tree.firstTriangle[right],
      );
      expect(smaller).toBeGreaterThanOrEqual(Math.floor(0.3 * size));
    }
  });
});

describe('progress of a preparation', () => {
  const big = sheet(80, 80);

  it('goes up from above 0 to 1', () => {
    for (const prepare of [
      (onProgress: (fraction: number) => void) => partition(big, 4, { onProgress }),
      (onProgress: (fraction: number) => void) => createDetector(big, { onProgress }),
    ]) {
      const fractions: number[] = [];
      prepare((fraction) => fractions.push(fraction));
      expect(fractions.length).toBeGreaterThan(5);
      expect(fractions[0]).toBeGreaterThan(0);
      expect(fractions[0]).toBeLessThan(0.3);
      expect(fractions.at(-1)).toBe(1);
      for (let i = 1; i < fractions.length; i++) expect(fractions[i]).toBeGreaterThanOrEqual(fractions[i - 1]);
    }
  });

  it('is also reported for a single triangle', () => {
    const fractions: number[] = [];
    createDetector(smallMeshes['one triangle'], { onProgress: (fraction) => fractions.push(fraction) });
    expect(fractions.at(-1)).toBe(1);
    expect(fractions[0]).toBeGreaterThan(0);
  });

  it('an aborted signal throws its reason at once', () => {
    const reason = new Error('not wanted');
    const onProgress = () => expect.unreachable();
    expect(() => createDetector(big, { signal: AbortSignal.abort(reason), onProgress })).toThrow(reason);
  });

  it('a signal aborted while preparing stops it with the reason before anything else is reported', () => {
    const all: number[] = [];
    createDetector(big, { onProgress: (fraction) => all.push(fraction) });
    for (let stop = 0; stop + 1 < all.length; stop++) {
      const controller = new AbortController();
      const reason = new Error(`stopped at ${all[stop]}`);
      const seen: number[] = [];
      const onProgress = (fraction: number) => {
        seen.push(fraction);
        if (fraction === all[stop]) controller.abort(reason);
      };
      expect(() => createDetector(big, { onProgress, signal: controller.signal })).toThrow(reason);
      expect(seen.at(-1)).toBe(all[stop]);
    }
  });
});
