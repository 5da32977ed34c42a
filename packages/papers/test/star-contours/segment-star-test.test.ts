import { CORE_FORM, type StarContourOptions, starContours } from '@selfcollide/papers';
import { describe, expect, it } from 'vitest';
import { refitDirectionMasks } from '../../../core/src/bounds/direction-masks.ts';
import { createDirectionSet } from '../../../core/src/bounds/direction-set.ts';
import { createDetector } from '../../../core/src/create-detector.ts';
import { createProjection, projectAlong, projectAlongMask } from '../../../core/src/find/patches/projection.ts';
import { nextInTriangle } from '../../../core/src/mesh/half-edges.ts';
import { createSurface } from '../../../core/src/mesh/surface.ts';
import type { TriangleMesh } from '../../../core/src/mesh/triangle-mesh.ts';
import { createCounters } from '../../../core/src/results/counters.ts';
import { contactsByDefinition, contactsFound } from '../../../core/test/contact-oracle.ts';
import {
  contourOf,
  type ForestOfMesh,
  forestOfMesh,
  forestOfTree,
  gridMesh,
  positionsOf,
} from '../../../core/test/find/patches/forest-of-mesh.ts';
import { RandomPoints } from '../../../core/test/predicates/random.ts';
import { SegmentStarTest } from '../../src/star-contours/segment-star-test.ts';
import { directStarTest, isStarFrom, type LineAnswer } from './direct-star-test.ts';

const DIRECTIONS = createDirectionSet(31);

interface Tested {
  readonly node: number;
  readonly passes: boolean;
  readonly lines: readonly [LineAnswer, LineAnswer];
  /** Whether the star test's answer is also true without rounding; looked at where it passes. */
  readonly isStar: boolean;
}

/** Runs the star test on every contour of a mesh that has a direction, with each node's own one or inherited as in a query. */
function testAll(mesh: ForestOfMesh, callerPositions: ArrayLike<number>, inherit: boolean): Tested[] {
  const { surface, tree, testTree, wanted, forest } = mesh;
  const positions = positionsOf(surface, callerPositions);
  const masks = new Int32Array(tree.nodeCount);
  refitDirectionMasks(masks, tree, DIRECTIONS, surface.triangles, positions);
  const star = new SegmentStarTest(forest);
  const projection = createProjection();
  const counters = createCounters();
  const results: Tested[] = [];
  let end = 0;
  let origin = 0;
  for (let node = 0; node < testTree.nodeCount; node++) {
    const a = testTree.patchA[node];
    const mask = masks[a] & masks[testTree.patchB[node]];
    if (mask === 0 || wanted[node] === 0) continue;
    const contour = contourOf(mesh, node);
    if (contour.length === 0) continue;
    if (!inherit || node >= end) {
      projectAlongMask(projection, mask, DIRECTIONS.components);
      origin = surface.triangles[3 * tree.firstTriangle[a]];
      star.begin(positions, projection, origin);
      end = testTree.skip[node];
    }
    const edges = contour.map((h) => [surface.triangles[h], surface.triangles[nextInTriangle(h)]] as const);
    const lines = directStarTest(edges, positions, projection, origin);
    const passes = star.test(node, counters);
    const isStar = passes && lines.some(({ q }) => isStarFrom(q, edges, positions, projection, origin));
    results.push({ node, passes, lines, isStar });
  }
  return results;
}

/** Pairs of triangles with a contact between an edge of one and the other, in the surface's numbers. */
function meetingTriangles({ surface }: ForestOfMesh, mesh: TriangleMesh): [number, number][] {
  const placeOf = new Map([...surface.triangleSource].map((source, place) => [source, place]));
  const atEdge = new Map<string, number[]>();
  for (let h = 0; h < surface.callerTriangles.length; h++) {
    const name = [surface.callerTriangles[h], surface.callerTriangles[nextInTriangle(h)]].sort((a, b) => a - b).join();
    atEdge.set(name, [...(atEdge.get(name) ?? []), placeOf.get(Math.floor(h / 3))!]);
  }
  const detector = createDetector(mesh, { method: 'brute-force', weld: false });
  const { count, edgeA, edgeB, triangle } = detector.findIntersections();
  const pairs: [number, number][] = [];
  for (let i = 0; i < count; i++) {
    const name = [edgeA[i], edgeB[i]].sort((a, b) => a - b).join();
    for (const t of atEdge.get(name)!) pairs.push([t, placeOf.get(triangle[i])!]);
  }
  return pairs;
}

type Place = (x: number, y: number) => readonly [number, number, number];

/** Ways to lay out a sheet of 12 × 6 cells: wavy, folded over, wound up more than once, on a lattice, far away and tiny. */
const layouts: Record<string, (random: RandomPoints) => Place> = {
  noisy: (random) => {
    const mess = 0.8 * random.random();
    return (x, y) => {
      const [dx, dy, dz] = random.inCube();
      return [x + mess * dx, y + mess * dy, mess * dz];
    };
  },
  folded: (random) => {
    const fold = 3 * random.random();
    const pace = 0.4 + random.random();
    const noise = 0.2 * random.random();
    return (x, y) => {
      const [dx, dy, dz] = random.inCube();
      return [x + fold * Math.sin(pace * x) + noise * dx, y + noise * dy, fold * Math.cos(pace * x) + noise * dz];
    };
  },
  wound: (random) => {
    const turns = 0.4 + 1.4 * random.random();
    const rise = [0, 0.02, 0.3][random.below(3)];
    const noise = 0.1 * random.random();
    return (x, y) => {
      const angle = (2 * Math.PI * turns * x) / 12;
      const r = 1.5 + 0.5 * y;
      const [dx, dy, dz] = random.inCube();
      // counterclockwise seen from above, so that all face up
      return [r * Math.sin(angle) + noise * dx, r * Math.cos(angle) + noise * dy, rise * x + noise * dz];
    };
  },
  lattice: (random) => {
    const lean = random.below(3) - 1;
    const mess = 0.9 * random.random();
    return (x, y) => {
      const [dx, dy, dz] = random.inCube();
      return [Math.round(x + mess * dx), Math.round(y + lean * x + mess * dy), Math.round(mess * dz)];
    };
  },
  remote: (random) => {
    const size = 2 ** -(10 + random.below(20));
    const [fx, fy, fz] = random.inCube().map((f) => 1000 * f);
    const mess = 0.3 * random.random();
    return (x, y) => {
      const [dx, dy, dz] = random.inCube();
      return [fx + size * (x + mess * dx), fy + size * (y + mess * dy), fz + size * mess * dz];
    };
  },
};

describe('the star test on random sheets', () => {
  it('passes only what is star-shaped without rounding and holds no contact, and all that a direct test clearly passes', () => {
    const random = new RandomPoints(11);
    const seen = { patches: 0, passed: 0, bySecondLine: 0, holdingContacts: 0, missedClearly: 0 };
    for (let round = 0; round < 28; round++) {
      for (const [name, layout] of Object.entries(layouts)) {
        const mesh = gridMesh(12, 6, layout(random));
        const prepared = forestOfMesh(mesh);
        const { tree, testTree } = prepared;
        const meeting = meetingTriangles(prepared, mesh);
        for (const { node, passes, lines, isStar } of testAll(prepared, mesh.positions, round % 2 === 0)) {
          seen.patches++;
          const patches = [testTree.patchA[node], testTree.patchB[node]];
          const isIn = (t: number) => patches.some((p) => t >= tree.firstTriangle[p] && t < tree.endTriangle[p]);
          const holdsContact = meeting.some(([s, t]) => isIn(s) && isIn(t));
          if (holdsContact) seen.holdingContacts++;
          if (passes) {
            seen.passed++;
            if (!lines[0].passes) seen.bySecondLine++;
            expect(isStar, `${name} ${round}: node ${node} is not star-shaped`).toBe(true);
            expect(holdsContact, `${name} ${round}: node ${node} holds a contact`).toBe(false);
          } else if (lines.some((line) => line.passes && line.clearance > 1e-6)) seen.missedClearly++;
        }
      }
    }
    expect(seen.missedClearly).toBe(0);
    expect(seen.patches).toBeGreaterThan(20_000);
    expect(seen.passed).toBeGreaterThan(5000);
    expect(seen.bySecondLine).toBeGreaterThan(200);
    expect(seen.holdingContacts).toBeGreaterThan(100);
  }, 60_000);
});

/** One patch of everything, projected along z. */
function passesWhole(positions: readonly number[], triangles: readonly number[]): boolean {
  const mesh = { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
  const surface = createSurface('test', mesh, { weld: false });
  const count = surface.triangleCount;
  const { forest } = forestOfTree(surface, {
    nodeCount: 1,
    rightChild: Uint32Array.of(0),
    firstTriangle: Uint32Array.of(0),
    endTriangle: Uint32Array.of(count),
    isPatch: Uint8Array.of(1),
    order: Uint32Array.from({ length: count }, (_, t) => t),
    depth: 1,
  });
  const projection = createProjection();
  projectAlong(projection, 0, 0, 5);
  const star = new SegmentStarTest(forest);
  star.begin(positionsOf(surface, mesh.positions), projection, 0);
  return star.test(0, createCounters());
}

/** A fan around vertex 0, `turns` times around; the radius of corner i is given. */
function fan(corners: number, turns: number, radius: (i: number) => number = () => 1): [number[], number[]] {
  const positions = [0, 0, 0];
  const triangles: number[] = [];
  for (let i = 0; i < corners; i++) {
    const angle = 0.1 + (2 * Math.PI * turns * i) / corners;
    positions.push(radius(i) * Math.cos(angle), radius(i) * Math.sin(angle), 0);
    triangles.push(0, 1 + i, 1 + ((i + 1) % corners));
  }
  return [positions, triangles];
}

describe('the star test', () => {
  it('passes a convex fan and a star with its hollows', () => {
    expect(passesWhole(...fan(9, 1))).toBe(true);
    expect(passesWhole(...fan(16, 1, (i) => (i % 2 === 0 ? 1 : 0.45)))).toBe(true);
  });

  it('rejects a fan that covers the plane twice, though its middle is left of every edge', () => {
    expect(passesWhole(...fan(18, 2))).toBe(false);
    const [positions, triangles] = fan(18, 2);
    const edges = triangles.flatMap((_, i) => (i % 3 === 0 ? [[triangles[i + 1], triangles[i + 2]] as const] : []));
    const projection = createProjection();
    projectAlong(projection, 0, 0, 1);
    const [line] = directStarTest(edges, Float64Array.from(positions), projection, 0);
    expect(line.q[1] ** 2 + line.q[0] ** 2).toBeLessThan(0.1); // in the middle, so only the count says no
    expect(line.passes).toBe(false);
  });

  it('rejects an annulus', () => {
    const ring = gridMesh(16, 1, (x, y) => [(2 - y) * Math.cos(x / 2.55), (2 - y) * Math.sin(x / 2.55), 0], true);
    expect(passesWhole([...ring.positions], [...ring.triangles])).toBe(false);
  });

  it('rejects a contour that is empty', () => {
    const tetrahedron = [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3];
    expect(passesWhole([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], tetrahedron)).toBe(false);
  });

  it('passes a flat rectangle whose edges are all vertical or horizontal', () => {
    for (const [columns, rows] of [
      [1, 1],
      [2, 2],
      [8, 3],
      [30, 30],
    ]) {
      const sheet = gridMesh(columns, rows, (x, y) => [x, y, 0]);
      expect(passesWhole([...sheet.positions], [...sheet.triangles])).toBe(true);
    }
  });

  it('passes as many contours of a smooth sheet as a direct test from the same lines', () => {
    const mesh = gridMesh(32, 32, (x, y) => [x, y + 0.1 * Math.sin(x), 2 * Math.sin(x / 9) * Math.cos(y / 7)]);
    const tested = testAll(forestOfMesh(mesh), mesh.positions, true);
    const passed = tested.filter(({ passes }) => passes).length;
    expect(passed).toBe(tested.filter(({ lines }) => lines.some((line) => line.passes)).length);
    expect(passed).toBeGreaterThan(0.6 * tested.length);
  }, 20_000);

  it('visits an edge once for all nodes below one projection', () => {
    const mesh = gridMesh(40, 40, (x, y) => [x, y + 0.1 * Math.sin(x), 0]);
    const prepared = forestOfMesh(mesh);
    const { surface, forest } = prepared;
    const star = new SegmentStarTest(forest);
    const projection = createProjection();
    projectAlong(projection, 0, 0, 1);
    const positions = positionsOf(surface, mesh.positions);
    const visitsOf = (node: number) => {
      const counters = createCounters();
      star.test(node, counters);
      return counters.contourEdges;
    };
    star.begin(positions, projection, 0);
    expect(visitsOf(0)).toBe(160);
    expect(visitsOf(0)).toBe(0);
    star.begin(positions, projection, 0);
    expect(visitsOf(0)).toBe(160);
  });
});

const kinds = ['star', 'exact', 'star-then-exact'] as const;

/** A strip with ragged cells that is bent until its ends meet. */
function frames(): { mesh: TriangleMesh; poses: Float64Array[] } {
  const at = (turn: number): Place => {
    const random = new RandomPoints(8);
    return (column, row) => {
      const [dx, dy, dz] = random.inCube();
      const angle = turn * ((column + 0.35 * dx) / 30 - 0.5);
      return [10 * Math.sin(angle), row + 0.35 * dy, 10 * Math.cos(angle) + 0.05 * dz];
    };
  };
  const poses = [1, 2, 4, 6.3, 6.6].map((turn) => gridMesh(30, 8, at(turn)).positions);
  return { mesh: gridMesh(30, 8, (x, y) => [x, y, 0]), poses };
}

const form = (options: StarContourOptions) => ({ method: starContours({ ...CORE_FORM, ...options }) });

/** By definition, worked out once for all variants. */
const known = new Map<string, string[]>();
function contactsOf(name: string, mesh: TriangleMesh, weld = true): string[] {
  if (!known.has(name)) known.set(name, contactsByDefinition(mesh, weld));
  return known.get(name)!;
}

describe.each(kinds)('contourTest %s', (contourTest) => {
  it.each(['back-off', 'always', 'rest-shape'] as const)(
    'finds the contacts of the definition in every pose, retry %s',
    (retry) => {
      const { mesh, poses } = frames();
      const detector = createDetector(mesh, form({ contourTest, retry }));
      let contacts = 0;
      for (const [pose, positions] of poses.entries()) {
        detector.update(positions);
        const expected = contactsOf(`bent ${pose}`, { ...mesh, positions });
        contacts += expected.length;
        expect(contactsFound(detector)).toEqual(expected);
        expect(contactsFound(detector)).toEqual(expected); // a second query of the same pose reuses bounds
        expect(detector.selfIntersects()).toBe(expected.length > 0);
      }
      expect(contacts).toBeGreaterThan(50);
    },
    20_000,
  );

  it('finds them in random sheets of every layout', () => {
    const random = new RandomPoints(5);
    let contacts = 0;
    for (const [name, layout] of Object.entries(layouts)) {
      const mesh = gridMesh(12, 6, layout(random));
      const detector = createDetector(mesh, { ...form({ contourTest }), weld: false });
      for (let pose = 0; pose < 4; pose++) {
        const { positions } = gridMesh(12, 6, layout(random));
        detector.update(positions);
        const expected = contactsOf(`${name} ${pose}`, { ...mesh, positions }, false);
        contacts += expected.length;
        expect(contactsFound(detector)).toEqual(expected);
      }
    }
    expect(contacts).toBeGreaterThan(200);
  }, 20_000);

  it('culls by the tests it names, and by no other', () => {
    const { mesh, poses } = frames();
    const detector = createDetector(mesh, form({ contourTest, trace: true, taskTimes: true }));
    const seen = new Set<string>();
    for (const positions of poses.slice(0, 3)) {
      detector.update(positions);
      detector.findIntersections();
      for (const { outcome } of detector.finder.trace!.visits) seen.add(outcome);
    }
    expect(seen.has('culled by star test')).toBe(contourTest !== 'exact');
    expect(seen.has('culled by exact contour')).toBe(contourTest !== 'star');
    expect(detector.finder.taskTimes!.contourUpdate > 0).toBe(contourTest !== 'exact');
    expect(detector.finder.taskTimes!.contourTests).toBeGreaterThan(0);
  });
});

describe('the contour forest in a detector', () => {
  const { mesh, poses } = frames();
  const run = (options: StarContourOptions) => {
    const detector = createDetector(mesh, form(options));
    detector.update(poses[3]);
    detector.findIntersections();
    return detector;
  };

  it('is not there unless the star test is wanted', () => {
    const bytes = (options: StarContourOptions) =>
      createDetector(mesh, { ...form(options), engine: 'plain' }).memoryBytes;
    const exact = bytes({ contourTest: 'exact' });
    const star = bytes({ contourTest: 'star' });
    expect(bytes({})).toBe(exact);
    expect(bytes({ culling: 'orientation' })).toBe(exact);
    expect(star).toBeGreaterThan(exact + 64 * 480);
    expect(star).toBeLessThan(1500 * 480);
  });

  it('comes from bytes that any other contour test saved', () => {
    const prepared = createDetector(mesh).serialize();
    expect(run({ contourTest: 'star' }).finder.serialize?.()).toEqual(prepared);
    const loaded = run({ contourTest: 'star', prepared });
    const built = run({ contourTest: 'star' });
    expect(loaded.counters).toEqual(built.counters);
    expect(contactsFound(loaded)).toEqual(contactsFound(built));
  });

  it('inherits directions, so that fewer are looked for', () => {
    const star = run({ contourTest: 'star' }).counters;
    const exact = run({ contourTest: 'exact', retry: 'always' }).counters;
    const visited = run({ contourTest: 'star', trace: true }).finder.trace!.visits;
    expect(star.contourTests).toBeGreaterThan(5);
    expect(star.contourEdges).toBeGreaterThan(100);
    expect(star.orientationTests).toBeLessThanOrEqual(exact.orientationTests);
    expect(star.orientationTests).toBeLessThan(visited.filter(({ outcome }) => outcome !== 'triangles tested').length);
  });
});
