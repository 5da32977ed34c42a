import { describe, expect, it } from 'vitest';
import { createDetector } from '../src/create-detector.ts';
import { createSubspaceDetector, createSubspaceDetectorAsync } from '../src/create-subspace-detector.ts';
import type { Detector } from '../src/detector.ts';
import { foldsAreContacts } from '../src/mesh/folds-are-contacts.ts';
import { createSurface } from '../src/mesh/surface.ts';
import type { Impacts } from '../src/results/impacts.ts';
import { randomDirection, waveModes } from './find/subspace/modes.ts';
import { meshes, rolled } from './find/subspace/subspace-meshes.ts';
import { sheet, sphere } from './partition/small-meshes.ts';
import { seededRandom } from './predicates/random.ts';

const list = ({
  vertexCount,
  vertex,
  triangle,
  vertexTime,
  edgeCount,
  edgeA,
  edgeB,
  edgeC,
  edgeD,
  edgeTime,
}: Impacts) =>
  [
    ...Array.from({ length: vertexCount }, (_, i) => `v ${vertex[i]} ${triangle[i]} ${vertexTime[i]}`),
    ...Array.from({ length: edgeCount }, (_, i) => `e ${edgeA[i]} ${edgeB[i]} ${edgeC[i]} ${edgeD[i]} ${edgeTime[i]}`),
  ].sort();

/** The oracle decides all by exact arithmetic, and its times are other lower bounds. */
const withoutTime = (impact: string) => impact.replace(/ [^ ]+$/, '');

describe('steps of a subspace detector', () => {
  it.each(Object.entries(meshes))('impacts of %s are those of brute force on both ends', (_, mesh) => {
    const rank = 4;
    const modes = { vectors: waveModes(mesh, rank, 9) };
    const detector = createSubspaceDetector(mesh, modes, { budgets: true });
    const oracle = createDetector(mesh, { method: 'brute-force' });
    const plain = createDetector(mesh);
    const random = seededRandom(4);
    const from = new Float64Array(mesh.positions.length);
    const to = new Float64Array(mesh.positions.length);
    const unit = detector.radius > 0 ? detector.radius : 0.1;
    for (let k = 0; k < 3; k++) {
      const size = [0.99, 1.5, 4][k] * unit;
      const q0 = randomDirection(rank, random).map((x) => x * size * random());
      const q1 = randomDirection(rank, random).map((x) => x * size);
      detector.deform(q0, from);
      detector.deform(q1, to);
      oracle.update(from);
      const expected = list(oracle.findImpacts(to));
      plain.update(from);
      const found = list(detector.findImpacts(q0, q1));
      expect(found.map(withoutTime)).toEqual(expected.map(withoutTime));
      expect(found).toEqual(list(plain.findImpacts(to)));
      expect(detector.earliestImpact(q0, q1)?.time ?? null).toBe(plain.earliestImpact(to)?.time ?? null);
    }
  });

  it('certified steps of a closed mesh cost no positions, and the current pose stays', () => {
    const mesh = sphere(3);
    const modes = { vectors: waveModes(mesh, 3, 2) };
    const detector = createSubspaceDetector(mesh, modes);
    expect(foldsAreContacts(createSurface('test', mesh, { weld: true }))).toBe(true);
    const far = [9, 9, 9].map((x) => x * detector.radius);
    detector.update(far);
    const before = detector.findIntersections().count;
    const near = [0.5 * detector.radius, 0, 0];
    expect(detector.findImpacts([0, 0, 0], near)).toMatchObject({ vertexCount: 0, edgeCount: 0, truncated: false });
    expect(detector.counters.impacts).toBe(0);
    expect(detector.findImpacts([0, 0, 0], far).earliest).toBeLessThan(1);
    expect(detector.findIntersections().count).toBe(before);
  });

  it('control: at a boundary, triangles fold flat without an edge that meets one', () => {
    const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 0.5, 1, 0, 0.5, -1, 0);
    const mesh = { positions, triangles: Uint32Array.of(0, 1, 2, 1, 0, 3) };
    const vectors = Float64Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1.5, 0);
    const detector = createSubspaceDetector(mesh, { vectors });
    expect(foldsAreContacts(createSurface('test', mesh, { weld: true }))).toBe(false);
    detector.update([1]);
    expect(detector.certified).toBe(true); // no contact there, by its definition …
    expect(detector.findImpacts([0], [1]).vertexCount).toBeGreaterThan(0); // … but an impact
    expect(foldsAreContacts(createSurface('test', sheet(3, 3), { weld: true }))).toBe(false);
  });

  it('proximities are those of a detector given the positions, also against another subspace detector', () => {
    const mesh = rolled();
    const modes = { vectors: waveModes(mesh, 3, 5) };
    const a = createSubspaceDetector(mesh, modes);
    const b = createSubspaceDetector(mesh, modes);
    const q = [0.4, -0.3, 0.2].map((x) => x * a.radius);
    const out = new Float64Array(mesh.positions.length);
    a.update(q);
    a.deform(q, out);
    const plain = createDetector(mesh, { method: 'brute-force' });
    plain.update(out);
    const pairs = ({ findProximities }: Pick<Detector, 'findProximities'>, self: Detector) => {
      const { count, triangleA, triangleB } = findProximities.call(self, { distance: 0.3 });
      return Array.from({ length: count }, (_, i) => `${triangleA[i]} ${triangleB[i]}`).sort();
    };
    expect(pairs(a as unknown as Detector, a as unknown as Detector)).toEqual(pairs(plain, plain));
    a.update([0, 0, 0]);
    const near = a.findProximities({ distance: 0.3, against: b }).count;
    expect(near).toBe(createDetector(mesh).findProximities({ distance: 0.3, against: createDetector(mesh) }).count);
    expect(near).toBeGreaterThan(mesh.triangles.length / 3);
    expect(() => a.findProximities({ distance: 0, against: a })).toThrow(
      'against must be another detector, got the same.',
    );
  });

  it('refuses what is no step', () => {
    const mesh = rolled();
    const detector = createSubspaceDetector(mesh, { vectors: waveModes(mesh, 2, 3) });
    expect(() => detector.findImpacts([0], [0, 0])).toThrow(
      'findImpacts: q0 must hold 2 numbers, one a mode, got length 1.',
    );
    expect(() => detector.findImpacts([0, 0], [0, Number.NaN])).toThrow(
      'findImpacts: q1 must hold finite numbers, got NaN for mode 1.',
    );
    const far = createSubspaceDetector(mesh, { vectors: waveModes(mesh, 2, 3).map((x) => 100 * x) });
    expect(() => far.earliestImpact([1e308, 1e308], [0, 0])).toThrow(
      /^earliestImpact: q0 must lead to finite positions, got (-?Infinity|NaN) for [xyz] of vertex \d+\.$/,
    );
    expect(() => far.earliestImpact([0, 0], [1e308, 1e308])).toThrow(
      /^earliestImpact: q1 must lead to finite positions/,
    );
    const options = { maxTime: 2 };
    expect(() => detector.findImpacts([0, 0], [0, 0], options)).toThrow(
      'findImpacts: maxTime must be from 0 to 1, got 2.',
    );
    expect(() => detector.earliestImpact([0, 0], [0, 0], options)).toThrow(
      'earliestImpact: maxTime must be from 0 to 1, got 2.',
    );
  });

  it('prepares in slices, and stops within 100 ms', async () => {
    const mesh = sphere(12);
    const modes = { vectors: waveModes(mesh, 12, 2) };
    const control = new AbortController();
    let asked = 0;
    const seen: number[] = [];
    const work = createSubspaceDetectorAsync(mesh, modes, {
      signal: control.signal,
      onProgress: (fraction) => {
        seen.push(fraction);
        if (fraction > 0.2 && asked === 0) {
          asked = performance.now();
          control.abort(new Error('enough'));
        }
      },
    });
    await expect(work).rejects.toThrow('enough');
    expect(performance.now() - asked).toBeLessThan(100);
    expect(seen.length).toBeGreaterThan(5);
    const small = rolled();
    const vectors = waveModes(small, 2, 3);
    const slow = await createSubspaceDetectorAsync(small, { vectors });
    expect(slow.radius).toBe(createSubspaceDetector(small, { vectors }).radius);
  });
});
