import type { IntersectionQuery } from '../confirm/intersections/intersection-query.ts';
import { PART_STRIDE } from '../find/patches/patch-work.ts';
import type { Positions } from '../mesh/triangle-mesh.ts';
import { ContactBuffer } from '../results/contact-buffer.ts';
import type { Counters } from '../results/counters.ts';
import { ContactOrder } from './contact-order.ts';
import { Pace } from './pace.ts';
import type { PartSearch } from './part-search.ts';
import {
  CLOSED,
  COUNT,
  COUNTER_NAMES,
  DONE,
  ENDED,
  FRAME,
  FREE,
  MOST_PARTS,
  NEXT,
  POSED,
  SEQUENCE,
  type SharedFrame,
  stateOf,
  TAKEN,
  WAKE,
} from './shared-frame.ts';
import { describeEnd, listenTo, type ThreadLike } from './start-thread.ts';

declare const performance: { now(): number };

/** What `PatchWork.fineness` is a thread. Measured with two: 4 leaves one waiting at the end, 32 takes 5 to 10 % longer. */
const FINENESS = 8;

/** Frames for which a list of parts is kept, and the part of a search that may be spent waiting for the last ones: more says that parts have become too unlike. */
const KEPT_FRAMES = 32;
const MOST_WAITING = 0.1;

/** Parts that a partner may take, in means, before its work is taken back; and milliseconds at least, for it may have been put to sleep. */
const PATIENCE = 3;
const LEAST_PATIENCE = 0.3;

/**
 * Shares the parts of a search with threads that have the same mesh prepared. Whoever is free takes the next part. What a thread has taken and does not
 * finish in about the time that parts take here is taken back, so a thread that does not run costs little, and one that has died nothing.
 */
export class Team {
  /** Why there are fewer threads than asked for. */
  #lost = '';
  /** Who was late in the last search. */
  #late = '';
  readonly #shared: SharedFrame;
  readonly #search: PartSearch;
  readonly #threads: (ThreadLike | null)[];
  readonly #maySleep: boolean;
  readonly #pace = new Pace();
  readonly #order = new ContactOrder();
  #closed = false;
  /** Whether threads were told of the pose. */
  #told = false;
  /** Whether they were given the parts with it; whether the pose was searched, so that the next one may well be. */
  #given = false;
  #searched = false;
  /** Milliseconds that parts took on average, the last time that any was done here. */
  #meanPart = 0;
  /** Frames for which the list of parts still does. */
  #kept = 0;
  /** Contacts of parts done here, one behind the other, and by part where its are; −1 for parts of threads. */
  readonly #own = new ContactBuffer();
  #ownStart = new Int32Array(1024);
  #ownCount = new Int32Array(1024);

  constructor(shared: SharedFrame, search: PartSearch, lost = '') {
    this.#lost = lost;
    this.#shared = shared;
    this.#search = search;
    this.#threads = shared.threads.map(() => null);
    this.#maySleep = canSleep(shared.control);
    search.work.fineness = FINENESS * (1 + shared.threads.length);
  }

  /** What became of threads, empty if nothing. */
  get reason(): string {
    return this.#lost || this.#late;
  }

  /** Threads that work, this one included. */
  get size(): number {
    return 1 + this.#threads.filter((thread) => thread !== null).length;
  }

  get byteLength(): number {
    const { byteLength } = this.#shared.control.buffer;
    const own = this.#own.byteLength + 2 * this.#ownStart.byteLength + this.#order.byteLength;
    return byteLength + own + this.#search.byteLength;
  }

  /** Starts a thread and tells it its task; done when it is ready to work, or will never be. */
  add(thread: number, start: () => ThreadLike, task: unknown): Promise<void> {
    return new Promise((resolve) => {
      const lose = (reason: unknown) => {
        this.#lose(thread, describeEnd(reason));
        resolve();
      };
      try {
        const started = start();
        this.#threads[thread - 1] = started;
        listenTo(started, 'message', () => {
          // nobody should have to dispose of a detector for a process to end
          started.unref?.();
          resolve();
        });
        for (const event of ['error', 'messageerror', 'exit']) listenTo(started, event, lose);
        started.postMessage(task);
      } catch (error) {
        lose(error);
      }
    });
  }

  #lose(thread: number, reason: string): void {
    if (this.#closed) return;
    this.#threads[thread - 1] = null;
    this.#lost ||= `thread ${thread} has ended (${reason}); the others do its work`;
  }

  /**
   * Tells threads of a new pose, which they get ready for, or begin to search, while nobody waits; unless this frame is not to be shared. Positions need not be good: see `drop`.
   */
  take(positions: Positions): void {
    const { control, positions: shared } = this.#shared;
    this.#told =
      this.#pace.shares && this.size > 1 && ArrayBuffer.isView(positions) && positions.length === shared.length;
    this.#given = false;
    if (!this.#told) return;
    Atomics.add(control, SEQUENCE, 1);
    shared.set(positions);
    Atomics.add(control, SEQUENCE, 1);
    if (this.#kept > 0 && this.#searched) this.#give();
    this.#searched = false;
    this.#wake();
  }

  /** Those positions are no pose: what is searched next is another one, of which threads know nothing any more. */
  drop(): void {
    this.#told = false;
  }

  #wake(): void {
    Atomics.add(this.#shared.control, WAKE, 1);
    Atomics.notify(this.#shared.control, WAKE);
  }

  close(): void {
    this.#closed = true;
    const { control } = this.#shared;
    Atomics.store(control, CLOSED, 1);
    this.#wake();
    for (const thread of this.#threads) thread?.terminate();
    this.#threads.fill(null);
  }

  /**
   * Finds all contacts of the pose, which must be that of the last `take`, in an order that does not depend on threads. `findAlone` does so without
   * threads, in any order.
   */
  find(query: IntersectionQuery, counters: Counters, findAlone: () => void): void {
    const began = performance.now();
    this.#late = '';
    if (this.#told) this.#findTogether(query, counters);
    else findAlone();
    this.#order.sort(query.contacts);
    if (this.size > 1) this.#pace.note(performance.now() - began, this.#told, this.#late !== '');
  }

  /** Cuts the search into parts. */
  #list(counters: Counters): void {
    const { control, parts, apart } = this.#shared;
    const { work } = this.#search;
    // threads may still be at work on a pose that nobody asked about
    Atomics.store(control, NEXT, -1);
    Atomics.add(control, FRAME, 1);
    this.#search.list();
    this.#count(counters, this.#search.counters);
    const partCount = work.parts.length / PART_STRIDE;
    if (partCount > this.#ownStart.length) {
      this.#ownStart = new Int32Array(2 * partCount);
      this.#ownCount = new Int32Array(2 * partCount);
    }
    parts.set(work.parts.words.subarray(0, PART_STRIDE * Math.min(partCount, MOST_PARTS)));
    apart.set(work.apart.finish());
    this.#kept = work.isLasting ? KEPT_FRAMES : 1;
  }

  /** Lets threads begin with the parts, in the pose that they were told of. */
  #give(): void {
    const { control, states } = this.#shared;
    const frame = Atomics.load(control, FRAME) + 1;
    const count = Math.min(this.#search.work.parts.length / PART_STRIDE, MOST_PARTS);
    for (let i = 0; i < count; i++) Atomics.store(states, i, stateOf(FREE, 0, frame));
    Atomics.store(control, NEXT, count - 1);
    Atomics.store(control, COUNT, count);
    Atomics.store(control, POSED, Atomics.load(control, SEQUENCE));
    Atomics.store(control, FRAME, frame);
    this.#given = true;
  }

  #findTogether(query: IntersectionQuery, counters: Counters): void {
    const { control } = this.#shared;
    this.#own.clear(Number.POSITIVE_INFINITY);
    if (!this.#given) {
      if (this.#kept === 0) this.#list(counters);
      this.#give();
      this.#wake();
    }
    this.#given = false; // of parts that are done nothing is left to be taken
    this.#searched = true;
    const partCount = this.#search.work.parts.length / PART_STRIDE;
    const shared = Math.min(partCount, MOST_PARTS);
    this.#ownStart.fill(-1, 0, partCount);
    const frame = Atomics.load(control, FRAME);

    const began = performance.now();
    let done = 0;
    for (let part = 0; part < shared; part++) {
      if (this.#claim(part, frame)) {
        this.#do(part, counters);
        done++;
      }
    }
    for (let part = shared; part < partCount; part++) this.#do(part, counters);
    const took = performance.now() - began;
    if (done > 0) this.#meanPart = took / done;
    this.#finish(shared, frame, Math.max(LEAST_PATIENCE, PATIENCE * this.#meanPart), counters);
    const waited = performance.now() - began - took;
    this.#kept = waited > MOST_WAITING * took ? 0 : this.#kept - 1;
    this.#collect(query, partCount, counters);
  }

  #claim(part: number, frame: number): boolean {
    const free = stateOf(FREE, 0, frame);
    return Atomics.compareExchange(this.#shared.states, part, free, stateOf(TAKEN, 0, frame)) === free;
  }

  #do(part: number, counters: Counters): void {
    const { parts, apart } = this.#search.work;
    const { words } = parts;
    const at = PART_STRIDE * part;
    const found = this.#search.find(words[at], words[at + 1], words[at + 2], apart.words);
    const { count, halfEdges, triangles } = found;
    this.#ownStart[part] = this.#own.count;
    this.#ownCount[part] = count;
    for (let i = 0; i < count; i++) this.#own.push(halfEdges[i], triangles[i]);
    this.#count(counters, this.#search.counters);
  }

  /** Waits for parts of others, each for so many milliseconds at most from now or from the last one that came. */
  #finish(shared: number, frame: number, patience: number, counters: Counters): void {
    const { control, states } = this.#shared;
    let until = performance.now() + patience;
    for (let part = 0; part < shared; ) {
      if (this.#ownStart[part] >= 0) {
        part++;
        continue;
      }
      const before = Atomics.load(control, DONE);
      const state = Atomics.load(states, part);
      const kind = state & 3;
      if (kind === ENDED) {
        part++;
        until = performance.now() + patience;
        continue;
      }
      const left = until - performance.now();
      const thread = (state >> 2) & 127;
      const runs = kind === TAKEN && this.#threads[thread - 1] !== null;
      if (runs && left > 0) {
        if (this.#maySleep) Atomics.wait(control, DONE, before, left);
        continue;
      }
      // free, given back, of a thread that died, or of one that took too long
      if (Atomics.compareExchange(states, part, state, stateOf(TAKEN, 0, frame)) !== state) continue;
      if (runs) this.#late ||= `thread ${thread} took too long with a part, which was taken back`;
      this.#do(part, counters);
    }
  }

  #collect(query: IntersectionQuery, partCount: number, counters: Counters): void {
    const { states, threads } = this.#shared;
    const { contacts } = query;
    const values = counters as unknown as Record<string, number>;
    for (let part = 0; part < partCount; part++) {
      const own = this.#ownStart[part];
      if (own >= 0) {
        const end = own + this.#ownCount[part];
        for (let i = own; i < end; i++) contacts.push(this.#own.halfEdges[i], this.#own.triangles[i]);
        continue;
      }
      const results = threads[((Atomics.load(states, part) >> 2) & 127) - 1];
      const start = results.start[part];
      for (let i = start; i < start + results.count[part]; i++) {
        contacts.push(results.contacts[2 * i], results.contacts[2 * i + 1]);
      }
      for (let i = 0; i < COUNTER_NAMES.length; i++) {
        values[COUNTER_NAMES[i]] += results.counters[COUNTER_NAMES.length * part + i];
      }
    }
  }

  #count(counters: Counters, more: Counters): void {
    const to = counters as unknown as Record<string, number>;
    const from = more as unknown as Record<string, number>;
    for (let i = 0; i < COUNTER_NAMES.length; i++) to[COUNTER_NAMES[i]] += from[COUNTER_NAMES[i]];
  }
}

/** A page's own thread may not sleep: it goes round instead. */
function canSleep(control: Int32Array): boolean {
  try {
    Atomics.wait(control, DONE, 0, 0);
    return true;
  } catch {
    return false;
  }
}
