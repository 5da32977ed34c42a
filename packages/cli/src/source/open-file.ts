import { type Animation, bindPose, type Model, readModel, readPointCache, sampleAnimation } from '@selfcollide/io';
import { UsageError } from '../failure.ts';
import { buildClips, countUp, type RawClip } from './build-clips.ts';
import type { FileInput } from './input.ts';
import { loadShared } from './load-shared.ts';
import { type LocatedFiles, loadNamed, resolveLocated } from './located-files.ts';
import { resolveBeside } from './resolve-beside.ts';
import { findClip, type PoseOptions, type RestKind, type Source } from './source.ts';

/** Opens a mesh file with the animations it holds or the point cache given. */
export async function openFile(input: FileInput, options: PoseOptions): Promise<Source> {
  const { name, cache, located } = input;
  const model = located ? await readLocated(name, located) : await readFile(name, options.allowOutside, input.bytes);
  const animations = cache ? [await openCache(model, cache, options, located)] : openAnimations(model, options);
  const rest = bindPose(model);
  const raws: RawClip[] = animations.map((animation) => ({
    name: animation.name,
    numbers: countUp(animation.frameCount),
    time: animation.time,
  }));
  if (raws.length === 0) raws.push({ name: '', numbers: [0] });
  const selected = buildClips(name, raws, options.frames);
  const clips = selected.map(({ clip }) => clip);
  const moving = selected.map(({ raw }) => animations[raw]);
  const positions = model.positions.slice();
  const last = clips[clips.length - 1];

  return {
    name,
    format: model.format,
    base: model,
    rest,
    restKind: restKind(model, rest, cache !== undefined, animations.length > 0),
    clips,
    frameCount: last.firstFrame + last.frameCount,
    ...(animations.length > 0 && !cache && { sampling: describeSampling(options) }),
    warnings: cache ? model.warnings : [...model.warnings, ...beyondClips(model, animations, options)],
    async pose(frame) {
      const { clip, place } = findClip(clips, frame);
      if (moving[clip]) moving[clip].frame(selected[clip].places[place], positions);
      return { positions };
    },
  };
}

/** Reads a mesh file and those that it refers to. */
export async function readFile(name: string, allowOutside = false, bytes?: Uint8Array): Promise<Model> {
  return readModel(bytes ?? (await loadShared(name)), { name, resolve: resolveBeside(name, allowOutside) });
}

/** The same of files that were located elsewhere. */
async function readLocated(name: string, located: LocatedFiles): Promise<Model> {
  return readModel(await loadNamed(name, located), { name, resolve: resolveLocated(name, located) });
}

async function openCache(
  model: Model,
  cache: { name: string; bytes?: Uint8Array },
  { fps }: PoseOptions,
  located: LocatedFiles | undefined,
): Promise<Animation> {
  const bytes = cache.bytes ?? (await loadNamed(cache.name, located));
  return readPointCache(bytes, model, { name: cache.name, ...(typeof fps === 'number' && { fps }) });
}

function openAnimations(model: Model, { animation, fps, times }: PoseOptions): Animation[] {
  const { animations, name } = model;
  const sampling = times ? { times } : fps === 'keys' ? { times: 'keys' as const } : { fps };
  const byName = animations.flatMap((info, number) => (info.name === animation ? [number] : []));
  let numbers: number[];
  if (byName.length > 0) numbers = byName;
  else if (animation === 'all') numbers = animations.map((_, number) => number);
  else if (animation === 'none') numbers = [];
  else if (/^\d+$/.test(animation) && Number(animation) < animations.length) numbers = [Number(animation)];
  else {
    const known = animations.map((info) => `"${info.name}"`).join(', ') || 'it has none';
    throw new UsageError(`${name}: no animation "${animation}" (${known}).`);
  }
  try {
    return numbers.map((number) => sampleAnimation(model, { animation: number, ...sampling }));
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`${name}: ${error.message}`);
    throw error;
  }
}

/** GlTF holds the first and last pose before and after a clip's keys: legal to ask for, but no other pose than those. */
function beyondClips(model: Model, animations: readonly Animation[], { times = [] }: PoseOptions): string[] {
  return animations.flatMap(({ name }) => {
    const info = model.animations.find((each) => each.name === name);
    const beyond = info ? times.filter((time) => time < info.start || time > info.end) : [];
    if (!info || beyond.length === 0) return [];
    const clip = `"${name}" runs from ${info.start} to ${info.end} s`;
    return [`${clip}: at ${beyond.join(', ')} s it is taken as it begins or ends`];
  });
}

function describeSampling({ fps, times }: PoseOptions): string {
  if (times) return 'sampled at the times given';
  return fps === 'keys' ? 'sampled at its key times' : `sampled ${fps ?? 30} times a second`;
}

function restKind(model: Model, rest: Float64Array, cached: boolean, animated: boolean): RestKind {
  if (cached) return 'mesh file';
  if (animated || rest.some((value, i) => value !== model.positions[i])) return 'bind pose';
  return 'only pose';
}
