import type { Terminal } from '../check/run-check.ts';
import { formatCount, plural } from '../report/format-number.ts';
import { formatTable, indent } from '../report/format-table.ts';
import { OutputFile } from '../report/output-file.ts';
import { showText, toShownJson } from '../report/show-text.ts';
import type { Source } from '../source/source.ts';
import type { FixResult } from './fix-all.ts';
import type { FixedFrame } from './fix-frames.ts';

const WORST_ROWS = 5;
/** Frames that are named in a line. */
const MOST_NAMES = 20;

export interface FixTotals {
  readonly size: number;
  readonly seconds: number;
  readonly written: readonly string[];
}

export function describeFix({ name, clips }: Source, fixed: FixResult, { size, seconds, written }: FixTotals): string {
  const { frames, exempt, gap, glb, skipped } = fixed;
  const before = frames.filter((frame) => frame.before > 0).length;
  const left = frames.filter((frame) => frame.after > 0);
  const worst = [...frames].sort((a, b) => b.largest - a.largest).filter(({ moved }) => moved > 0);
  const share = (value: number) => `${Number(((100 * value) / size).toPrecision(2))} %`;
  const length = (value: number) => String(Number(value.toPrecision(3)));
  const numberOf = ({ clip, number }: FixedFrame) =>
    clips.length > 1 ? `${showText(clip)} ${number}` : String(number);
  const lines = [
    `${showText(name)}: ${plural(frames.length, 'frame')}, ${formatCount(before)} with contacts beyond those of the rest pose`,
    left.length === 0
      ? `  now free of them, by exact arithmetic on the numbers ${written.length > 0 ? 'written' : 'that would be written'}`
      : `  ${plural(left.length, 'frame')} could not be freed: ${listFrames(left.map(numberOf))}`,
    `  began at ${[...new Set(fixed.starts)].join('; ') || 'frames that are free'}; gap ${length(gap)} (${share(gap)} of the size); ${seconds.toFixed(1)} s of CPU`,
  ];
  if (skipped > 0) lines.push(`  interrupted: ${plural(skipped, 'frame')} not looked at stay as they were`);
  if (exempt.between + exempt.within > 0) {
    lines.push(
      `  let through, because they touch at rest: ${formatCount(exempt.between)} contacts between pieces, ${formatCount(exempt.within)} within one (with ${formatCount(exempt.triangles)} triangles around them); check lists contacts there`,
    );
  }
  if (glb) {
    lines.push(
      `  ${plural(glb.targets, 'corrective morph target')} per mesh at most; ${(glb.bytes.length / glb.inputSize).toFixed(2)} times the size of the input`,
    );
  }
  if (glb && left.length > 0 && clips.length > 1) {
    lines.push(
      '  a mesh has 12 corrective morph targets at most, for all animations together; try one: --animation NAME',
    );
  }
  if (worst.length > 0) {
    const rows = worst.slice(0, WORST_ROWS).map((frame) => {
      const counts = [frame.before, frame.after, frame.moved].map((value) => formatCount(value));
      return [numberOf(frame), ...counts, `${length(frame.largest)} (${share(frame.largest)})`, length(frame.rms)];
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

function listFrames(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return more > 0
    ? `${names.slice(0, MOST_NAMES).join(', ')} and ${formatCount(more)} more (--json has all)`
    : names.join(', ');
}

export async function writeFixJson(
  path: string,
  { name }: Source,
  fixed: FixResult,
  out: Terminal['out'],
): Promise<void> {
  const { starts, exempt, gap, skipped, glb } = fixed;
  const frames = fixed.frames.map(({ positions: _, ...frame }) => frame);
  const counts = { between: exempt.between, within: exempt.within, triangles: exempt.triangles };
  const targets = glb && { targets: glb.targets };
  const text = `${toShownJson({ name, gap, starts, skipped, exempt: counts, ...targets, frames })}\n`;
  if (path === '-') {
    out.write(text);
    return;
  }
  const file = await OutputFile.create('--json', path);
  await file.write(text);
  await file.end();
}
