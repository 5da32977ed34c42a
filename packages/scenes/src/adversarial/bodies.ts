import { createRandom } from '../random.ts';
import type { SceneMesh } from '../scene.ts';
import { twistedSheet } from '../sheets/twisted-sheet.ts';
import { geodesicFrequency, geodesicSphere } from '../topology/geodesic-sphere.ts';
import { gridMesh, gridSize } from '../topology/grid.ts';
import { joinMeshes } from '../topology/join-meshes.ts';
import { adversarialEntry } from './adversarial-entry.ts';
import { latticeSoup } from './exact-overlaps.ts';

export const nestedSpheres = adversarialEntry(
  'nested-spheres',
  'A sphere inside another, apart at first; it moves sideways and breaks through the outer one.',
  { triangles: 360 },
  ({ triangles }) => {
    const sphere = geodesicSphere(geodesicFrequency(triangles / 2));
    const mesh: SceneMesh = { positions: sphere.directions, triangles: sphere.triangles };
    const { positions, triangles: faces, objects, vertexStart } = joinMeshes([mesh, mesh]);
    return {
      triangles: faces,
      vertexCount: positions.length / 3,
      objects,
      pose(t, out) {
        out.set(positions);
        for (let v = 3 * vertexStart[1]!; v < out.length; v += 3) {
          out[v] = positions[v]! / 2 + t;
          out[v + 1] = positions[v + 1]! / 2;
          out[v + 2] = positions[v + 2]! / 2;
        }
      },
    };
  },
);

/** Coordinates are multiples of 2⁻²⁰; adding ±10⁷ to them is exact, so contacts must be those of the sheet at the origin. */
export const FAR_OFFSET = 1e7;

export const farFromOrigin = adversarialEntry(
  'far-from-origin',
  'The twisted sheet ten million lengths away from the origin, on a lattice fine enough to keep the move exact.',
  { triangles: 400 },
  ({ triangles, seed }) => {
    const sheet = twistedSheet({ triangles, seed, frames: 101 });
    return {
      triangles: sheet.mesh.triangles,
      vertexCount: sheet.mesh.positions.length / 3,
      pose(t, out) {
        sheet.frame(Math.round(100 * t), out);
        for (let i = 0; i < out.length; i++) {
          const sign = i % 3 === 1 ? -1 : 1;
          out[i] = Math.round(out[i]! * 2 ** 20) / 2 ** 20 + sign * FAR_OFFSET;
        }
      },
    };
  },
);

/** Beyond the range in which products of three coordinates, or the squares of their errors, fit a double. */
const HUGE = 2 ** 340;
const TINY = 2 ** -340;

export const extremeScales = adversarialEntry(
  'extreme-scales',
  'Lattice triangles of size 1e102 together with others of size 1e-102 around the origin.',
  { triangles: 40 },
  ({ triangles, seed }) => {
    const half = Math.max(1, Math.round(triangles / 2));
    const large = latticeSoup.make({ triangles: half, seed, frames: 101 });
    const small = latticeSoup.make({ triangles: half, seed: seed === 0 ? 1 : seed - 1, frames: 101 });
    const { positions, triangles: faces, objects } = joinMeshes([large.mesh, small.mesh]);
    const scratch = new Float64Array(large.mesh.positions.length);
    return {
      triangles: faces,
      vertexCount: positions.length / 3,
      objects,
      pose(t, out) {
        const frame = Math.round(100 * t);
        [large, small].forEach((scene, i) => {
          scene.frame(frame, scratch);
          // brings the origin among the triangles; half a step keeps vertices of the two sizes apart
          const origin = i === 0 ? 3 : 3.5;
          for (let k = 0; k < scratch.length; k++) {
            out[i * scratch.length + k] = (scratch[k]! - origin) * (i === 0 ? HUGE : TINY);
          }
        });
      },
    };
  },
);

/** Open, closed, non-manifold and loose pieces in one mesh; each is one object, and they drift into each other. */
export const mixture = adversarialEntry(
  'mixture',
  'A sheet, two spheres, a tetrahedron, a bow-tie and loose triangles, not connected, that drift into each other.',
  { triangles: 300 },
  ({ triangles, seed }) => {
    const { columns, rows } = gridSize(Math.max(2, 0.4 * triangles), 1);
    const sphere = geodesicSphere(geodesicFrequency(Math.max(20, 0.25 * triangles)));
    const ball = { positions: sphere.directions, triangles: sphere.triangles };
    const sheet = gridMesh(columns, rows);
    const random = createRandom(seed);
    const loose = Math.max(1, Math.round(0.08 * triangles));
    const parts = joinMeshes([
      { ...sheet, positions: sheet.positions.map((x, i) => (i % 3 === 2 ? x : (4 * x) / Math.max(columns, rows) - 2)) },
      ball,
      { ...ball, positions: ball.positions.map((x) => x / 2) },
      {
        positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
        triangles: Uint32Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3),
      },
      {
        positions: Float64Array.of(0, 0, 0, 1, -0.5, 0, 1, 0.5, 0, -1, -0.5, 0, -1, 0.5, 0),
        triangles: Uint32Array.of(0, 1, 2, 0, 4, 3),
      },
      ...Array.from({ length: loose }, () => ({
        positions: Float64Array.from({ length: 9 }, () => random.index(65) / 64 - 0.5),
        triangles: Uint32Array.of(0, 1, 2),
      })),
    ]);
    // where each part starts; all end at the sheet's middle
    const starts = Array.from({ length: parts.vertexStart.length - 1 }, (_, i) =>
      i === 0 ? [0, 0, 0] : [3 * ((i % 3) - 1), 3 * ((Math.floor(i / 3) % 3) - 1), 2 + i / 2],
    );
    return {
      triangles: parts.triangles,
      vertexCount: parts.positions.length / 3,
      objects: parts.objects,
      pose(t, out) {
        starts.forEach((start, part) => {
          for (let v = 3 * parts.vertexStart[part]!; v < 3 * parts.vertexStart[part + 1]!; v++) {
            out[v] = parts.positions[v]! + (1 - t) * start[v % 3]!;
          }
        });
      },
    };
  },
);
