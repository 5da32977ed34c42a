import { createRandom } from '../random.ts';
import type { SceneMesh } from '../scene.ts';
import { gridMesh, gridSize } from '../topology/grid.ts';
import { adversarialEntry } from './adversarial-entry.ts';

/** An even number of columns, so that the fold line is a grid line and the halves match vertex for vertex. */
function foldableGrid(triangles: number): { mesh: SceneMesh; middle: number } {
  const { columns, rows } = gridSize(triangles, 1.5);
  const middle = Math.max(1, Math.round(columns / 2));
  return { mesh: gridMesh(2 * middle, rows), middle };
}

/**
 * Swings the right half of a flat grid over onto the left half, along straight lines so that it stays exact: upright at
 * t = ½, at t = 1 every triangle lies on another one.
 */
function fold(rest: Float64Array, middle: number, t: number, out: Float64Array): void {
  out.set(rest);
  for (let v = 0; v < rest.length; v += 3) {
    const beyond = rest[v]! - middle;
    if (beyond <= 0) continue;
    out[v] = middle + (1 - 2 * t) * beyond;
    out[v + 2] = 2 * Math.min(t, 1 - t) * beyond;
  }
}

export const foldedSheet = adversarialEntry(
  'folded-sheet',
  'A grid folded flat onto itself: in the last frame its halves coincide vertex for vertex.',
  { triangles: 192 },
  ({ triangles }) => {
    const { mesh, middle } = foldableGrid(triangles);
    return {
      triangles: mesh.triangles,
      vertexCount: mesh.positions.length / 3,
      pose: (t, out) => fold(mesh.positions, middle, t, out),
    };
  },
);

export const flippedWindings = adversarialEntry(
  'flipped-windings',
  'The folded sheet with half of its triangles, chosen at random, wound the other way.',
  { triangles: 192 },
  ({ triangles, seed }) => {
    const { mesh, middle } = foldableGrid(triangles);
    const random = createRandom(seed);
    const flipped = mesh.triangles.slice();
    for (let i = 0; i < flipped.length; i += 3) {
      if (random.next() < 0.5) flipped.subarray(i, i + 3).reverse();
    }
    return {
      triangles: flipped,
      vertexCount: mesh.positions.length / 3,
      pose: (t, out) => fold(mesh.positions, middle, t, out),
    };
  },
);

export const duplicatedVertices = adversarialEntry(
  'duplicated-vertices',
  'The folded sheet with three vertices of its own for every triangle; copies move together.',
  { triangles: 192 },
  ({ triangles }) => {
    const { mesh, middle } = foldableGrid(triangles);
    const rest = new Float64Array(3 * mesh.triangles.length);
    mesh.triangles.forEach((vertex, i) => {
      rest.set(mesh.positions.subarray(3 * vertex, 3 * vertex + 3), 3 * i);
    });
    return {
      triangles: mesh.triangles.map((_, i) => i),
      vertexCount: rest.length / 3,
      pose: (t, out) => fold(rest, middle, t, out),
    };
  },
);
