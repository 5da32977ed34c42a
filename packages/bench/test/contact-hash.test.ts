import type { Intersections } from 'selfcollide';
import { describe, expect, it } from 'vitest';
import { addContacts, createContactHash, formatContactHash } from '../src/contact-hash.ts';

type Contact = readonly [edgeA: number, edgeB: number, triangle: number];

function hashOf(contacts: readonly Contact[], frame = 0): string {
  const column = (k: number) => Uint32Array.from(contacts, (contact) => contact[k]);
  const hash = createContactHash();
  const list = { count: contacts.length, edgeA: column(0), edgeB: column(1), triangle: column(2) };
  addContacts(hash, frame, list as Partial<Intersections> as Intersections);
  return formatContactHash(hash);
}

const contacts: Contact[] = [
  [1, 2, 3],
  [5, 4, 3],
  [100_000, 7, 9],
];

describe('the contact hash', () => {
  it('does not depend on the order of contacts or of an edge’s ends', () => {
    expect(hashOf(contacts.toReversed())).toBe(hashOf(contacts));
    expect(hashOf(contacts.map(([a, b, t]) => [b, a, t]))).toBe(hashOf(contacts));
  });

  it('changes with every number, a lost contact, a doubled contact and the frame', () => {
    const changed = [
      hashOf(contacts),
      hashOf(contacts.slice(1)),
      hashOf([...contacts, contacts[0]]),
      hashOf([...contacts, contacts[0], contacts[0]]),
      hashOf(contacts, 1),
      hashOf([]),
      ...contacts.flatMap((_, i) =>
        [0, 1, 2].map((k) =>
          hashOf(contacts.map((c, j) => (i === j ? (c.with(k, c[k] + 1) as unknown as Contact) : c))),
        ),
      ),
    ];
    expect(new Set(changed).size).toBe(changed.length);
  });

  it('tells edge and triangle numbers apart', () => {
    expect(hashOf([[1, 2, 3]])).not.toBe(hashOf([[1, 3, 2]]));
    expect(
      hashOf([
        [1, 2, 3],
        [4, 5, 6],
      ]),
    ).not.toBe(
      hashOf([
        [1, 2, 6],
        [4, 5, 3],
      ]),
    );
  });

  it('is 16 hexadecimal digits', () => {
    expect(hashOf([])).toBe('0000000000000000');
    expect(hashOf(contacts)).toMatch(/^[0-9a-f]{16}$/);
  });

  it('has no collision among a hundred thousand small contacts', () => {
    const seen = new Set<string>();
    for (let a = 0; a < 50; a++)
      for (let b = a + 1; b < 50; b++) for (let t = 0; t < 80; t++) seen.add(hashOf([[a, b, t]]));
    expect(seen.size).toBe((50 * 49 * 80) / 2);
  });
});
