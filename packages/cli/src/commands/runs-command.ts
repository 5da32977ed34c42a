import type { RunFacts } from '@selfcollide/fleet';
import { Command } from 'commander';
import type { CheckOptions } from '../check/check-options.ts';
import { runCheck, type Terminal } from '../check/run-check.ts';
import { UsageError } from '../failure.ts';
import { type QueueAddress, withFleet } from '../fleet/load-fleet.ts';
import {
  addAddressOptions,
  addPatienceOptions,
  findRoot,
  type QueueFlags,
  queueAddress,
} from '../fleet/queue-flags.ts';
import { formatCount, formatSeconds, plural } from '../report/format-number.ts';
import { formatTable } from '../report/format-table.ts';
import { showText } from '../report/show-text.ts';
import type { Input } from '../source/input.ts';
import type { CheckSettings } from '../threads/checker.ts';
import { keepDays } from './parse-values.ts';

type Outputs = 'json' | 'html' | 'marked' | 'sarif' | 'junit' | 'markdown';
const DAY_MS = 86_400_000;

type Address = Pick<QueueFlags, 'queue' | 'queueName'>;

interface WaitFlags
  extends Address,
    Pick<QueueFlags, 'timeout' | 'stallMinutes'>,
    Pick<CheckOptions, Outputs | 'quiet'> {
  readonly root?: string;
}

type AskedOptions = Omit<CheckOptions, 'threads' | 'quiet'> & { readonly names: readonly string[] };

/** `selfcollide runs`: what is on a queue. */
export function runsCommand(terminal: Terminal, exit: (status: number) => void): Command {
  const command = new Command('runs')
    .summary('list, show, wait for, cancel, forget and sweep runs on a queue')
    .description('Lists the runs on a queue; its commands go on with one of them, from any machine.');
  return addAddressOptions(command)
    .addHelpText('after', HELP)
    .action((flags: Address) => list(terminal, flags))
    .addCommand(showCommand(terminal))
    .addCommand(waitCommand(terminal, exit))
    .addCommand(cancelCommand(terminal))
    .addCommand(forgetCommand(terminal))
    .addCommand(failedCommand(terminal))
    .addCommand(sweepCommand(terminal));
}

function named(name: string, summary: string): Command {
  return addAddressOptions(new Command(name).summary(summary).description(`${summary}.`).argument('<run>', 'its name'));
}

/** Options may stand before or after the command's name. */
function addressOf(command: Command): Address {
  return command.optsWithGlobals<Address>();
}

/** All of these commands can do without room in Redis: one of them makes some. */
function lookAt(flags: Address): QueueAddress {
  return { ...queueAddress(flags), looksOnly: true };
}

function noteTo({ err }: Terminal): (text: string) => void {
  return (text) => err.write(`${showText(text)}\n`);
}

async function list(terminal: Terminal, flags: Address): Promise<void> {
  const runs = await withFleet(lookAt(flags), noteTo(terminal), (fleet, connection) => fleet.listRuns(connection));
  if (runs.length === 0) {
    terminal.out.write('No runs.\n');
    return;
  }
  const rows = runs.map((facts) => [
    facts.name,
    stateOf(facts),
    `${formatCount(facts.filesKnown)}/${formatCount(facts.files)}`,
    `${formatCount(facts.framesDone)}/${formatCount(facts.frames)}`,
    formatCount(facts.filesFailed),
    formatSeconds((Date.now() - facts.created) / 1000),
  ]);
  terminal.out.write(`${formatTable(['run', 'state', 'files', 'frames', 'failed', 'age'], rows, [2, 3, 4, 5])}\n`);
}

function showCommand(terminal: Terminal): Command {
  return named('show', 'say how far a run is').action(async (name: string, _flags: unknown, command: Command) => {
    await withFleet(lookAt(addressOf(command)), noteTo(terminal), async (fleet, connection) => {
      const facts = await fleet.findRun(connection, name);
      const workers = await fleet.countWorkers(connection);
      terminal.out.write(`${describeRun(facts, workers)}\n`);
    });
  });
}

function waitCommand(terminal: Terminal, exit: (status: number) => void): Command {
  return addPatienceOptions(named('wait', 'wait for a run and report it, as check would have'))
    .option('--root <folder>', 'what --root of check was, on this machine (default: this folder)')
    .option('--json <file>', 'write counts per frame and the worst places as JSON; - is standard output')
    .option('--html <file>', 'write a page to look at, if the run was queued with --html or --marked')
    .option('--marked <file.glb>', 'write the worst frames, if the run was queued with --html or --marked')
    .option('--sarif <file>', 'write SARIF 2.1.0, which code scanning services read')
    .option('--junit <file>', 'write JUnit XML, which CI services read')
    .option('--markdown <file>', 'write a summary for a pull request')
    .option('--quiet', 'print errors only; the exit status is the answer', false)
    .action(async (name: string, _flags: unknown, command: Command) => {
      const flags = command.optsWithGlobals<WaitFlags>();
      const address = lookAt(flags);
      const { plan, inputs } = await withFleet(address, noteTo(terminal), (fleet, connection) =>
        fleet.readRun(connection, name),
      );
      const { json, html, marked, sarif, junit, markdown, quiet } = flags;
      if ((html ?? marked) !== undefined && !(plan.settings as CheckSettings).withMesh) {
        throw new UsageError(`the run ${name} was queued without --html or --marked: it has no shapes to show.`);
      }
      // what comes from Redis says what was looked for, never what is written where
      const { names: _, recordBaseline: _baseline, github: _github, ...asked } = plan.options as AskedOptions;
      const queue = {
        ...address,
        root: findRoot(flags.root),
        detach: false,
        resume: name,
        redisMegabytes: 0,
        rangeSeconds: 0,
        keep: true,
        stallMinutes: flags.stallMinutes,
        ...(flags.timeout !== undefined && { timeout: flags.timeout }),
      };
      const options = { ...asked, json, html, marked, sarif, junit, markdown, quiet, threads: 1, queue };
      const totals = await runCheck(inputs as Input[], options, terminal);
      exit(totals.exitStatus);
    });
}

function cancelCommand(terminal: Terminal): Command {
  return named('cancel', 'let workers leave the rest of a run').action(
    async (name: string, _flags: unknown, command: Command) => {
      const facts = await withFleet(lookAt(addressOf(command)), noteTo(terminal), (fleet, connection) =>
        fleet.cancelRun(connection, name),
      );
      terminal.out.write(facts.state === 'done' ? `${name} is done already.\n` : `${name} is cancelled.\n`);
    },
  );
}

function forgetCommand(terminal: Terminal): Command {
  return named('forget', 'take a run that is done or cancelled off the queue, with all its results')
    .option('--root <folder>', 'what --root of check was, on this machine (default: this folder)')
    .action(async (name: string, _flags: unknown, command: Command) => {
      const flags = command.optsWithGlobals<WaitFlags>();
      const root = findRoot(flags.root);
      const note = noteTo(terminal);
      const notFound = await withFleet(lookAt(flags), note, (fleet, connection) =>
        fleet.forgetRun(connection, name, root),
      );
      if (notFound === 'files')
        note(`files of its results are not below ${root}: forget it once more, with its --root.`);
      terminal.out.write(
        notFound === 'run'
          ? `${name} is not on the queue any more; its files are removed.\n`
          : `${name} is forgotten.\n`,
      );
    });
}

function failedCommand(terminal: Terminal): Command {
  const command = new Command('failed')
    .summary('list jobs that failed for good, of one run or of all')
    .description(
      'Lists jobs that failed for good, the newest first: what, on which worker, why. They are kept as long as runs are.',
    )
    .argument('[run]', 'its name')
    .option('--json', 'print them as JSON, one per line', false);
  return addAddressOptions(command).action(async (name: string | undefined, _flags: unknown, command: Command) => {
    const flags = command.optsWithGlobals<Address & { json: boolean }>();
    const letters = await withFleet(lookAt(flags), noteTo(terminal), (fleet, connection) =>
      fleet.listDeadLetters(connection, name),
    );
    if (flags.json) terminal.out.write(letters.map((letter) => `${JSON.stringify(letter)}\n`).join(''));
    else if (letters.length === 0) terminal.out.write('No failed jobs.\n');
    else {
      const rows = letters.map(({ time, job, worker, attempts, reason }) => [
        ...[new Date(time).toISOString().slice(0, 19), job, worker, formatCount(attempts)],
        showText(reason),
      ]);
      terminal.out.write(`${formatTable(['time', 'job', 'worker', 'tries', 'reason'], rows, [3])}\n`);
    }
  });
}

function sweepCommand(terminal: Terminal): Command {
  const command = new Command('sweep')
    .summary('forget old runs and files of results that belong to no run')
    .description(
      'Forgets runs that ended longer ago than --keep-days, with their results, and what lost runs have left. Workers do this every hour.',
    )
    .option('--keep-days <n>', 'keep runs that ended since', keepDays, 14)
    .option('--root <folder>', 'what --root of check was, on this machine (default: this folder)');
  return addAddressOptions(command).action(async (_flags: unknown, command: Command) => {
    const flags = command.optsWithGlobals<Address & { keepDays: number; root?: string }>();
    const swept = await withFleet(lookAt(flags), noteTo(terminal), (fleet, connection) =>
      fleet.sweep(connection, findRoot(flags.root), flags.keepDays * DAY_MS),
    );
    const { runs, folders, keys, deadLetters } = swept;
    for (const name of runs) terminal.out.write(`${name} is forgotten.\n`);
    for (const name of folders)
      terminal.out.write(`${name}: files of its results are removed; it is not on the queue.\n`);
    terminal.out.write(
      `${plural(runs.length, 'run')}, ${plural(folders.length, 'folder')}, ${plural(keys, 'stray key')}, ${plural(deadLetters, 'dead letter')} swept.\n`,
    );
  });
}

function stateOf({ state, filesKnown }: RunFacts): string {
  return state === 'queued' && filesKnown > 0 ? 'running' : state;
}

function describeRun(facts: RunFacts, workers: number): string {
  const { name, files, filesKnown, filesFailed, frames, framesDone, repeats, splits, bytes } = facts;
  const open = filesKnown < files ? `, ${plural(files - filesKnown, 'file')} not open yet` : '';
  return [
    `${name}: ${stateOf(facts)}`,
    `  files   ${formatCount(filesKnown)} of ${formatCount(files)} opened, ${formatCount(filesFailed)} failed`,
    `  frames  ${formatCount(framesDone)} of ${formatCount(frames)} checked${open}`,
    `  ranges  ${formatCount(repeats)} checked twice and counted once, ${formatCount(splits)} cut in two`,
    `  Redis   ${formatCount(Math.ceil(bytes / 1024))} KiB of results`,
    `  workers ${formatCount(workers)} on the queue`,
  ].join('\n');
}

const HELP = `
Exit status: 0 done; of wait as of check; 2 wrong usage, no such run; 4 the queue cannot be used.

Examples:
  $ selfcollide runs --queue redis://127.0.0.1:6379
  $ selfcollide runs show run-20261117-4f3a9c
  $ selfcollide runs wait run-20261117-4f3a9c --json report.json
  $ selfcollide runs cancel run-20261117-4f3a9c
  $ selfcollide runs forget run-20261117-4f3a9c
  $ selfcollide runs failed run-20261117-4f3a9c --json
  $ selfcollide runs sweep --keep-days 7 --root /mnt/shots`;
