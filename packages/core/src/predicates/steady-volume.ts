import { VOLUME_ERROR, writeVolumes } from './moving-volume.ts';

/**
 * The quickest of all answers, for pairs straight from two poses: the four points never come into one plane during the whole step. Most pairs whose boxes meet are of that kind.
 */
export class SteadyVolume {
  readonly #p = new Float64Array(9);
  readonly #q = new Float64Array(9);
  readonly #c = new Float64Array(4);

  /** Sign of the triple product of the differences a − b, c − d and e − f, places in both arrays, if it is certain at all times, else 0. */
  sign(from: Float64Array, to: Float64Array, a: number, b: number, c: number, d: number, e: number, f: number): number {
    const p = this.#p;
    const q = this.#q;
    const volumes = this.#c;
    let first = 0;
    let second = 0;
    let third = 0;
    for (let k = 0; k < 3; k++) {
      const x = from[a + k] - from[b + k];
      const y = from[c + k] - from[d + k];
      const z = from[e + k] - from[f + k];
      const x1 = to[a + k] - to[b + k];
      const y1 = to[c + k] - to[d + k];
      const z1 = to[e + k] - to[f + k];
      p[k] = x;
      p[k + 3] = y;
      p[k + 6] = z;
      q[k] = x1;
      q[k + 3] = y1;
      q[k + 6] = z1;
      first = Math.max(first, Math.abs(x), Math.abs(x1));
      second = Math.max(second, Math.abs(y), Math.abs(y1));
      third = Math.max(third, Math.abs(z), Math.abs(z1));
    }
    writeVolumes(p, q, volumes);
    const error = VOLUME_ERROR * first * second * third;
    if (volumes[0] > error) return volumes[1] > error && volumes[2] > error && volumes[3] > error ? 1 : 0;
    return volumes[0] < -error && volumes[1] < -error && volumes[2] < -error && volumes[3] < -error ? -1 : 0;
  }
}
