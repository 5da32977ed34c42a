import { cutPatches } from '@selfcollide/three';
import type { QueryTrace } from 'selfcollide';
import type { PatchSketch } from '../../messages.ts';
import { commonDirection, type Vector } from './common-direction.ts';
import { contourSegments } from './contour-segments.ts';
import { patchesBeside } from './patches-beside.ts';
import { searchLine } from './search-line.ts';
import { segmentBounds } from './segment-bounds.ts';
import { starKernel } from './star-kernel.ts';

/** A drawing of more triangles than this would be one grey blot. */
const MAX_TRIANGLES = 4000;

/** Draws the patch that holds a triangle as its contour test sees it; null if the query never came to the triangle. */
export function sketchPatch(
  trace: QueryTrace,
  mesh: { readonly positions: ArrayLike<number>; readonly triangles: Uint32Array },
  triangle: number,
  level: number,
): PatchSketch | null {
  const { patches, patchOf } = cutPatches(trace, level, mesh.triangles.length / 3);
  const found = patches[patchOf[triangle]];
  if (!found) return null;
  const members = trace.trianglesOf(found.patch);
  const { direction, faced } = commonDirection(normalsOf(mesh, directedPatch(trace, found.patch)));
  const project = projection(direction);
  const { positions, triangles } = mesh;
  const flatten = (vertices: ArrayLike<number>) => {
    const flat = new Float64Array(2 * vertices.length);
    for (let i = 0; i < vertices.length; i++) {
      const v = 3 * vertices[i];
      flat.set(project([positions[v], positions[v + 1], positions[v + 2]]), 2 * i);
    }
    return flat;
  };
  const contours = trace.contourOf(found.visit);
  const loops = contours.map(flatten);
  const runs = contourSegments(contours, patchesBeside(contours, mesh, patchOf));
  const drawn = members.length > MAX_TRIANGLES ? [] : [...members];
  return {
    patch: found.patch,
    level: found.level,
    outcome: found.outcome,
    triangleCount: members.length,
    direction,
    faced,
    loops,
    triangles: flatten(drawn.flatMap((t) => [...triangles.subarray(3 * t, 3 * t + 3)])),
    kernel: starKernel(loops),
    searchLines: loops.length > 0 ? [searchLine(loops, true), searchLine(loops, false)] : [],
    segments: runs.map(({ vertices, neighbour }) => {
      const points = flatten(vertices);
      const bounds = [segmentBounds(points, true), segmentBounds(points, false)] as const;
      return { points, neighbour: neighbour < 0 ? null : patches[neighbour].patch, bounds };
    }),
    outline: Uint32Array.from(runs.flatMap(({ vertices }) => vertices.slice(1).flatMap((v, i) => [vertices[i], v]))),
  };
}

/**
 * The triangles whose normals say along which direction a patch is seen: those of the largest patch around it for which a direction was
 * found, since what is below keeps that direction (star paper §6.3); its own if there is none.
 */
function directedPatch(trace: QueryTrace, patch: number): Uint32Array {
  const members = trace.trianglesOf(patch);
  const [some] = members;
  for (const { patchA, patchB, outcome } of trace.visits) {
    // parents come before their children
    if (patchA !== patchB || outcome === 'no common direction' || outcome === 'not tried') continue;
    const around = trace.trianglesOf(patchA);
    if (around.length >= members.length && around.includes(some)) return around;
  }
  return members;
}

function normalsOf({ positions, triangles }: Parameters<typeof sketchPatch>[1], members: Uint32Array): Float64Array {
  const normals = new Float64Array(3 * members.length);
  members.forEach((t, i) => {
    const [a, b, c] = [0, 1, 2].map((k) => 3 * triangles[3 * t + k]);
    const edge = (from: number, to: number) => [0, 1, 2].map((k) => positions[to + k] - positions[from + k]);
    const [u, v] = [edge(a, b), edge(a, c)];
    for (let k = 0; k < 3; k++) {
      const [p, q] = [(k + 1) % 3, (k + 2) % 3];
      normals[3 * i + k] = u[p] * v[q] - u[q] * v[p];
    }
  });
  return normals;
}

/**
 * Along a direction onto the coordinate plane that lies most across it, as the detector projects: search lines run along coordinate axes.
 * What faces the direction turns to the left.
 */
function projection(direction: Vector): (point: Vector) => [number, number] {
  const lengths = direction.map(Math.abs);
  const main = lengths.indexOf(Math.max(...lengths));
  const [i, j] = [(main + 1) % 3, (main + 2) % 3];
  const sign = direction[main] < 0 ? -1 : 1;
  return (point) => [
    sign * (direction[main] * point[i] - direction[i] * point[main]),
    direction[main] * point[j] - direction[j] * point[main],
  ];
}
