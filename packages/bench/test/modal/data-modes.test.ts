import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readModel } from '@selfcollide/io';
import { createElasticTets, createReducedStvk, findModes, nonlinearBasis, stvkForces } from '@selfcollide/physics';
import { describe, expect, test } from 'vitest';
import { dataFolder } from '../../src/data/data-folder.ts';

const folder = dataFolder();
if (folder === undefined)
  console.warn('modal/data-modes: ../shared/data is not there; modes of real bodies are not tested.');

const RUBBER = { youngsModulus: 1e5, poissonRatio: 0.45, density: 1000 };

async function load(file: string) {
  const { positions, tets } = await readModel(readFileSync(join(folder!, 'tet', file)), { name: file });
  return { positions, tets: tets! };
}

/** Processor time, since other tests run at the same time. */
const seconds = () => process.cpuUsage().user / 1e6;

describe.skipIf(folder === undefined)('modes of ../shared/data (skipped where that is absent)', () => {
  test('polyfem_bunny.msh, free: known frequencies within 8 s', async () => {
    const mesh = await load('polyfem_bunny.msh');
    const start = seconds();
    const body = createElasticTets(mesh, RUBBER);
    const modes = findModes(body, { count: 10 });
    const taken = seconds() - start;
    expect(body.unknownCount).toBe(14_010);
    expect(modes.rigidCount).toBe(6);
    expect(Array.from(modes.frequencies.subarray(0, 3), (f) => f.toFixed(6))).toEqual([
      '0.363662',
      '0.411881',
      '0.428138',
    ]);
    expect(Math.max(...modes.residuals)).toBeLessThan(1e-8);
    expect(taken).toBeLessThan(8);

    // a nonlinear basis of it, against all 19,379 tets
    const few = {
      ...modes,
      count: 4,
      vectors: modes.vectors.subarray(0, 12 * body.vertexCount),
      eigenvalues: modes.eigenvalues.subarray(0, 4),
    };
    const basis = nonlinearBasis(body, few, { count: 8 });
    const model = createReducedStvk(body, basis);
    const largest = Math.max(...basis.vectors.subarray(0, 3 * body.vertexCount).map(Math.abs));
    const q = Float64Array.from({ length: 8 }, (_, k) => (0.3 - 0.07 * k) / largest);
    const u = new Float64Array(3 * body.vertexCount);
    const full = new Float64Array(u.length);
    for (let k = 0; k < 8; k++) for (let i = 0; i < u.length; i++) u[i] += q[k] * basis.vectors[u.length * k + i];
    stvkForces(body, u, full);
    const force = new Float64Array(8);
    model.force(q, force);
    const expected = force.map((_, k) => full.reduce((sum, f, i) => sum + f * basis.vectors[u.length * k + i], 0));
    const apart = Math.hypot(...force.map((f, k) => f - expected[k])) / Math.hypot(...expected);
    expect(apart).toBeLessThan(1e-10);
  });

  test.each(['beam3_tet.veg', 'comb.tet.veg', 'OverhandKnot.t'])('%s: residuals', async (file) => {
    const body = createElasticTets(await load(file), RUBBER);
    const modes = findModes(body, { count: 12 });
    expect(modes.rigidCount).toBe(6);
    modes.residuals.forEach((residual, k) => {
      // rounding the knot's first mode to doubles alone costs 2e-8: it is 3e-10 of the largest eigenvalue
      const rounding = (2 ** -54 * body.solver.largest) / modes.eigenvalues[k];
      expect(residual).toBeLessThan(Math.max(1e-8, rounding));
      expect(rounding).toBeLessThan(3e-7);
    });
  });
});
