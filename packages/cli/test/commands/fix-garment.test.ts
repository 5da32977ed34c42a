import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readModel, writeObj } from '@selfcollide/io';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCli } from '../start-cli.ts';

const ROUND = 24;
const HIGH = 12;
let folder = '';

/** A tube around z with this radius at each place; `closed` with a point at either end. */
function tube(radiusAt: (angle: number, height: number) => number, closed: boolean) {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let h = 0; h <= HIGH; h++) {
    for (let r = 0; r < ROUND; r++) {
      const angle = (2 * Math.PI * (r + 0.4 * h)) / ROUND;
      const radius = radiusAt(angle, h / HIGH);
      positions.push(radius * Math.cos(angle), radius * Math.sin(angle), (closed ? 2 : 1.2) * (h / HIGH - 0.5));
      if (h === HIGH) continue;
      const [a, b] = [h * ROUND + r, h * ROUND + ((r + 1) % ROUND)];
      triangles.push(a, b, b + ROUND, a, b + ROUND, a + ROUND);
    }
  }
  if (closed) {
    positions.push(0, 0, -1.1, 0, 0, 1.1);
    const [low, high] = [(HIGH + 1) * ROUND, (HIGH + 1) * ROUND + 1];
    for (let r = 0; r < ROUND; r++) {
      triangles.push(low, (r + 1) % ROUND, r, high, HIGH * ROUND + r, HIGH * ROUND + ((r + 1) % ROUND));
    }
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** A body and a sleeve that goes into it in some places, which move around from frame to frame. */
function dressed(frame: number, depth = 0.02): Uint8Array {
  const body = { name: 'body', ...tube(() => 0.5 + 0.01 * frame, true) };
  const garment = {
    name: 'garment',
    ...tube((a, h) => 0.51 + 0.01 * frame - depth * Math.cos(3 * a + 9 * h + 0.2 * frame), false),
  };
  return writeObj([body, garment]);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'selfcollide-garment-'));
  writeFileSync(join(folder, 'dressed.obj'), dressed(0));
  for (let frame = 0; frame < 3; frame++) writeFileSync(join(folder, `walk_${frame}.obj`), dressed(frame));
  const caught = new TextDecoder().decode(dressed(0, 0.4));
  writeFileSync(join(folder, 'caught.obj'), caught);
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (...args: string[]) => startCli(args, { cwd: folder });
const read = (file: string) => readModel(readFileSync(join(folder, file)), { name: file });

describe('selfcollide fix, a garment on a body', () => {
  it('takes it out of the body, which stays to the last bit', async () => {
    expect((await run('check', 'dressed.obj', '--quiet')).status).toBe(1);
    const { status, out, err } = await run('fix', 'dressed.obj', '-o', 'free.obj');
    expect(err).toBe('');
    expect(out).toContain('the body drawn in by up to');
    expect(status).toBe(0);
    expect((await run('check', 'free.obj', '--quiet')).status).toBe(0);
    const [before, after] = [await read('dressed.obj'), await read('free.obj')];
    expect(after.objects.map(({ name }) => name)).toEqual(['body', 'garment']);
    const bodyEnd = 3 * (ROUND * (HIGH + 1) + 2);
    expect(after.positions.slice(0, bodyEnd)).toEqual(before.positions.slice(0, bodyEnd));
    expect(after.positions.slice(bodyEnd)).not.toEqual(before.positions.slice(bodyEnd));
    // outside, not inside: the body is where cloth cannot be
    for (let v = bodyEnd; v < after.positions.length; v += 3) {
      expect(Math.hypot(after.positions[v], after.positions[v + 1])).toBeGreaterThan(0.49);
    }
  });

  it('does so in the first of several frames, and takes it along', async () => {
    const { status, out } = await run('fix', 'walk_%d.obj', '-o', 'walked_%d.obj', '--hold', 'body');
    expect(out).toMatch(/began at frame \d, the body drawn in by up to/);
    expect(status).toBe(0);
    expect((await run('check', 'walked_%d.obj', '--quiet')).status).toBe(0);
  });

  it('leaves what it cannot take out exactly as it was', async () => {
    const { status, out } = await run('fix', 'caught.obj', '-o', 'still.obj');
    expect(out).toContain('1 frame could not be freed: 0');
    expect(status).toBe(1);
    expect((await read('still.obj')).positions).toEqual((await read('caught.obj')).positions);
  });

  it('begins at a free frame where the first is not', async () => {
    for (let frame = 0; frame < 3; frame++) {
      const model = await readModel(dressed(0, 0.02 - 0.01 * frame), { name: 'x.obj' });
      writeFileSync(join(folder, `late_${frame}.obj`), writeObj([{ ...model, objects: model.objects }]));
    }
    expect((await run('check', 'late_0.obj', '--quiet')).status).toBe(1);
    const { status, out } = await run('fix', 'late_%d.obj', '-o', 'early_%d.obj');
    expect(out).toMatch(/began at frame [12], which is free/);
    expect(out).not.toContain('let through');
    expect(status).toBe(0);
    expect((await run('check', 'early_%d.obj', '--quiet')).status).toBe(0);
  });
});
