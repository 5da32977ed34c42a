import type { FleetConnection, FollowListener, RunPlan } from '@selfcollide/fleet';
import type { CheckOptions } from '../check/check-options.ts';
import type { FileHeader, FrameResult } from '../detect/frame-result.ts';
import type { ProgressBar } from '../report/progress-bar.ts';
import type { ReportHub } from '../report/report-hub.ts';
import type { Input } from '../source/input.ts';
import type { CheckSettings } from '../threads/checker.ts';
import { type Fleet, withFleet } from './load-fleet.ts';
import type { QueueOptions } from './queue-flags.ts';
import { queueInput } from './queued-input.ts';
import { withTimeout } from './with-timeout.ts';

/** Impacts and proximities take about so many times longer than contacts: ranges are cut accordingly. */
const MORE_EFFORT = 4;

/** Where a queue's client reports to. */
export interface QueueReport {
  readonly hub: ReportHub;
  readonly bar?: ProgressBar;
  readonly note: (text: string) => void;
}

/** Lets workers check what is asked for, and reports as if it had been done here. */
export async function checkOnQueue(
  inputs: readonly Input[],
  settings: CheckSettings,
  options: CheckOptions,
  queue: QueueOptions,
  report: QueueReport,
): Promise<void> {
  const { bar, note } = report;
  await withFleet(queue, note, async (fleet, connection) => {
    const name = queue.resume ?? fleet.makeRunName();
    await withTimeout(queue.timeout, {
      async work(isUnwanted) {
        if (!queue.keep) {
          const created = () =>
            note(`run ${name} on ${connection.shown}; if this is interrupted, --resume ${name} goes on with it.`);
          await putOnQueue(fleet, connection, name, inputs, settings, options, queue, { bar, created, isUnwanted });
        }
        await follow(fleet, connection, name, inputs, queue, report, isUnwanted);
      },
      reason: async () => connection.trouble() ?? fleet.describeQueue(connection, name),
      goesOn: queue.keep ? `"selfcollide runs wait ${name}"` : `--resume ${name}`,
    });
    if (!queue.keep) await fleet.forgetRun(connection, name, queue.root);
  });
}

/** Queues a run and returns its name. */
export async function detachOnQueue(
  inputs: readonly Input[],
  settings: CheckSettings,
  options: CheckOptions,
  queue: QueueOptions,
  note: (text: string) => void,
): Promise<string> {
  return withFleet(queue, note, async (fleet, connection) => {
    const name = fleet.makeRunName();
    await putOnQueue(fleet, connection, name, inputs, settings, options, queue);
    return name;
  });
}

interface Queueing {
  readonly bar?: ProgressBar;
  readonly created?: () => void;
  readonly isUnwanted?: () => boolean;
}

async function putOnQueue(
  fleet: Fleet,
  connection: FleetConnection,
  name: string,
  inputs: readonly Input[],
  settings: CheckSettings,
  options: CheckOptions,
  queue: QueueOptions,
  { bar, created, isUnwanted }: Queueing = {},
): Promise<void> {
  const { root, resume } = queue;
  await fleet.queueRun(connection, name, {
    plan: makePlan(inputs, settings, options, queue),
    count: inputs.length,
    ...(created && { created }),
    prepare: (file) => queueInput(fleet, inputs[file], { root, allowOutside: options.allowOutside }),
    progress: (done, total) => bar?.update(done, total, `queueing ${inputs[Math.min(done, total - 1)].name}`),
    ...(resume !== undefined && { resume }),
    ...(isUnwanted && { isUnwanted }),
  });
}

function makePlan(
  inputs: readonly Input[],
  settings: CheckSettings,
  options: CheckOptions,
  { redisMegabytes, rangeSeconds }: QueueOptions,
): RunPlan {
  // where reports go, and how many threads, is no part of the question
  const { json: _json, html: _html, sarif: _sarif, junit: _junit, markdown: _markdown, ...others } = options;
  const {
    github: _github,
    marked: _marked,
    picture: _picture,
    quiet: _quiet,
    threads: _threads,
    queue: _queue,
    ...more
  } = others;
  const { recordBaseline: _baseline, ...asked } = more;
  return {
    // prepared once for all threads of a worker; nothing depends on how many there are
    settings: { ...settings, sharePreparation: true },
    options: { ...asked, names: inputs.map((input) => input.name) },
    toShards: settings.withMesh || settings.listLimit > 0,
    redisBytes: redisMegabytes * 2 ** 20,
    rangeSeconds,
    effort: settings.betweenFrames || settings.proximity ? MORE_EFFORT : 1,
  };
}

async function follow(
  fleet: Fleet,
  connection: FleetConnection,
  name: string,
  inputs: readonly Input[],
  { root, stallMinutes }: QueueOptions,
  { hub, bar, note }: QueueReport,
  isUnwanted: () => boolean,
): Promise<void> {
  const patience = { stallSeconds: 60 * stallMinutes, isUnwanted };
  let wanted: number[] = [];
  let current: FileHeader | undefined;
  try {
    const listener: FollowListener<FileHeader, FrameResult> = {
      async opened(header) {
        wanted = [];
        current = header;
        await hub.opened(header);
      },
      async frame(result) {
        if (current?.mesh && !result.failure && hub.wantsPose(current, result.frame)) wanted.push(result.frame);
        await hub.frame(result);
      },
      failed: (file, failure) => hub.failed(inputs[file], failure),
      shapes: () => [...new Set([...wanted, ...hub.extraPoses()])].sort((a, b) => a - b),
      shape: (result) => hub.pose(result),
      closed: (seconds) => hub.closed(seconds),
      notice: note,
      ...(bar && {
        progress: ({ files, filesKnown, filesFailed, frames, framesDone }) =>
          // a file that is not open yet counts as one frame
          bar.update(framesDone + filesFailed, frames + filesFailed + files - filesKnown, current?.name ?? ''),
      }),
    };
    await fleet.followRun(connection, name, root, listener, patience);
  } finally {
    bar?.clear();
  }
}
