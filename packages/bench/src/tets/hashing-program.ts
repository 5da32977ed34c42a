import { Command, CommanderError } from 'commander';
import { wholeNumber } from '../bench-options.ts';
import { runHashingReport } from './run-hashing-report.ts';

/** `node scripts/run.mjs hashing`. Returns the exit status: 2 if the arguments make no sense. */
export function hashingProgram(args: readonly string[]): number {
  const command = new Command('hashing')
    .description('Table 2 and figures 3 to 6 of the hashing paper, ours beside the paper’s.')
    .option('--steps <n>', 'simulation steps a setup', wholeNumber, 1000)
    .option('--quick', 'few points a figure: to see that it works, not to compare', false)
    .option('--write', 'write docs/papers/hashing.md and its plots', false)
    .showHelpAfterError()
    .exitOverride();
  try {
    command.parse(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
  runHashingReport(command.opts());
  return 0;
}
