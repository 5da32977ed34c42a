import { optimisedBoxTree, spatialHash } from '@selfcollide/papers';
import { describe, expect, it } from 'vitest';
import { createDetector } from '../../src/create-detector.ts';
import type { DetectorOptions } from '../../src/method-options.ts';
import { hasTruth, truthFrame } from '../confirm/impacts/truth-data.ts';
import { impactsFound, withoutTimes } from './impact-sets.ts';

const HASH = spatialHash();
const variants: DetectorOptions[] = [
  { method: 'star-contour' },
  { method: 'box-tree' },
  { method: optimisedBoxTree() },
  { method: HASH },
];

describe.skipIf(!hasTruth)('whole frames of known truth (skipped where ../shared/data is absent)', () => {
  it.each([
    ['cloth-funnel', 227, 134],
    ['rod-twist', 3036, 4944],
    ['armadillo-rollers', 326, 23958],
  ] as const)('%s %i: methods find exactly the listed %i', { timeout: 120_000 }, (name, number, count) => {
    const { triangles, from, to, vertexTriangle, edgeEdge } = truthFrame(name, number);
    const expected = [...vertexTriangle, ...edgeEdge].sort();
    expect(expected.length).toBe(count);
    let first: string[] | null = null;
    for (const variant of variants) {
      if (variant.method === HASH && name !== 'cloth-funnel') continue; // a hash of what is swept takes 20 s
      const detector = createDetector({ positions: from, triangles }, { ...variant, weld: false });
      const began = performance.now();
      const found = impactsFound(detector, to);
      const { vertexTests, edgePairTests, exactTests } = detector.counters;
      if (process.env.IMPACT_TIMES) console.log(name, variant, performance.now() - began, detector.counters);
      expect(withoutTimes(found).sort()).toEqual(expected);
      expect(exactTests).toBeLessThan((vertexTests + edgePairTests) / 100);
      first ??= found;
      expect(found).toEqual(first);
    }
  });
});
