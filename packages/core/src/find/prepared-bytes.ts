import type { Surface } from '../mesh/surface.ts';
import { isTypedArray } from '../mesh/validate-mesh.ts';

const MAGIC = 0x32534353; // "SCS2"
/** Of the container; each method counts the versions of its own arrays. */
const FORMAT = 3;
/** Magic, format, topology hash, checksum, bytes of the section table. */
const HEADER_BYTES = 20;

export type PreparedArrays = Record<string, Uint32Array | Uint8Array>;

/** What a method keeps of its preparation. */
export interface PreparedSections {
  /** Which kind of preparation it is; methods that share one share the tag. */
  readonly tag: string;
  readonly version: number;
  readonly arrays: PreparedArrays;
}

/** Name, bytes an element and length of each array, in the order in which they follow. */
interface SectionTable {
  readonly tag: string;
  readonly version: number;
  readonly arrays: readonly (readonly [string, number, number])[];
}

/** Hash of all that a preparation depends on but positions: which welded vertices each triangle has. */
export function topologyHash(surface: Surface): number {
  let hash = Math.imul(surface.vertexCount, 0x9e3779b1) ^ surface.triangleCount;
  for (let i = 0; i < surface.triangles.length; i++) hash = mix(hash, surface.triangles[i]);
  return hash >>> 0;
}

function mix(hash: number, value: number): number {
  const mixed = Math.imul(hash ^ value, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

/** Little-endian: header, a table of the sections as text, then each array, padded to words. */
export function writePrepared({ tag, version, arrays }: PreparedSections, hash: number): Uint8Array {
  const entries = Object.entries(arrays);
  const table: SectionTable = {
    tag,
    version,
    arrays: entries.map(([name, array]) => [name, array.BYTES_PER_ELEMENT, array.length]),
  };
  const text = JSON.stringify(table);
  const tableBytes = padded(text.length);
  const payload = entries.reduce((bytes, [, array]) => bytes + padded(array.byteLength), 0);
  const bytes = new Uint8Array(HEADER_BYTES + tableBytes + payload);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < tableBytes; i++) bytes[HEADER_BYTES + i] = i < text.length ? text.charCodeAt(i) : 32;
  let at = HEADER_BYTES + tableBytes;
  for (const [, array] of entries) {
    if (array instanceof Uint8Array) bytes.set(array, at);
    else for (let i = 0; i < array.length; i++) view.setUint32(at + 4 * i, array[i], true);
    at += padded(array.byteLength);
  }
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, FORMAT, true);
  view.setUint32(8, hash, true);
  view.setUint32(16, tableBytes, true);
  view.setUint32(12, checksum(view), true);
  return bytes;
}

/** @throws RangeError if the bytes are cut short, damaged, of another version or method, or made for another mesh. */
export function readPrepared(
  caller: string,
  given: Uint8Array,
  wanted: { readonly tag: string; readonly version: number },
  surface: Surface,
): PreparedArrays {
  const fail = (rule: string, got: string): never => {
    throw new RangeError(`${caller}: prepared must ${rule}, got ${got}.`);
  };
  if (!isTypedArray(given, 'Uint8Array'))
    fail('be a Uint8Array from serialize()', given === null ? 'null' : typeof given);
  const bytes = new Uint8Array(given.buffer, given.byteOffset, given.byteLength); // of this realm
  if (bytes.length < HEADER_BYTES) fail(`hold at least ${HEADER_BYTES} bytes`, `${bytes.length}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== MAGIC) fail('come from serialize()', 'other bytes');
  const format = view.getUint32(4, true);
  if (format !== FORMAT) fail(`be of format ${FORMAT}`, `format ${format}`);
  const table = readTable(bytes, HEADER_BYTES, view.getUint32(16, true)) ?? fail('be complete', 'a broken table');
  const total = table.arrays.reduce((sum, [, size, length]) => sum + padded(size * length), 0);
  const expected = HEADER_BYTES + view.getUint32(16, true) + total;
  if (expected !== bytes.length) fail(`be complete with ${expected} bytes`, `${bytes.length}`);
  if (view.getUint32(12, true) !== checksum(view)) fail('be undamaged', 'a wrong checksum');
  if (table.tag !== wanted.tag) fail(`be of '${wanted.tag}'`, `'${table.tag}'`);
  if (table.version !== wanted.version) fail(`be of version ${wanted.version}`, `version ${table.version}`);
  if (view.getUint32(8, true) !== topologyHash(surface)) {
    fail('be made for a mesh with the same triangles and welding', 'that of another mesh');
  }
  const arrays: PreparedArrays = {};
  let at = HEADER_BYTES + view.getUint32(16, true);
  for (const [name, size, length] of table.arrays) {
    arrays[name] = size === 1 ? bytes.slice(at, at + length) : readWords(view, at, length);
    at += padded(size * length);
  }
  return arrays;
}

function readTable(bytes: Uint8Array, at: number, length: number): SectionTable | null {
  if (at + length > bytes.length) return null;
  try {
    const table = JSON.parse(String.fromCharCode(...bytes.subarray(at, at + length))) as SectionTable;
    const isEntry = ([name, size, count]: readonly [string, number, number]) =>
      typeof name === 'string' && (size === 1 || size === 4) && Number.isInteger(count) && count >= 0;
    return Array.isArray(table.arrays) && table.arrays.every(isEntry) ? table : null;
  } catch {
    return null;
  }
}

function readWords(view: DataView, at: number, length: number): Uint32Array {
  const words = new Uint32Array(length);
  for (let i = 0; i < length; i++) words[i] = view.getUint32(at + 4 * i, true);
  return words;
}

function padded(bytes: number): number {
  return 4 * Math.ceil(bytes / 4);
}

/** Of everything but itself. */
function checksum(view: DataView): number {
  let hash = view.byteLength;
  for (let at = 0; at + 4 <= view.byteLength; at += 4) if (at !== 12) hash = mix(hash, view.getUint32(at, true));
  return hash >>> 0;
}
