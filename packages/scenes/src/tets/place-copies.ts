import type { Random } from '../random.ts';
import type { TetMesh } from './tet-mesh.ts';

/** A copy moved to `place` and turned by a random angle of at most `tilt` (radians, small) about each axis. */
export function placeCopy(mesh: TetMesh, place: readonly number[], tilt: number, random: Random): TetMesh {
  const turns = [0, 1, 2].map(() => random.between(-tilt, tilt));
  const positions = new Float64Array(mesh.positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const at = [...mesh.positions.slice(i, i + 3)];
    for (let axis = 0; axis < 3; axis++) {
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      const [c, s] = [Math.cos(turns[axis]), Math.sin(turns[axis])];
      [at[u], at[v]] = [c * at[u] - s * at[v], s * at[u] + c * at[v]];
    }
    for (let axis = 0; axis < 3; axis++) positions[i + axis] = at[axis] + place[axis];
  }
  return { positions, tets: mesh.tets };
}
