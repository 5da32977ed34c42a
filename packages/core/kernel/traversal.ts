import {
  capacity,
  endTriangle,
  firstTriangle,
  nodeBoxes,
  pairs,
  rightChild,
  stack,
  triangleBoxes,
} from './addresses';

/** Bytes of the stack in use; not 0 where a search was left because candidates filled their memory. */
let top: usize = 0;
let tests: i32 = 0;

export function boxTests(): i32 {
  return tests;
}

/** Whether a search was left and wants `resumePairs`. */
export function isWaiting(): i32 {
  return top != 0 ? 1 : 0;
}

/** Whoever took the last candidates wanted no more. */
export function forgetWaiting(): void {
  top = 0;
}

/**
 * Appends the pairs of triangles below two nodes whose boxes meet to the `count` that are there, and returns how many there are then. Where
 * fewer than 25 more have room (a pair of leaves may need so many), it stops: hand over what there is and call `resumePairs`.
 */
export function findPairs(a: u32, b: u32, count: i32): i32 {
  tests = 1;
  top = 0;
  if (apart(nodeBoxes + <usize>a * 24, nodeBoxes + <usize>b * 24) != 0) return count;
  store<u32>(stack, a);
  store<u32>(stack, b, 4);
  top = 8;
  return walk(count);
}

export function resumePairs(count: i32): i32 {
  tests = 0;
  return walk(count);
}

/** Triangles of a leaf at most, squared: room that a pair of leaves needs. */
export const ROOM: i32 = 25;

function walk(start: i32): i32 {
  let count = start;
  let at = top;
  let compared = 0;
  const full = capacity - ROOM;
  while (at > 0 && count <= full) {
    at -= 8;
    const a = load<u32>(stack + at);
    const b = load<u32>(stack + at, 4);
    const rightA = load<u32>(rightChild + (<usize>a << 2));
    const rightB = load<u32>(rightChild + (<usize>b << 2));
    if ((rightA | rightB) != 0) {
      const a0 = rightA != 0 ? a + 1 : a;
      const b0 = rightB != 0 ? b + 1 : b;
      const boxA = nodeBoxes + <usize>a0 * 24;
      const boxB = nodeBoxes + <usize>b0 * 24;
      const lowA = v128.load(boxA);
      const highA = v128.load(boxA, 12);
      const lowB = v128.load(boxB);
      const highB = v128.load(boxB, 12);
      // written first and kept if the boxes meet: no branch
      put(at, a0, b0);
      at += meets(lowA, highA, lowB, highB);
      compared++;
      if (rightB != 0) {
        const box = nodeBoxes + <usize>rightB * 24;
        put(at, a0, rightB);
        at += meets(lowA, highA, v128.load(box), v128.load(box, 12));
        compared++;
      }
      if (rightA != 0) {
        const box = nodeBoxes + <usize>rightA * 24;
        const low = v128.load(box);
        const high = v128.load(box, 12);
        put(at, rightA, b0);
        at += meets(low, high, lowB, highB);
        compared++;
        if (rightB != 0) {
          const other = nodeBoxes + <usize>rightB * 24;
          put(at, rightA, rightB);
          at += meets(low, high, v128.load(other), v128.load(other, 12));
          compared++;
        }
      }
      continue;
    }
    const firstB = load<u32>(firstTriangle + (<usize>b << 2));
    const endB = load<u32>(endTriangle + (<usize>b << 2));
    const endA = load<u32>(endTriangle + (<usize>a << 2));
    const nodeB = nodeBoxes + <usize>b * 24;
    const nodeLow = v128.load(nodeB);
    const nodeHigh = v128.load(nodeB, 12);
    for (let s = load<u32>(firstTriangle + (<usize>a << 2)); s < endA; s++) {
      const box = triangleBoxes + <usize>s * 24;
      const low = v128.load(box);
      const high = v128.load(box, 12);
      compared++;
      if (meets(low, high, nodeLow, nodeHigh) == 0) continue;
      for (let t = firstB; t < endB; t++) {
        const other = triangleBoxes + <usize>t * 24;
        store<u32>(pairs + (<usize>count << 3), s);
        store<u32>(pairs + (<usize>count << 3), t, 4);
        count += <i32>(meets(low, high, v128.load(other), v128.load(other, 12)) >> 3);
      }
      compared += endB - firstB;
    }
  }
  top = at;
  tests += compared;
  return count;
}

// @ts-ignore: decorator of AssemblyScript
@inline
function put(at: usize, a: u32, b: u32): void {
  store<u32>(stack + at, a);
  store<u32>(stack + at, b, 4);
}

/** 8, the bytes of a pair, if boxes meet, else 0. */
// @ts-ignore: decorator of AssemblyScript
@inline
function meets(lowA: v128, highA: v128, lowB: v128, highB: v128): usize {
  const gap = v128.or(i32x4.gt_s(lowA, highB), i32x4.gt_s(lowB, highA));
  return (i32x4.bitmask(gap) & 7) == 0 ? 8 : 0;
}

// @ts-ignore: decorator of AssemblyScript
@inline
function apart(a: usize, b: usize): i32 {
  return meets(v128.load(a), v128.load(a, 12), v128.load(b), v128.load(b, 12)) == 0 ? 1 : 0;
}

/**
 * Compares triangles of two leaves where the bits of a far mask say so, five a row; appends to the `count` pairs that are there, for which there is
 * room.
 */
export function farPairs(mask: u32, a: u32, b: u32, start: i32): i32 {
  let count = start;
  const firstA = load<u32>(firstTriangle + (<usize>a << 2));
  const firstB = load<u32>(firstTriangle + (<usize>b << 2));
  let far = mask;
  let compared = 0;
  while (far != 0) {
    const bit = ctz(far);
    far &= far - 1;
    const row = bit / 5;
    const s = firstA + row;
    const t = firstB + bit - 5 * row;
    const box = triangleBoxes + <usize>s * 24;
    const other = triangleBoxes + <usize>t * 24;
    store<u32>(pairs + (<usize>count << 3), s);
    store<u32>(pairs + (<usize>count << 3), t, 4);
    count += <i32>(meets(v128.load(box), v128.load(box, 12), v128.load(other), v128.load(other, 12)) >> 3);
    compared++;
  }
  tests = compared;
  return count;
}
