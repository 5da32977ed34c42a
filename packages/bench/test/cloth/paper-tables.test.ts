import { describe, expect, it } from 'vitest';
import { shareOfTime } from '../../src/cloth/cpu-clock.ts';
import { paperScenes } from '../../src/cloth/paper-figures.ts';
import { measurePaperScene, paperSceneEntries } from '../../src/cloth/paper-tables.ts';
import { timeQuadDistances } from '../../src/cloth/quad-distances.ts';
import { readClothParts } from '../../src/cloth/run-cloth-report.ts';

const entryOf = (name: string) => paperSceneEntries.find((entry) => entry.name === name)!;

describe('parts of --table cloth', () => {
  it('are all without names, else those named, with as many steps as asked for', () => {
    const all = readClothParts([], false);
    expect(all.detection).toBe(true);
    expect(all.scenes.map(({ entry, steps }) => [entry.name, steps])).toEqual([
      ['table-cloth', 150],
      ['sheets', 150],
      ['tape', 400],
      ['folding-tape', 400],
      ['walk-pants', 600],
      ['walk-low', 600],
      ['walk-high', 600],
    ]);
    const some = readClothParts(['tape', 'walk-high:7', 'sheets:10000'], false);
    expect(some.detection).toBe(false);
    expect(some.scenes.map(({ steps }) => steps)).toEqual([400, 7, 150]);
    expect(readClothParts(['tape'], true).scenes[0].steps).toBe(20);
  });

  it('refuse what they do not know', () => {
    expect(() => readClothParts(['paper'], false)).toThrow(/part must be one of detection, .*, got paper\./);
    expect(() => readClothParts(['tape:0'], false)).toThrow('steps must be a whole number from 1, got 0.');
  });
});

it("every scene of the paper's tables is there, and its figures add up to within what the issue calls odd", () => {
  for (const { name, setups } of paperScenes) {
    expect(entryOf(name)).toBeDefined();
    for (const [update, test, total] of setups) expect(Math.abs(update + test - total)).toBeLessThanOrEqual(1.5);
  }
});

it('a scene of the paper is reported with its tables, another with what it did only', () => {
  const tape = measurePaperScene(entryOf('tape'), 2, 1);
  expect(tape).toMatch(/^tape: 1,449 particles, 2,560 triangles on 580 of the solid; steps 1 to 2 of 400\n/);
  expect(tape).toContain('steps with an intersecting pair: 0 of 2, longest 0.00 s; steps cut short: 0');
  expect(tape).toMatch(/\npaper +57\.5 +17\.5 +788 +863\n/);
  expect(tape).toMatch(/\nunoriented .*9\.6 \/ 343 \/ 354 +6\.21 /);
  const cloth = measurePaperScene(entryOf('table-cloth'), 2, 1);
  expect(cloth).not.toContain('paper');
});

it('the share of time is that of named functions with what they call', () => {
  const spin = (count: number) => {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += Math.sqrt(sum + 1);
    return sum;
  };
  const outer = () => spin(300_000);
  // in many short turns, and generous: when other programs take the core away, both lose alike
  const work = () => {
    for (let turn = 0; turn < 60; turn++) {
      outer();
      spin(300_000);
    }
  };
  expect(shareOfTime(['outer'], work)).toBeGreaterThan(0.1);
  expect(shareOfTime(['outer'], work)).toBeLessThan(0.9);
  expect(shareOfTime(['nothing'], work)).toBe(0);
});

it('quads are counted once however many of their triangles are close', () => {
  const cloth = Float64Array.from([0, 0.1, 0, 1, 0.1, 0, 1, 0.1, -1, 0, 0.1, -1]);
  const ground = Float64Array.from([-5, 0, 5, 5, 0, 5, 0, 0, -5]);
  const still = (positions: Float64Array) => ({ positions, velocities: new Float64Array(positions.length) });
  const found = timeQuadDistances(
    Uint32Array.from([0, 1, 2, 0, 2, 3]),
    Uint32Array.from([0, 1, 2]),
    { cloth: still(cloth), solid: still(ground) },
    0.2,
  );
  expect([found.quadPairs, found.trianglePairs]).toEqual([1, 2]);
});
