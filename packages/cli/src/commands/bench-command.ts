import { Command } from 'commander';
import type { Terminal } from '../check/run-check.ts';
import { benchCheckCommand } from './bench-check-command.ts';

/** `selfcollide bench`: passes everything on to `@selfcollide/bench`. */
export function benchCommand(terminal: Terminal, exit: (status: number) => void): Command {
  return new Command('bench')
    .summary('time every method on built-in scenes')
    .description('Times preparation, update and query of every method, in turns, on the same frames.')
    .usage('[scenes...] [options]')
    .argument('[arguments...]')
    .helpOption(false)
    .allowUnknownOption()
    .addCommand(benchCheckCommand(terminal, exit))
    .action(async (args: string[]) => {
      const { programs } = await import('@selfcollide/bench');
      const status = await programs.bench(args);
      if (args.includes('--help') || args.includes('-h')) terminal.out.write(`${EXAMPLES}\n`);
      exit(status);
    });
}

const EXAMPLES = `
Examples:
  $ selfcollide bench
  $ selfcollide bench torus-knot:80000 --methods star-contour box-tree
  $ selfcollide bench bunny --json bench.json
  $ selfcollide bench check walk.glb    (what threads are worth for a file; has its own --help)`;
