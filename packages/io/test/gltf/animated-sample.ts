import { seededRandom } from '../random.ts';
import { GltfFile } from './gltf-file.ts';

/**
 * A file with everything that moves: a skinned grid with morph targets (one of them sparse), weights that do not sum
 * to 1, joints as bytes, and a second mesh with quantised positions under animated nodes; LINEAR, STEP and
 * CUBICSPLINE on every path.
 */
export function animatedSample(seed = 1): GltfFile {
  const random = seededRandom(seed);
  const file = new GltfFile();
  const { json } = file;
  const between = (low: number, high: number): number => low + (high - low) * random();

  const size = 5;
  const positions = new Float32Array(3 * size * size);
  const joints = new Uint8Array(4 * size * size);
  const weights = new Float32Array(4 * size * size);
  const indices: number[] = [];
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const v = y * size + x;
      positions.set([x + between(-0.2, 0.2), y, between(-0.2, 0.2)], 3 * v);
      joints.set([0, 1, 2, 0], 4 * v);
      weights.set([between(0, 1), between(0, 1), between(0, 2), 0], 4 * v);
      if (x > 0 && y > 0) indices.push(v, v - 1, v - size, v - 1, v - size - 1, v - size);
    }
  }
  const morph = (): Float32Array => Float32Array.from(positions, () => between(-0.5, 0.5));
  const position = file.accessor(positions, 'VEC3');
  const sparseTarget = file.accessor(new Float32Array(positions.length), 'VEC3', {
    sparse: {
      count: 3,
      indices: { bufferView: file.view(Uint16Array.of(2, 7, 19)), componentType: 5123 },
      values: { bufferView: file.view(Float32Array.of(0, 1, 2, 1, 0, -1, 2, 2, 2)) },
    },
  });
  delete json.accessors[sparseTarget].bufferView; // zeros but for the sparse values

  json.meshes = [
    {
      name: 'grid',
      weights: [0.25, 0.5, 0],
      primitives: [
        {
          attributes: {
            POSITION: position,
            JOINTS_0: file.accessor(joints, 'VEC4'),
            WEIGHTS_0: file.accessor(weights, 'VEC4'),
          },
          indices: file.accessor(Uint16Array.from(indices), 'SCALAR'),
          targets: [
            { POSITION: file.accessor(morph(), 'VEC3') },
            { POSITION: sparseTarget },
            { POSITION: file.accessor(morph(), 'VEC3') },
          ],
        },
      ],
    },
    {
      name: 'crystal',
      primitives: [
        {
          attributes: {
            POSITION: file.accessor(
              Int16Array.from([-32768, -32767, 0, 0, 32767, 100, -5, 12000, -3000, 32767, 9, 20000], (value) => value),
              'VEC3',
              { normalized: true },
            ),
          },
          indices: file.accessor(Uint8Array.of(0, 1, 2, 0, 2, 3, 1, 3, 2), 'SCALAR'),
        },
      ],
    },
  ];
  json.extensionsUsed = ['KHR_mesh_quantization'];
  json.extensionsRequired = ['KHR_mesh_quantization'];

  const inverseBind = new Float32Array(48);
  for (let j = 0; j < 3; j++) {
    for (let d = 0; d < 4; d++) inverseBind[16 * j + 5 * d] = 1;
    inverseBind[16 * j + 13] = -j; // joints stand at y = 0, 1, 2 when bound
  }
  json.skins = [{ joints: [1, 2, 3], inverseBindMatrices: file.accessor(inverseBind, 'MAT4') }];
  json.nodes = [
    // a skinned mesh's own transform must have no effect
    { name: 'grid', mesh: 0, skin: 0, translation: [100, 0, 0] },
    { name: 'hip', children: [2], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] },
    { name: 'knee', children: [3], translation: [0, 1, 0] },
    { name: 'foot', translation: [0, 1, 0] },
    { name: 'carrier', children: [5], matrix: [0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 3, 1, 0, 1] },
    { name: 'crystal', mesh: 1, scale: [1, 3, -1], translation: [0.5, 0, 0] },
  ];
  json.scenes = [{ nodes: [0, 1, 4] }];
  json.scene = 0;

  const times = Float32Array.of(0.25, 0.75, 1.5, 2);
  const input = file.accessor(times, 'SCALAR');
  const values = (width: number, perKey: number, low: number, high: number): Float32Array =>
    Float32Array.from({ length: times.length * width * perKey }, () => between(low, high));
  const rotations = (count: number): Float32Array => {
    const all = new Float32Array(4 * count);
    for (let k = 0; k < count; k++) {
      const q = [between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1)];
      const length = Math.hypot(...q);
      all.set(
        q.map((value) => value / length),
        4 * k,
      );
    }
    return all;
  };
  const animation = (
    name: string,
    channels: { node: number; path: string; interpolation: string; type: string; data: Float32Array }[],
  ): object => ({
    name,
    samplers: channels.map(({ interpolation, data, type }) => ({
      input,
      output: file.accessor(data, type),
      interpolation,
    })),
    channels: channels.map(({ node, path }, sampler) => ({ sampler, target: { node, path } })),
  });
  json.animations = [
    animation('linear', [
      { node: 1, path: 'rotation', interpolation: 'LINEAR', type: 'VEC4', data: rotations(4) },
      { node: 2, path: 'translation', interpolation: 'LINEAR', type: 'VEC3', data: values(3, 1, -1, 1) },
      { node: 3, path: 'scale', interpolation: 'LINEAR', type: 'VEC3', data: values(3, 1, 0.5, 2) },
      { node: 0, path: 'weights', interpolation: 'LINEAR', type: 'SCALAR', data: values(3, 1, 0, 1) },
      { node: 4, path: 'rotation', interpolation: 'LINEAR', type: 'VEC4', data: rotations(4) },
    ]),
    animation('step', [
      { node: 2, path: 'rotation', interpolation: 'STEP', type: 'VEC4', data: rotations(4) },
      { node: 0, path: 'weights', interpolation: 'STEP', type: 'SCALAR', data: values(3, 1, 0, 1) },
      { node: 5, path: 'translation', interpolation: 'STEP', type: 'VEC3', data: values(3, 1, -2, 2) },
    ]),
    animation('cubic', [
      { node: 1, path: 'rotation', interpolation: 'CUBICSPLINE', type: 'VEC4', data: rotations(12) },
      { node: 3, path: 'translation', interpolation: 'CUBICSPLINE', type: 'VEC3', data: values(3, 3, -1, 1) },
      { node: 0, path: 'weights', interpolation: 'CUBICSPLINE', type: 'SCALAR', data: values(3, 3, 0, 1) },
      { node: 5, path: 'scale', interpolation: 'CUBICSPLINE', type: 'VEC3', data: values(3, 3, 1, 2) },
    ]),
  ];
  return file;
}
