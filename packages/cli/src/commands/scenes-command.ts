import { Command } from 'commander';
import type { Terminal } from '../check/run-check.ts';
import { UsageError } from '../failure.ts';
import { formatCount, plural } from '../report/format-number.ts';
import { formatTable } from '../report/format-table.ts';
import { listScenes, makeNamedScene } from '../scenes/named-scene.ts';
import { writeScene } from '../scenes/write-scene.ts';
import { wholeNumber } from './parse-values.ts';

interface SceneFlags {
  readonly triangles?: number;
  readonly frames?: number;
  readonly seed?: number;
  readonly frame?: string;
  readonly fps: number;
}

/** `selfcollide scenes`. */
export function scenesCommand({ out }: Terminal): Command {
  return new Command('scenes')
    .summary('list built-in scenes, or write one as files')
    .description('Without arguments lists the built-in scenes; with a name and a file writes that scene.')
    .argument('[name]', 'scene to write')
    .argument('[file]', 'knee.glb (animated), knee_%04d.obj (a file per frame), knee.ply (one frame)')
    .option('--triangles <n>', 'triangles wanted', wholeNumber)
    .option('--frames <n>', 'frames from the first pose to the last', wholeNumber)
    .option('--seed <n>', 'same seed, same scene', wholeNumber)
    .option('--frame <i>', 'write only this frame, from 0')
    .option('--fps <rate>', 'frames per second in an animated GLB', wholeNumber, 30)
    .addHelpText('after', EXAMPLES)
    .action(async (name: string | undefined, file: string | undefined, flags: SceneFlags) => {
      if (name === undefined) {
        out.write(`${formatScenes()}\n`);
        return;
      }
      const { triangles, frames, seed } = flags;
      const scene = await makeNamedScene(name, {
        ...(triangles !== undefined && { triangles }),
        ...(frames !== undefined && { frames }),
        ...(seed !== undefined && { seed }),
      });
      if (file === undefined) throw new UsageError(`scenes ${name}: name a file to write, such as ${name}.glb.`);
      const frame = flags.frame === undefined ? undefined : Number(flags.frame);
      if (frame !== undefined && !(Number.isSafeInteger(frame) && frame >= 0)) {
        throw new UsageError(`--frame must be a whole number from 0, got ${flags.frame}.`);
      }
      const written = await writeScene(scene, file, flags.fps, frame);
      const files = written.length === 1 ? written[0] : `${written[0]} to ${written[written.length - 1]}`;
      out.write(`Wrote ${files}: ${plural(scene.mesh.triangles.length / 3, 'triangle')}.\n`);
    });
}

function formatScenes(): string {
  const rows = listScenes().map(({ name, defaultTriangles, defaultFrames, about }) => [
    name,
    formatCount(defaultTriangles),
    formatCount(defaultFrames),
    about,
  ]);
  return formatTable(['scene', 'triangles', 'frames', 'what it is'], rows, [1, 2]);
}

const EXAMPLES = `
Examples:
  $ selfcollide scenes
  $ selfcollide scenes knee knee.glb
  $ selfcollide scenes twisted-sheet "sheet_%04d.obj" --triangles 5000 --frames 100
  $ selfcollide check scene:bunny --html report.html      (checks a scene without writing it)`;
