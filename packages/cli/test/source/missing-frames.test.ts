import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseFrameRanges } from '../../src/source/frame-range.ts';
import { describeMissing } from '../../src/source/missing-frames.ts';
import { crossing, toObj } from '../meshes.ts';
import { callCli, makeFolder } from '../start-cli.ts';

it.each<[number[], string | undefined, string[]]>([
  [[1, 2, 3], undefined, []],
  [[1, 2, 4], undefined, ['Frame 3 is missing.']],
  [[1, 2, 6, 8], undefined, ['Frames 3 to 5, 7 are missing.']],
  [[0, 10, 20], undefined, ['Frame numbers go up by 10.']],
  [[0, 10, 30], undefined, ['Frame numbers go up by 10.', 'Frame 20 is missing.']],
  [[0, 2, 4, 6], '0:6', ['Frames 1, 3, 5 are missing.']],
  [[0, 2, 4, 6], '0:6:2', []],
  [[0, 2, 4, 6], '2:', ['Frame numbers go up by 2.']],
  [[5], undefined, []],
  [[1, 2, 4, 9], '1:4', ['Frame 3 is missing.']],
  [[1, 2, 3], '2:5', ['Frames 4 to 5 are missing.']],
  [[1, 2, 3], '1,7', ['Frame 7 is missing.']],
  [[0, 2, 4, 5, 6, 10], '0:10:2', ['Frame 8 is missing.']],
  [[1, 3e11], undefined, ['Frame numbers go up by 299999999999.']],
  [[1, 2, 3e11], undefined, ['Frames 3 to 299999999999 are missing.']],
])('%j with --frames %s', (numbers, frames, expected) => {
  expect(describeMissing(numbers, frames === undefined ? undefined : parseFrameRanges(frames))).toEqual(expected);
});

it('is a note of check', async () => {
  const folder = makeFolder();
  for (const i of [1, 2, 4]) writeFileSync(join(folder, `s_${i}.obj`), toObj({ body: crossing }));
  const { out } = await callCli(['check', join(folder, 's_%d.obj'), '--threads', '1']);
  expect(out).toContain('note: Frame 3 is missing.');
  const quiet = await callCli(['check', join(folder, 's_%d.obj'), '--threads', '1', '--quiet']);
  expect([quiet.out, quiet.err]).toEqual(['', `${join(folder, 's_%d.obj')}: Frame 3 is missing.\n`]);
});
