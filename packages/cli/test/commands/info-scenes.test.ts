import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readModel, sampleAnimation } from '@selfcollide/io';
import { makeScene } from '@selfcollide/scenes';
import { describe, expect, it } from 'vitest';
import { callCli, makeFolder } from '../start-cli.ts';

describe('selfcollide scenes', () => {
  it('lists scenes', async () => {
    const { out, status } = await callCli(['scenes']);
    expect(status).toBe(0);
    expect(out).toMatch(/^bunny +14,696 +60 +A bunny/m);
    expect(out).toMatch(/^character /m);
    expect(out).toMatch(/^twisted-cloth +4,096 +100 +Simulated\. /m);
    const names = out.split('\n').map((line) => line.split(' ')[0]);
    expect(new Set(names).size).toBe(names.length);
  });

  it('simulates a scene and finds the same in it as in the file that it writes', async () => {
    const cwd = makeFolder();
    const file = join(cwd, 'cloth.glb');
    const args = ['scenes', 'twisted-cloth', file, '--triangles', '400', '--frames', '6'];
    expect(await callCli(args)).toMatchObject({ status: 0, err: '' });
    const check = async (input: string, ...more: string[]) => {
      const { out } = await callCli(['check', input, '--json', '-', '--list', '0', '--threads', '1', ...more]);
      return JSON.parse(out).files[0].frames.map(({ contacts }: { contacts: number }) => contacts);
    };
    const written = await check(file);
    expect(written).toHaveLength(6);
    expect(written[0]).toBe(0);
    expect(written[5]).toBeGreaterThan(0);
    const whole = await check('scene:twisted-cloth:400', '--frames', '99:99');
    expect(whole).toEqual([written[5]]); // the last of 100 frames is the last of 6
  });

  it('writes an animated GLB whose frames are those of the scene', async () => {
    const cwd = makeFolder();
    const args = ['scenes', 'knee', join(cwd, 'knee.glb'), '--triangles', '300', '--frames', '5'];
    expect(await callCli(args)).toMatchObject({ status: 0, err: '' });
    const model = await readModel(readFileSync(join(cwd, 'knee.glb')), { name: 'knee.glb' });
    const animation = sampleAnimation(model, { fps: 30 });
    const scene = await makeScene('knee', { triangles: 300, frames: 5 });
    expect([...model.triangles]).toEqual([...scene.mesh.triangles]);
    expect(animation.frameCount).toBe(5);
    const read = new Float64Array(animation.length);
    const made = new Float64Array(animation.length);
    for (let i = 0; i < 5; i++) {
      animation.frame(i, read);
      scene.frame(i, made);
      expect(Math.max(...read.map((value, k) => Math.abs(value - made[k])))).toBeLessThan(1e-5);
    }
  });

  it('writes a file per frame', async () => {
    const cwd = makeFolder();
    const args = ['scenes', 'two-triangles', join(cwd, 't_%03d.obj'), '--frames', '3'];
    expect((await callCli(args)).out).toMatch(/t_000\.obj to .*t_002\.obj/);
    const check = ['check', join(cwd, 't_###.obj'), '--threads', '1', '--quiet'];
    expect((await callCli(check)).status).toBe(1);
  });

  it.each([
    [['scenes', 'nothing', 'a.glb'], 'no such scene'],
    [['scenes', 'knee'], 'name a file to write'],
    [['scenes', 'knee', 'a.fbx'], 'must end in .glb'],
    [['scenes', 'two-triangles', 'a.obj', '--frame', '99'], '--frame must be'],
  ])('refuses %j', async (args, message) => {
    expect(await callCli(args)).toMatchObject({ status: 2, err: expect.stringContaining(message) });
  });
});

describe('selfcollide info', () => {
  it('says what is in a mesh', async () => {
    const { out, status } = await callCli(['info', 'scene:tetrahedron']);
    expect(status).toBe(0);
    expect(out).toMatch(/triangles +4$/m);
    expect(out).toMatch(/boundary edges +0 \(closed\)/);
  });

  it('counts faces that were cut into triangles', async () => {
    const file = join(makeFolder(), 'quads.obj');
    writeFileSync(file, 'v 0 0 0\nv 1 0 1\nv 1 1 0\nv 0 1 1\nv 0.1 0.1 0\nv 1 1 0\nf 1 2 3 4\nf 1 2 3\n');
    expect((await callCli(['info', file])).out).toMatch(/more than three corners +1\n +concave +0\n +not planar +1\n/);
  });

  it('writes JSON and goes on after a bad file', async () => {
    const { out, err, status } = await callCli(['info', 'missing.obj', 'scene:tetrahedron', '--json']);
    expect(status).toBe(3);
    expect(err).toBe('missing.obj: no such file.\n');
    expect(JSON.parse(out)).toMatchObject([{ triangles: 4, components: 1, euler: 2 }]);
  });
});
