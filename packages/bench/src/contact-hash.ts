import type { Intersections } from 'selfcollide';

/** 64 bits as two halves: JavaScript's numbers keep 53, and BigInt would be slower than the query it checks. */
export interface ContactHash {
  high: number;
  low: number;
}

/** What of a result the hash reads. */
export type ListedContacts = Pick<Intersections, 'count' | 'edgeA' | 'edgeB' | 'triangle'>;

export function createContactHash(): ContactHash {
  return { high: 0, low: 0 };
}

/**
 * Adds one frame's contacts. Equal sets give equal hashes in whatever order they come: each contact is mixed alone and the results are
 * added, and a sum, unlike exclusive-or, also notices a contact reported twice.
 */
export function addContacts(hash: ContactHash, frame: number, contacts: ListedContacts): void {
  const { count, edgeA, edgeB, triangle } = contacts;
  for (let i = 0; i < count; i++) {
    const a = edgeA[i];
    const b = edgeB[i];
    const first = a < b ? a : b;
    const second = a < b ? b : a;
    let low = mix(0x9e3779b9, frame);
    let high = mix(0x7f4a7c15, frame);
    low = mix(mix(mix(low, first), second), triangle[i]);
    high = mix(mix(mix(high, triangle[i]), second), first);
    const sum = hash.low + low;
    hash.low = sum >>> 0;
    hash.high = (hash.high + high + (sum > 0xffffffff ? 1 : 0)) >>> 0;
  }
}

export function formatContactHash({ high, low }: ContactHash): string {
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}

/** One absorbing step followed by a full avalanche (the finalizer of MurmurHash3), so that near numbers end far apart. */
function mix(state: number, value: number): number {
  let h = Math.imul(state ^ value, 0xcc9e2d51);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
