import { UnrecoverableError } from 'bullmq';
import { pack } from '../pack.ts';
import type { FrameSpan } from '../plan-ranges.ts';
import type { RunStore } from '../run-store.ts';
import { runFolder, ShardWriter, toValue } from '../shards.ts';
import type { FleetHeader, FleetResult, RunPlan } from '../types.ts';
import { checkPieces } from './check-pieces.ts';
import type { Lease } from './checker-pool.ts';
import { LOST_THREAD } from './describe-loss.ts';
import { UnwritableRoot } from './locate-files.ts';
import type { WorkerCounts } from './worker-counts.ts';

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
    const piece = await pack({ header });
    const value = (await this.#isLarge(run, plan))
      ? await this.#write(header, run, `${file}-header.bin`, (shard) => shard.append(piece))
      : await toValue([piece]);
    if (value) await this.#store.keepOutcome(run, file, value, header.frameCount);
  }

  async keepSpan(lease: Lease<H, R>, run: string, file: number, span: FrameSpan, plan: RunPlan): Promise<void> {
    const { from, count } = span;
    const counts = this.#counts;
    counts.doing = `${lease.header.name}, frames ${from} to ${from + count - 1}`;
    const pieces: Uint8Array[] = [];
    /** Resolved to whether anybody still wants them. */
    const check = async (take: (piece: Uint8Array) => unknown): Promise<boolean> => {
      for await (const results of checkPieces(span, (frames) => this.#check(lease, frames, []))) {
        await take(await pack(results));
        if ((await this.#store.state(run)) === 'cancelled') return false;
      }
      return true;
    };
    const value = (await this.#isLarge(run, plan))
      ? await this.#write(lease.header, run, `${file}-${from}-${count}.bin`, (shard) =>
          check((piece) => shard.append(piece)),
        )
      : (await check((piece) => pieces.push(piece))) && (await toValue(pieces));
    if (!value) return;
    if (!(await this.#store.keepResults(run, file, from, count, value))) counts.repeats++;
    counts.frames += count;
    counts.triangles += count * lease.header.triangleCount;
  }

  /** Frames with their shapes, which are parts of files and never go through Redis. */
  async keepShapes(lease: Lease<H, R>, run: string, file: number, frames: readonly number[], request: string) {
    const value = await this.#write(lease.header, run, `${file}-shapes-${request}.bin`, async (shard) => {
      for (const frame of frames) await shard.append(await pack(await this.#check(lease, [frame], [frame])));
    });
    if (value) await this.#store.keepShapes(run, request, value);
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

  async #isLarge(run: string, plan: RunPlan): Promise<boolean> {
    return plan.toShards || ((await this.#store.findFacts(run))?.bytes ?? 0) > plan.redisBytes;
  }

  /**
   * Undefined if `fill` says that nobody wants it.
   *
   * @throws UnwritableRoot if this worker has no room or no permission for it.
   */
  async #write(
    header: H,
    run: string,
    name: string,
    fill: (shard: ShardWriter) => Promise<unknown>,
  ): Promise<Buffer | undefined> {
    const shard = new ShardWriter(runFolder(this.#root, run), name);
    try {
      return (await fill(shard)) === false ? undefined : await toValue(await shard.end());
    } catch (error) {
      throw isSystemError(error)
        ? new UnwritableRoot(`${header.name}: results cannot be written below the root (${error.code}).`)
        : error;
    } finally {
      await shard.discard();
    }
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === 'string';
}
