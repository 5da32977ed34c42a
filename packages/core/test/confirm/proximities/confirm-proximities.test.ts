import { describe, expect, it } from 'vitest';
import { confirmProximities, confirmProximitiesBetween } from '../../../src/confirm/proximities/confirm-proximities.ts';
import { RestNeighbours } from '../../../src/confirm/proximities/rest-neighbours.ts';
import { createSurface, reorderSurface, type Surface } from '../../../src/mesh/surface.ts';
import { createPose, type Pose, updatePose } from '../../../src/pose/pose.ts';
import { DISTANCE_WORKSPACE } from '../../../src/predicates/distance-workspace.ts';
import { ProximityBuffer } from '../../../src/results/proximity-buffer.ts';
import type { Point } from '../../predicates/exact-oracle.ts';
import { nudged, RandomPoints } from '../../predicates/random.ts';
import { type PlainMesh, proximitiesOf } from './proximity-oracle.ts';

const work = new Float64Array(DISTANCE_WORKSPACE);

function surfaceOf({ points, triangles, objects }: PlainMesh): Surface {
  const mesh = { positions: Float64Array.from(points.flat()), triangles: Uint32Array.from(triangles.flat()) };
  return createSurface('test', mesh, { weld: false, objects });
}

function poseOf(surface: Surface, points: readonly (readonly number[])[]): Pose {
  const pose = createPose(surface);
  updatePose('test', pose, surface, Float64Array.from(points.flat()), false);
  return pose;
}

/** Every pair once, in one order or the other. */
function allPairs(count: number): Uint32Array {
  const pairs: number[] = [];
  for (let a = 0; a < count; a++) for (let b = 0; b < a; b++) pairs.push(...((a + b) % 2 ? [a, b] : [b, a]));
  return Uint32Array.from(pairs);
}

function confirm(
  mesh: PlainMesh,
  rest: readonly Point[],
  distance: number,
  radius: number,
  surface = surfaceOf(mesh),
): { found: ProximityBuffer; set: string[]; exceptions: number } {
  const pairs = allPairs(surface.triangleCount);
  const neighbours =
    radius > 0 ? new RestNeighbours(surface, poseOf(surface, rest), radius, pairs, pairs.length / 2) : null;
  const found = new ProximityBuffer();
  confirmProximities(surface, poseOf(surface, mesh.points), pairs, pairs.length / 2, distance, neighbours, found, work);
  const number = (t: number) => surface.triangleSource[t];
  const set = Array.from(
    { length: found.count },
    (_, i) => `${number(found.triangleA[i])} ${number(found.triangleB[i])}`,
  );
  return { found, set: set.sort(), exceptions: neighbours?.exceptionCount ?? 0 };
}

/** A sheet of `columns` × `rows` squares, two triangles each; vertices where `at` says. */
function sheet(columns: number, rows: number, at: (x: number, y: number) => Point, first = 0): PlainMesh {
  const points: Point[] = [];
  const triangles: [number, number, number][] = [];
  for (let y = 0; y <= rows; y++) for (let x = 0; x <= columns; x++) points.push(at(x, y));
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const v = first + y * (columns + 1) + x;
      triangles.push([v, v + 1, v + columns + 2], [v, v + columns + 2, v + columns + 1]);
    }
  }
  return { points, triangles };
}

function joined(a: PlainMesh, b: PlainMesh): PlainMesh {
  return { points: [...a.points, ...b.points], triangles: [...a.triangles, ...b.triangles] };
}

describe('confirmProximities', () => {
  it('finds what the definition says, with and without a rest radius', () => {
    const random = new RandomPoints(401);
    const rest = sheet(4, 2, (x, y) => [x, y, 0]);
    let pairs = 0;
    let left = 0;
    for (let i = 0; i < 7; i++) {
      const bent = rest.points.map(([x, y]): Point => {
        const angle = (x * Math.PI * i) / 7;
        return [Math.sin(angle), y + (i % 3 ? 0 : 0.3 * random.random()), Math.cos(angle) + 0.1 * random.random()];
      });
      const mesh = { ...rest, points: bent };
      for (const [distance, radius] of [
        [0, 0],
        [0.4, 0],
        [0.4, 1],
        [1.5, 1],
        [1.5, 2.5],
      ]) {
        const truth = proximitiesOf(mesh, rest.points, distance, radius);
        expect(confirm(mesh, rest.points, distance, radius).set).toEqual(truth);
        pairs += truth.length;
        if (radius > 0) left += proximitiesOf(mesh, rest.points, distance, 0).length - truth.length;
      }
    }
    expect(pairs).toBeGreaterThan(300);
    expect(left).toBeGreaterThan(100);
  }, 60_000);

  it('reports a pocket, which is close at rest but not joined within the radius', () => {
    const shirt = sheet(4, 2, (x, y) => [x, y, 0]);
    const pocket = sheet(2, 1, (x, y) => [1 + x, 0.5 + y, 0.25], shirt.points.length);
    const mesh = joined(shirt, pocket);
    const { set, exceptions } = confirm(mesh, mesh.points, 0.5, 2);
    expect(set).toEqual(proximitiesOf(mesh, mesh.points, 0.5, 2));
    expect(set.length).toBeGreaterThan(10);
    expect(exceptions).toBeGreaterThanOrEqual(set.length);
    // control: by rest distance alone the pocket would be lost
    expect(set.every((pair) => Number(pair.split(' ')[0]) < 16 && Number(pair.split(' ')[1]) >= 16)).toBe(true);
  });

  it('leaves nothing out between objects, and takes neighbours that meet', () => {
    const shirt = sheet(3, 1, (x, y) => [x, y, 0]);
    const labels = { ...shirt, objects: [0, 0, 1, 1, 1, 1] };
    const { set } = confirm(labels, shirt.points, 1.25, 4);
    expect(set).toEqual(proximitiesOf(labels, shirt.points, 1.25, 4));
    expect(set).not.toEqual([]);
    expect(confirm(shirt, shirt.points, 1.25, 4).set).toEqual([]);
    // folded so that the last square passes through the first
    const folded = shirt.points.map((p, v): Point => (v % 4 === 3 ? [0.5, p[1] - 0.25, v < 4 ? -1 : 1] : p));
    const crossing = { ...shirt, points: folded };
    const found = confirm(crossing, shirt.points, 0.1, 10).set;
    expect(found).toEqual(proximitiesOf(crossing, shirt.points, 0.1, 10));
    expect(found).not.toEqual([]);
  });

  it('has sheets exactly the distance apart in, with the next smaller double out, at any scale', () => {
    for (const power of [0, -490, 490]) {
      const gap = 0.1 * 2 ** power;
      const at =
        (z: number) =>
        (x: number, y: number): Point => [(x + 0.25) * 2 ** power, y * 2 ** power, z];
      const lower = sheet(2, 2, at(0));
      const mesh = joined(lower, sheet(2, 2, at(gap), lower.points.length));
      const { found } = confirm(mesh, mesh.points, gap, 0);
      expect(found.count).toBeGreaterThan(30);
      for (let i = 0; i < found.count; i++) expect(found.distance[i]).toBe(gap);
      expect(confirm(mesh, mesh.points, nudged(gap, -1), 0).set).toEqual([]);
      expect(confirm(mesh, mesh.points, 1e300, 0).found.count).toBeGreaterThan(found.count);
    }
  });

  it('gives the same digits whatever the order of triangles', () => {
    const random = new RandomPoints(402);
    const mesh = sheet(5, 4, () => random.inCube());
    const surface = surfaceOf(mesh);
    const order = Uint32Array.from({ length: surface.triangleCount }, (_, i) => (7 * i + 3) % surface.triangleCount);
    const digits = (of: Surface) => {
      const { found } = confirm(mesh, mesh.points, 0.3, 0, of);
      return Array.from({ length: found.count }, (_, i) =>
        [
          of.triangleSource[found.triangleA[i]],
          of.triangleSource[found.triangleB[i]],
          found.distance[i],
          ...found.weightsA.subarray(3 * i, 3 * i + 3),
          ...found.weightsB.subarray(3 * i, 3 * i + 3),
        ].join(' '),
      ).sort();
    };
    const plain = digits(surface);
    expect(plain.length).toBeGreaterThan(300);
    expect(digits(reorderSurface(surface, order))).toEqual(plain);
  });

  it('takes two meshes with poses of different scale', () => {
    const cloth = sheet(2, 2, (x, y) => [x, y, 0.5]);
    const solid = sheet(1, 1, (x, y) => [2 * x, 2 * y, 0]);
    const [a, b] = [surfaceOf(cloth), surfaceOf(solid)];
    const poseB = poseOf(b, solid.points);
    for (let i = 0; i < poseB.positions.length; i++) poseB.positions[i] *= 2 ** 40;
    poseB.scale = 2 ** 40;
    const pairs: number[] = [];
    for (let s = 0; s < a.triangleCount; s++) for (let t = 0; t < b.triangleCount; t++) pairs.push(s, t);
    const count = (distance: number) => {
      const out = new ProximityBuffer();
      const poseA = poseOf(a, cloth.points);
      const list = Uint32Array.from(pairs);
      confirmProximitiesBetween(a, poseA, b, poseB, list, pairs.length / 2, distance, out, work, new Float64Array(18));
      return out.count;
    };
    expect(count(0.5)).toBeGreaterThanOrEqual(8);
    expect(count(nudged(0.5, -1))).toBe(0);
  });
});
