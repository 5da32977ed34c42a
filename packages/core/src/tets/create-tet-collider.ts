import { MeshError } from '../errors.ts';
import type { Engine } from '../kernel/mesh-kernel.ts';
import { createTetKernel } from '../kernel/tet-kernel.ts';
import type { Positions } from '../mesh/triangle-mesh.ts';
import { checkFinite, checkPositionsType, describe } from '../mesh/validate-mesh.ts';
import { checkKnown, checkOneOf } from '../options.ts';
import { checkTetObject } from './check-tet-object.ts';
import { estimateDepths } from './estimate-depths.ts';
import { GridFinder } from './grid-finder.ts';
import { KernelFinder } from './kernel-finder.ts';
import { boxIsFinite, measureBox } from './measure-box.ts';
import { PenetrationArrays, type Penetrations } from './penetrations.ts';
import { BruteForceFinder } from './search-all.ts';
import { createTetBody, type TetBody } from './tet-body.ts';
import type { TetCollider } from './tet-collider.ts';
import { resetTetCounters, type TetCounters } from './tet-counters.ts';
import { bytesOf, type TetFinder } from './tet-finder.ts';
import type { TetObject } from './tet-object.ts';
import { createTetSearch, type PenetrationPairs, type TetSearch } from './tet-search.ts';
import { joinTetBodies, type TetWorld } from './tet-world.ts';
import { typicalEdge } from './typical-edge.ts';
import { type CellHash, chooseCells, type GridCells } from './vertex-grid.ts';

export interface TetColliderOptions {
  /** `'brute-force'` tests all vertices with all tets by exact arithmetic: slow, to check against. Default `'spatial-hash'`. */
  readonly method?: 'spatial-hash' | 'brute-force';
  /** Edge of a grid cell. Only speed depends on it. Default: the mean edge length of all tets, or of their middle one where a few large tets make the mean four times as long. */
  readonly cellSize?: number;
  /** Places of the hash table. Only speed depends on it. Default: a power of two, one to two times the primitives. */
  readonly tableSize?: number;
  /** `'paper'` is the hash function as printed, for comparison. Default `'mix'`, which collides less and is faster. */
  readonly hash?: CellHash;
  /** Which penetrations to report. Default `'all'`. */
  readonly pairs?: PenetrationPairs;
  /** Also estimate penetration depths and ways out. Default false. */
  readonly depth?: boolean;
  /**
   * Who compares vertices with tets: TypeScript, or a kernel compiled to WebAssembly with SIMD; they find the same, barycentric
   * weights may differ in their last digits. Default
   * `'auto'`: the kernel where it can run and the world is not tiny; `collider.engine` says which. `'kernel'` throws where it
   * cannot run, as with the method `'brute-force'`.
   */
  readonly engine?: Engine | 'auto';
}

const KNOWN = ['method', 'cellSize', 'tableSize', 'hash', 'pairs', 'depth', 'engine'];
const MAX_TABLE = 2 ** 26;

/**
 * Prepares a world of deforming objects made of tetrahedra for collision and self-collision detection by spatial hashing.
 *
 * It finds vertices inside tets. Where only edges pass through each other and no vertex is inside a tet, it finds nothing
 * (hashing paper §7); for that, give the surfaces to `createDetector`.
 *
 * @throws {@link MeshError} if an object's arrays do not fit together or a coordinate is not finite.
 * @throws RangeError if an option has a value it cannot take.
 *
 * @example
 * const collider = createTetCollider({ objects: [{ positions, tets }, { positions: other, tets: otherTets }] });
 * collider.update(0, movedPositions); // objects are numbered from 0 in the order given
 * const hits = collider.findPenetrations(); // valid until the next call
 * for (let i = 0; i < hits.count; i++) console.log(hits.vertexObject[i], hits.vertex[i], hits.tetObject[i], hits.tet[i]);
 */
export function createTetCollider(
  world: { readonly objects: readonly TetObject[] },
  options: TetColliderOptions = {},
): TetCollider {
  const caller = 'createTetCollider';
  checkKnown(caller, options, KNOWN);
  checkOneOf(caller, 'method', options.method ?? 'spatial-hash', ['spatial-hash', 'brute-force']);
  checkOneOf(caller, 'hash', options.hash ?? 'mix', ['mix', 'paper']);
  checkOneOf(caller, 'pairs', options.pairs ?? 'all', ['all', 'same-object', 'between-objects']);
  checkOneOf(caller, 'depth', options.depth ?? false, [true, false]);
  checkOneOf(caller, 'engine', options.engine ?? 'auto', ['auto', 'plain', 'kernel']);
  const { cellSize, tableSize } = options;
  if (
    cellSize !== undefined &&
    !(typeof cellSize === 'number' && cellSize > 0 && cellSize < Number.POSITIVE_INFINITY)
  ) {
    throw new RangeError(`${caller}: cellSize must be a finite number above 0, got ${describe(cellSize)}.`);
  }
  if (tableSize !== undefined && !(Number.isInteger(tableSize) && tableSize >= 1 && tableSize <= MAX_TABLE)) {
    throw new RangeError(
      `${caller}: tableSize must be a whole number from 1 to ${MAX_TABLE}, got ${describe(tableSize)}.`,
    );
  }
  if (!Array.isArray(world?.objects)) {
    throw new RangeError(`${caller}: objects must be an array, got ${describe(world?.objects)}.`);
  }
  return new SpatialHashCollider(world.objects, options);
}

class SpatialHashCollider implements TetCollider {
  readonly #options: TetColliderOptions;
  readonly #search: TetSearch;
  readonly #result = new PenetrationArrays();
  readonly #nearest = new Float64Array(3);
  readonly #box = new Float64Array(6);
  /** Slot of each handle in the world. */
  readonly #slots = new Map<number, number>();
  #nextHandle: number;
  /** Null once disposed of. */
  #held: { readonly finder: TetFinder; readonly cells: GridCells } | null = null;

  constructor(objects: readonly TetObject[], options: TetColliderOptions) {
    this.#options = { ...options };
    this.#search = createTetSearch(options.pairs ?? 'all', options.method === 'brute-force');
    const bodies = objects.map((object, handle) => {
      const caller = `createTetCollider, object ${handle}`;
      checkTetObject(caller, object);
      return createTetBody(caller, handle, object);
    });
    this.#nextHandle = bodies.length;
    this.#prepare(
      'createTetCollider',
      joinTetBodies(bodies, (slot) => objects[slot].positions),
    );
  }

  get engine(): Engine {
    return this.engineReason === '' ? 'kernel' : 'plain';
  }

  get engineReason(): string {
    return this.#inUse('engine').finder.engineReason;
  }

  get objects(): readonly number[] {
    return this.#world.bodies.map((body) => body.handle);
  }

  get vertexCount(): number {
    return this.#world.vertexCount;
  }

  get tetCount(): number {
    return this.#world.tetCount;
  }

  get cellSize(): number {
    return this.#inUse('cellSize').cells.cellSize;
  }

  get tableSize(): number {
    return this.#inUse('tableSize').cells.tableSize;
  }

  get counters(): TetCounters {
    return this.#search.counters;
  }

  get memoryBytes(): number {
    if (this.#held === null) return 0;
    const bodies = this.#world.bodies.flatMap(({ groups, surface, tets }) => [groups, surface, { tets }]);
    const results = this.#result.byteLength + this.#search.found.byteLength;
    return results + this.#held.finder.byteLength + bytesOf([this.#world, ...bodies]);
  }

  dispose(): void {
    this.#held = null;
    this.#slots.clear();
  }

  update(object: number, positions: Positions): void {
    const { world } = this.#inUse('update').finder;
    const slot = this.#slotOf('update', object);
    if (!(positions instanceof Float64Array)) checkPositionsType(`update, object ${object}`, positions);
    const { vertexCount } = world.bodies[slot];
    if (positions.length !== 3 * vertexCount) {
      throw new MeshError(
        'POSITIONS_LENGTH',
        `update: positions of object ${object} must hold ${3 * vertexCount} numbers (${vertexCount} vertices), got length ${positions.length}.`,
      );
    }
    measureBox(positions, this.#box);
    if (!boxIsFinite(this.#box)) checkFinite(`update, object ${object}`, positions);
    world.positions.set(positions, 3 * world.vertexStart[slot]);
    world.boxes.set(this.#box, 6 * slot);
  }

  findPenetrations(): Penetrations {
    const { finder } = this.#inUse('findPenetrations');
    const search = this.#search;
    resetTetCounters(search.counters);
    search.test.exactTests = 0;
    search.found.begin(finder.world.vertexCount);
    finder.find(search);
    search.counters.exactTests = search.test.exactTests;
    search.counters.penetrations = search.found.count;
    this.#tell();
    return this.#result;
  }

  addObject(object: TetObject): number {
    const { bodies } = this.#inUse('addObject').finder.world;
    checkTetObject('addObject', object);
    const handle = this.#nextHandle;
    const body = createTetBody('addObject', handle, object);
    this.#rejoin('addObject', [...bodies, body], (slot) =>
      slot < bodies.length ? this.#placeOf(slot) : object.positions,
    );
    this.#nextHandle++;
    return handle;
  }

  removeObject(object: number): void {
    const { bodies } = this.#inUse('removeObject').finder.world;
    const removed = this.#slotOf('removeObject', object);
    const kept = bodies.filter((_, slot) => slot !== removed);
    this.#rejoin('removeObject', kept, (slot) => this.#placeOf(slot < removed ? slot : slot + 1));
  }

  get #world(): TetWorld {
    return this.#inUse('collider').finder.world;
  }

  #inUse(caller: string) {
    if (this.#held === null) throw new Error(`${caller}: the collider must be one in use, got one after dispose().`);
    return this.#held;
  }

  #rejoin(caller: string, bodies: readonly TetBody[], placeOf: (slot: number) => ArrayLike<number>): void {
    this.#prepare(caller, joinTetBodies(bodies, placeOf));
  }

  #placeOf(slot: number): Float64Array {
    const { positions, vertexStart } = this.#world;
    return positions.subarray(3 * vertexStart[slot], 3 * vertexStart[slot + 1]);
  }

  /** Grid and lists for these objects; nothing changes if they cannot be had. */
  #prepare(caller: string, world: TetWorld): void {
    const { bodies, vertexCount, tetCount } = world;
    const { hash = 'mix', cellSize, tableSize } = this.#options;
    const edge = typicalEdge(world.tets, world.positions);
    const size = cellSize ?? (edge > 0 ? edge : 1);
    const cells = chooseCells(hash, size, tableSize ?? tableSizeFor(vertexCount + tetCount), edge);
    this.#held = { finder: this.#createFinder(caller, world, cells), cells };
    this.#slots.clear();
    for (let slot = 0; slot < bodies.length; slot++) this.#slots.set(bodies[slot].handle, slot);
  }

  #createFinder(caller: string, world: TetWorld, cells: GridCells): TetFinder {
    const { method, engine = 'auto' } = this.#options;
    if (method === 'brute-force') return new BruteForceFinder(caller, engine, world);
    const kernel = createTetKernel(caller, engine, world, cells);
    return typeof kernel === 'string'
      ? new GridFinder(world, cells, kernel)
      : new KernelFinder(world, kernel, cells.unitsPerLength);
  }

  #slotOf(caller: string, object: number): number {
    const slot = this.#slots.get(object);
    if (slot === undefined) {
      throw new RangeError(`${caller}: object must be the handle of an object in the world, got ${describe(object)}.`);
    }
    return slot;
  }

  /** Puts what was found into the caller's numbers. */
  #tell(): void {
    const { bodies, slotOfVertex, slotOfTet, vertexStart, tetSource } = this.#world;
    const { found } = this.#search;
    const result = this.#result;
    const depth = this.#options.depth === true;
    result.reserve(found.count, depth);
    result.barycentric = found.weights;
    for (let i = 0; i < found.count; i++) {
      const v = found.vertices[i];
      const t = found.tets[i];
      const vertexSlot = slotOfVertex[v];
      const tetSlot = slotOfTet[t];
      result.vertexObject[i] = bodies[vertexSlot].handle;
      result.vertex[i] = v - vertexStart[vertexSlot];
      result.tetObject[i] = bodies[tetSlot].handle;
      result.tet[i] = tetSource[t];
      result.self[i] = vertexSlot === tetSlot ? 1 : 0;
    }
    if (depth) estimateDepths(this.#world, found, result, this.#nearest);
  }
}

/** Twice the primitives (hashing paper §4.2: significantly more), rounded down to a power of two. */
function tableSizeFor(primitives: number): number {
  return Math.min(2 ** Math.floor(Math.log2(Math.max(2 * primitives, 2))), MAX_TABLE);
}
