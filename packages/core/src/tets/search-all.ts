import type { Engine } from '../kernel/mesh-kernel.ts';
import { refuseKernel } from '../kernel/refuse-kernel.ts';
import type { TetFinder } from './tet-finder.ts';
import { examine, type TetSearch } from './tet-search.ts';
import type { TetWorld } from './tet-world.ts';

/** The oracle that the grid must agree with. */
export class BruteForceFinder implements TetFinder {
  readonly world: TetWorld;
  readonly engineReason: string;
  readonly byteLength = 0;

  constructor(caller: string, engine: Engine | 'auto', world: TetWorld) {
    this.engineReason = refuseKernel(caller, engine, "method 'brute-force' has no kernel");
    this.world = world;
  }

  find(search: TetSearch): void {
    searchAll(this.world, search);
  }
}

/** Every vertex against every tet whose box it is in. */
function searchAll(world: TetWorld, search: TetSearch): void {
  const { positions, tets, vertexCount, tetCount } = world;
  const { widths } = search.test;
  for (let t = 0; t < tetCount; t++) {
    const a = tets[4 * t];
    const b = tets[4 * t + 1];
    const c = tets[4 * t + 2];
    const d = tets[4 * t + 3];
    const minX = Math.min(positions[3 * a], positions[3 * b], positions[3 * c], positions[3 * d]);
    const maxX = Math.max(positions[3 * a], positions[3 * b], positions[3 * c], positions[3 * d]);
    const minY = Math.min(positions[3 * a + 1], positions[3 * b + 1], positions[3 * c + 1], positions[3 * d + 1]);
    const maxY = Math.max(positions[3 * a + 1], positions[3 * b + 1], positions[3 * c + 1], positions[3 * d + 1]);
    const minZ = Math.min(positions[3 * a + 2], positions[3 * b + 2], positions[3 * c + 2], positions[3 * d + 2]);
    const maxZ = Math.max(positions[3 * a + 2], positions[3 * b + 2], positions[3 * c + 2], positions[3 * d + 2]);
    widths[0] = maxX - minX;
    widths[1] = maxY - minY;
    widths[2] = maxZ - minZ;
    for (let v = 0; v < vertexCount; v++) {
      const x = positions[3 * v];
      if (x < minX || x > maxX) continue;
      const y = positions[3 * v + 1];
      if (y < minY || y > maxY) continue;
      const z = positions[3 * v + 2];
      if (z < minZ || z > maxZ) continue;
      if (v !== a && v !== b && v !== c && v !== d) examine(world, search, v, t);
    }
  }
}
