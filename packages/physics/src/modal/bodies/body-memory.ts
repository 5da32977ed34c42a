import type { BodyShape } from './body-shape.ts';
import { BODIES_KERNEL_HEX } from './kernel-bytes.ts';
import type { MovingPoints, SphereTree } from './sphere-tree.ts';

/** What packages/physics/kernel offers. Parts are addresses; points, nodes and tets are numbers in the order of trees. */
export interface BodiesCalls {
  setRank(even: number): void;
  setResults(stack: number, room: number, records: number): void;
  beginStep(number: number): void;
  place(part: number, point: number): void;
  move(part: number, point: number): void;
  sphereAt(part: number, node: number): number;
  mapAt(part: number, tet: number): number;
  beginBetween(vertices: number, tets: number): void;
  searchBetween(): number;
  findOwn(vertices: number, tets: number, vertex: number): number;
  findBelow(vertices: number, height: number, to: number): number;
}

/** The memory of one body among others. */
export interface BodyArrays {
  /** Coordinates, one more that is 0 if they are odd, and their norm. */
  readonly q: Float64Array;
  readonly speed: Float64Array;
  /** Turn, place, velocity and spin. */
  readonly frame: Float64Array;
  /** Of the surface's vertices, in the order of their tree: those that `calls` gave a place or a velocity in this step. */
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  /** Addresses, for `calls`. */
  readonly vertices: number;
  readonly tets: number;
}

export interface BodyMemory {
  readonly calls: BodiesCalls;
  readonly buffer: ArrayBuffer;
  readonly bodies: readonly BodyArrays[];
  /** What searches found, 32 bytes each: vertex and tet as whole numbers, then where in the body at rest. */
  readonly foundNumbers: Uint32Array;
  readonly foundPlaces: Float64Array;
  /** Vertices that are below the ground; `calls` knows them by their address. */
  readonly below: Uint32Array;
}

interface WebAssemblyMemory {
  readonly buffer: ArrayBuffer;
}

/** The part of WebAssembly that is used: neither a browser's types nor Node's are at hand here. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Memory: new (size: { initial: number; maximum: number }) => WebAssemblyMemory;
  readonly Instance: new (
    module: object,
    imports: { env: { memory: WebAssemblyMemory } },
  ) => { readonly exports: unknown };
};

const PAGE = 2 ** 16;
/** Records that are handed over at once. */
const RECORDS = 1024;
/** Pairs of nodes that wait: two at each of the levels of both trees, which halve what they hold. */
const STACK_BYTES = 8 * 256;

let module: object | undefined;

/** Lays out a shape and `count` bodies of it, for the kernel. */
export function createBodyMemory(shape: BodyShape, count: number): BodyMemory {
  const room = new Room();
  const even = shape.rank + (shape.rank % 2);
  const vertexCount = shape.areas.length;
  const vertexItems = Uint32Array.from({ length: vertexCount }, (_, i) => i);
  const surface = treeFields(room, shape.vertexTree, shape.surface, shape.vertexTree.order, vertexItems, 1);
  const corners = cornersInOrder(shape.tetTree, shape.tetCorners);
  const solid = treeFields(room, shape.tetTree, shape.tets, corners.points, corners.items, 4);
  const bodies = Array.from({ length: count }, () => {
    const [q, speed, frame] = [room.doubles(even + 2), room.doubles(even), room.doubles(18)];
    const ofVertices = partFields(room, vertexCount, shape.vertexTree.nodeCount, 0);
    const ofTets = partFields(room, corners.points.length, shape.tetTree.nodeCount, shape.tetCorners.length / 4);
    return {
      at: { q, speed, frame, positions: ofVertices[0], velocities: ofVertices[2] },
      vertices: room.numbers(Uint32Array.from([...surface, q, speed, frame, ...ofVertices])),
      tets: room.numbers(Uint32Array.from([...solid, q, speed, frame, ...ofTets])),
    };
  });
  const stack = room.numbers(STACK_BYTES / 4);
  const found = room.doubles(4 * RECORDS);
  const below = room.numbers(vertexCount);
  module ??= compile();
  const { buffer, exports } = room.open(module);
  const calls = exports as BodiesCalls;
  calls.setRank(even);
  calls.setResults(stack, found, RECORDS);
  return {
    calls,
    buffer,
    bodies: bodies.map(({ at, vertices, tets }) => ({
      q: new Float64Array(buffer, at.q, even + 1),
      speed: new Float64Array(buffer, at.speed, even),
      frame: new Float64Array(buffer, at.frame, 18),
      positions: new Float64Array(buffer, at.positions, 3 * vertexCount),
      velocities: new Float64Array(buffer, at.velocities, 3 * vertexCount),
      vertices,
      tets,
    })),
    foundNumbers: new Uint32Array(buffer, found, 8 * RECORDS),
    foundPlaces: new Float64Array(buffer, found, 4 * RECORDS),
    below: new Uint32Array(buffer, below, vertexCount),
  };
}

function compile(): object {
  try {
    return new WebAssembly.Module(decode(BODIES_KERNEL_HEX));
  } catch (error) {
    throw new Error(
      `createReducedBodies: WebAssembly must be allowed where bodies are simulated (a page's policy needs 'wasm-unsafe-eval'), got ${error}.`,
    );
  }
}

/** The first ten fields of a part, see packages/physics/kernel/part.ts. @param points In the order that the kernel has them. */
function treeFields(
  room: Room,
  { rightChild, first, end, spheres, means, growth, nodeCount }: SphereTree,
  { rank, rest, rows, stride }: MovingPoints,
  points: Uint32Array,
  items: Uint32Array,
  arity: number,
): number[] {
  const even = rank + (rank % 2);
  const ordered = new Float64Array(3 * even * points.length);
  const places = new Float64Array(3 * points.length);
  points.forEach((point, i) => {
    places.set(rest.subarray(3 * point, 3 * point + 3), 3 * i);
    for (let axis = 0; axis < 3; axis++) {
      const from = (3 * point + axis) * stride;
      ordered.set(rows.subarray(from, from + rank), (3 * i + axis) * even);
    }
  });
  const meanRows = new Float64Array(3 * even * nodeCount);
  for (let row = 0; row < 3 * nodeCount; row++) meanRows.set(means.subarray(row * rank, (row + 1) * rank), row * even);
  const growths = new Float64Array((even + 2) * nodeCount);
  for (let node = 0; node < nodeCount; node++) {
    const own = growth.subarray(node * (rank + 1), (node + 1) * (rank + 1));
    growths.set(own.subarray(0, rank), node * (even + 2));
    growths[node * (even + 2) + even] = own[rank];
  }
  return [
    ...[rightChild, first, end].map((array) => room.numbers(array)),
    ...[spheres, meanRows, growths, ordered, places].map((array) => room.doubles(array)),
    room.numbers(items),
    arity,
  ];
}

/** The fields behind those of tree and frame: each array, and in which step its numbers were computed. */
function partFields(room: Room, points: number, nodes: number, tets: number): number[] {
  return [
    ...[room.doubles(3 * points), room.numbers(points), room.doubles(3 * points), room.numbers(points)],
    ...[room.doubles(4 * nodes), room.numbers(nodes), room.doubles(6 * nodes), room.numbers(nodes)],
    ...[room.doubles(12 * tets), room.numbers(tets)],
  ];
}

/** Corners of tets as the tree has them, numbered as they come. */
function cornersInOrder({ order }: SphereTree, tetCorners: Uint32Array): { points: Uint32Array; items: Uint32Array } {
  const numbers = new Map<number, number>();
  const items = new Uint32Array(tetCorners.length);
  order.forEach((tet, i) => {
    for (let k = 0; k < 4; k++) {
      const point = tetCorners[4 * tet + k];
      const number = numbers.get(point) ?? numbers.size;
      numbers.set(point, number);
      items[4 * i + k] = number;
    }
  });
  return { points: Uint32Array.from(numbers.keys()), items };
}

/** Addresses first, memory when all are known. */
class Room {
  #end = 16;
  readonly #fill: ((buffer: ArrayBuffer) => void)[] = [];

  /** Given an array: a copy of it. */
  doubles(content: Float64Array | number): number {
    const at = this.#reserve(8 * (typeof content === 'number' ? content : content.length));
    if (typeof content !== 'number') this.#fill.push((buffer) => new Float64Array(buffer, at).set(content));
    return at;
  }

  numbers(content: Uint32Array | number): number {
    const at = this.#reserve(4 * (typeof content === 'number' ? content : content.length));
    if (typeof content !== 'number') this.#fill.push((buffer) => new Uint32Array(buffer, at).set(content));
    return at;
  }

  open(compiled: object): { buffer: ArrayBuffer; exports: unknown } {
    const pages = Math.ceil(this.#end / PAGE);
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    for (const fill of this.#fill) fill(memory.buffer);
    return { buffer: memory.buffer, exports: new WebAssembly.Instance(compiled, { env: { memory } }).exports };
  }

  #reserve(bytes: number): number {
    const at = this.#end;
    this.#end += 16 * Math.ceil(bytes / 16);
    return at;
  }
}

/** Two digits a byte. */
function decode(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));
}
