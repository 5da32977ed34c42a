import { basename } from 'node:path';
import { type MeshToWrite, writeGlb } from '@selfcollide/io';
import type { FileHeader, FramePose, FrameResult, PictureMesh } from '../detect/frame-result.ts';
import type { Input } from '../source/input.ts';
import type { FileSummary } from './file-summary.ts';
import { OutputFile } from './output-file.ts';
import type { Report } from './report.ts';
import { showText } from './show-text.ts';

const RED = [1, 0, 0] as const;

/** Writes the worst frame of every input as GLB, triangles that intersect in red. Without contacts: its first frame, all grey. */
export class MarkedModel implements Report {
  /** Where to write, input by input. */
  readonly #paths: readonly string[];
  #next = 0;
  readonly #print: (text: string) => void;
  #header: FileHeader | undefined;
  #wanted = -1;
  #pose: FramePose | undefined;

  private constructor(paths: readonly string[], print: (text: string) => void) {
    this.#paths = paths;
    this.#print = print;
  }

  /** @throws UsageError if there can be no such file. */
  static async create(paths: readonly string[], print: (text: string) => void): Promise<MarkedModel> {
    (await OutputFile.create('--marked', paths[0])).discard(); // the others are in the same folder
    return new MarkedModel(paths, print);
  }

  opened(header: FileHeader): void {
    this.#header = header;
    this.#pose = undefined;
  }

  extraPoses({ worst }: FileSummary): number[] {
    this.#wanted = worst[0]?.frame ?? 0;
    return [this.#wanted];
  }

  failed(): void {
    this.#next++;
  }

  pose({ frame, pose }: FrameResult): void {
    if (frame === this.#wanted) this.#pose = pose;
  }

  async closed(summary: FileSummary): Promise<void> {
    const path = this.#paths[this.#next++];
    if (!this.#pose) return; // the frame could not be read, which was said
    const mesh = this.#pose.mesh ?? this.#header!.mesh!;
    const file = await OutputFile.create('--marked', path);
    await file.write(writeGlb(markMesh(mesh, this.#pose)));
    await file.end();
    this.#print(showText(`Wrote ${path}: ${summary.frameLabel(this.#wanted)}, intersecting triangles in red.`));
  }
}

/** The path given, or of several inputs one each, none twice. */
export function markedPaths(path: string, inputs: readonly Input[]): string[] {
  if (inputs.length === 1) return [path];
  const taken = new Set<string>();
  return inputs.map(({ name }) => {
    const own = withStem(path, name);
    let free = own;
    for (let number = 2; taken.has(free); number++) free = own.replace(/\.glb$/i, (end) => `-${number}${end}`);
    taken.add(free);
    return free;
  });
}

/** Per object one mesh of clean triangles and one of intersecting triangles; empty ones are left out. */
export function markMesh({ triangles, objects }: PictureMesh, { positions, painted }: FramePose): MeshToWrite[] {
  const red = new Set(painted);
  return objects.flatMap(({ name, firstTriangle, triangleCount }) => {
    const all = Array.from({ length: triangleCount }, (_, t) => firstTriangle + t);
    const clean = all.filter((t) => !red.has(t));
    const marked = all.filter((t) => red.has(t));
    return [
      { name, ...pickTriangles(triangles, positions, clean) },
      { name: `${name} contacts`, color: RED, ...pickTriangles(triangles, positions, marked) },
    ].filter((mesh) => mesh.triangles.length > 0);
  });
}

function pickTriangles(triangles: Uint32Array, positions: Float32Array, picked: readonly number[]) {
  const numberOf = new Map<number, number>();
  const corners: number[] = [];
  const coordinates: number[] = [];
  for (const t of picked) {
    for (let corner = 3 * t; corner < 3 * t + 3; corner++) {
      const v = triangles[corner];
      let number = numberOf.get(v);
      if (number === undefined) {
        number = numberOf.size;
        numberOf.set(v, number);
        coordinates.push(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]);
      }
      corners.push(number);
    }
  }
  return { triangles: Uint32Array.from(corners), positions: Float32Array.from(coordinates) };
}

/** `out/marked.glb` and `models/fox.glb` → `out/marked-fox.glb`. */
export function withStem(path: string, input: string): string {
  const stem = basename(input)
    .replace(/\.[^.]*$/, '')
    .replace(/[^\w.-]+/g, '_');
  const dot = path.lastIndexOf('.');
  return dot > path.lastIndexOf('/') ? `${path.slice(0, dot)}-${stem}${path.slice(dot)}` : `${path}-${stem}`;
}
