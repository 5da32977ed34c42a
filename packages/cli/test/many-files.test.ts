import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildCli } from './build-cli.ts';
import { crossing, toObj } from './meshes.ts';
import { makeFolder } from './start-cli.ts';

const FILES = 10_000;

it('checks 10,000 files below a folder: first result soon, memory flat', async () => {
  const folder = makeFolder();
  const text = toObj({ body: { ...crossing, triangles: [0, 1, 2] } });
  for (let d = 0; d < 100; d++) {
    mkdirSync(join(folder, `d${d}`));
    for (let i = 0; i < FILES / 100; i++) writeFileSync(join(folder, `d${d}`, `m${i}.obj`), text);
  }
  const program = await buildCli();
  const started = performance.now();
  const child = spawn(process.execPath, [program, 'check', '.', '--threads', '2', '--no-config'], { cwd: folder });
  let first = 0;
  let seen = 0;
  const memory: number[] = [];
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    first ||= performance.now() - started;
    const before = seen;
    seen += part.split('does not hit itself').length - 1;
    if (Math.floor((10 * before) / FILES) !== Math.floor((10 * seen) / FILES) && seen < FILES)
      memory.push(residentMb(child.pid!));
  });
  const status = await new Promise((resolve) => child.on('close', resolve));
  expect({ status, seen }).toEqual({ status: 0, seen: FILES });
  console.log(`first result after ${Math.round(first)} ms, resident MB at each tenth: ${memory.join(' ')}`);
  expect(first).toBeLessThan(2000 * SLACK);
  // the heap grows to its size in the first half; after that nothing may pile up
  expect(memory.at(-1)! - memory[4]).toBeLessThan(30);
});

/** Machines that run other tests meanwhile. */
const SLACK = 2;

function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
