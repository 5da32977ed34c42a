import { Command, InvalidArgumentError } from 'commander';
import { parseRange, type WantedRange } from '../certify/certify-ranges.ts';
import { type CertifyFlags, certifyFailure, runCertify } from '../certify/run-certify.ts';
import type { Terminal } from '../check/run-check.ts';
import { OutputError, UsageError } from '../failure.ts';

/** `selfcollide certify`; `exit` takes the status. */
export function certifyCommand(terminal: Terminal, exit: (status: number) => void): Command {
  return new Command('certify')
    .summary('prove up to which weights morph targets hit nothing')
    .description(
      'Proves for every morph target of an object how far its weight may go before anything touches that does not at rest,\n' +
        'and with --pairs which two targets hit something only together. What is called free is proved; what is not comes\n' +
        'with weights at which two triangles really touch.',
    )
    .argument('<file>', 'glTF/GLB with morph targets, or scene:morph-face')
    .option('--object <name>', 'which object, by its name or its number from 0, where several have morph targets')
    .option(
      '--range <range>',
      'weights of all targets, 0:1, or of one, jawOpen=0:0.7; again for others (default: 0:1)',
      collectRange,
    )
    .option('--pairs', 'also every two targets together, each within what is free alone', false)
    .option('--together', 'also all targets together, in their whole ranges; may end undecided', false)
    .option('--tolerance <weight>', 'how near to a contact a proved range must end', tolerance, 0.01)
    .option('--bind-pose', 'a skinned object in the pose its skin was attached in', false)
    .option('--no-weld', 'keep vertices at equal positions apart, as for lips that are closed at rest')
    .option('--allow-outside', 'let the model refer to files outside its own folder', false)
    .optionsGroup('Reports')
    .option('--json <file>', 'write all of it as JSON; - is standard output')
    .option('--html <file>', 'write a page to look at: heat map, sliders that stop, contacts to click; no network')
    .option('--prepared <file>', 'write certificates that createSubspaceDetector loads; takes a while')
    .option('--quiet', 'print errors only; the exit status is the answer', false)
    .addHelpText('after', HELP)
    .action(async (file: string, flags: CertifyFlags) => {
      try {
        exit(await runCertify(file, flags, terminal));
      } catch (error) {
        if (error instanceof UsageError || error instanceof OutputError) throw error;
        exit(certifyFailure(file, error, terminal));
      }
    });
}

function collectRange(text: string, before: readonly WantedRange[] = []): WantedRange[] {
  return [...before, parseRange(text)];
}

function tolerance(text: string): number {
  const value = Number(text);
  if (value > 0 && value < 1) return value;
  throw new InvalidArgumentError('It must be a number above 0 and below 1.');
}

const HELP = `
Exit status: 0 proved free of contacts beyond those at rest, in all that was asked for; 1 some weights make something touch;
2 wrong usage; 3 the file could not be read or has no morph targets; 4 something is undecided, or a report could not be written to its end.

Examples:
  $ selfcollide certify face.glb
  $ selfcollide certify face.glb --object Head --pairs --html face.html
  $ selfcollide certify face.glb --range 0:1 --range jawOpen=0:0.7 --json face.json
  $ selfcollide certify face.glb --quiet --range 0:0.5 && echo free`;
