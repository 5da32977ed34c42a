import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../failure.ts';
import { pathPerInput } from '../report/marked-model.ts';
import { filesOf, type Input } from '../source/input.ts';
import { referredFiles } from '../source/referred-files.ts';
import type { CheckOptions } from './check-options.ts';

/**
 * Refuses outputs that would destroy an input or each other.
 *
 * @throws UsageError
 */
export function checkOutputs(inputs: readonly Input[], options: CheckOptions): void {
  const { recordBaseline } = options;
  const files = outputsOf(options);
  const standard = files.filter(({ path }) => path === '-').map(({ option }) => option);
  if (standard.length > 1) {
    throw new UsageError(`${standard.join(' and ')}: only one report can go to standard output (-).`);
  }
  for (const { option, path, end } of perInputOutputs(options)) {
    if (path.toLowerCase().endsWith(end)) continue;
    throw new UsageError(`${option}: the name must end in ${end}, which is what is written, got ${path}.`);
  }
  for (const { option, path } of files) {
    if (path === '') throw new UsageError(`${option}: the name of a file must not be empty.`);
  }
  const outputs = [
    ...files.filter(({ path }) => path !== '-'),
    ...(recordBaseline ? [{ option: '--baseline', path: recordBaseline.path }] : []),
    ...perInputOutputs(options).flatMap(({ option, path }) =>
      pathPerInput(path, inputs).map((own) => ({ option, path: own })),
    ),
  ];
  if (outputs.length === 0) return; // there may be thousands of inputs to look at
  const takenBy = new Map<string, string>();
  const models = inputs.flatMap(filesOf);
  // looking for what models refer to takes time: only where something would be replaced
  if (outputs.some(({ path }) => existsSync(path))) {
    for (const path of models.flatMap(referredFiles)) takenBy.set(identify(path), 'which an input refers to');
  }
  for (const path of models) takenBy.set(identify(path), 'which is an input');
  for (const { option, path } of outputs) {
    const id = identify(path);
    const taken = takenBy.get(id);
    if (taken) throw new UsageError(`${option}: must not write over ${path}, ${taken}.`);
    if (isRegular(path)) takenBy.set(id, `which ${option} writes`);
  }
}

/**
 * Refuses outputs over files that are read beside the models, each with what it is: a config, a list, a baseline.
 *
 * @throws UsageError
 */
export function spareFiles(outputs: readonly Output[], read: Readonly<Record<string, string | undefined>>): void {
  for (const [what, path] of Object.entries(read)) {
    if (path === undefined || path === '-') continue;
    const over = outputs.find((output) => output.path !== '-' && identify(output.path) === identify(path));
    if (over) throw new UsageError(`${over.option}: must not write over ${over.path}, which is ${what}.`);
  }
}

export interface Output {
  readonly option: string;
  readonly path: string;
}

/** Reports that are one file each, or standard output. */
export function outputsOf({ json, html, sarif, junit, markdown }: CheckOptions) {
  const named = { '--json': json, '--html': html, '--sarif': sarif, '--junit': junit, '--markdown': markdown };
  return Object.entries(named).flatMap(([option, path]) => (path === undefined ? [] : [{ option, path }]));
}

/** Files of which several inputs get one each. */
export function perInputOutputs({ marked, picture }: Pick<CheckOptions, 'marked' | 'picture'>) {
  return [
    ...(marked === undefined ? [] : [{ option: '--marked', path: marked, end: '.glb' }]),
    ...(picture === undefined ? [] : [{ option: '--picture', path: picture, end: '.png' }]),
  ];
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
