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

  it('tells what lies under the cloth, and nothing that any of 20 sides sees', async () => {
    const { status, out } = await run('fix', 'dressed.obj', '-o', 'hiding.obj', '--hide', 'hidden.json');
    expect(status).toBe(0);
    expect(out).toMatch(/\d+ of \d+ triangles of body lie under cloth in all frames: wrote hidden.json/);
    const { faces, vertices } = JSON.parse(readFileSync(join(folder, 'hidden.json'), 'utf8'));
    const { positions, triangles } = await read('hiding.obj');
    expect(faces.length).toBeGreaterThan(100);
    expect(new Set(vertices).size).toBe(vertices.length);
    // brute force: from the middle of each hidden face towards 20 sides
    const corner = (t: number, k: number) => [
      ...positions.slice(3 * triangles[3 * t + k], 3 * triangles[3 * t + k] + 3),
    ];
    const sides = [-1, 1].flatMap((s) =>
      Array.from({ length: 10 }, (_, i) => {
        const angle = (2 * Math.PI * (i + (s + 1) / 4)) / 10;
        return [Math.cos(angle), Math.sin(angle), s * 0.6];
      }),
    );
    const isSeen = (t: number) => {
      const middle = [0, 1, 2].map((k) => (corner(t, 0)[k] + corner(t, 1)[k] + corner(t, 2)[k]) / 3);
      const far = (side: number[]) => middle.map((x, k) => x + 10 * side[k]);
      return sides.some((side) => {
        for (let other = 0; other < triangles.length / 3; other++) {
          if (other === t) continue;
          if (meets(middle, far(side), corner(other, 0), corner(other, 1), corner(other, 2))) return false;
        }
        return true;
      });
    };
    expect(faces.filter((face: number) => isSeen(face - 1))).toEqual([]);
    // control: the ends of the body are seen
    const bodyTriangles = 2 * ROUND * HIGH + 2 * ROUND;
    expect(isSeen(bodyTriangles - 1)).toBe(true);

    expect((await run('fix', 'dressed.obj', '-o', 'hiding.obj', '--hide', 'parted.obj')).status).toBe(0);
    const parted = await read('parted.obj');
    expect(parted.objects.map(({ name }) => name)).toEqual(['body', 'body-hidden', 'garment']);
    expect(parted.objects[1].triangleCount).toBe(faces.length);
  });
});

/** Whether a segment from a to b passes through a triangle. */
function meets(a: number[], b: number[], p: number[], q: number[], r: number[]): boolean {
  const volume = (s: number[], t: number[], u: number[], v: number[]) => {
    const [x, y, z] = [t, u, v].map((w) => [w[0] - s[0], w[1] - s[1], w[2] - s[2]]);
    return x[0] * (y[1] * z[2] - y[2] * z[1]) - x[1] * (y[0] * z[2] - y[2] * z[0]) + x[2] * (y[0] * z[1] - y[1] * z[0]);
  };
  if (Math.sign(volume(a, p, q, r)) === Math.sign(volume(b, p, q, r))) return false;
  const sides = [volume(a, b, p, q), volume(a, b, q, r), volume(a, b, r, p)].map(Math.sign);
  return sides[0] === sides[1] && sides[1] === sides[2];
}
