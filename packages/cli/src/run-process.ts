import { ExitStatus } from './exit-status.ts';
import { systemReason } from './failure.ts';
import { runCli } from './run-cli.ts';

/** Runs the command line on the streams of this process, and returns the exit status, whatever becomes of them. */
export async function runProcess(args: readonly string[]): Promise<number> {
  let lost: NodeJS.ErrnoException | undefined;
  process.stdout.on('error', (error) => {
    lost ??= error;
  });
  process.stderr.on('error', () => {}); // nobody is left to be told
  const status = await runCli(args);
  await new Promise(setImmediate); // errors come a moment later
  // `selfcollide … | head` closes the pipe when it has seen enough: what was found stays found
  if (!lost || lost.code === 'EPIPE') return status;
  process.stderr.write(`error: cannot write to standard output (${systemReason(lost)}).\n`);
  return ExitStatus.failed;
}
