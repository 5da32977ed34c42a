/** A queue that gives the entry with the least value first. Entries may be in it more than once. */
export class NearestFirst {
  readonly #entries: number[] = [];
  readonly #values: number[] = [];

  push(entry: number, value: number): void {
    const [entries, values] = [this.#entries, this.#values];
    let at = entries.length;
    for (; at > 0; at = (at - 1) >> 1) {
      const above = (at - 1) >> 1;
      if (values[above] <= value) break;
      entries[at] = entries[above];
      values[at] = values[above];
    }
    entries[at] = entry;
    values[at] = value;
  }

  pop(): readonly [entry: number, value: number] | undefined {
    const [entries, values] = [this.#entries, this.#values];
    if (entries.length === 0) return undefined;
    const first = [entries[0], values[0]] as const;
    const entry = entries.pop()!;
    const value = values.pop()!;
    const count = entries.length;
    if (count === 0) return first;
    let at = 0;
    for (let below = 1; below < count; below = 2 * at + 1) {
      if (below + 1 < count && values[below + 1] < values[below]) below++;
      if (values[below] >= value) break;
      entries[at] = entries[below];
      values[at] = values[below];
      at = below;
    }
    entries[at] = entry;
    values[at] = value;
    return first;
  }
}
