import type { JobsOptions } from 'bullmq';
import type { FrameSpan } from './plan-ranges.ts';

/** What is on the queue. A run waits for its files, a file for its ranges (a flow of BullMQ). */
export type FleetJobData = (
  | { readonly kind: 'run'; readonly run: string }
  | FileJobData
  | RangeJobData
  | ShapesJobData
) & {
  /** Workers that lacked files of it, and how often. */
  readonly missed?: Readonly<Record<string, number>>;
  /** What each said. */
  readonly reasons?: Readonly<Record<string, string>>;
};

export interface RangeJobData extends FrameSpan {
  readonly kind: 'range';
  readonly run: string;
  readonly file: number;
}

export interface ShapesJobData {
  readonly kind: 'shapes';
  readonly run: string;
  readonly file: number;
  readonly frames: readonly number[];
  readonly request: string;
}

export interface FileJobData {
  readonly kind: 'file';
  readonly run: string;
  readonly file: number;
  /** Its ranges are on the queue. */
  readonly planned?: boolean;
  /** Those out now, if they are not the first ones. */
  readonly spans?: readonly FrameSpan[];
  /** How often ranges of this file were cut in two. */
  readonly splits?: number;
}

/** A range can be taken up again so often by another worker after its own was lost. */
export const MAX_LOST = 2;

/** Ranges come before files that are not open yet, so that few are open at a time: jobs without priority go first. */
const FILE_PRIORITY = 10;

const ENDS: JobsOptions = { removeOnComplete: true, removeOnFail: true };

export interface FleetJob {
  readonly name: string;
  readonly data: FleetJobData;
  readonly opts: JobsOptions;
}

export function runJob(run: string): FleetJob {
  return { name: run, data: { kind: 'run', run }, opts: { ...ENDS, attempts: 10, backoff: 1000, jobId: run } };
}

/** `queue` is the qualified name that BullMQ gives the queue. */
export function fileJob(run: string, file: number, queue?: string): FleetJob {
  return {
    name: `${run} file ${file}`,
    data: { kind: 'file', run, file },
    opts: {
      ...ENDS,
      jobId: `${run}.${file}`,
      priority: FILE_PRIORITY,
      // a file that is missing everywhere may come up
      attempts: 4,
      backoff: { type: 'fixed', delay: 500 },
      ignoreDependencyOnFailure: true,
      ...(queue !== undefined && { parent: { id: run, queue } }),
    },
  };
}

export function rangeJob(run: string, file: number, { from, count }: FrameSpan, queue: string): FleetJob {
  return {
    name: `${run} file ${file} frames ${from} to ${from + count - 1}`,
    data: { kind: 'range', run, file, from, count },
    opts: {
      ...ENDS,
      jobId: `${run}.${file}.${from}.${count}`,
      attempts: 4,
      backoff: { type: 'fixed', delay: 500 },
      ignoreDependencyOnFailure: true,
      parent: { id: `${run}.${file}`, queue },
    },
  };
}

export function shapesJob(run: string, file: number, frames: readonly number[], request: string): FleetJob {
  return {
    name: `${run} shapes of file ${file}`,
    data: { kind: 'shapes', run, file, frames, request },
    opts: {
      removeOnComplete: { age: 60 },
      removeOnFail: { age: 600 },
      attempts: 3,
      backoff: 500,
      jobId: `${run}.shapes.${request}`,
    },
  };
}
