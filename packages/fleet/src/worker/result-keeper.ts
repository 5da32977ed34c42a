import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UnrecoverableError } from 'bullmq';
import { pack } from '../pack.ts';
import type { FrameSpan } from '../plan-ranges.ts';
import type { RunStore } from '../run-store.ts';
import { isAbout, isShard, removeShard, runFolder, type Shard, ShardWriter, toValue } from '../shards.ts';
import type { FleetHeader, FleetResult, RunPlan } from '../types.ts';
import { checkPieces } from './check-pieces.ts';
import type { Lease } from './checker-pool.ts';
import { LOST_THREAD } from './describe-loss.ts';
import { UnwritableRoot } from './locate-files.ts';
import type { WorkerCounts } from './worker-counts.ts';

/** After a result could not be written, whether one could is tried so often. */
const TRY_AGAIN_MS = 10_000;
/** Written to find that out: as much as a small result. */
const TRIAL_BYTES = 2 ** 16;

/** Has frames checked and keeps what is found: in Redis, or in files below the root if it is much. */
export class ResultKeeper<H extends FleetHeader, R extends FleetResult> {
  readonly #store: RunStore;
  readonly #root: string;
  readonly #counts: WorkerCounts;

  constructor(store: RunStore, root: string, counts: WorkerCounts) {
    this.#store = store;
    this.#root = root;
    this.#counts = counts;
  }

  async keepHeader(header: H, run: string, file: number, plan: RunPlan): Promise<void> {
    // whoever was here before, and was lost, may have left it
    if (await this.#store.outcome(run, file)) return;
    const piece = await pack({ header });
    const content = (await this.#isLarge(run, plan))
      ? await this.#write(header, run, (shard) => shard.append(piece))
      : [piece];
    if (!content) return;
    const kept = await this.#store.keepOutcome(run, file, await toValue(content), header.frameCount);
    if (!kept) await this.#drop(content, run, await this.#store.outcome(run, file));
  }

  async keepSpan(lease: Lease<H, R>, run: string, file: number, span: FrameSpan, plan: RunPlan): Promise<void> {
    const { from, count } = span;
    const { header } = lease;
    if (from + count > header.frameCount) {
      throw new UnrecoverableError(`${header.name}: frames ${from} to ${from + count - 1} are not among its own`);
    }
    const counts = this.#counts;
    counts.doing = `${header.name}, frames ${from} to ${from + count - 1}`;
    const pieces: Uint8Array[] = [];
    /** Resolved to whether anybody still wants them. */
    const check = async (take: (piece: Uint8Array) => unknown): Promise<boolean> => {
      for await (const results of checkPieces(span, (frames) => this.#check(lease, frames, []))) {
        await take(await pack(results));
        if (!(await this.#isWanted(run))) return false;
      }
      return true;
    };
    const inFiles = await this.#isLarge(run, plan);
    if (inFiles && (await this.#isLate(run, file, from))) return;
    const content = inFiles
      ? await this.#write(
          header,
          run,
          (shard) => check((piece) => shard.append(piece)),
          // who was taken for lost comes back when others have done its work: that must not touch what is there
          async () => !(await this.#isLate(run, file, from)),
        )
      : (await check((piece) => pieces.push(piece))) && pieces;
    if (!content) return;
    if (!(await this.#store.keepResults(run, file, from, count, await toValue(content)))) {
      counts.repeats++;
      await this.#drop(content, run, await this.#store.results(run, file, from));
    }
    counts.frames += count;
    counts.triangles += count * header.triangleCount;
  }

  /** Frames with their shapes, which are parts of files and never go through Redis. */
  async keepShapes(lease: Lease<H, R>, run: string, frames: readonly number[], request: string): Promise<void> {
    if (frames.some((frame) => frame >= lease.header.frameCount)) {
      throw new UnrecoverableError(`${lease.header.name}: it has no such frames`);
    }
    const shard = await this.#write(lease.header, run, async (writer) => {
      for (const frame of frames) await writer.append(await pack(await this.#check(lease, [frame], [frame])));
    });
    if (shard) await this.#store.keepShapes(run, request, await toValue(shard));
  }

  /** Whether results of a range are there already, or nobody wants any. */
  async #isLate(run: string, file: number, from: number): Promise<boolean> {
    if (!(await this.#isWanted(run))) return true;
    if (!(await this.#store.isCovered(run, file, from))) return false;
    await this.#store.countRepeat(run);
    this.#counts.repeats++;
    return true;
  }

  async #isWanted(run: string): Promise<boolean> {
    const state = await this.#store.state(run);
    return state !== undefined && state !== 'cancelled';
  }

  /** Somebody else was faster: what was written meanwhile goes, unless it is the very same file. */
  async #drop(content: readonly Uint8Array[] | Shard, run: string, kept: Buffer | undefined): Promise<void> {
    if (!isShard(content) || (await isAbout(kept, content))) return;
    await removeShard(runFolder(this.#root, run), content);
  }

  async #check(lease: Lease<H, R>, frames: readonly number[], poses: readonly number[]): Promise<R[]> {
    try {
      return await lease.check(frames, poses);
    } catch (error) {
      if (!lease.isLost()) throw error;
      // the thread died of it, most likely for want of memory: once more would be the same
      throw new UnrecoverableError(`${LOST_THREAD} ${(error as Error).message}`);
    }
  }

  /** Without this, health and metrics would tell of an obstacle that is gone until the next result that goes into a file. */
  #tryAgain(run: string): void {
    setTimeout(async () => {
      if (this.#counts.unwritable === undefined) return;
      if (await canWrite(dirname(runFolder(this.#root, run)))) this.#counts.unwritable = undefined;
      else this.#tryAgain(run);
    }, TRY_AGAIN_MS).unref();
  }

  async #isLarge(run: string, plan: RunPlan): Promise<boolean> {
    return plan.toShards || ((await this.#store.findFacts(run))?.bytes ?? 0) > plan.redisBytes;
  }

  /**
   * Undefined if `fill` or `isWanted` say that nobody wants it.
   *
   * @throws UnwritableRoot if this worker has no room or no permission for it.
   */
  async #write(
    header: H,
    run: string,
    fill: (shard: ShardWriter) => Promise<unknown>,
    isWanted: () => Promise<boolean> = async () => true,
  ): Promise<Shard | undefined> {
    const shard = new ShardWriter(runFolder(this.#root, run));
    try {
      if ((await fill(shard)) === false || !(await isWanted())) return undefined;
      const written = await shard.end();
      this.#counts.unwritable = undefined;
      return written;
    } catch (error) {
      if (!isSystemError(error)) throw error;
      const reason = `results cannot be written below the root (${error.code})`;
      if (this.#counts.unwritable === undefined) this.#tryAgain(run);
      this.#counts.unwritable = reason;
      throw new UnwritableRoot(`${header.name}: ${reason}.`);
    } finally {
      await shard.discard();
    }
  }
}

/** Whether a file can be written there now. */
async function canWrite(folder: string): Promise<boolean> {
  const path = join(folder, `.trial-${process.pid}`);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(path, new Uint8Array(TRIAL_BYTES));
    return true;
  } catch {
    return false;
  } finally {
    await rm(path, { force: true }).catch(() => {});
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === 'string';
}
