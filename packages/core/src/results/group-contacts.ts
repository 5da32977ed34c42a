/** Which contacts hang together. */
export interface ContactGroups {
  /** Contact → number of its place. */
  readonly placeOf: Uint32Array;
  /** Contacts of each place, descending; of equally many, the place with the earlier contact comes first. */
  readonly sizes: Uint32Array;
}

/**
 * Groups contacts by place: two belong together if they name a common vertex. Along a line in which two parts of a surface cross,
 * neighbouring contacts always do.
 *
 * `vertices` has `stride` vertex numbers a contact: both of its edge and three of its triangle (welded, if seams should not part a place).
 * With `keys`, only contacts with the same key can be of one place; between which objects they are, for example.
 */
export function groupContacts(
  vertices: ArrayLike<number>,
  stride: number = 5,
  keys: ArrayLike<number> | undefined = undefined,
): ContactGroups {
  const count = vertices.length / stride;
  if (!Number.isInteger(count)) {
    throw new RangeError(
      `groupContacts: vertices must have ${stride} numbers a contact, got ${vertices.length} in all.`,
    );
  }
  const parent = Uint32Array.from({ length: count }, (_, i) => i);
  const find = (i: number): number => {
    let root = i;
    while (parent[root] !== root) root = parent[root];
    for (let at = i; at !== root; ) {
      const next = parent[at];
      parent[at] = root;
      at = next;
    }
    return root;
  };

  const seen = new Map<number, Map<number, number>>();
  for (let i = 0; i < count; i++) {
    const key = keys ? keys[i] : 0;
    let lastAt = seen.get(key);
    if (!lastAt) {
      lastAt = new Map();
      seen.set(key, lastAt);
    }
    for (let k = stride * i; k < stride * (i + 1); k++) {
      const other = lastAt.get(vertices[k]);
      if (other === undefined) lastAt.set(vertices[k], i);
      else {
        const [a, b] = [find(i), find(other)];
        // the lowest-numbered contact stays the root, so that places can be told apart by it
        if (a !== b) parent[Math.max(a, b)] = Math.min(a, b);
      }
    }
  }

  const sizeOf = new Uint32Array(count);
  for (let i = 0; i < count; i++) sizeOf[find(i)]++;
  const roots = Uint32Array.from({ length: count }, (_, i) => i).filter((i) => sizeOf[i] > 0);
  roots.sort((a, b) => sizeOf[b] - sizeOf[a] || a - b);
  const numberOf = new Uint32Array(count);
  roots.forEach((root, place) => {
    numberOf[root] = place;
  });
  return { placeOf: parent.map((_, i) => numberOf[find(i)]), sizes: roots.map((root) => sizeOf[root]) };
}
