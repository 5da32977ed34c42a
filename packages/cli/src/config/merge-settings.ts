import { relative, resolve, sep } from 'node:path';
import type { FailOver } from '../detect/detect-options.ts';
import { type FindingKind, POSE_KINDS } from '../detect/finding-kinds.ts';
import type { IgnoreRule } from '../detect/ignore-rules.ts';
import { type Length, parseLength, type Unit } from '../detect/proximity-lengths.ts';
import type { Scope } from '../detect/triangle-pair.ts';
import { UsageError } from '../failure.ts';
import { type FrameRange, parseFrameRanges } from '../source/frame-range.ts';
import type { InputSettings } from '../threads/checker.ts';
import type { ConfigSettings, LoadedConfig } from './config.ts';
import { fileGlob } from './file-glob.ts';

/** What was said about how to check, by flags or by a config, before it is put together. */
export interface SaidSettings {
  readonly animation?: string;
  readonly fps?: number | 'keys';
  readonly times?: readonly number[];
  readonly frames?: readonly FrameRange[];
  readonly find?: readonly FindingKind[];
  readonly scope?: Scope;
  readonly ignore?: readonly IgnoreRule[];
  readonly ignoreRest?: boolean;
  readonly betweenFrames?: boolean;
  readonly proximity?: Length;
  readonly restRadius?: Length;
  readonly unit?: Unit;
  readonly weld?: Length;
  readonly maxContacts?: number;
  readonly failOver?: FailOver;
  readonly allowOutside?: boolean;
}

/** Settings of every input. */
export type CompleteSettings = InputSettings &
  Required<
    Pick<InputSettings, 'animation' | 'kinds' | 'scope' | 'ignoreRest' | 'betweenFrames' | 'allowOutside' | 'ignore'>
  >;

/** Flags win over overrides, those over the rest of the config. */
export class Settings {
  readonly common: CompleteSettings;
  readonly #loaded: LoadedConfig | undefined;
  readonly #flags: SaidSettings;
  readonly #overrides: readonly { matches(path: string): boolean; said: SaidSettings }[];

  /** @throws UsageError if what was said makes no sense together. */
  constructor(loaded: LoadedConfig | undefined, flags: SaidSettings) {
    this.#loaded = loaded;
    this.#flags = flags;
    this.#overrides = (loaded?.config.overrides ?? []).map((override) => {
      const globs = override.files.map(fileGlob);
      return { matches: (path) => globs.some((glob) => glob(path)), said: readSettings(override) };
    });
    this.common = completeSettings([loaded ? readSettings(loaded.config) : {}, flags]);
  }

  /** What differs for this file, or undefined if nothing does. */
  of(name: string): CompleteSettings | undefined {
    const loaded = this.#loaded;
    if (!loaded || this.#overrides.length === 0) return undefined;
    const path = relative(loaded.folder, resolve(name)).split(sep).join('/');
    const said = this.#overrides.filter(({ matches }) => matches(path)).map((override) => override.said);
    return said.length === 0 ? undefined : completeSettings([readSettings(loaded.config), ...said, this.#flags]);
  }
}

/** Later ones win; what to ignore adds up. */
function completeSettings(layers: readonly SaidSettings[]): CompleteSettings {
  let said: SaidSettings = {};
  for (const layer of layers) {
    // a rate and a list of times exclude each other: whoever speaks last is right
    const without = layer.fps !== undefined ? { times: undefined } : layer.times ? { fps: undefined } : {};
    said = { ...said, ...without, ...layer, ignore: [...(said.ignore ?? []), ...(layer.ignore ?? [])] };
  }
  const { find = POSE_KINDS, betweenFrames = false, proximity, restRadius, unit, failOver, ...rest } = said;
  if (restRadius && !proximity) throw new UsageError('--rest-radius goes with --proximity, which is missing.');
  return {
    ...{ animation: 'all', scope: 'all', ignoreRest: false, allowOutside: false, ignore: [] },
    ...rest,
    betweenFrames,
    kinds: [...find, ...(proximity ? (['proximity'] as const) : []), ...(betweenFrames ? (['impact'] as const) : [])],
    ...(proximity && { proximity: { distance: proximity, ...(restRadius && { restRadius }) } }),
    ...(unit && { fileUnit: unit }),
    ...(failOver && { failOver }),
  };
}

/** A config's words; it has been checked. */
function readSettings(settings: ConfigSettings): SaidSettings {
  const { animation, fps, times, find, scope, ignoreRest, betweenFrames, unit, maxContacts, allowOutside } = settings;
  const { frames, ignore, proximity, restRadius, weld, failOver } = settings;
  const said: SaidSettings = {
    ...{ animation, fps, times, scope, ignoreRest, betweenFrames, unit, maxContacts, allowOutside },
    find: find && POSE_KINDS.filter((kind) => find.includes(kind)),
    frames: frames === undefined ? undefined : parseFrameRanges(frames),
    ignore: ignore?.map(readIgnore),
    proximity: readLength(proximity),
    restRadius: readLength(restRadius),
    weld: readLength(weld),
    failOver: failOver && withoutUndefined({ ...failOver, depth: readLength(failOver.depth) }),
  };
  return withoutUndefined(said);
}

/** `"Eye*"`, `["Sleeve*", "Glove*"]`, or both with materials. */
function readIgnore(entry: string | readonly string[] | IgnoreRule): IgnoreRule {
  if (typeof entry === 'string') return { objects: [entry] };
  if (Array.isArray(entry)) return { objects: entry as readonly string[] };
  const { objects, materials } = entry as IgnoreRule;
  return withoutUndefined({ objects, materials });
}

function readLength(length: number | string | undefined): Length | undefined {
  return typeof length === 'number' ? { value: length } : length === undefined ? undefined : parseLength(length);
}

/** So that a key without value does not win over one that has. */
export function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T;
}
