import { writeGlb } from '@selfcollide/io';
import type { Scene } from '@selfcollide/scenes';

const FLOAT = 5126;
const JSON_CHUNK = 0x4e4f534a;
const BIN_CHUNK = 0x004e4942;

/**
 * A scene as one GLB with an animation: every frame but the first is a morph target, and frame i shows at i / fps seconds. In between,
 * vertices move on straight lines.
 */
export function writeAnimatedGlb(scene: Scene, fps: number): Uint8Array {
  const { mesh, frameCount, name } = scene;
  const still = writeGlb([{ name, positions: mesh.positions, triangles: mesh.triangles }]);
  if (frameCount === 1) return still;
  const { json, binary } = splitGlb(still);
  const base = Float32Array.from(mesh.positions);
  const pose = new Float64Array(base.length);
  const chunks: Uint8Array[] = [binary];
  let length = binary.length;

  const addAccessor = (data: Float32Array<ArrayBuffer>, accessor: object): number => {
    json.bufferViews.push({ buffer: 0, byteOffset: length, byteLength: data.byteLength });
    chunks.push(new Uint8Array(data.buffer));
    length += data.byteLength;
    return json.accessors.push({ bufferView: json.bufferViews.length - 1, componentType: FLOAT, ...accessor }) - 1;
  };

  const targets: { POSITION: number }[] = [];
  for (let frame = 1; frame < frameCount; frame++) {
    scene.frame(frame, pose);
    const offsets = Float32Array.from(pose, (value, i) => value - base[i]);
    const accessor = { count: base.length / 3, type: 'VEC3', ...findRange(offsets) };
    targets.push({ POSITION: addAccessor(offsets, accessor) });
  }
  const times = Float32Array.from({ length: frameCount }, (_, i) => i / fps);
  const input = addAccessor(times, {
    count: frameCount,
    type: 'SCALAR',
    min: [times[0]],
    max: [times[frameCount - 1]],
  });
  // row i shows target i − 1 alone; row 0 shows none
  const weights = new Float32Array(frameCount * targets.length);
  for (let frame = 1; frame < frameCount; frame++) weights[frame * targets.length + frame - 1] = 1;
  const output = addAccessor(weights, { count: weights.length, type: 'SCALAR' });

  json.meshes[0].primitives[0].targets = targets;
  json.meshes[0].weights = targets.map(() => 0);
  json.animations = [
    {
      name,
      channels: [{ sampler: 0, target: { node: 0, path: 'weights' } }],
      samplers: [{ input, output, interpolation: 'LINEAR' }],
    },
  ];
  json.buffers[0].byteLength = length;
  return joinGlb(json, chunks, length);
}

interface GlbJson {
  readonly bufferViews: object[];
  readonly accessors: object[];
  readonly buffers: { byteLength: number }[];
  readonly meshes: { primitives: Record<string, unknown>[]; weights?: number[] }[];
  animations?: object[];
}

function splitGlb(bytes: Uint8Array): { json: GlbJson; binary: Uint8Array } {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const jsonLength = view.getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + jsonLength))) as GlbJson;
  return { json, binary: bytes.subarray(28 + jsonLength) };
}

/** Every chunk has a length that is a multiple of 4. */
function joinGlb(json: GlbJson, chunks: readonly Uint8Array[], binaryLength: number): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(json));
  const jsonLength = text.length + ((4 - (text.length % 4)) % 4);
  const bytes = new Uint8Array(28 + jsonLength + binaryLength);
  const view = new DataView(bytes.buffer);
  [0x46546c67, 2, bytes.length, jsonLength, JSON_CHUNK].forEach((word, i) => {
    view.setUint32(4 * i, word, true);
  });
  bytes.fill(32, 20, 20 + jsonLength); // JSON is padded with spaces
  bytes.set(text, 20);
  view.setUint32(20 + jsonLength, binaryLength, true);
  view.setUint32(24 + jsonLength, BIN_CHUNK, true);
  let at = 28 + jsonLength;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function findRange(values: Float32Array): { min: number[]; max: number[] } {
  const min = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const max = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  values.forEach((value, i) => {
    min[i % 3] = Math.min(min[i % 3], value);
    max[i % 3] = Math.max(max[i % 3], value);
  });
  return { min, max };
}
