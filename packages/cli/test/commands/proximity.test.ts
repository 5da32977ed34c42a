import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeGlb } from '@selfcollide/io';
import { describe, expect, it } from 'vitest';
import { parseLength, proximityLengths } from '../../src/detect/proximity-lengths.ts';
import type { FileReport } from '../../src/index.ts';
import { type TestMesh, toObj } from '../meshes.ts';
import { parseReport } from '../report-schema.ts';
import { callCli, makeFolder } from '../start-cli.ts';

const at = (z: number): TestMesh => ({ positions: [0, 0, z, 1, 0, z, 0, 1, z], triangles: [0, 1, 2] });

function writeLayers(z: number): string {
  const file = join(makeFolder(), 'layers.obj');
  writeFileSync(file, toObj({ a: at(0), b: at(z) }));
  return file;
}

async function check(file: string, ...options: string[]) {
  const { status, out, err } = await callCli([
    ...['check', file, '--threads', '1', '--json', '-', '--all', ...options],
  ]);
  return { status, err, file: parseReport(out).files[0] as FileReport };
}

describe('check --proximity', () => {
  it('finds triangles that are that close, exactly that included, with closest points', async () => {
    const layers = writeLayers(0.25);
    expect((await check(layers)).status).toBe(0);
    expect((await check(layers, '--proximity', '0.2')).status).toBe(0);
    const { status, file } = await check(layers, '--proximity', '0.25');
    expect(status).toBe(1);
    expect(file.proximity).toEqual({ distance: 0.25, restRadius: 1 });
    expect(file.frames[0]).toMatchObject({ contacts: 0, proximities: 1, trianglePairs: 1, leastDistance: 0.25 });
    const [{ kind, point, secondPoint, distance }] = file.frames[0].list ?? [];
    expect([kind, distance, point[2], secondPoint?.[2]]).toEqual(['proximity', 0.25, 0, 0.25]);
    expect(file.frames[0].places![0]).not.toHaveProperty('measure'); // near is not touching
    expect((await check(layers, '--proximity', '0.25', '--fail-over', 'depth=0.01')).status).toBe(0);
  });

  it('takes units where the file has one', async () => {
    const layers = writeLayers(0.25);
    expect((await check(layers, '--proximity', '25cm', '--unit', 'm')).status).toBe(1);
    expect((await check(layers, '--proximity', '24 cm', '--unit', 'm')).status).toBe(0);
    expect((await check(layers, '--proximity', '0.25mm', '--unit', 'mm')).status).toBe(1);
    const glb = join(makeFolder(), 'layers.glb');
    const mesh = ({ positions, triangles }: TestMesh, name: string) => ({
      name,
      positions: Float32Array.from(positions),
      triangles: Uint32Array.from(triangles),
    });
    writeFileSync(glb, writeGlb([mesh(at(0), 'a'), mesh(at(0.25), 'b')]));
    const { out, status } = await callCli(['check', glb, '--threads', '1', '--proximity', '250mm']);
    expect(status).toBe(1);
    expect(out).toContain('comes within 250 mm of itself: 1 close pair, the closest 250 mm apart');
    expect((await callCli(['check', glb, '--threads', '1', '--proximity', '249mm'])).status).toBe(0);
  });

  it('refuses what makes no sense, with status 2', async () => {
    const layers = writeLayers(0.25);
    const run = async (...options: string[]) => {
      const { status, err } = await callCli(['check', layers, '--threads', '1', ...options]);
      return `${status} ${err}`;
    };
    expect(await run('--proximity', '2mm')).toMatch(/^2 .*obj files do not say; add --unit/);
    expect(await run('--proximity', '2', '--rest-radius', '2mm')).toMatch(/^2 .*--rest-radius 2mm/);
    expect(await run('--rest-radius', '1')).toMatch(/^2 .*--rest-radius goes with --proximity/);
    expect(await run('--unit', 'm')).toMatch(/^2 .*--unit goes with --proximity/);
    for (const wrong of ['-1', 'NaN', 'Infinity', '', '2km', '1e999']) {
      expect(await run(`--proximity=${wrong}`)).toMatch(/^2 /);
    }
  });

  it('refuses lengths too large for a number, by option, rule and value', async () => {
    const layers = writeLayers(0.25);
    const run = (...options: string[]) => callCli(['check', layers, '--threads', '1', '--quiet', ...options]);
    const radius = `${layers}: --proximity must be a distance of which four times, the rest radius, is a finite number, got`;
    expect(await run('--proximity', '1e308')).toEqual({
      ...{ status: 2, out: '' },
      err: `${radius} 1e+308; make it smaller or add --rest-radius.\n`,
    });
    const tooLarge = 'must be a finite number in the unit of the file, mm, got 1e+308ft, which is too large.\n';
    const inMillimetres = (...options: string[]) => run(...options, '--unit', 'mm');
    expect(await inMillimetres('--proximity', '1e308ft')).toEqual({
      ...{ status: 2, out: '' },
      err: `${layers}: --proximity ${tooLarge}`,
    });
    expect(await inMillimetres('--proximity', '1', '--rest-radius', '1e308ft')).toEqual({
      ...{ status: 2, out: '' },
      err: `${layers}: --rest-radius ${tooLarge}`,
    });
    // not too large: all is close
    expect((await run('--proximity', '4e307')).status).toBe(1);
    expect((await run('--proximity', '1e308', '--rest-radius', '0')).status).toBe(1);
    expect((await run('--proximity', '1e308mm', '--unit', 'm')).status).toBe(1);
  });

  it('leaves out with --ignore-rest what is as close in the rest pose', async () => {
    const layers = writeLayers(0.25);
    expect((await check(layers, '--proximity', '1', '--ignore-rest')).status).toBe(0);
  });
});

describe('lengths', () => {
  it('are read with and without unit', () => {
    expect(parseLength('2mm')).toEqual({ value: 2, unit: 'mm' });
    expect(parseLength(' 1e-3 M ')).toEqual({ value: 0.001, unit: 'm' });
    expect(parseLength('.5')).toEqual({ value: 0.5 });
    expect(['', 'mm', '2 furlongs', '-2', '0x10', '1 2'].map(parseLength)).toEqual(Array(6).fill(undefined));
  });

  it('are the nearest doubles in the unit of the file', () => {
    const inMetres = (text: string) =>
      proximityLengths({ name: 'a', format: 'gltf' }, { distance: parseLength(text)! }).distance;
    expect(['2mm', '3mm', '7mm', '1.5cm', '10in'].map(inMetres)).toEqual([0.002, 0.003, 0.007, 0.015, 0.254]);
    expect(inMetres('1.5e308mm')).toBe(1.5e305);
  });
});
