/** Points that move as rest + rows·q, of which the first `rank` coordinates count. */
export interface MovingPoints {
  readonly rank: number;
  readonly rest: Float64Array;
  /** Row 3v + axis begins at (3v + axis)·stride. */
  readonly rows: Float64Array;
  readonly stride: number;
}

const LEAF_ITEMS = 8;

/**
 * A tree of spheres around items (points, triangles or tets) that stay around them however the points move: centres move with the mean
 * of the points' rows, radii grow by the largest deviation from it (bounded-deformation tree; subspace paper §4). Spheres do
 * not care how the body is turned.
 */
export class SphereTree {
  readonly nodeCount: number;
  /** Nodes in preorder; 0 marks a leaf, else the second child: the first comes next. */
  readonly rightChild: Uint32Array;
  /** Items of a node are `order[first …end]`. */
  readonly first: Uint32Array;
  readonly end: Uint32Array;
  readonly order: Uint32Array;
  /** Centre and radius at rest. */
  readonly spheres: Float64Array;
  /** Mean rows of a node's points, three a node. */
  readonly means: Float64Array;
  /** How far a point can get from the mean's place: for each coordinate a unit, then for the norm of all. */
  readonly growth: Float64Array;

  /** @param items `arity` points each. */
  constructor(points: MovingPoints, items: Uint32Array, arity: number) {
    const { rank, rest } = points;
    const count = items.length / arity;
    this.order = Uint32Array.from({ length: count }, (_, i) => i);
    const middles = new Float64Array(3 * count);
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < arity; k++) {
        for (let axis = 0; axis < 3; axis++) middles[3 * i + axis] += rest[3 * items[arity * i + k] + axis] / arity;
      }
    }
    const first: number[] = [];
    const end: number[] = [];
    const right: number[] = [];
    const build = (from: number, to: number): void => {
      const node = first.push(from) - 1;
      end.push(to);
      right.push(0);
      if (to - from <= LEAF_ITEMS) return;
      const axis = widestAxis(middles, this.order, from, to);
      this.order.subarray(from, to).sort((a, b) => middles[3 * a + axis] - middles[3 * b + axis] || a - b);
      const half = (from + to) >> 1;
      build(from, half);
      right[node] = first.length;
      build(half, to);
    };
    build(0, count);
    this.nodeCount = first.length;
    this.first = Uint32Array.from(first);
    this.end = Uint32Array.from(end);
    this.rightChild = Uint32Array.from(right);
    this.spheres = new Float64Array(4 * this.nodeCount);
    this.means = new Float64Array(3 * rank * this.nodeCount);
    this.growth = new Float64Array((rank + 1) * this.nodeCount);
    for (let node = 0; node < this.nodeCount; node++) this.#fit(points, items, arity, node);
  }

  get byteLength(): number {
    const { rightChild, first, end, order, spheres } = this;
    const arrays = [rightChild, first, end, order, spheres, this.means, this.growth];
    return arrays.reduce((sum, array) => sum + array.byteLength, 0);
  }

  #fit({ rank, rest, rows, stride }: MovingPoints, items: Uint32Array, arity: number, node: number): void {
    const { order, first, end, spheres } = this;
    const mean = this.means.subarray(3 * rank * node, 3 * rank * (node + 1));
    const growth = this.growth.subarray((rank + 1) * node, (rank + 1) * (node + 1));
    const centre = [0, 0, 0];
    const share = 1 / (arity * (end[node] - first[node]));
    const visit = (use: (v: number) => void) => {
      for (let i = first[node]; i < end[node]; i++) {
        for (let k = 0; k < arity; k++) use(items[arity * order[i] + k]);
      }
    };
    visit((v) => {
      for (let axis = 0; axis < 3; axis++) {
        centre[axis] += share * rest[3 * v + axis];
        for (let i = 0; i < rank; i++) mean[axis * rank + i] += share * rows[(3 * v + axis) * stride + i];
      }
    });
    let radius = 0;
    visit((v) => {
      const away = Math.hypot(rest[3 * v] - centre[0], rest[3 * v + 1] - centre[1], rest[3 * v + 2] - centre[2]);
      radius = Math.max(radius, away);
      let all = 0;
      for (let i = 0; i < rank; i++) {
        let square = 0;
        for (let axis = 0; axis < 3; axis++) {
          square += (rows[(3 * v + axis) * stride + i] - mean[axis * rank + i]) ** 2;
        }
        growth[i] = Math.max(growth[i], Math.sqrt(square));
        all += square;
      }
      growth[rank] = Math.max(growth[rank], Math.sqrt(all));
    });
    spheres.set([...centre, radius], 4 * node);
  }
}

function widestAxis(middles: Float64Array, order: Uint32Array, from: number, to: number): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = from; i < to; i++) {
    for (let axis = 0; axis < 3; axis++) {
      const x = middles[3 * order[i] + axis];
      if (x < low[axis]) low[axis] = x;
      if (x > high[axis]) high[axis] = x;
    }
  }
  const extent = high.map((x, axis) => x - low[axis]);
  return extent.indexOf(Math.max(...extent));
}
