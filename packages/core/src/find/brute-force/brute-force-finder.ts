import type { Surface } from '../../mesh/surface.ts';
import type { Pose } from '../../pose/pose.ts';
import type { Counters } from '../../results/counters.ts';
import type { PairBuffer } from '../../results/pair-buffer.ts';
import type { PairFinder } from '../pair-finder.ts';

/** All pairs of triangles: the oracle that every other method must agree with. */
export class BruteForceFinder implements PairFinder {
  readonly surface: Surface;
  readonly memoryBytes = 0;

  constructor(surface: Surface) {
    this.surface = surface;
  }

  refit(): void {}

  findPairs(_pose: Pose, out: PairBuffer, _counters: Counters): void {
    const { triangleCount } = this.surface;
    const { pairs, capacity } = out;
    for (let a = 0; a < triangleCount; a++) {
      for (let b = a + 1; b < triangleCount; b++) {
        pairs[2 * out.count] = a;
        pairs[2 * out.count + 1] = b;
        if (++out.count === capacity && out.flushPairs()) return;
      }
    }
    out.end();
  }
}
