import { availableParallelism } from 'node:os';
import { Command } from 'commander';
import { runCheck, type Terminal } from '../check/run-check.ts';
import { POSE_KINDS } from '../detect/finding-kinds.ts';
import { expandInputs } from '../source/expand-inputs.ts';
import { demoSpringCommand } from './demo-spring-command.ts';

/** What the demo looks at. */
const INPUTS = ['scene:character', 'scene:bunny:3674'];

/** `selfcollide demo`: what `npm start` runs. Finding contacts is what it is for, so that is no failure. */
export function demoCommand(terminal: Terminal, exit: (status: number) => void): Command {
  return new Command('demo')
    .summary('check two built-in scenes and write a report to look at')
    .description('Checks a character and a bunny that both hit themselves, and writes an HTML report.')
    .option('--html <file>', 'where to write the report', 'report.html')
    .addHelpText('after', EXAMPLES)
    .addCommand(demoSpringCommand(terminal))
    .action(async ({ html }: { html: string }) => {
      const totals = await runCheck(
        await expandInputs(INPUTS),
        {
          animation: 'all',
          method: 'auto',
          pairs: 'edge-triangle',
          scope: 'all',
          kinds: POSE_KINDS,
          betweenFrames: false,
          allowOutside: false,
          ignoreRest: false,
          listLimit: 0,
          threads: availableParallelism(),
          html,
          quiet: false,
        },
        terminal,
      );
      terminal.out.write(
        `Open ${html} in a browser. Your own files: npm start -- check FILES --html report.html, or selfcollide check … where it is installed.\n`,
      );
      exit(totals.exitStatus > 1 ? totals.exitStatus : 0);
    });
}

const EXAMPLES = `
Examples:
  $ selfcollide demo
  $ selfcollide demo --html /tmp/demo.html
  $ selfcollide demo spring --wav spring.wav`;
