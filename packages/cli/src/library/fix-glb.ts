import { diagonalOf } from '../detect/weld.ts';
import { UsageError } from '../failure.ts';
import { fixAll } from '../fix/fix-all.ts';
import { GAP_SHARE, LIMIT_SHARE, SMOOTH } from '../fix/fix-defaults.ts';
import { planFix } from '../fix/fix-frames.ts';
import { openSource } from '../source/open-source.ts';
import { share } from './share.ts';

export interface FixGlbOptions {
  /** What the model is called in messages. Default: `model.glb`. */
  readonly name?: string;
  /** Name or number of the animation to fix; `all` by default. */
  readonly animation?: string;
  readonly fps?: number;
  /** How far apart to push, in metres. Default: 0.0005 of the size. */
  readonly gap?: number;
  /** Over about how many edges a push fades. Default 2. */
  readonly smooth?: number;
  /** Names of objects that must not move. */
  readonly hold?: readonly string[];
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface FixedGlbFile {
  /** The file with corrective morph targets. */
  readonly bytes: Uint8Array;
  /** New morph targets of the mesh that has most. */
  readonly targets: number;
  /** Frames of all animations, as they are read from these bytes. */
  readonly frames: readonly {
    readonly animation: string;
    readonly frame: number;
    /** Contacts beyond those of the rest pose and what lies around them, before and after. */
    readonly before: number;
    readonly after: number;
    /** How far the farthest vertex moved, in metres. */
    readonly largest: number;
  }[];
}

const OPTIONS = ['name', 'animation', 'fps', 'gap', 'smooth', 'hold', 'signal', 'onProgress'];

/**
 * Fixes a GLB in memory, as `selfcollide fix` does. Frames that cannot be freed stay as they were; `after` says which.
 *
 * @throws UsageError if the options make no sense, or the file is no GLB with animations.
 */
export async function fixGlb(bytes: Uint8Array, options: FixGlbOptions = {}): Promise<FixedGlbFile> {
  const unknown = Object.keys(options).find((key) => !OPTIONS.includes(key));
  if (unknown !== undefined) throw new UsageError(`fixGlb: options are ${OPTIONS.join(', ')}, got '${unknown}'.`);
  const { name = 'model.glb', animation = 'all', fps, smooth = SMOOTH, hold = [], signal, onProgress } = options;
  for (const [key, value] of Object.entries({ gap: options.gap ?? 0, smooth, fps: fps ?? 1 })) {
    if (!(Number.isFinite(value) && value >= 0)) {
      throw new UsageError(`fixGlb: ${key} must be a finite number from 0, got ${value}.`);
    }
  }
  const source = await openSource({ kind: 'file', name, bytes: share(bytes) }, { animation, ...(fps && { fps }) });
  const size = diagonalOf(source.rest, source.base.triangles);
  const plan = await planFix(source, false);
  try {
    const fixed = await fixAll(source, plan, {
      gap: options.gap ?? GAP_SHARE * size,
      ...{ smooth, hold, signal },
      limit: LIMIT_SHARE * size,
      onFrame: onProgress ?? (() => {}),
      glb: bytes,
    });
    const frames = fixed.frames.map(({ clip, number, before, after, largest }) => ({
      ...{ animation: clip, frame: number },
      ...{ before, after, largest },
    }));
    return { bytes: fixed.glb!.bytes, targets: fixed.glb!.targets, frames };
  } finally {
    plan.dispose();
  }
}
