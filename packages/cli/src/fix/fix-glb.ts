import { type CorrectedClip, CorrectiveWriter, type Model, readModel, sampleAnimation } from '@selfcollide/io';
import { UsageError } from '../failure.ts';
import type { Source } from '../source/source.ts';
import { describeFrame, type FixedClip, type FixedFrame, type FixPlan } from './fix-frames.ts';

/** Corrective morph targets per mesh, at most. */
const MOST_TARGETS = 12;
/** How much larger the file may become. */
const MOST_GROWTH = 2;
/** How often targets are fitted anew, with more weight on frames that have contacts again. */
const TRIES = 3;

export interface FixedGlb {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly targets: number;
  /** As they are read from these bytes. */
  readonly frames: readonly FixedFrame[];
}

/** Which animation of the file each clip is. */
export function animationsOf({ base, clips, name }: Source): number[] {
  const used = new Set<number>();
  return clips.map((clip) => {
    const number = base.animations.findIndex((info, a) => info.name === clip.name && !used.has(a));
    if (number < 0 || !clip.times) throw new UsageError(`${name}: a GLB is written for glTF with animations only.`);
    used.add(number);
    return number;
  });
}

/**
 * Puts the correction into the file as a few morph targets, reads that file again and judges every frame. Where contacts came back, fits anew: more targets, and
 * those frames count more, now and in later calls (`emphasis`). Returns the best it found; no frame of it is worse than it was.
 */
export async function fixGlb(
  input: Uint8Array,
  source: Source,
  plan: FixPlan,
  fixed: FixedClip,
  gap: number,
  emphasis: Map<string, number>,
): Promise<FixedGlb> {
  const animations = animationsOf(source);
  const dropped = new Set<number>();
  const clips = source.clips.map(
    (clip, c): CorrectedClip => ({
      animation: animations[c],
      times: clip.times!,
      displacement: (i) => {
        const frame = clip.firstFrame + i;
        if (dropped.has(frame)) return undefined;
        const { positions } = fixed.frames[frame];
        const displacement = Float64Array.from(positions, (x, k) => x - plan.wanted[frame][k]);
        return displacement.some((x) => x !== 0) ? displacement : undefined;
      },
    }),
  );
  let writer = new CorrectiveWriter(input, source.base, clips);
  let best: FixedGlb | undefined;
  let tolerance = gap / 4;
  let most = MOST_TARGETS;
  const write = () => {
    for (;;) {
      const written = writer.write({ most, tolerance, least: gap / 16, emphasis });
      const { length } = written.bytes;
      if (length <= MOST_GROWTH * input.length || written.targets === 0) return written;
      // targets make up what was added, nearly
      const share = ((MOST_GROWTH - 1) * input.length) / (length - input.length);
      most = Math.min(written.targets - 1, Math.floor(written.targets * share));
      if (most < 1) return writer.write({ most: 0, tolerance, least: 0, emphasis });
    }
  };
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const { bytes, targets } = write();
    if (targets === 0) break;
    const frames = await readFrames(bytes, source, plan, animations);
    const worse = frames.flatMap(({ after, before }, frame) => (after > before ? [frame] : []));
    if (worse.length === 0 && (!best || left(frames) < left(best.frames))) best = { bytes, targets, frames };
    const back = frames.flatMap(({ after }, frame) => (after > fixed.frames[frame].after ? [frame] : []));
    if (back.length === 0) break;
    tolerance /= 4;
    source.clips.forEach(({ firstFrame, frameCount }, c) => {
      for (const frame of back) {
        const place = frame - firstFrame;
        if (place < 0 || place >= frameCount) continue;
        const name = `${c} ${place}`;
        emphasis.set(name, 2 * (emphasis.get(name) ?? 1));
      }
    });
    if (attempt < TRIES - 2 || best) continue;
    // frames that became worse go back to what they were
    for (const frame of worse) dropped.add(frame);
    writer = new CorrectiveWriter(input, source.base, clips);
  }
  return (
    best ?? { bytes: new Uint8Array(input), targets: 0, frames: await readFrames(input, source, plan, animations) }
  );
}

function left(frames: readonly FixedFrame[]): number {
  return frames.reduce((sum, { after }) => sum + (after > 0 ? 1 : 0), 0);
}

/** Every frame as `check` reads it from these bytes. */
async function readFrames(
  bytes: Uint8Array,
  source: Source,
  plan: FixPlan,
  animations: readonly number[],
): Promise<FixedFrame[]> {
  const model: Model = await readModel(bytes, { name: source.name });
  return source.clips.flatMap(({ times, firstFrame }, c) => {
    const animation = sampleAnimation(model, { animation: animations[c], times: times! });
    return Array.from({ length: animation.frameCount }, (_, i) => {
      const positions = new Float64Array(animation.length);
      animation.frame(i, positions);
      return describeFrame(source, plan, firstFrame + i, positions, plan.countAt(positions));
    });
  });
}
