import { fetchFile, type ResolveFile } from '../fetch-file.ts';
import type { Look, LookMaterial, Wrap } from '../look.ts';
import type { BlockBuilder } from './build-blocks.ts';
import type { DecodedAccessors } from './decode-accessors.ts';
import type { JsonCheck, JsonObject } from './json-check.ts';
import { decodeDataUri, decodeUri, type GltfBuffers } from './load-buffers.ts';

const NO_MATERIAL: LookMaterial = {
  ...{ color: [1, 1, 1, 1], image: -1, roughness: 1, metalness: 0, alpha: 'opaque', cutoff: 0.5 },
  ...{ wrap: ['repeat', 'repeat'], nearest: false, scale: [1, 1], rotation: 0, offset: [0, 0] },
};
const WRAPS = new Map<unknown, Wrap>([
  [33071, 'clamp'],
  [33648, 'mirror'],
]);
/** Pictures in other containers than these (KTX2) no browser shows. */
const SOURCES = ['EXT_texture_webp', 'EXT_texture_avif'];

/** Which set of texture coordinates the base colour of a material uses. */
export function texCoordOf(json: JsonObject, material: number): number {
  const info = baseColorOf(at(json.materials, material)).texture;
  const moved = extensionOf(info, 'KHR_texture_transform').texCoord;
  const set = moved ?? info.texCoord;
  return Number.isInteger(set) ? (set as number) : 0;
}

/**
 * Materials, pictures, texture coordinates and vertex colours. What is wrong with any of it costs that part of the look and never the mesh.
 * Pictures that could not be had are counted in `missing`.
 */
export async function readLook(
  check: JsonCheck,
  json: JsonObject,
  buffers: GltfBuffers,
  decoded: DecodedAccessors,
  builder: BlockBuilder,
  resolve: ResolveFile | undefined,
): Promise<Look & { readonly missing: number }> {
  const uvs = new Float32Array(2 * builder.vertexCount);
  let colors: Uint8Array | undefined;
  for (const { firstVertex, vertexCount, uv, color } of builder.dressed) {
    if (uv !== undefined) {
      const { array, count } = decoded.floats(uv, 'TEXCOORD');
      if (count === vertexCount) uvs.set(array, 2 * firstVertex);
    }
    if (color === undefined) continue;
    const { array, components, count } = decoded.floats(color, 'COLOR_0');
    if (count !== vertexCount) continue;
    colors ??= new Uint8Array(4 * builder.vertexCount).fill(255);
    for (let v = 0; v < count; v++) {
      for (let k = 0; k < components; k++) {
        colors[4 * (firstVertex + v) + k] = Math.round(255 * Math.min(1, Math.max(0, array[components * v + k])));
      }
    }
  }

  const images: { bytes: Uint8Array; type: string }[] = [];
  const numberOf = new Map<number, number>();
  const materials: LookMaterial[] = [];
  let missing = 0;
  for (const number of builder.usedMaterials) {
    const { material, source } = readMaterial(json, number);
    let image = numberOf.get(source) ?? -1;
    if (source >= 0 && !numberOf.has(source)) {
      try {
        images.push(await readImage(check, json, buffers, source, resolve));
        image = images.length - 1;
      } catch {
        missing++;
      }
      numberOf.set(source, image);
    }
    materials.push({ ...material, image });
  }
  return { uvs, ...(colors && { colors }), materials, images, missing };
}

function readMaterial(json: JsonObject, number: number): { material: LookMaterial; source: number } {
  const def = at(json.materials, number);
  if (number < 0) return { material: NO_MATERIAL, source: -1 };
  const { factor, texture: info, roughness, metalness } = baseColorOf(def);
  const texture = at(json.textures, info.index);
  const sampler = at(json.samplers, texture.sampler);
  const moved = extensionOf(info, 'KHR_texture_transform');
  const source = [texture.source, ...SOURCES.map((name) => extensionOf(texture, name).source)].findLast(
    Number.isInteger,
  );
  const alpha = def.alphaMode === 'BLEND' ? 'blend' : def.alphaMode === 'MASK' ? 'mask' : 'opaque';
  return {
    source: (source as number | undefined) ?? -1,
    material: {
      color: numbers(factor, [1, 1, 1, 1]),
      image: -1,
      ...{ roughness, metalness, alpha, cutoff: numberOr(def.alphaCutoff, 0.5) },
      wrap: [WRAPS.get(sampler.wrapS) ?? 'repeat', WRAPS.get(sampler.wrapT) ?? 'repeat'],
      nearest: sampler.magFilter === 9728,
      scale: numbers(moved.scale, [1, 1]),
      rotation: numberOr(moved.rotation, 0),
      offset: numbers(moved.offset, [0, 0]),
    },
  };
}

/** Of either of the two ways to say it that are in use. */
function baseColorOf(material: JsonObject) {
  const glossy = extensionOf(material, 'KHR_materials_pbrSpecularGlossiness');
  if (Object.keys(glossy).length > 0) {
    const roughness = 1 - numberOr(glossy.glossinessFactor, 1);
    return { factor: glossy.diffuseFactor, texture: object(glossy.diffuseTexture), roughness, metalness: 0 };
  }
  const pbr = object(material.pbrMetallicRoughness);
  return {
    factor: pbr.baseColorFactor,
    texture: object(pbr.baseColorTexture),
    roughness: numberOr(pbr.roughnessFactor, 1),
    metalness: numberOr(pbr.metallicFactor, 1),
  };
}

async function readImage(
  check: JsonCheck,
  json: JsonObject,
  buffers: GltfBuffers,
  number: number,
  resolve: ResolveFile | undefined,
): Promise<{ bytes: Uint8Array; type: string }> {
  const where = `images[${number}]`;
  const def = at(json.images, number);
  const type = check.text(def.mimeType) || 'image/png';
  if (def.bufferView !== undefined) {
    const view = check.object(at(json.bufferViews, def.bufferView), where);
    const start = check.whole(view.byteOffset, where, 0);
    const length = check.whole(view.byteLength, where);
    const buffer = await buffers.load(check.index(view.buffer, buffers.defs.length, where));
    if (start + length > buffer.length) throw check.error(where, `${start + length} bytes`, buffer.length);
    return { bytes: buffer.slice(start, start + length), type };
  }
  const uri = check.text(def.uri);
  if (uri.startsWith('data:'))
    return { bytes: decodeDataUri(uri, check.file, where), type: uri.slice(5, uri.search(/[;,]/)) };
  return { bytes: await fetchFile(check.file, decodeUri(uri, check.file, where), resolve), type };
}

function object(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null ? (value as JsonObject) : {};
}

function at(list: unknown, index: unknown): JsonObject {
  return object(Array.isArray(list) ? list[index as number] : undefined);
}

function extensionOf(owner: JsonObject, name: string): JsonObject {
  return object(object(owner.extensions)[name]);
}

function numberOr(value: unknown, fallback: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : fallback;
}

function numbers(value: unknown, fallback: readonly number[]): readonly number[] {
  const list = Array.isArray(value) ? value : [];
  return fallback.map((other, i) => numberOr(list[i], other));
}
