import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { IoError, readModel } from '@selfcollide/io';
import { describe, expect, it } from 'vitest';
import { type FileHeader, type FrameResult, failedFrame } from '../../src/detect/frame-result.ts';
import { FileSummary } from '../../src/report/file-summary.ts';
import { JunitReport } from '../../src/report/junit-report.ts';
import type { TextOutput } from '../../src/report/text-output.ts';
import { box, sheet } from '../measure/measure-mesh.ts';
import { crossing, toObj } from '../meshes.ts';
import { callCli, makeFolder } from '../start-cli.ts';

const check = (path: string, ...more: string[]) => callCli(['check', path, '--threads', '1', '--no-config', ...more]);

describe('JUnit', () => {
  const frame = (number: number, contacts: number): FrameResult => {
    const { failure: _, ...rest } = failedFrame(number, { kind: 'unreadable', message: '' }, 1);
    return { ...rest, contacts, trianglePairs: contacts };
  };
  const write = async (limits: FileHeader['limits']) => {
    const clips = ['Walk', 'Run'].map((name, c) => ({
      name,
      firstFrame: 2 * c,
      frameCount: 2,
      numbers: Float64Array.of(0, 1),
    }));
    const header = { name: 'm.glb', clips, frameCount: 4, ...(limits && { limits }) } as unknown as FileHeader;
    const summary = new FileSummary(header, 'edge-triangle');
    for (const [number, contacts] of [3, 2, 40, 0].entries()) summary.add(frame(number, contacts));
    let text = '';
    const output = {
      write: (part: string) => (text += part),
      end: () => {},
      discard: () => {},
    } as unknown as TextOutput;
    const report = new JunitReport(output, { pairs: 'edge-triangle', kinds: ['intersection'], scope: 'all' });
    report.opened();
    await report.closed(summary, 1);
    await report.end();
    return text.split('<testcase').slice(1);
  };

  it('fails a clip for its own frames, not for those of another', async () => {
    const [walk, run] = await write({ contacts: 20 });
    expect(walk).not.toContain('<failure');
    expect(run).toMatch(/<failure .*40 contacts/);
    const [both] = await write(undefined);
    expect(both).toContain('3 contacts');
    expect(both).not.toContain('40 contacts');
  });

  it('has the attributes that its schemas ask for', async () => {
    const path = join(makeFolder(), 'a.obj');
    writeFileSync(path, toObj({ a: crossing }));
    const { out } = await check(path, '--format', 'junit');
    const [suite] = /<testsuite .*>/.exec(out)!;
    for (const name of ['id', 'package', 'hostname', 'tests', 'failures', 'errors', 'skipped', 'time']) {
      expect(suite).toContain(` ${name}="`);
    }
    expect(suite).toMatch(/ timestamp="\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d"/);
    expect(out).toMatch(/<testcase classname="[^"]+" name="[^"]+" time="[\d.]+">/);
  });
});

describe('diff', () => {
  it('knows a place again if objects have changed their order', async () => {
    const folder = makeFolder();
    const path = join(folder, 'm.obj');
    const flat = { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2] };
    const upright = { positions: [0.2, 0.2, -1, 0.2, 0.2, 1, 0.3, 0.3, 1], triangles: [0, 1, 2] };
    for (const [name, meshes] of [
      ['a', { flat, upright }],
      ['b', { upright, flat }],
    ] as const) {
      writeFileSync(path, toObj(meshes));
      await check(path, '--json', join(folder, `${name}.json`), '--quiet');
    }
    const result = await callCli(['diff', join(folder, 'a.json'), join(folder, 'b.json')]);
    expect(result).toMatchObject({ status: 0, out: 'No place has changed.\n' });
  });

  it('refuses a report with a baseline and one without', async () => {
    const folder = makeFolder();
    const path = join(folder, 'm.obj');
    const baseline = join(folder, 'known.json');
    writeFileSync(path, toObj({ a: crossing }));
    await check(path, '--json', join(folder, 'without.json'), '--quiet');
    await check(path, '--baseline', baseline, '--update-baseline', '--quiet');
    await check(path, '--baseline', baseline, '--json', join(folder, 'with.json'), '--quiet');
    const [without, withOne] = [join(folder, 'without.json'), join(folder, 'with.json')];
    for (const pair of [
      [without, withOne],
      [withOne, without],
    ]) {
      const { status, err } = await callCli(['diff', ...pair]);
      expect({ status, err }).toMatchObject({ status: 2, err: expect.stringMatching(/with a baseline/) });
    }
    expect((await callCli(['diff', withOne, withOne])).status).toBe(0);
  });
});

it('the last line says how bad it is', async () => {
  const path = join(makeFolder(), 'm.obj');
  writeFileSync(path, toObj({ a: box([0, 0, 0], [1, 1, 1]), b: box([0.3, 0.3, 0.9], [0.4, 0.4, 1]) }));
  const { out } = await check(path);
  expect(out).toMatch(/✗ .* contacts\. Worst place: a and b, middle, deep, 0\.1 \(4\.2 % of its size\)\. \[/);
});

describe('--fail-over depth', () => {
  it('does not pass what crosses and has no known depth', async () => {
    const path = join(makeFolder(), 'm.obj');
    // they slit each other from rim to rim, by less than anything that is measured at points
    const [low, high] = [sheet(4, (x) => 0.2 * x - 0.09), sheet(5, (_, y) => 0.0001 * y - 0.00007)];
    writeFileSync(path, toObj({ a: low, b: high }));
    expect((await check(path, '--fail-over', 'depth=0.001')).status).toBe(1);
    expect((await check(path, '--fail-over', 'depth=5')).status).toBe(0);
  });

  it('holds for small places behind twenty larger ones', async () => {
    const path = join(makeFolder(), 'm.obj');
    const meshes: Record<string, { positions: number[]; triangles: number[] }> = {};
    for (let i = 0; i < 24; i++) {
      meshes[`a${i}`] = box([3 * i, 0, 0], [1, 1, 1]);
      // with both ends outside there are more contacts than with one
      meshes[`b${i}`] =
        i < 23 ? box([3 * i + 0.3, -1, 0.999], [0.4, 3, 1]) : box([3 * i + 0.3, 0.3, 0.6], [0.2, 0.2, 1]);
    }
    writeFileSync(path, toObj(meshes));
    const { status, out } = await check(path, '--fail-over', 'depth=0.05');
    expect({ status, out }).toMatchObject({ status: 1, out: expect.stringContaining('0.4 deep, 0.05 may be') });
  });
});

it('an OBJ in UTF-16 is read', async () => {
  const text = `\ufeff${toObj({ a: crossing })}`;
  const little = new Uint8Array(Buffer.from(text, 'utf16le'));
  const big = new Uint8Array(Buffer.from(text, 'utf16le').swap16());
  for (const bytes of [little, big]) {
    const model = await readModel(bytes, { name: 'a.obj' });
    expect(Array.from(model.triangles)).toEqual(crossing.triangles);
  }
});

it('errors that a loader did not mean to tell are put in words', async () => {
  const text = readFileSync(new URL(import.meta.url), 'utf8').slice(0, 200);
  const dae = `<?xml version="1.0"?><COLLADA version="1.4.1"><asset/><note>${text.replace(/[<&]/g, ' ')}</note></COLLADA>`;
  const failure = await readModel(new TextEncoder().encode(dae), { name: 'a.dae' }).catch((error) => error);
  expect(failure).toBeInstanceOf(IoError);
  expect(failure.message).not.toMatch(/Cannot read prop|undefined|is not a function/);
});
