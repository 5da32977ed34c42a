import { KernelSparse, type SparseArrays } from '../../kernel/kernel-sparse.ts';
import { subspaceFields } from '../../kernel/layout-mesh.ts';
import { layOutForEngine, type MeshKernel } from '../../kernel/mesh-kernel.ts';
import { type Certificates, FreeParts, listedCount } from '../certificates.ts';
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

  /** The same certificates, with radii where the kernel reads them if it searches by them. */
  take(certificates: Certificates): Certificates {
    const { arrays } = this;
    if (arrays === null || !isOfRadii(certificates)) return certificates;
    const put = (words: Uint32Array, radii: Float32Array) => {
      const own = floatsOf(words);
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
    if (this.arrays === null || this.#mesh === null || !isOfRadii(certificates)) return null;
    return { sparse: new KernelSparse(this.#mesh, this.arrays, isSingle), mesh: this.#mesh };
  }

  /** Budgets and lists for the kernel's walk by contours, which reads marks where radii would be. Null without kernel. */
  mark(certificates: Certificates): FreeParts | null {
    if (this.arrays === null || this.#mesh === null) return null;
    const { nodeRadius, pairRadius } = this.arrays;
    // between the marks of what is free and of what is not
    this.#mesh.calls.certifyPose(0.5);
    return new FreeParts(certificates, { nodes: floatsOf(nodeRadius), pairs: floatsOf(pairRadius) });
  }
}

/** Neither budgets nor lists. */
function isOfRadii(certificates: Certificates): boolean {
  return (
    certificates.budgets === null && listedCount(certificates) === 0 && certificates.listedSteps.place.length === 0
  );
}

function floatsOf(words: Uint32Array): Float32Array {
  return new Float32Array(words.buffer, words.byteOffset, words.length);
}
