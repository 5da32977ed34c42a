import type { FileHeader, FrameResult } from '../detect/frame-result.ts';
import type { Failure } from '../failure.ts';
import type { Input } from '../source/input.ts';
import { loadShared } from '../source/load-shared.ts';
import type { Checker } from './checker.ts';

/** Chunks are cut so that a thread reports about this often, milliseconds. */
const CHUNK_MS = 100;
const MAX_CHUNK = 64;
/** So many frames are worth another thread before any was measured: a frame costs about a hundredth of the preparation or more. */
const MANY_FRAMES = 120;
/** Frames ahead of the oldest one not yet reported, per thread: bounds what waits in memory. */
const FRAMES_AHEAD = 2 * MAX_CHUNK;

/** Where one input stands: what was handed out, and what came back but waits for its turn. */
export class FileProgress {
  readonly input: Input;
  readonly number: number;
  header: FileHeader | undefined;
  failure: Failure | undefined;
  /** What the first thread worked out, for the others. */
  prepared: Uint8Array<SharedArrayBuffer> | undefined;
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
  #shared: Promise<Input> | undefined;
  #waited = false;

  constructor(input: Input, number: number) {
    this.input = input;
    this.number = number;
  }

  /** The input with its files in memory, read once for all threads. */
  shareBytes(): Promise<Input> {
    this.#shared ??= loadBytes(this.input);
    return this.#shared;
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
    const ms = results.reduce((sum, result) => sum + result.ms, 0) / results.length;
    // the first frames are slow, since code is not compiled yet: recent ones count more
    this.#frameMs = this.#frameMs === 0 ? ms : (this.#frameMs + ms) / 2;
  }

  /** The next frames to check, or none if all are handed out or reporting lags behind. */
  take(threads: number): number[] {
    if (this.state !== 'checking' || !this.header) return [];
    if (this.#extraHandedOut < this.extra.length) return [this.extra[this.#extraHandedOut++]];
    const limit = Math.min(this.header.frameCount, this.reported + FRAMES_AHEAD * threads);
    return this.#takeUpTo(this.#chunkSize(threads), limit);
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
    return this.header ? this.header.frameCount - this.#handedOut + this.extra.length - this.#extraHandedOut : 0;
  }

  /**
   * Whether the input would be finished earlier by one more thread, although that must open and prepare it first. Decided by what the
   * first thread needed.
   */
  worthJoining(checker: Checker): boolean {
    if (this.state !== 'checking' || !this.header || this.#givenUp.has(checker)) return false;
    if (this.#members.size === 0) return true; // its thread is gone
    if (this.#frameMs === 0) return this.framesLeft > MANY_FRAMES * this.#members.size;
    const remainingMs = (this.framesLeft * this.#frameMs) / this.#members.size;
    // reading the file again costs at most about half of reading and preparing it
    return remainingMs > (this.prepared ? 0.6 : 1.2) * this.header.prepareMs;
  }

  #chunkSize(threads: number): number {
    if (this.#frameMs === 0) return 1;
    const byTime = Math.floor(CHUNK_MS / this.#frameMs);
    // towards the end smaller ones, so that threads finish together
    const byShare = Math.ceil(this.framesLeft / (2 * threads));
    return Math.max(1, Math.min(MAX_CHUNK, byTime, byShare));
  }
}

async function loadBytes(input: Input): Promise<Input> {
  if (input.kind !== 'file' || input.bytes) return input;
  const { name, cache } = input;
  const bytes = await loadShared(name);
  return { ...input, bytes, ...(cache && { cache: { ...cache, bytes: await loadShared(cache.name) } }) };
}
