import { expect, test } from 'vitest';
import { createCloth } from '../../src/index.ts';
import { sheet } from '../sheet.ts';

const still = { damping: 0, thickness: 0 };

test('free fall is exact: v = g t, and the sheet keeps its shape', () => {
  const mesh = sheet(4);
  const cloth = createCloth(mesh, { ...still, gravity: [1, -10, 0.5] });
  for (let i = 0; i < 50; i++) cloth.step(0.01);
  for (let v = 0; v < 25; v++) {
    expect(cloth.velocities[3 * v]).toBeCloseTo(0.5, 10);
    expect(cloth.velocities[3 * v + 1]).toBeCloseTo(-5, 10);
    // backward Euler: Σ i h² g
    expect(cloth.positions[3 * v + 1] - mesh.positions[3 * v + 1]).toBeCloseTo(-10 * 0.0001 * ((50 * 51) / 2), 10);
  }
});

test('a stretched and twisted free sheet keeps momentum, and gains no energy', () => {
  const mesh = sheet(5);
  const cloth = createCloth(mesh, { ...still, gravity: [0, 0, 0], tolerance: 1e-13 });
  for (let i = 0; i < cloth.positions.length; i += 3) {
    cloth.positions[i] *= 1.1;
    cloth.positions[i + 1] += 0.1 * Math.sin(7 * cloth.positions[i] + 3 * cloth.positions[i + 2]);
    cloth.velocities[i] = 0.3;
    cloth.velocities[i + 1] = cloth.positions[i + 2];
    cloth.velocities[i + 2] = Math.sin(5 * cloth.positions[i]);
  }
  const momentum = () =>
    [0, 1, 2].map((axis) => cloth.masses.reduce((sum, m, v) => sum + m * cloth.velocities[3 * v + axis], 0));
  const kinetic = () =>
    cloth.masses.reduce(
      (sum, m, v) => sum + (m / 2) * Math.hypot(...cloth.velocities.subarray(3 * v, 3 * v + 3)) ** 2,
      0,
    );
  const before = momentum();
  const energy = kinetic();
  for (let i = 0; i < 200; i++) cloth.step(0.01);
  const after = momentum();
  for (let axis = 0; axis < 3; axis++) expect(Math.abs(after[axis] - before[axis])).toBeLessThan(1e-12);
  expect(kinetic()).toBeLessThan(energy + 0.5); // the stretch above holds less than 0.5
  expect(kinetic()).toBeGreaterThan(0);
});

test('a hanging chain of cloth stretches by its weight below, like a rod', () => {
  // a strip in the plane x, y; no bending, no Poisson effect from shear
  const cells = 10;
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let row = 0; row <= cells; row++) positions.push(0, -row / cells, 0, 1 / cells, -row / cells, 0);
  for (let row = 0; row < cells; row++) {
    const a = 2 * row;
    triangles.push(a, a + 2, a + 3, a, a + 3, a + 1);
  }
  const stiffness = 400;
  const cloth = createCloth(
    { positions, triangles },
    { stretchStiffness: stiffness, shearStiffness: 0, density: 1, bendStiffness: 0, damping: 2 },
  );
  cloth.hold(0);
  cloth.hold(1);
  for (let i = 0; i < 600; i++) cloth.step(0.02);
  let speed = 0;
  for (const v of cloth.velocities) speed = Math.max(speed, Math.abs(v));
  expect(speed).toBeLessThan(1e-6);
  // border springs have half the width each; strain(row) = weight below / (stiffness · width)
  const width = 1 / cells;
  let y = 0;
  for (let row = 1; row <= cells; row++) {
    let below = 0;
    for (let v = 2 * row; v < cloth.masses.length; v++) below += cloth.masses[v];
    y -= (1 / cells) * (1 + (below * 9.81) / (stiffness * width));
    const mean = (cloth.positions[6 * row + 1] + cloth.positions[6 * row + 4]) / 2;
    expect(mean).toBeCloseTo(y, 6);
  }
});

test('held vertices move with the velocity they are given; in one direction only if so wished', () => {
  const cloth = createCloth(sheet(3), still);
  cloth.hold(0);
  cloth.velocities.set([0.5, 0, 0], 0);
  cloth.hold(5, [0, 1, 0]);
  const from = cloth.positions.slice();
  for (let i = 0; i < 20; i++) cloth.step(0.01);
  expect(cloth.positions[0] - from[0]).toBeCloseTo(0.1, 12);
  expect(cloth.positions[1]).toBe(from[1]);
  expect(cloth.positions[16]).toBeCloseTo(from[16], 12);
  expect(Math.abs(cloth.positions[15] - from[15])).toBeGreaterThan(1e-4);
  cloth.letGo(0);
  cloth.step(0.01);
  expect(cloth.velocities[1]).not.toBe(0);
});

test('the same input gives the same motion', () => {
  const run = () => {
    const cloth = createCloth(sheet(4));
    cloth.hold(0);
    for (let i = 0; i < 30; i++) cloth.step(0.01);
    return cloth.positions;
  };
  expect(run()).toEqual(run());
});

test('what cannot be is refused by name', () => {
  const mesh = sheet(1);
  expect(() => createCloth(mesh, { density: 0 })).toThrow(
    'createCloth: density must be a finite number above 0, got 0.',
  );
  expect(() => createCloth(mesh, { damping: NaN })).toThrow(
    'createCloth: damping must be a finite number from 0, got NaN.',
  );
  expect(() => createCloth(mesh, { selfContact: true })).toThrow('createCloth: thickness must be above 0');
  expect(() => createCloth(mesh, { stiffness: 1 } as object)).toThrow('got stiffness.');
  expect(() => createCloth(mesh).step(0)).toThrow('step: timeStep must be a finite number above 0, got 0.');
  expect(() => createCloth(mesh).hold(4)).toThrow('hold: vertex must be a whole number from 0 to 3, got 4.');
});
