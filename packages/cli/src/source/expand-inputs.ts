import { existsSync, type Stats, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { isModelName, matchSequence } from '@selfcollide/io';
import { type FileGlob, fileGlob, globFault, splitGlob } from '../config/file-glob.ts';
import { UsageError } from '../failure.ts';
import type { Input } from './input.ts';
import { walkFiles } from './walk-files.ts';

export interface ExpandOptions {
  /** Every file that a pattern matches is an input of its own instead of a frame. */
  readonly each?: boolean;
  /** Point cache for the one mesh file. */
  readonly cache?: string;
  /** Paths below folders and globs that are left out; absolute, with slashes. */
  readonly exclude?: (path: string) => boolean;
}

const SCENE = /^scene:([\w-]+)(?::(\d+))?$/;
const PATTERN = /%0?\d*d|#|[*?]|\[[^\]/]+\]/;
/** What can only mean a sequence. */
const NUMBERED = /%0?\d*d|#/;

/** Turns the arguments of a command into inputs. A pattern that matches nothing stays a file name, which then fails. */
export async function expandInputs(args: readonly string[], options: ExpandOptions = {}): Promise<Input[]> {
  const inputs: Input[] = [];
  for (const argument of args) for (const input of await expandArgument(argument, options)) inputs.push(input);
  const { cache } = options;
  if (cache === undefined) return inputs;
  const [only] = inputs;
  if (inputs.length !== 1 || only.kind !== 'file') {
    throw new UsageError(`--cache must come with exactly one mesh file, got ${args.join(', ')}.`);
  }
  return [{ ...only, cache: { name: cache } }];
}

/** The same for `inputs` of a config: relative to its folder, and a glob means files, not frames. */
export async function expandConfigInputs(
  patterns: readonly string[],
  folder: string,
  options: ExpandOptions,
): Promise<Input[]> {
  const inputs: Input[] = [];
  for (const pattern of patterns) {
    const path = SCENE.test(pattern) ? pattern : relative('', join(folder, pattern)).split(sep).join('/') || '.';
    const found = await expandArgument(path, { ...options, each: options.each || !NUMBERED.test(pattern) });
    // a glob may match nothing today; a file that is named must be there
    if (found.length === 1 && found[0].name === path && splitGlob(pattern).isGlob && !existsSync(path)) continue;
    for (const input of found) inputs.push(input);
  }
  return inputs;
}

/**
 * A predicate for `exclude`: globs are relative to a folder, paths to the current one.
 *
 * @throws UsageError if a glob makes no sense.
 */
export function excludeGlobs(globs: readonly string[], folder: string): (path: string) => boolean {
  const matches = globs.map((glob) => {
    try {
      return fileGlob(glob);
    } catch (error) {
      throw new UsageError(`--exclude: ${glob} cannot be used (${(error as Error).message}).`);
    }
  });
  return (path) => {
    const inside = relative(folder, resolve(path)).split(sep).join('/');
    return matches.some((match) => match(inside));
  };
}

async function expandArgument(argument: string, { each, exclude }: ExpandOptions): Promise<Input[]> {
  const scene = SCENE.exec(argument);
  if (scene) {
    const triangles = scene[2] === undefined ? {} : { triangles: Number(scene[2]) };
    return [{ kind: 'scene', name: argument, scene: scene[1], ...triangles }];
  }
  const file = { kind: 'file', name: argument } as const;
  const pattern = process.platform === 'win32' ? argument.replaceAll('\\', '/') : argument;
  const stats = lookAt(argument);
  if (stats?.isDirectory()) return await listModels(pattern.replace(/(.)\/$/, '$1'), undefined, exclude, argument);
  // a file may really be called a[1].obj
  if (stats || !PATTERN.test(argument)) return [file];
  if (/(^|\/)\*\*(\/|$)/.test(pattern)) {
    const fault = globFault(pattern.replace(/^\//, ''));
    if (fault) throw new UsageError(`${argument}: ${fault}.`);
    const { base } = splitGlob(pattern);
    const found = await listModels(base, fileGlob(pattern.replace(/^\.\//, '')), exclude);
    return found.length > 0 ? found : [file];
  }
  const { names, frames } = matchPattern(await listCandidates(pattern), pattern);
  if (names.length === 0) return [file];
  if (!each) return [{ kind: 'sequence', name: argument, files: names, numbers: frames }];
  return names.filter((name) => !exclude?.(name)).map((name) => ({ kind: 'file', name }));
}

/** Models below a folder, by the ends of their names, or whatever a glob names. */
async function listModels(
  folder: string,
  glob: FileGlob | undefined,
  exclude: ExpandOptions['exclude'],
  named?: string,
): Promise<Input[]> {
  const inputs: Input[] = [];
  for await (const path of walkFiles(folder)) {
    if ((glob ? glob(path) : isModelName(path)) && !exclude?.(path)) inputs.push({ kind: 'file', name: path });
  }
  if (inputs.length === 0 && named !== undefined) {
    throw new UsageError(`${named}: no models in this folder, nor below it.`);
  }
  return inputs;
}
function matchPattern(candidates: string[], pattern: string): ReturnType<typeof matchSequence> {
  try {
    return matchSequence(candidates, pattern);
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`${pattern}: a pattern can have only one frame number.`);
    throw error;
  }
}

/** Paths that can match: folders are searched only where the pattern's own folders match. */
async function listCandidates(pattern: string): Promise<string[]> {
  const parts = pattern.split('/');
  let paths = [''];
  for (const [depth, part] of parts.entries()) {
    const last = depth === parts.length - 1;
    if (!PATTERN.test(part)) {
      paths = paths.map((path) => `${path}${part}${last ? '' : '/'}`);
      continue;
    }
    const found: string[] = [];
    for (const path of paths) {
      for (const entry of await readFolder(path === '' ? '.' : path)) {
        const wanted = last ? !entry.isDirectory() : entry.isDirectory() && matchPattern([entry.name], part).names[0];
        if (wanted) found.push(`${path}${entry.name}${last ? '' : '/'}`);
      }
    }
    paths = found;
  }
  return paths;
}

async function readFolder(path: string) {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch {
    return []; // the pattern then matches nothing, and that is said
  }
}

/** Undefined also for a link to itself or a folder that is locked: opening it will say so, and the other inputs are checked. */
function lookAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
