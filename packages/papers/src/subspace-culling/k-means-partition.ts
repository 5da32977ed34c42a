import type { Steps } from 'selfcollide/finder';
import { type PatchTree, PatchTreeBuilder, type Subspace } from 'selfcollide/parts';

/** Children of a node, as in the paper; two levels of a binary tree. */
const CHILDREN = 4;
/** Triangles that a leaf may hold. */
const LEAF = 4;
const ROUNDS = 8;

/**
 * The subspace paper's tree (§4), for the option `tree` of `createSubspaceDetector`: triangles that are near each other, at rest and in how they move, by k-means. What a node holds need not hang together.
 *
 * @param triangles With the numbers of the subspace's vertices.
 */
export function* kMeansTree(subspace: Subspace, triangles: Uint32Array): Steps<PatchTree> {
  const count = triangles.length / 3;
  const features = triangleFeatures(subspace, triangles);
  const width = features.length / count;
  const order = Uint32Array.from({ length: count }, (_, t) => t);
  const builder = new PatchTreeBuilder(Math.max(1, count));
  const clusters = new Clusters(features, width);
  /** Of nodes to be made, the last one first: where each begins and ends, its depth, and whose right child it is, or −1. */
  const waiting: [first: number, end: number, depth: number, parent: number, parts: readonly number[]][] = [
    [0, count, 1, -1, []],
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [first, end, depth, parent, known] = next;
    const node = builder.add(first, end, depth, false);
    if (parent >= 0) builder.setRightChild(parent, node);
    if (end - first <= LEAF && known.length === 0) continue;
    // where the parts of this range begin, besides the first
    const cuts = known.length > 0 ? known : clusters.cut(order, first, end);
    const half = (cuts.length + 1) >> 1;
    const middle = cuts[half - 1];
    waiting.push([middle, end, depth + 1, node, cuts.slice(half)]);
    waiting.push([first, middle, depth + 1, -1, cuts.slice(0, half - 1)]);
    yield first / count;
  }
  return builder.finish(order);
}

/** Middles at rest, and mean rows by how far they move at norm `farthest`: both are lengths. */
function triangleFeatures({ rank, rest, rows, farthest }: Subspace, triangles: Uint32Array): Float32Array {
  const width = 3 + 3 * rank;
  const features = new Float32Array((width * triangles.length) / 3);
  for (let t = 0; t < triangles.length / 3; t++) {
    for (let corner = 3 * t; corner < 3 * t + 3; corner++) {
      const v = 3 * triangles[corner];
      for (let axis = 0; axis < 3; axis++) features[width * t + axis] += rest[v + axis] / 3;
      for (let i = 0; i < 3 * rank; i++) features[width * t + 3 + i] += (farthest * rows[v * rank + i]) / 3;
    }
  }
  return features;
}

class Clusters {
  readonly #features: Float32Array;
  readonly #width: number;
  readonly #middles: Float64Array;
  readonly #counts = new Uint32Array(CHILDREN);

  constructor(features: Float32Array, width: number) {
    this.#features = features;
    this.#width = width;
    this.#middles = new Float64Array(CHILDREN * width);
  }

  /** Sorts triangles of a range into clusters and says where all but the first begin: one to three places, none of them empty. */
  cut(order: Uint32Array, first: number, end: number): number[] {
    const part = order.slice(first, end);
    const count = Math.min(CHILDREN, part.length);
    this.#spread(part, count);
    const own = new Uint8Array(part.length);
    for (let round = 0; round < ROUNDS; round++) {
      for (let i = 0; i < part.length; i++) own[i] = this.#nearest(part[i], count);
      this.#meansOf(part, own, count);
    }
    const cuts: number[] = [];
    let at = first;
    for (let k = 0; k < count; k++) {
      const before = at;
      for (let i = 0; i < part.length; i++) if (own[i] === k) order[at++] = part[i];
      if (before > first && at > before) cuts.push(before);
    }
    // all in one place: any halves will do
    return cuts.length > 0 ? cuts : [(first + end) >> 1];
  }

  /** Begins with triangles that are far from each other. */
  #spread(part: Uint32Array, count: number): void {
    let farthest = part[0];
    const distances = new Float64Array(part.length).fill(Number.POSITIVE_INFINITY);
    for (let k = 0; k < count; k++) {
      this.#middles.set(this.#featuresOf(farthest), k * this.#width);
      let most = -1;
      for (let i = 0; i < part.length; i++) {
        distances[i] = Math.min(distances[i], this.#distance(part[i], k));
        if (distances[i] > most) {
          most = distances[i];
          farthest = part[i];
        }
      }
    }
  }

  #nearest(t: number, count: number): number {
    let nearest = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let k = 0; k < count; k++) {
      const distance = this.#distance(t, k);
      if (distance < least) {
        least = distance;
        nearest = k;
      }
    }
    return nearest;
  }

  #meansOf(part: Uint32Array, own: Uint8Array, count: number): void {
    const width = this.#width;
    const middles = this.#middles;
    const counts = this.#counts.fill(0);
    for (const k of own) counts[k]++;
    for (let k = 0; k < count; k++) if (counts[k] > 0) middles.fill(0, k * width, (k + 1) * width);
    for (let i = 0; i < part.length; i++) {
      const features = this.#featuresOf(part[i]);
      for (let j = 0; j < width; j++) middles[own[i] * width + j] += features[j] / counts[own[i]];
    }
  }

  #featuresOf(t: number): Float32Array {
    return this.#features.subarray(t * this.#width, (t + 1) * this.#width);
  }

  #distance(t: number, k: number): number {
    const width = this.#width;
    let sum = 0;
    for (let j = 0, a = t * width, b = k * width; j < width; j++) {
      const d = this.#features[a++] - this.#middles[b++];
      sum += d * d;
    }
    return sum;
  }
}
