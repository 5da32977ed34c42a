import { collapseEdges } from '../../bunny/collapse-edges.ts';
import type { SceneMesh } from '../../scene.ts';
import { animalDistance } from './animal-distance.ts';
import { surfaceNet } from './surface-net.ts';

/** Triangles of the net × spacing² / 2, measured at spacings from 0.05 to 0.12, where it is 42.7 to 43.4. */
const NET_AREA = 42.7;
/** Below this the net is too coarse for gaps and thin limbs, and the mesh is thinned from one of this size. */
const MIN_NET = 6_300;

/** The animal at rest as a closed manifold of exactly `triangles` triangles (an even number), all about equally large. */
export function animalMesh(triangles: number): SceneMesh {
  const wanted = Math.max(triangles, MIN_NET);
  for (let spacing = Math.sqrt((2 * NET_AREA) / wanted); ; spacing *= 0.99) {
    const options = { low: LOW, high: HIGH, spacing };
    if (surfaceNet(animalDistance, { ...options, rounds: 0 }).triangles.length < 3 * wanted) continue;
    // few are left to collapse, so the mesh stays even
    return collapseEdges(surfaceNet(animalDistance, options), triangles);
  }
}

/** A box with room around the animal. */
const LOW = [-3.4, -0.3, -1.2] as const;
const HIGH = [3, 3.9, 1.2] as const;
