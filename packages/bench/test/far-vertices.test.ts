import { optimisedBoxTree, spatialHash } from '@selfcollide/papers';
import { createRandom, flatSheet, makeScene, type SceneMesh } from '@selfcollide/scenes';
import { createDetector, type DetectorOptions } from 'selfcollide';
import { describe, expect, it } from 'vitest';
import { contactSet } from '../src/fuzz/contact-set.ts';

/** Candidates may be this many times those of a mesh without vertices far away: those are fewer by the kernel's slanted direction, which is off where places are not linear. */
const FACTOR = 1.7;
const FAR = 1e10;
/** Candidates of `star-contour` a vertex far away: the small patches around it cannot be culled. */
const AROUND_ONE = 1000;
/** Far enough to leave the mesh, near enough for any rounding. */
const NEAR = 30;

const boxMethods: readonly DetectorOptions[] = [
  { method: 'box-tree' },
  { method: optimisedBoxTree() },
  { method: spatialHash() },
];
const methods: readonly DetectorOptions[] = [{ method: 'star-contour' }, ...boxMethods];

interface Found {
  readonly pairs: number;
  readonly contacts: Float64Array;
}

/** Prepared for the mesh at rest, since vertices fly off later, and asked about the pose. */
function find(rest: SceneMesh, positions: Float64Array, options: DetectorOptions): Found {
  const detector = createDetector(rest, options);
  detector.update(positions);
  const contacts = contactSet(detector.findIntersections(), positions.length / 3, rest.triangles.length / 3);
  return { pairs: detector.counters.pairTests, contacts };
}

/** Adds `distance` · direction to some vertices. */
type Pull = (positions: Float64Array, distance: number) => Float64Array;

const pullOne =
  (direction: readonly number[]): Pull =>
  (positions, distance) => {
    const moved = positions.slice();
    const vertex = Math.floor(positions.length / 6);
    for (let axis = 0; axis < 3; axis++) moved[3 * vertex + axis] += distance * direction[axis];
    return moved;
  };

/** One vertex in a hundred, each to a distance of its own, up or down along an axis, or anywhere. */
const pullSome =
  (axis?: number): Pull =>
  (positions, distance) => {
    const random = createRandom(3);
    const moved = positions.slice();
    for (let v = 0; v < positions.length / 3; v++) {
      if (random.next() > 0.01) continue;
      for (let k = 0; k < 3; k++) {
        const part = random.between(-1, 1);
        if (axis === undefined || axis === k) moved[3 * v + k] += distance * part;
      }
    }
    return moved;
  };

const moveAll: Pull = (positions, distance) => positions.map((x, i) => x + (i % 3 === 1 ? -distance : distance));

function countMoved(before: Float64Array, after: Float64Array): number {
  const moved = new Set<number>();
  for (let i = 0; i < before.length; i++) if (before[i] !== after[i]) moved.add(Math.floor(i / 3));
  return moved.size;
}

/** Copies of a mesh, all in one place. */
function copies(mesh: SceneMesh, count: number): SceneMesh {
  const vertices = mesh.positions.length / 3;
  return {
    positions: Float64Array.from({ length: count * mesh.positions.length }, (_, i) => {
      return mesh.positions[i % mesh.positions.length];
    }),
    triangles: Uint32Array.from({ length: count * mesh.triangles.length }, (_, i) => {
      return mesh.triangles[i % mesh.triangles.length] + vertices * Math.floor(i / mesh.triangles.length);
    }),
  };
}

/** Pieces of `size` numbers each to places that no box of another reaches. */
const scatter =
  (size: number): Pull =>
  (positions, distance) =>
    positions.map((x, i) => x + distance * [1, -1.7, 0.6][i % 3] * Math.floor(i / size));

const { mesh: bunny } = await makeScene('bunny', { triangles: 14_696 });
const { mesh: smallBunny } = await makeScene('bunny', { triangles: 3674 });
const waves = flatSheet({ triangles: 4000 });
const sheet = { ...waves.mesh, positions: new Float64Array(waves.mesh.positions.length) };
waves.frame(waves.frameCount - 1, sheet.positions);

describe('far away vertices cost few candidates:', () => {
  it.each<[string, SceneMesh, Pull]>([
    ['a coordinate of a bunny', bunny, pullOne([1, 0, 0])],
    ['a coordinate of a sheet', sheet, pullOne([0, 0, 1])],
    ['1 % of a bunny, along an axis', smallBunny, pullSome(1)],
    ['1 % of a sheet, along an axis', sheet, pullSome(2)],
    ['a bunny as a whole', smallBunny, moveAll],
  ])('%s', (_, mesh, pull) => {
    const far = pull(mesh.positions, FAR);
    const all = methods.map((options) => find(mesh, far, options));
    for (const { contacts } of all) expect(contacts).toEqual(all[0].contacts);
    boxMethods.forEach((options, i) => {
      const { pairs } = find(mesh, mesh.positions, options);
      expect(all[i + 1].pairs, JSON.stringify(options)).toBeLessThan(FACTOR * pairs);
    });
    const pulled = pull === moveAll ? 0 : countMoved(mesh.positions, far);
    const { pairs } = find(mesh, mesh.positions, methods[0]);
    expect(all[0].pairs, 'star-contour').toBeLessThanOrEqual(FACTOR * pairs + AROUND_ONE * pulled);
  });

  it('a coordinate of a bunny, for star-contour: hardly more than without', () => {
    const pairs = [0, FAR].map(
      (distance) => find(bunny, pullOne([1, 0, 0])(bunny.positions, distance), methods[0]).pairs,
    );
    expect(pairs[0]).toBeGreaterThan(100);
    expect(pairs[1]).toBeLessThan(FACTOR * pairs[0]);
  });

  // boxes of triangles with such a vertex really meet many others, so the same vertices less far away are the measure
  it.each<[string, SceneMesh, Pull]>([
    ['a vertex of a bunny', smallBunny, pullOne([1, -1, 1])],
    ['a vertex of a sheet', sheet, pullOne([1, 1, 1])],
    ['1 % of a sheet, anywhere', sheet, pullSome()],
    ['four bunnies far apart', copies(smallBunny, 4), scatter(smallBunny.positions.length)],
    ['six sheets far apart', copies(sheet, 6), scatter(sheet.positions.length)],
  ])('%s', (_, mesh, pull) => {
    const near = pull(mesh.positions, NEAR);
    const far = pull(mesh.positions, FAR);
    const rest = { ...mesh, positions: near };
    const all = methods.map((options) => find(rest, far, options));
    all.forEach(({ pairs, contacts }, i) => {
      expect(contacts).toEqual(all[0].contacts);
      // a sheet has no candidate at all for star-contour
      expect(pairs, JSON.stringify(methods[i])).toBeLessThanOrEqual(FACTOR * find(rest, near, methods[i]).pairs);
    });
  });

  it.each([0, 1e-9])('a sheet, %s times as high, with and without a vertex far away', (height) => {
    const flat = sheet.positions.map((x, i) => (i % 3 === 2 ? height * x : x));
    for (const options of boxMethods) {
      const { pairs } = find(sheet, sheet.positions, options);
      for (const pose of [flat, pullOne([0, 0, 1])(flat, FAR)]) {
        expect(find(sheet, pose, options).pairs, JSON.stringify(options)).toBeLessThan(FACTOR * pairs);
      }
    }
    expect(find(sheet, flat, { method: 'star-contour' }).pairs).toBe(0);
  });
});
