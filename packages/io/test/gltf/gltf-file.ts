type NumberArray = Int8Array | Uint8Array | Int16Array | Uint16Array | Uint32Array | Float32Array;

const COMPONENT_TYPES = new Map<unknown, number>([
  [Int8Array, 5120],
  [Uint8Array, 5121],
  [Int16Array, 5122],
  [Uint16Array, 5123],
  [Uint32Array, 5125],
  [Float32Array, 5126],
]);
const WIDTHS: Record<string, number> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

// biome-ignore lint/suspicious/noExplicitAny: tests write wrong JSON on purpose
type Json = any;

/** Puts a glTF file together: accessors into one buffer, everything else into `json`. */
export class GltfFile {
  readonly json: Json = { asset: { version: '2.0' }, accessors: [], bufferViews: [], buffers: [] };
  private readonly bin: number[] = [];

  view(data: NumberArray, extra: object = {}): number {
    while (this.bin.length % 4 !== 0) this.bin.push(0);
    const byteOffset = this.bin.length;
    for (const byte of new Uint8Array(data.buffer, data.byteOffset, data.byteLength)) this.bin.push(byte);
    this.json.bufferViews.push({ buffer: 0, byteOffset, byteLength: data.byteLength, ...extra });
    return this.json.bufferViews.length - 1;
  }

  accessor(data: NumberArray, type: string, extra: object = {}): number {
    const width = WIDTHS[type];
    const column = (c: number): number[] => Array.from(data).filter((_, i) => i % width === c);
    const columns = Array.from({ length: width }, (_, c) => column(c));
    this.json.accessors.push({
      bufferView: this.view(data),
      componentType: COMPONENT_TYPES.get(data.constructor),
      count: data.length / width,
      type,
      min: columns.map((values) => Math.min(...values)),
      max: columns.map((values) => Math.max(...values)),
      ...extra,
    });
    return this.json.accessors.length - 1;
  }

  toBin(): Uint8Array {
    return Uint8Array.from(this.bin);
  }

  toGlb(): Uint8Array {
    const bin = this.toBin();
    return assembleGlb({ ...this.json, buffers: bin.length > 0 ? [{ byteLength: bin.length }] : [] }, bin);
  }

  /** .gltf text with its buffer behind `uri`; a data URI by default. */
  toGltf(uri?: string): Uint8Array {
    const bin = this.toBin();
    const data = uri ?? `data:application/octet-stream;base64,${Buffer.from(bin).toString('base64')}`;
    const json = { ...this.json, buffers: [{ byteLength: bin.length, uri: data }] };
    return new TextEncoder().encode(JSON.stringify(json));
  }
}

export function assembleGlb(json: unknown, bin: Uint8Array): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(json));
  const jsonBytes = Math.ceil(text.length / 4) * 4;
  const binBytes = Math.ceil(bin.length / 4) * 4;
  const bytes = new Uint8Array(28 + jsonBytes + binBytes).fill(32, 20, 20 + jsonBytes);
  const view = new DataView(bytes.buffer);
  [0x46546c67, 2, bytes.length, jsonBytes, 0x4e4f534a].forEach((value, i) => {
    view.setUint32(4 * i, value, true);
  });
  bytes.set(text, 20);
  view.setUint32(20 + jsonBytes, binBytes, true);
  view.setUint32(24 + jsonBytes, 0x004e4942, true);
  bytes.set(bin, 28 + jsonBytes);
  return bytes;
}

/** The JSON and binary chunk of a GLB that is known to be whole. */
export function splitGlb(bytes: Uint8Array): { json: Json; bin: Uint8Array } {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const jsonBytes = view.getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + jsonBytes)));
  return { json, bin: bytes.slice(28 + jsonBytes) };
}
