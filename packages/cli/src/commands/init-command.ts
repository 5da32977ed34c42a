import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isModelName } from '@selfcollide/io';
import { Command } from 'commander';
import type { Terminal } from '../check/run-check.ts';
import { CONFIG_NAME } from '../config/config.ts';
import { UsageError } from '../failure.ts';
import { formatCount, plural } from '../report/format-number.ts';
import { OutputFile } from '../report/output-file.ts';
import { showText } from '../report/show-text.ts';
import { walkFiles } from '../source/walk-files.ts';

/** So many numbered files in a row are taken for frames of one thing. */
const SEQUENCE_LENGTH = 4;
const MAX_INPUTS = 30;

/** `selfcollide init`. */
export function initCommand({ out }: Terminal): Command {
  return new Command('init')
    .summary('write a commented selfcollide.config.json for the models here')
    .description(
      'Looks for models in a folder and below, and writes a config for them with comments on what it can say.',
    )
    .argument('[folder]', 'where', '.')
    .option('--force', 'write over a config that is there', false)
    .addHelpText('after', EXAMPLES)
    .action(async (folder: string, { force }: { force: boolean }) => {
      const path = join(folder, CONFIG_NAME);
      if (existsSync(path) && !force) throw new UsageError(`init: ${path} is there already; --force writes over it.`);
      const names: string[] = [];
      for await (const name of walkFiles(folder)) {
        if (isModelName(name)) names.push(folder === '.' ? name : name.slice(folder.replace(/\/$/, '').length + 1));
      }
      const inputs = chooseInputs(names);
      const file = await OutputFile.create('init', path);
      await file.write(writeConfig(inputs, names));
      await file.end();
      const found = names.length === 0 ? 'no models found yet' : `${plural(names.length, 'model file')} found`;
      out.write(`${showText(`Wrote ${path}: ${found}. Next: selfcollide check`)}\n`);
    });
}

/** Numbered files become a sequence, others a glob for their folder and ending. */
export function chooseInputs(names: readonly string[]): string[] {
  const series = new Map<string, string[]>();
  for (const name of names) {
    const pattern = name.replace(
      /(\d+)(\D*\.[^./]+)$/,
      (_, digits: string, end: string) => `\0${digits.length}\0${end}`,
    );
    const list = series.get(pattern) ?? [];
    series.set(pattern, list);
    list.push(name);
  }
  const inputs = new Set<string>();
  for (const [pattern, list] of series) {
    if (pattern.includes('\0') && list.length >= SEQUENCE_LENGTH) {
      inputs.add(pattern.replace(/\0(\d+)\0/, (_, width: string) => `%0${width}d`));
      continue;
    }
    for (const name of list) {
      const slash = name.lastIndexOf('/');
      const top = slash < 0 ? '' : name.slice(0, name.indexOf('/'));
      const end = name.slice(name.lastIndexOf('.') + 1);
      inputs.add(slash < 0 ? `*.${end}` : `${escapeGlob(top)}/**/*.${end}`);
    }
  }
  return [...inputs].sort();
}

/** Frames of a sequence lie in folders that globs reach too: they must not be checked one by one as well. */
function excludesFor(inputs: readonly string[]): string[] {
  return inputs
    .filter((input) => /%0\d+d/.test(input))
    .map((input) => escapeGlob(input).replace(/%0(\d+)d/, (_, width: string) => '[0-9]'.repeat(Number(width))));
}

function escapeGlob(text: string): string {
  return text.replace(/[[\]{}()!*?]/g, '?');
}

function writeConfig(inputs: readonly string[], names: readonly string[]): string {
  const list = (values: readonly string[]) =>
    values.length === 0 ? '[]' : `[\n${values.map((value) => `    ${JSON.stringify(value)}`).join(',\n')}\n  ]`;
  const shown = inputs.slice(0, MAX_INPUTS);
  const more = inputs.length - shown.length;
  const note = more > 0 ? `  // … and ${formatCount(more)} more kinds of files were found\n` : '';
  return `// What selfcollide check looks at, and what it lets through.
// Flags of the command line win. Everything that can be said: config.schema.json of @selfcollide/cli.
{
  // ${plural(names.length, 'file')} when this was written. Globs reach into folders with **;
  // cloth_%04d.obj means the frames of one sequence.
${note}  "inputs": ${list(shown.length > 0 ? shown : ['models/**/*.glb'])},

  // Left out of folders and globs.
  "exclude": ${list(excludesFor(shown))},

  // intersection: an edge meets a triangle. folded: a face lies on its neighbour. duplicate: a face is there twice.
  "find": ["intersection", "folded", "duplicate"],

  // true leaves out what intersects in the rest pose already, such as an eye in its socket.
  "ignoreRest": false,

  // What may meet, by object or by material, with * and ?. One name: whatever it meets. Two: only the two of them.
  "ignore": [
    // "Eye*",
    // ["Sleeve*", "Glove*"],
    // { "materials": ["Hair*"], "reason": "cards are meant to cross" }
  ],

  // Vertices so near count as one: of the model's diagonal, or with a unit ("0.01mm"). For seams that an exporter tore.
  // "weld": 1e-5,

  // Fail only if a file has more than this. Without, anything found fails.
  // "failOver": { "contacts": 20, "places": 2, "frames": 5, "depth": "1mm" },

  // Only what is new fails. Write it once with: selfcollide check --update-baseline
  // "baseline": "selfcollide.baseline.json",

  // Other settings for some files.
  "overrides": [
    // { "files": ["models/hair/**"], "ignoreRest": true, "fps": 10 }
  ]
}
`;
}

const EXAMPLES = `
Examples:
  $ selfcollide init
  $ selfcollide init assets/models
  $ selfcollide init --force`;
