import type { Positions } from 'selfcollide';
import { buildVertexRings, RingWalk, type VertexRings } from './vertex-rings.ts';

/** Short edges are stiffer, since the same move stretches them more; within these bounds, so that sweeps still settle. */
const SOFTEST = 1 / 4;
const STIFFEST = 16;

/** How a displacement spreads over a surface: least ε Σ m‖uᵢ‖² + Σ w‖uᵢ − uⱼ‖² over edges, under forces on vertices. With ε = 1 / smooth² a push fades over about `smooth` edges. */
export class StiffSurface {
  readonly rings: VertexRings;
  readonly walk: RingWalk;
  /** Per vertex, how far a unit of force moves it, with its neighbours at rest; 0 for those that are held. */
  readonly compliance: Float64Array;
  /** Per entry of `rings.list`. */
  readonly #stiffness: Float64Array;

  constructor(
    positions: Positions,
    triangles: Uint32Array,
    smooth: number,
    links: ArrayLike<number>,
    massOf: (vertex: number) => number,
  ) {
    const vertexCount = positions.length / 3;
    this.rings = buildVertexRings(triangles, vertexCount, links);
    this.walk = new RingWalk(this.rings);
    const { start, list } = this.rings;
    const lengths = new Float64Array(list.length);
    let sum = 0;
    for (let v = 0; v < vertexCount; v++) {
      for (let at = start[v]; at < start[v + 1]; at++) {
        const [a, b] = [3 * v, 3 * list[at]];
        lengths[at] = Math.hypot(...[0, 1, 2].map((k) => positions[a + k] - positions[b + k]));
        sum += lengths[at];
      }
    }
    const mean = sum / lengths.length;
    this.#stiffness = lengths.map((l) => Math.min(STIFFEST, Math.max(SOFTEST, (mean / l) ** 2)));
    this.compliance = Float64Array.from({ length: vertexCount }, (_, v) => {
      const mass = massOf(v);
      if (smooth === 0 || mass === Number.POSITIVE_INFINITY) return 1 / mass;
      let total = mass / smooth ** 2;
      for (let at = start[v]; at < start[v + 1]; at++) total += this.#stiffness[at];
      return 1 / total;
    });
  }

  /** Vertices of the last walk settle between their neighbours and the forces on them. Beyond them nothing moves. Returns how far a coordinate moved at most. */
  spread(wanted: Float64Array, next: Float64Array, forces: Float64Array): number {
    const { start, list } = this.rings;
    const { reached, count } = this.walk;
    const stiffness = this.#stiffness;
    let most = 0;
    for (let i = 0; i < count; i++) {
      const v = reached[i];
      const compliance = this.compliance[v];
      if (compliance === 0) continue;
      let x = forces[3 * v];
      let y = forces[3 * v + 1];
      let z = forces[3 * v + 2];
      for (let at = start[v]; at < start[v + 1]; at++) {
        const other = 3 * list[at];
        const w = stiffness[at];
        x += w * (next[other] - wanted[other]);
        y += w * (next[other + 1] - wanted[other + 1]);
        z += w * (next[other + 2] - wanted[other + 2]);
      }
      x = wanted[3 * v] + compliance * x;
      y = wanted[3 * v + 1] + compliance * y;
      z = wanted[3 * v + 2] + compliance * z;
      const moved = Math.max(Math.abs(x - next[3 * v]), Math.abs(y - next[3 * v + 1]), Math.abs(z - next[3 * v + 2]));
      if (moved > most) most = moved;
      next[3 * v] = x;
      next[3 * v + 1] = y;
      next[3 * v + 2] = z;
    }
    return most;
  }
}
