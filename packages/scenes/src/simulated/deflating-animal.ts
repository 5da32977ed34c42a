import { createShell, enclosedVolume, planeCollider } from '@selfcollide/physics';
import { animalMesh } from '../bodies/animal.ts';
import { smoothStep } from '../create-scene.ts';
import type { SimulatedScene, SimulatedSceneEntry, SimulatedSceneOptions } from './simulated-scene.ts';
import { readSimulatedOptions, simulateFrames } from './simulated-scene.ts';
import { subdividedMesh } from './subdivided-mesh.ts';

/** Two steps of subdivision below the star paper's largest size. */
const BASE_TRIANGLES = 1_584;
/** Volume in the end, as a part of that at rest. */
const LAST_VOLUME = 0.3;
const DURATION = 2.5;

export const deflatingAnimalEntry: SimulatedSceneEntry = {
  name: 'deflating-animal',
  about: 'A hollow cat standing on the floor loses its air and collapses onto itself.',
  sizes: [1_584, 6_336, 25_344],
  defaultFrames: 100,
  make: deflatingAnimal,
};

function deflatingAnimal(options: SimulatedSceneOptions = {}): SimulatedScene {
  const { triangles, frames } = readSimulatedOptions(deflatingAnimalEntry, options);
  const mesh = subdividedMesh(animalMesh(BASE_TRIANGLES), triangles).fine;
  const { name, about } = deflatingAnimalEntry;
  return {
    name,
    about,
    mesh,
    frameCount: frames,
    frames() {
      const floor = planeCollider([0, -0.01, 0], [0, 1, 0], 0.6);
      const shell = createShell(mesh, { bendStiffness: 0.06, damping: 3, gravity: [0, -3, 0], colliders: [floor] });
      const volume = enclosedVolume(mesh.positions, mesh.triangles);
      const steps = 100 * 20;
      return simulateFrames({
        frames,
        steps,
        positions: shell.positions,
        step(share) {
          shell.targetVolume = volume * (1 - (1 - LAST_VOLUME) * smoothStep(0, 0.9, share));
          shell.step(DURATION / steps);
        },
      });
    },
  };
}
