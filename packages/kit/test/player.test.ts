import { Player } from '@selfcollide/kit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A player, and the frames that it asked for with the time of each. `takes` is how long showing one lasts, milliseconds. */
function play({
  rate = 10,
  skips = false,
  takes = 0,
  frames = 5,
  time = undefined as ((i: number) => number) | undefined,
}) {
  const asked: [at: number, frame: number][] = [];
  const start = performance.now();
  const player = new Player({
    rate,
    skips,
    onFrame(frame) {
      asked.push([10 * Math.round((performance.now() - start) / 10), frame]); // timers count whole milliseconds
      if (takes === 0) player.shown();
      else setTimeout(() => player.shown(), takes);
    },
    onChange() {},
  });
  player.open(frames, 0, time);
  player.play();
  return { player, asked };
}

it('plays at its rate, from the end to the start again', () => {
  const { asked, player } = play({ frames: 3 });
  vi.advanceTimersByTime(350);
  expect(asked).toEqual([
    [0, 1],
    [100, 2],
    [200, 0],
    [300, 1],
  ]);
  player.pause();
  vi.advanceTimersByTime(1000);
  expect(asked).toHaveLength(4);
});

it('takes the times of frames, but waits at most half a second', () => {
  const times = [0, 0.1, 0.3, 9];
  const { asked } = play({ frames: 4, time: (i) => times[i] });
  vi.advanceTimersByTime(800);
  expect(asked).toEqual([
    [0, 1],
    [200, 2],
    [700, 3],
    [800, 0],
  ]);
});

it('slows down for frames that take long, or leaves some out', () => {
  const slow = play({ takes: 250 });
  vi.advanceTimersByTime(1010);
  expect(slow.asked.map(([, frame]) => frame)).toEqual([1, 2, 3, 4, 0]);
  expect(slow.asked[4][0]).toBe(1000);
  slow.player.pause();
  const kept = play({ takes: 250, skips: true, frames: 100 });
  vi.advanceTimersByTime(1010);
  for (const [at, frame] of kept.asked) expect(Math.abs(frame - 1 - at / 100)).toBeLessThanOrEqual(1);
  expect(kept.asked).toHaveLength(5);
});

it('stays where it is told to, within the frames there are', () => {
  const { player, asked } = play({ frames: 4 });
  player.stay(99);
  expect([player.frame, player.playing]).toEqual([3, false]);
  player.step(1);
  expect(player.frame).toBe(0);
  player.step(-1);
  expect(player.frame).toBe(3);
  vi.advanceTimersByTime(1000);
  expect(asked.at(-1)![1]).toBe(3);
  player.open(1);
  player.play();
  expect([player.frame, player.playing]).toEqual([0, false]); // a single frame does not play
});
