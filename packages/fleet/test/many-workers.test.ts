import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callCli } from '../../cli/test/start-cli.ts';
import { countFrames, withoutTime } from './compare-reports.ts';
import { FleetWorker } from './programs.ts';
import { noRedis, RedisServer } from './redis-server.ts';
import { makeShots, type Shots } from './shots.ts';

/** Fifty workers are a matter of minutes: `npm run faults` starts them, the tests of every day six. */
const WORKERS = process.env.SELFCOLLIDE_LONG_FAULTS === '1' ? 50 : 6;
/** Workers that start at a time: each takes a core for a second. */
const AT_ONCE = 4;

describe.skipIf(noRedis !== undefined)('many workers on one Redis, small jobs', () => {
  let home: string;
  let shots: Shots;
  let right: string;
  let redis: RedisServer;
  let before: string;
  const workers: FleetWorker[] = [];

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'selfcollide-many-'));
    shots = await makeShots(home, 200, 120);
    before = process.cwd();
    process.chdir(home);
    await callCli(['check', ...shots.args, '--json', 'right.json', '--quiet', '--threads', '1']);
    right = readFileSync(join(home, 'right.json'), 'utf8');
    redis = await RedisServer.start();
  });
  afterAll(async () => {
    for (const { program } of workers) await program.kill();
    await redis?.stop();
    process.chdir(before);
    rmSync(home, { recursive: true, force: true });
  });

  it(`${WORKERS} workers lose no frame, double none, and most of them work`, { timeout: 900_000 }, async () => {
    for (let first = 0; first < WORKERS; first += AT_ONCE) {
      const names = Array.from({ length: Math.min(AT_ONCE, WORKERS - first) }, (_, i) => `m${first + i}`);
      // dozens of programs share two cores here: a lock of a second would time out for want of a turn
      const started = names.map((name) => FleetWorker.start(redis.url, name, { cwd: home }, ['--lock-seconds', '20']));
      workers.push(...(await Promise.all(started)));
    }
    for (let round = 0; round < 3; round++) {
      const json = `many-${round}.json`;
      const ask = ['check', ...shots.args, '--queue', redis.url, '--range-seconds', '0.01', '--json', json];
      // the damaged and the missing file
      expect(await callCli(ask)).toMatchObject({ status: 3 });
      const found = readFileSync(join(home, json), 'utf8');
      expect(countFrames(found, right)).toMatchObject({ lost: 0, doubled: 0 });
      expect(withoutTime(found) === withoutTime(right), 'byte for byte').toBe(true);
    }
    const busy = (await Promise.all(workers.map((worker) => worker.tell()))).filter(({ frames }) => frames > 0).length;
    console.log(`${busy} of ${WORKERS} workers checked frames`);
    expect(busy).toBeGreaterThan(WORKERS / 2);
  });
});
