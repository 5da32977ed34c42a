import { MOST_APART } from '../find/patches/patch-work.ts';
import { createCounters } from '../results/counters.ts';

/** Parts that threads can be given; the one who asks does the rest, if there ever are more. */
export const MOST_PARTS = 2 ** 14;

/** Numbers that `control` holds. */
export const SEQUENCE = 0; // odd while positions are written; what is computed from others than the last even one is thrown away
export const FRAME = 1; // goes up when parts are there to be taken
export const COUNT = 2; // of parts
export const NEXT = 3; // the part that a thread looks at next; threads begin at the end of the list, who asks at its start, so that each keeps to one end of the mesh
export const DONE = 4; // goes up with every part that a thread has done: what the asker waits on
export const CLOSED = 5;
export const POSED = 6; // the sequence that the parts of the frame belong to
export const WAKE = 7; // goes up with everything that threads should look at
const CONTROLS = 8;
export const MOST_THREADS = 64;

/** States of a part, in the low bits; who has it and the frame are above, so that nobody takes or ends a part of another frame. */
export const FREE = 0;
export const TAKEN = 1;
export const ENDED = 2;
/** A thread had no room for what it found. */
export const GIVEN_BACK = 3;

export function stateOf(kind: number, thread: number, frame: number): number {
  return kind | (thread << 2) | (frame << 9);
}

export const COUNTER_NAMES: readonly string[] = Object.keys(createCounters());

export interface SharedSizes {
  readonly positions: number;
  readonly triangles: number;
  readonly threads: number;
}

/** Memory that all threads see. */
export interface SharedFrame {
  readonly control: Int32Array;
  readonly positions: Float64Array;
  readonly parts: Int32Array;
  readonly apart: Int32Array;
  readonly states: Int32Array;
  readonly threads: readonly ThreadResults[];
}

/** What a thread found: each writes to its own, so one that comes late spoils nothing. */
export interface ThreadResults {
  /** By part: where its contacts begin, and how many there are. */
  readonly start: Int32Array;
  readonly count: Int32Array;
  /** Half-edge and triangle a contact. */
  readonly contacts: Uint32Array;
  /** By part, in the order of COUNTER_NAMES. */
  readonly counters: Float64Array;
}

/** Contacts that a thread has room for, in triangles of the mesh. */
const CONTACTS_PER_TRIANGLE = 2;
const LEAST_CONTACTS = 4096;

export function sharedBytes(sizes: SharedSizes): number {
  let bytes = 0;
  layOutShared(sizes, (length) => {
    bytes += length;
    return 0;
  });
  return bytes;
}

/** The same memory seen from any thread. */
export function viewShared(buffer: ArrayBufferLike, sizes: SharedSizes): SharedFrame {
  let at = 0;
  return layOutShared(
    sizes,
    (bytes) => {
      const start = at;
      at += bytes;
      return start;
    },
    buffer,
  );
}

function layOutShared(sizes: SharedSizes, take: (bytes: number) => number, buffer?: ArrayBufferLike): SharedFrame {
  const memory = (buffer ?? new ArrayBuffer(0)) as ArrayBuffer; // a shared one does as well
  const padded = (bytes: number) => 64 * Math.ceil(bytes / 64);
  const ints = (length: number) => {
    const start = take(padded(4 * length));
    return new Int32Array(memory, start, buffer ? length : 0);
  };
  const doubles = (length: number) => {
    const start = take(padded(8 * length));
    return new Float64Array(memory, start, buffer ? length : 0);
  };
  const room = Math.max(LEAST_CONTACTS, CONTACTS_PER_TRIANGLE * sizes.triangles);
  return {
    control: ints(CONTROLS),
    positions: doubles(sizes.positions),
    parts: ints(3 * MOST_PARTS),
    apart: ints(2 * MOST_APART),
    states: ints(MOST_PARTS),
    threads: Array.from({ length: sizes.threads - 1 }, () => {
      const start = ints(MOST_PARTS);
      const count = ints(MOST_PARTS);
      const contacts = ints(2 * room);
      return {
        start,
        count,
        contacts: new Uint32Array(memory, contacts.byteOffset, contacts.length),
        counters: doubles(COUNTER_NAMES.length * MOST_PARTS),
      };
    }),
  };
}
