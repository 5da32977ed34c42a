import type { Boxes } from '../../bounds/boxes.ts';
import { VISIT_BITS } from '../../kernel/layout-mesh.ts';
import type { Surface } from '../../mesh/surface.ts';
import {
  outcomes,
  type QueryTrace,
  type TraceBoxPair,
  type TraceProjection,
  type TraceVisit,
} from '../../results/query-trace.ts';
import { LOOP_END, VERTEX_BITS } from './contour-loops.ts';
import { isCulled, LEAF_TESTED, NOT_TRIED, wasProjected } from './outcomes.ts';
import type { Preparation } from './preparation.ts';
import { createProjection, type Projection, projectAlongMask } from './projection.ts';

export class TraceRecorder {
  readonly #preparation: Preparation;
  readonly #surface: Surface;
  #nodes: number[] = [];
  #outcomes: number[] = [];
  #boxPairs: TraceBoxPair[] = [];
  #projections = new Map<number, TraceProjection>();

  constructor(preparation: Preparation, surface: Surface) {
    this.#preparation = preparation;
    this.#surface = surface;
  }

  clear(): void {
    this.#nodes = [];
    this.#outcomes = [];
    this.#boxPairs = [];
    this.#projections = new Map();
  }

  /** @param projection Along which the contour was tested; null if it was not. */
  add(node: number, outcome: number, projection: Readonly<Projection> | null, positions: Float64Array): void {
    this.#nodes.push(node);
    this.#outcomes.push(outcome);
    if (projection !== null) this.#projections.set(node, this.#project(node, projection, positions));
  }

  /** What the kernel did with test nodes from … end − 1: `visits` are those that it asked about, all others were compared by boxes. */
  addVisits(
    from: number,
    end: number,
    visits: Uint32Array,
    visitCount: number,
    directions: Int32Array,
    positions: Float64Array,
    boxes: Boxes,
  ): void {
    const { tree, testTree } = this.#preparation;
    const { patchA, patchB, skip, boxStart, boxPairs } = testTree;
    const projection = createProjection();
    let visit = 0;
    for (let node = from; node < end; ) {
      const isLeaf = tree.rightChild[patchA[node]] === 0 && tree.rightChild[patchB[node]] === 0;
      let outcome = isLeaf ? LEAF_TESTED : NOT_TRIED;
      let mask = 0;
      if (visit < visitCount && (visits[2 * visit] & ((1 << VISIT_BITS) - 1)) === node) {
        outcome = visits[2 * visit] >>> VISIT_BITS;
        mask = visits[2 * visit + 1];
        visit++;
      }
      if (wasProjected(outcome)) projectAlongMask(projection, mask, directions);
      this.add(node, outcome, wasProjected(outcome) ? projection : null, positions);
      if (isCulled(outcome)) {
        node = skip[node];
        continue;
      }
      for (let i = boxStart[node]; i < boxStart[node + 1]; i++) {
        boxes.fit(boxPairs[2 * i]);
        this.addBoxPair(boxPairs[2 * i], boxPairs[2 * i + 1], boxes);
      }
      node++;
    }
  }

  #project(node: number, projection: Readonly<Projection>, positions: Float64Array): TraceProjection {
    const { main, i, j, ax, bx, ay, by, dx, dy, dz } = projection;
    const project = (...point: [number, number, number]): [number, number] => [
      ax * point[i] + bx * point[main],
      ay * point[j] + by * point[main],
    ];
    const loops = this.#loopsOf(node).map((loop) =>
      Float64Array.from(loop.flatMap((v) => project(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]))),
    );
    return { direction: [dx, dy, dz], loops, project };
  }

  /** The triangle beyond each edge of the loops, in the caller's numbers. */
  #acrossOf(node: number): Int32Array[] {
    const { tree, testTree } = this.#preparation;
    const { triangles, vertexCount, halfEdges, triangleSource } = this.#surface;
    const inside = (t: number) =>
      [testTree.patchA[node], testTree.patchB[node]].some((p) => t >= tree.firstTriangle[p] && t < tree.endTriangle[p]);
    const beyond = new Map<number, number>();
    for (let h = 0; h < triangles.length; h++) {
      const t = Math.floor(h / 3);
      if (!inside(t)) continue;
      const other = Math.floor(halfEdges.ring[h] / 3);
      if (other !== t && inside(other)) continue;
      const next = triangles[h % 3 === 2 ? h - 2 : h + 1];
      beyond.set(triangles[h] * vertexCount + next, other === t ? -1 : triangleSource[other]);
    }
    return this.#loopsOf(node).map((loop) =>
      Int32Array.from(loop, (v, k) => beyond.get(v * vertexCount + loop[(k + 1) % loop.length]) ?? -1),
    );
  }

  /** Loops of the surface's vertices. */
  #loopsOf(node: number): number[][] {
    const { start, vertices } = this.#preparation.contourLoops;
    const loops: number[][] = [];
    let loop: number[] = [];
    for (let i = start[node]; i < start[node + 1]; i++) {
      loop.push(vertices[i] & VERTEX_BITS);
      if (vertices[i] >= LOOP_END) {
        loops.push(loop);
        loop = [];
      }
    }
    return loops;
  }

  addBoxPair(patchA: number, patchB: number, boxes: Boxes): void {
    this.#boxPairs.push({ patchA, patchB, apart: boxes.areApart(patchA, patchB) });
  }

  trace(): QueryTrace {
    const { tree, testTree } = this.#preparation;
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
    const nodeOf = (visit: TraceVisit): number | undefined => {
      nodeOfPair ??= new Map(visits.map(({ patchA, patchB }, i) => [pairKey(patchA, patchB), nodes[i]]));
      return nodeOfPair.get(pairKey(visit.patchA, visit.patchB));
    };
    const projections = this.#projections;
    return {
      visits,
      boxPairs: this.#boxPairs,
      trianglesOf: (patch) => surface.triangleSource.slice(tree.firstTriangle[patch], tree.endTriangle[patch]),
      contourOf: (visit) => {
        const node = nodeOf(visit);
        if (node === undefined) return [];
        return this.#loopsOf(node).map((loop) => Uint32Array.from(loop, (v) => surface.vertexSource[v]));
      },
      acrossOf: (visit) => {
        const node = nodeOf(visit);
        return node === undefined ? [] : this.#acrossOf(node);
      },
      projectionOf: (visit) => projections.get(nodeOf(visit) ?? -1) ?? null,
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
