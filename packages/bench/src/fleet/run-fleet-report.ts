import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatCount, formatTable } from '../format-table.ts';
import { describeMachine } from '../machine.ts';
import { quantile } from '../quantile.ts';
import { repositoryFolder } from '../repository-folder.ts';
import { FleetPrograms } from './fleet-programs.ts';

/** `fps` decides how many frames the two seconds of an animation have. */
const QUICK = { rounds: 1, fps: 2000, memoryFps: [500], tinyFps: [5000, 50_000] };
const FULL = { rounds: 3, fps: 5000, memoryFps: [500, 2500], tinyFps: [5000, 50_000, 50_000, 50_000] };

/** Of the table; named ones alone, if any are. */
const PARTS = ['times', 'memory', 'growth'];

/**
 * `npm run bench -- --table fleet`: what a queue costs on one machine, what more workers give, how much Redis and the programs remember.
 * Returns the exit status: 1 if a report of the fleet differs from the plain one.
 */
export async function runFleetReport({ quick, scenes: parts }: FleetReportOptions): Promise<number> {
  const other = parts.find((part) => !PARTS.includes(part));
  if (other !== undefined) throw new RangeError(`--table fleet has the parts ${PARTS.join(', ')}, got ${other}.`);
  const wants = (part: string) => parts.length === 0 || parts.includes(part);
  if (!existsSync(join(repositoryFolder(), 'packages/cli/dist/main.mjs'))) {
    throw new RangeError('--table fleet needs the command line built (npm run build).');
  }
  const effort = quick ? QUICK : FULL;
  const folder = mkdtempSync(join(tmpdir(), 'selfcollide-bench-fleet-'));
  const fleet = await FleetPrograms.start(folder);
  const say = (text: string) => console.error(`bench: ${text}`);
  try {
    const { cpu, node } = describeMachine();
    console.log(
      `${cpu}, Node ${node}; Redis with append-only file on the same machine${quick ? '; a quick run' : ''}\n`,
    );
    const write = (scene: string, triangles: number) =>
      fleet.run(['scenes', scene, `${scene}.glb`, '--triangles', String(triangles), '--frames', '40', '--fps', '20']);
    await write('knee', 5000);
    await write('twisted-sheet', 16);
    const same = !wants('times') || (await compareTimes(fleet, folder, effort, say));
    if (wants('memory')) await measureMemory(fleet, effort, say);
    if (wants('growth')) await watchGrowth(fleet, effort, say);
    if (!same) console.error('bench: a report of the fleet differs from the plain one.');
    return same ? 0 : 1;
  } finally {
    await fleet.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface FleetReportOptions {
  readonly quick: boolean;
  readonly scenes: readonly string[];
}

interface Effort {
  readonly rounds: number;
  readonly fps: number;
  readonly memoryFps: readonly number[];
  readonly tinyFps: readonly number[];
}

/** Competitors interleaved, the first three more often. Workers are fresh and compile the program once, or have done the same work before. */
async function compareTimes(
  fleet: FleetPrograms,
  folder: string,
  { rounds, fps }: Effort,
  say: (text: string) => void,
) {
  const args = ['check', 'knee.glb', '--fps', String(fps), '--quiet', '--json', 'report.json'];
  const report = () => readFileSync(join(folder, 'report.json'), 'utf8').replace(/"seconds":[\d.]+/, '');
  const contenders = [
    { name: 'plain, 2 threads', workers: 0, threads: 2 },
    { name: 'queue, 1 new worker of 2 threads', workers: 1, threads: 2 },
    { name: 'queue, 1 worker of 2 threads that was at work', workers: 1, threads: 2, again: true },
    { name: 'plain, 1 thread', workers: 0, threads: 1 },
    { name: 'queue, 1 new worker of 1 thread', workers: 1, threads: 1 },
    { name: 'queue, 1 worker of 1 thread that was at work', workers: 1, threads: 1, again: true },
    { name: 'queue, 2 new workers of 1 thread', workers: 2, threads: 1 },
    { name: 'queue, 4 new workers of 1 thread', workers: 4, threads: 1 },
  ].map((contender) => ({ ...contender, times: [] as number[], cpus: [] as number[] }));
  const reports = new Set<string>();
  let frames = 0;
  for (let round = 0; round < rounds; round++) {
    for (const { name, workers, threads, again, times, cpus } of round === 0 ? contenders : contenders.slice(0, 3)) {
      say(`round ${round + 1} of ${rounds}: ${name}`);
      for (let i = 0; i < workers; i++) await fleet.startWorker(threads);
      const how = workers === 0 ? ['--threads', String(threads)] : fleet.queue;
      if (again) await fleet.run([...args, ...how]);
      const before = again ? await fleet.workerCpu() : 0;
      const { seconds, cpu } = await fleet.run([...args, ...how]);
      times.push(seconds);
      cpus.push(cpu + (again ? (await fleet.workerCpu()) - before : 0));
      const whole = await fleet.stopWorkers();
      if (!again) cpus[cpus.length - 1] += whole;
      say(`  ${seconds.toFixed(2)} s, ${cpus.at(-1)?.toFixed(2)} s of processor time`);
      reports.add(report());
      frames = JSON.parse(report().replace(/,}/g, '}')).summary.frames;
    }
  }
  const medians = contenders.map(({ times }) => quantile(times, 0.5));
  const rows = contenders.map(({ name, threads, workers, cpus }, i) => {
    // of plain with as many threads in all; four share two cores
    const base = Math.max(1, workers) * threads >= 2 ? 0 : 3;
    const cpu = (of: number) => quantile(contenders[of].cpus, 0.5);
    return [
      ...[
        name,
        medians[i].toFixed(2),
        formatCount(Math.round(frames / medians[i])),
        (medians[i] / medians[base]).toFixed(2),
      ],
      ...[quantile(cpus, 0.5).toFixed(2), (cpu(i) / cpu(base)).toFixed(2)],
    ];
  });
  const head = ['who checks', 'seconds', 'frames/s', '× of plain', 'processor s', '× of plain'];
  console.log(`knee, 5,000 triangles, ${formatCount(frames)} frames; the first three: medians of ${rounds}`);
  console.log(formatTable(head, rows));
  const [plain, queued] = contenders.map(({ times }) => times);
  const ratios = queued.map((seconds, round) => seconds / plain[round]);
  const each = ratios.map((ratio) => ratio.toFixed(2)).join(', ');
  console.log(
    `The queue against plain, two threads, round by round: ${each}; median ${quantile(ratios, 0.5).toFixed(2)}\n`,
  );
  return reports.size === 1;
}

/** What stays in Redis of runs that nobody has fetched, each with a worker that knows none of it. */
async function measureMemory(fleet: FleetPrograms, { memoryFps }: Effort, say: (text: string) => void): Promise<void> {
  const rows: string[][] = [];
  // scripts and connections stay in Redis once they were there: that belongs to no run
  await fleet.startWorker(2);
  await fleet.run(['check', 'twisted-sheet.glb', '--quiet', ...fleet.queue]);
  await fleet.stopWorkers();
  for (const [name, options] of [
    ['knee.glb', []],
    ['knee.glb', ['--ignore-rest', '--between-frames']],
    ['twisted-sheet.glb', []],
  ] as const) {
    for (const fps of memoryFps) {
      say(`Redis memory: ${name}, ${2 * fps} frames`);
      await fleet.startWorker(2);
      const before = await fleet.redisMemory();
      const { out } = await fleet.run(['check', name, '--fps', String(fps), ...options, '--detach', ...fleet.queue]);
      const run = out.trim();
      await fleet.run(['runs', 'wait', run, '--quiet', ...fleet.queue]);
      const bytes = (await fleet.redisMemory()) - before;
      const { out: shown } = await fleet.run(['runs', 'show', run, ...fleet.queue]);
      const frames = Number(/frames +([\d,]+)/.exec(shown)?.[1].replaceAll(',', ''));
      await fleet.run(['runs', 'forget', run, ...fleet.queue]);
      await fleet.stopWorkers();
      const about = `${name} ${options.join(' ')}`.trim();
      rows.push([
        about,
        formatCount(frames),
        formatCount(Math.round(bytes / 1024)),
        formatCount(Math.round((1000 * bytes) / frames)),
      ]);
    }
  }
  console.log('What a finished run takes in Redis');
  console.log(`${formatTable(['run', 'frames', 'KiB', 'bytes per 1,000 frames'], rows)}\n`);
}

/** Ten times the frames must not take more memory in the client, and the same again no more in the worker, which holds the times of all frames. */
async function watchGrowth(fleet: FleetPrograms, { tinyFps }: Effort, say: (text: string) => void): Promise<void> {
  const rows: string[][] = [];
  await fleet.startWorker(2);
  for (const fps of tinyFps) {
    say(`growth: ${2 * fps} tiny frames`);
    const args = [
      'check',
      'twisted-sheet.glb',
      '--fps',
      String(fps),
      '--json',
      'tiny.json',
      '--quiet',
      '--redis-megabytes',
      '1',
    ];
    const { seconds, peak } = await fleet.run([...args, ...fleet.queue]);
    const memory = await fleet.workerMemory();
    const redis = (await fleet.redisMemory()) / 2 ** 20;
    rows.push([formatCount(2 * fps), seconds.toFixed(1), peak.toFixed(0), memory.toFixed(0), redis.toFixed(1)]);
  }
  await fleet.stopWorkers();
  console.log('Tiny frames (16 triangles), results beyond 1 MB in files');
  const head = ['frames', 'seconds', 'client peak MB', 'worker MB after', 'Redis MB after'];
  console.log(formatTable(head, rows));
}
