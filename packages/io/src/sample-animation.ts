import { type Animation, checkFrame } from './animation.ts';
import { createPoseScratch, deformToBindPose, deformVertices, poseNodes } from './gltf/pose-rig.ts';
import { IoError } from './io-error.ts';
import type { AnimationInfo, Model } from './model.ts';

export interface SampleOptions {
  /** Name, or number from 0. Default: the first. */
  readonly animation?: string | number;
  /** Frames per second from the first key on; the last key is a frame if it falls on one. Default 30. */
  readonly fps?: number;
  /** Instead of `fps`: at every key time, or at these times in seconds. */
  readonly times?: 'keys' | ArrayLike<number>;
}

const DEFAULT_FPS = 30;
/** Key times are floats: 1.25 s × 24 may come out a hair below 30. */
const FRAME_SLACK = 1e-4;
/** A day at 60 frames a second is 5 million. */
const MAX_FRAMES = 10_000_000;

/**
 * Samples an animation of a glTF model: node transforms, skins and morph targets as the specification says.
 * Memory for one frame belongs to the result: use one per thread.
 *
 * @throws RangeError if there is no such animation or an option has a value it cannot take.
 *
 * @example
 * const walk = sampleAnimation(model, { animation: 'Walk', fps: 24 });
 * const pose = new Float64Array(walk.length);
 * for (let i = 0; i < walk.frameCount; i++) {
 *   walk.frame(i, pose);
 *   detector.update(pose);
 * }
 */
export function sampleAnimation(model: Model, options: SampleOptions = {}): Animation {
  const { rig } = model;
  const number = findAnimation(model, options.animation ?? 0);
  if (!rig) throw new RangeError(`sampleAnimation: the model must have a rig, got ${model.name}.`);
  const info = model.animations[number];
  const times = sampleTimes(info, options);
  const channels = rig.animations[number];
  const scratch = createPoseScratch(rig);

  const animation: Animation = {
    name: info.name,
    frameCount: times.length,
    length: 3 * rig.vertexCount,
    time: (i) => times[i],
    frame(i, out) {
      checkFrame(animation, i, out);
      poseNodes(rig, channels, times[i], scratch);
      deformVertices(rig, scratch, out);
      const k = countFinite(out, animation.length);
      if (k === animation.length) return;
      const found = `vertex ${Math.floor(k / 3)} is at ${out[k]}`;
      throw new IoError({ file: rig.file, expected: `finite positions in "${info.name}" at ${times[i]} s`, found });
    },
  };
  return animation;
}

/**
 * The pose that skins were attached in: skinned meshes as they were modelled, the rest as without animation.
 * For models without skins the same as `model.positions`.
 */
export function bindPose(model: Model): Float64Array {
  const { rig } = model;
  const out = model.positions.slice();
  if (!rig) return out;
  const scratch = createPoseScratch(rig);
  poseNodes(rig, undefined, 0, scratch);
  deformToBindPose(rig, scratch, out);
  return out;
}

function findAnimation({ name, animations }: Model, wanted: string | number): number {
  const number = typeof wanted === 'number' ? wanted : animations.findIndex((info) => info.name === wanted);
  if (Number.isInteger(number) && number >= 0 && number < animations.length) return number;
  const known = animations.map((info) => `"${info.name}"`).join(', ') || 'none';
  const got = typeof wanted === 'number' ? wanted : `"${wanted}"`;
  throw new RangeError(`sampleAnimation: animation must be one of ${name} (${known}), got ${got}.`);
}

function sampleTimes(
  { start, end, keyTimes }: AnimationInfo,
  { fps = DEFAULT_FPS, times }: SampleOptions,
): Float64Array {
  if (times === 'keys') return keyTimes;
  if (times !== undefined) {
    const list = Float64Array.from(times);
    for (const time of list) {
      if (!Number.isFinite(time)) throw new RangeError(`sampleAnimation: times must be finite, got ${time}.`);
    }
    return list;
  }
  if (!(fps > 0 && Number.isFinite(fps))) {
    throw new RangeError(`sampleAnimation: fps must be a finite number above 0, got ${fps}.`);
  }
  const frames = Math.floor((end - start) * fps + FRAME_SLACK) + 1;
  if (frames > MAX_FRAMES) {
    throw new RangeError(`sampleAnimation: fps must give at most ${MAX_FRAMES} frames, got ${frames} with ${fps}.`);
  }
  return Float64Array.from({ length: frames }, (_, i) => Math.min(end, start + i / fps));
}

/** How many of the first `length` values come before one that is not finite. */
function countFinite(values: Float64Array, length: number): number {
  for (let k = 0; k < length; k++) if (!Number.isFinite(values[k])) return k;
  return length;
}
