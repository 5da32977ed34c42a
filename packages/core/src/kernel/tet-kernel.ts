import { type Arena, layOut } from '../pose/arena.ts';
import { createKernelMemory, type KernelMemory } from './kernel-memory.ts';
import type { Engine } from './mesh-kernel.ts';
import { refuseKernel } from './refuse-kernel.ts';
import { TET_KERNEL_HEX } from './tet-kernel-bytes.ts';

/** What packages/core/kernel/tets-index.ts exports. */
export interface TetCalls {
  setVertices(count: number, positions: number, units: number, keys: number): void;
  setTable(size: number, paper: number, starts: number, entries: number): void;
  setUnits(perLength: number, cellBits: number, heightBits: number): void;
  setGroups(vertices: number, vertexStart: number, toFloats: number, unitInFloats: number): void;
  setCandidates(found: number, floats: number, bytes: number, length: number, packed: number): void;
  setMarks(marks: number, vertices: number, stretches: number): void;
  setWaiting(list: number, tets: number): void;
  setResults(tetStart: number, corners: number, pairs: number, room: number, giants: number, counts: number): void;
  sortVertices(): void;
  searchGroups(from: number, end: number, firstTet: number): number;
}

/** Groups of tets, as `TetWorld` has them. */
export interface KernelGroups {
  readonly positions: Float64Array;
  readonly groupVertices: Uint32Array;
  readonly groupVertexStart: Uint32Array;
  readonly groupTetStart: Uint32Array;
  readonly tetCorners: Int32Array;
}

/** Cells and their table, as `VertexGrid` has them. */
export interface KernelCells {
  readonly hash: 'mix' | 'paper';
  readonly tableSize: number;
  readonly unitsPerLength: number;
  readonly cellBits: number;
  readonly heightBits: number;
}

/** Below, a query takes microseconds anyhow, and a kernel's memory would be most of a collider's. */
const LEAST_TETS = 256;
/** Pairs that are listed at once at least; never fewer than vertices, so that those of one tet have room. */
const LEAST_PAIRS = 4096;
/** Pairs that wait for their test: MAX_WAITING of packages/core/kernel/tet-search.ts, and those of one word. */
const WAITING_PAIRS = 256 + 36;
/** Cells that are looked up for a group at most: see packages/core/kernel/tet-candidates.ts. */
const MAX_LOOKUPS = 2048;
/** Vertices that a group has at most. */
const GROUP_VERTICES = 32;
/** Places in `counts`: see packages/core/kernel/tet-search.ts. */
const [LOOKUPS, CANDIDATES, GIANTS, NEXT_GROUP, NEXT_TET] = [0, 1, 2, 3, 4];
/** Floats are lengths times a power of two, so that a unit of the grid is between 2⁻⁷ and 2⁻⁶: products of three neither overflow nor underflow. */
const UNIT_BITS = 6;

/** Vertices sorted into a table and groups of tets compared with them by the kernel. TypeScript does the same in packages/core/src/tets. */
export class TetKernel {
  /** Copies that the kernel works on, and positions where it wants them. */
  readonly groups: KernelGroups;
  /** Vertex and tet, which may be in each other: as many as `listPairs` says. */
  readonly pairs: Uint32Array;
  /** Tets too large for the table. */
  readonly giants: Uint32Array;
  readonly byteLength: number;
  readonly #counts: Int32Array;
  readonly #calls: TetCalls;

  /** @throws whatever WebAssembly throws. */
  constructor(
    groups: KernelGroups,
    cells: KernelCells,
    createMemory: (byteLength: number) => KernelMemory<TetCalls> = createTetMemory,
  ) {
    let calls: TetCalls | null = null;
    const arena = layOut(tetFields(groups, cells), (byteLength) => {
      const memory = createMemory(byteLength);
      calls = memory.calls;
      return memory.buffer;
    });
    this.groups = arena;
    this.pairs = arena.pairs;
    this.giants = arena.giants;
    this.byteLength = arena.buffer.byteLength;
    this.#counts = arena.counts;
    this.#calls = calls!;
    tellAddresses(this.#calls, arena, cells);
  }

  get lookups(): number {
    return this.#counts[LOOKUPS];
  }

  get candidates(): number {
    return this.#counts[CANDIDATES];
  }

  get giantCount(): number {
    return this.#counts[GIANTS];
  }

  /** Where `listPairs` had to stop: the end that it was told, or a group and a tet of it. */
  get nextGroup(): number {
    return this.#counts[NEXT_GROUP];
  }

  get nextTet(): number {
    return this.#counts[NEXT_TET];
  }

  /** Begins a query: counts are 0, vertices are where `groups.positions` says. */
  sortVertices(): void {
    this.#counts.fill(0);
    this.#calls.sortVertices();
  }

  /**
   * Lists every vertex that may lie in a tet of groups from … end − 1 that it is no corner of, those of one tet one behind the other, beginning with `firstTet` of the first
   * group; 0 begins with all. As long as `nextGroup` is not the end, go on from there.
   */
  listPairs(from: number, end: number, firstTet: number): number {
    return this.#calls.searchGroups(from, end, firstTet);
  }

  addGiants(from: number, end: number): void {
    for (let tet = from; tet < end; tet++) this.giants[this.#counts[GIANTS]++] = tet;
  }
}

type TetArena = Arena<ReturnType<typeof tetFields>>;

function tetFields(groups: KernelGroups, { tableSize }: KernelCells) {
  const { positions, groupVertices, groupVertexStart, groupTetStart, tetCorners } = groups;
  const vertexCount = positions.length / 3;
  return {
    ...{ positions, groupVertices, groupVertexStart, groupTetStart, tetCorners },
    units: ['int32', 4 * vertexCount],
    keys: ['int32', vertexCount],
    starts: ['int32', tableSize + 1],
    entries: ['int32', 4 * vertexCount],
    found: ['int32', 4 * (vertexCount + 1)], // one more is written before it is known whether it counts
    floats: ['int32', 4 * vertexCount],
    bytes: ['uint8', 3 * bytesLength(vertexCount)],
    marks: ['int32', vertexCount],
    stretches: ['uint32', 4 * MAX_LOOKUPS],
    packed: ['uint32', GROUP_VERTICES],
    waiting: ['uint32', 2 * WAITING_PAIRS],
    waitingTets: ['uint32', WAITING_PAIRS],
    pairs: ['uint32', 2 * Math.max(LEAST_PAIRS, vertexCount)],
    giants: ['uint32', tetCorners.length],
    counts: ['int32', 5],
  } as const;
}

/** Thirty-two are read at once. */
function bytesLength(vertexCount: number): number {
  return 32 * Math.ceil(vertexCount / 32);
}

function tellAddresses(calls: TetCalls, arena: TetArena, cells: KernelCells): void {
  const at = (name: Exclude<keyof TetArena, 'buffer'>) => arena[name].byteOffset;
  const { tableSize, hash, unitsPerLength, cellBits, heightBits } = cells;
  const vertexCount = arena.positions.length / 3;
  const toFloats = 2 ** (Math.floor(Math.log2(unitsPerLength)) - UNIT_BITS);
  calls.setVertices(vertexCount, at('positions'), at('units'), at('keys'));
  calls.setTable(tableSize, hash === 'paper' ? 1 : 0, at('starts'), at('entries'));
  calls.setUnits(unitsPerLength, cellBits, heightBits);
  calls.setGroups(at('groupVertices'), at('groupVertexStart'), toFloats, toFloats / unitsPerLength);
  calls.setCandidates(at('found'), at('floats'), at('bytes'), bytesLength(vertexCount), at('packed'));
  calls.setMarks(at('marks'), vertexCount, at('stretches'));
  calls.setWaiting(at('waiting'), at('waitingTets'));
  const room = arena.pairs.length / 2;
  calls.setResults(at('groupTetStart'), at('tetCorners'), at('pairs'), room, at('giants'), at('counts'));
}

/**
 * A kernel for these groups, or why there is none.
 *
 * @throws RangeError if it was asked for and cannot be had.
 */
export function createTetKernel(
  caller: string,
  engine: Engine | 'auto',
  groups: KernelGroups,
  cells: KernelCells,
): TetKernel | string {
  if (engine === 'ts') return "engine: 'ts' was asked for";
  if (engine === 'auto' && groups.tetCorners.length < LEAST_TETS) return `fewer than ${LEAST_TETS} tets`;
  try {
    return new TetKernel(groups, cells);
  } catch (error) {
    return refuseKernel(caller, engine, error);
  }
}

function createTetMemory(byteLength: number): KernelMemory<TetCalls> {
  return createKernelMemory<TetCalls>(byteLength, TET_KERNEL_HEX);
}
