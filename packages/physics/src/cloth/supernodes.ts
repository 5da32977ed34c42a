import type { StepMatrix } from './step-matrix.ts';

const NONE = -1;
/** A node may have this share of zeros if that makes it larger, */
const ZEROS = 0.2;
/** ... or any while it has no more blocks than this. */
const SMALL = 40;

/** What elimination in the order of places touches, in nodes: runs of places that are eliminated together, as dense blocks. */
export interface Supernodes {
  readonly count: number;
  /** Node i eliminates places `first[i] … first[i + 1])`, */
  readonly first: Int32Array;
  /** ... and changes the later places `below[belowStart[i] … belowStart[i + 1])`, ascending. */
  readonly belowStart: Int32Array;
  readonly below: Int32Array;
  /** Where the rows of node i start in the factor; the last entry is its length. */
  readonly panelStart: Float64Array;
  /** Nodes whose changes go on through node i: `children[childStart[i] … childStart[i + 1])`. */
  readonly childStart: Int32Array;
  readonly children: Int32Array;
  /** Entries of the matrix by column: column c has `entries[columnStart[c] … columnStart[c + 1])`, in these rows. */
  readonly columnStart: Int32Array;
  readonly entryRows: Int32Array;
  readonly entries: Int32Array;
  /** Most own places of a node. */
  readonly widest: number;
  readonly blockCount: number;
  /** Products of blocks in a factorisation, about. */
  readonly work: number;
}

export function findSupernodes(matrix: StepMatrix): Supernodes {
  const { size } = matrix;
  const columns = entriesByColumn(matrix);
  const first = cutIntoNodes(matrix);
  const count = first.length - 1;
  const nodeOf = new Int32Array(size);
  for (let node = 0; node < count; node++) nodeOf.fill(node, first[node], first[node + 1]);
  const parent = new Int32Array(count).fill(NONE);
  const lists: Int32Array[] = [];
  const firstChild = new Int32Array(count).fill(NONE);
  const nextChild = new Int32Array(count).fill(NONE);
  const mark = new Int32Array(size).fill(NONE);
  const found = new Int32Array(size);
  const belowStart = new Int32Array(count + 1);
  const panelStart = new Float64Array(count + 1);
  const childStart = new Int32Array(count + 1);
  let widest = 0;
  let blockCount = 0;
  let work = 0;
  for (let node = 0; node < count; node++) {
    const end = first[node + 1];
    const own = end - first[node];
    let length = 0;
    for (let k = columns.columnStart[first[node]]; k < columns.columnStart[end]; k++) {
      const p = columns.entryRows[k];
      if (p < end || mark[p] === node) continue;
      mark[p] = node;
      found[length++] = p;
    }
    for (let child = firstChild[node]; child !== NONE; child = nextChild[child]) {
      childStart[node + 1]++;
      const list = lists[child];
      for (let k = 0; k < list.length; k++) {
        const p = list[k];
        if (p < end || mark[p] === node) continue;
        mark[p] = node;
        found[length++] = p;
      }
    }
    const list = found.slice(0, length).sort();
    lists.push(list);
    if (length > 0) {
      const above = nodeOf[list[0]];
      parent[node] = above;
      nextChild[node] = firstChild[above];
      firstChild[above] = node;
    }
    belowStart[node + 1] = belowStart[node] + length;
    panelStart[node + 1] = panelStart[node] + 9 * own * (own + length);
    widest = Math.max(widest, own);
    blockCount += (own * (own - 1)) / 2 + own * length;
    for (let k = 0; k < own; k++) work += ((length + k) * (length + k + 1)) / 2;
  }
  const below = new Int32Array(belowStart[count]);
  const children = new Int32Array(count);
  for (let node = 0; node < count; node++) {
    below.set(lists[node], belowStart[node]);
    childStart[node + 1] += childStart[node];
    let to = childStart[node];
    for (let child = firstChild[node]; child !== NONE; child = nextChild[child]) children[to++] = child;
  }
  return {
    ...{ count, first, belowStart, below, panelStart, childStart, children },
    ...{ ...columns, widest, blockCount, work },
  };
}

/** Where nodes begin, and the end: by elimination tree and number of blocks of each column of L (Davis 2006). */
function cutIntoNodes({ size, start, columns, firstAdded, nextAdded }: StepMatrix): Int32Array {
  const parent = new Int32Array(size).fill(NONE);
  const mark = new Int32Array(size).fill(NONE);
  const counts = new Int32Array(size);
  const climb = (from: number, p: number) => {
    for (let c = from; mark[c] !== p; c = parent[c]) {
      mark[c] = p;
      counts[c]++;
      if (parent[c] === NONE) parent[c] = p;
    }
  };
  for (let p = 0; p < size; p++) {
    mark[p] = p;
    for (let e = start[p]; e < start[p + 1]; e++) climb(columns[e], p);
    for (let e = firstAdded[p]; e !== NONE; e = nextAdded[e]) climb(columns[e], p);
  }
  const first = [];
  let blocks = 0;
  let from = 0;
  for (let p = 0; p < size; p++) {
    const own = p - from;
    // blocks of a node of all places from its first to this one
    const filled = ((own + 1) * own) / 2 + (own + 1) * counts[p];
    const zeros = filled - blocks - counts[p];
    if (own > 0 && parent[p - 1] === p && (zeros <= ZEROS * filled || filled <= SMALL)) {
      blocks += counts[p];
      continue;
    }
    first.push(p);
    from = p;
    blocks = counts[p];
  }
  first.push(size);
  return Int32Array.from(first);
}

function entriesByColumn({ size, start, columns, firstAdded, nextAdded, count }: StepMatrix) {
  const columnStart = new Int32Array(size + 1);
  for (let e = 0; e < count; e++) columnStart[columns[e] + 1]++;
  for (let c = 0; c < size; c++) columnStart[c + 1] += columnStart[c];
  const filled = columnStart.slice();
  const entryRows = new Int32Array(count);
  const entries = new Int32Array(count);
  const put = (p: number, e: number) => {
    const to = filled[columns[e]]++;
    entryRows[to] = p;
    entries[to] = e;
  };
  for (let p = 0; p < size; p++) {
    for (let e = start[p]; e < start[p + 1]; e++) put(p, e);
    for (let e = firstAdded[p]; e !== NONE; e = nextAdded[e]) put(p, e);
  }
  return { columnStart, entryRows, entries };
}
