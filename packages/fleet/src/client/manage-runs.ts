import { Queue } from 'bullmq';
import type { FleetConnection } from '../connect.ts';
import { FleetError } from '../fleet-error.ts';
import { type RunFacts, RunStore } from '../run-store.ts';
import { folderBelow, removeShards } from '../shards.ts';
import type { FleetInput, RunPlan } from '../types.ts';

/** All runs of the queue, the oldest first. */
export function listRuns(connection: FleetConnection): Promise<RunFacts[]> {
  return new RunStore(connection).list();
}

/** @throws FleetError if there is no such run. */
export function findRun(connection: FleetConnection, name: string): Promise<RunFacts> {
  return new RunStore(connection).facts(name);
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

/** Workers finish what they have at hand and leave the rest. */
export async function cancelRun(connection: FleetConnection, name: string): Promise<RunFacts> {
  const store = new RunStore(connection);
  const { state } = await store.facts(name);
  if (state !== 'done') await store.setState(name, 'cancelled');
  return store.facts(name);
}

/**
 * Takes away everything of a run, in Redis and below the root.
 *
 * @throws FleetError if it goes on.
 */
export async function forgetRun(connection: FleetConnection, name: string, root: string): Promise<void> {
  const store = new RunStore(connection);
  const { state, files } = await store.facts(name);
  if (state !== 'done' && state !== 'cancelled') {
    throw new FleetError('usage', `the run ${name} goes on; "selfcollide runs cancel ${name}" first.`);
  }
  const plan = await store.plan(name);
  await store.forget(name, files);
  if (plan) await removeShards(folderBelow(root, plan.shardFolder));
}
