import { countOf, wereSkipped } from '../../count-of.ts';
import { GrowingIndices } from '../../growing-array.ts';
import { PolygonCollector } from '../../polygons/polygon-collector.ts';
import type { TaggedVertices } from '../tagged-vertices.ts';
import type { GmshValues } from './gmsh-values.ts';

/** Nodes per element, by Gmsh's number of the element type (Gmsh manual, "MSH file format"). */
const NODES: ReadonlyMap<number, number> = new Map([
  [1, 2],
  [2, 3],
  [3, 4],
  [4, 4],
  [5, 8],
  [6, 6],
  [7, 5],
  [8, 3],
  [9, 6],
  [10, 9],
  [11, 10],
  [12, 27],
  [13, 18],
  [14, 14],
  [15, 1],
  [16, 8],
  [17, 20],
  [18, 15],
  [19, 13],
  [20, 9],
  [21, 10],
  [22, 12],
  [23, 15],
  [24, 15],
  [25, 21],
  [26, 4],
  [27, 5],
  [28, 6],
  [29, 20],
  [30, 35],
  [31, 56],
  [92, 64],
  [93, 125],
]);
const TRIANGLES = new Set([2, 9, 20, 21, 22, 23, 24, 25]);
const QUADS = new Set([3, 10, 16]);
const TETS = new Set([4, 11, 29, 30, 31]);
/** Points and lines: no shape to collide, not worth a warning. */
const THIN = new Set([1, 8, 15, 26, 27, 28]);

/** Collects the elements that make a surface or a volume. Elements of higher order count by their corners. */
export class GmshElements {
  readonly tets = new GrowingIndices();
  readonly polygons = new PolygonCollector();
  private readonly vertices: TaggedVertices;
  private higherOrder = 0;
  private skippedVolumes = 0;

  constructor(vertices: TaggedVertices) {
    this.vertices = vertices;
  }

  nodesOf(type: number, values: GmshValues): number {
    const nodes = NODES.get(type);
    if (nodes === undefined) throw values.error('an element type of the Gmsh manual', `found ${type}`);
    return nodes;
  }

  /** Reads the nodes of one element, each with `next`. */
  read(type: number, nodes: number, values: GmshValues, next: () => number): void {
    const isTet = TETS.has(type);
    const corners = isTet || QUADS.has(type) ? 4 : TRIANGLES.has(type) ? 3 : 0;
    if (corners > 0 && corners < nodes) this.higherOrder++;
    if (corners === 0 && !THIN.has(type)) this.skippedVolumes++;
    if (corners > 0 && !isTet) this.polygons.begin();
    for (let n = 0; n < nodes; n++) {
      const tag = next();
      if (n >= corners) continue;
      const vertex = this.vertices.find(tag);
      if (vertex < 0) throw values.error('the number of a node above', `found ${tag}`);
      if (isTet) this.tets.push(vertex);
      else this.polygons.add(vertex);
    }
    if (corners > 0 && !isTet) this.polygons.end();
  }

  warnings(): string[] {
    const warnings: string[] = [];
    if (this.higherOrder > 0) {
      const are = this.higherOrder === 1 ? 'is read by its corners' : 'are read by their corners';
      warnings.push(`${countOf(this.higherOrder, 'element')} of higher order ${are}.`);
    }
    if (this.skippedVolumes > 0) {
      warnings.push(wereSkipped(this.skippedVolumes, 'element', ' other than tetrahedra, triangles and quads'));
    }
    return warnings;
  }
}
