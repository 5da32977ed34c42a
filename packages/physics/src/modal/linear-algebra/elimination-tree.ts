import type { Graph } from './nested-dissection.ts';

/**
 * What elimination in a given order touches. Blocks are numbered in that order. Node i eliminates blocks
 * `first[i] … first[i + 1])` and changes the later blocks `below[belowStart[i] … belowStart[i + 1])`, ascending.
 */
export interface EliminationTree {
  readonly first: Int32Array;
  readonly parent: Int32Array;
  readonly belowStart: Int32Array;
  readonly below: Int32Array;
  /** Where the rows of node i start in the factor; the last entry is its length. */
  readonly panelStart: Float64Array;
}

/** Symbolic elimination; `graph` is numbered in the order of elimination, ranges and parents come from the dissection. */
export function eliminationTree(graph: Graph, first: Int32Array, parent: Int32Array): EliminationTree {
  const nodeCount = parent.length;
  const blockCount = graph.start.length - 1;
  const mark = new Int32Array(blockCount).fill(-1);
  const children: number[][] = Array.from({ length: nodeCount }, () => []);
  const belowOf: Int32Array[] = [];
  const belowStart = new Int32Array(nodeCount + 1);
  const panelStart = new Float64Array(nodeCount + 1);
  for (let node = 0; node < nodeCount; node++) {
    const end = first[node + 1];
    const rows: number[] = [];
    const add = (block: number) => {
      if (block < end || mark[block] === node) return;
      mark[block] = node;
      rows.push(block);
    };
    for (let block = first[node]; block < end; block++) {
      for (let e = graph.start[block]; e < graph.start[block + 1]; e++) add(graph.neighbors[e]);
    }
    for (const child of children[node]) for (const block of belowOf[child]) add(block);
    if (parent[node] >= 0) children[parent[node]].push(node);
    belowOf.push(Int32Array.from(rows).sort());
    belowStart[node + 1] = belowStart[node] + rows.length;
    const own = end - first[node];
    panelStart[node + 1] = panelStart[node] + 9 * own * (own + rows.length);
  }
  const below = new Int32Array(belowStart[nodeCount]);
  for (let node = 0; node < nodeCount; node++) below.set(belowOf[node], belowStart[node]);
  return { first, parent, belowStart, below, panelStart };
}
