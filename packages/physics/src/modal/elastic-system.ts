import type { ElasticTets } from './elastic-tets.ts';
import type { BlockMatrix } from './linear-algebra/block-matrix.ts';
import { type EliminationTree, eliminationTree } from './linear-algebra/elimination-tree.ts';
import { type Graph, nestedDissection } from './linear-algebra/nested-dissection.ts';
import { rigidMotions } from './rigid-motions.ts';

/** Unknowns of a body, three for each vertex that moves, numbered in the order of elimination. */
export interface ElasticSystem {
  /** Vertex of each block of three unknowns. */
  readonly vertices: Int32Array;
  /** Mass of each block. */
  readonly masses: Float64Array;
  /** Linear stiffness K. */
  readonly stiffness: BlockMatrix;
  readonly tree: EliminationTree;
  /** Motions without strain, orthonormal in masses. */
  readonly rigid: readonly Float64Array[];
}

export function createElasticSystem(body: ElasticTets): ElasticSystem {
  const { vertexCount, positions, tets, isFixed } = body;
  const blockOf = new Int32Array(vertexCount).fill(-1);
  const free: number[] = [];
  for (let v = 0; v < vertexCount; v++) if (isFixed[v] === 0) blockOf[v] = free.push(v) - 1;

  const freePositions = new Float64Array(3 * free.length).map(
    (_, i) => positions[3 * free[Math.floor(i / 3)] + (i % 3)],
  );
  const { order, first, parent } = nestedDissection(freeGraph(tets, blockOf, free.length), freePositions);
  const vertices = order.map((block) => free[block]);
  for (let block = 0; block < vertices.length; block++) blockOf[vertices[block]] = block;
  const graph = freeGraph(tets, blockOf, free.length);
  const masses = Float64Array.from(vertices, (v) => body.masses[v]);
  return {
    vertices,
    masses,
    stiffness: assembleStiffness(body, blockOf, graph),
    tree: eliminationTree(graph, first, parent),
    rigid: rigidMotions(body.held, positions, vertices, masses),
  };
}

/** Blocks that have a tet in common, ascending. */
function freeGraph(tets: Uint32Array, blockOf: Int32Array, blockCount: number): Graph {
  const tetStart = new Int32Array(blockCount + 1);
  for (let i = 0; i < tets.length; i++) if (blockOf[tets[i]] >= 0) tetStart[blockOf[tets[i]] + 1]++;
  for (let block = 0; block < blockCount; block++) tetStart[block + 1] += tetStart[block];
  const tetsOf = new Int32Array(tetStart[blockCount]);
  const filled = tetStart.slice();
  for (let i = 0; i < tets.length; i++) if (blockOf[tets[i]] >= 0) tetsOf[filled[blockOf[tets[i]]]++] = i >> 2;

  const start = new Int32Array(blockCount + 1);
  const neighbors: number[] = [];
  const seen = new Int32Array(blockCount).fill(-1);
  for (let block = 0; block < blockCount; block++) {
    seen[block] = block;
    const list: number[] = [];
    for (let k = tetStart[block]; k < tetStart[block + 1]; k++) {
      for (let corner = 4 * tetsOf[k]; corner < 4 * tetsOf[k] + 4; corner++) {
        const other = blockOf[tets[corner]];
        if (other < 0 || seen[other] === block) continue;
        seen[other] = block;
        list.push(other);
      }
    }
    list.sort((a, b) => a - b);
    for (const other of list) neighbors.push(other);
    start[block + 1] = neighbors.length;
  }
  return { start, neighbors: Int32Array.from(neighbors) };
}

/** Linear elasticity: block (a, b) of a tet is V·(λ·gₐgᵦᵀ + μ·gᵦgₐᵀ + μ·gₐ·gᵦ·1), g the gradients of weights. */
function assembleStiffness(body: ElasticTets, blockOf: Int32Array, graph: Graph): BlockMatrix {
  const { tets, volumes, gradients, lambda, mu } = body;
  const size = graph.start.length - 1;
  const start = new Int32Array(size + 1);
  const columns = new Int32Array(graph.neighbors.length + size);
  for (let block = 0; block < size; block++) {
    const row = [block, ...graph.neighbors.subarray(graph.start[block], graph.start[block + 1])].sort((a, b) => a - b);
    columns.set(row, start[block]);
    start[block + 1] = start[block] + row.length;
  }
  const values = new Float64Array(9 * columns.length);
  for (let t = 0; t < volumes.length; t++) {
    for (let a = 0; a < 4; a++) {
      const row = blockOf[tets[4 * t + a]];
      if (row < 0) continue;
      for (let b = 0; b < 4; b++) {
        const column = blockOf[tets[4 * t + b]];
        if (column < 0) continue;
        let e = start[row];
        while (columns[e] !== column) e++;
        const g = 12 * t + 3 * a;
        const h = 12 * t + 3 * b;
        const dot =
          gradients[g] * gradients[h] + gradients[g + 1] * gradients[h + 1] + gradients[g + 2] * gradients[h + 2];
        for (let i = 0; i < 3; i++) {
          for (let j = 0; j < 3; j++) {
            values[9 * e + 3 * i + j] +=
              volumes[t] * (lambda * gradients[g + i] * gradients[h + j] + mu * gradients[g + j] * gradients[h + i]);
          }
          values[9 * e + 4 * i] += volumes[t] * mu * dot;
        }
      }
    }
  }
  return { size, start, columns, values };
}
