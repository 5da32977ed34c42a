import { readFileSync } from 'node:fs';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { splitNames, wholeNumber } from './bench-options.ts';
import { checkCase } from './fuzz/check-case.ts';
import { checkImpacts } from './fuzz/check-impacts.ts';
import { checkProximities } from './fuzz/check-proximities.ts';
import type { FuzzCase } from './fuzz/fuzz-case.ts';
import { type CoreFuzz, fuzzCore } from './fuzz/fuzz-core.ts';
import { fuzzResponse } from './fuzz/fuzz-response.ts';
import { generateCase } from './fuzz/generate-case.ts';
import { loadFinder } from './fuzz/load-finder.ts';
import { shrinkCase } from './fuzz/shrink-case.ts';
import { type Listed, nameOf, safeMethods } from './methods.ts';

interface FuzzOptions extends Partial<CoreFuzz> {
  readonly minutes: number;
  readonly seed: number;
  readonly methods: readonly string[];
  /** A file with a method to try, instead. */
  readonly method?: string;
  readonly proximity: boolean;
  readonly replay?: string;
  /** Ask what happens between consecutive poses instead of in each. */
  readonly impacts?: boolean;
  /** Steps of responses instead. */
  readonly response?: number;
}

type Check = (fuzzCase: FuzzCase, methods: readonly Listed[]) => string | undefined;

/** `npm run fuzz`: new cases until the time is up or one fails. Returns the exit status. */
export async function runFuzz(args: readonly string[]): Promise<number> {
  const options = parseFuzzOptions(args);
  if (typeof options === 'number') return options;
  if (options.impacts && options.proximity) {
    console.error('fuzz: --impacts and --proximity are two questions, got both.');
    return 2;
  }
  if (options.response !== undefined) return printResponse(options.response, options.seed);
  const { pairs, separations, patches, subspace, poses, kernel } = options;
  if (subspace ?? poses ?? kernel) return fuzzCore({ subspace, poses, kernel, seed: options.seed });
  if (pairs ?? separations ?? patches) {
    if (options.impacts) return fuzzCore({ pairs, separations, patches, seed: options.seed });
    console.error('fuzz: --pairs, --separations and --patches go with --impacts, which is missing.');
    return 2;
  }
  let methods: readonly Listed[] = options.methods;
  try {
    if (options.method !== undefined) methods = [await loadFinder(options.method)];
  } catch (error) {
    console.error(`fuzz: ${(error as Error).message}`);
    return 2;
  }
  const check: Check = options.impacts ? checkImpacts : options.proximity ? checkProximities : checkCase;
  if (options.replay !== undefined) {
    const wrong = check(JSON.parse(readFileSync(options.replay, 'utf8')), methods);
    console.log(wrong ?? 'Every method agrees on this case.');
    return wrong ? 1 : 0;
  }

  const what = options.proximity ? 'proximities of ' : '';
  console.log(
    `Comparing ${what}${methods.map(nameOf).join(', ')} for ${options.minutes} min, from seed ${options.seed}.`,
  );
  const deadline = performance.now() + 60_000 * options.minutes;
  const perKind = new Map<string, number>();
  let seed = options.seed;
  for (; performance.now() < deadline; seed = (seed + 1) >>> 0) {
    const fuzzCase = await generateCase(seed);
    perKind.set(fuzzCase.kind, (perKind.get(fuzzCase.kind) ?? 0) + 1);
    const wrong = check(fuzzCase, methods);
    if (wrong) {
      reportFailure(fuzzCase, wrong, seed, (candidate) => check(candidate, methods));
      return 1;
    }
  }
  for (const [kind, count] of [...perKind].sort()) console.log(`${String(count).padStart(9)}  ${kind}`);
  console.log(`${(seed - options.seed) >>> 0} cases, all agree. Go on with --seed ${seed}.`);
  return 0;
}

function parseFuzzOptions(args: readonly string[]): FuzzOptions | number {
  const command = new Command('npm run fuzz --')
    .description('Hunts for meshes on which methods disagree; shrinks the first one found and prints it.')
    .option('--minutes <n>', 'how long to hunt', positiveNumber, 1)
    .option('--seed <n>', 'first seed; each case takes the next one', wholeNumber, Date.now() >>> 0)
    .option('--methods <names...>', `default: ${safeMethods.join(', ')}`)
    .option('--method <file>', 'a module whose default export is a finder factory: try this method of your own instead')
    .option('--impacts', 'compare what comes together between consecutive poses: impacts, times, first impact, step')
    .option('--pairs <n>', 'with --impacts: single pairs, with every certificate, against whole numbers', wholeNumber)
    .option('--separations <n>', 'with --impacts: the same for pairs that have to stay apart', wholeNumber)
    .option('--patches <n>', 'with --impacts: moving patches that culling accepts, and controls', wholeNumber)
    .option('--subspace <n>', 'cases of subspace detectors: poses and steps, in 64 and 32 bits', wholeNumber)
    .option('--poses <n>', 'poses of subspace scenes at each of four norms, against brute force', wholeNumber)
    .option('--kernel <n>', 'pairs of triangles that the kernel decides, against exact arithmetic', wholeNumber)
    .option('--response <n>', 'steps of createResponse under a steady push, judged by whole numbers', wholeNumber)
    .option('--proximity', 'compare proximities instead of contacts: near pairs, in poses and steps', false)
    .option('--replay <file>', 'check one case, as printed by a failed run, instead')
    .addHelpText(
      'after',
      '\nExamples:\n  npm run fuzz -- --impacts --minutes 5\n  npm run fuzz -- --impacts --pairs 20000 --seed 7   # one minute a slice of other pairs, seed by seed\n  npm run fuzz -- --subspace 10000 --seed 1\n  npm run fuzz -- --method examples/sweep-and-prune.js --proximity',
    )
    .showHelpAfterError()
    .exitOverride();
  try {
    command.parse(args, { from: 'user' });
    const { methods, ...rest } = command.opts<Omit<FuzzOptions, 'methods'> & { methods?: string[] }>();
    const names = methods ? splitNames(methods) : safeMethods;
    const unknown = names.find((name) => !safeMethods.includes(name));
    if (unknown) command.error(`error: --methods must be among ${safeMethods.join(', ')}; got ${unknown}.`);
    return { ...rest, methods: names };
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
}

function printResponse(steps: number, seed: number): number {
  const { failure, tangled, steps: taken } = fuzzResponse({ steps, seed });
  if (failure !== undefined) console.error(`fuzz: ${failure}.`);
  console.log(
    `${taken} steps, ${tangled} of them towards positions that hit themselves${failure ? '' : '; none ended so'}.`,
  );
  return failure === undefined ? 0 : 1;
}

function positiveNumber(text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError('It must be a number above 0.');
}

function reportFailure(
  fuzzCase: FuzzCase,
  wrong: string,
  seed: number,
  check: (candidate: FuzzCase) => string | undefined,
): void {
  console.error(
    `\nfuzz: seed ${seed} (${fuzzCase.kind}, ${fuzzCase.triangles.length / 3} triangles) fails.\n${wrong}\n`,
  );
  const smaller = shrinkCase(fuzzCase, (candidate) => check(candidate) !== undefined);
  console.error(`Shrunk to ${smaller.triangles.length / 3} triangles: ${check(smaller)}`);
  console.error('Save the next line to a file and give it to --replay.\n');
  console.log(JSON.stringify(smaller));
}
