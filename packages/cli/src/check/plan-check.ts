import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { type Baseline, baselineKey, readBaseline } from '../baseline/baseline-file.ts';
import type { LoadedConfig } from '../config/config.ts';
import { findConfig, loadConfig } from '../config/load-config.ts';
import { type SaidSettings, Settings } from '../config/merge-settings.ts';
import { systemReason, UsageError } from '../failure.ts';
import { excludeGlobs, expandConfigInputs, expandInputs } from '../source/expand-inputs.ts';
import type { Input } from '../source/input.ts';
import { loadStandardInput } from '../source/load-shared.ts';
import { readText } from '../source/read-text.ts';

/** What a command line says about which files to check, and against what. */
export interface FileChoice {
  readonly files: readonly string[];
  /** A config, or false to look for none. */
  readonly config?: string | false;
  readonly filesFrom?: string;
  readonly exclude?: readonly string[];
  readonly each: boolean;
  readonly cache?: string;
  readonly stdinName?: string;
  readonly baseline?: string;
  readonly updateBaseline: boolean;
}

export interface CheckPlan {
  readonly inputs: readonly Input[];
  readonly settings: Settings;
  readonly config: LoadedConfig | undefined;
  /** Where the baseline is, and what it has. */
  readonly baseline?: { readonly path: string; readonly known: Baseline };
}

/** Finds out what to check: arguments, lists and the config put together. */
export async function planCheck(choice: FileChoice, flags: SaidSettings): Promise<CheckPlan> {
  const config = await openConfig(choice);
  const settings = new Settings(config, flags);
  const excludes = [
    excludeGlobs(choice.exclude ?? [], process.cwd()),
    ...(config ? [excludeGlobs(config.config.exclude ?? [], config.folder)] : []),
  ];
  const expand = { each: choice.each, exclude: (path: string) => excludes.some((excluded) => excluded(path)) };
  if (choice.filesFrom === '-' && choice.files.includes('-')) {
    throw new UsageError('--files-from: standard input holds either a list or a model, got - for both.');
  }
  const names = [...choice.files, ...(choice.filesFrom === undefined ? [] : readList(choice.filesFrom))];
  const configInputs = config?.config.inputs ?? [];
  let inputs: Input[];
  if (names.length > 0 || choice.filesFrom !== undefined) {
    inputs = await openStandardInput(
      await expandInputs(names, { ...expand, ...(choice.cache !== undefined && { cache: choice.cache }) }),
      choice.stdinName,
    );
  } else if (config && configInputs.length > 0) {
    inputs = await expandConfigInputs(configInputs, config.folder, expand);
    if (inputs.length === 0) throw new UsageError(`${config.path}: inputs match no files.`);
  } else {
    throw new UsageError(
      'check: name files or folders, or have a selfcollide.config.json with inputs (selfcollide init).',
    );
  }
  const baseline = openBaseline(choice, config);
  return {
    inputs: inputs.map((input) => withSettings(input, settings, choice.updateBaseline ? undefined : baseline)),
    settings,
    config,
    ...(baseline && { baseline }),
  };
}

async function openConfig({ config }: FileChoice): Promise<LoadedConfig | undefined> {
  if (config === false) return undefined;
  const path = config ?? findConfig(process.cwd());
  if (path === undefined) return undefined;
  return await loadConfig(config === undefined ? relative(process.cwd(), path) : path);
}

function openBaseline({ baseline, updateBaseline }: FileChoice, config: LoadedConfig | undefined) {
  const named = config?.config.baseline;
  const path = baseline ?? (config && named !== undefined ? relative('', resolve(config.folder, named)) : undefined);
  if (path === undefined) {
    if (!updateBaseline) return undefined;
    throw new UsageError('--update-baseline needs to know where: add --baseline FILE, or "baseline" to the config.');
  }
  if (!updateBaseline) return { path, known: readBaseline(path) };
  try {
    return { path, known: readBaseline(path) };
  } catch (error) {
    // the first one; a damaged one is not written over silently
    if (error instanceof UsageError && error.message.includes('no such file')) return { path, known: new Map() };
    throw error;
  }
}

function withSettings(input: Input, settings: Settings, baseline: CheckPlan['baseline']): Input {
  const own = settings.of(input.name);
  const known = baseline?.known.get(baselineKey(baseline.path, input.name));
  if (!own && !known) return input;
  return { ...input, settings: { ...own, ...(known && { known }) } };
}

/** Names out of a file or standard input: one a line, or separated by NUL as `git diff -z` and `find -print0` write them. */
function readList(path: string): string[] {
  let text: string;
  try {
    text = path === '-' ? readFileSync(0, 'utf8') : readText(path);
  } catch (error) {
    throw new UsageError(`--files-from: cannot read ${path} (${systemReason(error as NodeJS.ErrnoException)}).`);
  }
  return text.split(text.includes('\0') ? '\0' : /\r?\n/).filter((name) => name !== '');
}

/** Reads the model that `-` stands for. */
async function openStandardInput(inputs: readonly Input[], name: string | undefined): Promise<Input[]> {
  const piped = inputs.filter((input) => input.kind === 'file' && input.name === '-');
  if (piped.length > 1) throw new UsageError('check: - can be named once.');
  if (piped.length === 0) {
    if (name !== undefined) throw new UsageError('--stdin-name goes with - among the files, which is missing.');
    return [...inputs];
  }
  const bytes = await loadStandardInput();
  return inputs.map((input) => (input === piped[0] ? { kind: 'file', name: name ?? '-', bytes } : input));
}
