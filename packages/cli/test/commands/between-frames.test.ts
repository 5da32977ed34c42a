import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FileReport } from '../../src/index.ts';
import { type TestMesh, toObj } from '../meshes.ts';
import { parseReport } from '../report-schema.ts';
import { callCli, makeFolder, startCli } from '../start-cli.ts';

const FLOOR: TestMesh = { positions: [-9, -9, 0, 9, -9, 0, 0, 9, 0], triangles: [0, 1, 2] };

/** A small triangle at this height. */
const at = (z: number): TestMesh => ({ positions: [0, 0, z, 1, 0, z, 0, 1, z], triangles: [0, 1, 2] });

function writeFrames(frames: readonly { number: number; meshes: Record<string, TestMesh> }[]): string {
  const folder = makeFolder();
  for (const { number, meshes } of frames) writeFileSync(join(folder, `f_${number}.obj`), toObj(meshes));
  return join(folder, 'f_*.obj');
}

const falling = (...heights: (readonly [number: number, z: number])[]) =>
  writeFrames(heights.map(([number, z]) => ({ number, meshes: { floor: FLOOR, leaf: at(z) } })));

async function check(pattern: string, ...options: string[]) {
  const { status, out } = await callCli(['check', pattern, '--threads', '1', '--json', '-', '--all', ...options]);
  return { status, file: parseReport(out).files[0] as FileReport };
}

describe('check --between-frames', () => {
  it('finds what passes through between two clean frames: when, where, and between which objects', async () => {
    const pattern = falling([57, 0.31], [58, -0.69], [59, -2]);
    expect(await check(pattern)).toMatchObject({ status: 0, file: { motion: null } });
    const { status, file } = await check(pattern, '--between-frames');
    expect(status).toBe(1);
    expect(file.motion).toContain('straight');
    expect(file.summary).toMatchObject({ steps: 2, stepsWithImpacts: 1, uncheckedSteps: 0, framesWithFindings: 1 });
    expect(file.summary.objectPairs).toEqual([{ objects: ['floor', 'leaf'], frames: 1, findings: 3 }]);
    const [frame, second, last] = file.frames;
    expect(frame).toMatchObject({ contacts: 0, impacts: 3, step: 'checked' });
    expect(frame.firstImpact).toBeCloseTo(57.31, 4);
    expect(second).toMatchObject({ impacts: 0, step: 'checked' });
    expect(last).not.toHaveProperty('step');
    for (const { kind, first, second: other, point, at: time } of frame.list ?? []) {
      expect([kind, first.object, first.vertices.length, other.object, other.vertices.length]).toEqual([
        ...['impact', 'leaf', 1, 'floor', 3],
      ]);
      expect(time).toBeCloseTo(57.31, 4);
      expect(point[2]).toBeCloseTo(0, 4);
    }
  });

  it('says so in the text', async () => {
    const { out, status } = await callCli([
      ...['check', falling([57, 0.31], [58, -0.69]), '--threads', '1', '--between-frames', '--verbose'],
    ]);
    expect(status).toBe(1);
    expect(out).toMatch(/vertex \d of face \d of leaf hits face 1 of floor at 57\.31/);
    expect(out).toContain('hits itself in 1 of 1 step between frames; worst: frame 57, 3 impacts, the first at 57.31.');
    const clean = await callCli(['check', falling([1, 3], [2, 2]), '--threads', '1', '--between-frames']);
    expect(clean.out).toContain('does not hit itself in 2 frames and 1 step between them.');
  });

  it('counts time by the numbers of the frames, whatever lies between them', async () => {
    const { file } = await check(falling([10, 1], [20, -1]), '--between-frames');
    expect(file.frames[0].firstImpact).toBeCloseTo(15, 3);
  });

  it('gives the same with several threads', async () => {
    const heights = Array.from({ length: 12 }, (_, i) => [i, i % 2 === 0 ? 0.5 : -0.5] as const);
    const pattern = falling(...heights);
    const run = async (threads: string) => {
      const { out, status } = await startCli([
        ...['check', pattern, '--between-frames', '--threads', threads, '--json', '-', '--all'],
      ]);
      const { files } = parseReport(out);
      return { status, files };
    };
    const [one, two] = [await run('1'), await run('2')];
    expect(one.status).toBe(1);
    expect(two).toEqual(one);
  });

  it('does not call a step clean that changes the triangles: status 3', async () => {
    const { positions, triangles } = FLOOR;
    const more: TestMesh = { positions: [...positions, 0, 0, -9], triangles: [...triangles, 0, 1, 3] };
    const frames = [FLOOR, FLOOR, more, more].map((floor, i) => ({ number: i, meshes: { floor, leaf: at(5 + i) } }));
    const pattern = writeFrames(frames);
    const { status, file } = await check(pattern, '--between-frames');
    expect(file.frames.map(({ step }) => step)).toEqual(['checked', 'topology changed', 'checked', undefined]);
    expect(file.summary).toMatchObject({ steps: 2, uncheckedSteps: 1 });
    expect(file.warnings.join()).toContain('Not checked between frames: 1 step, the first after frame 1');
    expect(status).toBe(3);
    const { out } = await callCli(['check', pattern, '--threads', '1', '--between-frames']);
    expect(out).toContain('1 step between frames could not be checked');
    expect(out).not.toContain('✓');
    expect((await check(pattern)).status).toBe(0);
  });

  it('takes frames with triangles of their own as they are', async () => {
    const { positions, triangles } = FLOOR;
    const more: TestMesh = { positions: [...positions, 0, 0, -99], triangles: [...triangles, 0, 1, 3] };
    const pattern = writeFrames([
      { number: 0, meshes: { floor: FLOOR, leaf: at(5) } },
      { number: 1, meshes: { floor: more, leaf: at(0.5) } },
      { number: 2, meshes: { floor: more, leaf: at(-0.5) } },
    ]);
    expect((await check(pattern, '--between-frames')).file.frames[1]).toMatchObject({ impacts: 3, step: 'checked' });
  });

  it('leaves seams alone that open and close', async () => {
    // two triangles with a common edge, each with vertices of its own, that part and come together again
    const seam = (gap: number): TestMesh => ({
      positions: [0, 0, 0, 0, 1, 0, -1, 0, 0, gap, 0, 0, gap, 1, 0, 1, 0, 0],
      triangles: [0, 1, 2, 3, 5, 4],
    });
    const pattern = writeFrames([0, 0.25, 0].map((gap, number) => ({ number, meshes: { mouth: seam(gap) } })));
    expect(await check(pattern, '--between-frames')).toMatchObject({ status: 0, file: { summary: { steps: 2 } } });
  });

  it('leaves out with --ignore-rest what meets in the rest pose, and with --self-only what is of two objects', async () => {
    const pattern = falling([0, 0], [1, 1], [2, -1]);
    expect((await check(pattern, '--between-frames')).file.frames[1].impacts).toBe(3);
    expect((await check(pattern, '--between-frames', '--ignore-rest')).status).toBe(0);
    expect((await check(falling([1, 1], [2, -1]), '--between-frames', '--self-only')).status).toBe(0);
  });

  it('stops listing at --max-contacts, the first ones in time', async () => {
    const { file, status } = await check(falling([0, 1], [1, -1]), '--between-frames', '--max-contacts', '1');
    expect(status).toBe(1);
    expect(file.frames[0]).toMatchObject({ impacts: 1, truncated: true });
    const { out } = await callCli(['check', falling([0, 1], [1, -1]), '--between-frames', '--max-contacts', '1']);
    expect(out).toMatch(/\n +0 +\S+ +0 +≥ 1 +0\.\d+ /);
  });

  it('says that a single pose has nothing between frames', async () => {
    const { file, status } = await check(falling([0, 1]), '--between-frames');
    expect(status).toBe(0);
    expect(file.warnings.join()).toContain('--between-frames has nothing to look at');
  });

  it('says how often a skinned animation was sampled', async () => {
    const file = join(makeFolder(), 'knee.glb');
    await callCli(['scenes', 'knee', file, '--triangles', '300', '--frames', '3']);
    const run = (...more: string[]) => callCli(['check', file, '--threads', '1', '--between-frames', ...more]);
    expect((await run()).out).toContain('one sample to the next (sampled 30 times a second).');
    expect((await run('--fps', '60')).out).toContain('(sampled 60 times a second).');
    expect((await run('--fps', 'keys')).out).toContain('(sampled at its key times).');
  });
});
