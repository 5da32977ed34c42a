import { DISTANCE_WORKSPACE } from '../../src/predicates/distance-workspace.ts';
import { triangleDistance } from '../../src/predicates/triangle-distance.ts';
import type { RandomPoints } from '../predicates/random.ts';

/** Corners of A and B, x y z each, where a step begins and where it ends. */
export interface MovingPair {
  readonly now: number[];
  readonly next: number[];
}

/** How random pairs move. */
export const KINDS = ['lattice', 'anyhow', 'turning', 'fast corner', 'flat'] as const;

/** Half of them have a triangle without area. */
export function movingPair(random: RandomPoints, kind: (typeof KINDS)[number]): MovingPair {
  const now: number[] = [];
  const motion: number[] = [];
  for (let i = 0; i < 18; i++) {
    const aside = i >= 9 && i % 3 === 0 ? 1 : 0;
    if (kind === 'lattice') now.push(random.below(7) + 7 * aside);
    else if (kind === 'flat') now.push(i % 3 === 2 ? 0.02 * random.random() + (i >= 9 ? 0.03 : 0) : random.random());
    else now.push(random.random() + aside);
    motion.push(kind === 'lattice' ? random.below(9) - 4 : 2 * random.random() - 1);
  }
  if (kind === 'flat') for (let i = 0; i < 18; i++) motion[i] *= i % 3 === 2 ? 0.02 : 0.3;
  if (kind === 'fast corner') for (let i = 0; i < 18; i++) motion[i] *= i < 3 ? 100 : 0.01;
  if (kind === 'turning') turn(random, now, motion);
  const place = random.below(4);
  if (place < 2) {
    for (let i = 9 * place; i < 9 * place + 3; i++) {
      now[i + 3] = now[i];
      motion[i + 3] = motion[i];
    }
  }
  return { now, next: now.map((x, i) => x + motion[i]) };
}

/** Both alike, so that they stay about as far apart as they are; closer than before, so that this is little. */
function turn(random: RandomPoints, now: number[], motion: number[]): void {
  for (let i = 0; i < 9; i += 3) {
    for (let k = 1; k < 3; k++) now[9 + i + k] = random.random();
    now[i] *= 0.5;
    now[9 + i] = 0.55 + 0.5 * random.random();
  }
  const [x, y, z] = random.inCube().map((part) => 0.6 * part);
  for (let i = 0; i < 18; i += 3) {
    motion[i] = y * now[i + 2] - z * now[i + 1];
    motion[i + 1] = z * now[i] - x * now[i + 2];
    motion[i + 2] = x * now[i + 1] - y * now[i];
  }
}

const work = new Float64Array(DISTANCE_WORKSPACE);
const corners = new Float64Array(18);
const SAMPLES = 256;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

function distanceAt({ now, next }: MovingPair, time: number): number {
  for (let i = 0; i < 18; i++) corners[i] = now[i] + time * (next[i] - now[i]);
  return triangleDistance(corners, 0, 1, 2, 3, 4, 5, Number.POSITIVE_INFINITY, work);
}

/** B shifted along the way between the closest points, where samples are closest, such that `distance` remains there. */
export function broughtWithin(pair: MovingPair, distance: number): MovingPair {
  let time = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i <= SAMPLES; i++) {
    const apart = distanceAt(pair, i / SAMPLES);
    if (apart < least) [time, least] = [i / SAMPLES, apart];
  }
  if (!(least > distance)) return pair;
  distanceAt(pair, time);
  const shift = [0, 0, 0];
  for (let i = 0; i < 18; i++)
    shift[i % 3] += (i < 9 ? 1 : -1) * work[Math.floor(i / 3)] * corners[i] * (1 - distance / least);
  const shifted = (x: number, i: number) => (i < 9 ? x : x + shift[i % 3]);
  return { now: pair.now.map(shifted), next: pair.next.map(shifted) };
}

/** The least distance on the way: of even samples, and by golden sections around those that are less than their neighbours. */
export function leastDistance(pair: MovingPair): number {
  const samples = Array.from({ length: SAMPLES + 1 }, (_, i) => distanceAt(pair, i / SAMPLES));
  let least = Math.min(...samples);
  if (least === 0) return 0;
  for (let i = 0; i <= SAMPLES; i++) {
    if (
      samples[i] > (samples[i - 1] ?? Number.POSITIVE_INFINITY) ||
      samples[i] > (samples[i + 1] ?? Number.POSITIVE_INFINITY)
    )
      continue;
    let low = Math.max(0, i - 1) / SAMPLES;
    let high = Math.min(SAMPLES, i + 1) / SAMPLES;
    for (let round = 0; round < 50; round++) {
      const left = high - GOLDEN * (high - low);
      const right = low + GOLDEN * (high - low);
      const atLeft = distanceAt(pair, left);
      const atRight = distanceAt(pair, right);
      least = Math.min(least, atLeft, atRight);
      if (atLeft < atRight) high = right;
      else low = left;
    }
  }
  return least;
}

/** Length of the box around the pair on its way. */
export function sizeOf({ now, next }: MovingPair): number {
  let square = 0;
  for (let axis = 0; axis < 3; axis++) {
    const along = [...now, ...next].filter((_, i) => i % 3 === axis);
    square += (Math.max(...along) - Math.min(...along)) ** 2;
  }
  return Math.sqrt(square);
}
