import { type Graph, nestedDissection } from '../modal/linear-algebra/nested-dissection.ts';

/** Meshes of more vertices are always dissected: least degree would take long there, and is no better. */
const SMALL_MESH = 2000;
const NONE = -1;

/**
 * Where each vertex comes in an order of elimination that keeps the factor small; `lists` have pairs of vertices that are coupled. Nested dissection is the better one for
 * wide meshes, least degree for strips: half the work for a tape.
 */
export function orderOfElimination(positions: ArrayLike<number>, lists: readonly ArrayLike<number>[]): Int32Array {
  const graph = graphOf(positions.length / 3, lists);
  const dissected = treeOrder(graph, nestedDissection(graph, positions).order);
  if (positions.length / 3 > SMALL_MESH) return dissected.place;
  const byDegree = treeOrder(graph, orderByDegree(graph));
  return (byDegree.work < dissected.work ? byDegree : dissected).place;
}

/** Every pair once, from both sides. */
function graphOf(size: number, lists: readonly ArrayLike<number>[]): Graph {
  const ends = new Int32Array(size + 1);
  for (const pairs of lists) for (let k = 0; k < pairs.length; k++) ends[pairs[k] + 1]++;
  for (let v = 0; v < size; v++) ends[v + 1] += ends[v];
  const all = new Int32Array(ends[size]);
  const filled = ends.slice();
  for (const pairs of lists) for (let k = 0; k < pairs.length; k++) all[filled[pairs[k]]++] = pairs[k ^ 1];
  const start = new Int32Array(size + 1);
  const seen = new Int32Array(size).fill(NONE);
  let count = 0;
  for (let v = 0; v < size; v++) {
    seen[v] = v;
    for (let k = ends[v]; k < ends[v + 1]; k++) {
      if (seen[all[k]] === v) continue;
      seen[all[k]] = v;
      all[count++] = all[k];
    }
    start[v + 1] = count;
  }
  return { start, neighbors: all.subarray(0, count) };
}

/** Next comes always a vertex with fewest neighbours, which become neighbours of each other. */
function orderByDegree({ start, neighbors }: Graph): Int32Array {
  const size = start.length - 1;
  const order = new Int32Array(size);
  // neighbours as bits
  const words = (size + 31) >> 5;
  const bits = new Int32Array(words * size);
  const degrees = new Int32Array(size);
  for (let v = 0; v < size; v++) {
    for (let e = start[v]; e < start[v + 1]; e++) bits[words * v + (neighbors[e] >> 5)] |= 1 << (neighbors[e] & 31);
    degrees[v] = start[v + 1] - start[v];
  }
  for (let n = 0; n < size; n++) {
    let next = NONE;
    for (let v = 0; v < size; v++) {
      if (degrees[v] !== NONE && (next === NONE || degrees[v] < degrees[next])) next = v;
    }
    degrees[next] = NONE;
    order[n] = next;
    const own = words * next;
    for (let v = 0; v < size; v++) {
      const at = words * v;
      if (degrees[v] === NONE || (bits[at + (next >> 5)] & (1 << (next & 31))) === 0) continue;
      bits[at + (next >> 5)] ^= 1 << (next & 31);
      let degree = -1; // v is a neighbour of `next` too
      for (let w = 0; w < words; w++) {
        bits[at + w] |= bits[own + w];
        degree += countBits(bits[at + w]);
      }
      bits[at + (v >> 5)] &= ~(1 << (v & 31));
      degrees[v] = degree;
    }
  }
  return order;
}

function countBits(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/**
 * The same elimination, in an order in which every vertex comes right after what is eliminated into it, the largest column of the factor last: then columns that are alike
 * are neighbours.
 */
function treeOrder({ start, neighbors }: Graph, order: Int32Array) {
  const size = order.length;
  const place = new Int32Array(size);
  order.forEach((v, p) => {
    place[v] = p;
  });
  const parent = new Int32Array(size).fill(NONE);
  const mark = new Int32Array(size).fill(NONE);
  const counts = new Int32Array(size);
  for (let p = 0; p < size; p++) {
    mark[p] = p;
    for (let e = start[order[p]]; e < start[order[p] + 1]; e++) {
      if (place[neighbors[e]] > p) continue;
      for (let c = place[neighbors[e]]; mark[c] !== p; c = parent[c]) {
        mark[c] = p;
        counts[c]++;
        if (parent[c] === NONE) parent[c] = p;
      }
    }
  }
  const children: number[][] = Array.from({ length: size }, () => []);
  const stack: number[] = [];
  for (let p = 0; p < size; p++) {
    if (parent[p] === NONE) stack.push(p);
    else children[parent[p]].push(p);
  }
  // from the last place down: a vertex, then its children, the largest first
  let last = size;
  while (stack.length > 0) {
    const p = stack.pop()!;
    place[order[p]] = --last;
    stack.push(...children[p].sort((a, b) => counts[a] - counts[b]));
  }
  let work = 0;
  for (const count of counts) work += count * count;
  return { place, work };
}
