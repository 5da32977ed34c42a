import { createRandom, type Random } from '../random.ts';
import { gridMesh, gridSize } from '../topology/grid.ts';
import { joinMeshes } from '../topology/join-meshes.ts';
import { adversarialEntry } from './adversarial-entry.ts';

/**
 * Corners on a small lattice of one plane: equal corners, corners on edges, collinear edges and containment all occur by chance.
 * Every vertex drifts by a whole lattice step over the animation. Corners that start at one place share the drift.
 */
export const coplanarOverlaps = adversarialEntry(
  'coplanar-overlaps',
  'Triangles of one sloping plane with corners on a small lattice, overlapping and touching in every way; some drift.',
  { triangles: 40 },
  ({ triangles, seed }) => {
    const random = createRandom(seed);
    const side = Math.max(4, Math.round(1.5 * Math.sqrt(triangles)));
    const corners = latticeCorners(random, triangles, side, 2);
    return {
      triangles: Uint32Array.from({ length: 3 * triangles }, (_, i) => i),
      vertexCount: 3 * triangles,
      pose(t, out) {
        corners.forEach(({ from, drift }, i) => {
          const x = from[0]! + t * drift[0]!;
          const y = from[1]! + t * drift[1]!;
          out.set([x, y, x + 2 * y], 3 * i);
        });
      },
    };
  },
);

export const latticeSoup = adversarialEntry(
  'lattice-soup',
  'Triangles with corners on a small lattice of space, full of exact touching, collinear edges and triangles without area.',
  { triangles: 60 },
  ({ triangles, seed }) => {
    const random = createRandom(seed);
    const side = Math.max(4, Math.round(1.5 * Math.cbrt(triangles)));
    const corners = latticeCorners(random, triangles, side, 3);
    return {
      triangles: Uint32Array.from({ length: 3 * triangles }, (_, i) => i),
      vertexCount: 3 * triangles,
      pose(t, out) {
        corners.forEach(({ from, drift }, i) => {
          for (let axis = 0; axis < 3; axis++) out[3 * i + axis] = from[axis]! + t * drift[axis]!;
        });
      },
    };
  },
);

interface Corner {
  readonly from: readonly number[];
  readonly drift: readonly number[];
}

/** Corners of triangles of about three lattice steps; the drift depends on the place alone. */
function latticeCorners(random: Random, triangles: number, side: number, axes: number): Corner[] {
  const drifts = new Map<string, readonly number[]>();
  const corners: Corner[] = [];
  for (let i = 0; i < triangles; i++) {
    const around = Array.from({ length: axes }, () => random.index(side));
    for (let k = 0; k < 3; k++) {
      const from = around.map((x) => x + random.index(4));
      const fresh = Array.from({ length: axes }, () => random.index(3) - 1);
      const key = from.join();
      if (!drifts.has(key)) drifts.set(key, fresh);
      corners.push({ from, drift: drifts.get(key)! });
    }
  }
  return corners;
}

/**
 * Sheets 0 and 1 are equal in every frame (welding makes them one sheet of doubled triangles, without it they overlap
 * everywhere). Sheet 2 comes from below, coincides with them in the middle frame, and leaves upwards, shifted by half a cell.
 */
export const coincidentSheets = adversarialEntry(
  'coincident-sheets',
  'Two grids that coincide in all frames and a third that passes through them, coinciding exactly in the middle frame.',
  { triangles: 150 },
  ({ triangles }) => {
    const { columns, rows } = gridSize(triangles / 3, 1);
    const grid = gridMesh(columns, rows);
    const { positions, triangles: faces, objects, vertexStart } = joinMeshes([grid, grid, grid]);
    return {
      triangles: faces,
      vertexCount: positions.length / 3,
      objects,
      pose(t, out) {
        out.set(positions);
        for (let v = 3 * vertexStart[2]!; v < out.length; v += 3) {
          out[v] = positions[v]! + Math.max(0, t - 0.5);
          // a slope turns with the motion: before and after, the sheet crosses the others along a line
          out[v + 2] = (t - 0.5) * (1.25 + positions[v]! - columns / 2); // ¼: no vertex on that line
        }
      },
    };
  },
);
