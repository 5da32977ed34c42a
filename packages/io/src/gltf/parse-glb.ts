import { IoError } from '../io-error.ts';

export interface GltfContainer {
  readonly json: unknown;
  /** The binary chunk of a GLB. */
  readonly bin: Uint8Array | undefined;
}

const MAGIC = 0x46546c67; // "glTF"
const JSON_CHUNK = 0x4e4f534a;
const BIN_CHUNK = 0x004e4942;
const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;

/** Splits a GLB into its JSON and its bytes; anything that is no GLB is taken for the JSON text of a .gltf. */
export function parseGlb(bytes: Uint8Array, file: string): GltfContainer {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 4 || view.getUint32(0, true) !== MAGIC) return { json: parseJson(bytes, file, 0), bin: undefined };

  if (bytes.length < HEADER_BYTES + CHUNK_HEADER_BYTES) {
    throw new IoError({ file, offset: bytes.length, expected: 'a GLB header of 20 bytes', found: 'the file ends' });
  }
  const version = view.getUint32(4, true);
  if (version !== 2) throw new IoError({ file, offset: 4, expected: 'GLB version 2', found: `found ${version}` });

  let json: unknown;
  let bin: Uint8Array | undefined;
  let at = HEADER_BYTES;
  while (at + CHUNK_HEADER_BYTES <= bytes.length) {
    const length = view.getUint32(at, true);
    const type = view.getUint32(at + 4, true);
    const start = at + CHUNK_HEADER_BYTES;
    if (length > bytes.length - start) {
      throw new IoError({
        file,
        offset: at,
        expected: `a chunk of ${length} bytes`,
        found: `only ${bytes.length - start} follow`,
      });
    }
    const chunk = bytes.subarray(start, start + length);
    if (at === HEADER_BYTES) {
      if (type !== JSON_CHUNK) throw new IoError({ file, offset: at + 4, expected: 'the JSON chunk first' });
      json = parseJson(chunk, file, start);
    } else if (type === BIN_CHUNK && !bin) {
      bin = chunk;
    }
    at = start + length + ((4 - (length & 3)) & 3); // chunks start at multiples of 4
  }
  return { json, bin };
}

function parseJson(bytes: Uint8Array, file: string, offset: number): unknown {
  try {
    // a copy, because decoders refuse shared memory
    return JSON.parse(new TextDecoder().decode(bytes.slice()));
  } catch (cause) {
    throw new IoError({ file, offset, expected: 'glTF JSON', found: (cause as Error).message.slice(0, 120), cause });
  }
}
