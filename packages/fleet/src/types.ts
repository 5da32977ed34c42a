/** Why something could not be checked; plain data. */
export interface FleetFailure {
  /** `usage`: the options do not fit this file. `unreadable`: everything else. */
  readonly kind: 'usage' | 'unreadable';
  readonly message: string;
  /** A file is missing here, or is another version than was asked for: another worker may have the right one. */
  readonly elsewhere?: true;
}

/** What a fleet must know of an opened input; there may be more. Plain data. */
export interface FleetHeader {
  readonly name: string;
  readonly triangleCount: number;
  readonly frameCount: number;
}

/** What a fleet must know of a checked frame; there may be more. Plain data. */
export interface FleetResult {
  readonly frame: number;
  readonly failure?: FleetFailure;
}

/** Where a worker reads a file that an input names, or why it could not be read when the run was queued. */
export type LocatedFile = { readonly path: string; readonly sha256: string } | { readonly reason: string };

/** An input as the command line knows it. Only its name matters here; `located` says where its files are. Plain data. */
export interface FleetInput {
  readonly name: string;
  readonly located?: Readonly<Record<string, LocatedFile>>;
}

/** Where a file of a run is: a path below the root, which each worker may have elsewhere, or an address. */
export type QueuedFile =
  | { readonly path: string; readonly sha256: string }
  | { readonly url: string; readonly sha256: string }
  | { readonly reason: string };

/** An input as it is put on the queue: names only, never content. */
export interface QueuedInput {
  readonly input: FleetInput;
  /** By name as the input writes it. */
  readonly files: Readonly<Record<string, QueuedFile>>;
}

export type FleetOpenReply<H> =
  | { readonly header: H; readonly prepared?: Uint8Array<SharedArrayBuffer> }
  | { readonly failure: FleetFailure };

/** Opens one input at a time and checks its frames. */
export interface FleetChecker<H extends FleetHeader, R extends FleetResult> {
  /** Starts whatever takes a while to start. */
  warmUp(): void;
  /** `settings` are those of the run's plan. */
  open(input: FleetInput, settings: unknown, prepared?: Uint8Array<SharedArrayBuffer>): Promise<FleetOpenReply<H>>;
  /**
   * `poses` are frames whose shape is wanted too. Can be called while it is busy with others: they come next. Rejects if the thread died, as it
   * does without memory.
   */
  check(frames: readonly number[], poses: readonly number[]): Promise<R[]>;
  close(): Promise<void>;
}

/** What checks; the fleet only spreads it. */
export interface FleetEngine<H extends FleetHeader, R extends FleetResult> {
  createChecker(): FleetChecker<H, R>;
  failedFrame(frame: number, failure: FleetFailure): R;
}

/** How a run is kept and cut. */
export interface RunPlan {
  /** Handed to {@link FleetChecker.open}. Plain data. */
  readonly settings: unknown;
  /** What the client wants back when it goes on with a run: its options. Plain data. */
  readonly options: unknown;
  /** Results and headers are too large for Redis, or hold shapes: they go to files. */
  readonly toShards: boolean;
  /** Beyond so many bytes, results of the run go to files as well. */
  readonly redisBytes: number;
  /** How much longer a frame takes than finding its contacts. */
  readonly effort: number;
  /** How long a range should take, roughly. */
  readonly rangeSeconds: number;
}
