import { readFile } from 'node:fs/promises';
import { readModel, readPointCache } from '@selfcollide/io';
import type { Terminal } from '../check/run-check.ts';
import { type Length, lengthIn } from '../detect/proximity-lengths.ts';
import { diagonalOf } from '../detect/weld.ts';
import { ExitStatus } from '../exit-status.ts';
import { OutputError, UsageError } from '../failure.ts';
import { formatCount } from '../report/format-number.ts';
import { ProgressBar } from '../report/progress-bar.ts';
import { showText } from '../report/show-text.ts';
import { expandInputs } from '../source/expand-inputs.ts';
import type { FrameRange } from '../source/frame-range.ts';
import type { Input } from '../source/input.ts';
import { openSource } from '../source/open-source.ts';
import type { Source } from '../source/source.ts';
import { type FixAllSettings, type FixResult, fixAll } from './fix-all.ts';
import { GAP_SHARE, GARMENT_SMOOTH, LIMIT_SHARE, SMOOTH } from './fix-defaults.ts';
import { type FixedClip, planFix } from './fix-frames.ts';
import { BODY, fixGarment, type GarmentPlan, planGarment } from './fix-garment.ts';
import { animationsOf } from './fix-glb.ts';
import { checkFrameCount, type FixOutput, planOutput, writeFixed, writeWhole } from './fix-output.ts';
import { describeFix, writeFixJson } from './fix-report.ts';
import { checkHideFile, writeHidden } from './write-hidden.ts';

export interface FixFlags {
  readonly output?: string;
  readonly cache?: string;
  readonly animation: string;
  readonly fps?: number | 'keys';
  readonly frames?: readonly FrameRange[];
  readonly gap?: Length;
  readonly smooth?: number;
  readonly hold: readonly string[];
  readonly hide?: string;
  readonly dryRun: boolean;
  readonly json?: string;
  readonly quiet: boolean;
  readonly allowOutside: boolean;
}

/** Frees one clip from contacts, or all of a GLB, and writes it. Returns the exit status. */
export async function runFix(files: readonly string[], flags: FixFlags, { out, err }: Terminal): Promise<number> {
  const inputs = await expandInputs(files, flags.cache === undefined ? {} : { cache: flags.cache });
  if (inputs.length !== 1) {
    throw new UsageError(`fix takes one model, clip or pattern of numbered files, got ${inputs.length}.`);
  }
  if (flags.hide !== undefined) checkHideFile(flags.hide);
  if (flags.output === undefined && !flags.dryRun) {
    throw new UsageError('fix needs --output FILE, or --dry-run to see what it would do.');
  }
  const output = flags.output === undefined ? undefined : planOutput(flags.output, inputs[0]);
  const source = await open(inputs[0], flags, output);
  const size = diagonalOf(source.rest, source.base.triangles);
  const file = { name: source.name, format: source.format };
  const gap = flags.gap === undefined ? GAP_SHARE * size : lengthIn(file, '--gap', flags.gap);
  const started = process.cpuUsage();
  const is32 = output?.kind === 'pc2';
  const hold = heldIn(source, flags);
  if (source.base.objects.every(({ name }) => hold.includes(name))) {
    throw new UsageError(`--hold: all of ${source.name} is held, so nothing could move.`);
  }
  if (flags.hide !== undefined && hold.length === 0) {
    throw new UsageError('--hide: say with --hold what lies under cloth; there is no object called body.');
  }
  const garment = await garmentIn(source, hold, is32);
  const plan = garment ?? (await planFix(source, is32));
  const smooth = flags.smooth ?? (garment ? GARMENT_SMOOTH : SMOOTH);
  const settings = { gap, smooth, hold, limit: LIMIT_SHARE * size };
  const fixed = await underWatch(flags.quiet, err, source.name, async (watch) => {
    if (garment) {
      return { ...(await fixGarment(source, garment, { ...settings, ...watch }, size)), gap, exempt: plan.exempt };
    }
    const glb = output?.kind === 'glb' ? await readFile(inputs[0].name) : undefined;
    return fixAll(source, plan, { ...settings, ...watch, ...(glb && { glb }) });
  });
  const spent = process.cpuUsage(started);
  const seconds = (spent.user + spent.system) / 1e6;
  const written = output === undefined || flags.dryRun ? [] : await write(output, source, fixed);
  if (!flags.quiet) out.write(describeFix(source, fixed, { size, seconds, written }));
  if (flags.hide !== undefined && !flags.dryRun) {
    const { triangles, of } = await writeHidden(flags.hide, source, hold, fixed.frames);
    const what = `${formatCount(triangles)} of ${formatCount(of)} triangles of ${hold.join(', ')} lie under cloth in all frames`;
    if (!flags.quiet) out.write(`  ${showText(what)}: wrote ${showText(flags.hide)}\n`);
  }
  if (flags.json !== undefined) await writeFixJson(flags.json, source, fixed, out);
  plan.dispose();
  return fixed.frames.some(({ after }) => after > 0) ? ExitStatus.found : ExitStatus.clean;
}

async function open(input: Input, flags: FixFlags, output: FixOutput | undefined): Promise<Source> {
  const { animation, fps, frames, allowOutside } = flags;
  const source = await openSource(input, { animation, allowOutside, ...(fps && { fps }), ...(frames && { frames }) });
  if (output) checkFrameCount(output, source.frameCount);
  if (output?.kind === 'glb') {
    if (frames) throw new UsageError('--frames: a GLB is fixed in whole animations; --animation takes one of them.');
    animationsOf(source);
  } else if (source.clips.length !== 1) {
    const names = source.clips.map(({ name }) => `'${name}'`).join(', ');
    throw new UsageError(
      `${source.name}: fix takes one clip at a time, --animation NAME, unless it writes a GLB; it has ${names}.`,
    );
  }
  if (source.restKind === 'only pose' && heldIn(source, flags).length === 0) {
    throw new UsageError(
      `${source.name}: fix moves a model from a pose that is free to those that are not, and this file has one pose only. A clip can be fixed, or a garment on what --hold names (without it: an object called ${BODY}).`,
    );
  }
  return source;
}

/** A garment on what is held, if there is no frame in which it is free: one pose, or frames without a rest pose of their own. */
async function garmentIn(source: Source, hold: readonly string[], is32: boolean): Promise<GarmentPlan | undefined> {
  if (source.restKind === 'only pose') return planGarment(source, hold, is32);
  if (source.restKind !== 'first frame' || hold.length === 0) return undefined;
  const plan = await planGarment(source, hold, is32);
  if (plan.before.every((count) => count > 0)) return plan;
  plan.dispose();
  return undefined;
}

/** Objects that must not move; of a single pose the body, unless others are named. */
function heldIn({ base, restKind }: Source, { hold }: FixFlags): readonly string[] {
  if (hold.length > 0 || restKind !== 'only pose') return hold;
  return base.objects.length > 1 && base.objects.some(({ name }) => name === BODY) ? [BODY] : [];
}

/** Shows progress; the first interrupt keeps what is done, a second ends the program. */
async function underWatch(
  quiet: boolean,
  err: Terminal['err'],
  name: string,
  work: (watch: Pick<FixAllSettings, 'onFrame' | 'signal'>) => Promise<FixResult>,
): Promise<FixResult> {
  const bar = err.isTTY === true && !quiet ? new ProgressBar(err) : undefined;
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  process.once('SIGINT', interrupt);
  try {
    return await work({ signal: interrupted.signal, onFrame: (done, total) => bar?.update(done, total, name) });
  } finally {
    process.off('SIGINT', interrupt);
    bar?.clear();
  }
}

async function write(output: FixOutput, source: Source, fixed: FixResult): Promise<string[]> {
  if (fixed.glb) {
    await writeWhole(output.path, fixed.glb.bytes);
    const again = await readFile(output.path);
    if (!again.equals(fixed.glb.bytes))
      throw new OutputError(`--output: ${output.path} does not hold what was written.`);
    return [output.path];
  }
  const written = await writeFixed(output, source, fixed.frames);
  await checkWritten(written, source, fixed);
  return written;
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
