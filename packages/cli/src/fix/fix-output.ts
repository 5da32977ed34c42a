import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, extname } from 'node:path';
import { writeObj, writePc2, writePly } from '@selfcollide/io';
import { UsageError } from '../failure.ts';
import { OutputFile } from '../report/output-file.ts';
import { filesOf, type Input } from '../source/input.ts';
import type { Source } from '../source/source.ts';
import type { FixedFrame } from './fix-frames.ts';

const NUMBER = /%0?(\d*)d/;

/** Where fixed frames go: a GLB with corrective morph targets, a point cache, or mesh files, one per frame. */
export interface FixOutput {
  readonly path: string;
  readonly kind: 'glb' | 'pc2' | 'obj' | 'ply';
  readonly numbered: boolean;
}

/**
 * @throws UsageError if it names a format that cannot be written, or an input.
 */
export function planOutput(path: string, input: Input): FixOutput {
  const kind = extname(path).slice(1).toLowerCase();
  if (kind !== 'glb' && kind !== 'pc2' && kind !== 'obj' && kind !== 'ply') {
    throw new UsageError(
      `--output: ${path} must end in .glb (the input with corrective morph targets), .pc2 (a point cache for the mesh file), .obj or .ply (with %04d, one file per frame).`,
    );
  }
  if (kind === 'glb' && !(input.kind === 'file' && !input.cache && /\.glb$/i.test(input.name))) {
    throw new UsageError(
      `--output: ${path} is written for a GLB with animations, got ${input.name}; .pc2 holds any clip.`,
    );
  }
  return checkOutput({ path, kind, numbered: NUMBER.test(path) }, input);
}

function checkOutput(output: FixOutput, input: Input): FixOutput {
  const folder = dirname(output.path);
  if (!existsSync(folder))
    throw new UsageError(`--output: cannot write ${output.path} (there is no folder ${folder}).`);
  const real = (file: string) => (existsSync(file) ? realpathSync(file) : file);
  const inputs = new Set(filesOf(input).map(real));
  const numbers = input.kind === 'sequence' ? input.numbers : [0];
  const hit = numbers.map((number) => pathOf(output, number)).find((path) => inputs.has(real(path)));
  if (hit !== undefined) throw new UsageError(`--output: ${hit} is an input, which fix never overwrites.`);
  const odd = numbers
    .map((number) => pathOf(output, number))
    .find((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === false);
  if (odd !== undefined) throw new UsageError(`--output: cannot write ${odd} (is no regular file).`);
  return output;
}

function pathOf({ path }: FixOutput, number: number): string {
  return path.replace(NUMBER, (_, width: string) => String(number).padStart(Number(width) || 1, '0'));
}

/** Before the work begins: one mesh file cannot hold several frames. */
export function checkFrameCount({ path, kind, numbered }: FixOutput, frameCount: number): void {
  if (kind === 'glb' || kind === 'pc2' || numbered || frameCount === 1) return;
  throw new UsageError(`--output: ${path} must have a number such as %04d, for ${frameCount} frames.`);
}

/** Writes all frames as a point cache or as mesh files; returns the paths. */
export async function writeFixed(output: FixOutput, source: Source, frames: readonly FixedFrame[]): Promise<string[]> {
  const { base } = source;
  if (output.kind === 'pc2') {
    const bytes = writePc2(base.positions.length / 3, frames.length, (i) => frames[i].positions);
    await writeWhole(output.path, bytes);
    return [output.path];
  }
  const paths: string[] = [];
  for (const frame of frames) {
    const path = pathOf(output, frame.number);
    await writeWhole(path, writeMesh(output, source, frame));
    paths.push(path);
  }
  return paths;
}

function writeMesh({ kind }: FixOutput, { base }: Source, { positions }: FixedFrame): Uint8Array {
  const mesh = { name: base.name, positions, triangles: base.triangles };
  return kind === 'obj' ? writeObj([{ ...mesh, objects: base.objects }]) : writePly(mesh);
}

export async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const file = await OutputFile.create('--output', path);
  await file.write(bytes);
  await file.end();
}
