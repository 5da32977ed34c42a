import type { Surface } from '../mesh/surface.ts';

/** Which pairs count, by the labels of their triangles. */
export type PairChoice = 'all' | 'same-object' | 'between-objects';

/** Pairs of collision groups that are ignored; [3, 3] is a group and itself. */
export type IgnoredGroups = readonly (readonly [number, number])[];

/** Which candidates count: by the objects of their triangles, and by their collision groups. The others are dropped before they cost anything. */
export class PairFilter {
  /** Every pair counts. */
  readonly wantsAll: boolean;
  /** No pair counts: there is nothing to search for. */
  readonly wantsNone: boolean;
  /** An edge has triangles with different labels: contacts are then chosen as they are found, not by candidate pair. */
  readonly mixedEdges: boolean;
  readonly #choice: PairChoice;
  readonly #objects: Uint32Array | null;
  readonly #ring: Int32Array;
  readonly #ignored: IgnoredTable | null;
  /** Row of the table per triangle. */
  readonly #rows: Uint16Array | null;

  constructor(surface: Surface, choice: PairChoice, ignore: IgnoredGroups = []) {
    this.#choice = choice;
    this.#objects = surface.objects;
    this.#ring = surface.halfEdges.ring;
    const ignored = ignore.length > 0 && surface.groups !== null ? new IgnoredTable(ignore) : null;
    const rows = ignored === null ? null : ignored.rowsOf(surface);
    this.#ignored = ignored;
    this.#rows = rows;
    this.wantsAll = choice === 'all' && ignored === null;
    this.wantsNone = ignored?.coversAll(rows!) ?? false;
    this.mixedEdges = !this.wantsAll && hasMixedEdges(surface, this);
  }

  wants(s: number, t: number): boolean {
    if (this.#rows !== null && this.#ignored!.has(this.#rows[s], this.#rows[t])) return false;
    if (this.#choice === 'all') return true;
    const objects = this.#objects;
    const same = objects === null || objects[s] === objects[t];
    return same === (this.#choice === 'same-object');
  }

  /** Whether some pairs count with one of the triangles and not with the other. */
  tellsApart(s: number, t: number): boolean {
    const objects = this.#choice === 'all' ? null : this.#objects;
    if (objects !== null && objects[s] !== objects[t]) return true;
    return this.#rows !== null && this.#rows[s] !== this.#rows[t];
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
    if (this.wantsAll) return count;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      if (!this.wants((pairs[2 * i] / numbersEach) | 0, (pairs[2 * i + 1] / numbersEach) | 0)) continue;
      pairs[2 * kept] = pairs[2 * i];
      pairs[2 * kept + 1] = pairs[2 * i + 1];
      kept++;
    }
    return kept;
  }

  /** The same for pairs of a triangle here and one of another mesh, whose groups are numbered alike. Objects are those of one mesh. */
  keepWantedBetween(pairs: Uint32Array, count: number, other: Surface): number {
    const ignored = this.#ignored;
    const rows = this.#rows;
    if (ignored === null || rows === null || other.groups === null) return count;
    const otherRows = ignored.rowsOf(other);
    let kept = 0;
    for (let i = 0; i < count; i++) {
      if (ignored.has(rows[pairs[2 * i]], otherRows[pairs[2 * i + 1]])) continue;
      pairs[2 * kept] = pairs[2 * i];
      pairs[2 * kept + 1] = pairs[2 * i + 1];
      kept++;
    }
    return kept;
  }
}

/** Which groups ignore which, as a square of bits. Row 0 stands for all groups that nobody ignores. */
class IgnoredTable {
  readonly #rowOf = new Map<number, number>();
  readonly #size: number;
  readonly #bits: Uint8Array;
  /** Surfaces come again every frame. */
  readonly #known = new WeakMap<Surface, Uint16Array>();

  constructor(ignore: IgnoredGroups) {
    for (const group of ignore.flat()) if (!this.#rowOf.has(group)) this.#rowOf.set(group, this.#rowOf.size + 1);
    this.#size = this.#rowOf.size + 1;
    this.#bits = new Uint8Array(Math.ceil(this.#size ** 2 / 8));
    for (const [a, b] of ignore) {
      this.#set(this.#rowOf.get(a)!, this.#rowOf.get(b)!);
      this.#set(this.#rowOf.get(b)!, this.#rowOf.get(a)!);
    }
  }

  has(a: number, b: number): boolean {
    const at = a * this.#size + b;
    return ((this.#bits[at >> 3] >> (at & 7)) & 1) === 1;
  }

  rowsOf(surface: Surface): Uint16Array {
    let rows = this.#known.get(surface);
    if (rows === undefined) {
      rows = Uint16Array.from(surface.groups!, (group) => this.#rowOf.get(group) ?? 0);
      this.#known.set(surface, rows);
    }
    return rows;
  }

  coversAll(rows: Uint16Array): boolean {
    const used = [...new Set(rows)];
    return used.every((a) => used.every((b) => this.has(a, b)));
  }

  #set(a: number, b: number): void {
    const at = a * this.#size + b;
    this.#bits[at >> 3] |= 1 << (at & 7);
  }
}

function hasMixedEdges(surface: Surface, filter: PairFilter): boolean {
  const { ring } = surface.halfEdges;
  for (let h = 0; h < ring.length; h++) {
    if (filter.tellsApart((h / 3) | 0, (ring[h] / 3) | 0)) return true;
  }
  return false;
}
