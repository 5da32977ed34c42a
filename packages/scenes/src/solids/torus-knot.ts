import { createScene, readSceneOptions } from '../create-scene.ts';
import { createRandom } from '../random.ts';
import type { Scene, SceneEntry, SceneOptions } from '../scene.ts';
import { gridSize, gridTriangles, gridVertexCount } from '../topology/grid.ts';

export interface TorusKnotOptions extends SceneOptions {
  /** Turns around the axis of the torus. Default 2. */
  readonly p?: number;
  /** Turns around the tube of the torus; must have no divisor in common with p. Default 3. */
  readonly q?: number;
}

const TORUS_RADIUS = 2;
const TORUS_TUBE = 0.8;

export const torusKnotEntry: SceneEntry = {
  name: 'torus-knot',
  about: 'A closed tube along a torus knot that inflates until its strands pass into each other.',
  group: 'smooth',
  defaultTriangles: 80_000,
  defaultFrames: 60,
  resizable: true,
  make: torusKnot,
};

/** A closed tube along a torus knot that inflates until its strands touch and pass into each other. */
export function torusKnot(options: TorusKnotOptions = {}): Scene {
  const { triangles, frames, seed } = readSceneOptions(torusKnotEntry, options);
  const { p = 2, q = 3 } = options;
  for (const [key, value] of [
    ['p', p],
    ['q', q],
  ] as const) {
    if (!Number.isSafeInteger(value) || value < 1) {
      throw new RangeError(`torusKnot: ${key} must be a whole number from 1, got ${String(value)}.`);
    }
  }
  if (greatestCommonDivisor(p, q) !== 1) {
    throw new RangeError(`torusKnot: p and q must have no common divisor, got ${p} and ${q}.`);
  }
  const { length, touching } = measureKnot(p, q);
  const firstRadius = 0.22 * touching;
  const lastRadius = 1.2 * touching;
  const { columns, rows } = gridSize(triangles, (Math.PI * (firstRadius + lastRadius)) / length, 3);
  const { centre, normal, binormal } = knotFrames(p, q, rows);
  const phase = createRandom(seed).between(0, 2 * Math.PI);

  return createScene(torusKnotEntry, {
    triangles: gridTriangles(columns, rows, { wrapColumns: true, wrapRows: true }),
    vertexCount: gridVertexCount(columns, rows, { wrapColumns: true, wrapRows: true }),
    frames,
    pose(t, out) {
      const radius = firstRadius + (lastRadius - firstRadius) * t;
      for (let row = 0, v = 0; row < rows; row++) {
        const swell = 1 + 0.06 * Math.sin((2 * Math.PI * 5 * row) / rows + phase + 3 * t);
        const at = 3 * row;
        for (let column = 0; column < columns; column++) {
          const angle = (2 * Math.PI * column) / columns;
          const n = radius * swell * Math.cos(angle);
          const b = radius * swell * Math.sin(angle);
          for (let axis = 0; axis < 3; axis++) {
            out[v++] = centre[at + axis]! + n * normal[at + axis]! + b * binormal[at + axis]!;
          }
        }
      }
    },
  });
}

function knotPoint(p: number, q: number, u: number): [number, number, number] {
  const distance = TORUS_RADIUS + TORUS_TUBE * Math.cos(q * u);
  return [distance * Math.cos(p * u), distance * Math.sin(p * u), TORUS_TUBE * Math.sin(q * u)];
}

/** The length of the knot, and the tube radius at which its strands first touch, both to about 1 %. */
function measureKnot(p: number, q: number): { length: number; touching: number } {
  const samples = 60 * (p + q);
  const points = Array.from({ length: samples }, (_, i) => knotPoint(p, q, (2 * Math.PI * i) / samples));
  const along = [0]; // arc length up to each point
  for (let i = 0; i < samples; i++) along.push(along[i]! + distanceBetween(points[i]!, points[(i + 1) % samples]!));
  const length = along[samples]!;
  let nearest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < samples; i++) {
    for (let j = 0; j < i; j++) {
      const gap = distanceBetween(points[i]!, points[j]!);
      const between = along[i]! - along[j]!;
      // points of one strand are near each other along it; half a circle separates another strand
      if (Math.min(between, length - between) > (Math.PI / 2) * gap) nearest = Math.min(nearest, gap);
    }
  }
  return { length, touching: Math.min(nearest, TORUS_TUBE + TORUS_RADIUS) / 2 };
}

function distanceBetween(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!);
}

/** Points of the knot and two unit vectors across it, carried along without twist and then turned evenly so as to close. */
function knotFrames(p: number, q: number, rows: number) {
  const centre = new Float64Array(3 * rows);
  const tangent = new Float64Array(3 * rows);
  const normal = new Float64Array(3 * rows);
  const binormal = new Float64Array(3 * rows);
  for (let row = 0; row < rows; row++) {
    const u = (2 * Math.PI * row) / rows;
    const distance = TORUS_RADIUS + TORUS_TUBE * Math.cos(q * u);
    const outwards = -TORUS_TUBE * q * Math.sin(q * u);
    const cos = Math.cos(p * u);
    const sin = Math.sin(p * u);
    centre.set(knotPoint(p, q, u), 3 * row);
    const tx = outwards * cos - distance * p * sin;
    const ty = outwards * sin + distance * p * cos;
    const tz = TORUS_TUBE * q * Math.cos(q * u);
    const length = Math.hypot(tx, ty, tz);
    tangent.set([tx / length, ty / length, tz / length], 3 * row);
  }

  // carry a normal from point to point, each time made perpendicular to the new tangent; one step more shows the gap
  let [nx, ny, nz] = perpendicular([1, 0, 0], tangent, 0);
  normal.set([nx, ny, nz], 0);
  for (let row = 1; row <= rows; row++) {
    [nx, ny, nz] = perpendicular([nx, ny, nz], tangent, 3 * (row % rows));
    if (row < rows) normal.set([nx, ny, nz], 3 * row);
  }
  const [bx, by, bz] = cross(tangent, 0, normal, 0);
  const gap = Math.atan2(nx * bx + ny * by + nz * bz, nx * normal[0]! + ny * normal[1]! + nz * normal[2]!);

  for (let row = 0; row < rows; row++) {
    const at = 3 * row;
    const [ux, uy, uz] = cross(tangent, at, normal, at);
    const turn = (-gap * row) / rows;
    const cos = Math.cos(turn);
    const sin = Math.sin(turn);
    const [x, y, z] = [normal[at]!, normal[at + 1]!, normal[at + 2]!];
    normal.set([cos * x + sin * ux, cos * y + sin * uy, cos * z + sin * uz], at);
    binormal.set([cos * ux - sin * x, cos * uy - sin * y, cos * uz - sin * z], at);
  }
  return { centre, normal, binormal };
}

function perpendicular(vector: readonly number[], tangents: Float64Array, at: number): [number, number, number] {
  const [x, y, z] = [vector[0]!, vector[1]!, vector[2]!];
  const along = x * tangents[at]! + y * tangents[at + 1]! + z * tangents[at + 2]!;
  const px = x - along * tangents[at]!;
  const py = y - along * tangents[at + 1]!;
  const pz = z - along * tangents[at + 2]!;
  const length = Math.hypot(px, py, pz);
  return [px / length, py / length, pz / length];
}

function cross(a: Float64Array, i: number, b: Float64Array, j: number): [number, number, number] {
  return [
    a[i + 1]! * b[j + 2]! - a[i + 2]! * b[j + 1]!,
    a[i + 2]! * b[j]! - a[i]! * b[j + 2]!,
    a[i]! * b[j + 1]! - a[i + 1]! * b[j]!,
  ];
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
