import type { ReducedBodiesScene } from '@selfcollide/scenes';
import { createSubspaceDetector, type SubspaceDetector } from 'selfcollide';
import { describe, expect, it } from 'vitest';
import { runSubspaceReport } from '../../src/subspace/run-subspace-report.ts';
import { timeEverySteps } from '../../src/subspace/time-steps.ts';

/** Two triangles, one above the other, that one mode brings together: they cross from 0.5 to 1.5 on. */
const mesh = {
  positions: Float64Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, 1, 1, 1, 2, 2, 1, 2),
  triangles: Uint32Array.of(0, 1, 2, 3, 4, 5),
};
const vectors = new Float64Array(18);
for (const v of [3, 4, 5]) vectors[3 * v + 2] = -1;

/** Two bodies; in step i the mode of the first is at i/4, that of the second at 0. */
const scene = {
  mesh,
  bodyCount: 2,
  begin({ selfContacts }: { selfContacts: (q: Float64Array, body: number) => unknown }) {
    let step = 0;
    return {
      step() {
        selfContacts(Float64Array.of(step++ / 4), 0);
        selfContacts(Float64Array.of(0), 1);
      },
    };
  },
} as unknown as ReducedBodiesScene;

describe('time per step', () => {
  it('is taken of every method at the same steps, on poses in which all find the same', () => {
    const detector = createSubspaceDetector(mesh, { vectors }, { weld: false });
    const { times, wrong } = timeEverySteps(scene, detector, 12, 6);
    expect(wrong).toEqual([]);
    for (const points of Object.values(times)) {
      expect(points.map(([step]) => step)).toEqual([0, 2, 4, 6, 8, 10]);
      expect(points.every(([, milliseconds]) => milliseconds > 0)).toBe(true);
    }
  });

  it('is refused of a detector that says too much is free', () => {
    const detector = createSubspaceDetector(mesh, { vectors }, { weld: false });
    const liar = new Proxy(detector, {
      get(target, name) {
        if (name === 'certified') return true;
        const value = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    }) as SubspaceDetector;
    const { wrong } = timeEverySteps(scene, liar, 12, 6);
    expect(wrong).toContainEqual(
      expect.stringMatching(/^bench: step 6, body 0: certificates and box tree found 0 and \d+ contacts\.$/),
    );
  });
});

it('a figure that is not there is refused, with the names of all', async () => {
  const running = runSubspaceReport({ quick: true, write: false, scenes: ['figure-3'] });
  await expect(running).rejects.toThrow(
    /^scenes must be among spring, .*figure-4, figure-7, figure-9, figure-12, figure-14, gains; got figure-3\.$/,
  );
});
