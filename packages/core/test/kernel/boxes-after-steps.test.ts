import { methodNamed } from '@selfcollide/papers';
import { expect, it } from 'vitest';
import { createDetector } from '../../src/create-detector.ts';
import type { Detector } from '../../src/detector.ts';
import { contactsFound } from '../contact-oracle.ts';
import { sheet, together } from '../partition/small-meshes.ts';
import { seededRandom } from '../predicates/random.ts';

// Boxes of a step lie in the memory of those of the pose: whoever comes next must not take one for the other.

const mesh = together(sheet(32, 24), sheet(16, 16));

function pose(seed: number, amount: number): Float64Array {
  const random = seededRandom(seed);
  return mesh.positions.map((x) => x + amount * (random() - 0.5));
}

const near = (detector: Detector) => {
  const { count, triangleA, triangleB } = detector.findProximities({ distance: 0.05 });
  return Array.from({ length: count }, (_, i) => `${triangleA[i]} ${triangleB[i]}`).sort();
};

const impacts = (detector: Detector, next: Float64Array) => {
  const { vertexCount, edgeCount } = detector.findImpacts(next);
  return vertexCount + edgeCount;
};

it.each(['star-contour', 'box-tree', 'optimised-box-tree'])(
  '%s: contacts, impacts and proximities in any order',
  (name) => {
    const method = methodNamed(name);
    const detector = createDetector(mesh, { method });
    expect(detector.engine).toBe('kernel');
    for (let seed = 1; seed <= 4; seed++) {
      const [from, to] = [pose(seed, 0.9), pose(seed + 10, 0.9)];
      const reference = createDetector({ ...mesh, positions: from }, { method, engine: 'plain' });
      const [wanted, wantedNear, wantedImpacts] = [
        contactsFound(reference),
        near(reference),
        impacts(createDetector({ ...mesh, positions: from }, { method, engine: 'plain' }), to),
      ];
      expect(wanted.length).toBeGreaterThan(50);
      expect(wantedImpacts).toBeGreaterThan(50);
      detector.update(from);
      expect(detector.selfIntersects()).toBe(true); // boxes of the pose
      expect(impacts(detector, to)).toBe(wantedImpacts);
      expect(contactsFound(detector)).toEqual(wanted);
      expect(near(detector)).toEqual(wantedNear);
      expect(impacts(detector, to)).toBe(wantedImpacts);
      expect(near(detector)).toEqual(wantedNear);
    }
  },
);
