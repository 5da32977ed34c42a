import type { FileHeader, FrameResult } from '../detect/frame-result.ts';
import type { Failure } from '../failure.ts';
import type { Input } from '../source/input.ts';
import { loadShared } from '../source/load-shared.ts';
import type { Checker, Prepared } from './checker.ts';

/** Chunks are cut so that a thread reports about this often, milliseconds. */
const CHUNK_MS = 100;
const MAX_CHUNK = 64;
/** So many frames are worth another thread before any was measured: a frame costs about a hundredth of the preparation or more. */
const MANY_FRAMES = 120;
/**
 * What a thread that has opened nothing yet must have before it: until V8 has compiled everything once more it takes more from the others than
 * it gives. Measured on a character of 4,672 triangles, two cores: frames of 0.2, 0.7 and 2.6 s were ready 0.4 and 0.2 s later and 0.4 s earlier.
 */
const COLD_MS = 1200;
/** Frames are slow at first, since code is not compiled yet: what they cost is known after so many milliseconds. */
const WARM_MS = 150;
/** Milliseconds a frame and triangle, before any was measured; those of that character. */
const TRIANGLE_MS = 1.3e-4;
/** Frames ahead of the oldest one not yet reported, per thread: bounds what waits in memory. */
const FRAMES_AHEAD = 2 * MAX_CHUNK;

/** Where one input stands: what was handed out, and what came back but waits for its turn. */
export class FileProgress {
  readonly input: Input;
  readonly number: number;
  header: FileHeader | undefined;
  /** From the moment that the first thread has read it. */
  frameCount = 0;
  triangleCount = 0;
  failure: Failure | undefined;
  /** What the first thread works out, for the others, which may open the input meanwhile. */
  prepared: Promise<Prepared | undefined> | undefined;
  state: 'waiting' | 'opening' | 'checking' | 'finished' = 'waiting';
  /** Frames that are looked at a second time, for their shape. */
  extra: number[] = [];
  extraDone = 0;
  /** Results that wait for earlier ones. */
  readonly ready = new Map<number, FrameResult>();
  /** When it was opened first. */
  started = 0;
  /** Frames reported, in order. */
  reported = 0;
  /** Why a thread could not open it. */
  reason: Failure | undefined;
  readonly #members = new Set<Checker>();
  readonly #givenUp = new Set<Checker>();
  #handedOut = 0;
  #extraHandedOut = 0;
  /** Milliseconds a frame; 0 before the first. */
  #frameMs = 0;
  #leastMs = Number.POSITIVE_INFINITY;
  #spentMs = 0;
  #shared: Promise<Input> | undefined;
  #settlePrepared: (bytes: Prepared | undefined) => void = () => {};
  #hasPrepared = false;
  #waited = false;

  constructor(input: Input, number: number) {
    this.input = input;
    this.number = number;
    this.prepared = new Promise((resolve) => {
      this.#settlePrepared = resolve;
    });
  }

  /** The input with its files in memory, read once for all threads. */
  shareBytes(): Promise<Input> {
    this.#shared ??= loadBytes(this.input);
    return this.#shared;
  }

  /** Settles `prepared`; without bytes everybody prepares for themselves. Only the first call counts. */
  sharePrepared(bytes: Prepared | undefined): void {
    this.#hasPrepared ||= bytes !== undefined;
    this.#settlePrepared(bytes);
  }

  /** Lets go of everything large. */
  finish(): void {
    this.state = 'finished';
    this.#shared = undefined;
    this.prepared = undefined;
    this.#members.clear();
    this.#givenUp.clear();
  }

  /**
   * True once, when all frames are checked but not all reported: reporting may ask for shapes, and a thread that has moved on would
   * have to prepare the input again.
   */
  mayNeedAgain(current: number): boolean {
    if (this.#waited || this.state !== 'checking' || this.number !== current || this.framesLeft > 0) return false;
    this.#waited = true;
    return true;
  }

  join(checker: Checker): void {
    this.#members.add(checker);
  }

  leave(checker: Checker): void {
    this.#members.delete(checker);
  }

  /** It cannot open the input, and is not asked to again. */
  giveUp(checker: Checker, reason: Failure): void {
    this.reason = reason;
    this.leave(checker);
    this.#givenUp.add(checker);
  }

  get givenUpBy(): number {
    return this.#givenUp.size;
  }

  has(checker: Checker): boolean {
    return this.#members.has(checker);
  }

  /** Notes what frames cost, to choose chunks and to judge whether another thread is worth its preparation. */
  measure(results: readonly FrameResult[]): void {
    const total = results.reduce((sum, result) => sum + result.ms, 0);
    const ms = total / results.length;
    this.#spentMs += total;
    this.#leastMs = Math.min(this.#leastMs, ms);
    // the first frames are slow: recent ones count more
    this.#frameMs = this.#frameMs === 0 ? ms : (this.#frameMs + ms) / 2;
  }

  /**
   * The next frames to check, or none if all are handed out or reporting lags behind. Who takes them has `pending` others before it comes to
   * these: towards the end others are done with all that is left sooner.
   */
  take(threads: number, pending = 0): number[] {
    if (this.state !== 'checking' || !this.header) return [];
    if (this.#extraHandedOut < this.extra.length) return [this.extra[this.#extraHandedOut++]];
    const limit = Math.min(this.header.frameCount, this.reported + FRAMES_AHEAD * threads);
    return this.#takeUpTo(this.#chunkSize(threads, pending), limit);
  }

  /** Frames that are left, whether reporting lags behind or not. */
  takeAny(): number[] {
    if (this.#extraHandedOut < this.extra.length) return [this.extra[this.#extraHandedOut++]];
    return this.#takeUpTo(MAX_CHUNK, this.header?.frameCount ?? 0);
  }

  #takeUpTo(size: number, limit: number): number[] {
    const frames: number[] = [];
    while (frames.length < size && this.#handedOut < limit) frames.push(this.#handedOut++);
    return frames;
  }

  get framesLeft(): number {
    return this.frameCount - this.#handedOut + this.extra.length - this.#extraHandedOut;
  }

  /**
   * Whether the input would be finished earlier by one more thread, although that must open and prepare it first. Decided by what the
   * first thread needed.
   */
  worthJoining(checker: Checker): boolean {
    if (this.#givenUp.has(checker) || (this.state !== 'opening' && this.state !== 'checking')) return false;
    if (this.#members.size === 0) return this.state === 'checking'; // its thread is gone
    if (checker.isCold && !this.#isLong()) return false;
    if (this.#frameMs === 0 || !this.header) return this.framesLeft > MANY_FRAMES * this.#members.size;
    const remainingMs = (this.framesLeft * this.#frameMs) / this.#members.size;
    // reading the file again costs at most about half of reading and preparing it
    return remainingMs > (this.#hasPrepared ? 0.6 : 1.2) * this.header.prepareMs;
  }

  /** Whether there is enough to do for a thread that starts from nothing. */
  #isLong(): boolean {
    const isKnown = this.#spentMs > WARM_MS;
    const frameMs = isKnown ? this.#leastMs : Math.min(this.#leastMs, this.triangleCount * TRIANGLE_MS);
    return this.framesLeft * frameMs > COLD_MS * this.#members.size;
  }

  #chunkSize(threads: number, pending: number): number {
    if (this.#frameMs === 0) return 1;
    const byTime = Math.floor(CHUNK_MS / this.#frameMs);
    // towards the end smaller ones, so that threads finish together
    const byShare = Math.ceil(this.framesLeft / (2 * threads)) - pending;
    return Math.max(pending > 0 ? 0 : 1, Math.min(MAX_CHUNK, byTime, byShare));
  }
}

async function loadBytes(input: Input): Promise<Input> {
  if (input.kind !== 'file' || input.bytes) return input;
  const { name, cache } = input;
  const bytes = await loadShared(name);
  return { ...input, bytes, ...(cache && { cache: { ...cache, bytes: await loadShared(cache.name) } }) };
}
