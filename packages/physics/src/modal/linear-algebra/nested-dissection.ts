import { minVertexCover } from './min-vertex-cover.ts';

/** Neighbours of every vertex: those of v are `neighbors[start[v] … start[v + 1])`. */
export interface Graph {
  readonly start: Int32Array;
  readonly neighbors: Int32Array;
}

/**
 * An order of elimination as a tree: node i owns vertices `order[first[i] … first[i + 1])`. Children come before
 * parents, and vertices of two nodes are neighbours only if one node is above the other.
 */
export interface Dissection {
  readonly order: Int32Array;
  readonly first: Int32Array;
  /** −1 for a root. */
  readonly parent: Int32Array;
}

/** Regions of this many vertices are not split further. */
const LEAF_SIZE = 16;
/** Places of a cut that are tried, as shares of the region. */
const SHARES = [0.4, 0.45, 0.5, 0.55, 0.6];
/** Cuts for which the thinnest separator is computed. */
const FINALISTS = 4;
/** The axes and the diagonals of two. */
const DIRECTIONS = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [1, 1, 0],
  [1, -1, 0],
  [0, 1, 1],
  [0, 1, -1],
  [1, 0, 1],
  [1, 0, -1],
];

/**
 * Fill-reducing order by nested dissection: cuts regions in two, again and again, and eliminates separators last. Cuts
 * are planes in a few directions, and surfaces midway between two far ends of the region's graph, which follow
 * bodies that wind; the thinnest one wins.
 */
export function nestedDissection(graph: Graph, positions: ArrayLike<number>): Dissection {
  const count = graph.start.length - 1;
  const order = new Int32Array(count).map((_, v) => v);
  const first: number[] = [];
  const parent: number[] = [];
  const cutter = createCutter(graph, positions);

  // returns the topmost node of the range; recursion is as deep as the tree, whose regions shrink by the shares above
  const dissect = (from: number, to: number): number[] => {
    let below: number[] = [];
    let own = from;
    if (to - from > LEAF_SIZE) {
      const sizes = cutter(order, from, to);
      if (sizes !== undefined) {
        const [left, right] = sizes;
        below = [...dissect(from, from + left), ...dissect(from + left, from + left + right)];
        own = from + left + right;
      }
    }
    if (own === to) return below; // the halves were not connected
    first.push(own);
    parent.push(-1);
    const node = first.length - 1;
    for (const child of below) parent[child] = node;
    return [node];
  };
  dissect(0, count);
  first.push(count);
  return { order, first: Int32Array.from(first), parent: Int32Array.from(parent) };
}

interface Cut {
  readonly key: number;
  readonly limit: number;
  readonly cost: number;
}

/** The function that sorts a range of `order` into left, right and separator, and returns the first two sizes. */
function createCutter(graph: Graph, positions: ArrayLike<number>) {
  const { start, neighbors } = graph;
  const count = start.length - 1;
  const keyCount = DIRECTIONS.length + 1;
  const keys = Array.from({ length: keyCount }, () => new Float64Array(count));
  const region = new Int32Array(count).fill(-1); // number of the region a vertex is in
  const distance = new Int32Array(count);
  const queue = new Int32Array(count);
  const place = new Int32Array(count);
  const side = new Uint8Array(count); // 0 left, 1 right, 2 separator
  const inLeft = new Uint8Array(count);
  const inRight = new Uint8Array(count);
  let regionNumber = -1;

  /** Fills `distance` with steps from a vertex, −1 where none lead; returns a last one. */
  const spread = (order: Int32Array, from: number, to: number, root: number): number => {
    for (let i = from; i < to; i++) distance[order[i]] = -1;
    distance[root] = 0;
    queue[0] = root;
    let tail = 1;
    for (let head = 0; head < tail; head++) {
      const v = queue[head];
      for (let e = start[v]; e < start[v + 1]; e++) {
        const w = neighbors[e];
        if (region[w] !== regionNumber || distance[w] >= 0) continue;
        distance[w] = distance[v] + 1;
        queue[tail++] = w;
      }
    }
    return queue[tail - 1];
  };

  const fillKeys = (order: Int32Array, from: number, to: number): void => {
    for (let i = from; i < to; i++) {
      const v = order[i];
      for (let k = 0; k < DIRECTIONS.length; k++) {
        const d = DIRECTIONS[k];
        keys[k][v] = d[0] * positions[3 * v] + d[1] * positions[3 * v + 1] + d[2] * positions[3 * v + 2];
      }
    }
    const far = spread(order, from, to, order[from]);
    const opposite = spread(order, from, to, far);
    const midway = keys[DIRECTIONS.length];
    for (let i = from; i < to; i++) midway[order[i]] = distance[order[i]];
    spread(order, from, to, opposite);
    for (let i = from; i < to; i++) {
      const v = order[i];
      // what the ends cannot reach goes to one side
      midway[v] = distance[v] < 0 ? Number.NEGATIVE_INFINITY : midway[v] - distance[v];
    }
  };

  const roughCut = (order: Int32Array, from: number, to: number, key: number, limit: number): Cut | undefined => {
    const values = keys[key];
    let left = 0;
    let edgeLeft = 0;
    let edgeRight = 0;
    for (let i = from; i < to; i++) {
      const v = order[i];
      const isLeft = values[v] < limit;
      if (isLeft) left++;
      for (let e = start[v]; e < start[v + 1]; e++) {
        const w = neighbors[e];
        if (region[w] !== regionNumber || values[w] < limit === isLeft) continue;
        if (isLeft) edgeLeft++;
        else edgeRight++;
        break;
      }
    }
    const right = to - from - left;
    if (Math.min(left, right) < 0.2 * (to - from)) return undefined;
    return { key, limit, cost: Math.min(edgeLeft, edgeRight) };
  };

  /** Sets `side`; returns how many vertices separate. */
  const separate = (order: Int32Array, from: number, to: number, { key, limit }: Cut): number => {
    const values = keys[key];
    const leftOnes: number[] = [];
    const rightOnes: number[] = [];
    const edgeStart = [0];
    const ends: number[] = [];
    for (let i = from; i < to; i++) {
      const v = order[i];
      side[v] = values[v] < limit ? 0 : 1;
      place[v] = -1;
    }
    for (let i = from; i < to; i++) {
      const v = order[i];
      if (side[v] !== 0) continue;
      const before = ends.length;
      for (let e = start[v]; e < start[v + 1]; e++) {
        const w = neighbors[e];
        if (region[w] !== regionNumber || side[w] === 0) continue;
        if (place[w] < 0) place[w] = rightOnes.push(w) - 1;
        ends.push(place[w]);
      }
      if (ends.length === before) continue;
      leftOnes.push(v);
      edgeStart.push(ends.length);
    }
    minVertexCover(leftOnes.length, rightOnes.length, edgeStart, ends, inLeft, inRight);
    let size = 0;
    for (let a = 0; a < leftOnes.length; a++) {
      if (inLeft[a] === 1) {
        side[leftOnes[a]] = 2;
        size++;
      }
    }
    for (let b = 0; b < rightOnes.length; b++) {
      if (inRight[b] === 1) {
        side[rightOnes[b]] = 2;
        size++;
      }
    }
    return size;
  };

  return (order: Int32Array, from: number, to: number): [left: number, right: number] | undefined => {
    regionNumber++;
    for (let i = from; i < to; i++) region[order[i]] = regionNumber;
    fillKeys(order, from, to);
    const cuts: Cut[] = [];
    const sorted = new Float64Array(to - from);
    for (let key = 0; key < keyCount; key++) {
      for (let i = from; i < to; i++) sorted[i - from] = keys[key][order[i]];
      sorted.sort();
      for (const share of SHARES) {
        const cut = roughCut(order, from, to, key, sorted[Math.floor(share * sorted.length)]);
        if (cut !== undefined) cuts.push(cut);
      }
    }
    cuts.sort((a, b) => a.cost - b.cost || a.key - b.key || a.limit - b.limit);
    let best: Cut | undefined;
    let bestCost = Number.POSITIVE_INFINITY;
    for (const cut of cuts.slice(0, FINALISTS)) {
      const size = separate(order, from, to, cut);
      if (size >= bestCost) continue;
      bestCost = size;
      best = cut;
    }
    if (best === undefined) return undefined; // all in one place, or all neighbours of all
    separate(order, from, to, best);
    const part = order.slice(from, to);
    const sizes = [0, 0, 0];
    let at = from;
    for (let wanted = 0; wanted < 3; wanted++) {
      for (let i = 0; i < part.length; i++) {
        if (side[part[i]] !== wanted) continue;
        order[at++] = part[i];
        sizes[wanted]++;
      }
    }
    return sizes[0] === 0 || sizes[1] === 0 ? undefined : [sizes[0], sizes[1]];
  };
}
