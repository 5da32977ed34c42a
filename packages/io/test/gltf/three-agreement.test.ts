import { AnimationMixer, LoopOnce, type Mesh, type Object3D, Vector3 } from 'three';
import { type GLTF, GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { describe, expect, it } from 'vitest';
import { CorrectiveWriter, type Model, readModel, sampleAnimation } from '../../src/index.ts';
import { hasSharedData, sharedData, testData } from '../shared-data.ts';
import { animatedSample } from './animated-sample.ts';
import { assembleGlb, splitGlb } from './gltf-file.ts';

const TIMES_PER_ANIMATION = 10;
/** Relative to the diagonal of the bounding box. */
const TOLERANCE = 1e-5;

/** three cannot decode images in Node, and they have no part in positions. */
async function loadWithThree(bytes: Uint8Array): Promise<GLTF> {
  const { json, bin } = splitGlb(bytes);
  delete json.images;
  delete json.textures;
  delete json.materials;
  for (const mesh of json.meshes) for (const primitive of mesh.primitives) delete primitive.material;
  return new GLTFLoader().parseAsync(assembleGlb(json, bin).buffer as ArrayBuffer, '');
}

/** three's meshes with the first vertex that ours has for them. */
function matchMeshes(gltf: GLTF, model: Model): { mesh: Mesh; firstVertex: number }[] {
  const matches: { mesh: Mesh; firstVertex: number }[] = [];
  const { associations } = gltf.parser;
  gltf.scene.traverse((object: Object3D) => {
    if (!(object as Mesh).isMesh) return;
    const own = associations.get(object) as { nodes?: number; primitives?: number } | undefined;
    const node = own?.nodes ?? (associations.get(object.parent!) as { nodes: number }).nodes;
    const blockAt = (vertex: number) => model.rig!.blocks.find((block) => block.firstVertex === vertex);
    const ours = model.objects.find(({ parts }) => blockAt(parts[0].firstVertex)?.node === node);
    matches.push({ mesh: object as Mesh, firstVertex: ours!.parts[own?.primitives ?? 0].firstVertex });
  });
  return matches;
}

async function expectAgreement(name: string, bytes: Uint8Array): Promise<void> {
  const model = await readModel(bytes, { name });
  const gltf = await loadWithThree(bytes);
  const meshes = matchMeshes(gltf, model);
  const vertexCount = meshes.reduce((sum, { mesh }) => sum + mesh.geometry.attributes.position.count, 0);
  expect(vertexCount).toBe(model.positions.length / 3);
  expect(gltf.animations.length).toBe(model.animations.length);

  const low = [0, 1, 2].map((axis) => model.positions.reduce((m, p, i) => (i % 3 === axis && p < m ? p : m), Infinity));
  const high = [0, 1, 2].map((axis) =>
    model.positions.reduce((m, p, i) => (i % 3 === axis && p > m ? p : m), -Infinity),
  );
  const size = Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  const point = new Vector3();
  const largestError = (pose: Float64Array): number => {
    gltf.scene.updateMatrixWorld(true);
    let largest = 0;
    for (const { mesh, firstVertex } of meshes) {
      for (let v = 0; v < mesh.geometry.attributes.position.count; v++) {
        mesh.getVertexPosition(v, point).applyMatrix4(mesh.matrixWorld);
        const at = 3 * (firstVertex + v);
        largest = Math.max(largest, Math.hypot(point.x - pose[at], point.y - pose[at + 1], point.z - pose[at + 2]));
      }
    }
    return largest / size;
  };

  expect(largestError(model.positions), 'pose without animation').toBeLessThan(TOLERANCE);
  const pose = new Float64Array(model.positions.length);
  let largestMove = 0;
  for (let a = 0; a < model.animations.length; a++) {
    const { start, end } = model.animations[a];
    // from before the first key to behind the last
    const times = Array.from({ length: TIMES_PER_ANIMATION }, (_, i) => start - 0.1 + ((end - start + 0.2) * i) / 9);
    const sampled = sampleAnimation(model, { animation: a, times });
    const mixer = new AnimationMixer(gltf.scene);
    const action = mixer.clipAction(gltf.animations[a]).setLoop(LoopOnce, 1);
    action.clampWhenFinished = true;
    action.play();
    times.forEach((time, i) => {
      action.reset();
      mixer.setTime(Math.min(Math.max(time, 0), end));
      sampled.frame(i, pose);
      expect(largestError(pose), `${model.animations[a].name} at ${time} s`).toBeLessThan(TOLERANCE);
      pose.forEach((value, k) => {
        largestMove = Math.max(largestMove, Math.abs(value - model.positions[k]));
      });
    });
    action.stop();
    mixer.uncacheRoot(gltf.scene);
  }
  expect(largestMove / size, 'something must have moved').toBeGreaterThan(0.01);
}

describe('poses agree with three.js', () => {
  it('Fox', async () => {
    await expectAgreement('Fox.glb', testData('Fox.glb'));
  });

  for (const name of ['CesiumMan', 'RiggedFigure', 'RobotExpressive']) {
    it.skipIf(!hasSharedData)(`${name} (needs ../shared/data)`, async () => {
      await expectAgreement(`${name}.glb`, sharedData(`skinned/${name}.glb`));
    });
  }

  for (const seed of [1, 2, 3]) {
    it(`generated file with morph targets, skin and every interpolation, seed ${seed}`, async () => {
      await expectAgreement('sample.glb', animatedSample(seed).toGlb());
    });

    it(`the same with corrective morph targets added, seed ${seed}`, async () => {
      const input = animatedSample(seed).toGlb();
      const model = await readModel(input, { name: 'sample.glb' });
      const push = model.positions.map((_, k) => (k % 5 === 0 ? 0.3 : 0));
      const clip = { animation: 0, times: [0.25, 1, 2], displacement: (i: number) => (i === 1 ? push : undefined) };
      const { bytes, targets } = new CorrectiveWriter(input, model, [clip]).write({ most: 12, tolerance: 0, least: 0 });
      expect(targets).toBe(1);
      await expectAgreement('corrected.glb', bytes);
    });
  }
});
