import { expect, test } from 'vitest';
import { createCloth, meshSolid, planeCollider, sphereCollider } from '../../src/index.ts';
import { sheet } from '../sheet.ts';

const STEP = 0.01;
const THICKNESS = 0.01;
const FRICTION = 0.5;

/** A sheet at the thickness above a slope that falls along x by `angle`, with the slope as a solid. */
function onSlope(angle: number, kind: 'plane' | 'mesh') {
  const mesh = sheet(4);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const tilt = (positions: Float64Array, lift: number, scale: number, shift: number) => {
    for (let i = 0; i < positions.length; i += 3) {
      const x = scale * positions[i] - shift;
      positions[i] = x * cos + lift * sin;
      positions[i + 1] = lift * cos - x * sin;
      positions[i + 2] = scale * positions[i + 2] + shift;
    }
    return positions;
  };
  const ground = sheet(3);
  const solid =
    kind === 'plane'
      ? planeCollider([0, 0, 0], [sin, cos, 0], FRICTION)
      : meshSolid(
          { positions: tilt(ground.positions, 0, 8, 2.037), triangles: ground.triangles },
          { friction: FRICTION },
        );
  tilt(mesh.positions, THICKNESS, 1, 0);
  const cloth = createCloth(mesh, { thickness: THICKNESS, solids: [solid], damping: 0, selfContact: false });
  const along = (v: number) => cloth.velocities[3 * v] * cos - cloth.velocities[3 * v + 1] * sin;
  const height = (v: number) => cloth.positions[3 * v] * sin + cloth.positions[3 * v + 1] * cos;
  return { cloth, along, height };
}

for (const kind of ['plane', 'mesh'] as const) {
  test(`a sheet on a slope (${kind}) sticks at tan θ = 0.9 μ`, () => {
    const { cloth, along } = onSlope(Math.atan(0.9 * FRICTION), kind);
    const from = cloth.positions.slice();
    for (let i = 0; i < 100; i++) cloth.step(STEP);
    for (let i = 0; i < from.length; i++) expect(Math.abs(cloth.positions[i] - from[i])).toBeLessThan(1e-3);
    for (let v = 0; v < 25; v++) expect(Math.abs(along(v))).toBeLessThan(1e-3);
  });

  test(`a sheet on a slope (${kind}) slides at 1.5 μ with g (sin θ − μ cos θ) ± 3 %`, () => {
    const angle = Math.atan(1.5 * FRICTION);
    const { cloth, along, height } = onSlope(angle, kind);
    for (let i = 0; i < 15; i++) cloth.step(STEP);
    const before = Array.from({ length: 25 }, (_, v) => along(v));
    for (let i = 0; i < 45; i++) {
      cloth.step(STEP);
      for (let v = 0; v < 25; v++) expect(Math.abs(height(v) / THICKNESS - 1)).toBeLessThan(0.01);
    }
    const wanted = 9.81 * (Math.sin(angle) - FRICTION * Math.cos(angle));
    for (let v = 0; v < 25; v++) {
      expect(Math.abs((along(v) - before[v]) / (45 * STEP) / wanted - 1)).toBeLessThan(0.03);
    }
    expect(cloth.counters.share).toBe(1);
  });
}

test('without friction the slope does not hold: the test above can fail', () => {
  const angle = Math.atan(0.9 * FRICTION);
  const mesh = sheet(2);
  const normal: [number, number, number] = [Math.sin(angle), Math.cos(angle), 0];
  for (let i = 0; i < mesh.positions.length; i += 3)
    mesh.positions[i + 1] = -Math.tan(angle) * mesh.positions[i] + 0.02;
  const cloth = createCloth(mesh, { thickness: THICKNESS, solids: [planeCollider([0, 0, 0], normal)], damping: 0 });
  for (let i = 0; i < 50; i++) cloth.step(STEP);
  expect(cloth.velocities[0]).toBeGreaterThan(1);
});

test('two free cloths collide: momentum is kept to 1e-9, nothing passes through', () => {
  const one = sheet(4);
  const other = sheet(3);
  for (let i = 0; i < other.positions.length; i += 3) {
    other.positions[i] = 0.7 * other.positions[i] + 0.21;
    other.positions[i + 1] = 0.05 + 0.1 * other.positions[i];
    other.positions[i + 2] = 0.7 * other.positions[i + 2] - 0.12;
  }
  const count = one.positions.length / 3;
  const cloth = createCloth(
    {
      positions: Float64Array.from([...one.positions, ...other.positions]),
      triangles: Uint32Array.from([...one.triangles, ...other.triangles.map((v) => v + count)]),
    },
    { thickness: THICKNESS, gravity: [0, 0, 0], damping: 0, tolerance: 1e-12, method: 'box-tree' },
  );
  for (let v = count; v < cloth.masses.length; v++) cloth.velocities.set([0.3, -2, 0.1], 3 * v);
  const momentum = () =>
    [0, 1, 2].map((axis) => cloth.masses.reduce((sum, m, v) => sum + m * cloth.velocities[3 * v + axis], 0));
  const before = momentum();
  let contacts = 0;
  for (let i = 0; i < 40; i++) {
    cloth.step(STEP);
    contacts += cloth.counters.contacts;
    expect(cloth.counters.share).toBe(1);
  }
  const after = momentum();
  const size = Math.hypot(...before);
  for (let axis = 0; axis < 3; axis++) expect(Math.abs(after[axis] - before[axis]) / size).toBeLessThan(1e-9);
  expect(contacts).toBeGreaterThan(0);
  // the first cloth was hit
  expect(cloth.velocities[3 * 12 + 1]).toBeLessThan(-0.1);
});

test('a sheet falls on a sphere, sticks, and is carried along when the sphere moves', () => {
  const mesh = sheet(6);
  for (let i = 0; i < mesh.positions.length; i += 3) {
    mesh.positions[i] -= 0.5;
    mesh.positions[i + 1] = 0.53;
    mesh.positions[i + 2] += 0.5;
  }
  const ball = sphereCollider([0, 0, 0], 0.5, 0.8);
  const cloth = createCloth(mesh, { thickness: THICKNESS, solids: [ball], damping: 2 });
  const depth = () => {
    let least = Infinity;
    for (let i = 0; i < mesh.positions.length; i += 3) {
      least = Math.min(least, Math.hypot(...[0, 1, 2].map((k) => cloth.positions[i + k] - ball.centre[k])) - 0.5);
    }
    return least;
  };
  for (let i = 0; i < 150; i++) {
    cloth.step(STEP);
    expect(depth()).toBeGreaterThan(0.5 * THICKNESS);
  }
  ball.velocity[0] = 0.2;
  const from = cloth.positions[3 * 24];
  for (let i = 0; i < 100; i++) {
    cloth.step(STEP);
    ball.centre[0] += 0.2 * STEP;
    expect(depth()).toBeGreaterThan(0.5 * THICKNESS);
  }
  expect(cloth.positions[3 * 24] - from).toBeCloseTo(0.2, 1);
});

test('released when the force pulls: cloth lifts off a plane', () => {
  const mesh = sheet(2);
  for (let i = 1; i < mesh.positions.length; i += 3) mesh.positions[i] = THICKNESS;
  const cloth = createCloth(mesh, {
    thickness: THICKNESS,
    solids: [planeCollider([0, 0, 0], [0, 1, 0], 1)],
    gravity: [0, 3, 0],
    damping: 0,
  });
  for (let i = 0; i < 10; i++) cloth.step(STEP);
  for (let i = 1; i < mesh.positions.length; i += 3) expect(cloth.velocities[i]).toBeCloseTo(0.3, 9);
});
