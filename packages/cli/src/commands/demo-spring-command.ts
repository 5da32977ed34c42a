import { writeWav } from '@selfcollide/io';
import { recordSound, spring } from '@selfcollide/scenes';
import { Command, InvalidArgumentError } from 'commander';
import { createSubspaceDetectorAsync } from 'selfcollide';
import type { Terminal } from '../check/run-check.ts';
import { OutputFile } from '../report/output-file.ts';

interface SpringFlags {
  readonly wav: string;
  readonly seconds: number;
  readonly triangles: number;
}

/** Modes that contacts excite: the 20 that move the spring are the lowest of them. */
const HEARD = 200;

/** `selfcollide demo spring`: modal sound of a spring whose coils hit each other. */
export function demoSpringCommand(terminal: Terminal): Command {
  return new Command('spring')
    .summary('let a spring fall, and write what it sounds like')
    .description(
      'A double helix falls on the floor; contacts with the floor and of its coils are found 44,100 times a second and excite its modes. Writes the sound as a WAV file, the same on every run.',
    )
    .requiredOption('--wav <file>', 'where to write the sound')
    .option('--seconds <n>', 'how long', secondsOf, 1)
    .option(
      '--triangles <n>',
      'size of the spring: 1600 is one turn and quickly prepared, 16000 ten',
      trianglesOf,
      1600,
    )
    .addHelpText('after', EXAMPLES)
    .action(async ({ wav, seconds, triangles }: SpringFlags) => {
      const file = await OutputFile.create('--wav', wav);
      try {
        const say = (text: string) => terminal.err.write(`${text}\n`);
        say('Modes of vibration …');
        const scene = spring({ triangles, heard: HEARD });
        const { mesh, modes, weights } = scene;
        say(`Certificates of ${mesh.triangles.length / 3} triangles, ${scene.modeCount} modes …`);
        const detector = await createSubspaceDetectorAsync(mesh, modes, { weld: false, ...(weights && { weights }) });
        let certified = 0;
        let steps = 0;
        let tenths = 0;
        const samples = recordSound(scene, {
          seconds,
          selfContacts(q) {
            steps++;
            detector.update(q);
            if (detector.certified && detector.restPairCount === 0) {
              certified++;
              return null;
            }
            return detector.findIntersections();
          },
          onProgress(share) {
            if (Math.floor(10 * share) <= tenths) return;
            tenths = Math.floor(10 * share);
            say(`${10 * tenths} %`);
          },
        });
        await file.write(writeWav(samples, { peak: 0.9 }));
        await file.end();
        terminal.out.write(
          `${wav}: ${seconds} s of sound from ${scene.frequencies?.length} modes; ${steps} poses, ${certified} of them proved free of contact by their norm.\n`,
        );
      } catch (error) {
        file.discard();
        throw error;
      }
    });
}

function secondsOf(text: string): number {
  const value = Number(text);
  if (value > 0 && value <= 60) return value;
  throw new InvalidArgumentError('It must be a number above 0, at most 60.');
}

function trianglesOf(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1600 && value <= 64_000) return value;
  throw new InvalidArgumentError('It must be a whole number from 1600 to 64000.');
}

const EXAMPLES = `
Examples:
  $ selfcollide demo spring --wav spring.wav
  $ selfcollide demo spring --wav spring.wav --seconds 10 --triangles 16000`;
