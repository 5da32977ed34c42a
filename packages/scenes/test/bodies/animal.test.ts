import { createDetector } from 'selfcollide';
import { describe, expect, it } from 'vitest';
import { animalBones, animalBoneWeights, animalMesh, poseAnimal } from '../../src/bodies/animal.ts';
import { surfaceNet } from '../../src/bodies/surface-net.ts';
import { createRandom } from '../../src/random.ts';
import { edgeUse, signedVolume } from '../mesh-facts.ts';

const CLOSED = { border: 0, crowded: 0, repeated: 0, euler: 2 };
const mesh = animalMesh(1_584);

describe('surfaceNet', () => {
  it('makes a ball, facing outwards, its vertices on the surface', () => {
    const distance = (x: number, y: number, z: number) => Math.hypot(x, y, z) - 1;
    const net = surfaceNet(distance, { low: [-1.2, -1.2, -1.2], high: [1.2, 1.2, 1.2], spacing: 0.1 });
    expect(edgeUse(net)).toEqual(CLOSED);
    expect(signedVolume(net) / ((4 / 3) * Math.PI)).toBeCloseTo(1, 1);
    for (let v = 0; v < net.positions.length; v += 3) {
      const [x, y, z] = net.positions.subarray(v, v + 3);
      expect(Math.abs(distance(x, y, z))).toBeLessThan(1e-6);
    }
  });

  it('is a closed manifold even where gaps and parts are narrower than a cell', () => {
    const random = createRandom(5);
    for (let round = 0; round < 5; round++) {
      const noise = Float64Array.from({ length: 1000 }, () => random.between(-1, 1.5));
      const distance = (x: number, y: number, z: number) =>
        [x, y, z].some((at) => at < 1 || at > 7) ? 1 : noise[Math.round(x + 10 * y + 100 * z)];
      const net = surfaceNet(distance, { low: [0, 0, 0], high: [8, 8, 8], spacing: 1, rounds: 0 });
      expect(edgeUse(net)).toMatchObject({ border: 0, crowded: 0, repeated: 0 });
      expect(net.triangles.length).toBeGreaterThan(300);
    }
  });
});

describe('animalMesh', () => {
  it('is closed, has the count wanted and does not touch itself', () => {
    expect(mesh.triangles.length / 3).toBe(1_584);
    expect(edgeUse(mesh)).toEqual(CLOSED);
    expect(createDetector(mesh, { method: 'box-tree' }).selfIntersects()).toBe(false);
    expect(signedVolume(mesh)).toBeGreaterThan(4);
  });
});

describe('animalBoneWeights', () => {
  it('add up to 1, and no leg follows another leg much', () => {
    const weights = animalBoneWeights(mesh);
    const legs = animalBones.flatMap(({ name }, bone) => (/shin|forearm|paw/.test(name) ? [bone] : []));
    expect(legs.length).toBe(8);
    for (let v = 0; v < mesh.positions.length / 3; v++) {
      const own = weights.subarray(v * animalBones.length, (v + 1) * animalBones.length);
      expect(own.reduce((a, b) => a + b)).toBeCloseTo(1, 12);
      expect(own.every((weight) => weight >= 0)).toBe(true);
      const sides = ['left', 'right'].map((side) =>
        legs.reduce((sum, bone) => sum + (animalBones[bone].name.startsWith(side) ? own[bone] : 0), 0),
      );
      expect(Math.min(...sides)).toBeLessThan(0.05);
    }
  });
});

describe('poseAnimal', () => {
  it('is at rest at 0, and turns bones by unit quaternions later', () => {
    const pose = { rotations: new Float64Array(4 * animalBones.length), translation: new Float64Array(3) };
    poseAnimal(0, pose);
    expect([...pose.translation].map(Math.abs)).toEqual([0, 0, 0]);
    pose.rotations.forEach((x, i) => {
      expect(Math.abs(x)).toBe(i % 4 === 3 ? 1 : 0);
    });
    poseAnimal(1, pose);
    for (let q = 0; q < pose.rotations.length; q += 4) {
      expect(Math.hypot(...pose.rotations.subarray(q, q + 4))).toBeCloseTo(1, 12);
    }
    const knee = animalBones.findIndex(({ name }) => name === 'left shin');
    expect(pose.rotations[4 * knee + 2]).toBeLessThan(-0.3);
  });
});
