import { describe, expect, it } from 'vitest';
import { exactImpact } from '../../src/predicates/exact-impact.ts';
import type { ImpactCounters } from '../../src/predicates/impact-records.ts';
import { ImpactTest } from '../../src/predicates/impact-test.ts';
import { SteadyVolume } from '../../src/predicates/steady-volume.ts';
import { CertificateLog } from './check-certificates.ts';
import { everWithin, withinAt } from './impact-oracle.ts';
import { type RandomPair, RandomPairs } from './random-pairs.ts';

/** Longer runs, with other pairs: see `npm run fuzz -- --help`. */
const PAIRS = Number(process.env.FUZZ_PAIRS ?? 800);
const SEPARATIONS = Number(process.env.FUZZ_SEPARATIONS ?? 60);
const SEED = 141 + 16 * Number(process.env.FUZZ_SEED ?? 0);
/** What a long run was. */
const tell = (text: string) => (process.env.FUZZ_SEED === undefined ? undefined : console.log(text));
const counts = (): ImpactCounters => ({ vertexTests: 0, edgePairTests: 0, planeSteps: 0, clips: 0, exactTests: 0 });

function timeOf(test: ImpactTest, { kind, points }: RandomPair): number {
  test.points.set(points);
  const impacts = kind === 'vertex-triangle' ? test.vertexTriangle(false) : test.edgeEdge(false);
  return impacts ? test.time : -1;
}

/** The size of a pair, by which tolerances are chosen. */
function sizeOf({ points }: RandomPair): number {
  let most = 0;
  for (let i = 3; i < 24; i++) most = Math.max(most, Math.abs(points[i] - points[i % 3]));
  return most;
}

/** What is wrong with a time: an empty string if nothing is. */
function judge(pair: RandomPair, time: number, separation: number, tolerance: number, maxTime: number): string {
  const { kind, points } = pair;
  if (time < 0) return everWithin(points, kind, separation, maxTime) ? 'missed' : '';
  if (time > maxTime) return 'after maxTime';
  if (everWithin(points, kind, separation, time, true)) return 'late';
  if (time === 0) return withinAt(points, kind, separation, 0) ? '' : 'false 0';
  if (!withinAt(points, kind, separation + tolerance, time)) return 'not close';
  return separation > 0 || everWithin(points, kind, 0, maxTime) ? '' : 'invented';
}

describe('ImpactTest', () => {
  it('random pairs: the oracle’s set, no time late, features within the tolerance, every certificate true', () => {
    const pairs = new RandomPairs(SEED);
    const wrong: object[] = [];
    const hits = new Map<string, number>();
    const decided = [0, 0];
    let certificates = 0;
    for (let run = 0; run < PAIRS; run++) {
      const pair = pairs.next();
      const maxTime = run % 5 === 0 ? 0.5 + (run % 7) / 17 : 1;
      const tolerance = sizeOf(pair) * 2 ** -20;
      const log = new CertificateLog(pair, 0);
      const counters = counts();
      const time = timeOf(new ImpactTest({ minSeparation: 0, maxTime, tolerance }, counters, log), pair);
      const exactly = counters.exactTests > 0;
      const fault = judge(pair, time, 0, tolerance, maxTime) || log.fault(time, maxTime, exactly);
      certificates += log.count;
      if (!exactly) decided[time < 0 ? 0 : 1]++;
      if (fault) wrong.push({ fault, time, maxTime, ...pair });
      if (time >= 0) hits.set(pair.family, (hits.get(pair.family) ?? 0) + 1);
    }
    const found = [...hits].map(([family, count]) => `${family} ${count}`).join(', ');
    tell(`${PAIRS} pairs, ${certificates} certificates; decided by doubles: ${decided}; impacts: ${found}`);
    expect(wrong.slice(0, 3)).toEqual([]);
    expect([...hits.keys()].length).toBe(9); // every family has impacts
    // doubles decided many of both answers, so their certificates were put to the test
    expect(Math.min(...decided)).toBeGreaterThan(20);
  });

  it('a volume that keeps its sign from pose to pose does so', () => {
    const pairs = new RandomPairs(SEED + 5);
    const steady = new SteadyVolume();
    let certain = 0;
    for (let run = 0; run < PAIRS; run++) {
      const pair = pairs.next();
      const [from, to] = [pair.points.slice(0, 12), pair.points.slice(12)].map((pose) => Float64Array.from(pose));
      const isVertex = pair.kind === 'vertex-triangle';
      const sign = isVertex ? steady.sign(from, to, 0, 3, 0, 6, 0, 9) : steady.sign(from, to, 0, 6, 0, 9, 3, 6);
      if (sign === 0) continue;
      certain++;
      const log = new CertificateLog(pair, 0);
      log.volume(0, 1, sign);
      expect(log.fault(-1, 1, false)).toBe('');
    }
    expect(certain).toBeGreaterThan(20);
  });

  it('what meets within an upright plane is mostly decided by doubles', () => {
    const pairs = new RandomPairs(SEED + 6);
    const tally = { touch: 0, ontoEdge: 0, exact: 0 };
    for (let run = 0; run < 6000; run++) {
      const pair = pairs.next();
      if (pair.family !== 'upright') continue;
      const counters = counts();
      const log = new CertificateLog(pair, 0);
      const { touch, ontoEdge } = log;
      const counting = Object.assign(Object.create(log), {
        plane: log.plane.bind(log),
        volume: log.volume.bind(log),
        yes: log.yes.bind(log),
        touch: (...args: Parameters<typeof touch>) => {
          tally.touch++;
          touch.apply(log, args);
        },
        ontoEdge: (...args: Parameters<typeof ontoEdge>) => {
          tally.ontoEdge++;
          ontoEdge.apply(log, args);
        },
      });
      const tolerance = sizeOf(pair) * 2 ** -20;
      const time = timeOf(new ImpactTest({ minSeparation: 0, maxTime: 1, tolerance }, counters, counting), pair);
      expect(log.fault(time, 1, counters.exactTests > 0)).toBe('');
      tally.exact += counters.exactTests;
    }
    expect(tally.touch).toBeGreaterThan(5);
    expect(tally.ontoEdge).toBeGreaterThan(5);
    expect(tally.exact).toBeLessThan((tally.touch + tally.ontoEdge) / 4);
  });

  it('exact arithmetic alone gives the same set and no later time', () => {
    const pairs = new RandomPairs(SEED + 1);
    const wrong: object[] = [];
    for (let run = 0; run < PAIRS / 4; run++) {
      const pair = pairs.next();
      const tolerance = sizeOf(pair) * 2 ** -20;
      const time = exactImpact(pair.points, pair.kind, 0, 1, tolerance);
      const fault = judge(pair, time, 0, tolerance, 1);
      if (fault) wrong.push({ fault, time, ...pair });
    }
    expect(wrong.slice(0, 3)).toEqual([]);
  });

  it('a separation is kept until the reported time, and nearly reached then', () => {
    const pairs = new RandomPairs(SEED + 2);
    const wrong: object[] = [];
    let impacts = 0;
    for (let run = 0; run < SEPARATIONS; run++) {
      const pair = pairs.next();
      const size = sizeOf(pair);
      const separation = size * [0.01, 0.1, 0.25][run % 3];
      const tolerance = size * 2 ** -16;
      if (size === 0) continue;
      const log = new CertificateLog(pair, separation);
      const counters = counts();
      const time = timeOf(new ImpactTest({ minSeparation: separation, maxTime: 1, tolerance }, counters, log), pair);
      const exactly = counters.exactTests > 0;
      const fault = judge(pair, time, separation, tolerance, 1) || log.fault(time, 1, exactly);
      if (fault) wrong.push({ fault, time, separation, ...pair });
      if (time > 0) impacts++;
    }
    tell(`${SEPARATIONS} pairs with a separation, ${impacts} impacts`);
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(impacts).toBeGreaterThan(8);
  });

  it('would notice a late, false, missed or invented time, and a certificate that goes too far', () => {
    const pairs = new RandomPairs(SEED + 4);
    const noticed = new Set<string>();
    for (let run = 0; run < 400; run++) {
      const pair = pairs.next();
      const tolerance = sizeOf(pair) * 2 ** -20;
      const time = timeOf(new ImpactTest({ minSeparation: 0, maxTime: 1, tolerance }, counts()), pair);
      if (time < 0) {
        noticed.add(judge(pair, 0, 0, tolerance, 1)).add(judge(pair, 0.5, 0, sizeOf(pair) * 9, 1));
        continue;
      }
      const exact = exactImpact(pair.points, pair.kind, 0, 1, 2 ** -60 * tolerance);
      noticed.add(judge(pair, -1, 0, tolerance, 1));
      if (exact > 0 && exact < 0.9) noticed.add(judge(pair, exact * (1 + 2 ** -40), 0, tolerance, 1));
      if (exact > 0.1) noticed.add(judge(pair, 0.5 * exact, 0, tolerance, 1));
      // a certificate of either kind that reaches beyond the impact cannot be true
      if (exact > 0 && exact < 0.9) {
        const touching = new CertificateLog(pair, 0);
        touching.touch(run % 3);
        noticed.add(touching.fault(0, 1, true).split(' ')[0]);
        const onto = new CertificateLog(pair, 0);
        onto.ontoEdge(0, 1, run % 3, 0, 1, 1, 0.5);
        noticed.add(onto.fault(0, 1, true).split(' ')[0]);
        for (const wrong of ['plane', 'volume', 'yes'] as const) {
          const log = new CertificateLog(pair, 0);
          if (wrong === 'volume') log.volume(0, exact + 0.05, 1);
          else log[wrong](0, exact + 0.05, 1, 0.5, 0.25);
          if (wrong !== 'yes') expect(log.fault(1, 1, true)).toContain(wrong);
          else noticed.add(log.fault(1, 1, true).split(' ')[0]);
        }
      }
    }
    for (const fault of ['late', 'false 0', 'missed', 'invented', 'not close', 'yes', 'touch', 'ontoEdge']) {
      expect(noticed).toContain(fault);
    }
  });

  it('gives up after `latest` without changing a time', () => {
    const pairs = new RandomPairs(SEED + 3);
    const test = new ImpactTest({ minSeparation: 0, maxTime: 1, tolerance: 1e-6 }, counts());
    for (let run = 0; run < 1000; run++) {
      const pair = pairs.next();
      test.latest = Number.POSITIVE_INFINITY;
      const time = timeOf(test, pair);
      for (const latest of [0.25, 0.6]) {
        test.latest = latest;
        const again = timeOf(test, pair);
        if (again !== time) expect([again, time < 0 || time > latest]).toEqual([-1, true]);
      }
    }
  });
});
