import { expect, it } from 'vitest';
import { Pace } from '../../src/threads/pace.ts';

/** Milliseconds of `frames` frames, and how many were shared. */
function run(pace: Pace, frames: number, shared: number, alone: number, isLate = () => false) {
  let total = 0;
  let sharedFrames = 0;
  for (let i = 0; i < frames; i++) {
    const { shares } = pace;
    const time = shares ? shared : alone;
    total += time;
    if (shares) sharedFrames++;
    pace.note(time, shares, shares && isLate());
  }
  return { total, sharedFrames };
}

it('shares where that is faster, and loses little by looking', () => {
  const { total, sharedFrames } = run(new Pace(), 1000, 6, 10);
  expect(sharedFrames).toBeLessThan(1000);
  expect(total).toBeLessThan(1.03 * 1000 * 6);
});

it('leaves it where others keep the cores busy', () => {
  expect(run(new Pace(), 1000, 14, 10).total).toBeLessThan(1.02 * 1000 * 10);
});

it('changes its mind, at once where somebody is late', () => {
  const pace = new Pace();
  run(pace, 2000, 6, 10);
  expect(run(pace, 400, 14, 10, () => true).total).toBeLessThan(1.05 * 400 * 10);
  expect(run(pace, 2000, 6, 10).total).toBeLessThan(1.15 * 2000 * 6);
});
