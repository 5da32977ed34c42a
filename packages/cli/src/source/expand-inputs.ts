import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { matchSequence } from '@selfcollide/io';
import { UsageError } from '../failure.ts';
import type { Input } from './input.ts';

export interface ExpandOptions {
  /** Every file that a pattern matches is an input of its own instead of a frame. */
  readonly each?: boolean;
  /** Point cache for the one mesh file. */
  readonly cache?: string;
}

const SCENE = /^scene:([\w-]+)(?::(\d+))?$/;
const PATTERN = /%0?\d*d|#|[*?]|\[[^\]/]+\]/;

/** Turns the arguments of a command into inputs. A pattern that matches nothing stays a file name, which then fails. */
export async function expandInputs(args: readonly string[], options: ExpandOptions = {}): Promise<Input[]> {
  const inputs: Input[] = [];
  for (const argument of args) inputs.push(...(await expandArgument(argument, options.each === true)));
  const { cache } = options;
  if (cache === undefined) return inputs;
  const [only] = inputs;
  if (inputs.length !== 1 || only.kind !== 'file') {
    throw new UsageError(`--cache must come with exactly one mesh file, got ${args.join(', ')}.`);
  }
  return [{ ...only, cache: { name: cache } }];
}

async function expandArgument(argument: string, each: boolean): Promise<Input[]> {
  const scene = SCENE.exec(argument);
  if (scene) {
    const triangles = scene[2] === undefined ? {} : { triangles: Number(scene[2]) };
    return [{ kind: 'scene', name: argument, scene: scene[1], ...triangles }];
  }
  const file = { kind: 'file', name: argument } as const;
  // a file may really be called a[1].obj
  if (!PATTERN.test(argument) || existsSync(argument)) return [file];
  const pattern = process.platform === 'win32' ? argument.replaceAll('\\', '/') : argument;
  const { names, frames } = matchPattern(await listCandidates(pattern), pattern);
  if (names.length === 0) return [file];
  if (each) return names.map((name) => ({ kind: 'file', name }));
  return [{ kind: 'sequence', name: argument, files: names, numbers: frames }];
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
