import { expect, it } from 'vitest';
import { measureClosestPairs } from '../../src/cloth/closest-pair.ts';

it('has the closest pair of FCL, as far apart as ours, or says what is missing', { timeout: 240_000 }, () => {
  const closest = measureClosestPairs(['tape'], 2);
  if ('missing' in closest) expect(closest.missing).toMatch(/^fcl-distance: .*\.$/);
  else {
    expect(closest.version).toMatch(/^FCL \d/);
    expect(closest.table).toMatch(/^tape +2560 and 580 +0\.\d+/m);
  }
});
