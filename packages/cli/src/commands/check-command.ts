import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { methodNames } from '@selfcollide/papers';
import { Command, Option } from 'commander';
import type { CheckOptions } from '../check/check-options.ts';
import { outputsOf, perInputOutputs, spareFiles } from '../check/check-outputs.ts';
import { type FileChoice, planCheck } from '../check/plan-check.ts';
import { checkSettings, runCheck, type Terminal } from '../check/run-check.ts';
import { type SaidSettings, withoutUndefined } from '../config/merge-settings.ts';
import { POSE_KINDS } from '../detect/finding-kinds.ts';
import type { IgnoreRule } from '../detect/ignore-rules.ts';
import { UNIT_NAMES } from '../detect/proximity-lengths.ts';
import { UsageError } from '../failure.ts';
import { detachOnQueue } from '../fleet/check-on-queue.ts';
import { addQueueOptions, type QueueFlags, type QueueOptions, takeQueue } from '../fleet/queue-flags.ts';
import { showText } from '../report/show-text.ts';
import type { Input } from '../source/input.ts';
import { openInBrowser } from '../view/open-in-browser.ts';
import { watchCheck } from '../watch/watch-check.ts';
import {
  collect,
  countOrAll,
  failLimits,
  findingKinds,
  frameRanges,
  frameRate,
  ignoreRules,
  length,
  threadCount,
  timeList,
  wholeNumber,
} from './parse-values.ts';

/** As commander gives them: those of `SaidSettings` only if they were given. */
interface CheckFlags extends Omit<SaidSettings, 'scope' | 'ignore'>, Omit<FileChoice, 'files'> {
  readonly pairs: 'edge-triangle' | 'triangles';
  readonly method: CheckOptions['method'];
  readonly threads: number;
  readonly maxMemory?: number;
  readonly selfOnly?: boolean;
  readonly betweenObjects?: boolean;
  readonly ignore?: readonly IgnoreRule[];
  readonly list: number;
  readonly all: boolean;
  readonly json?: string;
  readonly html?: string;
  readonly sarif?: string;
  readonly junit?: string;
  readonly markdown?: string;
  readonly format: (typeof FORMATS)[number];
  readonly marked?: string;
  readonly picture?: string;
  readonly place?: number;
  readonly open: boolean;
  readonly watch: boolean;
  readonly quiet: boolean;
  readonly verbose?: boolean;
}

/** `selfcollide check`; `exit` takes the status. */
export function checkCommand(terminal: Terminal, exit: (status: number) => void): Command {
  const cores = availableParallelism();
  const command = new Command('check')
    .summary('find where models and animations hit themselves')
    .description(
      'Finds every place where a mesh hits itself, in every frame: exact, never missing a contact.\n' +
        'A contact is an edge and a triangle that share no vertex and intersect; touching counts.\n' +
        'Faces folded flat onto a neighbour and doubled faces are found as well.',
    )
    .argument('[files...]', 'models, folders, quoted patterns, - for standard input, scene:NAME')
    .optionsGroup('Which files')
    .option('--config <file>', 'settings to use (default: selfcollide.config.json here or in a folder above)')
    .option('--no-config', 'look for no config')
    .option('--files-from <file>', 'also what this file names, a line each or separated by NUL; - is standard input')
    .option('--exclude <glob>', 'leave these out of folders and patterns; may be given several times', collect)
    .option('--each', 'a pattern means separate files, not the frames of one sequence', false)
    .option('--stdin-name <name>', 'what to call the model that - stands for; its end tells the format')
    .optionsGroup('Which poses')
    .option(
      '--animation <name>',
      'name or number from 0, "all", or "none" for the pose without animation (default: all)',
    )
    .option('--fps <rate>', 'frames per second, or "keys" for every key time (default: 30; PC2 caches: 24)', frameRate)
    .addOption(
      new Option('--times <seconds>', 'exactly these times instead of a rate: 0,0.5,1.25')
        .argParser(timeList)
        .conflicts('fps'),
    )
    .option('--frames <range>', 'first:last:step, both included; of a sequence the numbers in the names', frameRanges)
    .option('--cache <file>', 'MDD or PC2 point cache that moves the one mesh file given')
    .option('--allow-outside', 'let models refer to files outside their own folder')
    .optionsGroup('What counts')
    .addOption(
      new Option(
        '--find <kinds>',
        `what to look for, separated by commas (default: ${POSE_KINDS.join(',')})`,
      ).argParser(findingKinds),
    )
    .addOption(
      new Option('--pairs <kind>', 'how it is counted and listed')
        .choices(['edge-triangle', 'triangles'])
        .default('edge-triangle'),
    )
    .addOption(new Option('--self-only', 'only contacts of an object with itself').conflicts('betweenObjects'))
    .option('--between-objects', 'only contacts between different objects')
    .option(
      '--ignore <names>',
      'not what "Eye*" meets, nor what is between "Sleeve*,Glove*"; several times',
      ignoreRules,
    )
    .option('--between-frames', 'also what meets on the straight way from each frame to the next')
    .option(
      '--proximity <length>',
      'also pairs of triangles at most so far apart: 2mm, or 0.002 as in the file',
      length,
    )
    .option(
      '--rest-radius <length>',
      'with --proximity: but not what hangs together that near in the rest pose (default: 4 times)',
      length,
    )
    .addOption(
      new Option(
        '--unit <name>',
        'what 1 means in files that do not say, for lengths with a unit; glTF, USD and Collada are read in metres',
      ).choices(UNIT_NAMES),
    )
    .option('--ignore-rest', 'leave out what intersects in the rest pose, or else the first frame')
    .option('--weld <length>', 'vertices of an object so near are one: 1e-5 of the diagonal, or 0.01mm', length)
    .option(
      '--max-contacts <n>',
      'stop searching a frame after this many contacts (one may be several pairs), and say so',
      wholeNumber,
    )
    .optionsGroup('What fails')
    .option(
      '--fail-over <limits>',
      'only more than contacts=20,places=2,frames=5,depth=1mm, or some of these',
      failLimits,
    )
    .option('--baseline <file>', 'only what this file does not know')
    .option('--update-baseline', 'write what is found into the baseline instead; status 0', false)
    .optionsGroup('How')
    .addOption(
      new Option('--method <name>', 'how to search; the result is the same, except for unsafe-normal-cone')
        .choices(METHODS)
        .default('auto'),
    )
    .option('--threads <n>', 'threads that check frames', threadCount, cores)
    .option('--max-memory <megabytes>', 'files that need more are given up, with status 3', wholeNumber)
    .optionsGroup('Reports')
    .option('--json <file>', 'write counts per frame and the worst places as JSON; - is standard output')
    .addOption(
      new Option('--list <n>', 'also places and so many findings of every frame in the JSON, or "all"')
        .argParser(countOrAll)
        .default(0)
        .conflicts('all'),
    )
    .option('--all', 'every finding of every frame in the JSON, as --list all', false)
    .option('--html <file>', 'write a page to look at: 3D, timeline, tables; one file, no network')
    .option(
      '--marked <file.glb>',
      'write the worst frame with intersecting triangles in red; of several files, one each',
    )
    .option('--picture <file.png>', 'draw the worst place: the model and a close-up; of several files, one each')
    .option('--place <n>', 'with --picture: which place of the worst frame, from 1 (default: 1)', wholeNumber)
    .option('--sarif <file>', 'write SARIF 2.1.0, which code scanning services read')
    .option('--junit <file>', 'write JUnit XML, which CI services read')
    .option('--markdown <file>', 'write a summary for a pull request')
    .addOption(
      new Option('--format <kind>', 'what goes to standard output; github: annotations')
        .choices(FORMATS)
        .default('text'),
    )
    .option('--open', 'open the page of --html in the browser when it is written', false)
    .option('--watch', 'check again whatever changes, until Ctrl+C', false)
    .addOption(
      new Option(
        '--verbose',
        'for developers: coordinates, edges and faces of places, and how each file is searched',
      ).conflicts('quiet'),
    )
    .option('--quiet', 'print errors only; the exit status is the answer', false);
  return addQueueOptions(command)
    .addHelpText('after', HELP)
    .action(async (files: string[], every: CheckFlags & QueueFlags, command: Command) => {
      const { queue, rest: flags } = takeQueue(every);
      const given = (name: string) => command.getOptionValueSource(name) === 'cli';
      if (flags.open && (flags.html === undefined || flags.html === '-')) {
        throw new UsageError('--open needs a page to open: add --html FILE.');
      }
      const run = async ({ inputs, options }: Planned) => {
        if (queue?.detach) return detach({ inputs, options }, queue, terminal);
        const totals = await runCheck(inputs, { ...options, ...(queue && { queue }) }, terminal);
        exit(totals.exitStatus);
      };
      if (queue?.detach) refuseWithDetach(flags);
      if (flags.watch) {
        if (files.includes('-') || flags.filesFrom === '-') {
          throw new UsageError('--watch needs files: standard input does not change.');
        }
        let planned: Planned | undefined;
        await watchCheck({
          plan: async () => {
            planned = await planRun(files, flags, given);
            return { inputs: planned.inputs, config: planned.config };
          },
          run: (inputs) => run({ ...planned!, inputs }),
          say: (text) => terminal.err.write(`${text}\n`),
        });
        return;
      }
      await run(await planRun(files, flags, given));
      if (flags.open && !(await openInBrowser(pathToFileURL(resolve(flags.html!)).href))) {
        terminal.err.write(`No browser could be started; open ${showText(flags.html!)} yourself.\n`);
      }
    });
}

/** @throws UsageError for what nobody would be there to write; `runs wait` writes JSON, a page and marked models. */
function refuseWithDetach({ watch, sarif, junit, markdown, picture, format, updateBaseline }: CheckFlags): void {
  const named = { '--watch': watch || undefined, '--sarif': sarif, '--junit': junit };
  const more = { '--markdown': markdown, '--picture': picture, '--update-baseline': updateBaseline || undefined };
  const asked = Object.entries({ ...named, ...more }).find(([, value]) => value !== undefined)?.[0];
  const wrong = asked ?? (format === 'text' || format === 'json' ? undefined : `--format ${format}`);
  if (wrong) {
    throw new UsageError(
      `${wrong} does not go with --detach, which leaves before there is a report; selfcollide runs wait has --json, --html and --marked.`,
    );
  }
}

interface Planned {
  readonly inputs: readonly Input[];
  readonly options: CheckOptions;
  readonly config?: string;
}

/** Queues it and prints the name of the run. Whatever was asked to be listed will be there for a report to come. */
async function detach({ inputs, options }: Planned, queue: QueueOptions, terminal: Terminal): Promise<void> {
  const note = (text: string) => terminal.err.write(`${text}\n`);
  const settings = checkSettings(inputs, { ...options, json: '-' });
  const run = await detachOnQueue(inputs, settings, options, queue, note);
  const { json, html, marked } = options;
  const later = Object.entries({ json, html, marked }).filter(([, path]) => path !== undefined);
  const flags = later.map(([name, path]) => `--${name} ${path === '-' ? 'FILE' : path}`).join(' ');
  if (flags) note(`Written by: selfcollide runs wait ${run} ${showText(flags)}`);
  terminal.out.write(`${run}\n`);
}

/** Puts flags and config together. `given` says whether an option was on the command line. */
async function planRun(
  files: readonly string[],
  flags: CheckFlags,
  given: (name: string) => boolean,
): Promise<Planned> {
  const { animation, fps, times, frames, find, ignore, ignoreRest, betweenFrames, proximity, restRadius } = flags;
  const { unit, weld, maxContacts, failOver, allowOutside, selfOnly, betweenObjects, updateBaseline } = flags;
  const scope = selfOnly ? 'self' : betweenObjects ? 'between' : undefined;
  const said: SaidSettings = withoutUndefined<SaidSettings>({
    ...{ animation, fps, times, frames, find, scope, ignore, ignoreRest, betweenFrames, proximity, restRadius },
    ...{ unit, weld, maxContacts, failOver, allowOutside },
  });
  const { inputs, settings, config, baseline } = await planCheck({ ...flags, files }, said);
  const { proximity: close, weld: near, failOver: limits } = settings.common;
  if (unit && !close && !near && !limits?.depth && inputs.every((input) => !input.settings)) {
    throw new UsageError('--unit goes with --proximity, --weld or --fail-over depth, which are missing.');
  }
  const { pairs, method, threads } = config?.config ?? {};
  if (method !== undefined && !METHODS.includes(method)) {
    throw new UsageError(`${config?.path}: method must be one of ${METHODS.join(', ')}, got "${method}".`);
  }
  if (flags.maxMemory !== undefined && given('queue')) {
    throw new UsageError('--max-memory is for checks on this machine; with --queue, give it to the workers.');
  }
  const { html, marked, picture, place, quiet, verbose, list, all } = flags;
  if (place !== undefined && picture === undefined) {
    throw new UsageError('--place goes with --picture, which is missing.');
  }
  const { json, sarif, junit, markdown } = chooseOutputs(flags);
  // a run that is left may be reported as JSON later (runs wait --json)
  if ((all || given('list')) && json === undefined && !given('detach')) {
    throw new UsageError(`${all ? '--all' : '--list'} goes with --json, which is missing.`);
  }
  const options: CheckOptions = {
    ...settings.common,
    pairs: (!given('pairs') && pairs) || flags.pairs,
    method: (!given('method') && (method as CheckOptions['method'] | undefined)) || flags.method,
    threads: (!given('threads') && threads) || flags.threads,
    listLimit: all ? Number.POSITIVE_INFINITY : list,
    ...withoutUndefined({ json, html, sarif, junit, markdown, marked, picture, place, quiet, verbose }),
    ...withoutUndefined({ maxMemory: flags.maxMemory }),
    ...(flags.format === 'github' && { github: true }),
    ...(updateBaseline && { recordBaseline: baseline }),
  };
  spareFiles([...outputsOf(options), ...perInputOutputs(options)], {
    'the config': config?.path,
    'the list of files': flags.filesFrom,
    'the baseline': baseline?.path,
  });
  return { inputs, options, ...(config && { config: config.path }) };
}

/** `--format` means the same as an output called -. */
function chooseOutputs({ format, ...flags }: CheckFlags): Pick<CheckFlags, 'json' | 'sarif' | 'junit' | 'markdown'> {
  if (format === 'text' || format === 'github') return flags;
  if (flags[format] !== undefined) {
    throw new UsageError(`--format ${format} and --${format} ask for the same report twice; leave one out.`);
  }
  return { ...flags, [format]: '-' };
}

const FORMATS = ['text', 'json', 'github', 'markdown', 'sarif', 'junit'] as const;

const METHODS: readonly string[] = ['auto', ...methodNames];

const HELP = `
Patterns are numbered sequences, one file per frame: "cloth_%04d.obj", "cloth_####.obj", "cloth_*.obj".
Quote them: a pattern that the shell expands means separate files. "models/**/*.glb" and folders mean every model below.

A selfcollide.config.json, here or in a folder above, can say all of this once: selfcollide init writes one.

Between frames every vertex is taken to move straight. A step to a frame with other triangles cannot be checked: status 3.

Exit status: 0 nothing found, 1 something found, 2 wrong usage, 3 a file could not be read or checked,
4 a report could not be written to its end. Several: the largest.

Examples:
  $ selfcollide check character.glb
  $ selfcollide check character.glb --animation Walk --fps 60 --html report.html
  $ selfcollide check "sim/cloth_%04d.obj" --frames 100:200 --json report.json
  $ selfcollide check "sim/cloth_%04d.ply" --between-frames
  $ selfcollide check jacket.glb --proximity 2mm --rest-radius 8mm
  $ selfcollide check part.stl --proximity 0.4mm --unit mm
  $ selfcollide check body.obj --cache walk.mdd --ignore-rest
  $ selfcollide check *.stl --quiet && echo clean
  $ selfcollide check models --ignore "Sleeve*,Glove*" --fail-over contacts=20
  $ selfcollide check models --baseline known.json --update-baseline   # today; without the second from then on
  $ git diff --name-only -z --diff-filter=d main -- '*.glb' '*.obj' | selfcollide check --files-from -
  $ make-model | selfcollide check - --stdin-name part.stl
  $ selfcollide check models --format github --sarif findings.sarif
  $ selfcollide check hero.glb --html report.html --open --watch
  $ selfcollide check scene:knee --marked knee.glb --picture knee.png
  $ selfcollide check "shots/**/*.glb" --queue redis://127.0.0.1:6379 --json report.json`;
