import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Input } from '../src/source/input.ts';
import { watchCheck } from '../src/watch/watch-check.ts';
import { makeFolder } from './start-cli.ts';

it('looks once or twice at a file that is saved five times in a second, and never when it is half written', async () => {
  const folder = makeFolder();
  const path = join(folder, 'a.obj');
  const other = join(folder, 'b.obj');
  writeFileSync(path, 'start');
  writeFileSync(other, 'start');
  const runs: { names: string[]; text: string }[] = [];
  const { readFileSync } = await import('node:fs');
  const abort = new AbortController();
  const inputs: Input[] = [path, other].map((name) => ({ kind: 'file', name }));
  const done = watchCheck({
    plan: async () => ({ inputs }),
    run: async (due) => {
      runs.push({ names: due.map(({ name }) => name), text: readFileSync(path, 'utf8') });
    },
    say: () => {},
    signal: abort.signal,
  });
  await sleep(100);
  expect(runs).toHaveLength(1);
  for (let save = 0; save < 5; save++) {
    writeFileSync(path, 'half');
    await sleep(100);
    writeFileSync(path, 'half and whole');
    await sleep(100);
  }
  await sleep(1500);
  // the way of editors that write beside and rename
  writeFileSync(`${path}.tmp`, 'renamed');
  renameSync(`${path}.tmp`, path);
  await sleep(1500);
  abort.abort();
  await done;
  expect(runs[0].names).toEqual([path, other]);
  const saves = runs.slice(1).filter(({ text }) => text !== 'renamed');
  expect(saves.length).toBeGreaterThanOrEqual(1);
  expect(saves.length).toBeLessThanOrEqual(2);
  for (const { names, text } of saves) expect({ names, text }).toEqual({ names: [path], text: 'half and whole' });
  expect(runs.at(-1)).toEqual({ names: [path], text: 'renamed' });
});
