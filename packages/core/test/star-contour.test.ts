import { describe, expect, it } from 'vitest';
import { createDetector } from '../src/create-detector.ts';
import type { Detector } from '../src/detector.ts';
import { kernel } from '../src/kernel.ts';
import { createContactDetector, createStarContourDetector, type PoseContactsOptions } from '../src/star-contour.ts';
import { contactsByDefinition, contactsFound } from './contact-oracle.ts';
import { RandomPoints } from './predicates/random.ts';

const SIDE = 12;

/** A sheet of 288 triangles, crumpled by `mess` cells. */
function sheet(seed: number, mess: number) {
  const random = new RandomPoints(seed);
  const positions = new Float64Array(3 * (SIDE + 1) ** 2);
  const triangles: number[] = [];
  for (let v = 0; v < (SIDE + 1) ** 2; v++) {
    const [dx, dy, dz] = random.inCube();
    positions.set([(v % (SIDE + 1)) + mess * dx, Math.floor(v / (SIDE + 1)) + mess * dy, mess * dz], 3 * v);
  }
  for (let i = 0; i < SIDE * SIDE; i++) {
    const a = (i % SIDE) + (SIDE + 1) * Math.floor(i / SIDE);
    triangles.push(a, a + 1, a + SIDE + 1, a + 1, a + SIDE + 2, a + SIDE + 1);
  }
  return { positions, triangles: Uint32Array.from(triangles) };
}

/** Where all contacts are, in an order of their own: that of the contacts is up to whoever walks. */
function located(detector: Pick<Detector, 'findIntersections' | 'locate'>): string[] {
  const { count } = detector.findIntersections();
  return Array.from({ length: count }, (_, i) => JSON.stringify(detector.locate(i))).sort();
}

describe('selfcollide/star-contour', () => {
  it('finds what is there and what createDetector finds, pose after pose, with and without kernel', () => {
    const mesh = sheet(1, 0);
    const whole = createDetector(mesh);
    const lean = createStarContourDetector(mesh);
    const more = createContactDetector(mesh);
    const fast = createContactDetector(mesh, { kernel, prepared: more.serialize() });
    const leanFast = createStarContourDetector(mesh, { kernel });
    const all = [whole, lean, more, fast, leanFast];
    expect(all.map(({ engine }) => engine)).toEqual(['kernel', 'plain', 'plain', 'kernel', 'kernel']);
    let most = 0;
    for (const mess of [0, 0.4, 1.2, 0.7]) {
      const { positions, triangles } = sheet(7, mess);
      for (const detector of all) detector.update(positions);
      const right = contactsByDefinition({ positions, triangles });
      most = Math.max(most, right.length);
      for (const detector of all) {
        expect(contactsFound(detector)).toEqual(right);
        expect(detector.selfIntersects()).toBe(right.length > 0);
      }
      const kept = lean.findIntersections().slice();
      expect(kept.slice()).toEqual({ ...kept, slice: expect.any(Function) });
      const pairs = whole.findIntersectingTriangles({ includeNeighbours: true });
      const own = more.findIntersectingTriangles({ includeNeighbours: true });
      expect(own.count).toBe(pairs.count);
      expect(located(more)).toEqual(located(whole));
    }
    expect(most).toBeGreaterThan(50);
  });

  it('refuses what it does not have', () => {
    const mesh = sheet(2, 1);
    const wrong = (options: object) => () => createStarContourDetector(mesh, options as PoseContactsOptions);
    expect(wrong({ method: 'box-tree' })).toThrow(
      "createStarContourDetector: options are weld, objects, pairs, groups, ignore, maxContacts, kernel, onProgress, signal, got 'method'.",
    );
    expect(wrong({ weld: 'while-together' })).toThrow(/weld must be one of true, false, 'keep', got 'while-together'/);
    expect(wrong({ kernel: {} })).toThrow(
      'createStarContourDetector: kernel must be that of selfcollide/kernel, got Object.',
    );
    expect(wrong({ prepared: new Uint8Array(4) })).toThrow(/options are .* got 'prepared'/);
    const lean = createContactDetector(mesh) as Detector;
    const rule = 'the detector must be of createDetector, got one that finds contacts only.';
    expect(() => lean.findProximities({ distance: 1 })).toThrow(`findProximities: ${rule}`);
    expect(() => lean.findImpacts(mesh.positions)).toThrow(`findImpacts: ${rule}`);
    expect(() => lean.earliestImpact(mesh.positions)).toThrow(`earliestImpact: ${rule}`);
    expect(() => lean.collisionFreeStep(mesh.positions)).toThrow(`collisionFreeStep: ${rule}`);
    expect(() => createDetector(mesh).findProximities({ distance: 1, against: lean })).toThrow(
      /against must be a detector that createDetector made/,
    );
  });
});
