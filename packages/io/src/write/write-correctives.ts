import {
  type CorrectedClip,
  CorrectiveFitter,
  type FitOptions,
  type MeshCorrectives,
} from '../gltf/fit-correctives.ts';
import { parseGlb } from '../gltf/parse-glb.ts';
import type { RigChannel } from '../gltf/rig.ts';
import { sampleChannel } from '../gltf/sample-channel.ts';
import { IoError } from '../io-error.ts';
import type { Model } from '../model.ts';

const FLOAT = 5126;
const UNSIGNED_SHORT = 5123;
const UNSIGNED_INT = 5125;

interface PrimitiveDef {
  readonly attributes: Record<string, number>;
  targets?: Record<string, number>[];
}

interface MeshDef {
  readonly primitives: PrimitiveDef[];
  weights?: number[];
  extras?: { targetNames?: string[] };
}

interface AnimationDef {
  channels: { sampler: number; target: { node?: number; path: string } }[];
  samplers: { input: number; output: number; interpolation?: string }[];
}

/** The parts of glTF JSON that change; the rest is kept as it is. */
interface GltfJson {
  readonly nodes: { mesh?: number; weights?: number[] }[];
  readonly meshes: MeshDef[];
  readonly accessors: { count: number }[];
  readonly bufferViews: object[];
  readonly buffers: { byteLength: number; uri?: string }[];
  readonly animations: AnimationDef[];
}

export interface CorrectedFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** New morph targets of the mesh that has most. */
  readonly targets: number;
}

/**
 * Adds corrections to a GLB as morph targets: displacements go back through skins and nodes, are put together from a few targets per mesh, and weights are keyed once per frame. Everything
 * else of the file stays.
 */
export class CorrectiveWriter {
  readonly #model: Model;
  readonly #bytes: Uint8Array;
  readonly #fitter: CorrectiveFitter;

  /** @throws {@link IoError} if it is no GLB with data of its own. */
  constructor(bytes: Uint8Array, model: Model, clips: readonly CorrectedClip[]) {
    const { json, bin } = parseGlb(bytes, model.name);
    const { nodes, buffers } = json as GltfJson;
    if (!bin || buffers[0].uri !== undefined) {
      throw new IoError({ file: model.name, expected: 'a GLB that holds its own data, to add morph targets to' });
    }
    this.#model = model;
    this.#bytes = bytes;
    this.#fitter = new CorrectiveFitter(model, clips, (node) => nodes[node].mesh!);
  }

  /** The file with as many targets as these options ask for. */
  write(options: FitOptions): CorrectedFile {
    const { json, bin } = parseGlb(this.#bytes, this.#model.name);
    const file = new GlbAppender(json as GltfJson, bin!);
    let targets = 0;
    for (const [number, mesh] of this.#fitter.fit(options)) {
      if (mesh.targets.length === 0) continue;
      targets = Math.max(targets, mesh.targets.length);
      const before = addTargets(file, file.json.meshes[number], mesh, options.least / mesh.scale);
      for (const node of mesh.nodes) {
        const def = file.json.nodes[node];
        if (def.weights) def.weights = padded(def.weights, before + mesh.targets.length);
        file.json.animations.forEach((animation, a) => {
          this.#keyWeights(file, animation, a, node, before, mesh);
        });
      }
    }
    return { bytes: file.finish(), targets };
  }

  /** One channel for old weights and new ones: keys where either has them. */
  #keyWeights(
    file: GlbAppender,
    animation: AnimationDef,
    a: number,
    node: number,
    before: number,
    mesh: MeshCorrectives,
  ): void {
    const { rig } = this.#model;
    const old = rig!.animations[a].channels.find((channel) => channel.node === node && channel.path === 'weights');
    const at = animation.channels.findIndex(({ target }) => target.node === node && target.path === 'weights');
    const c = this.#fitter.clips.findIndex((clip) => clip.animation === a);
    const width = before + mesh.targets.length;
    if (c < 0) {
      if (!old || at < 0) return;
      const { input, interpolation } = animation.samplers[animation.channels[at].sampler];
      const output = file.addFloats(widen(old, width), 'SCALAR', false);
      const sampler = { input, output, ...(interpolation && { interpolation }) };
      animation.channels[at].sampler = animation.samplers.push(sampler) - 1;
      return;
    }
    const clipTimes = Array.from(this.#fitter.clips[c].times, Math.fround);
    const times = Float32Array.from(new Set([...clipTimes, ...(old?.times ?? [])])).sort();
    const values = new Float32Array(width * times.length);
    const rest = rig!.morphWeights.get(node);
    const sampled = Float64Array.from({ length: before }, (_, t) => rest?.[t] ?? 0);
    times.forEach((time, k) => {
      if (old) sampleChannel(old, time, sampled, 0);
      values.set(sampled, width * k);
      values.set(this.#weightsAt(mesh, node, c, clipTimes, time), width * k + before);
    });
    const sampler = { input: file.addFloats(times, 'SCALAR', true), output: file.addFloats(values, 'SCALAR', false) };
    const number = animation.samplers.push({ ...sampler, interpolation: 'LINEAR' }) - 1;
    if (at >= 0) animation.channels[at].sampler = number;
    else animation.channels.push({ sampler: number, target: { node, path: 'weights' } });
  }

  /** Weights of the correction, between frames on straight lines. */
  #weightsAt(mesh: MeshCorrectives, node: number, clip: number, times: readonly number[], time: number): Float64Array {
    const none = new Float64Array(mesh.targets.length);
    const of = (frame: number) => mesh.weights.get(`${node} ${clip} ${frame}`) ?? none;
    const next = times.findIndex((each) => each >= time);
    if (next < 0) return of(times.length - 1);
    if (next === 0 || times[next] === time) return of(next);
    const share = (time - times[next - 1]) / (times[next] - times[next - 1]);
    const from = of(next - 1);
    return of(next).map((weight, t) => from[t] + share * (weight - from[t]));
  }
}

/** Appends targets to all primitives of a mesh; returns how many it had. */
function addTargets(file: GlbAppender, def: MeshDef, mesh: MeshCorrectives, least: number): number {
  const before = Math.max(def.weights?.length ?? 0, ...def.primitives.map(({ targets }) => targets?.length ?? 0));
  const blockOf = new Map<number, { first: number; count: number; accessors: number[] }>();
  let first = 0;
  for (const block of mesh.blocks) {
    const accessors = mesh.targets.map((target) =>
      file.addOffsets(target.subarray(first, first + 3 * block.vertexCount), least),
    );
    for (const primitive of block.primitives) blockOf.set(primitive, { first, count: block.vertexCount, accessors });
    first += 3 * block.vertexCount;
  }
  const names = def.extras?.targetNames ?? Array.from({ length: before }, (_, t) => `target ${t}`);
  def.primitives.forEach((primitive, p) => {
    const { count } = file.json.accessors[primitive.attributes.POSITION ?? Object.values(primitive.attributes)[0]];
    const targets = padTargets(file, primitive, before, count);
    // who morphs normals takes a target without them for one that adds the normal itself
    const others = Object.keys(targets[0] ?? {}).filter((name) => name !== 'POSITION');
    mesh.targets.forEach((_, t) => {
      const target: Record<string, number> = { POSITION: blockOf.get(p)?.accessors[t] ?? file.addZeros(count) };
      for (const name of others) target[name] = file.addZeros(count);
      targets.push(target);
    });
    primitive.targets = targets;
  });
  def.weights = padded(def.weights ?? [], before + mesh.targets.length);
  def.extras = { ...def.extras, targetNames: [...names, ...mesh.targets.map((_, t) => `corrective ${t + 1}`)] };
  return before;
}

/** All primitives of a mesh must have the same number of targets. */
function padTargets(
  file: GlbAppender,
  { targets = [] }: PrimitiveDef,
  count: number,
  vertices: number,
): Record<string, number>[] {
  const padding = Array.from({ length: count - targets.length }, () => ({ POSITION: file.addZeros(vertices) }));
  return [...targets, ...padding];
}

function padded(weights: readonly number[], length: number): number[] {
  return Array.from({ length }, (_, t) => weights[t] ?? 0);
}

/** The channel's values with zeros for new targets. */
function widen({ values, width }: RigChannel, to: number): Float32Array<ArrayBuffer> {
  const rows = values.length / width;
  const out = new Float32Array(to * rows);
  for (let row = 0; row < rows; row++) out.set(values.subarray(width * row, width * (row + 1)), to * row);
  return out;
}

/** Data goes behind what the binary chunk has. */
class GlbAppender {
  readonly json: GltfJson;
  readonly #chunks: Uint8Array[] = [];
  #length: number;
  readonly #zeros = new Map<number, number>();

  constructor(json: GltfJson, bin: Uint8Array) {
    this.json = json;
    this.#length = 0;
    this.#addBytes(bin);
  }

  #addBytes(bytes: Uint8Array): void {
    this.#chunks.push(bytes, new Uint8Array((4 - (bytes.length & 3)) & 3));
    this.#length += bytes.length + ((4 - (bytes.length & 3)) & 3);
  }

  #addView(data: Float32Array | Uint16Array | Uint32Array): number {
    const view = { buffer: 0, byteOffset: this.#length, byteLength: data.byteLength };
    this.#addBytes(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
    return this.json.bufferViews.push(view) - 1;
  }

  addFloats(data: Float32Array, type: 'SCALAR' | 'VEC3', withRange: boolean): number {
    const count = type === 'VEC3' ? data.length / 3 : data.length;
    const range = withRange ? rangeOf(data, type === 'VEC3' ? 3 : 1) : {};
    return (
      this.json.accessors.push({
        bufferView: this.#addView(data),
        componentType: FLOAT,
        count,
        type,
        ...range,
      } as never) - 1
    );
  }

  /** All zeros need no bytes. */
  addZeros(count: number): number {
    const known = this.#zeros.get(count);
    if (known !== undefined) return known;
    const range = { min: [0, 0, 0], max: [0, 0, 0] };
    const number = this.json.accessors.push({ componentType: FLOAT, count, type: 'VEC3', ...range } as never) - 1;
    this.#zeros.set(count, number);
    return number;
  }

  /** Morph offsets, as a sparse accessor where that is smaller. What is below `least` is taken for 0. */
  addOffsets(offsets: Float64Array, least: number): number {
    const floats = Float32Array.from(offsets);
    const moved: number[] = [];
    for (let v = 0; v < floats.length / 3; v++) {
      const vertex = floats.subarray(3 * v, 3 * v + 3);
      if (Math.hypot(...vertex) > least) moved.push(v);
      else vertex.fill(0);
    }
    const count = floats.length / 3;
    if (moved.length === 0) return this.addZeros(count);
    const isSmall = count <= 65535;
    if (moved.length * (isSmall ? 14 : 16) >= 12 * count) return this.addFloats(floats, 'VEC3', true);
    const values = Float32Array.from(moved.flatMap((v) => [...floats.subarray(3 * v, 3 * v + 3)]));
    const indices = isSmall ? Uint16Array.from(moved) : Uint32Array.from(moved);
    const sparse = {
      count: moved.length,
      indices: { bufferView: this.#addView(indices), componentType: isSmall ? UNSIGNED_SHORT : UNSIGNED_INT },
      values: { bufferView: this.#addView(values) },
    };
    const accessor = { componentType: FLOAT, count, type: 'VEC3', ...rangeOf(floats, 3), sparse };
    return this.json.accessors.push(accessor as never) - 1;
  }

  finish(): Uint8Array<ArrayBuffer> {
    this.json.buffers[0].byteLength = this.#length;
    const text = new TextEncoder().encode(JSON.stringify(this.json));
    const jsonLength = text.length + ((4 - (text.length & 3)) & 3);
    const bytes = new Uint8Array(28 + jsonLength + this.#length);
    const view = new DataView(bytes.buffer);
    [0x46546c67, 2, bytes.length, jsonLength, 0x4e4f534a].forEach((word, i) => {
      view.setUint32(4 * i, word, true);
    });
    bytes.fill(32, 20, 20 + jsonLength); // JSON is padded with spaces
    bytes.set(text, 20);
    view.setUint32(20 + jsonLength, this.#length, true);
    view.setUint32(24 + jsonLength, 0x004e4942, true);
    let at = 28 + jsonLength;
    for (const chunk of this.#chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    return bytes;
  }
}

function rangeOf(values: Float32Array, width: number): { min: number[]; max: number[] } {
  const min = new Array<number>(width).fill(Number.POSITIVE_INFINITY);
  const max = new Array<number>(width).fill(Number.NEGATIVE_INFINITY);
  values.forEach((value, i) => {
    min[i % width] = Math.min(min[i % width], value);
    max[i % width] = Math.max(max[i % width], value);
  });
  return { min, max };
}
