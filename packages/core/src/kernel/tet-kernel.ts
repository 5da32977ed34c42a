import { createKernelMemory, type KernelMemory, layOutKernel } from './kernel-memory.ts';
import {
  CANDIDATES,
  GIANTS,
  LEAST_PAIRS,
  LOOKUPS,
  NEXT_GROUP,
  NEXT_TET,
  TETS_LAYOUT,
  tetsFields,
} from './layout-tets.ts';
import type { Engine } from './mesh-kernel.ts';
import { refuseKernel } from './refuse-kernel.ts';
import { TET_KERNEL_HEX } from './tet-kernel-bytes.ts';

/** What packages/core/kernel/tets-index.ts exports. */
export interface TetCalls {
  attach(table: number): void;
  setCells(paper: number, unitsPerLength: number, cellBits: number, heightBits: number): void;
  setFloats(toFloats: number, unitInFloats: number): void;
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
    const { positions, tetCorners } = groups;
    const { tableSize, hash, unitsPerLength, cellBits, heightBits } = cells;
    const vertexCount = positions.length / 3;
    const sizes = {
      ...{ vertexCount, tableSize, tetCount: tetCorners.length },
      bytesLength: 32 * Math.ceil(vertexCount / 32),
      capacity: Math.max(LEAST_PAIRS, vertexCount),
    };
    const { arena, calls } = layOutKernel(tetsFields(sizes, groups), TETS_LAYOUT, sizes, createMemory);
    this.groups = arena;
    this.pairs = arena.pairs;
    this.giants = arena.giants;
    this.byteLength = arena.buffer.byteLength;
    this.#counts = arena.counts;
    this.#calls = calls;
    const toFloats = 2 ** (Math.floor(Math.log2(unitsPerLength)) - UNIT_BITS);
    calls.setCells(hash === 'paper' ? 1 : 0, unitsPerLength, cellBits, heightBits);
    calls.setFloats(toFloats, toFloats / unitsPerLength);
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
  if (engine === 'plain') return "engine: 'plain' was asked for";
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
