import { basename } from 'node:path';
import { type MeshToWrite, writeGlb } from '@selfcollide/io';
import { distanceColor } from '@selfcollide/kit/distance-colors';
import type { FileHeader, FramePose, FrameResult, PictureMesh } from '../detect/frame-result.ts';
import type { Input } from '../source/input.ts';
import type { FileSummary } from './file-summary.ts';
import { formatLength } from './format-number.ts';
import { OutputFile } from './output-file.ts';
import type { Report } from './report.ts';
import { showText } from './show-text.ts';

const RED = [1, 0, 0] as const;
const GREY = [0.8, 0.8, 0.8] as const;
const INK = [0.01, 0.01, 0.01] as const;

/** Writes the worst frame of every input as GLB, contacts in red, what is close by distance. Without findings: its first frame, all grey. */
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
    const label = summary.frameLabel(this.#wanted);
    const { proximity } = summary.header;
    await file.write(writeGlb(markMesh(mesh, this.#pose, label, proximity?.distance)));
    await file.end();
    const near = proximity
      ? ` What is close is coloured from red over yellow to blue, at ${formatLength(proximity.distance, proximity)}, with a line between the closest points of every pair.`
      : '';
    this.#print(showText(`Wrote ${path}: ${label}, contacts in red, a curve for every place.${near}`));
  }
}

/** The path given, or of several inputs one each, none twice. */
export function pathPerInput(path: string, inputs: readonly Input[]): string[] {
  if (inputs.length === 1) return [path];
  const taken = new Set<string>();
  return inputs.map(({ name }) => {
    const own = withStem(path, name);
    let free = own;
    for (let number = 2; taken.has(free); number++) free = own.replace(/\.\w+$/, (end) => `-${number}${end}`);
    taken.add(free);
    return free;
  });
}

/**
 * Per object one mesh with vertex colours, red at the corners of triangles that intersect and by `distance` at those of triangles that are close;
 * per place a red curve where the surface crosses itself, called by frame, number and severity; and lines between closest points.
 */
export function markMesh(
  { triangles, objects }: PictureMesh,
  { positions, painted, gaps, gapLines, curves = [] }: FramePose,
  frame: string,
  distance = 0,
): MeshToWrite[] {
  /** The least of the triangles around a vertex, as share of the distance; −1 where something meets. */
  const nearness = new Map<number, number>();
  painted.forEach((t, i) => {
    const share = gaps && !Number.isNaN(gaps[i]) ? (distance > 0 ? gaps[i] / distance : 0) : -1;
    for (let k = 3 * t; k < 3 * t + 3; k++) {
      nearness.set(triangles[k], Math.min(share, nearness.get(triangles[k]) ?? share));
    }
  });
  const surfaces = objects.map(({ name, firstTriangle, triangleCount }) => {
    const picked = pickTriangles(triangles, positions, firstTriangle, firstTriangle + triangleCount);
    const colors = Float32Array.from(picked.source.flatMap((v) => colorOf(nearness.get(v))));
    return { name, triangles: picked.triangles, positions: picked.positions, colors };
  });
  const lines = curves.map(({ severity, points }, i) => ({
    name: `${frame} place ${i + 1} ${severity}`,
    color: RED,
    triangles: new Uint32Array(0),
    positions: points,
    lines: Uint32Array.from({ length: points.length / 3 }, (_, v) => v),
  }));
  const near = {
    name: `${frame} closest points`,
    color: INK,
    triangles: new Uint32Array(0),
    positions: gapLines ?? new Float32Array(0),
    lines: Uint32Array.from({ length: (gapLines?.length ?? 0) / 3 }, (_, v) => v),
  };
  return [...surfaces, ...lines, near].filter((mesh) => mesh.positions.length > 0);
}

function colorOf(share: number | undefined): readonly number[] {
  if (share === undefined) return GREY;
  return share < 0 ? RED : [16, 8, 0].map((shift) => toLinear(((distanceColor(share) >> shift) & 255) / 255));
}

/** glTF's vertex colours are linear. */
function toLinear(x: number): number {
  return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
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
