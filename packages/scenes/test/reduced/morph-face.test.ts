import { certify, createDetector } from 'selfcollide';
import { describe, expect, it } from 'vitest';
import { createRandom, morphFace } from '../../src/index.ts';

function deform({ mesh, modes }: ReturnType<typeof morphFace>, q: ArrayLike<number>): Float64Array {
  const length = mesh.positions.length;
  return mesh.positions.map((x, i) => {
    let sum = x;
    for (let k = 0; k < q.length; k++) sum += modes.vectors[k * length + i] * q[k];
    return sum;
  });
}

describe('morph-face', () => {
  const face = morphFace({ triangles: 1300 });

  it('has at least 20 named targets and touches nothing at rest', () => {
    expect(face.modeCount).toBeGreaterThanOrEqual(20);
    expect(new Set(face.names).size).toBe(face.modeCount);
    expect(createDetector(face.mesh).findIntersections().count).toBe(0);
    expect(createDetector(morphFace().mesh).findIntersections().count).toBe(0);
  });

  it('is the same for the same seed, and another for another', () => {
    expect(morphFace({ triangles: 1300 })).toMatchObject({ mesh: face.mesh, modes: face.modes });
    expect(morphFace({ triangles: 1300, seed: 2 }).mesh.positions).not.toEqual(face.mesh.positions);
    const first = [...face.steps()].map((q) => q.join());
    expect([...face.steps()].map((q) => q.join())).toEqual(first);
    expect(first).toHaveLength(face.stepCount);
  });

  it('certify: nothing touches in random poses of what is proved, and every witness touches', () => {
    const pairs = ['lipUpperDown', 'lipLowerUp', 'eyeBlinkLeft', 'eyeSquintLeft', 'mouthPress', 'jawOpen'];
    const chosen = pairs.map((name) => face.names!.indexOf(name));
    const length = face.mesh.positions.length;
    const vectors = new Float64Array(chosen.length * length);
    for (const [k, i] of chosen.entries()) {
      vectors.set(face.modes.vectors.subarray(i * length, (i + 1) * length), k * length);
    }
    const part = { ...face, modes: { vectors } };
    const ranges = chosen.map(() => [0, 1] as const);
    const report = certify(face.mesh, { vectors }, { ranges, pairs: true });
    const detector = createDetector(face.mesh);
    const touches = (q: ArrayLike<number>) => {
      detector.update(deform(part, q));
      return detector.selfIntersects();
    };
    const random = createRandom(7);
    let stopped = 0;
    for (const [i, { freeHigh, stoppedBy }] of report.targets.entries()) {
      for (let k = 0; k < 20; k++) {
        const q = new Float64Array(chosen.length);
        q[i] = k === 0 ? freeHigh : random.between(0, freeHigh);
        expect(touches(q)).toBe(false);
      }
      if (!stoppedBy.high) continue;
      stopped++;
      expect(touches(stoppedBy.high.weights)).toBe(true);
      expect(stoppedBy.high.weights[i] - freeHigh).toBeLessThan(0.0101);
    }
    expect(stopped).toBe(1);
    expect(report.pairs.filter(({ status }) => status === 'collides').length).toBeGreaterThan(1);
    for (const { a, b, freeShare, witness } of report.pairs) {
      for (let k = 0; k < 10; k++) {
        const q = new Float64Array(chosen.length);
        for (const i of [a, b]) q[i] = random.between(0, freeShare * report.targets[i].freeHigh);
        expect(touches(q)).toBe(false);
      }
      if (witness) expect(touches(witness.weights)).toBe(true);
    }
    expect(report.undecided).toBe(0);
  });
});
