import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeObj } from '@selfcollide/io';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCli } from '../start-cli.ts';

const CELLS = 6;
const FRAMES = 8;
let folder = '';

/** A sheet that lies still and one that comes down through it, in one file per frame. */
function sheets(frame: number) {
  return [0, 1].map((upper) => {
    const positions: number[] = [];
    const triangles: number[] = [];
    for (let y = 0; y <= CELLS; y++) {
      for (let x = 0; x <= CELLS; x++) {
        const height = 0.6 - 0.1 * frame + 0.15 * Math.sin(1.7 * x + y);
        positions.push(...(upper ? [0.9 * x + 0.23, height, 0.9 * y + 0.31] : [x, 0, y]));
        if (x === CELLS || y === CELLS) continue;
        const a = y * (CELLS + 1) + x;
        triangles.push(a, a + CELLS + 1, a + 1, a + 1, a + CELLS + 1, a + CELLS + 2);
      }
    }
    const name = upper ? 'upper' : 'lower';
    return { name, positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
  });
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'selfcollide-fix-'));
  for (let frame = 0; frame < FRAMES; frame++) writeFileSync(join(folder, `in_${frame}.obj`), writeObj(sheets(frame)));
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (...args: string[]) => startCli(args, { cwd: folder });

describe('selfcollide fix', () => {
  it('writes frames that check calls clean', async () => {
    const before = await run('check', 'in_%d.obj', '--quiet');
    expect(before.status).toBe(1);
    const { status, out, err } = await run('fix', 'in_%d.obj', '-o', 'out_%02d.obj', '--json', 'fix.json');
    expect(err).toBe('');
    expect(status).toBe(0);
    expect(out).toContain('now free of them, by exact arithmetic on the numbers written');
    expect(readdirSync(folder).filter((name) => name.startsWith('out_'))).toHaveLength(FRAMES);
    expect((await run('check', 'out_%02d.obj', '--quiet')).status).toBe(0);
    expect((await run('check', 'out_%02d.obj', '--between-frames', '--quiet')).status).toBe(0);
    const { frames } = JSON.parse(readFileSync(join(folder, 'fix.json'), 'utf8'));
    expect(frames.map((frame: { after: number }) => frame.after)).toEqual(new Array(FRAMES).fill(0));
    expect(frames[0]).toMatchObject({ before: 0, moved: 0, largest: 0 });
    expect(frames.some((frame: { before: number; moved: number }) => frame.before > 0 && frame.moved > 0)).toBe(true);
  });

  it('writes a point cache for the first file, and holds what it is told to', async () => {
    const { status } = await run('fix', 'in_%d.obj', '-o', 'out.pc2', '--hold', 'lower', '--quiet');
    expect(status).toBe(0);
    expect((await run('check', 'in_0.obj', '--cache', 'out.pc2', '--quiet')).status).toBe(0);
    const bytes = readFileSync(join(folder, 'out.pc2'));
    const count = (CELLS + 1) ** 2;
    const [lower] = sheets(0);
    for (let frame = 0; frame < FRAMES; frame++) {
      for (let i = 0; i < 3 * count; i++) {
        expect(bytes.readFloatLE(32 + 24 * count * frame + 4 * i)).toBe(Math.fround(lower.positions[i]));
      }
    }
  });

  it('writes nothing in a dry run', async () => {
    const { status, out } = await run('fix', 'in_%d.obj', '-o', 'dry.pc2', '--dry-run');
    expect(status).toBe(0);
    expect(out).toContain('on the numbers that would be written');
    expect(existsSync(join(folder, 'dry.pc2'))).toBe(false);
  });

  it.each([
    [['in_%d.obj'], 'fix needs --output FILE, or --dry-run'],
    [['in_%d.obj', '-o', 'in_%d.obj'], '--output: in_0.obj is an input, which fix never overwrites.'],
    [['in_%d.obj', '-o', 'out.fbx'], '--output: out.fbx must end in .pc2'],
    [['in_%d.obj', '-o', 'no/x.pc2'], '--output: cannot write no/x.pc2 (there is no folder no).'],
    [['in_%d.obj', '-o', 'one.obj'], '--output: one.obj must have a number such as %04d, for 8 frames.'],
    [['in_%d.obj', '-o', 'x.pc2', '--hold', 'body'], "has no object 'body'; it has lower, upper."],
    [['in_0.obj', '-o', 'x.pc2'], 'this file has one pose only'],
    [['in_%d.obj', '-o', 'x.pc2', '--smooth', 'much'], 'It must be a number from 0 to 100.'],
    [['in_%d.obj', '-o', 'x.pc2', '--gap', '-1'], 'It must be a number from 0, or one with a unit'],
  ])('refuses %s', async (args, message) => {
    const { status, err } = await run('fix', ...args);
    expect(err).toContain(message);
    expect(status).toBe(2);
  });
});
