import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createTetCollider } from '../../src/tets/create-tet-collider.ts';
import { seededRandom } from '../predicates/random.ts';
import { scatter, tetBlock } from './tet-block.ts';

test('a thousand frames allocate nothing', () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const objects = scatter(tetBlock(4, 4, 1), 20, 5, 0.2, seededRandom(1));
  const poses = Array.from({ length: 4 }, (_, pose) =>
    objects.map(({ positions }) => positions.map((x, i) => x + 0.3 * Math.sin(pose + i))),
  );
  const collider = createTetCollider({ objects }, { depth: true });
  let found = 0;
  const frame = (step: number) => {
    const pose = poses[step % 4];
    for (let object = 0; object < pose.length; object++) collider.update(object, pose[object]);
    found += collider.findPenetrations().count;
  };
  for (let step = 0; step < 200; step++) frame(step); // compiled, buffers grown
  expect(found).toBeGreaterThan(1000);

  collectGarbage();
  const before = process.memoryUsage();
  for (let step = 0; step < 1000; step++) frame(step);
  // without collecting garbage: what a frame threw away would still be here
  const after = process.memoryUsage();
  expect((after.heapUsed - before.heapUsed) / 1000).toBeLessThan(300); // bytes a frame; vitest itself allocates some
  expect(after.arrayBuffers).toBeLessThanOrEqual(before.arrayBuffers);
});
