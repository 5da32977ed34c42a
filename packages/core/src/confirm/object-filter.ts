import type { Surface } from '../mesh/surface.ts';

/** Which pairs count, by the labels of their triangles. */
export type PairChoice = 'all' | 'same-object' | 'between-objects';

/** Leaves out candidates that nobody wants to hear of, before they cost anything. */
export class ObjectFilter {
  readonly choice: PairChoice;
  /** An edge has triangles of several objects: contacts are then chosen as they are found, not by candidate pair. */
  readonly mixedEdges: boolean;
  readonly #objects: Uint32Array | null;
  readonly #ring: Int32Array;

  constructor(surface: Surface, choice: PairChoice) {
    this.choice = choice;
    this.#objects = surface.objects;
    this.#ring = surface.halfEdges.ring;
    this.mixedEdges = choice !== 'all' && hasMixedEdges(surface);
  }

  wants(s: number, t: number): boolean {
    if (this.choice === 'all') return true;
    const objects = this.#objects;
    const same = objects === null || objects[s] === objects[t];
    return same === (this.choice === 'same-object');
  }

  /** An edge has the labels of all triangles that meet at it. */
  wantsEdge(h: number, t: number): boolean {
    let other = h;
    do {
      if (this.wants((other / 3) | 0, t)) return true;
      other = this.#ring[other];
    } while (other !== h);
    return false;
  }

  /** Moves wanted pairs to the front; returns how many there are. They hold triangles, or half-edges if `numbersEach` is 3. */
  keepWanted(pairs: Uint32Array, count: number, numbersEach = 1): number {
    if (this.choice === 'all') return count;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      if (!this.wants((pairs[2 * i] / numbersEach) | 0, (pairs[2 * i + 1] / numbersEach) | 0)) continue;
      pairs[2 * kept] = pairs[2 * i];
      pairs[2 * kept + 1] = pairs[2 * i + 1];
      kept++;
    }
    return kept;
  }
}

function hasMixedEdges(surface: Surface): boolean {
  const { objects, halfEdges } = surface;
  if (objects === null) return false;
  const { ring } = halfEdges;
  for (let h = 0; h < ring.length; h++) {
    if (objects[(h / 3) | 0] !== objects[(ring[h] / 3) | 0]) return true;
  }
  return false;
}
