import { blendSkin, MATRIX_SIZE, poseBones, type SkinWeights, strongestBones } from '@selfcollide/physics';
import { animalBones, animalBoneWeights, animalMesh, poseAnimal } from '../bodies/animal.ts';
import type { SimulatedScene, SimulatedSceneEntry, SimulatedSceneOptions } from './simulated-scene.ts';
import { readSimulatedOptions } from './simulated-scene.ts';
import { type SubdividedMesh, subdividedMesh } from './subdivided-mesh.ts';

/** One and two steps of subdivision below the star paper's sizes. */
const BASE_TRIANGLES = 10_296;

export const characterEntry: SimulatedSceneEntry = {
  name: 'character',
  about: 'A skinned cat walks and crouches; skin passes through itself where knees, elbows and tail fold.',
  sizes: [41_184, 164_736],
  defaultFrames: 100,
  make: character,
};

function character(options: SimulatedSceneOptions = {}): SimulatedScene {
  const { triangles, frames } = readSimulatedOptions(characterEntry, options);
  const subdivided = subdividedMesh(animalMesh(BASE_TRIANGLES), triangles);
  const mesh = subdivided.fine;
  const skin = refinedSkin(subdivided);
  const skeleton = {
    parents: animalBones.map(({ parent }) => parent),
    joints: animalBones.flatMap(({ from }) => from),
  };
  const { name, about } = characterEntry;
  return {
    name,
    about,
    mesh,
    frameCount: frames,
    *frames() {
      const pose = { rotations: new Float64Array(4 * animalBones.length), translation: new Float64Array(3) };
      const matrices = new Float64Array(MATRIX_SIZE * animalBones.length);
      // as given, not blended: weights add up to 1 only up to rounding
      const positions = mesh.positions.slice();
      yield positions;
      for (let frame = 1; frame < frames; frame++) {
        poseAnimal(frame / (frames - 1), pose);
        poseBones(skeleton, pose.rotations, pose.translation, matrices);
        blendSkin(mesh.positions, skin, matrices, positions);
        yield positions;
      }
    },
  };
}

/** Weights of the coarse mesh, carried over by the subdivision, which keeps them positive. */
function refinedSkin({ coarse, fine, refine }: SubdividedMesh): SkinWeights {
  const boneCount = animalBones.length;
  const coarseWeights = animalBoneWeights(coarse);
  const vertexCount = fine.positions.length / 3;
  const weights = new Float64Array(boneCount * vertexCount);
  for (let first = 0; first < boneCount; first += 3) {
    const three = new Float64Array(coarse.positions.length);
    for (let i = 0; i < three.length; i++) {
      const bone = first + (i % 3);
      if (bone < boneCount) three[i] = coarseWeights[boneCount * Math.floor(i / 3) + bone];
    }
    refine(three).forEach((weight, i) => {
      const bone = first + (i % 3);
      if (bone < boneCount) weights[boneCount * Math.floor(i / 3) + bone] = weight;
    });
  }
  return strongestBones(weights, boneCount);
}
