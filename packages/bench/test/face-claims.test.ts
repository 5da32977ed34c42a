import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { morphModes, readModel } from '@selfcollide/io';
import { morphFace } from '@selfcollide/scenes';
import { type CertifyReport, certify, createDetector, type TriangleMesh } from 'selfcollide';
import { describe, expect, it } from 'vitest';
import { createSubspaceDetector } from '../../core/src/create-subspace-detector.ts';
import { type Certificates, isNodeFree, isPairFree } from '../../core/src/find/certificates.ts';
import { assemblePreparation, type PreparationArrays } from '../../core/src/find/patches/preparation.ts';
import { readPrepared } from '../../core/src/find/prepared-bytes.ts';
import { PREPARED_SUBSPACE, readCertificates } from '../../core/src/find/subspace/prepared-subspace.ts';
import { createSubspace } from '../../core/src/find/subspace/subspace.ts';
import { createSurface } from '../../core/src/mesh/surface.ts';
import { dataFolder } from '../src/data/data-folder.ts';

/** Poses a claim; `npm run fuzz -- --poses 1000` asks for as many, and the face in its usual size. */
const ASKED = process.env.FUZZ_POSES === undefined ? null : Number(process.env.FUZZ_POSES);
const POSES = ASKED ?? 3;
const face = () => morphFace(ASKED === null ? { triangles: 600 } : {});

const folder = dataFolder();
if (folder === undefined) console.warn('face-claims: ../shared/data is not there; RobotExpressive.glb is not tested.');

function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Contacts at these weights, as edge and triangle, each with the pairs of triangles that have it: s · triangles + t with s < t. */
function contactsOf({ positions, triangles }: Required<TriangleMesh>, vectors: ArrayLike<number>) {
  const detector = createDetector({ positions, triangles }, { method: 'box-tree' });
  const triangleCount = triangles.length / 3;
  // vertices at one place at rest are one
  const places = new Map<string, number>();
  const same = Array.from({ length: positions.length / 3 }, (_, v) => {
    const place = [0, 1, 2].map((x) => positions[3 * v + x] + 0).join();
    if (!places.has(place)) places.set(place, v);
    return places.get(place)!;
  });
  const edgeOf = (v: number, w: number) => `${Math.min(same[v], same[w])} ${Math.max(same[v], same[w])}`;
  const owners = new Map<string, number[]>();
  triangles.forEach((v, i) => {
    const edge = edgeOf(v, triangles[i % 3 === 2 ? i - 2 : i + 1]);
    owners.set(edge, [...(owners.get(edge) ?? []), Math.floor(i / 3)]);
  });
  const posed = positions.slice();
  return (weights: ArrayLike<number>): Map<string, number[]> => {
    for (let x = 0; x < posed.length; x++) {
      let sum = positions[x];
      for (let i = 0; i < weights.length; i++) {
        if (weights[i] !== 0) sum += vectors[i * positions.length + x] * weights[i];
      }
      posed[x] = sum;
    }
    detector.update(posed);
    const { count, edgeA, edgeB, triangle } = detector.findIntersections();
    const contacts = new Map<string, number[]>();
    for (let i = 0; i < count; i++) {
      const edge = edgeOf(edgeA[i], edgeB[i]);
      const pairs = owners.get(edge)!.map((s) => {
        return Math.min(s, triangle[i]) * triangleCount + Math.max(s, triangle[i]);
      });
      contacts.set(`${edge} ${triangle[i]}`, pairs);
    }
    return contacts;
  };
}

/** Checks every claim by random poses and every witness; returns how many of both there were. */
function checkClaims(
  mesh: Required<TriangleMesh>,
  vectors: ArrayLike<number>,
  report: CertifyReport,
  tolerance: number,
) {
  const random = createRandom(7);
  const rank = report.targets.length;
  const triangleCount = mesh.triangles.length / 3;
  const contactsAt = contactsOf(mesh, vectors);
  const atRest = contactsAt(new Float64Array(rank));
  const freshAt = (weights: Float64Array) => [...contactsAt(weights)].filter(([contact]) => !atRest.has(contact));
  const sums = { claims: 0, witnesses: 0 };
  const expectFree = (name: string, pose: () => Float64Array) => {
    sums.claims++;
    for (let k = 0; k < POSES; k++) {
      const weights = pose();
      const fresh = freshAt(weights);
      if (fresh.length > 0) throw new Error(`${name}: ${fresh.length} new contacts at ${weights.join(' ')}`);
    }
  };
  const expectWitness = (witness: { weights: Float64Array; triangles: readonly [number, number] }) => {
    sums.witnesses++;
    const [s, t] = witness.triangles;
    const key = Math.min(s, t) * triangleCount + Math.max(s, t);
    expect(freshAt(witness.weights).some(([, pairs]) => pairs.includes(key))).toBe(true);
  };
  /** Ends are as likely as what is between them. */
  const between = (low: number, high: number, share = 1) => {
    const x = random();
    return share * (x < 0.05 ? low : x > 0.95 ? high : low + (high - low) * random());
  };
  report.targets.forEach(({ low, high, freeLow, freeHigh, stoppedBy, undecided }, i) => {
    const at = () => Float64Array.from({ length: rank }, (_, j) => (j === i ? between(freeLow, freeHigh) : 0));
    expectFree(`target ${i}`, at);
    for (const witness of [stoppedBy.low, stoppedBy.high]) if (witness) expectWitness(witness);
    // decided: all of it, or a contact within the tolerance
    if (undecided) return;
    if (freeHigh < high) expect(stoppedBy.high!.weights[i] - freeHigh).toBeLessThanOrEqual(tolerance * 1.000001);
    if (freeLow > low) expect(freeLow - stoppedBy.low!.weights[i]).toBeLessThanOrEqual(tolerance * 1.000001);
  });
  for (const { a, b, freeShare, status, witness } of report.pairs) {
    const { targets } = report;
    expectFree(`targets ${a} and ${b}`, () => {
      const weights = new Float64Array(rank);
      for (const i of [a, b]) weights[i] = between(targets[i].freeLow, targets[i].freeHigh, freeShare);
      return weights;
    });
    expect(status === 'collides').toBe(witness !== null);
    if (witness) expectWitness(witness);
  }
  return sums;
}

describe('certify: claims and witnesses, by poses', () => {
  it('morph-face, each target and every two', { timeout: 300_000 }, () => {
    const { mesh, modes, modeCount } = face();
    const report = certify(mesh, modes, { pairs: true });
    const { claims, witnesses } = checkClaims(mesh, modes.vectors, report, 0.01);
    expect(claims).toBe(modeCount + (modeCount * (modeCount - 1)) / 2);
    expect(witnesses).toBeGreaterThan(10);
  });

  it.skipIf(folder === undefined)('RobotExpressive.glb (skipped where ../shared/data is absent)', async () => {
    const bytes = readFileSync(join(folder!, 'skinned/RobotExpressive.glb'));
    const { mesh, ...modes } = morphModes(await readModel(new Uint8Array(bytes), { name: 'RobotExpressive.glb' }));
    const report = certify(mesh, modes, { pairs: true });
    const { claims, witnesses } = checkClaims(mesh, modes.vectors, report, 0.01);
    expect(claims).toBe(6);
    expect(witnesses).toBeGreaterThan(2);
  });
});

describe('budgets of a face', () => {
  it('prove nine of ten patches and pairs of patches free on 300 expressions, and more than balls do', {
    timeout: 300_000,
  }, () => {
    const { mesh, modes, modeCount } = face();
    const detector = createSubspaceDetector(mesh, modes, { budgets: true });
    const surface = createSurface('test', mesh, { weld: true });
    const subspace = createSubspace(surface, mesh.positions, modes.vectors, null);
    const arrays = readPrepared('test', detector.serialize(), PREPARED_SUBSPACE, surface);
    const budgets: Certificates = readCertificates('test', subspace, arrays);
    const balls: Certificates = { ...budgets, budgets: null };
    const random = createRandom(11);
    const free = { balls: [0, 0], budgets: [0, 0] };
    const { skip, boxStart } = assemblePreparation(arrays as PreparationArrays).testTree;
    const nodeCount = skip.length;
    const pairCount = boxStart[nodeCount];
    for (let k = 0; k < 300; k++) {
      const q = new Float64Array(modeCount);
      for (let n = 3 + Math.floor(6 * random()); n > 0; n--) q[Math.floor(modeCount * random())] = random();
      for (const [name, certificates] of Object.entries({ balls, budgets })) {
        certificates.norm = Math.hypot(...q);
        if (certificates.budgets) certificates.budgets.q = q;
        const sums = free[name as keyof typeof free];
        // what is below a node that is free is not asked about
        for (let node = 0; node < nodeCount; ) {
          if (isNodeFree(certificates, node)) {
            sums[0] += skip[node] - node;
            sums[1] += boxStart[skip[node]] - boxStart[node];
            node = skip[node];
          } else {
            for (let pair = boxStart[node]; pair < boxStart[node + 1]; pair++) {
              if (isPairFree(certificates, pair)) sums[1]++;
            }
            node++;
          }
        }
      }
    }
    const shares = Object.fromEntries(
      Object.entries(free).map(([name, [nodes, pairs]]) => [
        name,
        [nodes / (300 * nodeCount), pairs / (300 * pairCount)],
      ]),
    );
    console.log(
      `face-claims, ${mesh.triangles.length / 3} triangles, radius ${detector.radius}: share proved free, test nodes and box pairs: ${JSON.stringify(shares)}`,
    );
    for (const part of [0, 1]) {
      expect(shares.budgets[part]).toBeGreaterThan(0.9);
      expect(shares.budgets[part]).toBeGreaterThan(shares.balls[part]);
    }
  });
});
