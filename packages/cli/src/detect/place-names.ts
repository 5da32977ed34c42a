import { type Model, type NamedParts, nameParts } from '@selfcollide/io';

/** Share of the model's extent on either side of the middle that is called neither top nor bottom. */
const MIDDLE = 1 / 6;

/** Formats whose files have z up by custom. In glTF and most others it is y. */
const Z_UP: ReadonlySet<string> = new Set(['stl', '3mf', 'ply', 'off', 'gmsh', 'tetgen', 'vega', 'gaia', 'tet']);

/**
 * Names places in words: by the two parts that meet there, and, where those are large, by the side of the model. Parts and sides are those of the rest pose, so a
 * place keeps its name while the model moves.
 */
export class PlaceNamer {
  readonly #model: Model;
  readonly #rest: Float64Array;
  readonly #up: number;
  #parts: NamedParts | undefined;
  #box: { readonly center: readonly number[]; readonly half: readonly number[] } | undefined;

  constructor(model: Model, rest: Float64Array) {
    this.#model = model;
    this.#rest = rest;
    this.#up = Z_UP.has(model.format) ? 2 : 1;
  }

  /** `left forearm and right thigh`, `Sleeve and Body, top left`, `Body with itself, bottom`. The pairs are of triangles that meet at one place. */
  name(pairs: readonly (readonly [number, number])[]): string {
    this.#parts ??= nameParts(this.#model);
    const { names, ofTriangle, boneCount } = this.#parts;
    const counts = new Map<number, number>();
    for (const [s, t] of pairs) {
      const [a, b] = [ofTriangle[s], ofTriangle[t]];
      const key = Math.min(a, b) * names.length + Math.max(a, b);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const [[key]] = [...counts].sort(([p, m], [q, n]) => n - m || p - q);
    const [a, b] = [Math.floor(key / names.length), key % names.length];
    if (names[a] === '' && names[b] === '') return this.#side(pairs);
    const parts = a === b ? `${names[a]} with itself` : `${names[a]} and ${names[b]}`;
    return a < boneCount && b < boneCount ? parts : `${parts}, ${this.#side(pairs)}`;
  }

  /** `top left`, as seen from the front: left is where x is small. `middle` where it is on no side. */
  #side(pairs: readonly (readonly [number, number])[]): string {
    this.#box ??= findBox(this.#rest, this.#model.triangles);
    const { center, half } = this.#box;
    const up = this.#up;
    const depth = 3 - up;
    const at = this.#middleOf(pairs);
    const share = (axis: number) => (half[axis] > 0 ? (at[axis] - center[axis]) / (2 * half[axis]) : 0);
    const word = (axis: number, low: string, high: string) =>
      share(axis) > MIDDLE ? [high] : share(axis) < -MIDDLE ? [low] : [];
    // with y up the front has a large z, with z up a small y
    const [back, front] = up === 1 ? ['back', 'front'] : ['front', 'back'];
    const words = [...word(up, 'bottom', 'top'), ...word(depth, back, front), ...word(0, 'left', 'right')];
    return words.length > 0 ? words.join(' ') : 'middle';
  }

  #middleOf(pairs: readonly (readonly [number, number])[]): number[] {
    const sum = [0, 0, 0];
    for (const t of pairs.flat()) {
      for (const v of this.#model.triangles.subarray(3 * t, 3 * t + 3)) {
        for (let axis = 0; axis < 3; axis++) sum[axis] += this.#rest[3 * v + axis];
      }
    }
    return sum.map((total) => total / (6 * pairs.length));
  }
}

function findBox(positions: Float64Array, triangles: Uint32Array) {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = low.map((value) => -value);
  for (const v of triangles) {
    for (let axis = 0; axis < 3; axis++) {
      low[axis] = Math.min(low[axis], positions[3 * v + axis]);
      high[axis] = Math.max(high[axis], positions[3 * v + axis]);
    }
  }
  return { center: low.map((x, axis) => x / 2 + high[axis] / 2), half: low.map((x, axis) => high[axis] / 2 - x / 2) };
}
