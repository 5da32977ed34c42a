import { groupContacts } from 'selfcollide';
import { expect, it } from 'vitest';

/** Contacts as points of a graph whose edges are common vertices, walked one by one. */
function walk(vertices: number[], keys: number[]): number[] {
  const count = vertices.length / 5;
  const group = new Array<number>(count).fill(-1);
  for (let i = 0; i < count; i++) {
    if (group[i] >= 0) continue;
    const open = [i];
    group[i] = i;
    for (let a = open.pop(); a !== undefined; a = open.pop()) {
      const own = vertices.slice(5 * a, 5 * a + 5);
      for (let b = 0; b < count; b++) {
        if (group[b] >= 0 || keys[a] !== keys[b]) continue;
        if (!vertices.slice(5 * b, 5 * b + 5).some((v) => own.includes(v))) continue;
        group[b] = i;
        open.push(b);
      }
    }
  }
  return group;
}

it('groups as a walk over common vertices does, largest first, whatever the keys', () => {
  let seed = 7;
  const random = (n: number) => {
    seed = (seed * 48271) % 2147483647;
    return seed % n;
  };
  for (let round = 0; round < 40; round++) {
    const count = 1 + random(40);
    const vertices = Array.from({ length: 5 * count }, () => random(20 + 8 * count));
    const keys = Array.from({ length: count }, () => random(1 + (round % 3)));
    const { placeOf, sizes } = groupContacts(vertices, 5, keys);
    const expected = walk(vertices, keys);
    for (let a = 0; a < count; a++) {
      for (let b = 0; b < count; b++) expect(placeOf[a] === placeOf[b]).toBe(expected[a] === expected[b]);
    }
    expect([...sizes]).toEqual([...sizes].sort((a, b) => b - a));
    sizes.forEach((size, place) => {
      expect(placeOf.filter((p) => p === place).length).toBe(size);
    });
    // of equally large places the one with the earlier contact comes first
    for (let place = 1; place < sizes.length; place++) {
      if (sizes[place] === sizes[place - 1]) expect(placeOf.indexOf(place)).toBeGreaterThan(placeOf.indexOf(place - 1));
    }
  }
});

it('takes no contacts, and refuses half of one', () => {
  expect(groupContacts([])).toEqual({ placeOf: new Uint32Array(0), sizes: new Uint32Array(0) });
  expect(() => groupContacts([1, 2, 3])).toThrow(
    'groupContacts: vertices must have 5 numbers a contact, got 3 in all.',
  );
});
