import { kdop } from '@selfcollide/papers';
import { createDetector } from 'selfcollide';
import { describe, expect, it } from 'vitest';
import { wavySheet } from '../../../core/test/bytes-per-frame.ts';
import { RandomPoints } from '../../../core/test/predicates/random.ts';
import { askOf } from '../../../core/test/proximities/proximity-set.ts';

describe('kdop with a separation list', () => {
  const { poses, triangles } = wavySheet(10, 12);
  const mesh = { positions: poses[0], triangles };

  it.each([0, 0.2])('finds what it finds without, in poses that move little and much, lazy by %s', (lazyDistance) => {
    const plain = createDetector(mesh, { method: kdop() });
    const listed = createDetector(mesh, { method: kdop({ separationList: true, lazyDistance }) });
    const random = new RandomPoints(3);
    const now = poses[0].slice();
    let fewer = 0;
    for (let step = 0; step < 80; step++) {
      // mostly a small drift of all, at times another pose, now and then another distance
      if (step % 20 === 19) now.set(poses[random.below(12)]);
      else for (let i = 0; i < now.length; i++) now[i] += 0.02 * (random.random() - 0.5) + (i % 3 === 2 ? 0.01 : 0);
      plain.update(now);
      listed.update(now);
      const distance = step % 13 === 12 ? 0.5 : 0.2;
      expect(askOf(listed, { distance })).toEqual(askOf(plain, { distance }));
      if (listed.counters.boxTests < plain.counters.boxTests) fewer++;
      if (step % 7 === 0) expect(listed.findIntersections().count).toBe(plain.findIntersections().count);
    }
    expect(fewer).toBeGreaterThan(40);
  });

  it('forgets a list that a limit cut short', () => {
    const listed = createDetector(mesh, { method: kdop({ separationList: true }) });
    const plain = createDetector(mesh, { method: kdop() });
    for (const pose of poses) {
      listed.update(pose);
      plain.update(pose);
      listed.findProximities({ distance: 0.5, maxContacts: 1 });
      expect(askOf(listed, { distance: 0.5 })).toEqual(askOf(plain, { distance: 0.5 }));
    }
  });
});
