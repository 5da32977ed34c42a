import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type MeshToWrite, writeGlb } from '@selfcollide/io';
import type { FileHeader, FramePose, FrameResult, PictureMesh } from '../detect/frame-result.ts';
import type { FileSummary } from './file-summary.ts';
import type { Report } from './report.ts';

const RED = [1, 0, 0] as const;

/** Writes the worst frame of every input as GLB, triangles that intersect in red. Without contacts: its first frame, all grey. */
export class MarkedModel implements Report {
  readonly #path: string;
  readonly #several: boolean;
  readonly #print: (text: string) => void;
  #header: FileHeader | undefined;
  #wanted = -1;
  #pose: FramePose | undefined;

  constructor(path: string, inputCount: number, print: (text: string) => void) {
    this.#path = path;
    this.#several = inputCount > 1;
    this.#print = print;
  }

  opened(header: FileHeader): void {
    this.#header = header;
    this.#pose = undefined;
  }

  extraPoses({ worst }: FileSummary): number[] {
    this.#wanted = worst[0]?.frame ?? 0;
    return [this.#wanted];
  }

  pose({ frame, pose }: FrameResult): void {
    if (frame === this.#wanted) this.#pose = pose;
  }

  async closed(summary: FileSummary): Promise<void> {
    if (!this.#pose) return; // the frame could not be read, which was said
    const mesh = this.#pose.mesh ?? this.#header!.mesh!;
    const path = this.#several ? withStem(this.#path, this.#header!.name) : this.#path;
    await writeFile(path, writeGlb(markMesh(mesh, this.#pose)));
    this.#print(`Wrote ${path}: ${summary.frameLabel(this.#wanted)}, intersecting triangles in red.`);
  }
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
