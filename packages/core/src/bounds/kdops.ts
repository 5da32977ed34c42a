import type { PatchTree } from '../partition/patch-tree.ts';
import type { Dop, DopDirections } from './dop-directions.ts';

/** How k-DOPs of where things are now grow to hold a step, instead of being fitted to both of its ends. Results are the same. */
export interface DopGrowth {
  create(tree: PatchTree, triangles: Uint32Array, directions: DopDirections): GrowingDops;
}

export interface GrowingDops {
  readonly byteLength: number;
  /** Positions times `unit` are what the k-DOPs were fitted to. */
  grow(dops: Float64Array, positions: Float64Array, next: Float64Array, unit: number): void;
}

/** What a tree of polytopes is made of. */
export interface DopKind {
  readonly dop: Dop;
  /** Children a node has at most. */
  readonly arity: 2 | 4 | 8;
  /** Null: fitted to both ends of a step, which is the tightest. */
  readonly growth: DopGrowth | null;
}

/** Projections are sums of three, less a shift: off by less than this part of the largest coordinate. Four times what is needed. */
const ROUNDING = 2 ** -45;
/** The same where motions are added, whose cones are off by a few units a level of the tree. */
const ROUGH = 2 ** -40;
/** From here on sums of coordinates could overflow: other directions than axes say nothing then. */
const MAX_SUM = 2 ** 1000;

/** A polytope that others are compared with: what is out of its reach need not be fitted. */
export interface DopNeighbour {
  /** For each direction how far against it and how far along it. */
  readonly dop: Float64Array;
  /** By direction: sums below prove that two are out of reach; see {@link Kdops}. */
  readonly apartBelow: Float64Array;
}

/**
 * Polytopes with faces in fixed directions (k-DOPs) around the nodes of a tree: per direction how far it reaches against and along it, in
 * doubles. Two nodes are apart if a gap along a direction is wider than the direction's length times the reach, plus `tolerance`: the gap is
 * how far one reaches along it and the other against it, added up, with the other sign.
 */
export class Kdops {
  readonly directions: DopDirections;
  /** By node: for each direction how far against it and how far along it. Nodes that were not fitted are nowhere: apart from all. */
  readonly dops: Float64Array;
  /** By node: how far vertices may be outside. */
  readonly slack: Float64Array;
  /** By direction, for the pose and step last fitted: what rounding may have added to a gap. */
  readonly tolerance: Float64Array;
  /**
   * Taken off where a swept step ends, of all that is compared: what moves together rests then, gaps stay the same and polytopes shrink. Three
   * coordinates, 0 until `followMean` sets it.
   */
  readonly shift: Float64Array = new Float64Array(3);
  readonly #tree: PatchTree;
  readonly #triangles: Uint32Array;
  readonly #growth: DopGrowth | null;
  /** The same as `dops`, of vertices or their ways: each is projected once, though six triangles have it. */
  readonly #vertices: Float64Array;
  /** By vertex: first directions, against and along, in which it is out of the neighbour's reach. */
  readonly #outside: Uint8Array;
  readonly #missing: Uint8Array;
  /** The largest coordinate last looked for. */
  readonly #largest = new Float64Array(1);
  /** Made when first needed. */
  #grown: GrowingDops | null = null;

  constructor(
    tree: PatchTree,
    triangles: Uint32Array,
    vertexCount: number,
    directions: DopDirections,
    growth: DopGrowth | null,
  ) {
    this.#tree = tree;
    this.#triangles = triangles;
    this.#growth = growth;
    this.directions = directions;
    this.dops = new Float64Array(2 * directions.count * tree.nodeCount);
    this.slack = new Float64Array(tree.nodeCount);
    this.tolerance = new Float64Array(directions.count);
    this.#vertices = new Float64Array(2 * directions.count * vertexCount);
    this.#outside = new Uint8Array(vertexCount);
    this.#missing = new Uint8Array(tree.nodeCount);
  }

  get byteLength(): number {
    const { dops, slack, tolerance } = this;
    const own = [dops, slack, tolerance, this.#vertices, this.#outside, this.#missing];
    return own.reduce((bytes, array) => bytes + array.byteLength, this.#grown?.byteLength ?? 0);
  }

  /**
   * Fits all nodes to a pose, or to a step; positions are taken times `unit`, a power of two. With `near`, leaves out of its reach may stay
   * nowhere, and the tolerance, which its reach has to know, was set.
   */
  fit(positions: Float64Array, next: Float64Array | null, unit = 1, near: DopNeighbour | null = null): void {
    const grows = next !== null && this.#growth !== null;
    this.slack.fill(0);
    this.#project(positions, unit, false);
    if (next !== null && !grows) this.#project(next, unit, true);
    if (near === null) this.setTolerance(positions, next, unit);
    if (near !== null && !grows) this.#compare(near);
    else this.#outside.fill(0);
    this.#fitNodes();
    if (next !== null && this.#growth !== null) {
      this.#grown ??= this.#growth.create(this.#tree, this.#triangles, this.directions);
      this.#grown.grow(this.dops, positions, next, unit);
    }
  }

  fitLeaf(leaf: number, positions: Float64Array): void {
    const { count, vectors } = this.directions;
    const { dops } = this;
    const at = 2 * count * leaf;
    dops.fill(Number.NEGATIVE_INFINITY, at, at + 2 * count);
    const t = this.#tree.firstTriangle[leaf];
    for (let i = 3 * t; i < 3 * t + 3; i++) {
      const v = 3 * this.#triangles[i];
      const x = positions[v];
      const y = positions[v + 1];
      const z = positions[v + 2];
      for (let d = 0; d < count; d++) {
        const along = vectors[3 * d] * x + vectors[3 * d + 1] * y + vectors[3 * d + 2] * z;
        if (-along > dops[at + 2 * d]) dops[at + 2 * d] = -along;
        if (along > dops[at + 2 * d + 1]) dops[at + 2 * d + 1] = along;
      }
    }
    this.slack[leaf] = 0;
  }

  /** Children lie within; vertices outside a child by its slack may be outside by as much. */
  join(node: number): void {
    const { dops, slack } = this;
    const { count } = this.directions;
    const left = node + 1;
    const right = this.#tree.rightChild[node];
    for (let k = 0; k < 2 * count; k++) {
      const a = dops[2 * count * left + k];
      const b = dops[2 * count * right + k];
      dops[2 * count * node + k] = a > b ? a : b;
    }
    slack[node] = Math.max(slack[left], slack[right]);
  }

  /** Chooses the mean motion of a mesh as the shift, if the polytopes are swept ones. */
  followMean(positions: Float64Array, next: Float64Array | null, unit = 1): void {
    const { shift } = this;
    const vertices = positions.length / 3;
    shift.fill(0);
    if (next === null || this.#growth !== null) return;
    for (let i = 0; i < positions.length; i += 3) {
      shift[0] += next[i] - positions[i];
      shift[1] += next[i + 1] - positions[i + 1];
      shift[2] += next[i + 2] - positions[i + 2];
    }
    for (let axis = 0; axis < 3; axis++) {
      const mean = (shift[axis] / vertices) * unit;
      shift[axis] = Number.isFinite(mean) ? mean : 0; // any shift will do
    }
  }

  setTolerance(positions: Float64Array, next: Float64Array | null, unit = 1): void {
    const numbers = this.#largest;
    numbers[0] = 0;
    raiseToLargest(numbers, positions);
    if (next !== null) raiseToLargest(numbers, next);
    const largest = unit * numbers[0];
    const grown = next !== null && this.#growth !== null;
    const shifted = next !== null && (this.shift[0] !== 0 || this.shift[1] !== 0 || this.shift[2] !== 0);
    const { count, lengths } = this.directions;
    for (let d = 0; d < count; d++) {
      // along an axis projections are coordinates, and the rounded difference of two keeps the order; a shift is no larger than twice the
      // largest coordinate, and rounded when taken off
      if (lengths[d] === 1 && !grown && !shifted) this.tolerance[d] = 0;
      else this.tolerance[d] = largest < MAX_SUM ? largest * (grown ? ROUGH : ROUNDING) : Number.POSITIVE_INFINITY;
    }
  }

  /** With `add`, to what was projected before. */
  #project(positions: Float64Array, unit: number, add: boolean): void {
    const { count, vectors } = this.directions;
    const out = this.#vertices;
    const left = add ? this.shift[0] : 0;
    const down = add ? this.shift[1] : 0;
    const back = add ? this.shift[2] : 0;
    for (let v = 0, at = 0; v < positions.length; v += 3) {
      const x = positions[v] * unit - left;
      const y = positions[v + 1] * unit - down;
      const z = positions[v + 2] * unit - back;
      for (let d = 0; d < 3 * count; d += 3, at += 2) {
        const along = vectors[d] * x + vectors[d + 1] * y + vectors[d + 2] * z;
        if (!add) {
          out[at] = -along;
          out[at + 1] = along;
        } else if (-along > out[at]) out[at] = -along;
        else if (along > out[at + 1]) out[at + 1] = along;
      }
    }
  }

  /** Along three directions: a triangle is out of reach if all its corners are, along one of them and on one side. */
  #compare({ dop, apartBelow }: DopNeighbour): void {
    const { count } = this.directions;
    const vertices = this.#vertices;
    const outside = this.#outside;
    for (let v = 0, at = 0; v < outside.length; v++, at += 2 * count) {
      let sides = 0;
      for (let d = 0; d < 3; d++) {
        if (vertices[at + 2 * d + 1] + dop[2 * d] < apartBelow[d]) sides |= 1 << d;
        if (vertices[at + 2 * d] + dop[2 * d + 1] < apartBelow[d]) sides |= 8 << d;
      }
      outside[v] = sides;
    }
  }

  /** From the leaves up: a child's number is larger than its parent's. */
  #fitNodes(): void {
    const { nodeCount, rightChild, firstTriangle } = this.#tree;
    const { dops } = this;
    const width = 2 * this.directions.count;
    const triangles = this.#triangles;
    const vertices = this.#vertices;
    const outside = this.#outside;
    const missing = this.#missing;
    for (let node = nodeCount - 1; node >= 0; node--) {
      const out = width * node;
      let right = rightChild[node];
      if (right === 0) {
        const t = 3 * firstTriangle[node];
        const a = triangles[t];
        const b = triangles[t + 1];
        const c = triangles[t + 2];
        missing[node] = outside[a] & outside[b] & outside[c];
        if (missing[node] !== 0) {
          // one direction suffices to be apart
          dops[out] = dops[out + 1] = Number.NEGATIVE_INFINITY;
          continue;
        }
        for (let k = 0, i = width * a, j = width * b, l = width * c; k < width; k++, i++, j++, l++) {
          const x = vertices[i];
          const y = vertices[j];
          const z = vertices[l];
          const most = x > y ? x : y;
          dops[out + k] = most > z ? most : z;
        }
        continue;
      }
      let left = node + 1;
      missing[node] = missing[left] !== 0 && missing[right] !== 0 ? 1 : 0;
      if (missing[node] !== 0) {
        dops[out] = dops[out + 1] = Number.NEGATIVE_INFINITY;
        continue;
      }
      if (missing[left] !== 0) left = right;
      else if (missing[right] !== 0) right = left;
      for (let k = 0, i = width * left, j = width * right; k < width; k++, i++, j++) {
        const x = dops[i];
        const y = dops[j];
        dops[out + k] = x > y ? x : y;
      }
    }
  }
}

/** In an array: as a result, V8 would put it on the heap. */
function raiseToLargest(out: Float64Array, positions: Float64Array): void {
  let largest = out[0];
  for (let i = 0; i < positions.length; i++) {
    const x = positions[i];
    if (x > largest) largest = x;
    else if (-x > largest) largest = -x;
  }
  out[0] = largest;
}
