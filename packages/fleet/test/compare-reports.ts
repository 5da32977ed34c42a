import { expect } from 'vitest';
import type { CheckReport } from '../../cli/src/index.ts';

/** The same but for how long it took. */
export function withoutTime(json: string): string {
  return json.replace(/"seconds":[\d.]+/, '"seconds":0');
}

export interface FrameCount {
  readonly frames: number;
  readonly lost: number;
  readonly doubled: number;
}

/** Frames of a report against those of the one that is right: which are not there, and which are there more than once. */
export function countFrames(json: string, right: string): FrameCount {
  const wanted = framesOf(right);
  const found = framesOf(json);
  let [lost, doubled] = [0, 0];
  for (const [frame, times] of wanted) lost += Math.max(0, times - (found.get(frame) ?? 0));
  for (const [frame, times] of found) doubled += Math.max(0, times - (wanted.get(frame) ?? 0));
  return { frames: [...found.values()].reduce((sum, times) => sum + times, 0), lost, doubled };
}

/** Fails unless two reports are equal byte for byte; prints what is to be shown. */
export function expectSame(fault: string, injected: number, json: string, right: string): void {
  const { frames, lost, doubled } = countFrames(json, right);
  console.log(`${fault}: faults injected ${injected}, frames ${frames}, lost ${lost}, doubled ${doubled}`);
  expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 });
  expect(withoutTime(json) === withoutTime(right), 'byte for byte').toBe(true);
}

function framesOf(json: string): Map<string, number> {
  const counts = new Map<string, number>();
  const { files } = JSON.parse(json) as CheckReport;
  for (const [i, file] of files.entries()) {
    for (const { clip, frame } of 'frames' in file ? file.frames : []) {
      const key = `${i} ${file.name} ${clip} ${frame}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}
