import type { Job, Queue } from 'bullmq';

/** So many jobs are looked at: what holds up one holds up others alike. */
const LOOKED_AT = 100;
const SHOWN = 3;

/** What workers lack for jobs of a run, each in a sentence of its own; from what they noted on the jobs that they gave back. */
export async function listLacks(queue: Queue, run: string): Promise<string[]> {
  const jobs = await jobsOf(queue, run, ['delayed', 'active']);
  const lacks = new Map<string, string>();
  for (const { data } of jobs) {
    for (const [worker, reason] of Object.entries<string>(data.reasons ?? {})) {
      lacks.set(worker, `worker ${worker} leaves work to others: ${String(reason).replace(/^.*?: /, '')}`);
    }
  }
  return [...lacks.values()].map((lack) => lack.replace(/\.$/, ''));
}

/** Why there is nothing new of a run, from the queue's own state. */
export async function describeStandstill(queue: Queue, run: string): Promise<string> {
  const workers = (await queue.getWorkers().catch(() => [])).length;
  const {
    active = 0,
    delayed = 0,
    wait = 0,
    prioritized = 0,
  } = await queue.getJobCounts(...(['active', 'delayed', 'wait', 'prioritized'] as const));
  const busy = (await jobsOf(queue, run, ['active'])).slice(0, SHOWN).map(describeBusy);
  return [
    `${workers === 0 ? 'no worker is' : workers === 1 ? '1 worker is' : `${workers} workers are`} on the queue`,
    `${active} jobs are being done, ${wait + prioritized} wait, ${delayed} were given back and come again`,
    ...busy,
    ...(await listLacks(queue, run)).slice(0, SHOWN),
  ].join('; ');
}

function describeBusy({ name, processedOn }: Job): string {
  const minutes = Math.floor((Date.now() - (processedOn ?? Date.now())) / 60_000);
  return `"${name}" is being done for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}

async function jobsOf(queue: Queue, run: string, states: ('active' | 'delayed')[]): Promise<Job[]> {
  const jobs: (Job | undefined)[] = await queue.getJobs(states, 0, LOOKED_AT - 1);
  // one that ends meanwhile is not there any more
  return jobs.filter((job): job is Job => job?.data?.run === run);
}
