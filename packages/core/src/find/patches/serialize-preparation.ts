import type { Surface } from '../../mesh/surface.ts';
import { arraysOf, type Preparation } from './preparation.ts';

const MAGIC = 0x43534353; // "SCSC"
const VERSION = 1;
/** Magic, version, topology hash, checksum, depth, number of arrays. */
const HEADER_WORDS = 6;

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

/** Little-endian words: header, then for each array its length and bytes per element, then its bytes, padded to words. */
export function serializePreparation(preparation: Preparation, hash: number): Uint8Array {
  const arrays = arraysOf(preparation);
  const payload = arrays.reduce((words, array) => words + 2 + Math.ceil(array.byteLength / 4), 0);
  const bytes = new Uint8Array(4 * (HEADER_WORDS + payload));
  const view = new DataView(bytes.buffer);
  let at = 4 * HEADER_WORDS;
  for (const array of arrays) {
    view.setUint32(at, array.length, true);
    view.setUint32(at + 4, array.BYTES_PER_ELEMENT, true);
    at += 8;
    if (array instanceof Uint8Array) bytes.set(array, at);
    else for (let i = 0; i < array.length; i++) view.setUint32(at + 4 * i, array[i], true);
    at += 4 * Math.ceil(array.byteLength / 4);
  }
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, VERSION, true);
  view.setUint32(8, hash, true);
  view.setUint32(16, preparation.tree.depth, true);
  view.setUint32(20, arrays.length, true);
  view.setUint32(12, checksum(view, bytes.length), true);
  return bytes;
}

/** @throws RangeError if the bytes are cut short, damaged, of another version or made for another mesh. */
export function deserializePreparation(caller: string, bytes: Uint8Array, surface: Surface): Preparation {
  const fail = (rule: string, got: string): never => {
    throw new RangeError(`${caller}: prepared must ${rule}, got ${got}.`);
  };
  if (!(bytes instanceof Uint8Array)) fail('be a Uint8Array from serialize()', typeof bytes);
  if (bytes.length < 4 * HEADER_WORDS) fail(`hold at least ${4 * HEADER_WORDS} bytes`, `${bytes.length}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== MAGIC) fail('come from serialize()', 'other bytes');
  const version = view.getUint32(4, true);
  if (version !== VERSION) fail(`be of format version ${VERSION}`, `version ${version}`);
  if (view.getUint32(8, true) !== topologyHash(surface)) {
    fail('be made for a mesh with the same triangles and welding', 'that of another mesh');
  }
  const arrays: (Uint32Array | Uint8Array)[] = [];
  let at = 4 * HEADER_WORDS;
  for (let i = 0; i < view.getUint32(20, true); i++) {
    if (at + 8 > bytes.length) fail('be complete', `${bytes.length} bytes of a longer file`);
    const length = view.getUint32(at, true);
    const size = view.getUint32(at + 4, true);
    at += 8;
    const words = Math.ceil((length * size) / 4);
    if ((size !== 1 && size !== 4) || at + 4 * words > bytes.length) {
      fail('be complete', `${bytes.length} bytes of a longer file`);
    }
    arrays.push(size === 1 ? bytes.slice(at, at + length) : readWords(view, at, length));
    at += 4 * words;
  }
  if (view.getUint32(12, true) !== checksum(view, bytes.length)) fail('be undamaged', 'a wrong checksum');
  return assemble(arrays, view.getUint32(16, true));
}

function readWords(view: DataView, at: number, length: number): Uint32Array {
  const words = new Uint32Array(length);
  for (let i = 0; i < length; i++) words[i] = view.getUint32(at + 4 * i, true);
  return words;
}

/** Of everything behind it: depth, number of arrays, and the arrays. */
function checksum(view: DataView, byteLength: number): number {
  let hash = byteLength;
  for (let at = 16; at + 4 <= byteLength; at += 4) hash = mix(hash, view.getUint32(at, true));
  return hash >>> 0;
}

/** The reverse of `arraysOf`. */
function assemble(arrays: (Uint32Array | Uint8Array)[], depth: number): Preparation {
  let next = 0;
  const words = () => arrays[next++] as Uint32Array;
  const bytes = () => arrays[next++] as Uint8Array;
  const rightChild = words();
  const tree = {
    nodeCount: rightChild.length,
    rightChild,
    firstTriangle: words(),
    endTriangle: words(),
    isPatch: bytes(),
    order: words(),
    depth,
  };
  const patchA = words();
  const testTree = {
    nodeCount: patchA.length,
    patchA,
    patchB: words(),
    kind: bytes(),
    sharedVertex: words(),
    skip: words(),
    boxStart: words(),
    boxPairs: words(),
  };
  const contourLoops = { start: words(), vertices: words(), nodeOfPatch: words() };
  return { tree, testTree, contourLoops, leaves: { neighbourStart: words(), neighbours: words(), farMask: words() } };
}
