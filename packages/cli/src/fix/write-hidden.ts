import { extname } from 'node:path';
import { writeObj } from '@selfcollide/io';
import { UsageError } from '../failure.ts';
import { OutputFile } from '../report/output-file.ts';
import { toShownJson } from '../report/show-text.ts';
import type { Source } from '../source/source.ts';
import type { FixedFrame } from './fix-frames.ts';
import { HiddenFaces } from './hidden-faces.ts';

/** What `--hide` found, in the file's own numbers. */
export interface HiddenReport {
  readonly triangles: number;
  readonly of: number;
}

/** @throws UsageError if it names a format that cannot be written. */
export function checkHideFile(path: string): void {
  if (['.json', '.obj'].includes(extname(path).toLowerCase())) return;
  throw new UsageError(
    `--hide: ${path} must end in .json (a list of faces and vertices) or .obj (hidden faces as an object).`,
  );
}

/**
 * Writes which faces of what is held lie under cloth in all frames: as JSON in the file's numbers, or as the first frame in OBJ, with hidden triangles in an object
 * `NAME-hidden`, which can be deleted or made a group. A face is hidden if all its triangles are, a vertex if one of its faces is.
 */
export async function writeHidden(
  path: string,
  { base, name }: Source,
  hold: readonly string[],
  frames: readonly FixedFrame[],
): Promise<HiddenReport> {
  const { triangles, objects, numbers } = base;
  const isBody = new Uint8Array(triangles.length / 3);
  for (const { name: object, firstTriangle, triangleCount } of objects) {
    if (hold.includes(object)) isBody.fill(1, firstTriangle, firstTriangle + triangleCount);
  }
  const faces = new HiddenFaces(triangles, isBody, base.positions.length / 3);
  for (const { positions } of frames) faces.look(positions);
  const hidden = faces.hidden();
  const file = await OutputFile.create('--hide', path);
  if (extname(path).toLowerCase() === '.obj') {
    await file.write(writeParted(base.objects, triangles, hidden, frames[0]));
  } else {
    const seenFaces = new Set<number>();
    const hiddenFaces = new Set<number>();
    const vertices = new Set<number>();
    hidden.forEach((is, t) => {
      const face = numbers.base + (numbers.faces ? numbers.faces[t] : t);
      (is === 1 ? hiddenFaces : seenFaces).add(face);
      if (is === 1) for (const v of triangles.subarray(3 * t, 3 * t + 3)) vertices.add(numbers.base + v);
    });
    const listed = [...hiddenFaces].filter((face) => !seenFaces.has(face)).sort((a, b) => a - b);
    const report = {
      name,
      of: hold,
      frames: frames.length,
      faces: listed,
      vertices: [...vertices].sort((a, b) => a - b),
    };
    await file.write(`${toShownJson(report)}\n`);
  }
  await file.end();
  return { triangles: hidden.reduce((sum, is) => sum + is, 0), of: isBody.reduce((sum, is) => sum + is, 0) };
}

/** Each object, and what is hidden of it after it, under a name of its own. */
function writeParted(
  objects: Source['base']['objects'],
  triangles: Uint32Array,
  hidden: Uint8Array,
  { positions }: FixedFrame,
): Uint8Array {
  const order: number[] = [];
  const parts: { name: string; firstTriangle: number }[] = [];
  for (const { name, firstTriangle, triangleCount } of objects) {
    for (const side of [0, 1]) {
      const its = Array.from({ length: triangleCount }, (_, i) => firstTriangle + i).filter((t) => hidden[t] === side);
      if (its.length === 0) continue;
      parts.push({ name: side === 1 ? `${name}-hidden` : name, firstTriangle: order.length });
      for (const t of its) order.push(t);
    }
  }
  const parted = Uint32Array.from(order.flatMap((t) => [...triangles.subarray(3 * t, 3 * t + 3)]));
  return writeObj([{ positions, triangles: parted, objects: parts }]);
}
