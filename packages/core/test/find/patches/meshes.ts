import { createSurface, type Surface } from '../../../src/mesh/surface.ts';
import type { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { createPose, updatePose } from '../../../src/pose/pose.ts';

/** A regular sheet of 2 · columns · rows triangles; `height` bends it. */
export function sheet(columns: number, rows: number, height: (x: number, y: number) => number = () => 0): TriangleMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let j = 0; j <= rows; j++) for (let i = 0; i <= columns; i++) positions.push(i, j, height(i, j));
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const a = j * (columns + 1) + i;
      const c = a + columns + 1;
      triangles.push(a, a + 1, c + 1, a, c + 1, c);
    }
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** A closed tube around a circle: a torus. */
export function torus(around: number, across: number): TriangleMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i < around; i++) {
    for (let j = 0; j < across; j++) {
      const [u, v] = [(2 * Math.PI * i) / around, (2 * Math.PI * j) / across];
      const r = 3 + Math.cos(v);
      positions.push(r * Math.cos(u), r * Math.sin(u), Math.sin(v));
      const at = (x: number, y: number) => (x % around) * across + (y % across);
      triangles.push(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j), at(i + 1, j + 1), at(i, j + 1));
    }
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** Three pages on one spine, two sheets that touch at a vertex, a triangle without area and one that names a vertex twice. */
export function oddities(): TriangleMesh {
  const base = sheet(4, 4);
  const positions = [...base.positions];
  const triangles = [...base.triangles!];
  const vertex = (x: number, y: number, z: number) => positions.push(x, y, z) / 3 - 1;
  const page = (z: number) => triangles.push(0, 1, vertex(0.5, -1, z)); // edge 0–1 of the sheet, three times
  page(1);
  page(-1);
  page(2);
  const tip = vertex(9, 9, 1);
  triangles.push(24, tip, vertex(9, 10, 2)); // hangs on the corner of the sheet
  triangles.push(tip, vertex(10, 9, 1), vertex(11, 9, 1)); // no area
  triangles.push(3, 3, 8);
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** Triangles of their own, some crossing. */
export function soup(count: number, seed: number): TriangleMesh {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const positions = new Float64Array(9 * count);
  for (let t = 0; t < count; t++) {
    const centre = [4 * random(), 4 * random(), 4 * random()];
    for (let i = 0; i < 9; i++) positions[9 * t + i] = centre[i % 3] + random();
  }
  return { positions };
}

export const meshes: [name: string, mesh: TriangleMesh][] = [
  ['flat sheet', sheet(13, 9)],
  ['bent sheet', sheet(16, 11, (x, y) => Math.sin(x / 2) + Math.cos(y))],
  ['torus', torus(24, 12)],
  ['oddities', oddities()],
  ['soup', soup(90, 3)],
  ['one triangle', sheet(1, 1)],
];

export function surfaceOf(mesh: TriangleMesh): { surface: Surface; positions: Float64Array } {
  const surface = createSurface('test', mesh, { weld: true });
  const pose = createPose(surface);
  updatePose('test', pose, surface, mesh.positions, true);
  return { surface, positions: pose.positions };
}
