import { KernelSparse, type SparseArrays } from '../../kernel/kernel-sparse.ts';
import { subspaceFields } from '../../kernel/layout-mesh.ts';
import { layOutForEngine, type MeshKernel } from '../../kernel/mesh-kernel.ts';
import { type Certificates, listedCount } from '../certificates.ts';
import type { NodesToCertify } from './certify-nodes.ts';
import { countMeans } from './node-motions.ts';
import type { Subspace } from './subspace.ts';

/** Has what a subspace is searched by laid out in the memory of a finder's kernel, if it gets one. */
export class KernelRoom {
  /** Null before there is a finder, and where it has no kernel. */
  arrays: SparseArrays | null = null;
  #mesh: MeshKernel | null = null;
  /** Instead of the function of the same task. */
  readonly layOut: typeof layOutForEngine;

  constructor({ rank, rest, rows }: Subspace, { tree, testTree }: Pick<NodesToCertify, 'tree' | 'testTree'>) {
    this.layOut = (caller, engine, surface, needs, fields) => {
      const sizes = {
        rank,
        vertexCount: surface.vertexCount,
        nodeCount: tree.nodeCount,
        meanCount: countMeans(tree),
        testNodeCount: testTree.nodeCount,
        boxPairCount: testTree.boxPairs.length / 2,
      };
      const own = subspaceFields(sizes, { modeRest: rest, modeRows: rows });
      const room = layOutForEngine(caller, engine, surface, needs, { ...fields, ...own });
      // without a kernel nothing of its own is needed
      if (room.kernel === null)
        return { ...layOutForEngine(caller, 'plain', surface, needs, fields), reason: room.reason };
      this.#mesh = room.kernel;
      this.arrays = room.arena as unknown as SparseArrays;
      return room as unknown as ReturnType<typeof layOutForEngine<typeof fields>>;
    };
  }

  /** The same certificates, with radii where the kernel reads them. */
  take(certificates: Certificates): Certificates {
    const { arrays } = this;
    if (arrays === null) return certificates;
    const put = (words: Uint32Array, radii: Float32Array) => {
      const own = new Float32Array(words.buffer, words.byteOffset, words.length);
      own.set(radii);
      return own;
    };
    return {
      ...certificates,
      nodeRadius: put(arrays.nodeRadius, certificates.nodeRadius),
      pairRadius: put(arrays.pairRadius, certificates.pairRadius),
      stepRadius: put(arrays.stepRadius, certificates.stepRadius),
    };
  }

  /** Null where TypeScript has to search: the kernel knows of radii only, not of budgets or lists. */
  use(
    certificates: Certificates,
    isSingle: boolean,
  ): { readonly sparse: KernelSparse; readonly mesh: MeshKernel } | null {
    if (this.arrays === null || this.#mesh === null) return null;
    if (certificates.budgets !== null || listedCount(certificates) > 0) return null;
    if (certificates.listedSteps.place.length > 0) return null;
    return { sparse: new KernelSparse(this.#mesh, this.arrays, isSingle), mesh: this.#mesh };
  }
}
