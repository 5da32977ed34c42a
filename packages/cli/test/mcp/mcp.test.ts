import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { decode } from 'fast-png';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCli } from '../build-cli.ts';
import { callCli, startCli } from '../start-cli.ts';

/** Two triangles that pass through each other. */
const CROSSING = 'v 0 0 0\nv 2 0 0\nv 0 2 0\nv 0.5 0.5 -1\nv 0.5 0.5 1\nv 3 3 0.5\nf 1 2 3\nf 4 5 6\n';

interface Answer {
  readonly isError?: boolean;
  readonly structuredContent?: Record<string, unknown>;
  readonly content: readonly { type: string; text?: string; data?: string }[];
}

describe('selfcollide mcp, by the client of the protocol’s own SDK', () => {
  let home: string;
  let models: string;
  let client: Client;

  beforeAll(async () => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'selfcollide-mcp-test-')));
    models = join(home, 'models');
    mkdirSync(models);
    writeFileSync(join(home, 'secret.obj'), CROSSING);
    writeFileSync(join(models, 'crossing.obj'), CROSSING);
    writeFileSync(join(models, 'broken.glb'), 'no model at all');
    symlinkSync(join(home, 'secret.obj'), join(models, 'link.obj'));
    symlinkSync(home, join(models, 'out'));
    copyFileSync(fileURLToPath(new URL('../../../../test/data/Fox.glb', import.meta.url)), join(models, 'fox.glb'));
    const made = await callCli([
      'scenes',
      'knee',
      join(models, 'knee.glb'),
      '--triangles',
      '1000',
      '--frames',
      '20',
      '--fps',
      '10',
    ]);
    expect(made.status, made.err).toBe(0);
    client = await connect(models);
  });
  afterAll(async () => {
    await client?.close();
    rmSync(home, { recursive: true, force: true });
  });

  const connect = async (...args: string[]) => {
    const started = new Client({ name: 'test', version: '1' });
    const program = await buildCli();
    await started.connect(new StdioClientTransport({ command: process.execPath, args: [program, 'mcp', ...args] }));
    return started;
  };
  const call = async (name: string, args: Record<string, unknown>, from = client) =>
    (await from.callTool({ name, arguments: args })) as unknown as Answer;
  const refusal = async (name: string, args: Record<string, unknown>, from = client) => {
    const { isError, content } = await call(name, args, from);
    expect(isError, JSON.stringify(content)).toBe(true);
    return content[0].text;
  };

  it('names its tools, and says which of them write', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(['certify', 'check', 'fix', 'info', 'render']);
    const writing = tools.filter(({ annotations }) => !annotations?.readOnlyHint).map(({ name }) => name);
    expect(writing).toEqual(['fix']);
    for (const { outputSchema } of tools) expect(outputSchema?.type).toBe('object');
  });

  it('a task from tool output alone: find the worst place, look at it, fix it, prove it is clean', async () => {
    const animation = 'Survey';
    const found = (await call('check', { file: 'fox.glb', animation })).structuredContent as {
      verdict: string;
      framesWithFindings: number;
      worst: { frame: number; places: { place: number; name: string }[] }[];
    };
    expect(found.verdict).toBe('self-intersects');
    // the same as the command says
    const plain = await callCli([
      'check',
      join(models, 'fox.glb'),
      '--animation',
      animation,
      '--json',
      '-',
      '--threads',
      '1',
    ]);
    const { summary } = JSON.parse(plain.out).files[0];
    expect(found.framesWithFindings).toBe(summary.framesWithFindings);
    const [{ frame, places }] = found.worst;
    expect(places[0].name).toBe(summary.worstFrames[0].places[0].name);

    const drawn = await call('render', { file: 'fox.glb', animation, frame, place: places[0].place });
    const image = drawn.content.find(({ type }) => type === 'image');
    const { width, height, data } = decode(Buffer.from(image!.data!, 'base64'));
    expect([width, height]).toEqual([1120, 560]);
    // the contact's red is in the close-up
    let red = 0;
    for (let i = 0; i < data.length; i += 3) if (data[i] > 2 * data[i + 1] && data[i] > 90) red++;
    expect(red).toBeGreaterThan(500);

    const fixed = (await call('fix', { file: 'fox.glb', animation, output: 'fox-fixed.glb' })).structuredContent;
    expect(fixed).toMatchObject({ framesAfter: 0, notFreed: [], written: 'fox-fixed.glb' });
    const after = (await call('check', { file: String(fixed!.written), animation })).structuredContent;
    expect(after).toMatchObject({ verdict: 'clean', framesWithFindings: 0 });
  });

  it('info and certify answer with what the commands say', async () => {
    expect((await call('info', { file: 'crossing.obj' })).structuredContent).toMatchObject({
      triangles: 2,
      vertices: 6,
      closed: false,
      boundaryEdges: 6,
    });
    expect(await refusal('certify', { file: 'crossing.obj' })).toMatch(/morph/);
  });

  it('reads nothing outside of its folders, by name, by link or by a pattern', async () => {
    for (const file of [
      '../secret.obj',
      join(home, 'secret.obj'),
      'link.obj',
      'out/secret.obj',
      'out/*.obj',
      '/etc/passwd',
    ]) {
      expect(await refusal('check', { file }), file).toMatch(/not below a folder/);
    }
    for (const file of ['scene:bunny', '-']) expect(await refusal('info', { file }), file).toMatch(/only files/);
    writeFileSync(
      join(models, 'refers.gltf'),
      JSON.stringify({ asset: { version: '2.0' }, buffers: [{ uri: '../secret.obj', byteLength: 4 }] }),
    );
    expect(await refusal('check', { file: 'refers.gltf' })).toMatch(/not below a folder/);
  });

  it('writes nothing outside of its folders, nothing over an input, nothing that is there', async () => {
    const file = 'knee.glb';
    for (const output of ['../out.glb', 'out/out.glb', join(home, 'out.glb')]) {
      expect(await refusal('fix', { file, output }), output).toMatch(/not below a folder/);
    }
    expect(await refusal('fix', { file, output: 'nowhere/out.glb' })).toMatch(/no such folder/);
    expect(await refusal('fix', { file, output: file })).toMatch(/there already/);
    expect(await refusal('fix', { file, output: file, overwrite: true })).toMatch(/never overwrites/);
    expect(await refusal('fix', { file })).toMatch(/output must be given/);
    const before = readdirSync(models);
    expect((await call('fix', { file, dryRun: true })).structuredContent).toMatchObject({ written: null });
    expect(readdirSync(models)).toEqual(before);
    const reader = await connect(models, '--read-only');
    expect(await refusal('fix', { file, output: 'new.glb' }, reader)).toMatch(/read-only/);
    await reader.close();
  });

  it('says what is wrong with files and options', async () => {
    expect(await refusal('check', { file: 'missing.glb' })).toMatch(/no such file/);
    expect(await refusal('check', { file: 'broken.glb' })).toMatch(/broken\.glb/);
    expect(await refusal('check', { file: 'knee.glb', animation: 'dance' })).toMatch(/dance/);
    expect(await refusal('render', { file: 'knee.glb', place: 99 })).toMatch(/--place/);
    expect(await refusal('check', { file: 'crossing.obj', ignore_rest: true })).toMatch(/ignore_rest/);
    // options cannot be smuggled in by a name
    expect(await refusal('check', { file: '--html=/tmp/x.html' })).toMatch(/no such file/);
    expect(await refusal('check', { file: 'knee.glb', frames: '0 --html x' })).toMatch(/frames/);
  });

  it('a call that is cancelled ends, and so does its process; one that takes too long says so', async () => {
    const slow = join(models, 'slow.obj');
    writeFileSync(slow, crossingBlades(3000));
    const cancel = new AbortController();
    const asked = client.callTool({ name: 'check', arguments: { file: 'slow.obj' } }, undefined, {
      signal: cancel.signal,
    });
    setTimeout(() => cancel.abort(), 1500);
    await expect(asked).rejects.toThrow();
    await expect.poll(() => runningOn(slow), { timeout: 10_000 }).toBe(0);
    const hurried = await connect(models, '--timeout', '1');
    expect(await refusal('check', { file: 'slow.obj' }, hurried)).toMatch(/longer than 1 s/);
    await hurried.close();
    // it works on
    expect((await call('info', { file: 'crossing.obj' })).isError).toBeUndefined();
  });

  it('tells how long a call has been going on to a client that asks', async () => {
    const heard: number[] = [];
    const hurried = await connect(models, '--timeout', '6');
    const call = hurried.callTool({ name: 'check', arguments: { file: 'slow.obj' } }, undefined, {
      onprogress: ({ progress }) => heard.push(progress),
    });
    await call;
    expect(heard.length).toBeGreaterThanOrEqual(2);
    await hurried.close();
  });

  it('ends when its client goes', async () => {
    const program = await buildCli();
    const transport = new StdioClientTransport({ command: process.execPath, args: [program, 'mcp', models] });
    const guest = new Client({ name: 'test', version: '1' });
    await guest.connect(transport);
    const { pid } = transport;
    await guest.close();
    await expect.poll(() => isAlive(pid!), { timeout: 5000 }).toBe(false);
  });

  it('needs a folder that is there', async () => {
    expect(await startCli(['mcp'])).toMatchObject({ status: 2 });
    expect((await startCli(['mcp', join(models, 'crossing.obj')])).err).toMatch(/is no folder/);
  });
});

/** Long thin triangles through one axis, each crossing all others: a frame of some seconds. */
function crossingBlades(count: number): string {
  const lines: string[] = [];
  for (let i = 0; i < count; i++) {
    const [x, y] = [Math.cos((Math.PI * i) / count), Math.sin((Math.PI * i) / count)];
    const lift = 1e-4 * i;
    lines.push(`v ${x} ${y} ${lift}`, `v ${-x} ${-y} ${lift + 0.5}`, `v 0.01 0.01 ${-1 - lift}`);
  }
  for (let i = 0; i < count; i++) lines.push(`f ${3 * i + 1} ${3 * i + 2} ${3 * i + 3}`);
  return `${lines.join('\n')}\n`;
}

/** Processes that have this file on their command line. */
function runningOn(file: string): number {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(file);
    } catch {
      return false;
    }
  }).length;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
