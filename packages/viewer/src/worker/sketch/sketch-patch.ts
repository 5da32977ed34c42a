import { cutPatches } from '@selfcollide/three';
import type { QueryTrace, TraceProjection } from 'selfcollide';
import type { PatchSketch } from '../../messages.ts';
import { contourSegments, segmentBounds } from './contour-segments.ts';
import { searchLine } from './search-line.ts';
import { starKernel } from './star-kernel.ts';

/** A drawing of more triangles than this would be one grey blot. */
const MAX_TRIANGLES = 4000;

/**
 * Draws the patch that holds a triangle as its contour test saw it, or, where there was no such test, from its mean normal; null if the query
 * never came to the triangle.
 */
export function sketchPatch(
  trace: QueryTrace,
  mesh: { readonly positions: ArrayLike<number>; readonly triangles: Uint32Array },
  triangle: number,
  level: number,
  next: ArrayLike<number> | null = null,
): PatchSketch | null {
  const { patches, patchOf } = cutPatches(trace, level, mesh.triangles.length / 3);
  const found = patches[patchOf[triangle]];
  if (!found) return null;
  const members = trace.trianglesOf(found.patch);
  const seen = trace.projectionOf(found.visit);
  const { direction, project } = seen ?? alongMeanNormal(mesh, members);
  const { positions, triangles } = mesh;
  const flattenIn = (pose: ArrayLike<number>, vertices: ArrayLike<number>) => {
    const flat = new Float64Array(2 * vertices.length);
    for (let i = 0; i < vertices.length; i++) {
      const v = 3 * vertices[i];
      flat.set(project(pose[v], pose[v + 1], pose[v + 2]), 2 * i);
    }
    return flat;
  };
  const flatten = (vertices: ArrayLike<number>) => flattenIn(positions, vertices);
  const contours = trace.contourOf(found.visit);
  const loops = seen?.loops ?? contours.map(flatten);
  const neighbours = trace.acrossOf(found.visit).map((across) => Array.from(across, (t) => (t < 0 ? -1 : patchOf[t])));
  const runs = contourSegments(contours, neighbours);
  const drawn = members.length > MAX_TRIANGLES ? [] : [...members];
  return {
    patch: found.patch,
    level: found.level,
    outcome: found.outcome,
    triangleCount: members.length,
    direction: unit(direction),
    tested: seen !== null,
    loops,
    nextLoops: next ? contours.map((loop) => flattenIn(next, loop)) : [],
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

type Point = readonly [number, number, number];
type Mesh = Parameters<typeof sketchPatch>[1];

/** For patches whose contour was not tested: across the sum of their normals, so that most triangles turn to the left. */
function alongMeanNormal(
  { positions, triangles }: Mesh,
  members: Uint32Array,
): Pick<TraceProjection, 'direction' | 'project'> {
  const at = (v: number): Point => [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]];
  const sum: [number, number, number] = [0, 0, 0];
  for (const t of members) {
    const [a, b, c] = [at(triangles[3 * t]), at(triangles[3 * t + 1]), at(triangles[3 * t + 2])];
    const normal = cross(minus(b, a), minus(c, a));
    for (let k = 0; k < 3; k++) sum[k] += normal[k];
  }
  const direction = unit(sum[0] === 0 && sum[1] === 0 && sum[2] === 0 ? [0, 0, 1] : sum);
  const right = unit(cross(Math.abs(direction[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0], direction));
  const up = cross(direction, right);
  const dot = (u: Point, v: Point) => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  return { direction, project: (...point) => [dot(right, point), dot(up, point)] };
}

function minus(u: Point, v: Point): Point {
  return [u[0] - v[0], u[1] - v[1], u[2] - v[2]];
}

function cross(u: Point, v: Point): Point {
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}

function unit(u: Point): Point {
  const length = Math.hypot(...u);
  return [u[0] / length, u[1] / length, u[2] / length];
}
