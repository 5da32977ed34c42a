import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createTetCollider } from '../../src/tets/create-tet-collider.ts';
import { seededRandom } from '../predicates/random.ts';
import { scatter, tetBlock } from './tet-block.ts';

test.each(['plain', 'kernel'] as const)('a thousand frames allocate nothing, engine %s', (engine) => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const objects = scatter(tetBlock(4, 4, 1), 8, 3, 0.2, seededRandom(1));
  const poses = Array.from({ length: 4 }, (_, pose) =>
    objects.map(({ positions }) => positions.map((x, i) => x + 0.1 * Math.sin(pose + i))),
  );
  const collider = createTetCollider({ objects }, { depth: true, engine });
  let found = 0;
  const frame = (step: number) => {
    const pose = poses[step % 4];
    for (let object = 0; object < pose.length; object++) collider.update(object, pose[object]);
    found += collider.findPenetrations().count;
  };
  for (let step = 0; step < 200; step++) frame(step); // compiled, buffers grown
  expect(found).toBeGreaterThan(1000);

  // without collecting garbage meanwhile: what a frame threw away would still be there at the end of a round. The best of
  // some rounds, since compiling in the background allocates too
  collectGarbage();
  const start = process.memoryUsage();
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 4 && least > 100_000; round++) {
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    for (let step = 0; step < 1000; step++) frame(step);
    least = Math.min(least, process.memoryUsage().heapUsed - before);
  }
  expect(least / 1000).toBeLessThan(100); // bytes a frame
  collectGarbage();
  const end = process.memoryUsage();
  expect(end.heapUsed - start.heapUsed).toBeLessThan(200_000); // nothing that stays, in a thousand frames and more
  expect(end.arrayBuffers).toBeLessThanOrEqual(start.arrayBuffers);
});
