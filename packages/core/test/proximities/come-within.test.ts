import { describe, expect, it } from 'vitest';
import { apartByFaces } from '../../src/confirm/proximities/apart-by-faces.ts';
import { apartThroughout, comeWithin } from '../../src/confirm/proximities/come-within.ts';
import { createSweptScratch } from '../../src/confirm/proximities/swept-scratch.ts';
import { DISTANCE_WORKSPACE } from '../../src/predicates/distance-workspace.ts';
import { triangleDistance } from '../../src/predicates/triangle-distance.ts';
import { RandomPoints } from '../predicates/random.ts';

const work = new Float64Array(DISTANCE_WORKSPACE);
const scratch = createSweptScratch();
const SAMPLES = 64;

/** Distances at even times, first and last included. */
function sampled(): number[] {
  const corners = new Float64Array(18);
  return Array.from({ length: SAMPLES + 1 }, (_, i) => {
    for (let k = 0; k < 18; k++) corners[k] = scratch.now[k] + (i / SAMPLES) * (scratch.next[k] - scratch.now[k]);
    return triangleDistance(corners, 0, 1, 2, 3, 4, 5, Number.POSITIVE_INFINITY, work);
  });
}

/** The greatest speed at which two corners approach each other: how much a distance can fall between samples. */
function fastest(): number {
  let most = 0;
  for (let i = 0; i < 3; i++) {
    for (let j = 3; j < 6; j++) {
      const difference = [0, 1, 2].map(
        (k) => scratch.next[3 * i + k] - scratch.now[3 * i + k] - (scratch.next[3 * j + k] - scratch.now[3 * j + k]),
      );
      most = Math.max(most, Math.hypot(...difference));
    }
  }
  return most;
}

/** Triangles that fly past each other, slide along each other, spin, rest, or have no area. */
function throwPair(random: RandomPoints): void {
  const kind = random.below(5);
  const apart = kind === 3 ? 0.3 : 1.5 * random.random();
  for (let k = 0; k < 18; k++) {
    const upper = k >= 9 ? 1 : 0;
    const flat = kind === 1 && k % 3 === 2;
    scratch.now[k] = (flat ? 0 : 2 * random.random() - 1) + (k % 3 === 2 ? upper * apart : 0);
    scratch.next[k] = scratch.now[k];
  }
  if (kind === 4) for (let k = 0; k < 3; k++) scratch.now[3 + k] = scratch.next[3 + k] = scratch.now[k];
  if (kind === 3) return;
  const shift = random.inCube();
  for (let k = 0; k < 18; k++) {
    if (k >= 9) scratch.next[k] += 3 * shift[k % 3] * (kind === 1 && k % 3 === 2 ? 0 : 1);
    if (kind === 2) scratch.next[k] += 2 * random.random() - 1;
  }
}

describe('comeWithin', () => {
  it('misses none that a sample shows, and says yes to none that samples exclude', () => {
    const random = new RandomPoints(11);
    let yes = 0;
    let rounds = 0;
    let most = 0;
    const cases = 4000;
    for (let i = 0; i < cases; i++) {
      throwPair(random);
      const distance = [0, 1e-6, 0.05, 0.3][random.below(4)];
      const times = sampled();
      const least = Math.min(...times);
      const found = comeWithin(scratch, distance);
      rounds += scratch.rounds;
      most = Math.max(most, scratch.rounds);
      if (found) yes++;
      if (least <= distance) expect(found).toBe(true);
      if (found) {
        expect(least).toBeLessThanOrEqual(distance * 1.001 + 1e-6 + fastest() / SAMPLES / 2);
        expect(apartThroughout(scratch, distance)).toBe(false);
      }
    }
    expect(yes).toBeGreaterThan(cases / 10);
    expect(yes).toBeLessThan((9 * cases) / 10);
    expect(rounds / cases).toBeLessThan(12);
    expect(most).toBeLessThan(101); // far from the limit: none was left undecided
  });

  it('control: distances at both ends alone miss what passes in between', () => {
    const random = new RandomPoints(12);
    let missed = 0;
    for (let i = 0; i < 500; i++) {
      throwPair(random);
      const times = sampled();
      if (Math.min(...times) <= 0.05 && Math.min(times[0], times[SAMPLES]) > 0.05) {
        missed++;
        expect(comeWithin(scratch, 0.05)).toBe(true);
      }
    }
    expect(missed).toBeGreaterThan(20);
  });
});

describe('apartByFaces', () => {
  it('tells apart only what never comes within, and much of that', () => {
    const random = new RandomPoints(13);
    const seen = { apart: 0, never: 0, wrong: 0 };
    for (let i = 0; i < 3000; i++) {
      throwPair(random);
      const scale = [1, 1e-90, 1e90][i % 3];
      for (let k = 0; k < 18; k++) {
        scratch.now[k] *= scale;
        scratch.next[k] *= scale;
      }
      const distance = [0, 1e-6, 0.05, 0.3][random.below(4)] * scale;
      const told = apartByFaces(scratch, distance);
      if (told) seen.apart++;
      if (told && comeWithin(scratch, distance)) seen.wrong++;
      if (scale === 1 && !comeWithin(scratch, distance)) seen.never++;
    }
    expect(seen.wrong).toBe(0);
    expect(seen.apart).toBeGreaterThan(seen.never / 3);
  });

  it('control: where the step begins alone, it would lose what comes together later', () => {
    const random = new RandomPoints(14);
    let lost = 0;
    for (let i = 0; i < 500; i++) {
      throwPair(random);
      if (apartByFaces({ ...scratch, next: scratch.now }, 0.05) && comeWithin(scratch, 0.05)) lost++;
    }
    expect(lost).toBeGreaterThan(20);
  });
});
