import { describe, expect, it } from 'vitest';
import {
  bindPose,
  IoError,
  type Model,
  readModel,
  readPointCache,
  sampleAnimation,
  writeObj,
  writePly,
} from '../src/index.ts';
import { animatedSample } from './gltf/animated-sample.ts';
import { compressedSample } from './gltf/compressed-sample.ts';
import { assembleGlb, splitGlb } from './gltf/gltf-file.ts';
import { seededRandom } from './random.ts';
import {
  bigEndianPly,
  gaiaFile,
  gmsh2Binary,
  gmsh2Text,
  gmsh41Binary,
  gmsh41Text,
  mddFile,
  offFile,
  pc2File,
  sampleMesh,
  sampleTets,
  stlBinary,
  stlText,
  tetgenFiles,
  vegaFile,
} from './sample-files.ts';

const FILES_PER_FORMAT = 200;
const MILLISECONDS_PER_FILE = 1000;
const MESH = sampleMesh(5);
const TETS = sampleTets();
const tetgen = tetgenFiles(TETS);

/** Text that parsers stumble over. */
const HOSTILE_WORDS = [
  '-1',
  '99999999999',
  '4294967295',
  '1e999',
  'nan',
  '',
  '\0',
  '#',
  '\\',
  '0',
  '2147483648',
  '{',
  '[[[[',
];
const HOSTILE_INTS = [-1, 0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x01000000, 255];

/** One to three wounds: cut off, flipped bytes, a number replaced in text or binary, a piece moved or doubled. */
function spoil(bytes: Uint8Array, random: () => number): Uint8Array {
  let result = bytes.slice();
  const below = (n: number): number => Math.floor(random() * n);
  for (let wounds = 1 + below(3); wounds > 0; wounds--) {
    const at = below(result.length + 1);
    switch (below(6)) {
      case 0:
        result = result.slice(0, at);
        break;
      case 1:
        for (let k = 0; k < 1 + below(8) && result.length > 0; k++) result[below(result.length)] ^= 1 << below(8);
        break;
      case 2: {
        const from = below(result.length);
        const piece = result.slice(from, from + below(64));
        result = Uint8Array.of(...result.slice(0, at), ...piece, ...result.slice(at));
        break;
      }
      case 3:
        if (result.length >= 4) {
          const value = HOSTILE_INTS[below(HOSTILE_INTS.length)];
          new DataView(result.buffer).setUint32(below(result.length - 3), value, random() < 0.5);
        }
        break;
      case 4: {
        const text = new TextDecoder('latin1').decode(result);
        const words = [...text.matchAll(/-?[\d.]+/g)];
        if (words.length === 0) break;
        // counts stand at the start, so it is hit more often
        const word = words[Math.floor(words.length * random() ** 3)];
        const hostile = HOSTILE_WORDS[below(HOSTILE_WORDS.length)];
        const changed = text.slice(0, word.index) + hostile + text.slice(word.index + word[0].length);
        result = Uint8Array.from(changed, (c) => c.charCodeAt(0));
        break;
      }
      default:
        result = Uint8Array.of(...result.slice(0, at), ...result.slice(at + below(16)));
    }
  }
  return result;
}

/** Replaces one to three values anywhere in the JSON of a GLB, or flips bytes of its binary chunk. */
function spoilParts(bytes: Uint8Array, random: () => number): Uint8Array {
  const { json, bin } = splitGlb(bytes);
  const below = (n: number): number => Math.floor(random() * n);
  if (random() < 0.4) {
    for (let k = 0; k < 1 + below(6); k++) bin[below(bin.length)] ^= 1 << below(8);
    return assembleGlb(json, bin);
  }
  const places: [Record<string, unknown>, string][] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const key of Object.keys(value)) {
      places.push([value as Record<string, unknown>, key]);
      visit((value as Record<string, unknown>)[key]);
    }
  };
  visit(json);
  for (let wounds = 1 + below(3); wounds > 0; wounds--) {
    const [owner, key] = places[below(places.length)];
    const hostile = [
      -1,
      0,
      1,
      2,
      3,
      0.5,
      255,
      5121,
      5123,
      5126,
      1e9,
      2 ** 53,
      1e308,
      null,
      'x',
      '',
      [],
      {},
      true,
      [1e9],
      undefined,
    ];
    owner[key] = hostile[below(hostile.length)];
  }
  return assembleGlb(json, bin);
}

function expectSound(model: Model): void {
  const vertexCount = model.positions.length / 3;
  expect(model.positions.every(Number.isFinite)).toBe(true);
  expect(model.triangles.length).toBeGreaterThan(0);
  expect(model.triangles.every((v) => v < vertexCount)).toBe(true);
  expect(model.tets?.every((v) => v < vertexCount) ?? true).toBe(true);
  expect(model.objects.reduce((sum, { triangleCount }) => sum + triangleCount, 0)).toBe(model.triangles.length / 3);
}

/** Reads and, if that worked, plays what was read. */
async function readAndPlay(bytes: Uint8Array, name: string, other?: Uint8Array): Promise<void> {
  const model = await readModel(bytes, { name, resolve: async () => other ?? new Uint8Array(0) });
  expectSound(model);
  bindPose(model);
  for (let a = 0; a < model.animations.length; a++) {
    const { start, end } = model.animations[a];
    const sampled = sampleAnimation(model, { animation: a, times: [start, (start + end) / 2] });
    const pose = new Float64Array(sampled.length);
    for (let i = 0; i < sampled.frameCount; i++) sampled.frame(i, pose);
  }
}

/** Counts how the files ended; anything but a result or an IoError, or a slow one, fails. */
async function fuzz(
  bytes: Uint8Array,
  seed: number,
  run: (spoilt: Uint8Array) => Promise<void>,
  wound = spoil,
): Promise<void> {
  await run(bytes);
  const random = seededRandom(seed);
  let refused = 0;
  for (let k = 0; k < FILES_PER_FORMAT; k++) {
    const spoilt = wound(bytes, random);
    const start = performance.now();
    try {
      await run(spoilt);
    } catch (error) {
      if (!(error instanceof IoError)) throw new Error(`file ${k} of seed ${seed}`, { cause: error });
      expect(error.message).toMatch(/: .*expected .*\.$/s);
      refused++;
    }
    expect(performance.now() - start, `file ${k} of seed ${seed}`).toBeLessThan(MILLISECONDS_PER_FILE);
  }
  expect(refused).toBeGreaterThan(FILES_PER_FORMAT / 10);
}

describe(`${FILES_PER_FORMAT} spoilt files of each format give a result or an IoError, each within a second`, () => {
  const samples: [string, string, () => Uint8Array | Promise<Uint8Array>, Uint8Array?][] = [
    ['OBJ', 'a.obj', () => writeObj([{ ...MESH, name: 'a' }, MESH])],
    ['OFF', 'a.off', () => offFile(MESH)],
    ['PLY text', 'a.ply', () => writePly(MESH, { encoding: 'ascii' })],
    ['PLY little-endian', 'a.ply', () => writePly(MESH)],
    ['PLY big-endian', 'a.ply', () => bigEndianPly(MESH)],
    ['STL text', 'a.stl', () => stlText(MESH)],
    ['STL binary', 'a.stl', () => stlBinary(MESH)],
    ['Gmsh 2.2 text', 'a.msh', () => gmsh2Text(TETS)],
    ['Gmsh 2.2 binary', 'a.msh', () => gmsh2Binary(TETS)],
    ['Gmsh 4.1 text', 'a.msh', () => gmsh41Text(TETS)],
    ['Gmsh 4.1 binary', 'a.msh', () => gmsh41Binary(TETS)],
    ['TetGen .node', 'a.node', () => tetgen.node, tetgen.ele],
    ['TetGen .ele', 'a.ele', () => tetgen.ele, tetgen.node],
    ['Vega', 'a.veg', () => vegaFile(TETS)],
    ['Gaia', 'a.t', () => gaiaFile(TETS)],
    ['GLB', 'a.glb', () => animatedSample().toGlb()],
    ['glTF text', 'a.gltf', () => animatedSample().toGltf()],
    ['GLB with Draco', 'a.glb', () => compressedSample(MESH, 'draco')],
    ['GLB with meshopt', 'a.glb', () => compressedSample(MESH, 'meshopt')],
  ];
  it.each(samples)('%s', async (_, name, make, other) => {
    const bytes = await make();
    await fuzz(bytes, 1, (spoilt) => readAndPlay(spoilt, name, other));
  });

  it.each([
    ['MDD', 'a.mdd', mddFile(MESH.positions, 4)],
    ['PC2', 'a.pc2', pc2File(MESH.positions, 4)],
  ])('%s', async (_, name, bytes) => {
    const model = await readModel(writeObj([MESH]), { name: 'a.obj' });
    await fuzz(bytes, 1, async (spoilt) => {
      const cache = readPointCache(spoilt, model, { name });
      const pose = new Float64Array(cache.length);
      for (let i = 0; i < cache.frameCount; i++) cache.frame(i, pose);
    });
  });

  it.each([
    ['animated', () => animatedSample().toGlb()],
    ['Draco', () => compressedSample(MESH, 'draco')],
    ['meshopt', () => compressedSample(MESH, 'meshopt')],
  ])('GLB whole outside, spoilt inside: %s', async (_, make) => {
    await fuzz(await make(), 3, (spoilt) => readAndPlay(spoilt, 'a.glb'), spoilParts);
  });

  it('by content alone, without a known ending', async () => {
    const bytes = writePly(MESH);
    await fuzz(bytes, 2, (spoilt) => readAndPlay(spoilt, 'upload'));
  });
});
