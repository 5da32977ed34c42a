import { tetBlock } from './tet-block.ts';
import type { TetMesh } from './tet-mesh.ts';

/** A ball around the origin: a cube of `cells`³ cubes, each shell of it blown up to a sphere. */
export function tetBall(cells: number, radius = 1): TetMesh {
  const { positions, tets } = tetBlock(cells, cells, cells, 2 / cells);
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = positions.slice(i, i + 3);
    const length = Math.hypot(x, y, z);
    if (length === 0) continue;
    const scale = (radius * Math.max(Math.abs(x), Math.abs(y), Math.abs(z))) / length;
    positions[i] = scale * x;
    positions[i + 1] = scale * y;
    positions[i + 2] = scale * z;
  }
  return { positions, tets };
}
