import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Model, readModel, sampleAnimation } from '@selfcollide/io';
import { methodNamed } from '@selfcollide/papers';
import { createDetector } from 'selfcollide';
import { describe, expect, it } from 'vitest';
import { findContacts } from '../../src/data/check-data.ts';
import { contactSet } from '../../src/fuzz/contact-set.ts';
import { safeMethods } from '../../src/methods.ts';

const folder = fileURLToPath(new URL('../../../../test/data/', import.meta.url));

describe.each(safeMethods)('contacts of the files in test/data, by %s', (method) => {
  it.each([
    ['spheres-intersecting.off', 640, 88],
    ['tetra-and-triangle.off', 5, 2],
    ['Fox.glb', 576, 0],
  ])('%s', async (file, triangles, contacts) => {
    expect(await findContacts(folder, { file, triangles, contacts }, method)).toMatchObject({ contacts });
  });

  // all pairs would be 17 million
  it.skipIf(method === 'brute-force')('spot.obj', async () => {
    const spot = { file: 'spot.obj', triangles: 5856, contacts: 0 };
    expect(await findContacts(folder, spot, method)).toMatchObject({ contacts: 0 });
  });
});

describe('a skinned fox', async () => {
  const fox = await readModel(readFileSync(`${folder}Fox.glb`), { name: 'Fox.glb' });

  it.each([
    ['Survey', 2],
    ['Walk', 15],
    ['Run', 77],
  ])('%s starts with %s contacts, and every method agrees with the oracle on the way', (name, first) => {
    const frames = posesOf(fox, name, 6);
    const [truth, ...others] = ['brute-force', ...safeMethods].map((name) =>
      createDetector(fox, { method: methodNamed(name), weld: 'keep' }),
    );
    expect(others.length).toBeGreaterThan(2);
    const counts = frames.map((positions) => {
      const sets = [truth, ...others].map((detector) => {
        detector.update(positions);
        return contactSet(detector.findIntersections(), fox.positions.length / 3, fox.triangles.length / 3);
      });
      for (const set of sets) expect(set).toEqual(sets[0]);
      return sets[0].length;
    });
    expect(counts[0]).toBe(first);
    expect(new Set(counts).size).toBeGreaterThan(1); // it moves
  });
});

function posesOf(model: Model, name: string, count: number): Float64Array[] {
  const animation = model.animations.findIndex((candidate) => candidate.name === name);
  const { start, end } = model.animations[animation];
  const times = Array.from({ length: count }, (_, i) => start + ((end - start) * i) / count);
  const sampled = sampleAnimation(model, { animation, times });
  return times.map((_, i) => {
    const positions = new Float64Array(model.positions.length);
    sampled.frame(i, positions);
    return positions;
  });
}
