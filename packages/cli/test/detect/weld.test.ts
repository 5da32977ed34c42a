import { readModel } from '@selfcollide/io';
import { expect, it } from 'vitest';
import { countWelded, createWelder } from '../../src/detect/weld.ts';
import { toObj } from '../meshes.ts';

it('welds within an object only, by the positions given', async () => {
  const soup = { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0], triangles: [0, 1, 2, 3, 4, 5] };
  const model = await readModel(new TextEncoder().encode(toObj({ a: soup, b: soup })), { name: 'a.obj' });
  const weld = createWelder(0).weld(model, model.positions);
  expect([...weld]).toEqual([0, 1, 2, 2, 1, 5, 6, 7, 8, 8, 7, 11]);
  expect(countWelded(weld)).toBe(4);
  const apart = model.positions.map((value, i) => value + i);
  expect(countWelded(createWelder(0).weld(model, apart))).toBe(0);
});
