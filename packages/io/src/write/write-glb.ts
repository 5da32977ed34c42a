import { checkMeshToWrite, type MeshToWrite, toByte } from './mesh-to-write.ts';

const FLOAT = 5126;
const UNSIGNED_BYTE = 5121;
const UNSIGNED_SHORT = 5123;
const UNSIGNED_INT = 5125;
const LINES = 1;
const ARRAY_BUFFER = 34962;
const ELEMENT_ARRAY_BUFFER = 34963;
const GREY = [0.8, 0.8, 0.8] as const;

/**
 * Writes meshes as one GLB, a node each. `color` becomes a material, which every viewer shows; `colors` become vertex
 * colours, which three.js shows at once and Blender in its colour-attribute view. Positions are rounded to floats:
 * glTF has no doubles. Meshes without triangles and lines are left out, since glTF cannot hold them.
 *
 * @throws RangeError if a mesh is damaged or none has triangles or lines.
 */
export function writeGlb(allMeshes: readonly MeshToWrite[]): Uint8Array<ArrayBuffer> {
  const meshes = allMeshes.filter(({ triangles, lines }) => triangles.length > 0 || (lines?.length ?? 0) > 0);
  if (meshes.length === 0) throw new RangeError('writeGlb: at least one mesh must have triangles, got none.');
  const chunks: Uint8Array[] = [];
  let binBytes = 0;
  const accessors: object[] = [];
  const bufferViews: object[] = [];

  const addAccessor = (data: Uint8Array, target: number, accessor: object): number => {
    bufferViews.push({ buffer: 0, byteOffset: binBytes, byteLength: data.length, target });
    chunks.push(data);
    binBytes += data.length + padding(data.length);
    accessors.push({ bufferView: bufferViews.length - 1, ...accessor });
    return accessors.length - 1;
  };

  const gltfMeshes = meshes.map((mesh, m) => {
    checkMeshToWrite(mesh, 'writeGlb');
    const { positions, triangles, colors, lines } = mesh;
    const floats = Float32Array.from(positions);
    if (!floats.every(Number.isFinite)) {
      throw new RangeError(`writeGlb: positions must be below 3.4e38, got larger ones in mesh ${m}.`);
    }
    const count = floats.length / 3;
    const attributes: Record<string, number> = {
      POSITION: addAccessor(bytesOf(floats), ARRAY_BUFFER, {
        componentType: FLOAT,
        count,
        type: 'VEC3',
        ...bounds(floats),
      }),
    };
    if (colors) {
      const rgba = new Uint8Array(4 * count);
      for (let v = 0; v < count; v++) {
        for (let c = 0; c < 3; c++) rgba[4 * v + c] = toByte(colors[3 * v + c]);
        rgba[4 * v + 3] = 255;
      }
      const accessor = { componentType: UNSIGNED_BYTE, normalized: true, count, type: 'VEC4' };
      attributes.COLOR_0 = addAccessor(rgba, ARRAY_BUFFER, accessor);
    }
    const small = count < 65535; // 65535 itself is reserved
    const addPrimitive = (numbers: ArrayLike<number>, mode: object): object => {
      const indices = addAccessor(
        bytesOf(small ? Uint16Array.from(numbers) : Uint32Array.from(numbers)),
        ELEMENT_ARRAY_BUFFER,
        { componentType: small ? UNSIGNED_SHORT : UNSIGNED_INT, count: numbers.length, type: 'SCALAR' },
      );
      return { attributes, indices, material: m, ...mode };
    };
    const primitives = [
      ...(triangles.length > 0 ? [addPrimitive(triangles, {})] : []),
      ...(lines && lines.length > 0 ? [addPrimitive(lines, { mode: LINES })] : []),
    ];
    return { name: mesh.name ?? `mesh ${m}`, primitives };
  });

  const json = {
    asset: { version: '2.0', generator: 'selfcollide' },
    scene: 0,
    scenes: [{ nodes: meshes.map((_, m) => m) }],
    nodes: gltfMeshes.map(({ name }, m) => ({ name, mesh: m })),
    meshes: gltfMeshes,
    materials: meshes.map(({ color, colors }) => ({
      doubleSided: true,
      pbrMetallicRoughness: {
        baseColorFactor: [...(color ?? (colors ? [1, 1, 1] : GREY)), 1],
        metallicFactor: 0,
        roughnessFactor: 0.9,
      },
    })),
    accessors,
    bufferViews,
    buffers: [{ byteLength: binBytes }],
  };
  return assemble(new TextEncoder().encode(JSON.stringify(json)), chunks, binBytes);
}

function assemble(json: Uint8Array, chunks: readonly Uint8Array[], binBytes: number): Uint8Array<ArrayBuffer> {
  const jsonBytes = json.length + padding(json.length);
  const bytes = new Uint8Array(12 + 8 + jsonBytes + 8 + binBytes);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x46546c67, true);
  view.setUint32(4, 2, true);
  view.setUint32(8, bytes.length, true);
  view.setUint32(12, jsonBytes, true);
  view.setUint32(16, 0x4e4f534a, true);
  bytes.set(json, 20);
  bytes.fill(32, 20 + json.length, 20 + jsonBytes); // JSON is padded with spaces
  view.setUint32(20 + jsonBytes, binBytes, true);
  view.setUint32(24 + jsonBytes, 0x004e4942, true);
  let at = 28 + jsonBytes;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length + padding(chunk.length);
  }
  return bytes;
}

/** The specification asks for the range of positions, in the rounded numbers. */
function bounds(floats: Float32Array): { min: number[]; max: number[] } {
  const min = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const max = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < floats.length; i++) {
    const axis = i % 3;
    if (floats[i] < min[axis]) min[axis] = floats[i];
    if (floats[i] > max[axis]) max[axis] = floats[i];
  }
  return { min, max };
}

function bytesOf(array: Float32Array | Uint16Array | Uint32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

function padding(length: number): number {
  return (4 - (length & 3)) & 3;
}
