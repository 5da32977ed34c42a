import { readFile } from 'node:fs/promises';
import { readModel, readPointCache } from '@selfcollide/io';
import type { Terminal } from '../check/run-check.ts';
import { type Length, lengthIn } from '../detect/proximity-lengths.ts';
import { diagonalOf } from '../detect/weld.ts';
import { ExitStatus } from '../exit-status.ts';
import { OutputError, UsageError } from '../failure.ts';
import { formatCount, plural } from '../report/format-number.ts';
import { formatTable, indent } from '../report/format-table.ts';
import { OutputFile } from '../report/output-file.ts';
import { showText, toShownJson } from '../report/show-text.ts';
import { expandInputs } from '../source/expand-inputs.ts';
import type { FrameRange } from '../source/frame-range.ts';
import { openSource } from '../source/open-source.ts';
import type { Source } from '../source/source.ts';
import { type FixedClip, type FixedFrame, fixFrames } from './fix-frames.ts';
import { checkFrameCount, planOutput, writeFixed } from './fix-output.ts';

export interface FixFlags {
  readonly output?: string;
  readonly cache?: string;
  readonly animation: string;
  readonly fps?: number | 'keys';
  readonly frames?: readonly FrameRange[];
  readonly gap?: Length;
  readonly smooth: number;
  readonly hold: readonly string[];
  readonly dryRun: boolean;
  readonly json?: string;
  readonly quiet: boolean;
  readonly allowOutside: boolean;
}

/** The default gap, in sizes of the model. */
const GAP_SHARE = 0.0005;
const WORST_ROWS = 5;

/** Frees one clip from contacts and writes it. Returns the exit status. */
export async function runFix(files: readonly string[], flags: FixFlags, { out, err }: Terminal): Promise<number> {
  const inputs = await expandInputs(files, flags.cache === undefined ? {} : { cache: flags.cache });
  if (inputs.length !== 1) {
    throw new UsageError(`fix takes one model, clip or pattern of numbered files, got ${inputs.length}.`);
  }
  if (flags.output === undefined && !flags.dryRun) {
    throw new UsageError('fix needs --output FILE, or --dry-run to see what it would do.');
  }
  const output = flags.output === undefined ? undefined : planOutput(flags.output, inputs[0]);
  const { animation, fps, frames, allowOutside } = flags;
  const source = await openSource(inputs[0], {
    animation,
    allowOutside,
    ...(fps && { fps }),
    ...(frames && { frames }),
  });
  if (output) checkFrameCount(output, source.frameCount);
  if (source.clips.length !== 1) {
    const names = source.clips.map(({ name }) => `'${name}'`).join(', ');
    throw new UsageError(`${source.name}: fix takes one clip at a time, --animation NAME; it has ${names}.`);
  }
  if (source.restKind === 'only pose') {
    throw new UsageError(
      `${source.name}: fix moves a model from a pose that is free to those that are not, and this file has one pose only. A clip, or numbered frames, can be fixed.`,
    );
  }
  const size = diagonalOf(source.rest, source.base.triangles);
  const file = { name: source.name, format: source.format };
  const gap = flags.gap === undefined ? GAP_SHARE * size : lengthIn(file, '--gap', flags.gap);
  const started = process.cpuUsage();
  const showsProgress = err.isTTY === true && !flags.quiet;
  const fixed = await fixFrames(source, {
    ...{ gap, smooth: flags.smooth, hold: flags.hold, is32: output?.kind !== 'obj' && output?.kind !== 'ply' },
    onFrame: (done, total) => {
      if (showsProgress) err.write(`\r\x1b[Kfixing: frame ${done} of ${total}`);
    },
  });
  if (showsProgress) err.write('\r\x1b[K');
  const spent = process.cpuUsage(started);
  const seconds = (spent.user + spent.system) / 1e6;
  const written = output === undefined || flags.dryRun ? [] : await writeFixed(output, source, fixed);
  if (written.length > 0) await checkWritten(written, source, fixed);
  if (!flags.quiet) out.write(describeFix(source, fixed, { gap, size, seconds, written }));
  if (flags.json !== undefined) await writeJson(flags.json, source, fixed, gap, out);
  return fixed.frames.some(({ after }) => after > 0) ? ExitStatus.found : ExitStatus.clean;
}

/** Reads the files again: what was judged must be what is there. */
async function checkWritten(paths: readonly string[], { base, name }: Source, { frames }: FixedClip): Promise<void> {
  for (const [i, path] of paths.entries()) {
    const bytes = await readFile(path);
    const isCache = /\.pc2$/i.test(path);
    const cache = isCache ? readPointCache(bytes, base, { name: path }) : undefined;
    const model = cache ? undefined : await readModel(bytes, { name: path });
    const read = new Float64Array(base.positions.length);
    for (const [k, { positions }] of (cache ? frames : [frames[i]]).entries()) {
      cache?.frame(k, read);
      const again = model?.positions ?? read;
      if (again.length === positions.length && again.every((x, at) => x === positions[at])) continue;
      throw new OutputError(`--output: ${path} does not hold what was fixed of ${name}.`);
    }
  }
}

interface FixTotals {
  readonly gap: number;
  readonly size: number;
  readonly seconds: number;
  readonly written: readonly string[];
}

function describeFix({ name }: Source, fixed: FixedClip, { gap, size, seconds, written }: FixTotals): string {
  const { frames, exempt } = fixed;
  const before = frames.filter((frame) => frame.before > 0).length;
  const left = frames.filter((frame) => frame.after > 0);
  const worst = [...frames].sort((a, b) => b.largest - a.largest).filter(({ moved }) => moved > 0);
  const share = (value: number) => `${Number(((100 * value) / size).toPrecision(2))} %`;
  const length = (value: number) => String(Number(value.toPrecision(3)));
  const lines = [
    `${showText(name)}: ${plural(frames.length, 'frame')}, ${formatCount(before)} with contacts beyond those of the rest pose`,
    left.length === 0
      ? `  now free of them, by exact arithmetic on the numbers ${written.length > 0 ? 'written' : 'that would be written'}`
      : `  ${plural(left.length, 'frame')} could not be freed and stay as they were: ${left.map(({ number }) => number).join(', ')}`,
    `  began at ${fixed.start}; gap ${length(gap)} (${share(gap)} of the size); ${seconds.toFixed(1)} s of CPU`,
  ];
  if (exempt.between + exempt.within > 0) {
    lines.push(
      `  let through, because they touch at rest: ${formatCount(exempt.between)} contacts between pieces, ${formatCount(exempt.within)} within one (with ${formatCount(exempt.triangles)} triangles around them)`,
    );
  }
  if (worst.length > 0) {
    const rows = worst.slice(0, WORST_ROWS).map((frame: FixedFrame) => {
      const counts = [frame.number, frame.before, frame.after, frame.moved].map((value) => formatCount(value));
      return [...counts, `${length(frame.largest)} (${share(frame.largest)})`, length(frame.rms)];
    });
    lines.push(
      '  moved most:',
      indent(formatTable(['frame', 'before', 'after', 'vertices', 'largest move', 'rms'], rows, [0, 1, 2, 3, 4, 5])),
    );
  }
  if (written.length > 0) {
    lines.push(
      `  wrote ${showText(written[0])}${written.length > 1 ? ` … ${showText(written[written.length - 1])}` : ''}`,
    );
  }
  return `${lines.join('\n')}\n`;
}

async function writeJson(
  path: string,
  { name }: Source,
  fixed: FixedClip,
  gap: number,
  out: Terminal['out'],
): Promise<void> {
  const { start, exempt } = fixed;
  const frames = fixed.frames.map(({ positions: _, ...frame }) => frame);
  const counts = { between: exempt.between, within: exempt.within, triangles: exempt.triangles };
  const text = `${toShownJson({ name, gap, start, exempt: counts, frames })}\n`;
  if (path === '-') {
    out.write(text);
    return;
  }
  const file = await OutputFile.create('--json', path);
  await file.write(text);
  await file.end();
}
