import { createShell, enclosedVolume, planeCollider } from '@selfcollide/physics';
import { readSceneOptions, smoothStep } from '../create-scene.ts';
import { geodesicFrequency, geodesicSphere } from '../topology/geodesic-sphere.ts';
import { type ContactSceneEntry, type ContactSceneOptions, contactScene } from './contact-scene.ts';

const LAST_VOLUME = 0.15;
const DURATION = 5;

export const deflatingBallEntry: ContactSceneEntry = {
  name: 'deflating-ball',
  about: 'A closed shell on the floor loses its air and collapses onto itself without passing through.',
  defaultTriangles: 1_620,
  defaultFrames: 601,
  make(options: ContactSceneOptions = {}) {
    const { triangles } = readSceneOptions(deflatingBallEntry, options);
    const frequency = geodesicFrequency(triangles);
    const sphere = geodesicSphere(frequency);
    // longer than wide, and tilted: it does not know which way to give
    const positions = sphere.directions.map((_, i, d) => {
      const [x, y, z] = d.subarray(i - (i % 3), i - (i % 3) + 3);
      return i % 3 === 0 ? 1.3 * x + 0.2 * y : i % 3 === 1 ? 0.8 * y - 0.1 * x : 0.9 * z + 0.1 * y;
    });
    const mesh = { positions, triangles: sphere.triangles };
    const volume = enclosedVolume(mesh.positions, mesh.triangles);
    const thickness = 0.15 / frequency; // about 0.15 edges
    return contactScene(deflatingBallEntry, options, {
      mesh,
      duration: DURATION,
      steps: 600 * Math.max(1, Math.round(frequency / 3)),
      create() {
        const shell = createShell(mesh, {
          bendStiffness: 4e-3,
          damping: 2,
          gravity: [0, -3, 0],
          colliders: [planeCollider([0, -0.9, 0], [0, 1, 0], 0.6)],
          volumeCompliance: 1e-4,
          ...(options.selfContact !== false && { selfContact: { thickness } }),
        });
        return {
          shell,
          prepare(share) {
            shell.targetVolume = volume * (1 - (1 - LAST_VOLUME) * smoothStep(0, 0.9, share));
          },
        };
      },
    });
  },
};
