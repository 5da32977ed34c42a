import { BOX_STRIDE, gaps } from '../../bounds/boxes.ts';
import type { Surface } from '../../mesh/surface.ts';
import { outcomes, type QueryTrace, type TraceBoxPair } from '../../results/query-trace.ts';
import { LOOP_END, VERTEX_BITS } from './contour-loops.ts';
import type { Preparation } from './preparation.ts';

export class TraceRecorder {
  readonly #preparation: Preparation;
  readonly #surface: Surface;
  #nodes: number[] = [];
  #outcomes: number[] = [];
  #boxPairs: TraceBoxPair[] = [];

  constructor(preparation: Preparation, surface: Surface) {
    this.#preparation = preparation;
    this.#surface = surface;
  }

  clear(): void {
    this.#nodes = [];
    this.#outcomes = [];
    this.#boxPairs = [];
  }

  add(node: number, outcome: number): void {
    this.#nodes.push(node);
    this.#outcomes.push(outcome);
  }

  addBoxPair(patchA: number, patchB: number, boxes: Int32Array): void {
    const apart = gaps(boxes, BOX_STRIDE * patchA, BOX_STRIDE * patchB) < 0;
    this.#boxPairs.push({ patchA, patchB, apart });
  }

  trace(): QueryTrace {
    const { tree, testTree, contourLoops } = this.#preparation;
    const surface = this.#surface;
    const nodes = this.#nodes;
    const visits = nodes.map((node, i) => ({
      patchA: testTree.patchA[node],
      patchB: testTree.patchB[node],
      outcome: outcomes[this.#outcomes[i]],
    }));
    // built when first asked for; a pair of patches is one number, exact since there are far fewer than 2²⁶ patches
    let nodeOfPair: Map<number, number> | undefined;
    const pairKey = (a: number, b: number) => a * tree.nodeCount + b;
    return {
      visits,
      boxPairs: this.#boxPairs,
      trianglesOf: (patch) => surface.triangleSource.slice(tree.firstTriangle[patch], tree.endTriangle[patch]),
      contourOf: (visit) => {
        nodeOfPair ??= new Map(visits.map(({ patchA, patchB }, i) => [pairKey(patchA, patchB), nodes[i]]));
        const node = nodeOfPair.get(pairKey(visit.patchA, visit.patchB));
        if (node === undefined) return [];
        const loops: Uint32Array[] = [];
        let loop: number[] = [];
        for (let i = contourLoops.start[node]; i < contourLoops.start[node + 1]; i++) {
          loop.push(surface.vertexSource[contourLoops.vertices[i] & VERTEX_BITS]);
          if (contourLoops.vertices[i] >= LOOP_END) {
            loops.push(Uint32Array.from(loop));
            loop = [];
          }
        }
        return loops;
      },
      levelOf: (patch) => {
        let level = 0;
        for (let node = 0; node !== patch; level++) {
          const right = tree.rightChild[node];
          node = right <= patch ? right : node + 1;
        }
        return level;
      },
    };
  }
}
