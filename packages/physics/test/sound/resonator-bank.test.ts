import { describe, expect, test } from 'vitest';
import { addVertexForce } from '../../src/modal/add-vertex-force.ts';
import { createElasticTets } from '../../src/modal/elastic-tets.ts';
import { findModes } from '../../src/modal/find-modes.ts';
import { basisColumn } from '../../src/modal/mode-basis.ts';
import { createResonatorBank } from '../../src/sound/resonator-bank.ts';
import { tetBlock } from '../modal/tet-block.ts';
import { strength } from './pitch-strength.ts';

const square = (hertz: number) => (2 * Math.PI * hertz) ** 2;

describe('createResonatorBank', () => {
  test.each([
    ['swinging', 440, 30],
    ['nearly undamped', 3000, 1e-6],
    ['overdamped', 20, 2000],
    ['critically damped', 100, 2 * Math.sqrt(square(100))],
  ])('%s: as small steps of the equation itself', (_, hertz, damping) => {
    const rate = 8000;
    const bank = createResonatorBank([square(hertz)], { sampleRate: rate, massDamping: damping });
    let [q, v] = [0.3, -50];
    bank.q[0] = q;
    bank.velocity[0] = v;
    for (let sample = 0; sample < 40; sample++) {
      const force = sample % 7 === 0 ? 1e5 : -2e4;
      bank.step([force]);
      // Runge–Kutta of fourth order, a thousand steps a sample
      const h = 1 / (1000 * rate);
      const slope = (x: number, y: number) => force - damping * y - square(hertz) * x;
      for (let i = 0; i < 1000; i++) {
        const a = slope(q, v);
        const b = slope(q + 0.5 * h * v, v + 0.5 * h * a);
        const c = slope(q + 0.5 * h * (v + 0.5 * h * a), v + 0.5 * h * b);
        const d = slope(q + h * (v + 0.5 * h * b), v + h * c);
        q += h * (v + (h * (a + b + c)) / 6);
        v += (h * (a + 2 * b + 2 * c + d)) / 6;
      }
      expect(bank.q[0]).toBeCloseTo(q, 9);
      expect(Math.abs(bank.velocity[0] - v)).toBeLessThan(1e-7 * (1 + Math.abs(v)));
    }
  });

  test('undamped modes keep their energy for a minute, damped ones lose it at their rate', () => {
    const pitches = [30, 440, 21_000];
    const bank = createResonatorBank(pitches.map(square));
    bank.velocity.fill(1);
    const start = bank.energy();
    for (let sample = 0; sample < 60 * 44_100; sample++) bank.step();
    expect(bank.energy() / start).toBeCloseTo(1, 8);

    const damped = createResonatorBank([square(440)], { massDamping: 6 });
    damped.velocity[0] = 1;
    for (let sample = 0; sample < 44_100; sample++) damped.step();
    expect(damped.energy() / 0.5 / Math.exp(-6)).toBeCloseTo(1, 1);
  });

  test('a bar that is struck: peaks within 1 Hz of its modes, the same samples on every run', () => {
    const body = createElasticTets(tetBlock([12, 2, 2], { size: 0.02 }), {
      youngsModulus: 7e10,
      poissonRatio: 0.3,
      density: 2700,
    });
    const all = findModes(body, { count: 20 });
    const count = all.frequencies.filter((f) => f < 20_000).length;
    expect(count).toBeGreaterThan(4);
    const modes = { ...all, count, vectors: all.vectors.subarray(0, 3 * body.vertexCount * count) };
    const play = () => {
      const bank = createResonatorBank(all.eigenvalues.subarray(0, count), { massDamping: 2, stiffnessDamping: 1e-9 });
      const force = new Float64Array(count);
      addVertexForce(modes, 0, 3, 10, 7, force);
      const weights = Float64Array.from(
        { length: count },
        (_, k) => basisColumn(modes, k)[3 * (body.vertexCount - 1) + 1],
      );
      const samples = new Float64Array(44_100);
      for (let i = 0; i < samples.length; i++) {
        bank.step(i < 4 ? force : undefined);
        samples[i] = bank.listen(weights);
      }
      return samples;
    };
    const samples = play();
    expect(play()).toEqual(samples);
    let heard = 0;
    for (let k = 0; k < count; k++) {
      const near = [k - 1, k + 1].some((j) => Math.abs(all.frequencies[j] - all.frequencies[k]) < 20);
      if (near) continue; // two that beat have no peak of their own
      heard++;
      let best = 0;
      let peak = 0;
      for (let away = -3; away <= 3; away += 0.5) {
        const s = strength(samples, all.frequencies[k] + away, 44_100);
        if (s > best) {
          best = s;
          peak = away;
        }
      }
      expect(Math.abs(peak)).toBeLessThan(1); // the search goes three times as far
    }
    expect(heard).toBeGreaterThan(0);
  });

  test('bad input', () => {
    expect(() => createResonatorBank([square(440), -1])).toThrow(
      'above 0 and below 22050 Hz, half the sample rate, got NaN Hz at place 1.',
    );
    expect(() => createResonatorBank([1], { sampleRate: 0 })).toThrow(
      'createResonatorBank: sampleRate must be a finite number above 0, got 0.',
    );
    expect(() => createResonatorBank([1], { massDamping: -1 })).toThrow(
      'massDamping must be a finite number from 0, got -1.',
    );
    expect(() => createResonatorBank([1], { rate: 1 } as never)).toThrow(
      "options are sampleRate, massDamping, stiffnessDamping, got 'rate'.",
    );
    const bank = createResonatorBank([1, 2]);
    expect(() => bank.step([1])).toThrow('step: force must hold 2 numbers, got 1.');
    expect(() => bank.listen([1, 2, 3])).toThrow('listen: weights must hold 2 numbers, got 3.');
  });
});
