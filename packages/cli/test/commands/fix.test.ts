import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Document, type GLTF, NodeIO } from '@gltf-transform/core';
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

/** The same as a skin: the upper sheet hangs on a joint that comes down, tilts, and goes up again. */
async function skinnedSheets(): Promise<Uint8Array> {
  const document = new Document();
  const buffer = document.createBuffer();
  const accessor = (array: Float32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>, type: GLTF.AccessorType) =>
    document.createAccessor().setBuffer(buffer).setType(type).setArray(array);
  const joints = ['floor', 'lift'].map((name) => document.createNode(name));
  const skin = document.createSkin();
  for (const joint of joints) skin.addJoint(joint);
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  skin.setInverseBindMatrices(accessor(Float32Array.from([...identity, ...identity]), 'MAT4'));
  const scene = document.createScene();
  for (const joint of joints) scene.addChild(joint);
  sheets(0).forEach(({ name, positions, triangles }, j) => {
    const count = positions.length / 3;
    const primitive = document
      .createPrimitive()
      .setAttribute('POSITION', accessor(Float32Array.from(positions), 'VEC3'))
      .setAttribute(
        'JOINTS_0',
        accessor(
          Uint16Array.from({ length: 4 * count }, (_, i) => (i % 4 ? 0 : j)),
          'VEC4',
        ),
      )
      .setAttribute(
        'WEIGHTS_0',
        accessor(
          Float32Array.from({ length: 4 * count }, (_, i) => (i % 4 ? 0 : 1)),
          'VEC4',
        ),
      )
      .setIndices(accessor(Uint16Array.from(triangles), 'SCALAR'));
    scene.addChild(document.createNode(name).setMesh(document.createMesh(name).addPrimitive(primitive)).setSkin(skin));
  });
  const times = accessor(Float32Array.of(0, 0.25, 0.5), 'SCALAR');
  const key = (path: GLTF.AnimationChannelTargetPath, values: number[], type: GLTF.AccessorType) => {
    const sampler = document
      .createAnimationSampler()
      .setInput(times)
      .setOutput(accessor(Float32Array.from(values), type));
    return {
      sampler,
      channel: document.createAnimationChannel().setTargetNode(joints[1]).setTargetPath(path).setSampler(sampler),
    };
  };
  const animation = document.createAnimation('press');
  const still = [0, 0, 0, 1];
  for (const { sampler, channel } of [
    key('translation', [0, 0, 0, 0, -0.7, 0, 0, 0, 0], 'VEC3'),
    key('rotation', [...still, 0, 0, Math.sin(0.02), Math.cos(0.02), ...still], 'VEC4'),
  ]) {
    animation.addSampler(sampler).addChannel(channel);
  }
  return new NodeIO().writeBinary(document);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'selfcollide-fix-'));
  writeFileSync(join(folder, 'rig.glb'), await skinnedSheets());
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

  it('refuses to hold everything', async () => {
    const { status, err } = await run('fix', 'in_%d.obj', '-o', 'held.pc2', '--hold', 'lower', '--hold', 'upper');
    expect(err).toMatch(/all of in_%d.obj is held/);
    expect([status, existsSync(join(folder, 'held.pc2'))]).toEqual([2, false]);
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

  it('adds corrective morph targets to a skinned GLB, which check then calls clean', async () => {
    const input = readFileSync(join(folder, 'rig.glb'));
    expect((await run('check', 'rig.glb', '--quiet')).status).toBe(1);
    const { status, out, err } = await run('fix', 'rig.glb', '-o', 'fixed.glb', '--hold', 'lower');
    expect(err).toBe('');
    expect(status).toBe(0);
    expect(out).toContain('now free of them, by exact arithmetic on the numbers written');
    expect((await run('check', 'fixed.glb', '--quiet')).status).toBe(0);
    expect(readFileSync(join(folder, 'rig.glb'))).toEqual(input);
    const document = await new NodeIO().read(join(folder, 'fixed.glb'));
    const [lower, upper] = document.getRoot().listMeshes();
    expect(lower.listPrimitives()[0].listTargets()).toHaveLength(0);
    const targets = upper.listPrimitives()[0].listTargets();
    expect(targets.length).toBeGreaterThan(0);
    expect(targets.length).toBeLessThanOrEqual(12);
    expect(readFileSync(join(folder, 'fixed.glb')).length).toBeLessThanOrEqual(2 * input.length);
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
    [['in_%d.obj', '-o', 'out.fbx'], '--output: out.fbx must end in .glb'],
    [['in_%d.obj', '-o', 'x.glb'], '--output: x.glb is written for a GLB with animations'],
    [['rig.glb', '-o', 'rig.glb'], '--output: rig.glb is an input, which fix never overwrites.'],
    [['rig.glb', '-o', 'x.glb', '--frames', '0:2'], '--frames: a GLB is fixed in whole animations'],
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
