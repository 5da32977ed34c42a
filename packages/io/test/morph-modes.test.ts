import { describe, expect, it } from 'vitest';
import { IoError, morphModes, readModel, sampleAnimation } from '../src/index.ts';
import { animatedSample } from './gltf/animated-sample.ts';
import { GltfFile } from './gltf/gltf-file.ts';

/** Two primitives of one mesh under a turned and scaled node, three named targets, one of which only the first primitive has. */
function morphed(change: (json: GltfFile['json']) => void = () => {}): GltfFile {
  const file = new GltfFile();
  const offsets = (k: number) => Float32Array.from({ length: 9 }, (_, i) => ((i * k) % 5) - 2);
  const primitive = (z: number, targets: number) => ({
    attributes: { POSITION: file.accessor(Float32Array.of(0, 0, z, 1, 0, z, 0, 1, z), 'VEC3') },
    targets: Array.from({ length: targets }, (_, k) => ({ POSITION: file.accessor(offsets(k + 2), 'VEC3') })),
  });
  file.json.meshes = [
    { name: 'other', primitives: [{ attributes: { POSITION: file.accessor(new Float32Array(9), 'VEC3') } }] },
    { name: 'head', primitives: [primitive(0, 3), primitive(1, 2)], extras: { targetNames: ['open', 'shut'] } },
  ];
  file.json.nodes = [
    { name: 'Other', mesh: 0 },
    { name: 'Head', mesh: 1, translation: [1, 2, 3], rotation: [0, 0.6, 0, 0.8], scale: [2, 1, 0.5] },
  ];
  const times = file.accessor(Float32Array.of(0, 1), 'SCALAR');
  const weights = file.accessor(Float32Array.of(0, 0, 0, 0.25, -0.5, 1), 'SCALAR');
  file.json.animations = [
    {
      name: 'all',
      channels: [{ sampler: 0, target: { node: 1, path: 'weights' } }],
      samplers: [{ input: times, output: weights }],
    },
  ];
  change(file.json);
  return file;
}

describe('morphModes', () => {
  it('gives what the animation gives, in the numbers of the object', async () => {
    const model = await readModel(morphed().toGlb(), { name: 'head.glb' });
    const { object, names, mesh, vectors, low, high } = morphModes(model);
    expect(names).toEqual(['open', 'shut', 'target 2']);
    expect([...low, ...high]).toEqual([0, 0, 0, 1, 1, 1]);
    expect([...mesh.triangles]).toEqual([0, 1, 2, 3, 4, 5]);
    const pose = new Float64Array(model.positions.length);
    sampleAnimation(model, { times: [1] }).frame(0, pose);
    const expected = pose.subarray(3 * object.firstVertex);
    expect(mesh.positions.length).toBe(expected.length);
    for (let i = 0; i < expected.length; i++) {
      const [a, b, c] = [0, 1, 2].map((k) => vectors[k * expected.length + i]);
      expect(mesh.positions[i] + 0.25 * a - 0.5 * b + c).toBeCloseTo(expected[i], 12);
    }
  });

  it('takes an object by name or number', async () => {
    const model = await readModel(morphed().toGlb(), { name: 'head.glb' });
    expect(morphModes(model, 'Head').object.name).toBe('Head');
    expect(morphModes(model, 1).object.name).toBe('Head');
    const rule = 'morphModes: object must be one with morph targets ("Head")';
    expect(() => morphModes(model, 'Tail')).toThrow(`${rule}, got "Tail".`);
    expect(() => morphModes(model, 'Other')).toThrow(`${rule}, got "Other".`);
    expect(() => morphModes(model, 7)).toThrow(`${rule}, got 7.`);
    expect(() => morphModes(model, 1, { bind: true } as object)).toThrow(
      "morphModes: options are bindPose, got 'bind'.",
    );
  });

  it('asks which, where several have targets', async () => {
    const file = morphed((json) => json.nodes.push({ name: 'Twin', mesh: 1 }));
    const model = await readModel(file.toGlb(), { name: 'twins.glb' });
    expect(() => morphModes(model)).toThrow('several have morph targets ("Head", "Twin"), got none.');
    expect(() => morphModes(null as never)).toThrow('morphModes: model must be what readModel gives, got null.');
  });

  it('refuses a file without targets', async () => {
    const file = morphed((json) => json.nodes.pop());
    file.json.animations = [];
    const model = await readModel(file.toGlb(), { name: 'still.glb' });
    expect(() => morphModes(model)).toThrow(IoError);
    expect(() => morphModes(model)).toThrow('still.glb: expected an object with morph targets, found none.');
  });

  it('refuses a skinned object, unless in bind pose', async () => {
    const model = await readModel(animatedSample().toGlb(), { name: 'skinned.glb' });
    expect(() => morphModes(model)).toThrow(/must not be skinned by several joints, or bindPose be asked for, got "/);
    const { names, vectors } = morphModes(model, undefined, { bindPose: true });
    expect(names).toEqual(['target 0', 'target 1', 'target 2']);
    expect(vectors.some((x) => x !== 0)).toBe(true);
  });
});
