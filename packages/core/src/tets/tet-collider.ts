import type { Engine } from '../kernel/mesh-kernel.ts';
import type { Positions } from '../mesh/triangle-mesh.ts';
import type { Penetrations } from './penetrations.ts';
import type { TetCounters } from './tet-counters.ts';
import type { TetObject } from './tet-object.ts';

/** A world of deforming objects. `update` takes new poses; `findPenetrations` answers for the last good ones. */
export interface TetCollider {
  /** Handles of the objects in the world, in the order they came. */
  readonly objects: readonly number[];
  /** Who compares vertices with tets; the option `engine` asks for one of them. */
  readonly engine: Engine;
  /** Why it is TypeScript; empty where it is not. */
  readonly engineReason: string;
  readonly vertexCount: number;
  readonly tetCount: number;
  /** In use now; by default they follow the objects as these come and go. */
  readonly cellSize: number;
  readonly tableSize: number;
  /** What the last query did. */
  readonly counters: TetCounters;
  /** Bytes of typed arrays held, results included. */
  readonly memoryBytes: number;

  /**
   * Takes moved vertices of one object. Allocates nothing.
   * An unknown object, a wrong length or a coordinate that is not finite throws before anything changes.
   */
  update(object: number, positions: Positions): void;
  /**
   * Every vertex that lies in a tet it is no corner of, on its boundary included. The order is the same for the same
   * input, but not otherwise fixed. Allocates nothing, except to grow the result.
   */
  findPenetrations(): Penetrations;
  /** Adds an object and returns its handle: a number that no object of this collider had before. */
  addObject(object: TetObject): number;
  /** Takes an object out of the world. Handles of the others stay. */
  removeObject(object: number): void;
  /**
   * Lets go of all memory, the kernel's too, without waiting until nobody holds the collider any more; results that were read stay. Any other call
   * then throws. Again is fine.
   */
  dispose(): void;
}
