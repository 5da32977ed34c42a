import { compileKernel } from '../../../../scripts/build-kernel.mjs';
import {
  CELL_COUNT,
  createDirectionSet,
  createSteepDirectionSet,
  type DirectionSet,
  STEEP_WORDS,
  type SteepDirectionSet,
} from '../../src/bounds/direction-set.ts';
import type { KernelCalls } from '../../src/kernel/kernel.ts';
import {
  CONTOUR_BYTES,
  CONTOUR_EDGE_BYTES,
  LANES,
  MESH_LAYOUT,
  STEP_CONTOUR_BYTES,
  STEP_EDGE_BYTES,
} from '../../src/kernel/layout-mesh.ts';
import type { TwoPatches } from '../find/patches/two-patches.ts';
import { createKernelRoom } from './kernel-room.ts';

interface PatchCalls extends KernelCalls {
  projectAlongMask(mask: number): void;
  testContour(node: number): number;
  testMovingContour(node: number): number;
  testMovingMargin(node: number): number;
  setMargin(reach: number): void;
  apartAtVertex(a: number, b: number, v: number): number;
  apartAtVertexThroughout(a: number, b: number, v: number): number;
}

/** The parts of the kernel that are not called from outside are for once. */
const EXPORTS = [
  "export { apartAtVertex, apartAtVertexThroughout } from './apart-at-vertex';",
  "export { testContour } from './contours';",
  "export { testMovingContour } from './moving-contours';",
  "export { setMargin, testMovingMargin } from './moving-margins';",
  "export { projectAlongMask } from './projection';",
].join('\n');

function fieldsFor(most: number) {
  return {
    positions: ['float64', 3 * most],
    nextPositions: ['float64', 3 * most],
    triangles: ['uint32', 3 * most],
    rightChild: ['uint32', 64],
    firstTriangle: ['uint32', 64],
    endTriangle: ['uint32', 64],
    nodeKinds: ['float64', 2],
    lanes: ['int32', 4 * LANES],
    loopStart: ['uint32', most],
    loopVertices: ['uint32', 8 * most],
    nodeOfPatch: ['uint32', most],
    directions: ['int32', 3 * 32],
    cellMasks: ['int32', CELL_COUNT],
    steepTables: ['int32', STEEP_WORDS],
    masks: ['int32', 64],
    movingMasks: ['int32', 64],
    marginMasks: ['int32', 64],
    altitudeMasks: ['int32', 64],
    triangleMasks: ['int32', most],
    endMasks: ['int32', most],
    stepMasks: ['int32', most],
    altitudesOfTriangles: ['int32', most],
    contour: ['uint8', CONTOUR_EDGE_BYTES * most + CONTOUR_BYTES],
    stepContour: ['uint8', STEP_EDGE_BYTES * most + STEP_CONTOUR_BYTES],
  } as const;
}

/** The kernel's own tests of patches, in a pose and over a step, for two patches after two others. */
export class PatchRoom {
  readonly #arena;
  readonly #calls: PatchCalls;
  #directions: DirectionSet = createDirectionSet(31);

  private constructor(binary: Uint8Array, most: number) {
    const { arena, calls } = createKernelRoom(binary, fieldsFor(most), { mostEdges: most, mostStepEdges: most });
    this.#arena = arena;
    this.#calls = calls as PatchCalls;
    createSteepDirectionSet(31, arena.steepTables);
  }

  /**
   * @param most Vertices, triangles and edges of a contour at most.
   * @param changes Of the kernel's text, for controls: each must be there.
   */
  static async create(most: number, changes: readonly (readonly [string, string])[] = []): Promise<PatchRoom> {
    const done = new Set<string>();
    const change = (text: string) => {
      let changed = text.includes("from './sieve';") ? `${text}\n${EXPORTS}` : text;
      for (const [from, to] of changes) {
        if (!changed.includes(from)) continue;
        done.add(from);
        changed = changed.replace(from, to);
      }
      return changed;
    };
    const binary = await compileKernel(change, []);
    const missing = changes.find(([from]) => !done.has(from));
    if (missing !== undefined) throw new RangeError(`PatchRoom: changes must be of the kernel, got ${missing[0]}.`);
    return new PatchRoom(binary, most);
  }

  /** Patches where they are, and where they go. */
  take({ surface, positions, tree, contourLoops }: TwoPatches, to: Float64Array = positions): void {
    const arena = this.#arena;
    const { start, vertices, nodeOfPatch } = contourLoops;
    arena.positions.set(positions);
    arena.nextPositions.set(to);
    arena.triangles.set(surface.triangles);
    arena.rightChild.set(tree.rightChild);
    arena.firstTriangle.set(tree.firstTriangle);
    arena.endTriangle.set(tree.endTriangle);
    arena.loopStart.set(start);
    arena.loopVertices.set(vertices);
    arena.nodeOfPatch.set(nodeOfPatch);
    const { table } = arena as unknown as { table: Uint32Array };
    table[MESH_LAYOUT.counts.indexOf('vertexCount')] = surface.vertexCount;
    table[MESH_LAYOUT.counts.indexOf('triangleCount')] = surface.triangleCount;
    table[MESH_LAYOUT.counts.indexOf('nodeCount')] = tree.nodeCount;
    this.#calls.attach(table.byteOffset);
    this.#calls.sortNodes();
  }

  /** Where the patches go instead. */
  moveTo(to: Float64Array): void {
    this.#arena.nextPositions.set(to);
  }

  /** By what directions patches are seen from now on. */
  use(directions: DirectionSet): void {
    this.#directions = directions;
    this.#arena.directions.set(directions.components);
    this.#arena.cellMasks.set(directions.cellMasks);
  }

  /** Tables of steep directions that altitudes are seen by from now on; at first those of 31. */
  useSteep({ tables }: SteepDirectionSet): void {
    this.#arena.steepTables.set(tables);
  }

  /** Of a patch: directions that face it where it is. */
  masks(): Int32Array {
    this.#calls.refitMasks();
    this.#calls.joinMasks();
    return this.#arena.masks.slice(0, 3);
  }

  /** Directions that face it all the way; after `masks`. */
  movingMasks(): Int32Array {
    this.#calls.refitMovingMasks();
    return this.#arena.movingMasks.slice(0, 3);
  }

  /** Directions along which its altitudes exceed a reach all the way. */
  marginMasks(reach: number): Int32Array {
    this.#calls.refitMarginMasks(reach);
    return this.#arena.marginMasks.slice(0, 3);
  }

  /** The same where it is. */
  altitudeMasks(reach: number): Int32Array {
    this.#calls.refitAltitudeMasks(reach);
    return this.#arena.altitudeMasks.slice(0, 3);
  }

  isSimple(node: number, mask: number): boolean {
    this.#look(mask);
    return this.#calls.testContour(node) === 1;
  }

  /** The contour where the patches go. */
  isSimpleThere(node: number, mask: number): boolean {
    const { positions, nextPositions } = this.#arena;
    const here = positions.slice();
    positions.set(nextPositions);
    const isSimple = this.isSimple(node, mask);
    positions.set(here);
    return isSimple;
  }

  isSimpleThroughout(node: number, mask: number): boolean {
    this.#look(mask);
    return this.#calls.testMovingContour(node) === 1;
  }

  keepsMargin(node: number, mask: number, reach: number): boolean {
    this.#look(mask);
    this.#calls.setMargin(reach);
    return this.#calls.testMovingMargin(node) === 1;
  }

  isApart(a: number, b: number, v: number, mask: number): boolean {
    this.#look(mask);
    return this.#calls.apartAtVertex(a, b, v) !== 0;
  }

  isApartThroughout(a: number, b: number, v: number, mask: number): boolean {
    this.#look(mask);
    return this.#calls.apartAtVertexThroughout(a, b, v) !== 0;
  }

  #look(mask: number): void {
    this.#arena.directions.set(this.#directions.components);
    this.#calls.projectAlongMask(mask);
  }
}
