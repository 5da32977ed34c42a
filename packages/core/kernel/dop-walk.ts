import { turned, word } from './dops';
import { apartBelow, capacity, pairs, stack, TREE_DOPS, TREE_LENGTHS, TREE_LINKS, treeA, treeB, vectors } from './layout-dops';

// Goes down two trees of polytopes, or one against itself, and lists pairs of leaves within reach: places of their triangles.

/** Bytes of the stack in use. */
let top: usize = 0;
let tests: i32 = 0;
/** Of one tree against itself: nodes whose children are still to be compared with each other. */
let node: i32 = 0;
let endNode: i32 = 0;

/** Pairs that the children of one node may make: room that must be left. */
const ROOM: i32 = 28;

/** Pairs below nodes from … end − 1 that part there; the walk of one tree. */
export function beginWithin(from: i32, end: i32): void {
  top = 0;
  node = from;
  endNode = end;
}

/** All pairs of two trees, of which one has more than a leaf. */
export function beginBetween(): void {
  node = 0;
  endNode = 0;
  store<u64>(stack, 0);
  top = 8;
}

/** Since it was last asked for. */
export function dopTests(): i32 {
  const count = tests;
  tests = 0;
  return count;
}

export function walkIsDone(): i32 {
  return top == 0 && node >= endNode ? 1 : 0;
}

/** Lists pairs from the start of their memory and returns how many. If `walkIsDone` says no, hand them over and call it again. */
export function walkDops(): i32 {
  const linksA = word(treeA, TREE_LINKS);
  const linksB = word(treeB, TREE_LINKS);
  const lengthsA = word(treeA, TREE_LENGTHS);
  const lengthsB = word(treeB, TREE_LENGTHS);
  const size = <usize>vectors << 4;
  const below0 = v128.load(apartBelow);
  const below1 = v128.load(apartBelow, 16);
  const below2 = v128.load(apartBelow, 32);
  const dopsA = word(treeA, TREE_DOPS);
  const dopsB = word(treeB, TREE_DOPS);
  const full = capacity - ROOM;
  let at = top;
  let count = 0;
  let compared = 0;
  while (count <= full) {
    if (at == 0) {
      if (node >= endNode) break;
      const link = load<u32>(linksA + (<usize>node << 2));
      const end = (link >> 4) + (link & 15);
      node++;
      if ((link & 15) == 0) continue;
      for (let a = link >> 4; a < end; a++) {
        const linkA = load<u32>(linksA + (<usize>a << 2));
        const other = dopsA + <usize>a * size;
        const other0 = turned(v128.load(other));
        const other1 = turned(v128.load(other, 16));
        const other2 = turned(v128.load(other, 32));
        for (let b = a + 1; b < end; b++) {
          compared++;
          const near = isNear(dopsA + <usize>b * size, other0, other1, other2, below0, below1, below2);
          const linkB = load<u32>(linksA + (<usize>b << 2));
          // written first and kept if they are near: no branch
          if (((linkA | linkB) & 15) != 0) {
            put(stack + at, a, b);
            at += near << 3;
          } else {
            put(pairs + (<usize>count << 3), linkA >> 4, linkB >> 4);
            count += <i32>near;
          }
        }
      }
      continue;
    }
    at -= 8;
    const a = load<u32>(stack + at);
    const b = load<u32>(stack + at, 4);
    const linkA = load<u32>(linksA + (<usize>a << 2));
    const linkB = load<u32>(linksB + (<usize>b << 2));
    let inA = (linkB & 15) == 0;
    // which is longer matters to speed alone
    if (!inA && (linkA & 15) != 0) {
      inA = load<i32>(lengthsA + (<usize>a << 2)) >= load<i32>(lengthsB + (<usize>b << 2));
    }
    if (inA) {
      const other = dopsB + <usize>b * size;
      const other0 = turned(v128.load(other));
      const other1 = turned(v128.load(other, 16));
      const other2 = turned(v128.load(other, 32));
      const end = (linkA >> 4) + (linkA & 15);
      compared += linkA & 15;
      for (let child = linkA >> 4; child < end; child++) {
        const near = isNear(dopsA + <usize>child * size, other0, other1, other2, below0, below1, below2);
        const link = load<u32>(linksA + (<usize>child << 2));
        if (((link | linkB) & 15) != 0) {
          put(stack + at, child, b);
          at += near << 3;
        } else {
          put(pairs + (<usize>count << 3), link >> 4, linkB >> 4);
          count += <i32>near;
        }
      }
    } else {
      const other = dopsA + <usize>a * size;
      const other0 = turned(v128.load(other));
      const other1 = turned(v128.load(other, 16));
      const other2 = turned(v128.load(other, 32));
      const end = (linkB >> 4) + (linkB & 15);
      compared += linkB & 15;
      for (let child = linkB >> 4; child < end; child++) {
        const near = isNear(dopsB + <usize>child * size, other0, other1, other2, below0, below1, below2);
        const link = load<u32>(linksB + (<usize>child << 2));
        if (((linkA | link) & 15) != 0) {
          put(stack + at, a, child);
          at += near << 3;
        } else {
          put(pairs + (<usize>count << 3), linkA >> 4, link >> 4);
          count += <i32>near;
        }
      }
    }
  }
  top = at;
  tests += compared;
  return count;
}

// @ts-ignore: decorator of AssemblyScript
@inline
function put(at: usize, a: u32, b: u32): void {
  store<u32>(at, a);
  store<u32>(at, b, 4);
}

/** 1 or 0. Vectors behind the last are read, and not asked. */
// @ts-ignore: decorator of AssemblyScript
@inline
function isNear(
  dop: usize, other0: v128, other1: v128, other2: v128, below0: v128, below1: v128, below2: v128,
): usize {
  let gap = i16x8.lt_s(i16x8.add_sat_s(v128.load(dop), other0), below0);
  if (vectors > 1) gap = v128.or(gap, i16x8.lt_s(i16x8.add_sat_s(v128.load(dop, 16), other1), below1));
  if (vectors > 2) gap = v128.or(gap, i16x8.lt_s(i16x8.add_sat_s(v128.load(dop, 32), other2), below2));
  return v128.any_true(gap) ? 0 : 1;
}
