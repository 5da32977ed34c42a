import { type DistanceKernel, TRIANGLE_A, TRIANGLE_B } from '../../kernel/distance-kernel.ts';
import { DISTANCE, SURE_NUMBERS, SURE_WORDS, UNIT_OF_LENGTH } from '../../kernel/layout-distances.ts';
import type { ProximityBuffer } from '../../results/proximity-buffer.ts';
import type { RestNeighbours } from './rest-neighbours.ts';

/**
 * Appends the pairs that the kernel is sure of, but for neighbours at rest: those are no proximities where they are apart, and on their way may meet, which is
 * left to be decided. Returns how many `doubts` there are then, of which the kernel left `doubtCount`.
 */
export function takeSure(
  kernel: DistanceKernel,
  doubtCount: number,
  moving: boolean,
  rest: RestNeighbours | null,
  out: ProximityBuffer,
): number {
  const { sureWords, sureNumbers, nearAtRest, doubts, sureCount, exchange } = kernel;
  const perUnit = 1 / exchange[UNIT_OF_LENGTH];
  const distance = exchange[DISTANCE];
  let left = doubtCount;
  for (let i = 0; i < sureCount; i++) {
    const a = sureWords[SURE_WORDS * i + TRIANGLE_A];
    const b = sureWords[SURE_WORDS * i + TRIANGLE_B];
    if (rest !== null && nearAtRest[i] !== 0 && rest.areNeighbours(a, b)) {
      if (!moving) continue;
      doubts[2 * left] = a;
      doubts[2 * left + 1] = b;
      left++;
      continue;
    }
    const at = out.reserve(a, b);
    if (at < 0) continue;
    const from = SURE_NUMBERS * i;
    const found = sureNumbers[from] * perUnit;
    out.distance[at] = moving ? found : Math.min(found, distance);
    out.nextDistance[at] = sureNumbers[from + 1] * perUnit;
    const { weightsA, weightsB } = out;
    weightsA[3 * at] = sureNumbers[from + 2];
    weightsA[3 * at + 1] = sureNumbers[from + 3];
    weightsA[3 * at + 2] = sureNumbers[from + 4];
    weightsB[3 * at] = sureNumbers[from + 5];
    weightsB[3 * at + 1] = sureNumbers[from + 6];
    weightsB[3 * at + 2] = sureNumbers[from + 7];
  }
  return left;
}
