import { createRandom } from '@selfcollide/scenes';
import { expect, it } from 'vitest';

it('follows mulberry32', () => {
  // values of the published C reference for seed 1
  const random = createRandom(1);
  expect([random.next(), random.next()]).toEqual([0.6270739405881613, 0.002735721180215478]);
});

it('gives whole numbers and ranges within their bounds', () => {
  const random = createRandom(7);
  const seen = new Set<number>();
  for (let i = 0; i < 1000; i++) {
    seen.add(random.index(4));
    const x = random.between(-2, 3);
    expect(x >= -2 && x < 3).toBe(true);
  }
  expect([...seen].sort()).toEqual([0, 1, 2, 3]);
});
