import { createDetector, createSubspaceDetector } from 'selfcollide';
import { describe, expect, it } from 'vitest';
import { bunnies, octopus, type ReducedBodiesScene, spring } from '../../src/index.ts';

/** Contacts as sorted text. */
function contacts({
  count,
  edgeA,
  edgeB,
  triangle,
}: ReturnType<ReturnType<typeof createDetector>['findIntersections']>) {
  return Array.from({ length: count }, (_, i) => `${edgeA[i]} ${edgeB[i]} ${triangle[i]}`).sort();
}

/**
 * Poses of the scene's own steps and far beyond: the subspace detector finds what brute force finds, and certifies no contact. Well within the radius boxes are asked
 * instead, which leave out nothing but what is apart.
 */
function agrees(scene: ReducedBodiesScene, steps: readonly Float64Array[]): { certified: number } {
  const { mesh, modes, weights, modeCount } = scene;
  const detector = createSubspaceDetector(mesh, modes, { weld: false, subdivisions: 1, ...(weights && { weights }) });
  const brute = createDetector(mesh, { method: 'brute-force', weld: false });
  const boxes = createDetector(mesh, { method: 'box-tree', weld: false });
  const positions = new Float64Array(mesh.positions.length);
  const outcome = { certified: 0 };
  expect(detector.radius).toBeGreaterThan(0);
  for (const step of steps) {
    const q = step.subarray(0, modeCount);
    detector.update(q);
    const { norm } = detector;
    for (const factor of norm > 0 ? [0.5, 0.999, 1.5, 3].map((x) => (x * detector.radius) / norm).concat(1) : [1]) {
      const pose = q.map((x) => x * factor);
      detector.update(pose);
      detector.deform(pose, positions);
      const oracle = detector.norm < 0.9 * detector.radius || factor === 1 ? boxes : brute;
      oracle.update(positions);
      const expected = contacts(oracle.findIntersections());
      if (detector.certified) {
        outcome.certified++;
        expect(expected).toEqual([]);
      }
      expect(contacts(detector.findIntersections())).toEqual(expected);
    }
  }
  return outcome;
}

const taken = (scene: ReducedBodiesScene, every: number) =>
  Array.from(scene.steps(), (q) => q.slice()).filter((_, i) => i % every === every - 1);

describe('spring', () => {
  const scene = spring({ triangles: 1600, modes: 6, frames: 400 });

  it('is closed, does not touch itself at rest, and has the paper’s size by default', () => {
    expect(scene.mesh.triangles.length / 3).toBe(1600);
    expect(createDetector(scene.mesh).findIntersections().count).toBe(0);
    const uses = new Map<string, number>();
    const { triangles } = scene.mesh;
    for (let t = 0; t < triangles.length; t += 3) {
      for (let k = 0; k < 3; k++) {
        const edge = [triangles[t + k], triangles[t + ((k + 1) % 3)]].sort((a, b) => a - b).join();
        uses.set(edge, (uses.get(edge) ?? 0) + 1);
      }
    }
    expect([...uses.values()].every((count) => count === 2)).toBe(true);
  });

  it('falls, is deformed, and gives the same steps each time; contacts agree', () => {
    const steps = taken(scene, 80);
    expect(taken(scene, 80)).toEqual(steps);
    expect(Math.hypot(...steps[4])).toBeGreaterThan(0);
    expect(agrees(scene, steps.slice(3)).certified).toBeGreaterThan(3);
  });

  it('refuses what makes no sense', () => {
    expect(() => spring({ modes: 0 })).toThrow('spring: modes must be a whole number from 1, got 0.');
    expect(() => spring({ modes: 5, heard: 2 })).toThrow('spring: heard must be a whole number from modes, 5, got 2.');
  });
});

describe('octopus (stand-in)', () => {
  it.each([
    ['octopus', 'nonlinear', 'rubber'],
    ['octopus-soft', 'nonlinear', 'soft'],
    ['octopus-polynomial', 'polynomial', 'soft'],
  ] as const)('%s: contacts agree with brute force', (name, dynamics, material) => {
    const scene = octopus(undefined, { dynamics, material, modes: 6, subdivisions: 0, frames: 8 });
    expect(scene.name).toBe(name);
    expect(createDetector(scene.mesh).findIntersections().count).toBe(0);
    const { certified } = agrees(scene, taken(scene, 8));
    expect(certified).toBeGreaterThan(1);
  });

  it('is of rubber if nonlinear and soft if polynomial, unless told', () => {
    const name = (options: Parameters<typeof octopus>[1]) => octopus(undefined, { ...options, subdivisions: 0 }).name;
    expect(name({ modes: 4 })).toBe('octopus');
    expect(name({ dynamics: 'polynomial' })).toBe('octopus-polynomial');
    expect(name({ dynamics: 'polynomial', material: 'rubber' })).toBe('octopus-polynomial-rubber');
    expect(() => name({ material: 'clay' as never })).toThrow('octopus: material must be rubber or soft, got clay.');
  });
});

describe('bunnies', () => {
  it('fall on each other and on the ground', async () => {
    const scene = await bunnies(2, { triangles: 500, modes: 4, frames: 30 });
    expect(createDetector(scene.mesh).findIntersections().count).toBe(0);
    const world = scene.begin();
    let ground = 0;
    let between = 0;
    // some steps more once both have happened
    for (let step = 0, after = 0; step < 150 && after < 10; step++) {
      if (ground > 0 && between > 0) after++;
      world.step();
      ground += world.pushed.ground;
      between += world.pushed.between;
    }
    expect(ground).toBeGreaterThan(0);
    expect(between).toBeGreaterThan(0);
    for (const { q, frame } of world.bodies) {
      expect([...q, ...frame.place].every(Number.isFinite)).toBe(true);
      expect(frame.place[1]).toBeGreaterThan(0);
    }
  });
});
