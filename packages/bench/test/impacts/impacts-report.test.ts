import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { optimisedBoxTree } from '@selfcollide/papers';
import { describe, expect, it } from 'vitest';
import { createChoices } from '../../src/fuzz/choices.ts';
import { detectorImpacts, judgeTime } from '../../src/impacts/detector-impacts.ts';
import type { ImpactContender, PairQuery } from '../../src/impacts/impact-contender.ts';
import { formatBoxes, formatCulling, formatGrowth, formatVerdicts } from '../../src/impacts/impact-tables.ts';
import { complaints, judgeFrame, judgeQueries } from '../../src/impacts/judge-impacts.ts';
import { measureStep } from '../../src/impacts/measure-steps.ts';
import { edgeKey, type MovingStep, pairOfKey } from '../../src/impacts/moving-step.ts';
import { findNativeImpacts } from '../../src/impacts/native-impacts.ts';
import { fillImpactsPage } from '../../src/impacts/run-impacts-report.ts';
import { waveStep } from '../../src/impacts/step-scenes.ts';
import { repositoryFolder } from '../../src/repository-folder.ts';

const { peers, missing } = findNativeImpacts();
for (const reason of missing) console.warn(`Not tested: ${reason}`);
const peer = (name: string) => peers.find((found) => found.name === name);
const oracle = detectorImpacts('brute-force');

/** Triangles apart that fly about, some 20 of them; no two share a vertex. */
function flyingSoup(seed: number): MovingStep {
  const choices = createChoices(seed);
  const pose = () => {
    const positions = new Float64Array(9 * 20);
    for (let t = 0; t < 20; t++) {
      const centre = [choices.signed(), choices.signed(), choices.signed()];
      for (let i = 0; i < 9; i++) positions[9 * t + i] = centre[i % 3] + 0.2 * choices.signed();
    }
    return positions;
  };
  return { name: 'soup', triangles: Uint32Array.from({ length: 60 }, (_, v) => v), from: pose(), to: pose() };
}

/** A vertex that falls through a triangle at t = ½, or beside it. */
function fall(x: number): PairQuery {
  const triangle = [-1, -1, 0, 3, -1, 0, -1, 3, 0];
  return { kind: 'vertex-triangle', points: Float64Array.from([x, 0, 1, ...triangle, x, 0, -1, ...triangle]) };
}

/** Edges along x and y that pass through each other at t = ½. */
const crossing: PairQuery = {
  kind: 'edge-edge',
  points: Float64Array.from([-1, 0, 1, 1, 0, 1, 0, -1, 0, 0, 1, 0, -1, 0, -1, 1, 0, -1, 0, -1, 0, 0, 1, 0]),
};

function truthOf(step: MovingStep): ReadonlySet<string> {
  const prepared = oracle.prepare(step);
  return new Set(prepared.search(step.from, step.to, 1e-9).impacts().keys());
}

describe('judging', () => {
  it('a time is late after the exact one, and a 0 is false where nothing touches', () => {
    for (const query of [fall(0), crossing]) {
      expect(judgeTime(query, 0.5)).toBe('fine');
      expect(judgeTime(query, 0.5 - 2 ** -54)).toBe('fine');
      expect(judgeTime(query, 0.5 + 2 ** -53)).toBe('late');
      expect(judgeTime(query, 0)).toBe('false zero');
    }
  });

  it('counts what is missed, invented and late', () => {
    const queries = [
      { ...fall(0), impact: true },
      { ...fall(5), impact: false },
      { ...crossing, impact: true },
    ];
    const answering = (...times: number[]): ImpactContender => ({
      ...{ name: 'liar', exact: true, prepare: oracle.prepare },
      answerQueries: () => ({ times: Float64Array.from(times), ms: 3 }),
    });
    const right = judgeQueries(oracle, queries, 10);
    expect(right).toMatchObject({ found: 2, missed: 0, invented: 0, late: 0, falseZeros: 0, judged: 2 });
    expect(complaints('queries', [right])).toEqual([]);
    const wrong = judgeQueries(answering(-1, 0.25, 0.6), queries, 10);
    expect(wrong).toMatchObject({ found: 2, missed: 1, invented: 1, late: 1, judged: 1 });
    expect(complaints('queries', [wrong])).toEqual(['queries: liar missed 1, invented 1; late 1, false zeros 0.']);
    expect(judgeQueries(answering(0, -1, 0.5), queries, 1)).toMatchObject({ falseZeros: 1, judged: 1 });
    expect(formatVerdicts('3 queries', [wrong])).toMatch(/liar +2 +1 +1 +1 +0 +1 +3 +3\.00 +1000\.00/);
  });

  it('finds a frame’s listed impacts, and says what is not listed', () => {
    const step = flyingSoup(5);
    const truth = truthOf(step);
    expect(truth.size).toBeGreaterThan(10);
    const all = judgeFrame(detectorImpacts('box-tree'), { ...step, truth }, 10);
    expect(all).toMatchObject({ found: truth.size, missed: 0, invented: 0, late: 0, judged: 10 });
    const fewer = new Set([...truth].slice(3));
    expect(judgeFrame(detectorImpacts('box-tree'), { ...step, truth: fewer }, 0)).toMatchObject({
      missed: 0,
      invented: 3,
    });
    const more = new Set([...truth, '0:99']);
    expect(judgeFrame(detectorImpacts('box-tree'), { ...step, truth: more }, 0)).toMatchObject({
      missed: 1,
      invented: 0,
    });
  });

  it('keys name a pair in one way', () => {
    expect(edgeKey(9, 2, 4, 1)).toBe('1,4:2,9');
    expect(edgeKey(1, 4, 2, 9)).toBe('1,4:2,9');
    const step = flyingSoup(1);
    const { kind, points } = pairOfKey(step, '7:1');
    expect(kind).toBe('vertex-triangle');
    expect([...points.subarray(0, 3)]).toEqual([...step.from.subarray(21, 24)]);
    expect([...points.subarray(15, 24)]).toEqual([...step.to.subarray(9, 18)]);
  });
});

describe('peers in C++ (skipped where they cannot be built)', () => {
  it.skipIf(!peer('cpp-inclusion'))('inclusion misses nothing and is never late', () => {
    let judged = 0;
    for (const seed of [1, 2, 3]) {
      const step = flyingSoup(seed);
      const verdict = judgeFrame(peer('cpp-inclusion')!, { ...step, truth: truthOf(step) }, 50);
      expect(verdict).toMatchObject({ missed: 0, late: 0 });
      judged += verdict.judged;
      expect(verdict.invented).toBeLessThan(3);
    }
    expect(judged).toBeGreaterThan(25);
    const { times } = peer('cpp-inclusion')!.answerQueries([crossing, fall(0), fall(5)]);
    expect(times[2]).toBe(-1);
    for (const time of times.subarray(0, 2)) expect(0.5 - time).toBeLessThan(1e-5);
    for (const time of times.subarray(0, 2)) expect(time).toBeLessThanOrEqual(0.5);
  });

  it.skipIf(!peer('cpp-cubic'))('the cubic finds what is in general position and loses motion within a plane', () => {
    for (const seed of [1, 2, 3]) {
      const step = flyingSoup(seed);
      expect(judgeFrame(peer('cpp-cubic')!, { ...step, truth: truthOf(step) }, 0)).toMatchObject({
        missed: 0,
        invented: 0,
      });
    }
    // the vertex slides into the triangle within its plane
    const triangle = [0, -1, 0, 0, 1, 0, 2, 0, 0];
    const slide: PairQuery = {
      kind: 'vertex-triangle',
      points: Float64Array.from([-1, 0, 0, ...triangle, 1, 0, 0, ...triangle]),
    };
    expect(oracle.answerQueries([slide]).times[0]).toBeCloseTo(0.5, 5);
    const { times } = peer('cpp-cubic')!.answerQueries([slide, crossing, fall(5)]);
    expect(times[0]).toBe(-1);
    expect(times[1]).toBeCloseTo(0.5, 12);
    expect(times[2]).toBe(-1);
  });
});

describe('timing a step', () => {
  it('has every contender’s counts, and tells who differs', async () => {
    const step = flyingSoup(7);
    const effort = { rounds: 1, maxSeconds: 5 };
    const contenders = [detectorImpacts('star-contour'), detectorImpacts(optimisedBoxTree()), ...peers];
    const measured = measureStep(contenders, step, effort);
    expect(measured.wrong).toEqual([]);
    expect(measured.measurements.map(({ contender }) => contender)).toEqual(contenders.map(({ name }) => name));
    const [star, boxes] = measured.measurements;
    expect(star.impacts).toBe(truthOf(step).size);
    expect(boxes.tests).toBeGreaterThanOrEqual(boxes.impacts);
    const other: ImpactContender = {
      ...oracle,
      name: 'liar',
      prepare: () => {
        const prepared = oracle.prepare(step);
        return { ...prepared, search: (from, _, tolerance) => prepared.search(from, flyingSoup(8).to, tolerance) };
      },
    };
    expect(measureStep([oracle, other], step, effort).wrong).toEqual([
      'soup: liar and brute-force found different impacts or times.',
    ]);
    expect(formatCulling([measured])).toMatch(/optimised-box-tree ×/);
    const swept = measured.measurements.find(({ contender }) => contender === 'cpp-cubic');
    if (swept) {
      expect(swept.tests).toBeGreaterThanOrEqual(boxes.tests);
      expect(formatBoxes([measured])).toContain(`${(swept.tests / boxes.tests).toFixed(2)}×`);
    } else expect(formatBoxes([measured])).toBe('');
    expect(formatGrowth([measured, measured])).toContain('1.00×');
  });

  it('a wave lifts a flat sheet without impact', async () => {
    const step = await waveStep(32);
    expect(step.to).not.toEqual(step.from);
    expect(truthOf(step).size).toBe(0);
  });
});

it('the page has a place for every table', () => {
  const page = readFileSync(join(repositoryFolder(), 'docs', 'papers', 'continuous.md'), 'utf8');
  const names = ['run', 'queries', 'frames', 'culling', 'calls', 'growth', 'boxes', 'exact'] as const;
  const sections = Object.fromEntries(names.map((name) => [name, `text of ${name}`])) as Record<
    (typeof names)[number],
    string
  >;
  const filled = fillImpactsPage(page, sections);
  for (const name of names) expect(filled).toContain(`<!-- ${name} begins -->\n\`\`\`\ntext of ${name}\n\`\`\`\n<!--`);
});
