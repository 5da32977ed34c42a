import type { PairKind } from './impact-oracle.ts';
import { RandomPoints } from './random.ts';

export interface RandomPair {
  readonly family: string;
  readonly kind: PairKind;
  /** Four points at t0, then at t1. */
  readonly points: number[];
}

const FAMILIES = [
  'random',
  'closing',
  'lattice',
  'coplanar',
  'collinear',
  'zero-length',
  'static',
  'near-plane',
  'upright',
] as const;

/** Moving pairs of all kinds, degenerate ones as often as others; some very large, small, or far from the origin. */
export class RandomPairs {
  readonly #random: RandomPoints;

  constructor(seed: number) {
    this.#random = new RandomPoints(seed);
  }

  next(): RandomPair {
    const random = this.#random;
    const family = FAMILIES[random.below(FAMILIES.length)];
    const kind: PairKind = random.below(2) === 0 ? 'vertex-triangle' : 'edge-edge';
    const lattice = () => random.onLattice(1 + random.below(3));
    const list = Array.from({ length: 8 }, () => [...(family === 'random' ? random.inCube() : lattice())]);
    if (family === 'closing') this.#close(list, kind);
    if (family === 'coplanar') for (const p of list) p[2] = p[0] - 2 * p[1];
    if (family === 'collinear') for (const p of list) p.splice(0, 3, p[0], 2 * p[0], -p[0]);
    if (family === 'zero-length') {
      const [i, j] = [random.below(4), random.below(4)];
      list[i] = [...list[j]];
      if (random.below(2) === 0) list[i + 4] = [...list[j + 4]];
    }
    if (family === 'static') for (let i = 0; i < 4; i++) list[i + 4] = [...list[i]];
    if (family === 'near-plane') {
      for (const p of list) p.splice(0, 3, ...random.inCube());
      for (const i of [3, 7]) list[i] = [...random.nearPlane(list.slice(i - 3, i) as never, 2)];
    }
    if (family === 'upright') this.#upright(list, kind);
    const far = random.below(4) === 0 ? 2 ** (10 + random.below(35)) : 0;
    const scale = random.below(3) === 0 ? 2 ** (random.below(401) - 200) : 1;
    const nudge = far !== 0 && random.below(2) === 0 ? 1 / 3 : 0;
    return { family, kind, points: list.flat().map((x) => (x + far + nudge) * scale) };
  }

  /** Features above each other that pass through each other, or nearly. */
  #close(list: number[][], kind: PairKind): void {
    const random = this.#random;
    for (const p of list) p.splice(0, 3, ...random.inCube());
    const lifted = kind === 'vertex-triangle' ? [0] : [0, 1];
    for (let i = 0; i < 8; i++) {
      const sign = lifted.includes(i % 4) ? 1 : -1;
      list[i][2] = (i < 4 ? 1 : -1) * sign * (0.3 + 0.2 * list[i][2]) + (random.below(4) === 0 ? 0.6 : 0);
    }
  }

  /** Passing through each other within a plane across an axis, all four points or one short of it: as in symmetric meshes. */
  #upright(list: number[][], kind: PairKind): void {
    const random = this.#random;
    const axis = random.below(3);
    const plane = [random.inCube()[0], random.inCube()[0]];
    const free = random.below(2) === 0 ? -1 : random.below(4);
    for (let i = 0; i < 8; i++) {
      list[i] = [...random.inCube()];
      // ends of the first feature come from one side of the second and go to the other, or start across it
      const first = kind === 'vertex-triangle' ? i % 4 === 0 : i % 4 < 2;
      if (first && random.below(4) > 0) list[i][(axis + 1) % 3] += i < 4 ? 1 : -0.7;
      if (i % 4 !== free) list[i][axis] = plane[i < 4 ? 0 : 1];
    }
  }
}
