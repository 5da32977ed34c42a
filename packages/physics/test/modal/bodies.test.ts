import { createDetector } from 'selfcollide';
import { describe, expect, it } from 'vitest';
import {
  type BodyMotion,
  boundaryFaces,
  createBodyShape,
  createElasticTets,
  createReducedBodies,
  createResonatorBank,
  findModes,
  selectVertices,
  turnTo,
} from '../../src/index.ts';
import { createBodyMemory } from '../../src/modal/bodies/body-memory.ts';
import { PlacedBody } from '../../src/modal/bodies/placed-body.ts';
import { RestSurface } from '../../src/modal/bodies/rest-surface.ts';
import type { MovingPoints } from '../../src/modal/bodies/sphere-tree.ts';
import { seeded, tetBlock } from './tet-block.ts';

const SAMPLE_RATE = 2000;

function blockShape(counts: readonly number[]) {
  const mesh = tetBlock(counts, { size: 0.1, jitter: 0.1 });
  const body = createElasticTets(mesh, { youngsModulus: 2e5, poissonRatio: 0.3, density: 500 });
  const modes = findModes(body, { count: 8 });
  const { triangles } = boundaryFaces(mesh.tets);
  const used = [...new Set(triangles)].sort((a, b) => a - b);
  const positions = Float64Array.from(used.flatMap((v) => [...mesh.positions.subarray(3 * v, 3 * v + 3)]));
  const surface = { positions, triangles: triangles.map((v) => used.indexOf(v)), basis: selectVertices(modes, used) };
  const motion = (): BodyMotion =>
    createResonatorBank(modes.eigenvalues, { sampleRate: SAMPLE_RATE, stiffnessDamping: 1e-4 });
  return { body, modes, shape: createBodyShape(body, modes, surface), motion };
}

const block = blockShape([2, 3, 2]);
const options = { timeStep: 1 / SAMPLE_RATE, stiffness: 2e4, damping: 1e-3 };

describe('a tree of spheres', () => {
  it('holds all points, however the body deforms; without growth it would not', () => {
    const { shape } = block;
    const random = seeded(3);
    const { calls, buffer, bodies } = createBodyMemory(shape, 1);
    const [{ arrays, body }] = bodies.map((one) => ({
      arrays: one,
      body: new PlacedBody(shape, block.motion(), one, calls),
    }));
    let missed = 0;
    for (let pose = 0; pose < 20; pose++) {
      for (let k = 0; k < shape.rank; k++) body.q[k] = 0.2 * (random() - 0.5);
      calls.beginStep(pose + 1);
      body.begin();
      const { vertexTree: tree } = shape;
      for (let node = 0; node < tree.nodeCount; node++) {
        const sphere = new Float64Array(buffer, calls.sphereAt(arrays.vertices, node), 4);
        for (let i = tree.first[node]; i < tree.end[node]; i++) {
          calls.place(arrays.vertices, i);
          const x = arrays.positions.subarray(3 * i, 3 * i + 3);
          const away = Math.hypot(...x.map((value, axis) => value - sphere[axis]));
          expect(away).toBeLessThanOrEqual(sphere[3]);
          if (away > tree.spheres[4 * node + 3]) missed++;
        }
      }
    }
    expect(missed).toBeGreaterThan(20);
  });
});

describe('the surface at rest', () => {
  it('is found by the tree as by going through all triangles, and by cells as by the tree, with depth above 0 inside', () => {
    const { shape } = block;
    const surface = new RestSurface(shape);
    const { rest } = shape.surface;
    const random = seeded(5);
    for (let i = 0; i < 100; i++) {
      const p = [0, 1, 2].map(() => 0.4 * (random() - 0.5));
      surface.find(p[0], p[1], p[2]);
      // no vertex is nearer, and the point found is as far as it is said to be
      let nearest = Number.POSITIVE_INFINITY;
      for (let v = 0; v < rest.length; v += 3) {
        nearest = Math.min(nearest, Math.hypot(...p.map((x, axis) => x - rest[v + axis])));
      }
      const found = p.map((x, axis) =>
        [0, 1, 2].reduce(
          (sum, k) => sum - surface.weights[k] * rest[3 * shape.triangles[3 * surface.triangle + k] + axis],
          x,
        ),
      );
      expect(Math.abs(surface.depth)).toBeCloseTo(Math.hypot(...found), 12);
      expect(Math.abs(surface.depth)).toBeLessThanOrEqual(nearest + 1e-12);
    }
    let inside = 0;
    for (let i = 0; i < 3000; i++) {
      const p = [0, 1, 2].map(() => 0.3 * (random() - 0.5));
      surface.find(p[0], p[1], p[2]);
      const { depth } = surface;
      expect(surface.findInside(p[0], p[1], p[2])).toBe(depth > 0);
      if (depth <= 0) continue;
      // where two triangles are as near either will do
      expect(surface.depth).toBeCloseTo(depth, 12);
      inside++;
    }
    expect(inside).toBeGreaterThan(200);
    surface.find(0, 0, 0);
    expect(surface.depth).toBeGreaterThan(0.05);
    surface.find(0.5, 0, 0);
    expect(surface.depth).toBeLessThan(-0.2);
  });
});

describe('vertices inside other bodies', () => {
  it('are those that going through all vertices and tets finds, at the same places at rest, some in folded bodies', () => {
    const { shape } = blockShape([3, 5, 3]);
    const random = seeded(7);
    const memory = createBodyMemory(shape, 2);
    const { calls, foundNumbers, foundPlaces } = memory;
    const [a, b] = memory.bodies.map(
      (one) => new PlacedBody(shape, createResonatorBank(new Float64Array(8).fill(1)), one, calls),
    );
    let together = 0;
    let turnedOut = 0;
    for (let pose = 1; pose <= 24; pose++) {
      for (const body of [a, b]) {
        // now and then so much that tets turn inside out
        for (let k = 0; k < shape.rank; k++) body.q[k] = (pose % 3 === 0 ? 1.5 : 0.1) * (random() - 0.5);
        turnTo(body.frame, random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5);
        for (let axis = 0; axis < 3; axis++) body.frame.place[axis] = 0.2 * (random() - 0.5);
      }
      calls.beginStep(pose);
      a.begin();
      b.begin();
      const found = new Set<string>();
      calls.beginBetween(a.arrays.vertices, b.arrays.tets);
      for (let count = calls.searchBetween(); count > 0; count = calls.searchBetween()) {
        for (let i = 0; i < count; i++) {
          const place = [...foundPlaces.subarray(4 * i + 1, 4 * i + 4)].map((x) => x.toFixed(9));
          const [vertex, tet] = [
            shape.vertexTree.order[foundNumbers[8 * i]],
            shape.tetTree.order[foundNumbers[8 * i + 1]],
          ];
          found.add(`${vertex} ${tet} ${place}`);
        }
      }
      const [points, corners] = [worldPoints(shape.surface, a), worldPoints(shape.tets, b)];
      const expected = new Set<string>();
      for (let tet = 0; 4 * tet < shape.tetCorners.length; tet++) {
        const four = [...shape.tetCorners.subarray(4 * tet, 4 * tet + 4)];
        const whole = volume(...(four.map((v) => corners[v]) as Four));
        if (!(whole > 0)) turnedOut++;
        for (const [v, p] of points.entries()) {
          const weights = four.map(
            (_, k) => volume(...(four.map((c, j) => (j === k ? p : corners[c])) as Four)) / whole,
          );
          if (!(whole > 0 && weights.every((w) => w >= 0))) continue;
          const rest = [0, 1, 2].map((axis) =>
            four.reduce((sum, c, k) => sum + weights[k] * shape.tets.rest[3 * c + axis], 0).toFixed(9),
          );
          expected.add(`${v} ${tet} ${rest}`);
        }
      }
      expect(found).toEqual(expected);
      together += found.size;
    }
    expect(together).toBeGreaterThan(200);
    expect(turnedOut).toBeGreaterThan(10);
  });
});

type Four = [number[], number[], number[], number[]];

/** Six times that of a tet, above 0 as tets are at rest. */
function volume(a: number[], b: number[], c: number[], d: number[]): number {
  const [u, v, w] = [b, c, d].map((p) => p.map((x, axis) => x - a[axis]));
  const [x, y, z] = [v[1] * w[2] - v[2] * w[1], v[2] * w[0] - v[0] * w[2], v[0] * w[1] - v[1] * w[0]];
  return u[0] * x + u[1] * y + u[2] * z;
}

function worldPoints({ rest, rows, stride, rank }: MovingPoints, { frame, q }: PlacedBody): number[][] {
  return Array.from({ length: rest.length / 3 }, (_, v) => {
    const own = [0, 1, 2].map((axis) => {
      let sum = rest[3 * v + axis];
      for (let k = 0; k < rank; k++) sum += rows[(3 * v + axis) * stride + k] * q[k];
      return sum;
    });
    return [0, 1, 2].map((i) => own.reduce((sum, x, k) => sum + frame.turn[3 * i + k] * x, frame.place[i]));
  });
}

describe('reduced bodies', () => {
  it('keep momentum and angular momentum when they hit each other, and come apart', () => {
    const { shape, motion } = block;
    const world = createReducedBodies(shape, [motion(), motion()], { ...options, gravity: 0, ground: null });
    const [a, b] = world.bodies;
    a.frame.place.set([-0.2, 0.03, 0]);
    b.frame.place.set([0.2, -0.03, 0.02]);
    turnTo(b.frame, 0.3, 0.2, 0.5, 1);
    a.frame.velocity[0] = 1;
    b.frame.velocity[0] = -1;
    const momenta = () => {
      const out = [0, 0, 0, 0, 0, 0];
      for (const { frame } of world.bodies) {
        const { place: p, velocity: v, turn, spin } = frame;
        const own = [0, 1, 2].map((k) => turn[k] * spin[0] + turn[3 + k] * spin[1] + turn[6 + k] * spin[2]);
        const inBody = [0, 3, 6].map((row) => own.reduce((sum, x, k) => sum + shape.inertia[row + k] * x, 0));
        for (let k = 0; k < 3; k++) {
          const [i, j] = [(k + 1) % 3, (k + 2) % 3];
          out[k] += shape.mass * v[k];
          out[3 + k] += shape.mass * (p[i] * v[j] - p[j] * v[i]);
          out[3 + k] += inBody.reduce((sum, x, axis) => sum + turn[3 * k + axis] * x, 0);
        }
      }
      return out;
    };
    const before = momenta();
    let pushed = 0;
    for (let step = 0; step < 600; step++) {
      world.step();
      pushed += world.pushed.between;
    }
    expect(pushed).toBeGreaterThan(20);
    expect(a.frame.velocity[0]).toBeLessThan(0.5);
    // forces act along the line between the two points, so nothing but the order of the step's parts is lost
    for (const [k, x] of momenta().entries()) expect(x).toBeCloseTo(before[k], k < 3 ? 9 : 3);
  });

  it('rest on the ground, a little deformed', () => {
    const { shape, motion } = block;
    const world = createReducedBodies(shape, [motion()], { ...options, damping: 0.02 });
    const [{ frame, q }] = world.bodies;
    frame.place[1] = 0.2;
    for (let step = 0; step < 4000; step++) world.step();
    expect(Math.abs(frame.velocity[1])).toBeLessThan(1e-2);
    expect(frame.place[1]).toBeGreaterThan(0.08);
    expect(frame.place[1]).toBeLessThan(0.17);
    expect(Math.hypot(...q)).toBeGreaterThan(0);
    expect(world.pushed.ground).toBeGreaterThan(0);
  });

  it('push themselves apart, and stay pierced if they do not feel it', () => {
    // a long bar, bent into a ring by coordinates that make its ends pass each other
    const bar = blockShape([1, 16, 1]);
    const { rest, rows, stride } = bar.shape.surface;
    const detector = createDetector({ positions: rest, triangles: bar.shape.triangles }, { weld: false });
    const positions = new Float64Array(rest.length);
    const contacts = (q: Float64Array) => {
      for (let x = 0; x < rest.length; x++) {
        positions[x] = rest[x];
        for (let k = 0; k < q.length; k++) positions[x] += rows[x * stride + k] * q[k];
      }
      detector.update(positions);
      return detector.findIntersections();
    };
    const random = seeded(2);
    const start = bar.motion().q;
    for (let tries = 0; contacts(start).count === 0; tries++) {
      expect(tries).toBeLessThan(2000);
      for (let k = 0; k < start.length; k++) start[k] = (2 + tries / 50) * (random() - 0.5);
    }
    const self = (feels: boolean) => {
      const motion = bar.motion();
      motion.q.set(start);
      const world = createReducedBodies(bar.shape, [motion], {
        ...options,
        gravity: 0,
        ground: null,
        ...(feels && { selfContacts: contacts }),
      });
      world.step();
      return { pushed: world.pushed.self, force: Math.hypot(...world.bodies[0].modalForce), world };
    };
    const felt = self(true);
    expect(felt.pushed).toBeGreaterThan(0);
    expect(felt.force).toBeGreaterThan(0);
    // inner forces move nothing as a whole
    expect(Math.hypot(...felt.world.bodies[0].frame.velocity)).toBeLessThan(1e-9);
    expect(self(false).force).toBe(0);
  });

  it('refuse what makes no sense', () => {
    const { shape, motion } = block;
    expect(() => createReducedBodies(shape, [motion()], { ...options, timeStep: 0 })).toThrow(
      'createReducedBodies: timeStep must be a finite number above 0, got 0.',
    );
    expect(() => createReducedBodies(shape, [motion()], { ...options, damp: 1 } as never)).toThrow("got 'damp'");
    const other = createResonatorBank([1, 2]);
    expect(() => createReducedBodies(shape, [other], options)).toThrow("the shape's 8 coordinates, got 2");
    expect(() =>
      createBodyShape(
        block.body,
        block.modes,
        { positions: shape.surface.rest, triangles: shape.triangles, basis: block.modes },
        3,
      ),
    ).toThrow(RangeError);
    expect(() => turnTo(createReducedBodies(shape, [motion()], options).bodies[0].frame, 0, 0, 0, 0)).toThrow('not 0');
  });
});
