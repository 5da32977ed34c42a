import { KERNEL_HEX } from './kernel-bytes.ts';

/** What the compiled module offers: see packages/core/kernel. Addresses are bytes from the start of its memory. */
export interface KernelCalls {
  setCounts(vertices: number, triangles: number, nodes: number, pairCapacity: number): void;
  setPose(staged: number, vertexSource: number, positions: number, numbers: number): void;
  setTree(rightChild: number, firstTriangle: number, endTriangle: number, triangles: number): void;
  sortNodes(room: number): void;
  setMasks(masks: number, triangleMasks: number, cellMasks: number): void;
  setBoxes(places: number, nodeBoxes: number, triangleBoxes: number): void;
  setPairs(stack: number, pairs: number, neighbours: number, lanes: number): void;
  setContacts(halfEdges: number, triangles: number): void;
  setTestTree(patchA: number, patchB: number, kind: number, sharedVertex: number, skip: number): void;
  setTestPairs(boxStart: number, boxPairs: number, neighbourStart: number, neighbours: number, farMask: number): void;
  setLoops(start: number, vertices: number, nodeOfPatch: number, scratch: number, mostEdges: number): void;
  setCulling(failures: number, nextTry: number, freePose: number, directions: number, counts: number): void;
  setFeatures(ownedCorners: number, ownedEdges: number, features: number, stepCounts: number): void;
  setStep(nextPositions: number, movingMasks: number, endMasks: number, stepMasks: number): void;
  setSteep(altitudeMasks: number, ofTriangles: number, cells: number): void;
  setStepBoxes(places: number, nodeBoxes: number, triangleBoxes: number): void;
  setStepCulling(scratch: number, mostEdges: number, failures: number, nextTry: number, freeStep: number): void;
  setSearch(cull: number, leastWithin: number, leastAcross: number, longestWaitBits: number): void;
  checkDoubles(count: number, least: number, most: number): number;
  checkFloats(count: number): number;
  takeDoubles(pose: number): void;
  takeFloats(pose: number): void;
  refitMasks(): void;
  joinMasks(): void;
  refitMovingMasks(): void;
  refitAltitudeMasks(reach: number): void;
  takeEndMasks(): void;
  siftFeatures(from: number, end: number, startReach: number): number;
  siftedPairs(): number;
  measureStepExtent(): void;
  writeStepPlaces(): void;
  refitStepBoxes(): void;
  beginStepSearch(from: number, end: number, step: number, pose: number, cull: number): void;
  searchStep(): number;
  searchedStepNode(): number;
  stepPairs(): number;
  clearStepPairs(): void;
  stepBoxesAreFit(reach: number): void;
  limitStart(reach: number): void;
  tellStepContour(culled: number): void;
  measureExtent(): void;
  writePlaces(lowX: number, lowY: number, lowZ: number, perLength: number, most: number): void;
  refitBoxes(grow: number): void;
  findPairs(a: number, b: number, count: number): number;
  resumePairs(count: number): number;
  isWaiting(): number;
  farPairs(mask: number, a: number, b: number, count: number): number;
  boxTests(): number;
  beginSearch(from: number, end: number, pose: number, boxesFit: number): void;
  search(): number;
  searchedNode(): number;
  searchedPairs(): number;
  searchedNeighbours(): number;
  clearPairs(): void;
  clearNeighbours(): void;
  boxesAreFit(): void;
  tellContour(culled: number): void;
  keepPairs(count: number, decide: number): number;
  sureContacts(): number;
  decidedEdges(): number;
  keepNeighbours(count: number): number;
  setSubspace(rank: number, single: number, rest: number, rows: number, coordinates: number, ticks: number): void;
  setMotions(ofNodes: number, means: number, deviations: number, boxes: number, least: number, most: number): void;
  setRadii(ofNodes: number, ofPairs: number, ofSteps: number): void;
  setSparse(nodeCount: number, ticks: number): void;
  beginSparse(poses: number, norm: number, endNorm: number, slack: number, tick: number, most: number): void;
  searchSparse(): number;
  sparsePairs(): number;
  sparseNeighbours(): number;
  clearSparse(): void;
  sparseTests(): number;
  sparseCulled(): number;
  sparseCost(): number;
  isSparsePlain(): number;
  placeAll(): number;
  certifyPose(norm: number): void;
  certifyStep(norm: number): void;
}

interface WebAssemblyMemory {
  readonly buffer: ArrayBuffer;
}

/** The part of WebAssembly that is used: core is compiled without the types of a browser or of Node. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Memory: new (size: { initial: number; maximum: number }) => WebAssemblyMemory;
  readonly Instance: new (
    module: object,
    imports: { env: { memory: WebAssemblyMemory } },
  ) => { readonly exports: unknown };
};

const PAGE = 2 ** 16;
/** Vectors are read of which only a part is used: so many bytes behind the last array must be there. */
const SLACK = 64;

/** Memory with the kernel at work in it. */
export interface KernelMemory<Calls = KernelCalls> {
  readonly calls: Calls;
  readonly buffer: ArrayBuffer;
}

/** The same for every detector, so each is compiled once: what differs is in its instances. */
const modules = new Map<string, object>();

/** @throws whatever WebAssembly throws: no such thing here, forbidden by the page, no memory. */
export function createKernelMemory<Calls = KernelCalls>(byteLength: number, hex = KERNEL_HEX): KernelMemory<Calls> {
  const module = modules.get(hex) ?? new WebAssembly.Module(decode(hex));
  modules.set(hex, module);
  const pages = Math.ceil((byteLength + SLACK) / PAGE);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  return { calls: exports as Calls, buffer: memory.buffer };
}

/** Two digits a byte, 0–9 and a–f: see kernelModule of scripts/build-kernel.mjs. */
function decode(hex: string): Uint8Array {
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i++) {
    const high = hex.charCodeAt(2 * i);
    const low = hex.charCodeAt(2 * i + 1);
    // letters begin at 97, digits at 48
    bytes[i] = 16 * ((high & 15) + 9 * (high >> 6)) + (low & 15) + 9 * (low >> 6);
  }
  return bytes;
}
