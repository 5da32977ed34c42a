import { createShell, type SelfContactOptions, type Shell } from '@selfcollide/physics';
import { createDetector } from 'selfcollide';
import { expect, test } from 'vitest';
import { sheet } from '../sheet.ts';

const THICKNESS = 0.02;

/** Two sheets above each other in one mesh, not aligned; the upper one has the higher numbers. */
function twoSheets(gap: number) {
  const [lower, upper] = [sheet(5), sheet(4)];
  const first = lower.positions.length / 3;
  const moved = upper.positions.map((x, i) => [0.7 * x + 0.13, gap, 0.7 * x - 0.11][i % 3]);
  return {
    positions: Float64Array.from([...lower.positions, ...moved]),
    triangles: Uint32Array.from([...lower.triangles, ...upper.triangles.map((v) => v + first)]),
    first,
  };
}

function push(shell: Shell, from: number, velocity: readonly number[]): void {
  for (let v = from; v < shell.inverseMasses.length; v++) shell.velocities.set(velocity, 3 * v);
}

function momentum(shell: Shell): number[] {
  return [0, 1, 2].map((axis) =>
    shell.inverseMasses.reduce((sum, weight, v) => sum + shell.velocities[3 * v + axis] / weight, 0),
  );
}

/** Steps, and counts those that touch in the end or on the way there. */
function countBadSteps(shell: Shell, triangles: Uint32Array, steps: number, timeStep: number): number {
  const detector = createDetector({ positions: shell.positions, triangles });
  let bad = 0;
  for (let i = 0; i < steps; i++) {
    shell.step(timeStep);
    if (detector.earliestImpact(shell.positions) !== null) bad++;
    else {
      detector.update(shell.positions);
      if (detector.selfIntersects()) bad++;
    }
  }
  return bad;
}

test('two sheets collide and do not pass; momentum stays', () => {
  const { first, ...mesh } = twoSheets(0.1);
  const options = { damping: 0, gravity: [0, 0, 0], bendStiffness: 1e-3 } as const;
  const selfContact = { thickness: THICKNESS, friction: 0.3 };
  const shell = createShell(mesh, { ...options, selfContact });
  push(shell, first, [0.4, -3, 0.2]);
  const before = momentum(shell);
  expect(countBadSteps(shell, mesh.triangles, 100, 0.005)).toBe(0);
  expect(shell.time).toBeCloseTo(0.5, 9); // no step was cut
  momentum(shell).forEach((sum, axis) => {
    expect(Math.abs(sum - before[axis])).toBeLessThan(1e-9);
  });
  expect(shell.velocities[3 * 14 + 1]).toBeLessThan(-0.1); // the lower sheet was hit

  const ghost = createShell(mesh, options);
  push(ghost, first, [0.4, -3, 0.2]);
  expect(ghost.contact).toBeNull();
  expect(countBadSteps(ghost, mesh.triangles, 100, 0.005)).toBeGreaterThan(0);
});

test('a step of many edge lengths is stopped too', () => {
  const { first, ...mesh } = twoSheets(0.1);
  const shell = createShell(mesh, { gravity: [0, 0, 0], selfContact: { thickness: THICKNESS } });
  push(shell, first, [0, -500, 0]);
  expect(countBadSteps(shell, mesh.triangles, 20, 0.01)).toBe(0);
});

test('friction slows what slides on the shell', () => {
  const slide = (friction: number) => {
    const { first, ...mesh } = twoSheets(0.03);
    const shell = createShell(mesh, {
      damping: 0,
      gravity: [0, -9.81, 0],
      selfContact: { thickness: THICKNESS, friction },
    });
    for (let v = 0; v < first; v++) shell.inverseMasses[v] = 0;
    push(shell, first, [0.5, 0, 0]);
    for (let i = 0; i < 60; i++) shell.step(0.002);
    return shell.velocities[3 * (first + 12)];
  };
  expect(slide(0)).toBeGreaterThan(0.45);
  expect(slide(0.4)).toBeLessThan(0.3);
  expect(slide(0.4)).toBeGreaterThan(-0.05);
});

test('what is written to positions is not let through either: the way ends before, and so does the time', () => {
  const { first, ...mesh } = twoSheets(0.1);
  const shell = createShell(mesh, { gravity: [0, 0, 0], selfContact: { thickness: THICKNESS } });
  shell.inverseMasses.fill(0); // nothing can give way
  const detector = createDetector(mesh);
  for (let i = 0; i < 3; i++) {
    for (let v = first; v < shell.inverseMasses.length; v++) shell.positions[3 * v + 1] = -1;
    shell.step(0.01);
    expect(detector.earliestImpact(shell.positions)).toBeNull();
    expect(shell.contact!.share).toBeLessThan(0.1);
    expect(shell.positions[3 * first + 1]).toBeGreaterThan(0);
    expect(shell.positions[3 * first + 1]).toBeLessThan(0.1);
  }
  expect(shell.time).toBeLessThan(0.003);
  expect(shell.time).toBeGreaterThan(0);
});

test('the same input gives the same motion', () => {
  const run = () => {
    const { first, ...mesh } = twoSheets(0.05);
    const shell = createShell(mesh, { selfContact: { thickness: THICKNESS } });
    push(shell, first, [0, -2, 0]);
    for (let i = 0; i < 30; i++) shell.step(0.005);
    return shell.positions;
  };
  expect(run()).toEqual(run());
});

test('refuses a start that touches, and options that cannot be', () => {
  const make = (gap: number, selfContact: object) =>
    createShell(twoSheets(gap), { selfContact: selfContact as SelfContactOptions });
  expect(() => make(0, { thickness: 0.01 })).toThrow(
    /createShell: with selfContact the mesh must not touch itself, got \d+ contacts\./,
  );
  expect(() => make(0.1, { thickness: 0 })).toThrow('createShell: thickness must be a finite number above 0, got 0.');
  expect(() => make(0.1, {})).toThrow('createShell: thickness must be a finite number above 0, got undefined.');
  expect(() => make(0.1, { thickness: 0.01, friction: -1 })).toThrow(
    'createShell: friction must be a finite number from 0, got -1.',
  );
  expect(() => make(0.1, { thickness: 0.01, gap: 1 })).toThrow(
    'createShell: selfContact takes thickness, friction, method; got gap.',
  );
});
