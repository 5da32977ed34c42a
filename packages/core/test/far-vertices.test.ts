import { describe, expect, it } from 'vitest';
import { createDetector } from '../src/create-detector.ts';
import { contactsByDefinition, contactsFound } from './contact-oracle.ts';
import { sheet } from './find/patches/meshes.ts';
import { exactVariants } from './methods.ts';
import { seededRandom } from './predicates/random.ts';

/** A sheet that is crumpled, so that it meets itself, with some vertices or a part of it thrown far away. */
function poseOf(positions: ArrayLike<number>, seed: number): Float64Array {
  const random = seededRandom(seed);
  const far = [1e7, 1e10, 1e15, 1e200][seed % 4];
  const share = [0.01, 0.1, 0.4][seed % 3];
  const piece = seed % 5 === 0;
  const pose = Float64Array.from(positions, (x) => 0.4 * x + random());
  for (let v = 0; v < pose.length / 3; v++) {
    if (piece ? v < (share * pose.length) / 3 : random() < share) {
      for (let k = 0; k < 3; k++) pose[3 * v + k] += far * (piece ? k - 1 : random() - 0.5);
    }
  }
  return pose;
}

describe('vertices far away', () => {
  const mesh = sheet(9, 7);
  const detectors = exactVariants.map((options) => createDetector(mesh, options));

  it.each(Array.from({ length: 15 }, (_, seed) => seed))('cost no contact and add none, seed %s', (seed) => {
    const positions = poseOf(mesh.positions, seed);
    const expected = contactsByDefinition({ ...mesh, positions });
    expect(expected.length).toBeGreaterThan(5);
    detectors.forEach((detector, i) => {
      detector.update(positions);
      expect(contactsFound(detector), JSON.stringify(exactVariants[i])).toEqual(expected);
    });
  });
});
