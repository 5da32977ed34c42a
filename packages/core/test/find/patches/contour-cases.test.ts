import { describe, expect, it } from 'vitest';
import { apartAtVertex } from '../../../src/find/patches/apart-at-vertex.ts';
import { CrossingTest } from '../../../src/find/patches/crossing-test.ts';
import { ProjectedLoops } from '../../../src/find/patches/projected-loops.ts';
import { createProjection, projectAlong } from '../../../src/find/patches/projection.ts';
import { RadialOrder } from '../../../src/find/patches/radial-order.ts';
import { ACROSS_EDGE, ACROSS_VERTEX, NEVER_CULLED } from '../../../src/find/patches/test-tree.ts';
import { sheet, sphere } from '../../partition/small-meshes.ts';
import { prepareTwoPatches, type TwoPatches } from './two-patches.ts';

interface Mesh {
  readonly positions: ArrayLike<number>;
  readonly triangles: ArrayLike<number>;
}

/** What each test says of a node's contour, seen from above: walks around its middle, and as a whole. */
function verdicts(patches: TwoPatches, node: number, direction: readonly [number, number, number] = [0, 0, 1]) {
  const { contourLoops, positions } = patches;
  const projection = createProjection();
  projectAlong(projection, ...direction);
  const contour = new ProjectedLoops(contourLoops);
  contour.load(contourLoops, node, positions, projection);
  return {
    radial: new RadialOrder(contour.capacity).test(contour),
    simple: new CrossingTest(contour.capacity).test(contour),
    loops: contour.loops,
    edges: contour.count,
  };
}

const whole = (mesh: Mesh, direction?: readonly [number, number, number]) =>
  verdicts(prepareTwoPatches(mesh.positions, mesh.triangles), 0, direction);

/** Triangles around the origin, `turns` times round, with an inner rim unless `inner` is 0; open ends or closed. */
function turning(steps: number, turns: number, inner: number, closed: boolean): Mesh {
  const positions: number[] = inner === 0 ? [0, 0, 0] : [];
  const triangles: number[] = [];
  const count = closed ? steps : steps + 1;
  for (let i = 0; i < count; i++) {
    const angle = (2 * Math.PI * turns * i) / steps;
    if (inner > 0) positions.push(inner * Math.cos(angle), inner * Math.sin(angle), 0);
    positions.push(Math.cos(angle), Math.sin(angle), 0);
  }
  for (let i = 0; i < steps; i++) {
    const k = (i + 1) % count;
    if (inner === 0) triangles.push(0, 1 + i, 1 + k);
    else triangles.push(2 * i, 2 * i + 1, 2 * k + 1, 2 * i, 2 * k + 1, 2 * k);
  }
  return { positions, triangles };
}

/** Triangles of a mesh, those for which `first` holds before the others, and how many they are. */
function split({ positions, triangles }: Mesh, first: (x: number, y: number) => boolean) {
  const parts: number[][] = [[], []];
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [triangles[t], triangles[t + 1], triangles[t + 2]];
    const [x, y] = [0, 1].map((axis) => corners.reduce((sum, v) => sum + positions[3 * v + axis] / 3, 0));
    parts[first(x, y) ? 0 : 1].push(...corners);
  }
  return prepareTwoPatches(positions, parts.flat(), parts[0].length / 3);
}

/** The test node of both patches together. */
function across({ testTree }: TwoPatches): number {
  for (let node = 0; node < testTree.nodeCount; node++)
    if (testTree.patchA[node] !== testTree.patchB[node]) return node;
  throw new Error('the patches are not adjacent');
}

describe('contour of', () => {
  it('a fan: star-shaped', () => {
    expect(whole(turning(7, 1, 0, true))).toEqual({ radial: true, simple: true, loops: 1, edges: 7 });
    expect(whole(turning(40, 1, 0, true))).toEqual({ radial: true, simple: true, loops: 1, edges: 40 });
  });

  it.each([10, 11, 40, 41])('a double-cover fan of %i: fails, though its middle sees every edge', (steps) => {
    expect(whole(turning(steps, 2, 0, true))).toMatchObject({ radial: false, simple: false, loops: 1 });
  });

  it('an annulus: simple with its hole, but no star', () => {
    expect(whole(turning(6, 1, 0.5, true))).toEqual({ radial: false, simple: true, loops: 2, edges: 12 });
    expect(whole(turning(50, 1, 0.5, true))).toEqual({ radial: false, simple: true, loops: 2, edges: 100 });
  });

  it('an annulus that covers itself twice: fails', () => {
    expect(whole(turning(50, 2, 0.5, true))).toMatchObject({ radial: false, simple: false });
    expect(whole(turning(9, 2, 0.5, true))).toMatchObject({ radial: false, simple: false });
  });

  it('a helical ramp: passes until it has gone round', () => {
    expect(whole(turning(30, 0.4, 0.5, false))).toMatchObject({ simple: true });
    expect(whole(turning(30, 0.98, 0.5, false))).toMatchObject({ simple: true });
    expect(whole(turning(30, 1, 0.5, false))).toMatchObject({ radial: false, simple: false });
    expect(whole(turning(30, 1.02, 0.5, false))).toMatchObject({ radial: false, simple: false });
    expect(whole(turning(30, 1.7, 0.5, false))).toMatchObject({ radial: false, simple: false });
  });

  it('a whole closed component: there is none, it is never culled', () => {
    const { testTree, contourLoops } = prepareTwoPatches(sphere(3).positions, sphere(3).triangles);
    expect(testTree.kind[0]).toBe(NEVER_CULLED);
    expect(contourLoops.start[1]).toBe(0);
  });

  it('one disk above another: two outer loops, fails', () => {
    const small = turning(5, 1, 0, true);
    const disk = turning(7, 1, 0, true);
    const positions = [...Array.from(disk.positions, (x) => 4 * x), ...Array.from(small.positions)];
    const triangles = [...Array.from(disk.triangles), ...Array.from(small.triangles, (v) => v + 8)];
    expect(whole({ positions, triangles })).toMatchObject({ radial: false, simple: false, loops: 2 });
  });

  it('two patches that meet along two chains: the union has two loops, its own contour counts both chains', () => {
    const patches = split(turning(24, 1, 0.5, true), (_, y) => y > 0);
    const node = across(patches);
    expect(patches.testTree.kind[node]).toBe(ACROSS_EDGE);
    expect(verdicts(patches, node)).toEqual({ radial: false, simple: true, loops: 2, edges: 48 });
    for (const half of [1, 2]) {
      expect(verdicts(patches, patches.contourLoops.nodeOfPatch[half])).toMatchObject({
        simple: true,
        loops: 1,
        edges: 26,
      });
    }
  });

  it('a patch and the ring around it: what is left is the ring’s outside', () => {
    const patches = split(sheet(9, 9), (x, y) => Math.max(Math.abs(x - 4.5), Math.abs(y - 4.5)) < 1.5);
    const [inner, ring] = [1, 2].map((patch) => verdicts(patches, patches.contourLoops.nodeOfPatch[patch]));
    expect(inner).toEqual({ radial: true, simple: true, loops: 1, edges: 12 });
    expect(ring).toEqual({ radial: false, simple: true, loops: 2, edges: 48 });
    expect(verdicts(patches, across(patches))).toEqual({ radial: true, simple: true, loops: 1, edges: 36 });
  });

  it('a ring of patches, taken two at a time: each pair passes, the whole ring too', () => {
    const ring = turning(32, 1, 0.6, true);
    for (let part = 0; part < 4; part++) {
      const angleOf = (x: number, y: number) => (Math.atan2(y, x) / (Math.PI / 2) + 4 + 4 - part) % 4;
      const patches = split(ring, (x, y) => angleOf(x, y) < 1);
      expect(verdicts(patches, patches.contourLoops.nodeOfPatch[1])).toMatchObject({ simple: true, loops: 1 });
      expect(verdicts(patches, patches.contourLoops.nodeOfPatch[2])).toMatchObject({ simple: true, loops: 1 });
      expect(verdicts(patches, across(patches))).toMatchObject({ simple: true, loops: 2 });
    }
  });

  it.each([1, 2, 3, 20])('a regular grid of %i: collinear edges do not count as meeting', (side) => {
    expect(whole(sheet(side, side))).toMatchObject({ radial: true, simple: true });
    expect(whole(sheet(side, 2 * side), [3, -1, 40])).toMatchObject({ radial: true, simple: true });
  });

  it('a patch with edges along the direction: fails, since they are points when seen along it', () => {
    // a step: the riser stands upright, its sides are contour edges
    const step = sheet(3, 2, (x) => (x >= 2 ? 1 : 0));
    const positions = Array.from(step.positions, (x, i) => (i % 3 === 0 && x >= 2 ? x - 1 : x));
    expect(whole({ positions, triangles: step.triangles })).toMatchObject({ radial: false, simple: false });
    expect(whole({ positions, triangles: step.triangles }, [-1, 0, 3])).toMatchObject({ simple: true });
  });

  it('a patch with edges that run straight up and down on the page passes like any other', () => {
    for (const angle of [0, 90, 180, 270]) {
      const [cos, sin] = [Math.round(Math.cos((angle * Math.PI) / 180)), Math.round(Math.sin((angle * Math.PI) / 180))];
      const grid = sheet(5, 3);
      const positions = Array.from(grid.positions, (_, i) => {
        const [x, y] = [grid.positions[i - (i % 3)], grid.positions[i - (i % 3) + 1]];
        return [cos * x - sin * y, sin * x + cos * y, 0][i % 3];
      });
      expect(whole({ positions, triangles: grid.triangles })).toMatchObject({ radial: true, simple: true });
    }
  });

  it('a patch with an unwelded seam: the copies are contour on both sides and touch, fails', () => {
    const left = sheet(3, 4);
    const right = Array.from(left.positions, (x, i) => (i % 3 === 0 ? x + 3 : x));
    const positions = [...left.positions, ...right];
    const shifted = Array.from(left.triangles, (v) => v + left.positions.length / 3);
    expect(whole({ positions, triangles: [...left.triangles, ...shifted] })).toMatchObject({ simple: false, loops: 2 });
    // sewn together at one end only: one loop that runs back along itself
    const slit = [...left.triangles, ...shifted.map((v) => (v === 20 ? 3 : v))];
    expect(whole({ positions, triangles: slit })).toMatchObject({ radial: false, simple: false });
  });

  it('a pinched patch passes a vertex twice: never culled', () => {
    const { testTree } = prepareTwoPatches([0, 0, 0, 1, 0, 0, 1, 1, 0, -1, 0, 0, -1, -1, 0], [0, 1, 2, 0, 3, 4]);
    expect(testTree.kind[0]).toBe(NEVER_CULLED);
  });

  it('three triangles at an edge: what is left over is contour, so it is never culled', () => {
    const positions = [0, 0, 0, 1, 0, 0, 0.5, 1, 0, 0.5, -1, 0, 0.5, -1, 1];
    const { testTree } = prepareTwoPatches(positions, [0, 1, 2, 1, 0, 3, 1, 0, 4]);
    expect(testTree.kind[0]).toBe(NEVER_CULLED); // 1 → 0 is left over, so the contour leaves vertex 1 twice
  });
});

describe('a line through the only common vertex', () => {
  /** Two squares of a grid at a corner, diagonally; `bend` moves the far corner of the second. */
  function corners(side: number, bend: readonly [number, number] = [0, 0]): { patches: TwoPatches; v: number } {
    const a = sheet(side, side);
    const b = sheet(side, side);
    const positions = Array.from(a.positions, (x, i) => (i % 3 === 2 ? x : x - side));
    positions.push(...b.positions);
    const last = positions.length / 3 - 1;
    positions[3 * last] += bend[0];
    positions[3 * last + 1] += bend[1];
    const common = (side + 1) ** 2 - 1; // the upper right corner of the first is the origin
    const second = Array.from(b.triangles, (v) => (v === 0 ? common : v + common + 1));
    const patches = prepareTwoPatches(positions, [...a.triangles, ...second], a.triangles.length / 3);
    return { patches, v: patches.surface.vertexSource.indexOf(common) };
  }

  function isApart({ patches, v }: { patches: TwoPatches; v: number }, direction: readonly [number, number, number]) {
    const projection = createProjection();
    projectAlong(projection, ...direction);
    const node = across(patches);
    expect(patches.testTree.kind[node]).toBe(ACROSS_VERTEX);
    expect(patches.testTree.sharedVertex[node]).toBe(v);
    return apartAtVertex(patches.contourLoops, 1, 2, v, patches.positions, projection);
  }

  it.each([1, 2, 5])('separates diagonal squares of %i cells on a regular grid, where axes run along edges', (side) => {
    expect(isApart(corners(side), [0, 0, 1])).toBe(true);
    expect(isApart(corners(side), [3, 5, 40])).toBe(true);
    expect(isApart(corners(side), [-7, 2, 26])).toBe(true);
  });

  it('is not there where patches touch along an edge or reach behind each other', () => {
    expect(isApart(corners(1, [-0.5, 0]), [0, 0, 1])).toBe(true);
    expect(isApart(corners(1, [-2, -1]), [0, 0, 1])).toBe(false); // onto the first square's upper edge
    expect(isApart(corners(1, [-2, -1.5]), [0, 0, 1])).toBe(false); // into it
    expect(isApart(corners(3, [-40, -3]), [0, 0, 1])).toBe(false);
  });

  it('is not there where the common vertex is inside a patch', () => {
    const disk = turning(6, 1, 0, true);
    const positions = [...Array.from(disk.positions), 1, 0, 1, 0, 1, 1];
    const patches = prepareTwoPatches(positions, [...Array.from(disk.triangles), 0, 7, 8], 6);
    expect(isApart({ patches, v: 0 }, [0, 0, 1])).toBe(false);
  });

  it('needs room: not where another vertex projects onto the common one', () => {
    const positions = [0, 0, 0, 1, 0, 0, 1, 1, 0, -1, 0, 0, 0, 0, 1, 0, -1, 0.5];
    const patches = prepareTwoPatches(positions, [0, 1, 2, 0, 3, 5, 3, 4, 5], 1);
    expect(isApart({ patches, v: 0 }, [0, 0, 1])).toBe(false);
  });
});
