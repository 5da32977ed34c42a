import { createShell, enclosedVolume, planeCollider, sphereCollider } from '@selfcollide/physics';
import { describe, expect, it } from 'vitest';
import { meshEdges } from '../../src/shell/mesh-edges.ts';
import { createStretchSprings } from '../../src/shell/stretch-springs.ts';
import { ball } from '../ball.ts';
import { sheet } from '../sheet.ts';

describe('createShell', () => {
  it('falls freely as a whole: no shape is lost, speed is g × time', () => {
    const mesh = sheet(6);
    const shell = createShell(mesh, { bendStiffness: 1e-3, damping: 0 });
    for (let i = 0; i < 100; i++) shell.step(0.001);
    const dropped = mesh.positions[1] - shell.positions[1];
    expect(dropped).toBeCloseTo((9.81 * 0.1 * 0.101) / 2, 10); // symplectic: n (n + 1) / 2 steps of g h²
    for (let i = 0; i < shell.positions.length; i++) {
      expect(shell.positions[i]).toBeCloseTo(mesh.positions[i] - (i % 3 === 1 ? dropped : 0), 10);
      expect(shell.velocities[i]).toBeCloseTo(i % 3 === 1 ? -0.981 : 0, 8);
    }
  });

  it('keeps momentum while it vibrates without gravity', () => {
    const mesh = sheet(6);
    const shell = createShell(mesh, { bendStiffness: 1e-2, damping: 0, gravity: [0, 0, 0] });
    shell.velocities.forEach((_, i) => {
      shell.velocities[i] = Math.sin(7 * i);
    });
    const momentum = () =>
      [0, 1, 2].map((axis) =>
        shell.inverseMasses.reduce((sum, weight, v) => sum + shell.velocities[3 * v + axis] / weight, 0),
      );
    const before = momentum();
    for (let i = 0; i < 200; i++) shell.step(0.002);
    momentum().forEach((sum, axis) => {
      expect(sum).toBeCloseTo(before[axis], 9);
    });
  });

  it('hangs from one edge with its lengths kept, and never gains energy', () => {
    const mesh = sheet(10);
    const shell = createShell(mesh, { bendStiffness: 1e-4, damping: 0.2 });
    for (let v = 0; v <= 10; v++) shell.inverseMasses[v] = 0;
    const start = mesh.positions.slice(0, 33);
    const masses = shell.inverseMasses.map((weight) => (weight > 0 ? 1 / weight : 0));
    const energy = () => {
      let sum = 0;
      masses.forEach((mass, v) => {
        const [x, y, z] = shell.velocities.subarray(3 * v, 3 * v + 3);
        sum += mass * (9.81 * shell.positions[3 * v + 1] + 0.5 * (x * x + y * y + z * z));
      });
      return sum;
    };
    let most = -Infinity;
    for (let i = 0; i < 3000; i++) {
      shell.step(0.001);
      most = Math.max(most, energy());
    }
    expect(most).toBeLessThan(1e-3); // it starts at rest in the plane y = 0
    expect(shell.positions.slice(0, 33)).toEqual(start);
    const springs = createStretchSprings(mesh.positions, meshEdges(mesh.triangles));
    const now = createStretchSprings(shell.positions, meshEdges(mesh.triangles)).rest;
    now.forEach((length, e) => {
      expect(Math.abs(length / springs.rest[e] - 1)).toBeLessThan(0.02);
    });
    expect(shell.positions.at(-2)).toBeLessThan(-0.3); // the far edge swings below
  });

  it('pressure holds the volume of a ball that falls on the floor; without it the ball gives way, and it can be let out', () => {
    const mesh = ball(3);
    const volume = enclosedVolume(mesh.positions, mesh.triangles);
    const drop = (targetVolume: number) => {
      const colliders = [planeCollider([0, -1.05, 0], [0, 1, 0], 0.5)];
      const shell = createShell(mesh, { damping: 1, gravity: [0, -50, 0], colliders });
      shell.targetVolume = targetVolume;
      let lowest = Infinity;
      for (let i = 0; i < 1500; i++) {
        shell.step(0.001);
        for (let y = 1; y < shell.positions.length; y += 3) lowest = Math.min(lowest, shell.positions[y]);
      }
      expect(lowest).toBeGreaterThan(-1.05 - 1e-9);
      return enclosedVolume(shell.positions, mesh.triangles) / volume;
    };
    // colliders have the last word in a step, so a little is lost where the ball stands
    expect(drop(volume)).toBeGreaterThan(0.99);
    expect(drop(volume)).toBeLessThan(1.001);
    expect(drop(NaN)).toBeLessThan(0.95);
    expect(drop(0.5 * volume)).toBeCloseTo(0.5, 2);
  });

  it('never enters a sphere, and rests on it', () => {
    const mesh = sheet(16);
    const positions = mesh.positions.map((x, i) => x + [-0.5, 0.45, 0.5][i % 3]);
    const shell = createShell(
      { ...mesh, positions },
      { bendStiffness: 1e-4, damping: 1, colliders: [sphereCollider([0, 0, 0], 0.4, 0.5)] },
    );
    let nearest = Infinity;
    for (let i = 0; i < 1000; i++) {
      shell.step(0.001);
      for (let v = 0; v < positions.length; v += 3) {
        const [x, y, z] = shell.positions.subarray(v, v + 3);
        nearest = Math.min(nearest, Math.hypot(x, y, z));
      }
    }
    expect(nearest).toBeGreaterThan(0.4 - 1e-12);
    const middle = 3 * (8 * 17 + 8);
    expect(shell.positions[middle + 1]).toBeLessThan(0.42);
    expect(shell.positions[1]).toBeLessThan(0.1); // corners hang down
  });

  it('the same input gives the same motion', () => {
    const run = () => {
      const shell = createShell(sheet(8), {
        bendStiffness: 1e-3,
        colliders: [sphereCollider([0.3, -0.4, -0.5], 0.3, 0.2)],
      });
      shell.inverseMasses[0] = 0;
      for (let i = 0; i < 300; i++) shell.step(0.002);
      return shell.positions;
    };
    expect(run()).toEqual(run());
  });

  it('leaves a vertex without triangles where it is', () => {
    const shell = createShell({ positions: [0, 0, 0, 1, 0, 0, 0, 0, 1, 5, 5, 5], triangles: [0, 1, 2] });
    shell.step(0.1);
    expect([...shell.positions.slice(9)]).toEqual([5, 5, 5]);
    expect(shell.positions[1]).toBeLessThan(0);
  });

  it('refuses values it cannot take', () => {
    const mesh = sheet(1);
    expect(() => createShell(mesh, { density: 0 })).toThrow('createShell: density must be above 0, got 0.');
    expect(() => createShell(mesh, { damping: -1 })).toThrow('createShell: damping must be 0 or more, got -1.');
    expect(() => createShell(mesh, { bendStiffness: NaN })).toThrow(
      'createShell: bendStiffness must be 0 or more, got NaN.',
    );
    expect(() => createShell(mesh).step(0)).toThrow('step: timeStep must be above 0, got 0.');
  });
});
