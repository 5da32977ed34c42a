import { Command, InvalidArgumentError } from 'commander';
import type { Terminal } from '../check/run-check.ts';
import { ExitStatus } from '../exit-status.ts';
import { describeFailure, OutputError, UsageError } from '../failure.ts';
import { type FixFlags, runFix } from '../fix/run-fix.ts';
import { showText } from '../report/show-text.ts';
import { collect, frameRanges, frameRate, length } from './parse-values.ts';

/** `selfcollide fix`; `exit` takes the status. */
export function fixCommand(terminal: Terminal, exit: (status: number) => void): Command {
  return new Command('fix')
    .summary('move vertices so that a clip no longer hits itself')
    .description(
      'Moves vertices of a clip apart where they would pass through each other, as little as it can and smoothly, and writes\n' +
        'the frames. What touches in the rest pose may go on touching. A frame is written only if it is proved to be reached\n' +
        'without passing through anything; frames that cannot be freed are named and stay as they were.',
    )
    .argument('<files...>', 'one clip: a mesh file with --cache, numbered files in quotes, or glTF with an animation')
    .option(
      '-o, --output <file>',
      'where to write: out.glb for a GLB, clip.pc2, or "frame_%04d.obj" or .ply; never an input',
    )
    .option('--cache <file>', 'MDD or PC2 point cache that moves the mesh')
    .option('--animation <name>', 'which animation, by its name or its number from 0', 'all')
    .option('--fps <rate>', 'frames per second of animations that are curves, or keys', frameRate)
    .option('--frames <ranges>', 'which frames: first:last:step, several with commas', frameRanges)
    .option('--gap <length>', 'how far apart to push, such as 1mm or 0.001 (default: 0.0005 of the size)', length)
    .option(
      '--smooth <edges>',
      'over about how many edges a push fades; 0 moves only what hits (default: 2; garments: 6)',
      edges,
    )
    .option('--hold <object>', 'an object that must not move; again for others', collect, [])
    .option('--hide <file>', 'also write which faces of what is held lie under cloth in all frames: .json or .obj')
    .option('--dry-run', 'do all of it but write nothing', false)
    .option('--allow-outside', 'let the model refer to files outside its own folder', false)
    .option('--json <file>', 'write counts and moves per frame as JSON; - is standard output')
    .option('--quiet', 'print errors only; the exit status is the answer', false)
    .addHelpText('after', HELP)
    .action(async (files: string[], flags: FixFlags) => {
      try {
        exit(await runFix(files, flags, terminal));
      } catch (error) {
        if (error instanceof UsageError || error instanceof OutputError) throw error;
        terminal.err.write(`${showText(describeFailure(files[0], error).message)}\n`);
        exit(ExitStatus.unreadable);
      }
    });
}

function edges(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= 100) return value;
  throw new InvalidArgumentError('It must be a number from 0 to 100.');
}

const HELP = `
A point cache holds vertices in the order of the mesh file, so it moves that file in Blender or in check --cache. OBJ and PLY files
are written as positions and triangles, without texture coordinates and materials. A GLB keeps its skins, morph targets and animations
and gets at most 12 corrective morph targets per mesh, with weights keyed once per frame; the file is at most twice as large.

Exit status: 0 no frame has contacts beyond those of the rest pose and what lies around them; 1 some have, and stay as they were;
2 wrong usage; 3 a file could not be read; 4 an output could not be written.

Examples:
  $ selfcollide fix body.obj --cache walk.pc2 -o walk-fixed.pc2
  $ selfcollide fix "cloth_%04d.obj" -o "fixed/cloth_%04d.obj" --gap 1mm
  $ selfcollide fix dancer.glb -o dancer-fixed.glb
  $ selfcollide fix dressed.obj -o dressed-fixed.obj --hold body --hide hidden.json
  $ selfcollide fix dancer.glb --animation Kick -o kick.pc2 --dry-run`;
