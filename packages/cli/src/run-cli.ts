import { Command, CommanderError } from 'commander';
import type { Terminal } from './check/run-check.ts';
import { benchCommand } from './commands/bench-command.ts';
import { certifyCommand } from './commands/certify-command.ts';
import { checkCommand } from './commands/check-command.ts';
import { completionCommand } from './commands/completion-command.ts';
import { demoCommand } from './commands/demo-command.ts';
import { diffCommand } from './commands/diff-command.ts';
import { fixCommand } from './commands/fix-command.ts';
import { infoCommand } from './commands/info-command.ts';
import { initCommand } from './commands/init-command.ts';
import { mcpCommand } from './commands/mcp-command.ts';
import { runsCommand } from './commands/runs-command.ts';
import { scenesCommand } from './commands/scenes-command.ts';
import { viewCommand } from './commands/view-command.ts';
import { workerCommand } from './commands/worker-command.ts';
import { ExitStatus } from './exit-status.ts';
import { describeFailure, OutputError, UsageError } from './failure.ts';
import { showLines, showText } from './report/show-text.ts';
import { readVersion } from './version.ts';

/**
 * Runs the command line. Returns the exit status; nothing ends the process.
 *
 * @example
 * process.exitCode = await runCli(['check', 'character.glb', '--quiet']);
 */
export async function runCli(
  args: readonly string[],
  terminal: Terminal = { out: process.stdout, err: process.stderr },
): Promise<number> {
  let status = 0;
  const exit = (value: number) => {
    status = value;
  };
  const program = new Command('selfcollide')
    .description('Finds where models and animations hit themselves: in which frames, and where.')
    .version(readVersion(), '-V, --version')
    .addHelpText('after', EXAMPLES);
  for (const command of [
    checkCommand(terminal, exit),
    certifyCommand(terminal, exit),
    fixCommand(terminal, exit),
    initCommand(terminal),
    diffCommand(terminal, exit),
    infoCommand(terminal, exit),
    viewCommand(terminal),
    scenesCommand(terminal),
    benchCommand(terminal, exit),
    demoCommand(terminal, exit),
    completionCommand(terminal, () => program),
    workerCommand(terminal),
    mcpCommand(),
    runsCommand(terminal, exit),
  ]) {
    program.addCommand(command);
  }
  for (const command of [program, ...program.commands.flatMap((each) => [each, ...each.commands])]) {
    command
      .exitOverride()
      .showHelpAfterError('(add --help for what is possible)')
      .configureOutput({
        writeOut: (text) => terminal.out.write(text),
        writeErr: (text) => terminal.err.write(showLines(text)),
      });
  }
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? ExitStatus.clean : ExitStatus.usage;
    const known = error instanceof UsageError || error instanceof OutputError;
    const message = known ? error.message : describeFailure('selfcollide', error).message;
    terminal.err.write(`error: ${showText(message)}\n`);
    return error instanceof UsageError ? ExitStatus.usage : ExitStatus.failed;
  }
  return status;
}

const EXAMPLES = `
Examples:
  $ selfcollide check character.glb --html report.html
  $ selfcollide info model.obj
  $ selfcollide view character.glb
  $ selfcollide COMMAND --help`;
