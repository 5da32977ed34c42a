import { compileKernel } from '../../../../scripts/build-kernel.mjs';
import type { ContourLoops } from '../../src/find/patches/contour-loops.ts';
import type { KernelCalls } from '../../src/kernel/kernel.ts';
import { STEP_CONTOUR_BYTES, STEP_EDGE_BYTES } from '../../src/kernel/layout-mesh.ts';
import { createKernelRoom } from './kernel-room.ts';

interface ContourCalls extends KernelCalls {
  projectAlongMask(mask: number): void;
  testMovingContour(node: number): number;
  apartAtVertexThroughout(a: number, b: number, v: number): number;
}

/** The parts of the kernel that are not called from outside are for once. */
const EXPORTS = [
  "export { apartAtVertexThroughout } from './apart-at-vertex';",
  "export { testMovingContour } from './moving-contours';",
  "export { projectAlongMask } from './projection';",
].join('\n');

/** The kernel's tests of patches over a step, for patches of up to so many vertices and edges of contours. */
export class MovingContourRoom {
  readonly #arena;
  readonly #calls: ContourCalls;

  private constructor(binary: Uint8Array, most: number) {
    const fields = {
      positions: ['float64', 3 * most],
      nextPositions: ['float64', 3 * most],
      loopStart: ['uint32', most],
      loopVertices: ['uint32', 8 * most],
      nodeOfPatch: ['uint32', most],
      directions: ['int32', 3 * 32],
      stepContour: ['uint8', STEP_EDGE_BYTES * most + STEP_CONTOUR_BYTES],
    } as const;
    const { arena, calls } = createKernelRoom(binary, fields, { mostStepEdges: most });
    this.#arena = arena;
    this.#calls = calls as ContourCalls;
  }

  static async create(most: number): Promise<MovingContourRoom> {
    const change = (text: string) => (text.includes("from './sieve';") ? `${text}\n${EXPORTS}` : text);
    return new MovingContourRoom(await compileKernel(change, []), most);
  }

  take({ start, vertices, nodeOfPatch }: ContourLoops, from: Float64Array, to: Float64Array): void {
    this.#arena.positions.set(from);
    this.#arena.nextPositions.set(to);
    this.#arena.loopStart.set(start);
    this.#arena.loopVertices.set(vertices);
    this.#arena.nodeOfPatch.set(nodeOfPatch);
  }

  isSimple(node: number, mask: number, directions: Int32Array): boolean {
    this.#look(mask, directions);
    return this.#calls.testMovingContour(node) === 1;
  }

  isApart(a: number, b: number, v: number, mask: number, directions: Int32Array): boolean {
    this.#look(mask, directions);
    return this.#calls.apartAtVertexThroughout(a, b, v) !== 0;
  }

  #look(mask: number, directions: Int32Array): void {
    this.#arena.directions.set(directions);
    this.#calls.projectAlongMask(mask);
  }
}
