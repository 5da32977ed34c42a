import { describe, expect, it } from 'vitest';
import { createDetector } from '../../../src/create-detector.ts';
import { createSubspaceDetector } from '../../../src/create-subspace-detector.ts';
import type { Detector } from '../../../src/detector.ts';
import type { SubspaceDetector } from '../../../src/subspace-detector.ts';
import { contactsFound } from '../../contact-oracle.ts';
import { type SmallMesh, sheet } from '../../partition/small-meshes.ts';
import { seededRandom } from '../../predicates/random.ts';
import { noiseModes, randomDirection, waveModes } from './modes.ts';
import { meshes, rolled } from './subspace-meshes.ts';

const POSES = 200;
const FACTORS = [0.5, 0.999, 1.5, 3];
const AIMED = 50;
const AIM = [1 - 1e-7, 1 + 1e-7, 1.001, 1.05];

/** Two sheets in one place: everything touches at rest. */
function twice(): SmallMesh {
  const { positions, triangles } = sheet(3, 3);
  return {
    positions: Float64Array.from([...positions, ...positions]),
    triangles: Uint32Array.from([...triangles, ...triangles.map((v) => v + positions.length / 3)]),
  };
}

const waves = (mesh: SmallMesh) => waveModes(mesh, 4, 7);
/** Moves along the first axes only: motions of rank 0, 1 and 2, whatever the number of modes. */
const flat = (axes: number) => (mesh: SmallMesh) => waves(mesh).map((x, i) => (i % 3 < axes ? x : 0));

const cases: Record<string, { readonly mesh: SmallMesh; readonly modesOf: (mesh: SmallMesh) => Float64Array }> = {
  ...Object.fromEntries(Object.entries(meshes).map(([name, mesh]) => [name, { mesh, modesOf: waves }])),
  'sheets that lie on each other': { mesh: twice(), modesOf: (mesh) => noiseModes(mesh, 3, 1) },
  'one mode': { mesh: rolled(), modesOf: (mesh) => waveModes(mesh, 1, 3) },
  'two modes': { mesh: rolled(), modesOf: (mesh) => waveModes(mesh, 2, 3) },
  'zero modes': { mesh: rolled(), modesOf: flat(0) },
  'motions along one axis': { mesh: rolled(), modesOf: flat(1) },
  'motions in one plane': { mesh: rolled(), modesOf: flat(2) },
  'equal modes': {
    mesh: rolled(),
    modesOf: (mesh) => Float64Array.from([...waveModes(mesh, 1, 3), ...waveModes(mesh, 1, 3)]),
  },
  'one mode zero': {
    mesh: rolled(),
    modesOf: (mesh) => Float64Array.from([...waveModes(mesh, 2, 3), ...mesh.positions.map(() => 0)]),
  },
};

function* posesOf(detector: SubspaceDetector): Iterable<{ q: Float64Array; factor: number }> {
  const random = seededRandom(11);
  const unit = detector.radius > 0 ? detector.radius : 0.1;
  for (let pose = 0; pose < POSES; pose++) {
    for (const factor of FACTORS) {
      yield { q: randomDirection(detector.modeCount, random).map((x) => x * factor * unit), factor };
    }
  }
  const limits = detector.findLimits(7).filter(({ norm }) => norm < Number.POSITIVE_INFINITY);
  limits.sort((a, b) => a.norm - b.norm);
  for (let i = 0; i < AIMED && limits.length > 0; i++) {
    const scale = AIM[(i + Math.floor(i / limits.length)) % AIM.length];
    yield { q: limits[i % limits.length].q.map((x) => x * scale), factor: 0 };
  }
}

/** One mode of the sheet bends it one way: nothing meets up to 3 radii. */
const withoutContacts = new Set(['one triangle', 'zero modes', 'one mode']);
/** With fewer than three ways to move no pose brings two points of a pair together. */
const withoutAim = new Set([
  ...withoutContacts,
  'sheets that lie on each other',
  'two modes',
  'equal modes',
  'one mode zero',
  'motions along one axis',
]);

describe.each([Float64Array, Float32Array])(
  'poses of adversarial meshes in $name agree with brute force',
  (Numbers) => {
    it.each(Object.entries(cases))('%s', (name, { mesh, modesOf }) => {
      const own = { positions: Numbers.from(mesh.positions), triangles: mesh.triangles };
      const detector = createSubspaceDetector(own, { vectors: modesOf(mesh) }, { weld: false });
      const oracle = createDetector(own, { method: 'brute-force', weld: false });
      const moved = new Numbers(own.positions.length);
      const touching = { random: 0, aimed: 0 };
      for (const { q, factor } of posesOf(detector)) {
        detector.update(q);
        detector.deform(q, moved);
        oracle.update(moved);
        const expected = contactsFound(oracle);
        const found = contactsFound(detector as unknown as Detector);
        if (found.join() !== expected.join())
          throw new Error(`factor ${factor}, q ${q.join(' ')}: ${found} ≠ ${expected}`);
        if (factor > 0 && factor < 1 && detector.radius > 0) expect(detector.certified).toBe(true);
        if (detector.certified && detector.restPairCount === 0) expect(expected).toEqual([]);
        if (expected.length > 0) touching[factor === 0 ? 'aimed' : 'random']++;
      }
      if (!withoutContacts.has(name)) expect(touching.random).toBeGreaterThan(0);
      if (!withoutAim.has(name)) expect(touching.aimed).toBeGreaterThan(AIMED / 4);
    });
  },
);
