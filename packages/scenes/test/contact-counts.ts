import type { Scene } from '@selfcollide/scenes';
import { createDetector } from 'selfcollide';

/** Contacts in each frame, by the tree method. */
export function contactCounts(scene: Scene): number[] {
  const detector = createDetector(scene.mesh, { method: 'aabb' });
  const positions = new Float64Array(scene.mesh.positions.length);
  return Array.from({ length: scene.frameCount }, (_, i) => {
    scene.frame(i, positions);
    detector.update(positions);
    return detector.findIntersections().count;
  });
}
