/** Views of as many lengths are kept: an animation that goes round has the same counts again, and counts in its course are close. */
const KEPT_VIEWS = 512;

export type ColumnArray = Uint32Array | Float64Array;

/** One growing array of a result, `stride` numbers an entry, that shows itself cut to the current length. */
export class Column<T extends ColumnArray> {
  data: T;
  readonly stride: number;
  readonly #create: (length: number) => T;
  /** By count modulo KEPT_VIEWS. Making a view is the only thing that a query without growth would have to allocate. */
  readonly #views: (T | null)[] = new Array(KEPT_VIEWS).fill(null);

  constructor(create: (length: number) => T, stride = 1) {
    this.#create = create;
    this.stride = stride;
    this.data = create(256 * stride);
  }

  /** Makes room for `count` entries. Old ones are kept. */
  reserve(count: number): T {
    if (count * this.stride > this.data.length) {
      const grown = this.#create(Math.max(count * this.stride, 2 * this.data.length));
      grown.set(this.data as never);
      this.data = grown;
      this.#views.fill(null);
    }
    return this.data;
  }

  view(count: number): T {
    const slot = count % KEPT_VIEWS;
    const known = this.#views[slot];
    if (known !== null && known.length === count * this.stride) return known;
    const made = this.data.subarray(0, count * this.stride) as T;
    this.#views[slot] = made;
    return made;
  }

  get byteLength(): number {
    return this.data.byteLength;
  }
}

export const wordColumn = (): Column<Uint32Array> => new Column((length) => new Uint32Array(length));

export function numberColumn(stride = 1): Column<Float64Array> {
  return new Column((length) => new Float64Array(length), stride);
}
