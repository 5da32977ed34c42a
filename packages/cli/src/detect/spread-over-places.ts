/**
 * Which contacts to list if not all can be: at least one of every place, as long as there is room, and more of each in turn; evenly over
 * the contacts of a place. Ascending. `placeOf` says the place of each contact, 0 for the largest; without it, the first ones.
 */
export function spreadOverPlaces(placeOf: ArrayLike<number>, count: number, limit: number): Uint32Array {
  const all = Uint32Array.from({ length: count }, (_, i) => i);
  if (count <= limit) return all;
  if (placeOf.length < count) return all.slice(0, limit);
  const members = new Map<number, number[]>();
  for (let i = 0; i < count; i++) {
    const list = members.get(placeOf[i]);
    if (list) list.push(i);
    else members.set(placeOf[i], [i]);
  }
  const places = [...members].sort(([a], [b]) => a - b).map(([, list]) => list);
  const shares = shareOut(
    places.map(({ length }) => length),
    limit,
  );
  const chosen = places.flatMap((list, p) =>
    Array.from({ length: shares[p] }, (_, k) => list[Math.floor((k * list.length) / shares[p])]),
  );
  return Uint32Array.from(chosen).sort();
}

/** How many each gets of `limit`, which is less than their sum: equally many, or all that it has; the first ones get what is left over. */
function shareOut(sizes: readonly number[], limit: number): number[] {
  const shares = sizes.map(() => 0);
  for (let left = limit; left > 0; ) {
    const open = shares.flatMap((share, p) => (share < sizes[p] ? [p] : []));
    const each = Math.max(1, Math.floor(left / open.length));
    for (const p of open) {
      const more = Math.min(each, sizes[p] - shares[p], left);
      shares[p] += more;
      left -= more;
    }
  }
  return shares;
}
