import { cubeTets } from './cube-tets.ts';
import type { TetMesh } from './tet-mesh.ts';

/** A block of nx × ny × nz cubes of the given edge, five tets each, its middle at the origin. */
export function tetBlock(nx: number, ny: number, nz: number, edge = 1): TetMesh {
  const positions: number[] = [];
  const tets: number[] = [];
  const vertex = (x: number, y: number, z: number) => (x * (ny + 1) + y) * (nz + 1) + z;
  for (let x = 0; x <= nx; x++) {
    for (let y = 0; y <= ny; y++) {
      for (let z = 0; z <= nz; z++) positions.push((x - nx / 2) * edge, (y - ny / 2) * edge, (z - nz / 2) * edge);
    }
  }
  for (let x = 0; x < nx; x++) {
    for (let y = 0; y < ny; y++) {
      for (let z = 0; z < nz; z++) {
        const corners = Array.from({ length: 8 }, (_, c) => vertex(x + (c & 1), y + ((c >> 1) & 1), z + (c >> 2)));
        tets.push(...cubeTets(corners, (x + y + z) % 2 === 1));
      }
    }
  }
  return { positions: Float64Array.from(positions), tets: Uint32Array.from(tets) };
}
