import { octopus } from '@selfcollide/scenes';
import { createSubspaceDetector } from 'selfcollide';
import { describe, expect, it } from 'vitest';
import { nearestContact } from '../../src/subspace/nearest-contact.ts';

describe('nearestContact', () => {
  const scene = octopus(undefined, { modes: 4, subdivisions: 0 });
  const detector = createSubspaceDetector(scene.mesh, scene.modes, { weld: false });
  const [limit] = detector.findLimits();

  it('comes from far out to no farther than the limiting pair touches, and never within the radius', () => {
    const start = limit.q.map((x, i) => (i === 0 ? 3 : 2) * x);
    detector.update(start);
    expect(detector.selfIntersects()).toBe(true);
    const { norm } = detector;
    const nearest = nearestContact(scene, detector, [start]);
    expect(nearest).toBeLessThan(0.6 * norm);
    expect(nearest).toBeGreaterThanOrEqual(detector.radius);
    expect(nearestContact(scene, detector, [start, limit.q])).toBeLessThan(1.001 * limit.norm);
  });

  it('finds nothing from where nothing touches', () => {
    expect(nearestContact(scene, detector, [new Float64Array(4).fill(1e-9)])).toBe(Number.POSITIVE_INFINITY);
  });
});
