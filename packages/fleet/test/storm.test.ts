import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callCli } from '../../cli/test/start-cli.ts';
import { countFrames, withoutTime } from './compare-reports.ts';
import { CuttableWire } from './cuttable-wire.ts';
import { FleetWorker, type Program, pause, startProgram } from './programs.ts';
import { noRedis, RedisServer } from './redis-server.ts';
import { makeShots, type Shots } from './shots.ts';

const long = process.env.SELFCOLLIDE_LONG_FAULTS === '1';
const RUNS = long ? Number(process.env.SELFCOLLIDE_STORM_RUNS ?? 60) : 1;
/** At least so many faults happen to a run before it is left in peace. */
const FAULTS = 4;
const WORKERS = 3;
/** A run that takes longer has failed, milliseconds. */
const LIMIT_MS = 180_000;

/** Faults at random, several in each run: the report of every run is the one without a queue, byte for byte. */
describe.skipIf(noRedis !== undefined)('a storm of faults', () => {
  let home: string;
  let shots: Shots;
  const right = new Map<boolean, string>();
  const injected: Record<string, number> = {};

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'selfcollide-storm-'));
    shots = await makeShots(home, long ? 2000 : 300, 60);
    for (const isListed of [false, true]) {
      const list = isListed ? ['--list', '2'] : [];
      await inHome(() =>
        callCli(['check', ...shots.args, ...list, '--json', 'right.json', '--quiet', '--threads', '1']),
      );
      right.set(isListed, readFileSync(join(home, 'right.json'), 'utf8'));
    }
  });
  afterAll(() => {
    const total = Object.values(injected).reduce((sum, count) => sum + count, 0);
    console.log(`storm: ${RUNS} runs, ${total} faults: ${JSON.stringify(injected)}`);
    rmSync(home, { recursive: true, force: true });
  });

  const inHome = async <T>(work: () => Promise<T>): Promise<T> => {
    const before = process.cwd();
    process.chdir(home);
    try {
      return await work();
    } finally {
      process.chdir(before);
    }
  };

  it.each(Array.from({ length: RUNS }, (_, i) => i))('run %i', { timeout: LIMIT_MS + 60_000 }, async (index) => {
    const random = makeRandom(index + 1);
    const isListed = index % 2 === 1;
    const redis = await RedisServer.start({ appendOnly: true });
    const wire = await CuttableWire.start(redis.port);
    const programs: Program[] = [];
    const workers: FleetWorker[] = [];
    const startWorker = async (i: number) => {
      const port = i === 0 ? wire.port : redis.port;
      workers[i] = await FleetWorker.start(`redis://127.0.0.1:${port}`, `w${i}`, { cwd: home });
      programs.push(workers[i].program);
    };
    const json = `storm-${index}.json`;
    const ask = ['check', ...shots.args, ...(isListed ? ['--list', '2'] : []), '--queue', redis.url];
    const startClient = async (...more: string[]) => {
      const client = await startProgram([...ask, '--range-seconds', long ? '0.3' : '0.01', '--json', json, ...more], {
        cwd: home,
      });
      programs.push(client);
      return client;
    };
    const count = (name: string) => {
      injected[name] = (injected[name] ?? 0) + 1;
    };
    try {
      for (let i = 0; i < WORKERS; i++) await startWorker(i);
      let client = await startClient();
      const [, run] = await client.says(/^run (\S+) on/);
      const faults: Record<string, () => Promise<void>> = {
        async 'worker killed'() {
          const i = Math.floor(random() * WORKERS);
          await workers[i].program.kill();
          await startWorker(i);
        },
        async 'worker stopped beyond its lock'() {
          const { program } = workers[Math.floor(random() * WORKERS)];
          program.signal('SIGSTOP');
          await pause(2500);
          program.signal('SIGCONT');
        },
        async 'Redis killed'() {
          await redis.kill();
          await pause(1000 * random());
          await redis.start();
        },
        async 'network cut'() {
          wire.cut();
          await pause(2000 * random());
          wire.mend();
        },
        async 'client killed'() {
          await client.kill();
          // whoever was quicker than the kill has reported
          if (!existsSync(join(home, json))) client = await startClient('--resume', run);
        },
        async 'another client for the same files'() {
          const other = await startProgram([...ask, '--detach'], { cwd: home });
          programs.push(other);
          await other.ended;
        },
        async 'results unwritable for a while'() {
          if (!isListed) return;
          const folder = join(home, '.selfcollide-runs');
          if (!existsSync(folder)) return;
          renameSync(folder, `${folder}-away`);
          writeFileSync(folder, 'in the way');
          await pause(500);
          rmSync(folder);
          renameSync(`${folder}-away`, folder);
        },
      };
      const names = Object.keys(faults);
      for (let done = 0; done < FAULTS && !existsSync(join(home, json)); done++) {
        await pause(300 + 700 * random());
        const name = names[Math.floor(random() * names.length)];
        count(name);
        await faults[name]();
      }
      let status = await within(client.ended, LIMIT_MS, () => `run ${index} does not end: ${client.err.slice(-2000)}`);
      // a client that starts while Redis is away leaves at once, and says so: the user asks again
      if (status === 4 && /nobody answers there/.test(client.err)) {
        count('client started without Redis');
        client = await startClient('--resume', run);
        status = await within(client.ended, LIMIT_MS, () => `run ${index} does not end: ${client.err.slice(-2000)}`);
      }
      // there is a damaged and a missing file in it
      expect(status, client.err).toBe(3);
      const found = readFileSync(join(home, json), 'utf8');
      expect(countFrames(found, right.get(isListed)!)).toMatchObject({ lost: 0, doubled: 0 });
      expect(withoutTime(found) === withoutTime(right.get(isListed)!), 'byte for byte').toBe(true);
    } finally {
      for (const program of programs) {
        program.signal('SIGCONT');
        await program.kill();
      }
      wire.close();
      await redis.stop();
    }
  });
});

async function within<T>(work: Promise<T>, milliseconds: number, describe: () => string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(describe())), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Numbers from 0 to 1, the same for the same seed. */
function makeRandom(seed: number): () => number {
  let state = seed * 2_654_435_769;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return (state >>> 8) / 2 ** 24;
  };
}
