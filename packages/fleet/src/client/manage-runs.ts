import { Queue } from 'bullmq';
import type { FleetConnection } from '../connect.ts';
import { type DeadLetter, DeadLetters } from '../dead-letters.ts';
import { FleetError } from '../fleet-error.ts';
import { isRunName } from '../run-name.ts';
import { type RunFacts, RunStore } from '../run-store.ts';
import { removeShards } from '../shards.ts';
import type { FleetInput, RunPlan } from '../types.ts';
import { describeStandstill } from './describe-standstill.ts';

/** All runs of the queue, the oldest first. */
export function listRuns(connection: FleetConnection): Promise<RunFacts[]> {
  return new RunStore(connection).list();
}

/** @throws FleetError if there is no such run. */
export function findRun(connection: FleetConnection, name: string): Promise<RunFacts> {
  return new RunStore(connection).facts(name);
}

/** Jobs that failed for good, the newest first; of one run, or of all. */
export function listDeadLetters(connection: FleetConnection, run?: string): Promise<DeadLetter[]> {
  return new DeadLetters(connection).list(run);
}

/** What was asked for when the run was queued. */
export async function readRun(
  connection: FleetConnection,
  name: string,
): Promise<{ readonly plan: RunPlan; readonly inputs: FleetInput[] }> {
  const store = new RunStore(connection);
  const { files, state } = await store.facts(name);
  if (state === 'queueing') {
    throw new FleetError(
      'failed',
      `the run ${name} is not queued whole; "selfcollide check … --resume ${name}" goes on with that.`,
    );
  }
  const plan = (await store.plan(name))!;
  const inputs: FleetInput[] = [];
  for (let file = 0; file < files; file++) {
    const queued = await store.input(name, file);
    if (!queued) throw new FleetError('failed', `the run ${name} is gone.`);
    inputs.push(queued.input);
  }
  return { plan, inputs };
}

/** Workers that are on the queue now. */
export async function countWorkers({ redis, keys, queueName }: FleetConnection): Promise<number> {
  const queue = new Queue(queueName, { connection: redis, prefix: keys.prefix });
  queue.on('error', () => {});
  try {
    return await queue.getWorkersCount();
  } finally {
    await queue.close();
  }
}

/** What a run waits for, in words. */
export async function describeQueue({ redis, keys, queueName }: FleetConnection, run: string): Promise<string> {
  const queue = new Queue(queueName, { connection: redis, prefix: keys.prefix });
  queue.on('error', () => {});
  try {
    return await describeStandstill(queue, run);
  } finally {
    await queue.close();
  }
}

/** Workers finish what they have at hand and leave the rest. */
export async function cancelRun(connection: FleetConnection, name: string): Promise<RunFacts> {
  const store = new RunStore(connection);
  const { state } = await store.facts(name);
  if (state !== 'done') await store.setState(name, 'cancelled');
  return store.facts(name);
}

/**
 * Takes away everything of a run, in Redis and below the root. Returns what could not be found: the run, of which Redis knew nothing any more, or
 * files of results, which are below another root.
 *
 * @throws FleetError if it goes on, or there is nothing of it anywhere.
 */
export async function forgetRun(
  connection: FleetConnection,
  name: string,
  root: string,
): Promise<'run' | 'files' | undefined> {
  const store = new RunStore(connection);
  const facts = isRunName(name) ? await store.findFacts(name) : undefined;
  if (!facts) {
    if (isRunName(name) && (await removeShards(root, name))) return 'run';
    await store.facts(name);
    return 'run';
  }
  const { state, files, filesKnown, filesFailed, bytes } = facts;
  if (state !== 'done' && state !== 'cancelled') {
    throw new FleetError('usage', `the run ${name} goes on; "selfcollide runs cancel ${name}" first.`);
  }
  // a damaged one can still be forgotten
  const plan = await store.plan(name).catch(() => undefined);
  await store.forget(name, files);
  const removed = await removeShards(root, name);
  const hadFiles = plan && (plan.toShards ? filesKnown > filesFailed : bytes > plan.redisBytes);
  return hadFiles && !removed ? 'files' : undefined;
}
