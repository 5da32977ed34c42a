import { quantile } from '../quantile.ts';
import type { AnimationTimes, ContenderTimes } from './measure-animation.ts';

/** Median of the rest pose, ms. */
export function restMs({ rest }: ContenderTimes): number {
  return quantile(rest, 0.5);
}

/** Of each frame the median over rounds, ms. */
export function frameMs({ frames }: ContenderTimes): number[] {
  return frames[0].map((_, frame) =>
    quantile(
      frames.map((round) => round[frame]),
      0.5,
    ),
  );
}

/** Mean over the frames of their medians, ms. */
export function averageMs(times: ContenderTimes): number {
  const each = frameMs(times);
  return total(each) / each.length;
}

/** How many times as long `slow` takes as `quick`: the ratio within a round, median over rounds, since rounds see the same machine. */
export function restRatio(slow: ContenderTimes, quick: ContenderTimes): number {
  return quantile(
    slow.rest.map((ms, round) => ms / quick.rest[round]),
    0.5,
  );
}

/** The same of the sum over all frames, or of one frame. */
export function averageRatio(slow: ContenderTimes, quick: ContenderTimes, frame?: number): number {
  const pick = (round: readonly number[]) => (frame === undefined ? total(round) : round[frame]);
  return quantile(
    slow.frames.map((round, i) => pick(round) / pick(quick.frames[i])),
    0.5,
  );
}

/** What a contender that may miss contacts missed, over all frames. */
export interface Missed {
  readonly contacts: number;
  readonly missed: number;
  /** The frame in which most are missed, and how many it has. */
  readonly worst: { readonly missed: number; readonly contacts: number };
}

/** Compares an unsafe contender, which finds a part of them, with a safe one. */
export function countMissed(all: ContenderTimes, some: ContenderTimes): Missed {
  const expected = all.contacts ?? [];
  const found = some.contacts ?? [];
  let worst = { missed: 0, contacts: 0 };
  expected.forEach((contacts, frame) => {
    const missed = contacts - found[frame];
    if (missed > worst.missed) worst = { missed, contacts };
  });
  return { contacts: total(expected), missed: total(expected) - total(found), worst };
}

/** Finds a contender by name; undefined for a peer that is not there. */
export function timesOf(times: AnimationTimes, name: string): ContenderTimes | undefined {
  return times.contenders.find((contender) => contender.name === name);
}

export function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
