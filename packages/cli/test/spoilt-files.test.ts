import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeObj, writePly } from '@selfcollide/io';
import { describe, expect, it } from 'vitest';
import { seededRandom, spoil } from '../../../scripts/spoil.mjs';
import { animatedSample } from '../../io/test/gltf/animated-sample.ts';
import { compressedSample } from '../../io/test/gltf/compressed-sample.ts';
import {
  gaiaFile,
  gmsh2Binary,
  gmsh41Text,
  offFile,
  sampleMesh,
  sampleTets,
  stlBinary,
  stlText,
  tetgenFiles,
  vegaFile,
} from '../../io/test/sample-files.ts';
import { callCli, makeFolder, startCli } from './start-cli.ts';

/** `npm run corpus -- DIR --spoil 1000` does the same with files of a folder, each in a process of its own. */
const FILES_PER_FORMAT = 12;
const MESH = sampleMesh(5);
const TETS = sampleTets();

describe(`${FILES_PER_FORMAT} spoilt files of each format`, () => {
  const samples: [string, () => Uint8Array | Promise<Uint8Array>][] = [
    ['a.obj', () => writeObj([MESH])],
    ['a.ply', () => writePly(MESH)],
    ['text.ply', () => writePly(MESH, { encoding: 'ascii' })],
    ['a.stl', () => stlBinary(MESH)],
    ['text.stl', () => stlText(MESH)],
    ['a.off', () => offFile(MESH)],
    ['a.msh', () => gmsh2Binary(TETS)],
    ['text.msh', () => gmsh41Text(TETS)],
    ['a.node', () => tetgenFiles(TETS).node],
    ['a.veg', () => vegaFile(TETS)],
    ['a.t', () => gaiaFile(TETS)],
    ['a.glb', () => animatedSample().toGlb()],
    ['a.gltf', () => animatedSample().toGltf()],
    ['draco.glb', () => compressedSample(MESH, 'draco')],
    ['meshopt.glb', () => compressedSample(MESH, 'meshopt')],
  ];
  it.each(samples)('%s: a verdict or a sentence, never a trace', async (name, make) => {
    const folder = makeFolder();
    const bytes = await make();
    writeFileSync(join(folder, 'a.ele'), tetgenFiles(TETS).ele);
    for (let i = 0; i < FILES_PER_FORMAT; i++) {
      const file = join(folder, name);
      writeFileSync(file, i === 0 ? bytes : spoil(bytes, seededRandom(i)));
      const started = performance.now();
      const { status, err } = await callCli(['check', file, '--threads', '1', '--quiet']);
      const found = { i, status, err };
      expect([0, 1, 3], JSON.stringify(found)).toContain(status);
      if (i === 0) expect(found).toMatchObject({ err: '' });
      expect(err === '', JSON.stringify(found)).toBe(status !== 3);
      expect(err).not.toMatch(/unexpected error|\n\s+at /);
      expect(performance.now() - started).toBeLessThan(30_000);
    }
  });
});

/** Small files whose headers promise much. */
const BOMBS: Record<string, string | Uint8Array> = {
  'a.ply':
    'ply\nformat binary_little_endian 1.0\nelement vertex 4000000000\nproperty float x\nproperty float y\nproperty float z\nend_header\n',
  'list.ply':
    'ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uint int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n4294967295 0 1 2\n',
  'a.off': 'OFF\n2000000000 2000000000 0\n0 0 0\n',
  'a.stl': Uint8Array.from({ length: 134 }, (_, i) => (i >= 80 && i < 84 ? 255 : 0)),
  'a.msh': '$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n9007199254740991\n1 0 0 0\n$EndNodes\n',
  'a.veg': '*VERTICES\n1000000000 3 0 0\n1 0 0 0\n',
  'a.obj': 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4294967294\n',
  'accessor.gltf': gltfBomb({ accessors: [{ componentType: 5126, count: 4e9, type: 'VEC3' }] }),
  'instances.gltf': gltfBomb({
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }],
    nodes: Array.from({ length: 200_000 }, () => ({ mesh: 0 })),
    meshes: [{ primitives: Array(500).fill({ attributes: { POSITION: 0 } }) }],
  }),
  'meshopt.gltf': gltfBomb({
    bufferViews: [
      {
        ...{ buffer: 0, byteLength: 36, byteStride: 12 },
        extensions: {
          EXT_meshopt_compression: { buffer: 0, byteLength: 36, byteStride: 12, count: 3e8, mode: 'ATTRIBUTES' },
        },
      },
    ],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3e8, type: 'VEC3' }],
  }),
};

function gltfBomb(parts: object): string {
  return JSON.stringify({
    asset: { version: '2.0' },
    buffers: [{ byteLength: 36, uri: `data:application/octet-stream;base64,${'A'.repeat(48)}` }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    nodes: [{ mesh: 0 }],
    ...parts,
  });
}

describe('files whose headers promise what they do not hold', () => {
  const tell = `
    import { existsSync, readFileSync } from 'node:fs';
    const file = '/proc/self/status';
    const peak = () => (existsSync(file) ? Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync(file, 'utf8'))[1]) : 0);
    process.on('exit', () => console.error('peak ' + peak() + ' ' + process.cpuUsage().user / 1e6));`;
  const nodeOptions = ['--import', `data:text/javascript,${encodeURIComponent(tell)}`];
  const measure = async (cwd: string, name: string) => {
    const { status, err } = await startCli(['check', name, '--threads', '1', '--quiet'], { cwd, nodeOptions });
    const [, kilobytes, seconds] = /peak (\d+) ([\d.]+)/.exec(err) ?? [];
    return { status, err, megabytes: Number(kilobytes) / 1024, seconds: Number(seconds) };
  };

  it.each(Object.keys(BOMBS))('%s is refused within 0.5 s beyond starting, and below 500 MB', async (name) => {
    const folder = makeFolder();
    mkdirSync(join(folder, 'x'));
    writeFileSync(join(folder, name), BOMBS[name]);
    const base = await measure(folder, 'x'); // a folder: nothing is read
    const { status, err, megabytes, seconds } = await measure(folder, name);
    expect({ status, err }).toEqual({ status: 3, err: expect.stringContaining('expected ') });
    expect(megabytes).toBeLessThan(500);
    // processor time, so that a busy machine does not matter
    expect(seconds - base.seconds).toBeLessThan(0.5);
  });
});
