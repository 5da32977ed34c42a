import type { ElasticTets } from '../elastic-tets.ts';
import { checkBasis, type ModeBasis } from '../mode-basis.ts';
import { type MovingPoints, SphereTree } from './sphere-tree.ts';

/** What all copies of a body share: surface and tets at rest around the middle of mass, how they move, mass and inertia. */
export interface BodyShape {
  /** Coordinates that move the surface. */
  readonly rank: number;
  /** Coordinates that forces act on: the first `rank` of them move the surface, others are only heard. */
  readonly forceRank: number;
  readonly surface: MovingPoints;
  readonly triangles: Uint32Array;
  /** Share of the surface's area that belongs to each vertex; together 1. */
  readonly areas: Float64Array;
  /** Unit normals of the surface's vertices at rest. */
  readonly normals: Float64Array;
  readonly tets: MovingPoints;
  readonly tetCorners: Uint32Array;
  /** Of surface vertices, of tets, and of triangles. */
  readonly vertexTree: SphereTree;
  readonly tetTree: SphereTree;
  readonly triangleTree: SphereTree;
  readonly mass: number;
  /** Where the middle of mass was in the coordinates of the body given. */
  readonly middle: readonly [number, number, number];
  /** 3 × 3, at rest. */
  readonly inertia: Float64Array;
  /** Largest distance of a surface vertex from the middle of mass. */
  readonly size: number;
}

export interface BodySurface {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
  /** The same coordinates as of the tets, for the surface's vertices. */
  readonly basis: ModeBasis;
}

/**
 * @param basis Of the tets; its first `rank` columns move the body.
 * @param rank Default: all columns.
 */
export function createBodyShape(
  body: ElasticTets,
  basis: ModeBasis,
  surface: BodySurface,
  rank = basis.count,
): BodyShape {
  const caller = 'createBodyShape';
  checkBasis(caller, basis, body.vertexCount);
  checkBasis(caller, surface.basis, surface.positions.length / 3);
  if (surface.basis.count !== basis.count) {
    throw new RangeError(
      `${caller}: surface.basis must have the ${basis.count} columns of the body's, got ${surface.basis.count}.`,
    );
  }
  if (!(Number.isInteger(rank) && rank >= 1 && rank <= basis.count)) {
    throw new RangeError(`${caller}: rank must be a whole number from 1 to ${basis.count}, got ${rank}.`);
  }
  let mass = 0;
  const middle: [number, number, number] = [0, 0, 0];
  for (let v = 0; v < body.vertexCount; v++) {
    mass += body.masses[v];
    for (let axis = 0; axis < 3; axis++) middle[axis] += body.masses[v] * body.positions[3 * v + axis];
  }
  for (let axis = 0; axis < 3; axis++) middle[axis] /= mass;
  const centred = (positions: Float64Array) => positions.map((x, i) => x - middle[i % 3]);
  const points: MovingPoints = {
    rank,
    rest: centred(surface.positions),
    rows: rowsOf(surface.basis),
    stride: basis.count,
  };
  const tets: MovingPoints = { rank, rest: centred(body.positions), rows: rowsOf(basis), stride: basis.count };
  const inertia = new Float64Array(9);
  for (let v = 0; v < body.vertexCount; v++) {
    const p = tets.rest.subarray(3 * v, 3 * v + 3);
    const square = p[0] * p[0] + p[1] * p[1] + p[2] * p[2];
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) inertia[3 * i + j] += body.masses[v] * ((i === j ? square : 0) - p[i] * p[j]);
    }
  }
  const { triangles } = surface;
  const vertexCount = points.rest.length / 3;
  const vertexNumbers = Uint32Array.from({ length: vertexCount }, (_, v) => v);
  const { areas, normals } = areasAndNormals(points.rest, triangles);
  let size = 0;
  for (let v = 0; v < vertexCount; v++) size = Math.max(size, Math.hypot(...points.rest.subarray(3 * v, 3 * v + 3)));
  return {
    rank,
    forceRank: basis.count,
    surface: points,
    triangles,
    areas,
    normals,
    tets,
    tetCorners: body.tets,
    vertexTree: new SphereTree(points, vertexNumbers, 1),
    tetTree: new SphereTree(tets, body.tets, 4),
    triangleTree: new SphereTree(points, triangles, 3),
    mass,
    middle,
    inertia,
    size,
  };
}

function rowsOf({ count, vectors }: ModeBasis): Float64Array {
  const length = vectors.length / count;
  const rows = new Float64Array(vectors.length);
  for (let k = 0; k < count; k++) for (let x = 0; x < length; x++) rows[x * count + k] = vectors[k * length + x];
  return rows;
}

function areasAndNormals(rest: Float64Array, triangles: Uint32Array) {
  const areas = new Float64Array(rest.length / 3);
  const normals = new Float64Array(rest.length);
  let total = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => rest.subarray(3 * triangles[t + k], 3 * triangles[t + k] + 3));
    const u = [0, 1, 2].map((k) => b[k] - a[k]);
    const v = [0, 1, 2].map((k) => c[k] - a[k]);
    const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const area = Math.hypot(...normal) / 2;
    total += area;
    for (let k = 0; k < 3; k++) {
      areas[triangles[t + k]] += area / 3;
      for (let axis = 0; axis < 3; axis++) normals[3 * triangles[t + k] + axis] += normal[axis];
    }
  }
  for (let v = 0; v < areas.length; v++) {
    areas[v] /= total;
    const length = Math.hypot(...normals.subarray(3 * v, 3 * v + 3)) || 1;
    for (let axis = 0; axis < 3; axis++) normals[3 * v + axis] /= length;
  }
  return { areas, normals };
}
