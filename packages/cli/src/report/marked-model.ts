import { basename } from 'node:path';
import { type MeshToWrite, writeGlb } from '@selfcollide/io';
import type { FileHeader, FramePose, FrameResult, PictureMesh } from '../detect/frame-result.ts';
import type { Input } from '../source/input.ts';
import type { FileSummary } from './file-summary.ts';
import { OutputFile } from './output-file.ts';
import type { Report } from './report.ts';
import { showText } from './show-text.ts';

const RED = [1, 0, 0] as const;
const GREY = [0.8, 0.8, 0.8] as const;

/** Writes the worst frame of every input as GLB, contacts in red. Without contacts: its first frame, all grey. */
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
    await file.write(writeGlb(markMesh(mesh, this.#pose, summary.frameLabel(this.#wanted))));
    await file.end();
    this.#print(
      showText(`Wrote ${path}: ${summary.frameLabel(this.#wanted)}, contacts in red, a curve for every place.`),
    );
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

/**
 * Per object one mesh with vertex colours, red at the corners of triangles that intersect; and per place a red curve where the surface crosses
 * itself, called by frame, number and severity.
 */
export function markMesh(
  { triangles, objects }: PictureMesh,
  { positions, painted, curves = [] }: FramePose,
  frame: string,
): MeshToWrite[] {
  const red = new Set<number>();
  for (const t of painted) for (let k = 3 * t; k < 3 * t + 3; k++) red.add(triangles[k]);
  const surfaces = objects.map(({ name, firstTriangle, triangleCount }) => {
    const picked = pickTriangles(triangles, positions, firstTriangle, firstTriangle + triangleCount);
    const colors = Float32Array.from(picked.source.flatMap((v) => (red.has(v) ? RED : GREY)));
    return { name, triangles: picked.triangles, positions: picked.positions, colors };
  });
  const lines = curves.map(({ severity, points }, i) => ({
    name: `${frame} place ${i + 1} ${severity}`,
    color: RED,
    triangles: new Uint32Array(0),
    positions: points,
    lines: Uint32Array.from({ length: points.length / 3 }, (_, v) => v),
  }));
  return [...surfaces, ...lines].filter((mesh) => mesh.positions.length > 0);
}

function pickTriangles(triangles: Uint32Array, positions: Float32Array, from: number, to: number) {
  const numberOf = new Map<number, number>();
  const corners: number[] = [];
  for (let corner = 3 * from; corner < 3 * to; corner++) {
    const v = triangles[corner];
    const number = numberOf.get(v) ?? numberOf.size;
    numberOf.set(v, number);
    corners.push(number);
  }
  const source = [...numberOf.keys()];
  const coordinates = source.flatMap((v) => [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]]);
  return { source, triangles: Uint32Array.from(corners), positions: Float32Array.from(coordinates) };
}

/** `out/marked.glb` and `models/fox.glb` → `out/marked-fox.glb`. */
export function withStem(path: string, input: string): string {
  const stem = basename(input)
    .replace(/\.[^.]*$/, '')
    .replace(/[^\w.-]+/g, '_');
  const dot = path.lastIndexOf('.');
  return dot > path.lastIndexOf('/') ? `${path.slice(0, dot)}-${stem}${path.slice(dot)}` : `${path}-${stem}`;
}
