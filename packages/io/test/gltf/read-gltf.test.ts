import { describe, expect, it } from 'vitest';
import {
  bindPose,
  IoError,
  locateInFile,
  type Model,
  readModel,
  sampleAnimation,
  vertexInFile,
} from '../../src/index.ts';
import { sampleMesh } from '../sample-files.ts';
import { animatedSample } from './animated-sample.ts';
import { compressedSample } from './compressed-sample.ts';
import { assembleGlb, GltfFile, splitGlb } from './gltf-file.ts';

const read = (file: GltfFile): Promise<Model> => readModel(file.toGlb(), { name: 'a.glb' });
const SQUARE = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0);

/** One node, one mesh, four vertices. */
function square(primitive: object = {}, node: object = {}): GltfFile {
  const file = new GltfFile();
  const POSITION = file.accessor(SQUARE, 'VEC3');
  file.json.meshes = [{ primitives: [{ attributes: { POSITION }, ...primitive }] }];
  file.json.nodes = [{ mesh: 0, ...node }];
  return file;
}

function withIndices(mode: number, indices: Uint8Array | Uint16Array | Uint32Array): GltfFile {
  const file = square({ mode });
  file.json.meshes[0].primitives[0].indices = file.accessor(indices, 'SCALAR');
  return file;
}

function lowestFirst(triangles: Uint32Array): string[] {
  return Array.from({ length: triangles.length / 3 }, (_, t) => {
    const [a, b, c] = triangles.subarray(3 * t, 3 * t + 3);
    return (a < b && a < c ? [a, b, c] : b < c ? [b, c, a] : [c, a, b]).join(' ');
  });
}

describe('primitives', () => {
  it('without indices are triangles in order', async () => {
    const file = square();
    file.json.meshes[0].primitives[0].attributes.POSITION = file.accessor(new Float32Array(18).fill(1), 'VEC3');
    expect([...(await read(file)).triangles]).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('strips turn every other triangle round and drop those that only steer', async () => {
    expect([...(await read(withIndices(5, Uint8Array.of(0, 1, 2, 3)))).triangles]).toEqual([0, 1, 2, 2, 1, 3]);
    const model = await read(withIndices(5, Uint16Array.of(0, 1, 2, 2, 3, 1)));
    expect([...model.triangles]).toEqual([0, 1, 2, 3, 2, 1]);
    expect([0, 1].map((t) => locateInFile(model, t).face)).toEqual([0, 3]);
  });

  it('strips and fans start anew at the highest index', async () => {
    const strip = await read(withIndices(5, Uint16Array.of(0, 1, 2, 65535, 1, 2, 3)));
    expect([...strip.triangles]).toEqual([0, 1, 2, 1, 2, 3]);
    const fan = await read(withIndices(6, Uint8Array.of(0, 1, 2, 3, 255, 3, 2, 1)));
    expect([...fan.triangles]).toEqual([0, 1, 2, 0, 2, 3, 3, 2, 1]);
  });

  it('of points and lines are skipped and said so', async () => {
    const file = square({ mode: 5 });
    file.json.meshes[0].primitives.push({ ...file.json.meshes[0].primitives[0], mode: 0 });
    file.json.meshes[0].primitives.push({ ...file.json.meshes[0].primitives[0], mode: 3 });
    expect((await read(file)).warnings).toEqual(['2 primitives of points or lines were skipped.']);
  });

  it('of one mesh are parts of one object and share vertices if they are the same', async () => {
    const file = withIndices(4, Uint16Array.of(0, 1, 2));
    const { primitives } = file.json.meshes[0];
    primitives.push({ ...primitives[0], indices: file.accessor(Uint16Array.of(2, 1, 3), 'SCALAR') });
    primitives.push({ attributes: { POSITION: file.accessor(SQUARE, 'VEC3') }, mode: 6 });
    file.json.nodes[0].name = 'shirt';
    const model = await read(file);
    expect(model.positions.length).toBe(24);
    expect([...model.triangles]).toEqual([0, 1, 2, 2, 1, 3, 4, 5, 6, 4, 6, 7]);
    expect(model.objects).toHaveLength(1);
    expect(model.objects[0]).toMatchObject({ name: 'shirt', triangleCount: 4, vertexCount: 8 });
    expect(locateInFile(model, 3)).toEqual({ objectIndex: 0, object: 'shirt', part: 2, face: 1, vertices: [0, 2, 3] });
    expect([3, 7].map((v) => vertexInFile(model, v))).toEqual([3, 3]);
  });
});

describe('nodes', () => {
  it('are placed by all their parents, by matrix or by translation, rotation and scale', async () => {
    const file = square({ mode: 5 });
    file.json.nodes = [
      { translation: [10, 0, 0], children: [1] },
      { rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2], scale: [2, 2, 2], children: [2] },
      { mesh: 0, matrix: [1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 1] }, // with shear, which no TRS can say
    ];
    const { positions } = await read(file);
    const corner = [...positions.subarray(9, 12)]; // (1, 1, 0) → (1.5, 1, 1) → (−2, 3, 2) → (8, 3, 2)
    expect(corner.map((value) => Math.round(1e12 * value) / 1e12)).toEqual([8, 3, 2]);
  });

  it('with the same mesh are objects of their own; those outside the scene are left out', async () => {
    const file = square({ mode: 5 });
    file.json.nodes = [{ mesh: 0, name: 'a' }, { mesh: 0, name: 'b', translation: [0, 0, 5] }, { mesh: 0 }];
    file.json.scenes = [{ nodes: [2] }, { nodes: [0, 1] }];
    file.json.scene = 1;
    const model = await read(file);
    expect(model.objects.map(({ name, firstVertex }) => [name, firstVertex])).toEqual([
      ['a', 0],
      ['b', 4],
    ]);
    expect(model.positions[14]).toBe(5);
    expect(model.warnings).toEqual(['1 node with a mesh outside the scene that is shown was skipped.']);
  });

  it('with instances become an object each', async () => {
    const file = square({ mode: 5 }, { name: 'leaf', translation: [0, 0, 1] });
    file.json.nodes[0].extensions = {
      EXT_mesh_gpu_instancing: {
        attributes: {
          TRANSLATION: file.accessor(Float32Array.of(1, 0, 0, 2, 0, 0), 'VEC3'),
          SCALE: file.accessor(Float32Array.of(1, 1, 1, 3, 3, 3), 'VEC3'),
        },
      },
    };
    const model = await read(file);
    expect(model.objects.map(({ name }) => name)).toEqual(['leaf [0]', 'leaf [1]']);
    expect([...model.positions.subarray(21, 24)]).toEqual([5, 3, 1]);
  });
});

describe('accessors', () => {
  it('may be interleaved', async () => {
    const file = square({ mode: 5 });
    const data = new Float32Array(20);
    for (let v = 0; v < 4; v++) data.set([...SQUARE.subarray(3 * v, 3 * v + 3), 9, 9], 5 * v);
    file.json.accessors[0] = {
      bufferView: file.view(data, { byteStride: 20 }),
      componentType: 5126,
      count: 4,
      type: 'VEC3',
    };
    expect([...(await read(file)).positions]).toEqual([...SQUARE]);
  });

  it('may be sparse', async () => {
    const file = square({ mode: 5 });
    file.json.accessors[0].sparse = {
      count: 2,
      indices: { bufferView: file.view(Uint8Array.of(1, 3)), componentType: 5121 },
      values: { bufferView: file.view(Float32Array.of(7, 7, 7, 8, 8, 8)) },
    };
    expect([...(await read(file)).positions]).toEqual([0, 0, 0, 7, 7, 7, 0, 1, 0, 8, 8, 8]);
  });

  it('may be quantised, normalised or not', async () => {
    const file = square({ mode: 5 });
    const data = Int16Array.of(0, 0, 0, 32767, 0, 0, 0, -32768, 0, 16384, 16384, 0);
    const { attributes } = file.json.meshes[0].primitives[0];
    attributes.POSITION = file.accessor(data, 'VEC3', { normalized: true });
    expect([...(await read(file)).positions].slice(3, 10)).toEqual([1, 0, 0, 0, -1, 0, 16384 / 32767]);
    attributes.POSITION = file.accessor(data, 'VEC3');
    expect([...(await read(file)).positions].slice(3, 10)).toEqual([32767, 0, 0, 0, -32768, 0, 16384]);
  });

  it.each(['draco', 'meshopt'] as const)('may be compressed with %s', async (method) => {
    const mesh = sampleMesh(6);
    const model = await readModel(await compressedSample(mesh, method), { name: 'a.glb' });
    // both may start a triangle at another corner
    expect(lowestFirst(model.triangles)).toEqual(lowestFirst(mesh.triangles));
    // Draco rounds to 14 bits of the longest side, here 7
    const tolerance = method === 'draco' ? 7 / 2 ** 14 : 0;
    model.positions.forEach((value, i) => {
      expect(Math.abs(value - mesh.positions[i])).toBeLessThanOrEqual(tolerance);
    });
  });

  it('know the newer name of meshopt compression', async () => {
    const mesh = sampleMesh(6);
    const { json, bin } = splitGlb(await compressedSample(mesh, 'meshopt'));
    const renamed = JSON.parse(JSON.stringify(json).replaceAll('EXT_meshopt', 'KHR_meshopt'));
    const model = await readModel(assembleGlb(renamed, bin), { name: 'a.glb' });
    expect(model.positions).toEqual(mesh.positions);
    expect(model.warnings).toEqual([]);
  });
});

describe('buffers', () => {
  it('may be data URIs or other files', async () => {
    const file = animatedSample();
    const expected = (await read(file)).positions;
    expect((await readModel(file.toGltf(), { name: 'a.gltf' })).positions).toEqual(expected);
    const asked: string[] = [];
    const resolve = async (uri: string): Promise<Uint8Array> => {
      asked.push(uri);
      return file.toBin();
    };
    const model = await readModel(file.toGltf('mesh%20data.bin'), { name: 'a.gltf', resolve });
    expect(model.positions).toEqual(expected);
    expect(asked).toEqual(['mesh data.bin']);
  });

  it('that are missing, short or unreachable are named', async () => {
    const bytes = square({ mode: 5 }).toGltf('a.bin');
    const expectMessage = (message: string, resolve?: (uri: string) => Promise<Uint8Array>) =>
      expect(readModel(bytes, { name: 'a.gltf', resolve })).rejects.toThrow(message);
    await expectMessage('a.gltf: expected the file "a.bin", no resolve function was given.');
    await expectMessage('a.gltf: expected 48 bytes at buffers[0], found 5.', async () => new Uint8Array(5));
    await expectMessage('a.gltf: expected the file "a.bin", no such file.', async () => {
      throw new Error('no such file');
    });
  });

  it('may lie in shared memory, as worker threads hand them on', async () => {
    const glb = animatedSample().toGlb();
    const shared = new Uint8Array(new SharedArrayBuffer(glb.length));
    shared.set(glb);
    const model = await readModel(shared, { name: 'a.glb' });
    expect(model.positions).toEqual((await readModel(glb, { name: 'a.glb' })).positions);
  });
});

describe('animations', () => {
  it('are found by name or number and sampled at a frame rate, at keys, or at given times', async () => {
    const model = await read(animatedSample());
    expect(model.animations.map(({ name, start, end }) => [name, start, end])).toEqual([
      ['linear', 0.25, 2],
      ['step', 0.25, 2],
      ['cubic', 0.25, 2],
    ]);
    const byRate = sampleAnimation(model, { animation: 'step', fps: 4 });
    expect(Array.from({ length: byRate.frameCount }, (_, i) => byRate.time(i))).toEqual([
      0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2,
    ]);
    const byKeys = sampleAnimation(model, { animation: 1, times: 'keys' });
    expect(Array.from({ length: byKeys.frameCount }, (_, i) => byKeys.time(i))).toEqual([0.25, 0.75, 1.5, 2]);
    const [a, b] = [byRate, byKeys].map((animation) => new Float64Array(animation.length));
    byRate.frame(2, a);
    byKeys.frame(1, b);
    expect(a).toEqual(b);
    byRate.frame(4, a); // STEP holds until the next key
    expect(a).toEqual(b);
  });

  it('give the same frame in any order', async () => {
    const model = await read(animatedSample());
    const forward = sampleAnimation(model, { fps: 10 });
    const backward = sampleAnimation(model, { fps: 10 });
    const poses = Array.from({ length: forward.frameCount }, (_, i) => {
      const pose = new Float64Array(forward.length);
      forward.frame(i, pose);
      return pose;
    });
    const pose = new Float64Array(forward.length);
    for (let i = forward.frameCount - 1; i >= 0; i--) {
      backward.frame(i, pose);
      expect(pose).toEqual(poses[i]);
    }
  });

  it('leave a model without skins in its bind pose as it is, and bring skinned meshes back to their shape', async () => {
    const still = await read(square({ mode: 5 }, { translation: [1, 2, 3] }));
    expect(bindPose(still)).toEqual(still.positions);
    const model = await read(animatedSample());
    const pose = bindPose(model);
    const block = model.rig!.blocks[0];
    const distance = (array: Float64Array, i: number, j: number): number =>
      Math.hypot(...[0, 1, 2].map((axis) => array[3 * i + axis] - array[3 * j + axis]));
    // morphed by its default weights, then only turned and moved: distances stay
    const morphed = block.base.map((p, i) => p + 0.25 * block.targets[0]![i] + 0.5 * block.targets[1]![i]);
    for (let v = 1; v < block.vertexCount; v++) {
      expect(distance(pose, v, 0)).toBeCloseTo(distance(morphed, v, 0), 6);
    }
  });

  it('refuse what they cannot do', async () => {
    const model = await read(animatedSample());
    expect(() => sampleAnimation(model, { animation: 'walk' })).toThrow(
      'sampleAnimation: animation must be one of a.glb ("linear", "step", "cubic"), got "walk".',
    );
    expect(() => sampleAnimation(model, { animation: 3 })).toThrow(RangeError);
    expect(() => sampleAnimation(model, { fps: 0 })).toThrow('fps must be a finite number above 0, got 0.');
    expect(() => sampleAnimation(model, { times: [Number.NaN] })).toThrow('times must be finite, got NaN.');
    const sampled = sampleAnimation(model);
    expect(() => sampled.frame(-1, new Float64Array(1000))).toThrow(
      'frame: i must be a whole number from 0 to 52, got -1.',
    );
    expect(() => sampled.frame(0, new Float64Array(1))).toThrow('frame: out must have room for');
  });
});

it('moves vertices with equal influences in different order to the very same place', async () => {
  const file = animatedSample();
  const { primitives } = file.json.meshes[0];
  const jointsAt = file.json.accessors[primitives[0].attributes.JOINTS_0];
  expect(jointsAt.count).toBe(25);
  const joints = new Uint8Array(100);
  const weights = new Float32Array(100);
  const positions = new Float32Array(75);
  for (let v = 0; v < 25; v++) {
    joints.set(v % 2 ? [2, 0, 1, 0] : [0, 1, 2, 7], 4 * v);
    weights.set(v % 2 ? [0.3, 0.1, 0.7, 0] : [0.1, 0.7, 0.3, 0], 4 * v);
    positions.set([0.1, 0.2, 0.3], 3 * v);
  }
  primitives[0].attributes = {
    POSITION: file.accessor(positions, 'VEC3'),
    JOINTS_0: file.accessor(joints, 'VEC4'),
    WEIGHTS_0: file.accessor(weights, 'VEC4'),
  };
  delete primitives[0].targets;
  delete file.json.meshes[0].weights;
  const model = await read(file);
  const sampled = sampleAnimation(model, { fps: 7 });
  const pose = new Float64Array(sampled.length);
  for (let i = 0; i < sampled.frameCount; i++) {
    sampled.frame(i, pose);
    for (let v = 1; v < 25; v++) expect(pose.slice(3 * v, 3 * v + 3)).toEqual(pose.slice(0, 3));
  }
});

describe('refuses', () => {
  // biome-ignore lint/suspicious/noExplicitAny: wrong JSON on purpose
  const cases: [string, (json: any) => void, string][] = [
    ['no asset', (json) => delete json.asset, 'expected an object at asset, found null.'],
    ['version 1', (json) => (json.asset.version = '1.0'), 'expected glTF version 2 at asset.version, found "1.0".'],
    ['a huge count', (json) => (json.accessors[0].count = 1e9), 'at accessors[0], found 12000000000.'],
    [
      'a count of text',
      (json) => (json.accessors[0].count = 'x'),
      'expected a whole number from 0 at accessors[0].count, found "x".',
    ],
    [
      'a view beyond the buffer',
      (json) => (json.bufferViews[0].byteLength = 1e6),
      'bytes of its buffer at bufferViews[0]',
    ],
    [
      'a buffer that does not exist',
      (json) => (json.bufferViews[0].buffer = 7),
      'expected a number below 1 at bufferViews[0].buffer, found 7.',
    ],
    [
      'a mesh that does not exist',
      (json) => (json.nodes[0].mesh = 9),
      'expected a number below 2 at nodes[0].mesh, found 9.',
    ],
    ['a circle of nodes', (json) => (json.nodes[3].children = [1]), 'expected a hierarchy without circles at nodes'],
    ['two parents', (json) => (json.nodes[4].children = [5, 3]), 'expected a node with one parent at nodes[3]'],
    ['infinite translation', (json) => (json.nodes[2].translation = [0, 1e308 * 10, 0]), 'at nodes[2].translation'],
    [
      'zeros without end',
      (json) => {
        delete json.accessors[0].bufferView;
        json.accessors[0].count = 1e9;
      },
      'since no bufferView is given at accessors[0].count, found 1000000000.',
    ],
    [
      'morph targets of another length',
      (json) => (json.accessors[1].count = 24),
      'expected 25 offsets, as many as vertices',
    ],
    ['joints beyond the skin', (json) => (json.skins[0].joints = [1, 2]), 'expected a joint below 2 at'],
    [
      'an unknown interpolation',
      (json) => (json.animations[0].samplers[0].interpolation = 'BEZIER'),
      'expected one of LINEAR, STEP, CUBICSPLINE at',
    ],
    [
      'too few values',
      (json) => (json.animations[0].samplers[0].interpolation = 'CUBICSPLINE'),
      'expected 48 numbers for 4 keys at animations[0].samplers[0].output, found 16.',
    ],
    [
      'a sampler that does not exist',
      (json) => (json.animations[0].channels[0].sampler = 99),
      'at animations[0].channels[0].sampler, found 99.',
    ],
    ['a strange type', (json) => (json.accessors[0].type = 'VEC9'), 'at accessors[0].type'],
    ['nodes that are no list', (json) => (json.nodes = {}), 'expected a list at nodes, found {}.'],
    ['nothing to show', (json) => (json.scenes = [{ nodes: [] }]), 'expected at least one triangle in the scene'],
  ];
  it.each(cases)('%s', async (_, spoil, message) => {
    const file = animatedSample();
    spoil(file.json);
    const error = await read(file).catch((e) => e);
    expect(error).toBeInstanceOf(IoError);
    expect(error.message).toContain(message);
  });

  it('NaN positions and indices out of range', async () => {
    const nan = square({ mode: 5 });
    nan.json.meshes[0].primitives[0].attributes.POSITION = nan.accessor(
      SQUARE.map((x, i) => (i === 7 ? Number.NaN : x)),
      'VEC3',
    );
    await expect(read(nan)).rejects.toThrow(
      'expected finite numbers at meshes[0].primitives[0].attributes.POSITION, item 2',
    );
    await expect(read(withIndices(4, Uint8Array.of(0, 1, 4)))).rejects.toThrow(
      'expected a vertex number below 4 at meshes[0].primitives[0].indices, item 2, found 4.',
    );
  });

  it('damaged containers', async () => {
    const glb = square({ mode: 5 }).toGlb();
    const refuse = (bytes: Uint8Array, message: string) =>
      expect(readModel(bytes, { name: 'a.glb' })).rejects.toThrow(message);
    await refuse(glb.subarray(0, 11), 'a.glb: byte 11: expected a GLB header of 20 bytes, the file ends.');
    await refuse(glb.subarray(0, 100), 'a.glb: byte 12: expected a chunk of');
    await refuse(new TextEncoder().encode('{"asset":'), 'a.glb: byte 0: expected glTF JSON');
    const old = glb.slice();
    old[4] = 1;
    await refuse(old, 'a.glb: byte 4: expected GLB version 2, found 1.');
  });
});
