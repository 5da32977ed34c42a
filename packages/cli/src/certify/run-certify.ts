import { type MorphModes, morphModes } from '@selfcollide/io';
import { morphFace } from '@selfcollide/scenes';
import { certifyAsync } from 'selfcollide';
import { spareFiles } from '../check/check-outputs.ts';
import { onInterrupt } from '../check/on-interrupt.ts';
import type { Terminal } from '../check/run-check.ts';
import { certifyPageUrl } from '../dist-files.ts';
import { ExitStatus } from '../exit-status.ts';
import { describeFailure, UsageError } from '../failure.ts';
import { OutputFile } from '../report/output-file.ts';
import { showText, toShownJson } from '../report/show-text.ts';
import { openOutput, type TextOutput } from '../report/text-output.ts';
import { readFile } from '../source/open-file.ts';
import { referredFiles } from '../source/referred-files.ts';
import { readVersion } from '../version.ts';
import { describeCertified } from './certify-file-report.ts';
import { writeCertifyPage } from './certify-html.ts';
import { applyRanges, type WantedRange } from './certify-ranges.ts';
import type { CertifyFileReport } from './certify-report.ts';
import { certifyText } from './certify-text.ts';

export interface CertifyFlags {
  readonly object?: string;
  readonly range?: readonly WantedRange[];
  readonly pairs: boolean;
  readonly together: boolean;
  readonly tolerance: number;
  readonly bindPose: boolean;
  readonly weld: boolean;
  readonly allowOutside: boolean;
  readonly json?: string;
  readonly html?: string;
  readonly prepared?: string;
  readonly quiet: boolean;
}

type Target = Pick<MorphModes, 'names' | 'mesh' | 'vectors' | 'low' | 'high'> & { readonly object: string };

const STATUS = { free: ExitStatus.clean, collides: ExitStatus.found, undecided: ExitStatus.failed } as const;

/**
 * Reads a file, certifies one object of it and writes what was asked for. Returns the exit status.
 *
 * @throws UsageError if options do not fit the file, or an output cannot be written.
 */
export async function runCertify(file: string, flags: CertifyFlags, { out, err }: Terminal): Promise<number> {
  if (flags.json === '-' && flags.html === '-') {
    throw new UsageError('--json and --html: only one of them can be -, got both.');
  }
  if (flags.prepared === '-') throw new UsageError('--prepared: must be a file, since it is no text, got -.');
  const outputs: Partial<Record<'json' | 'html', TextOutput>> & { prepared?: OutputFile } = {};
  const discard = () => {
    outputs.json?.discard();
    outputs.html?.discard();
    outputs.prepared?.discard();
  };
  spareInput(file, flags);
  const stayPut = onInterrupt(discard);
  try {
    const target = await readTarget(file, flags);
    const ranges = applyRanges(flags.range ?? [], target.names, target.low, target.high);
    if (flags.json !== undefined) outputs.json = await openOutput('--json', flags.json, out);
    if (flags.html !== undefined) outputs.html = await openOutput('--html', flags.html, out);
    if (flags.prepared !== undefined) outputs.prepared = await OutputFile.create('--prepared', flags.prepared);

    const { mesh, names, vectors, object } = target;
    const { pairs, together, tolerance, bindPose, weld } = flags;
    const started = performance.now();
    const showsProgress = err.isTTY === true && !flags.quiet;
    let drawn = 0;
    const report = await certifyAsync(
      mesh,
      { vectors },
      {
        ...{ ranges, pairs, together, tolerance, weld, prepare: flags.prepared !== undefined },
        onProgress: (fraction) => {
          if (!showsProgress || performance.now() - drawn < 100) return;
          drawn = performance.now();
          err.write(`\r\x1b[Kcertifying ${Math.floor(100 * fraction)} %`);
        },
      },
    );
    if (showsProgress) err.write('\r\x1b[K');
    const seconds = (performance.now() - started) / 1000;
    const described = describeCertified(
      {
        ...{ generator: `selfcollide ${readVersion()}`, file, object, names, tolerance, bindPose, seconds },
        ...{ vertices: mesh.positions.length / 3, triangles: mesh.triangles.length / 3, withPairs: pairs },
      },
      report,
    );
    // standard output stays pure when it carries a report
    const silent = flags.quiet || flags.json === '-' || flags.html === '-';
    if (!silent) out.write(`${certifyText(described)}\n`);
    await writeJson(outputs.json, described);
    if (outputs.html) {
      await writeCertifyPage(outputs.html, certifyPageUrl, described, { mesh, vectors, firstTouch: report.firstTouch });
      if (!silent) out.write(`Wrote ${showText(String(flags.html))}\n`);
    }
    if (outputs.prepared && report.prepared) {
      await outputs.prepared.write(report.prepared);
      await outputs.prepared.end();
      if (!silent) out.write(`Wrote ${showText(String(flags.prepared))}\n`);
    }
    return STATUS[described.status];
  } finally {
    discard();
    stayPut();
  }
}

/** @throws UsageError if an output would be written over what is read, or over another output. */
function spareInput(file: string, { json, html, prepared }: CertifyFlags): void {
  const named = Object.entries({ '--json': json, '--html': html, '--prepared': prepared });
  const wanted = named.flatMap(([option, path]) => (path === undefined ? [] : [{ option, path }]));
  spareFiles(wanted, { 'the input': file });
  for (const path of referredFiles(file)) spareFiles(wanted, { 'a file that the input refers to': path });
  for (const [i, { option, path }] of wanted.entries()) {
    spareFiles(wanted.slice(i + 1), { [`what ${option} writes`]: path });
  }
}

async function writeJson(output: TextOutput | undefined, report: CertifyFileReport): Promise<void> {
  if (!output) return;
  await output.write(`${toShownJson(report)}\n`);
  await output.end();
}

async function readTarget(file: string, { object, bindPose, allowOutside }: CertifyFlags): Promise<Target> {
  if (file.startsWith('scene:')) return readScene(file.slice('scene:'.length));
  const model = await readFile(file, allowOutside);
  try {
    const isNumber = object !== undefined && /^\d+$/.test(object) && !model.objects.some(({ name }) => name === object);
    const modes = morphModes(model, isNumber ? Number(object) : object, { bindPose });
    return { ...modes, object: modes.object.name };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const advice = error.message
      .replace(/^morphModes: /, '')
      .replace(/^object must be (named|one)/, '--object must be $1')
      .replace('bindPose be asked for', '--bind-pose be given');
    throw new UsageError(`${file}: ${advice}`);
  }
}

function readScene(name: string): Target {
  const [scene, size] = name.split(':');
  if (scene !== 'morph-face') throw new UsageError(`scene:${name}: must be scene:morph-face, which has morph targets.`);
  try {
    const { mesh, modes, names = [] } = morphFace(size === undefined ? {} : { triangles: Number(size) });
    const { vectors, low = new Float64Array(names.length), high = low } = modes;
    return { object: scene, names, mesh, vectors, low, high };
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message);
    throw error;
  }
}

/** A message and a status for what went wrong with the file. */
export function certifyFailure(file: string, error: unknown, { err }: Terminal): number {
  const { kind, message: described } = describeFailure(file, error);
  const message = described.replace('use weld: false to keep them apart', '--no-weld keeps them apart');
  err.write(`error: ${showText(message)}\n`);
  return kind === 'usage' ? ExitStatus.usage : ExitStatus.unreadable;
}
