import { bandsByDistance, type PaintedTriangles } from '@selfcollide/kit';
import { FARTHEST, type FilePayload, type MeshPayload, type Payload, type ShownFrame } from './payload.ts';

interface Shades {
  readonly shades: PaintedTriangles[];
}

/** Reads the payload out of the page. */
export async function readPayload(): Promise<{ payload: Payload; bytes: Uint8Array }> {
  const [json, bytes] = await Promise.all([inflate('payload'), inflate('bytes')]);
  return { payload: JSON.parse(new TextDecoder().decode(json)) as Payload, bytes };
}

/** Takes a data element out of the page. */
export async function inflate(id: string): Promise<Uint8Array> {
  const element = document.getElementById(id) as HTMLScriptElement;
  const text = atob(element.textContent.trim());
  element.remove(); // it may be megabytes
  const packed = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Undoes `BytePacker.addNumbers`. */
export function readNumbers(bytes: Uint8Array, start: number, count: number): Uint32Array {
  const numbers = new Uint32Array(count);
  let before = 0;
  for (let i = 0; i < count; i++) {
    const folded =
      bytes[start + i] |
      (bytes[start + count + i] << 8) |
      (bytes[start + 2 * count + i] << 16) |
      (bytes[start + 3 * count + i] << 24);
    before = (before + unfold(folded)) >>> 0;
    numbers[i] = before;
  }
  return numbers;
}

/** Half of the largest 16-bit number. */
const MIDDLE = 32767.5;

/** Meshes and poses of one file. Poses on a grid are kept as 16-bit numbers; they are turned into coordinates when shown. */
export class PoseStore {
  readonly #file: FilePayload;
  readonly #bytes: Uint8Array;
  readonly #poses: (Uint16Array | Uint32Array)[] = [];
  readonly #triangles = new Map<MeshPayload, Uint32Array>();

  constructor(file: FilePayload, bytes: Uint8Array) {
    this.#file = file;
    this.#bytes = bytes;
    for (const [i, shown] of file.shown.entries()) this.#poses.push(this.#unpack(shown, file.shown[i - 1], i));
  }

  /**
   * Shown frame `index`. Coordinates are relative to the middle of everything, so that floats keep their digits far from the origin.
   */
  read(index: number): { positions: Float32Array; triangles: Uint32Array; painted: Uint32Array } & Shades {
    const { packing, step, shown } = this.#file;
    const pose = this.#poses[index];
    const positions =
      packing === 'floats'
        ? new Float32Array(pose.buffer)
        : Float32Array.from(pose, (value, i) => step[i % 3] * (value - MIDDLE));
    return { positions, triangles: this.#trianglesOf(shown[index]), ...this.#paint(shown[index]) };
  }

  /** Triangles that meet others, and the others by how near something is. */
  #paint({ painted: place, gaps: start }: ShownFrame): { painted: Uint32Array } & Shades {
    const painted = readNumbers(this.#bytes, ...place);
    if (start === undefined) return { painted, shades: [] };
    const gaps = readNumbers(this.#bytes, start, painted.length);
    const near = painted.filter((_, i) => gaps[i] <= FARTHEST);
    const shares = Float32Array.from(gaps.filter((gap) => gap <= FARTHEST)).map((gap) => gap / FARTHEST);
    return { painted: painted.filter((_, i) => gaps[i] > FARTHEST), shades: bandsByDistance(near, shares) };
  }

  #trianglesOf(shown: ShownFrame): Uint32Array {
    const mesh = this.#file.meshes[shown.mesh];
    let triangles = this.#triangles.get(mesh);
    if (!triangles) {
      triangles = readNumbers(this.#bytes, mesh.triangles, 3 * mesh.triangleCount);
      this.#triangles.set(mesh, triangles);
    }
    return triangles;
  }

  #unpack(shown: ShownFrame, before: ShownFrame | undefined, index: number): Uint16Array | Uint32Array {
    const bytes = this.#bytes;
    const start = shown.positions;
    const count = 3 * this.#file.meshes[shown.mesh].vertexCount;
    const reference = before?.mesh === shown.mesh ? this.#poses[index - 1] : undefined;
    const floats = this.#file.packing === 'floats';
    const pose = floats ? new Uint32Array(count) : new Uint16Array(count);
    for (let i = 0; i < count; i++) {
      let folded = bytes[start + i] | (bytes[start + count + i] << 8);
      if (floats) folded |= (bytes[start + 2 * count + i] << 16) | (bytes[start + 3 * count + i] << 24);
      // arrays of whole numbers drop what does not fit, as the packer did
      pose[i] = (reference ? reference[i] : i < 3 ? 0 : pose[i - 3]) + unfold(folded);
    }
    return pose;
  }
}

/** The point that the view puts at its origin: in the middle of everything or, if that says little, of most. */
export function middleOf({ origin, step }: FilePayload): [number, number, number] {
  return [0, 1, 2].map((axis) => origin[axis] + MIDDLE * step[axis]) as [number, number, number];
}

function unfold(value: number): number {
  return (value >>> 1) ^ -(value & 1);
}
