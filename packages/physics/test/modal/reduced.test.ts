import { describe, expect, test } from 'vitest';
import { createElasticTets } from '../../src/modal/elastic-tets.ts';
import { findModes } from '../../src/modal/find-modes.ts';
import { addMultiple, massDot } from '../../src/modal/linear-algebra/mass-product.ts';
import { basisColumn, type ModeBasis } from '../../src/modal/mode-basis.ts';
import { polynomialModes } from '../../src/modal/polynomial-modes.ts';
import { massPca } from '../../src/modal/reduced/mass-pca.ts';
import { modalDerivatives, nonlinearBasis } from '../../src/modal/reduced/modal-derivatives.ts';
import { createReducedMotion } from '../../src/modal/reduced/reduced-motion.ts';
import { createReducedStvk } from '../../src/modal/reduced/reduced-stvk.ts';
import { stvkForces, stvkMixedForces } from '../../src/modal/reduced/stvk-forces.ts';
import { rigidMotions } from '../../src/modal/rigid-motions.ts';
import { RUBBER, seeded, tetBlock } from './tet-block.ts';

const mesh = tetBlock([6, 2, 2], { size: 0.1, jitter: 0.15 });
const free = createElasticTets(mesh, RUBBER);
const held = createElasticTets(mesh, { ...RUBBER, fixed: [0, 1, 2, 3, 4, 5, 6, 7, 8] });

function combine(basis: ModeBasis, q: ArrayLike<number>): Float64Array {
  const out = new Float64Array(3 * basis.vertexCount);
  for (let k = 0; k < basis.count; k++) addMultiple(out, q[k], basisColumn(basis, k));
  return out;
}

/** Reduced force of a load in y at the last vertex, the far end of the beam. */
const tipLoad = (basis: ModeBasis, newtons: number) =>
  Float64Array.from({ length: basis.count }, (_, k) => newtons * basisColumn(basis, k)[3 * basis.vertexCount - 2]);
const tip = (basis: ModeBasis, q: ArrayLike<number>) => combine(basis, q)[3 * basis.vertexCount - 2];

const norm = (x: ArrayLike<number>) => Math.hypot(...Array.from(x));
const apart = (x: ArrayLike<number>, y: ArrayLike<number>) =>
  norm(Array.from(x, (value, i) => value - y[i])) / Math.max(norm(x), norm(y));

describe('stvkForces', () => {
  const random = seeded(11);
  const u = new Float64Array(3 * free.vertexCount).map(() => 0.03 * (random() - 0.5));
  const v = new Float64Array(3 * free.vertexCount).map(() => 0.03 * (random() - 0.5));

  test('are the gradient of the energy', () => {
    const force = new Float64Array(u.length);
    const spare = new Float64Array(u.length);
    stvkForces(free, u, force);
    const step = 1e-5;
    const at = (t: number) =>
      stvkForces(
        free,
        u.map((x, i) => x + t * v[i]),
        spare,
      );
    const slope = (at(step) - at(-step)) / (2 * step);
    expect(slope / force.reduce((sum, f, i) => sum + f * v[i], 0)).toBeCloseTo(1, 8);
  });

  test('vanish for rigid motion, of any angle', () => {
    const [c, s] = [Math.cos(2), Math.sin(2)];
    const turned = free.positions.map((x, i, p) =>
      i % 3 === 0 ? c * x - s * p[i + 1] - x + 5 : i % 3 === 1 ? s * p[i - 1] + c * x - x : 0,
    );
    const force = new Float64Array(u.length);
    stvkForces(free, u, force);
    const scale = norm(force);
    expect(stvkForces(free, turned, force)).toBeLessThan(1e-20 * free.mu);
    expect(norm(force)).toBeLessThan(1e-9 * scale);
  });

  test('mixed forces are the mixed part of the even part', () => {
    const even = (x: Float64Array) => {
      const plus = new Float64Array(x.length);
      const minus = new Float64Array(x.length);
      stvkForces(free, x, plus);
      stvkForces(
        free,
        x.map((value) => -value),
        minus,
      );
      return plus.map((f, i) => 0.5 * (f + minus[i]));
    };
    const mixed = new Float64Array(u.length);
    stvkMixedForces(free, u, v, mixed);
    const [sum, first, second] = [even(u.map((x, i) => x + v[i])), even(u), even(v)];
    expect(
      apart(
        mixed,
        sum.map((f, i) => f - first[i] - second[i]),
      ),
    ).toBeLessThan(1e-11);
  });
});

describe('createReducedStvk', () => {
  const random = seeded(5);
  test.each([
    ['modes, free', free, () => findModes(free, { count: 9 })],
    ['modes, held', held, () => findModes(held, { count: 12 })],
    ['nonlinear basis', free, () => nonlinearBasis(free, findModes(free, { count: 5 }), { count: 14 })],
    ['polynomial modes', free, () => polynomialModes(free.positions, free.masses)],
  ])('forces, energy and stiffness as of the full body: %s', (_, body, create) => {
    const basis = create();
    const model = createReducedStvk(body, basis);
    const { rank } = model;
    const full = new Float64Array(3 * body.vertexCount);
    const force = new Float64Array(rank);
    for (const size of [1e-3, 0.1, 1]) {
      const largest = Math.max(...basis.vectors.map(Math.abs));
      // up to displacements of about half the body's length
      const q = Float64Array.from({ length: rank }, () => (size * (random() - 0.5)) / largest);
      const energy = stvkForces(body, combine(basis, q), full);
      const expected = Array.from({ length: rank }, (_, k) =>
        basisColumn(basis, k).reduce((sum, x, i) => sum + x * full[i], 0),
      );
      expect(model.force(q, force) / energy).toBeCloseTo(1, 11);
      expect(model.energy(q) / energy).toBeCloseTo(1, 11);
      expect(apart(force, expected)).toBeLessThan(1e-10);
      if (size === 1) {
        // control: linear forces alone are far off here
        const linear = new Float64Array(rank * rank);
        model.stiffness(new Float64Array(rank), linear);
        const product = q.map((_, i) => q.reduce((sum, x, j) => sum + linear[i * rank + j] * x, 0));
        expect(apart(product, expected)).toBeGreaterThan(0.1);
      }
      const stiffness = new Float64Array(rank * rank);
      model.stiffness(q, stiffness);
      const both = { force: new Float64Array(rank), stiffness: new Float64Array(rank * rank) };
      model.forceAndStiffness(q, both.force, both.stiffness);
      expect(apart(both.force, expected)).toBeLessThan(1e-10);
      expect(apart(both.stiffness, stiffness)).toBeLessThan(1e-12);
      const step = 1e-5 * norm(q);
      const moved = (k: number, by: number) => {
        const out = new Float64Array(rank);
        model.force(q.with(k, q[k] + by), out);
        return out;
      };
      for (let k = 0; k < rank; k++) {
        const [plus, minus] = [moved(k, step), moved(k, -step)];
        const slope = plus.map((f, i) => (f - minus[i]) / (2 * step));
        expect(apart(slope, stiffness.subarray(k * rank, (k + 1) * rank))).toBeLessThan(1e-6);
      }
    }
  });

  test('mean force: its work is the difference of energies; its stiffness is its derivative', () => {
    const basis = findModes(free, { count: 8 });
    const model = createReducedStvk(free, basis);
    const largest = Math.max(...basis.vectors.map(Math.abs));
    const point = () => Float64Array.from({ length: 8 }, () => (random() - 0.5) / largest);
    const force = new Float64Array(8);
    const stiffness = new Float64Array(64);
    for (let round = 0; round < 20; round++) {
      const [p, q] = [point(), point()];
      model.meanForce(p, q, force);
      const work = force.reduce((sum, f, i) => sum + f * (q[i] - p[i]), 0);
      expect(Math.abs(work - (model.energy(q) - model.energy(p)))).toBeLessThan(
        1e-12 * (model.energy(q) + model.energy(p)),
      );
      model.meanStiffness(p, q, stiffness);
      const step = 1e-5 * norm(q);
      const at = (k: number, by: number) => {
        const out = new Float64Array(8);
        model.meanForce(p, q.with(k, q[k] + by), out);
        return out;
      };
      for (let k = 0; k < 8; k++) {
        const [plus, minus] = [at(k, step), at(k, -step)];
        const column = Float64Array.from({ length: 8 }, (_, i) => stiffness[8 * i + k]);
        expect(
          apart(
            plus.map((f, i) => (f - minus[i]) / (2 * step)),
            column,
          ),
        ).toBeLessThan(1e-6);
      }
    }
  });

  test('refuses a basis of another mesh', () => {
    const basis = findModes(free, { count: 3 });
    const cut = { ...basis, vectors: basis.vectors.subarray(3) };
    const expected = `createReducedStvk: basis.vectors must hold ${basis.vectors.length} doubles (3 columns of 63 vertices), got ${basis.vectors.length - 3}.`;
    expect(() => createReducedStvk(free, cut)).toThrow(expected);
    expect(() => createReducedStvk(free, { ...basis, vertexCount: 5 })).toThrow('basis.vertexCount must be 63, got 5.');
    const broken = { ...basis, vectors: basis.vectors.with(4, Number.NaN) };
    expect(() => createReducedStvk(free, broken)).toThrow('basis.vectors must be finite, got NaN at place 4.');
  });
});

describe('createReducedMotion', () => {
  const basis = nonlinearBasis(held, findModes(held, { count: 4 }), { count: 8 });
  const model = createReducedStvk(held, basis);
  const { frequencies } = findModes(held, { count: 1 });
  const largest = Math.max(...basisColumn(basis, 0).map(Math.abs));

  test.each([
    ['newmark', 200, 0.01],
    ['energy-conserving', 30, 1e-9],
  ] as const)('%s, %i steps a swing: energy stays within %f over 10,000 undamped steps', (method, steps, share) => {
    // bent by a load until it rests, then let go
    const bent = createReducedMotion(model, { timeStep: 0.02, massDamping: 10 });
    for (let step = 0; step < 300; step++) bent.step(tipLoad(basis, 80));
    expect(Math.abs(tip(basis, bent.q))).toBeGreaterThan(0.1); // of 0.6: not linear
    const motion = createReducedMotion(model, { timeStep: 1 / (steps * frequencies[0]), method });
    motion.q.set(bent.q);
    const start = motion.energy();
    let low = start;
    let high = start;
    let swings = 0;
    let before = tip(basis, motion.q);
    for (let step = 0; step < 10_000; step++) {
      motion.step();
      const energy = motion.energy();
      low = Math.min(low, energy);
      high = Math.max(high, energy);
      const now = tip(basis, motion.q);
      if (before > 0 && now <= 0) swings++;
      before = now;
    }
    expect((high - low) / start).toBeLessThan(share);
    expect(swings).toBeGreaterThan(40); // it did move
  });

  test('a small swing has the frequency of its mode; damping takes energy away; a load bends it to rest', () => {
    const one = findModes(held, { count: 1 });
    const single = createReducedStvk(held, one);
    const timeStep = 1 / (400 * frequencies[0]);
    const motion = createReducedMotion(single, { timeStep });
    motion.q[0] = 1e-6 / largest;
    let time = 0;
    while (motion.q[0] > 0) {
      motion.step();
      time += timeStep;
    }
    expect(time * frequencies[0]).toBeCloseTo(0.25, 2);

    const damped = createReducedMotion(single, { timeStep, massDamping: 10 * frequencies[0], stiffnessDamping: 1e-3 });
    damped.q[0] = 0.01 / largest;
    const start = damped.energy();
    for (let step = 0; step < 400; step++) damped.step();
    expect(damped.energy()).toBeLessThan(1e-3 * start);
    for (let step = 0; step < 4000; step++) damped.step([0.01]);
    const force = new Float64Array(1);
    single.force(damped.q, force);
    expect(force[0]).toBeCloseTo(0.01, 6);
  });

  test('bad input', () => {
    const create = (options: object) => () => createReducedMotion(model, { timeStep: 0.01, ...options } as never);
    expect(create({ timeStep: 0 })).toThrow('createReducedMotion: timeStep must be a finite number above 0, got 0.');
    expect(create({ method: 'euler' })).toThrow("method must be one of 'newmark', 'energy-conserving', got 'euler'.");
    expect(create({ massDamping: -1 })).toThrow('massDamping must be a finite number from 0, got -1.');
    expect(create({ maxIterations: 0 })).toThrow('maxIterations must be a whole number from 1, got 0.');
    expect(create({ dt: 1 })).toThrow(
      "options are timeStep, method, massDamping, stiffnessDamping, maxIterations, got 'dt'.",
    );
    expect(() => create({})().step([1])).toThrow('step: force must hold 8 numbers, got 1.');
  });
});

describe('modal derivatives', () => {
  test.each([
    ['free', free],
    ['held', held],
  ])('solve K·Φ = −mixed forces: %s', (_, body) => {
    const modes = findModes(body, { count: 3 });
    const derivatives = modalDerivatives(body, modes);
    expect(derivatives.count).toBe(6);
    const all = Uint32Array.from({ length: body.vertexCount }, (_, v) => v);
    const rigid = rigidMotions(body.held, body.positions, all, body.masses);
    const small = 1e-7; // linear forces of a small displacement
    const at = new Float64Array(3 * body.vertexCount);
    const mixed = new Float64Array(at.length);
    const pairs = [
      [0, 0],
      [0, 1],
      [0, 2],
      [1, 1],
      [1, 2],
      [2, 2],
    ];
    pairs.forEach(([i, j], k) => {
      const column = basisColumn(derivatives, k);
      const scale = small / Math.max(...column.map(Math.abs));
      stvkForces(
        body,
        column.map((x) => scale * x),
        at,
      );
      stvkMixedForces(body, basisColumn(modes, i), basisColumn(modes, j), mixed);
      // a free body would turn under the rest
      for (const motion of rigid) {
        const work = motion.reduce((sum, x, c) => sum + x * mixed[c], 0);
        for (let c = 0; c < mixed.length; c++) mixed[c] -= work * body.masses[Math.floor(c / 3)] * motion[c];
      }
      const moving = (x: Float64Array) => x.filter((_, c) => body.isFixed[Math.floor(c / 3)] === 0);
      const linear = moving(at).map((f) => f / scale);
      expect(
        apart(
          linear,
          moving(mixed).map((f) => -f),
        ),
      ).toBeLessThan(1e-4);
    });
  });

  test('let a loaded beam bend: it sags further than with as many modes, which stretch it', () => {
    const linear = findModes(held, { count: 12 });
    const basis = nonlinearBasis(held, findModes(held, { count: 5 }), { count: 12 });
    const sag = (b: ModeBasis) => {
      const motion = createReducedMotion(createReducedStvk(held, b), { timeStep: 0.02, massDamping: 10 });
      for (let step = 0; step < 300; step++) motion.step(tipLoad(b, 60));
      return tip(b, motion.q);
    };
    expect(sag(basis)).toBeGreaterThan(1.2 * sag(linear));
  });

  test('mass-PCA: orthonormal, keeps the span, refuses more than the rank', () => {
    const modes = findModes(free, { count: 3 });
    const twice = {
      count: 6,
      vertexCount: modes.vertexCount,
      vectors: Float64Array.from([...modes.vectors, ...modes.vectors.map((x) => -2 * x)]),
    };
    const basis = massPca(twice, free.masses, 3);
    for (let k = 0; k < 3; k++) {
      let inside = 0;
      for (let j = 0; j < 3; j++) {
        expect(massDot(free.masses, basisColumn(basis, j), basisColumn(basis, k))).toBeCloseTo(Number(j === k), 12);
        inside += massDot(free.masses, basisColumn(basis, k), basisColumn(modes, j)) ** 2;
      }
      expect(inside).toBeCloseTo(1, 10);
    }
    expect(() => massPca(twice, free.masses, 4)).toThrow(
      'massPca: count must be at most 3, the rank of the columns, got 4.',
    );
    expect(() => massPca(twice, free.masses, 7)).toThrow('massPca: count must be a whole number from 1 to 6, got 7.');
    expect(() => nonlinearBasis(free, modes, { count: 10 })).toThrow(
      'nonlinearBasis: count must be a whole number from 1 to 9 (3 modes and their derivatives), got 10.',
    );
  });
});
