import type { Exemptions } from '@selfcollide/response';
import type { Source } from '../source/source.ts';
import { type FixedClip, type FixedFrame, type FixPlan, type FixSettings, fixFrames } from './fix-frames.ts';
import { fixGlb } from './fix-glb.ts';

/** Rounds without a gain before giving up. */
const MOST_VAIN = 2;
/** Share of frames that may be left for another smoothness to be worth trying. */
const FEW = 0.1;
/**
 * Gaps that a GLB is tried with: few targets hold a wider gap more easily. Each round starts from what the targets of the last one made of the clip, so that
 * what is freed and what a few targets can hold come closer to each other.
 */
const WIDER = [1, 2, 2, 3, 3, 4, 4, 4, 4, 4];

/** All that the report tells. */
export interface FixResult extends FixedClip {
  readonly gap: number;
  readonly exempt: Exemptions;
  /** Of a GLB: the file, its new targets per mesh, and the size of the input. */
  readonly glb?: { readonly bytes: Uint8Array; readonly targets: number; readonly inputSize: number };
}

/** What to fix, and how. */
export interface FixAllSettings extends Omit<FixSettings, 'keepFree'> {
  /** Of a GLB that is to be written. */
  readonly glb?: Uint8Array;
}

/** Frees all frames; of a GLB, those that its corrective morph targets make. */
export async function fixAll(source: Source, plan: FixPlan, settings: FixAllSettings): Promise<FixResult> {
  const { glb, gap, signal, smooth } = settings;
  if (!glb) return { ...(await fixFrames(source, plan, settings)), gap, exempt: plan.exempt };
  let best: FixResult | undefined;
  // which smoothness a few targets hold best cannot be told beforehand
  for (const own of [smooth, smooth + 1, Math.max(0, smooth - 1)]) {
    const result = await fixWithTargets(source, plan, { ...settings, glb, smooth: own });
    if (!best || countLeft(result) < countLeft(best)) best = result;
    const left = countLeft(best);
    if (left === 0 || left > FEW * best.frames.length || signal?.aborted) break;
  }
  return best!;
}

async function fixWithTargets(
  source: Source,
  plan: FixPlan,
  settings: FixAllSettings & { readonly glb: Uint8Array },
): Promise<FixResult> {
  const { glb: input, gap, signal } = settings;
  let best: FixResult | undefined;
  let towards = plan;
  let vain = 0;
  const emphasis = new Map<string, number>();
  for (const [round, width] of WIDER.entries()) {
    const fixed = await fixFrames(source, towards, { ...settings, gap: width * gap, keepFree: round > 0 });
    const glb = await fixGlb(input, source, plan, fixed, width * gap, emphasis);
    const result: FixResult = {
      starts: best?.starts ?? fixed.starts,
      skipped: fixed.skipped,
      frames: glb.frames,
      gap: width * gap,
      exempt: plan.exempt,
      glb: { bytes: glb.bytes, targets: glb.targets, inputSize: input.length },
    };
    const isBetter = !best || countLeft(result) < countLeft(best);
    if (isBetter) best = result;
    // what 12 targets cannot hold after a second try, wider, they will not hold
    if (!isBetter && ++vain === MOST_VAIN) break;
    // frames that the solver itself could not free stay whatever the gap
    if (countLeft(result) <= countLeft(fixed) || signal?.aborted) break;
    towards = {
      ...plan,
      wanted: glb.frames.map(({ positions }) => positions),
      before: glb.frames.map(({ after }) => after),
    };
  }
  return best!;
}

function countLeft({ frames }: { readonly frames: readonly FixedFrame[] }): number {
  return frames.filter(({ after }) => after > 0).length;
}
