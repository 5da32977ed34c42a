import { expect, it } from 'vitest';
import { createDetector } from '../../src/create-detector.ts';
import type { Detector } from '../../src/detector.ts';
import { exactVariants } from '../methods.ts';
import { RandomPoints } from '../predicates/random.ts';
import { impactsFound } from './impact-sets.ts';
import { sheet } from './moving-scenes.ts';

function contactsFound(detector: Detector): string[] {
  const { count, edgeA, edgeB, triangle } = detector.findIntersections();
  return Array.from({ length: count }, (_, i) => `${edgeA[i]},${edgeB[i]}:${triangle[i]}`).sort();
}

const variants = exactVariants.filter(({ method }) => method !== 'brute-force');

it.each(variants)('%o: a pose that was searched as the end of a step is like any other', (variant) => {
  const random = new RandomPoints(5);
  const { positions, triangles } = sheet(random, 9, 0.05);
  // smooth ones and messy ones, so that patches are culled in some poses and not in others; one as floats
  const poses = [0.1, 0.6, 0.02, 1e-9, 0.5].map((mess) => sheet(random, 9, mess).positions);
  const detector = createDetector({ positions, triangles }, variant);
  const [first, ...others] = poses;
  detector.update(first);
  for (const [i, pose] of others.entries()) {
    const from = i === 0 ? first : others[i - 1];
    const fresh = createDetector({ positions, triangles }, variant);
    fresh.update(from);
    expect(impactsFound(detector, pose)).toEqual(impactsFound(fresh, pose));
    // between the search and the update: nothing, a step elsewhere, one that no direction is looked at for, another pose
    if (i === 1) detector.earliestImpact(first);
    if (i === 2) detector.findImpacts(pose, { minSeparation: 0.01 });
    if (i === 3) detector.update(first);
    detector.update(pose);
    fresh.update(pose);
    expect(contactsFound(detector)).toEqual(contactsFound(fresh));
  }
});

it('masks are taken over: the first triangle that moves meanwhile makes no difference', () => {
  const random = new RandomPoints(6);
  const { positions, triangles } = sheet(random, 9, 0.05);
  const next = sheet(random, 9, 0.5).positions;
  const detector = createDetector({ positions, triangles });
  detector.findImpacts(next);
  const changed = next.slice();
  changed[changed.length - 1] += 3;
  detector.update(changed);
  const fresh = createDetector({ positions, triangles });
  fresh.update(changed);
  expect(contactsFound(detector)).toEqual(contactsFound(fresh));
  expect(impactsFound(detector, positions)).toEqual(impactsFound(fresh, positions));
});
