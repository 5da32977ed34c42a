import type { SceneMesh } from '../scene.ts';
import { cubeTets } from './cube-tets.ts';
import type { TetMesh } from './tet-mesh.ts';

/**
 * A closed surface filled with cubes of five tets each: those whose middle is inside. `cells` is their number along the
 * longest side of the surface's box.
 */
export function tetLattice(surface: SceneMesh, cells: number): TetMesh {
  const { positions: p } = surface;
  const low = [0, 1, 2].map((axis) =>
    p.reduce((min, x, i) => (i % 3 === axis ? Math.min(min, x) : min), Number.POSITIVE_INFINITY),
  );
  const high = [0, 1, 2].map((axis) =>
    p.reduce((max, x, i) => (i % 3 === axis ? Math.max(max, x) : max), Number.NEGATIVE_INFINITY),
  );
  const edge = Math.max(...high.map((x, axis) => x - low[axis])) / cells;
  const count = high.map((x, axis) => Math.ceil((x - low[axis]) / edge));

  const positions: number[] = [];
  const tets: number[] = [];
  const numberOf = new Map<number, number>();
  const vertex = (x: number, y: number, z: number): number => {
    const place = (x * (count[1] + 1) + y) * (count[2] + 1) + z;
    let v = numberOf.get(place);
    if (v === undefined) {
      v = positions.push(low[0] + x * edge, low[1] + y * edge, low[2] + z * edge) / 3 - 1;
      numberOf.set(place, v);
    }
    return v;
  };
  for (let y = 0; y < count[1]; y++) {
    for (let z = 0; z < count[2]; z++) {
      const crossings = crossingsAlongX(surface, low[1] + (y + 0.5) * edge, low[2] + (z + 0.5) * edge);
      for (let x = 0; x < count[0]; x++) {
        const middle = low[0] + (x + 0.5) * edge;
        if (crossings.filter((crossing) => crossing < middle).length % 2 === 0) continue;
        const corners = Array.from({ length: 8 }, (_, c) => vertex(x + (c & 1), y + ((c >> 1) & 1), z + (c >> 2)));
        tets.push(...cubeTets(corners, (x + y + z) % 2 === 1));
      }
    }
  }
  return { positions: Float64Array.from(positions), tets: Uint32Array.from(tets) };
}

/** Where a line along x meets the surface. A line through an edge or corner counts it once: sides are half open. */
function crossingsAlongX({ positions: p, triangles }: SceneMesh, y: number, z: number): number[] {
  const crossings: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    let odd = false;
    for (const [from, to] of [
      [a, b],
      [b, c],
      [c, a],
    ]) {
      if (p[from + 1] > y === p[to + 1] > y) continue;
      // the same arithmetic for both triangles at an edge
      const [low, high] = p[from + 1] < p[to + 1] ? [from, to] : [to, from];
      const share = (y - p[low + 1]) / (p[high + 1] - p[low + 1]);
      if (p[low + 2] + share * (p[high + 2] - p[low + 2]) > z) odd = !odd;
    }
    if (!odd) continue;
    // x of the plane at (y, z)
    const nx = (p[b + 1] - p[a + 1]) * (p[c + 2] - p[a + 2]) - (p[b + 2] - p[a + 2]) * (p[c + 1] - p[a + 1]);
    const ny = (p[b + 2] - p[a + 2]) * (p[c] - p[a]) - (p[b] - p[a]) * (p[c + 2] - p[a + 2]);
    const nz = (p[b] - p[a]) * (p[c + 1] - p[a + 1]) - (p[b + 1] - p[a + 1]) * (p[c] - p[a]);
    crossings.push(p[a] - (ny * (y - p[a + 1]) + nz * (z - p[a + 2])) / nx);
  }
  return crossings;
}
