import { availableParallelism } from 'node:os';
import { Command, Option } from 'commander';
import { detectorMethods } from 'selfcollide';
import type { CheckOptions } from '../check/check-options.ts';
import { runCheck, type Terminal } from '../check/run-check.ts';
import { type FindingKind, POSE_KINDS } from '../detect/finding-kinds.ts';
import { type Length, type ProximityOptions, UNIT_NAMES, type Unit } from '../detect/proximity-lengths.ts';
import { UsageError } from '../failure.ts';
import { expandInputs } from '../source/expand-inputs.ts';
import { countOrAll, findingKinds, frameRanges, frameRate, length, timeList, wholeNumber } from './parse-values.ts';

interface CheckFlags extends Omit<CheckOptions, 'scope' | 'listLimit' | 'kinds' | 'proximity'> {
  readonly find: readonly FindingKind[];
  readonly selfOnly: boolean;
  readonly betweenObjects: boolean;
  readonly list: number;
  readonly all: boolean;
  readonly cache?: string;
  readonly each: boolean;
  readonly proximity?: Length;
  readonly restRadius?: Length;
  readonly unit?: Unit;
}

/** `selfcollide check`; `exit` takes the status. */
export function checkCommand(terminal: Terminal, exit: (status: number) => void): Command {
  const cores = availableParallelism();
  return new Command('check')
    .summary('find where models and animations hit themselves')
    .description(
      'Finds every place where a mesh hits itself, in every frame: exact, never missing a contact.\n' +
        'A contact is an edge and a triangle that share no vertex and intersect; touching counts.\n' +
        'Faces folded flat onto a neighbour and doubled faces are found as well.',
    )
    .argument('<files...>', 'glTF/GLB, OBJ, PLY, STL, OFF, Gmsh, TetGen, Vega; quoted patterns; scene:NAME')
    .optionsGroup('Which poses')
    .option('--animation <name>', 'name or number from 0, "all", or "none" for the pose without animation', 'all')
    .option('--fps <rate>', 'frames per second, or "keys" for every key time (default: 30; PC2 caches: 24)', frameRate)
    .addOption(
      new Option('--times <seconds>', 'exactly these times instead of a rate: 0,0.5,1.25')
        .argParser(timeList)
        .conflicts('fps'),
    )
    .option('--frames <range>', 'first:last:step, both included; of a sequence the numbers in the names', frameRanges)
    .option('--cache <file>', 'MDD or PC2 point cache that moves the one mesh file given')
    .option('--each', 'a pattern means separate files, not the frames of one sequence', false)
    .option('--allow-outside', 'let models refer to files outside their own folder', false)
    .optionsGroup('What counts')
    .addOption(
      new Option('--find <kinds>', 'what to look for, separated by commas')
        .argParser(findingKinds)
        .default(POSE_KINDS, POSE_KINDS.join(',')),
    )
    .addOption(
      new Option('--pairs <kind>', 'how it is counted and listed')
        .choices(['edge-triangle', 'triangles'])
        .default('edge-triangle'),
    )
    .addOption(
      new Option('--self-only', 'only contacts of an object with itself').default(false).conflicts('betweenObjects'),
    )
    .option('--between-objects', 'only contacts between different objects', false)
    .option('--between-frames', 'also what meets on the straight way from each frame to the next', false)
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
        'what 1 means in files that do not say, for lengths with a unit; glTF is in metres',
      ).choices(UNIT_NAMES),
    )
    .option('--ignore-rest', 'leave out what intersects in the rest pose, or else the first frame', false)
    .option('--max-contacts <n>', 'stop searching a frame after this many, and say so', wholeNumber)
    .optionsGroup('How')
    .addOption(
      new Option('--method <name>', 'how to search; the result is the same, except for unsafe-normal-cone')
        .choices(['auto', ...detectorMethods])
        .default('auto'),
    )
    .option('--threads <n>', 'threads that check frames', wholeNumber, cores)
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
    .option('--quiet', 'print errors only; the exit status is the answer', false)
    .addHelpText('after', HELP)
    .action(
      async (
        files: string[],
        { selfOnly, betweenObjects, find, list, all, cache, each, proximity, restRadius, unit, ...flags }: CheckFlags,
      ) => {
        const close = proximityOptions(proximity, restRadius, unit);
        const kinds: FindingKind[] = [
          ...find,
          ...(close ? (['proximity'] as const) : []),
          ...(flags.betweenFrames ? (['impact'] as const) : []),
        ];
        const inputs = await expandInputs(files, { each, cache });
        const scope = selfOnly ? 'self' : betweenObjects ? 'between' : 'all';
        const totals = await runCheck(
          inputs,
          {
            ...flags,
            scope,
            kinds,
            ...(close && { proximity: close }),
            listLimit: all ? Number.POSITIVE_INFINITY : list,
          },
          terminal,
        );
        exit(totals.exitStatus);
      },
    );
}

function proximityOptions(distance?: Length, restRadius?: Length, fileUnit?: Unit): ProximityOptions | undefined {
  if (distance) return { distance, ...(restRadius && { restRadius }), ...(fileUnit && { fileUnit }) };
  if (restRadius) throw new UsageError('--rest-radius goes with --proximity, which is missing.');
  if (fileUnit) throw new UsageError('--unit goes with --proximity, which is missing.');
  return undefined;
}

const HELP = `
Patterns are numbered sequences, one file per frame: "cloth_%04d.obj", "cloth_####.obj", "cloth_*.obj".
Quote them: a pattern that the shell expands means separate files.

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
  $ selfcollide check scene:knee --marked knee.glb`;
