import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../failure.ts';
import { markedPaths } from '../report/marked-model.ts';
import type { Input } from '../source/input.ts';
import type { CheckOptions } from './check-options.ts';

/**
 * Refuses outputs that would destroy an input or each other.
 *
 * @throws UsageError
 */
export function checkOutputs(inputs: readonly Input[], { json, html, marked }: CheckOptions): void {
  if (json === '-' && html === '-') throw new UsageError('--json and --html: only one of them can be -, got both.');
  if (marked !== undefined && !/\.glb$/i.test(marked)) {
    throw new UsageError(`--marked: the name must end in .glb, which is what is written, got ${marked}.`);
  }
  const outputs = [
    ...(json !== undefined && json !== '-' ? [{ option: '--json', path: json }] : []),
    ...(html !== undefined && html !== '-' ? [{ option: '--html', path: html }] : []),
    ...(marked === undefined ? [] : markedPaths(marked, inputs).map((path) => ({ option: '--marked', path }))),
  ];
  const takenBy = new Map<string, string>();
  for (const path of inputs.flatMap(filesOf)) takenBy.set(identify(path), 'which is an input');
  for (const { option, path } of outputs) {
    const id = identify(path);
    const taken = takenBy.get(id);
    if (taken) throw new UsageError(`${option}: must not write over ${path}, ${taken}.`);
    if (isRegular(path)) takenBy.set(id, `which ${option} writes`);
  }
}

function filesOf(input: Input): readonly string[] {
  if (input.kind === 'scene') return [];
  if (input.kind === 'sequence') return input.files;
  return input.cache ? [input.name, input.cache.name] : [input.name];
}

/** Equal for two names of one file. */
function identify(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.dev}:${stats.ino}` : resolve(path);
}

/** Devices such as /dev/null take any number of reports. */
function isRegular(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() !== false;
}
