import type { Surface } from '../../mesh/surface.ts';
import { createPose, type Pose } from '../../pose/pose.ts';
import type { Counters } from '../../results/counters.ts';
import type { PairBuffer } from '../../results/pair-buffer.ts';
import { type FinderEngine, type PairFinder, PLAIN, type Search } from '../pair-finder.ts';

/** All pairs of triangles: the oracle that every other method must agree with. */
export class BruteForceFinder implements PairFinder {
  readonly surface: Surface;
  readonly pose: Pose;
  readonly engine: FinderEngine = { ...PLAIN, dopKind: null };

  constructor(surface: Surface) {
    this.surface = surface;
    this.pose = createPose(surface);
  }

  /** A triangle with all behind it is a step. */
  get steps(): number {
    return this.surface.triangleCount;
  }

  get memoryBytes(): number {
    return this.pose.positions.byteLength;
  }

  refit(): void {}

  findPairs({ from, end }: Search, out: PairBuffer, _counters: Counters): void {
    const { triangleCount } = this.surface;
    const { pairs, capacity } = out;
    for (let a = from; a < end; a++) {
      for (let b = a + 1; b < triangleCount; b++) {
        pairs[2 * out.count] = a;
        pairs[2 * out.count + 1] = b;
        if (++out.count === capacity && out.flushPairs()) return;
      }
    }
    out.end();
  }
}
