import { randomBytes } from 'node:crypto';
import { FlowProducer, Queue } from 'bullmq';
import type { FleetConnection } from '../connect.ts';
import { FleetError } from '../fleet-error.ts';
import { fileJob, runJob } from '../jobs.ts';
import { hashOf, pack } from '../pack.ts';
import { RunStore } from '../run-store.ts';
import { toValue } from '../shards.ts';
import type { FleetFailure, QueuedInput, RunPlan } from '../types.ts';

/** An input to be queued, or why it cannot be. */
export type Prepared = QueuedInput & { readonly failure?: FleetFailure };

export interface QueueRunOptions {
  readonly plan: RunPlan;
  readonly count: number;
  /** Looks for the files of an input and hashes them. */
  readonly prepare: (file: number) => Promise<Prepared>;
  /** The run is known: from here on it can be gone on with. */
  readonly created?: () => void;
  readonly progress?: (done: number, total: number) => void;
  /** Go on with this run instead of a new one. */
  readonly resume?: string;
  /** Asked before Redis is waited for. */
  readonly isUnwanted?: () => boolean;
}

const FILES_AT_ONCE = 50;

/** A name that is easy to type: `run-20261117-4f3a9c`. */
export function makeRunName(): string {
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '');
  return `run-${day}-${randomBytes(3).toString('hex')}`;
}

/**
 * Puts a run on the queue, or the rest of one whose client was lost. What is there already is not put there twice.
 *
 * @throws FleetError if the run to go on with does not exist, or is of other files or options.
 */
export async function queueRun(connection: FleetConnection, name: string, options: QueueRunOptions): Promise<void> {
  const { plan, count, prepare, progress } = options;
  const store = new RunStore(connection);
  const owner = randomBytes(12).toString('hex');
  const { resume, isUnwanted = () => false } = options;
  const safely = <T>(work: () => Promise<T>) => connection.outwait(work, isUnwanted);
  if (resume !== undefined) await safely(() => checkSame(store, resume, options));
  else await store.create(name, plan, count, owner); // a server that refuses already now is told of at once
  options.created?.();
  if ((await safely(() => store.facts(name))).state !== 'queueing') return;
  const { redis, keys, queueName } = connection;
  const settings = { connection: redis, prefix: keys.prefix };
  const queue = new Queue(queueName, settings);
  const flows = new FlowProducer(settings);
  queue.on('error', () => {});
  flows.on('error', () => {});
  try {
    for (let first = 0; first < count; first += FILES_AT_ONCE) {
      const files = Array.from({ length: Math.min(FILES_AT_ONCE, count - first) }, (_, i) => first + i);
      const inputs: Prepared[] = [];
      for (const file of files) {
        inputs.push(await prepare(file));
        progress?.(file + 1, count);
      }
      await safely(() => addFiles(queue, flows, store, name, first, inputs));
    }
    await safely(() => store.setState(name, 'queued'));
  } finally {
    await Promise.allSettled([queue.close(), flows.close()]);
  }
}

async function addFiles(
  queue: Queue,
  flows: FlowProducer,
  store: RunStore,
  run: string,
  first: number,
  inputs: readonly Prepared[],
): Promise<void> {
  const numbers = inputs.map((_, i) => first + i);
  // what a client that was lost has queued stays as it was, and what workers have done of it is not done again
  const unsettled = new Set(await store.unsettled(run, numbers));
  const lacking = new Map<number, QueuedInput>();
  for (const file of await store.lackingInputs(run, numbers)) {
    const { input, files } = inputs[file - first];
    lacking.set(file, { input, files });
  }
  await store.addInputs(run, lacking);
  const jobs = [];
  for (const [i, { failure }] of inputs.entries()) {
    if (!unsettled.has(first + i)) continue;
    if (!failure) jobs.push(fileJob(run, first + i, queue.qualifiedName));
    else {
      await store.keepOutcome(run, first + i, await toValue([await pack({ failure })]), 0);
      await store.markSettled(run, first + i);
    }
  }
  if (first > 0) {
    await queue.addBulk(jobs);
    return;
  }
  const root = { ...runJob(run), queueName: queue.name };
  const children = jobs.map(({ opts: { parent: _, ...opts }, ...job }) => ({ ...job, opts, queueName: queue.name }));
  await flows.add(children.length > 0 ? { ...root, children } : root);
}

async function checkSame(store: RunStore, name: string, { plan, count }: QueueRunOptions): Promise<void> {
  const facts = await store.facts(name);
  const known = await store.plan(name);
  if (facts.state === 'cancelled') throw new FleetError('usage', `--resume: the run ${name} was cancelled.`);
  if (facts.files === count && known && sameQuestion(known, plan)) return;
  throw new FleetError('usage', `--resume: the run ${name} is of other files or options.`);
}

/** Whether two runs find the same: where results are kept and how ranges are cut does not matter. */
function sameQuestion(a: RunPlan, b: RunPlan): boolean {
  return hashOf([a.options, a.settings]) === hashOf([b.options, b.settings]);
}
