import { Writable } from 'node:stream';
import type { CheckOptions } from '../check/check-options.ts';
import { runCheck } from '../check/run-check.ts';
import type { ConfigSettings } from '../config/config.ts';
import { checkConfig } from '../config/load-config.ts';
import { Settings } from '../config/merge-settings.ts';
import { UsageError } from '../failure.ts';
import type { CheckReport, FileReport } from '../report/check-report.ts';
import { share } from './share.ts';

/** As in `selfcollide.config.json`, but for what names files. */
export interface CheckGlbOptions extends ConfigSettings {
  /** What the model is called in messages. Default: `model.glb`. */
  readonly name?: string;
}

/**
 * Checks a model in memory, as `selfcollide check` does: the report of one file, with its worst places.
 *
 * @throws UsageError if the options make no sense, or the model cannot be read.
 */
export async function checkGlb(bytes: Uint8Array, options: CheckGlbOptions = {}): Promise<FileReport> {
  const { name = 'model.glb', ...said } = options;
  const { common } = new Settings(await checkConfig('checkGlb', said), {});
  const check: CheckOptions = {
    ...common,
    pairs: 'edge-triangle',
    method: 'auto',
    threads: 1,
    listLimit: 0,
    json: '-',
    quiet: true,
  };
  const text = { out: '', err: '' };
  const terminal = { out: collector(text, 'out'), err: collector(text, 'err') };
  await runCheck([{ kind: 'file', name, bytes: share(bytes) }], check, terminal);
  const [file] = (JSON.parse(text.out) as CheckReport).files;
  if ('error' in file) throw new UsageError(file.error.message);
  return file;
}

function collector(text: { out: string; err: string }, name: 'out' | 'err'): Writable {
  return new Writable({
    decodeStrings: false,
    write(part, _encoding, done) {
      text[name] += part;
      done();
    },
  });
}
