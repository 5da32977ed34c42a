// A broad phase of one's own: sweep and prune along x. It gets every query of `createDetector`; docs/finder.md explains it line by line.
//
//   npm run fuzz -- --method examples/sweep-and-prune.js                 # also with --proximity and --impacts
//   createDetector(mesh, { method: sweepAndPrune })
import { createPose, PLAIN } from 'selfcollide/finder';

class SweepAndPrune {
  engine = PLAIN;

  constructor(surface) {
    this.surface = surface;
    this.pose = createPose(surface);
    this.steps = surface.triangleCount; // a place in the sweep, with all that come after it
    this.low = new Float64Array(this.steps);
    this.high = new Float64Array(this.steps);
    this.order = Uint32Array.from(this.low, (_, t) => t);
    this.memoryBytes = this.low.byteLength + this.high.byteLength + this.order.byteLength;
  }

  refit() {} // intervals depend on the search, so that they are computed there

  findPairs({ pose, next, reach, from, end }, out, counters) {
    const { low, high, order } = this;
    this.fit(pose.positions, (next ?? pose).positions);
    order.sort((a, b) => low[a] - low[b] || a - b);
    for (let i = from; i < end && !out.stopped; i++) {
      const a = order[i];
      // a difference is rounded to a double, and so is no larger than the reach if the real one is not: nothing is missed
      for (let j = i + 1; j < order.length && low[order[j]] - high[a] <= reach; j++) {
        counters.boxTests++;
        out.pairs[2 * out.count] = a;
        out.pairs[2 * out.count + 1] = order[j];
        if (++out.count === out.capacity && out.flushPairs()) return;
      }
    }
    out.end();
  }

  /** Around both ends of a step: what moves straight stays between. */
  fit(positions, next) {
    const { triangles } = this.surface;
    for (let t = 0; t < this.steps; t++) {
      const xs = [0, 1, 2].flatMap((k) => [positions[3 * triangles[3 * t + k]], next[3 * triangles[3 * t + k]]]);
      this.low[t] = Math.min(...xs);
      this.high[t] = Math.max(...xs);
    }
  }
}

export const sweepAndPrune = { name: 'sweep-and-prune', createFinder: ({ surface }) => new SweepAndPrune(surface) };
export default sweepAndPrune;
