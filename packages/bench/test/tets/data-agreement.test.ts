import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readModel } from '@selfcollide/io';
import { createTetCollider, type TetObject } from 'selfcollide';
import { describe, expect, test } from 'vitest';
import { dataFolder } from '../../src/data/data-folder.ts';
import { penetrationLines } from './penetration-lines.ts';

const folder = dataFolder();
if (folder === undefined)
  console.warn('tets/data-agreement: ../shared/data is not there; its tet meshes are not tested.');

async function load(file: string): Promise<TetObject> {
  const { positions, tets } = await readModel(readFileSync(join(folder!, 'tet', file)), { name: file });
  return { positions, tets: tets! };
}

describe.skipIf(folder === undefined)('tet meshes of ../shared/data', () => {
  test.each([
    ['beam3_tet.veg', 450],
    ['comb.tet.veg', 5844],
    ['octopus_5KFaces.t', 13578],
    ['polyfem_bunny.msh', 19379],
    ['OverhandKnot.t', 22830],
  ])('%s', async (file, tetCount) => {
    const body = await load(file);
    expect(body.tets.length / 4).toBe(tetCount);
    const collider = createTetCollider({ objects: [body] });
    expect(collider.findPenetrations().count).toBe(0); // a sound mesh does not penetrate itself

    // folded over at its middle, and a copy pushed into it
    const { positions } = body;
    const xs = positions.filter((_, i) => i % 3 === 0);
    const middle = (Math.min(...xs) + Math.max(...xs)) / 2;
    const folded = positions.map((x, i) => (i % 3 === 0 && x > middle ? middle - 0.7 * (x - middle) : x));
    const objects = [{ ...body, positions: folded }, body];
    const expected = penetrationLines(createTetCollider({ objects }, { method: 'brute-force' }).findPenetrations());
    expect(expected.length).toBeGreaterThan(50);
    for (const options of [{}, { hash: 'paper' as const, tableSize: 9973 }]) {
      const found = penetrationLines(createTetCollider({ objects }, options).findPenetrations());
      expect(found.join('\n') === expected.join('\n'), `${found.length} of ${expected.length}`).toBe(true);
    }
  });
});
