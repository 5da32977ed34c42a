import {
  bytes,
  bytesLength,
  CANDIDATES,
  capacity,
  counts,
  GIANTS,
  giants,
  groupTetStart,
  LOOKUPS,
  MAX_WAITING,
  NEXT_GROUP,
  NEXT_TET,
  packed,
  pairs,
  tetCorners,
  waiting,
  waitingTets,
} from './layout-tets';
import { collect, lookups, vertexOf } from './tet-candidates';
import { mayBeInside } from './tet-volumes';

// Vertices in the box of a group against its tets: boxes in bytes, sixteen vertices at once, then volumes of four pairs at once. What is not surely outside is
// listed, for TypeScript to decide.

/**
 * Lists vertices that may lie in tets of groups from … end − 1, beginning with a tet of the first, and returns how many. `counts` says which group and tet come next if
 * the list was full, and counts what was done.
 */
export function searchGroups(from: i32, end: i32, firstTet: i32): i32 {
  let count = 0;
  for (let group = from; group < end; group++) {
    const starts = groupTetStart + (<usize>group << 2);
    const endTet = load<i32>(starts, 4);
    let tet = max(firstTet, load<i32>(starts));
    const candidates = collect(group);
    if (candidates < 0) {
      let giant = load<i32>(counts, GIANTS);
      for (; tet < endTet; tet++, giant++) store<i32>(giants + (<usize>giant << 2), tet);
      store<i32>(counts, giant, GIANTS);
      continue;
    }
    store<i32>(counts, load<i32>(counts, LOOKUPS) + lookups, LOOKUPS);
    store<i32>(counts, load<i32>(counts, CANDIDATES) + candidates, CANDIDATES);
    let listed = 0;
    for (; tet < endTet; tet++) {
      if (count + listed + candidates > capacity) {
        count = decide(listed, count);
        listed = 0;
        if (count + candidates > capacity) {
          store<i32>(counts, group, NEXT_GROUP);
          store<i32>(counts, tet, NEXT_TET);
          return count;
        }
      }
      const corners = load<u32>(tetCorners + (<usize>tet << 2));
      const a = place(corners, 0);
      const b = place(corners, 8);
      const c = place(corners, 16);
      const d = place(corners, 24);
      const low = i8x16.min_u(i8x16.min_u(a, b), i8x16.min_u(c, d));
      const width = i8x16.sub(i8x16.max_u(i8x16.max_u(a, b), i8x16.max_u(c, d)), low);
      const lowX = i8x16.splat(i8x16.extract_lane_s(low, 0));
      const lowY = i8x16.splat(i8x16.extract_lane_s(low, 1));
      const lowZ = i8x16.splat(i8x16.extract_lane_s(low, 2));
      const widthX = i8x16.splat(i8x16.extract_lane_s(width, 0));
      const widthY = i8x16.splat(i8x16.extract_lane_s(width, 1));
      const widthZ = i8x16.splat(i8x16.extract_lane_s(width, 2));
      // without the tet's own corners: a group has at most 32 vertices
      let wanted = ~((1 << (corners & 255)) | (1 << ((corners >> 8) & 255)) | (1 << ((corners >> 16) & 255)) | (1 << (corners >> 24)));
      for (let base = 0; base < candidates; base += 32) {
        const at = bytes + base;
        const first = inBox(at, lowX, lowY, lowZ, widthX, widthY, widthZ);
        const second = inBox(at + 16, lowX, lowY, lowZ, widthX, widthY, widthZ);
        let inside = (first | (second << 16)) & wanted;
        wanted = -1;
        if (candidates - base < 32) inside &= (1 << (candidates - base)) - 1;
        // four at once, of which those behind the last are written over: how many there are is hard to guess
        const all = listed + popcnt(inside);
        while (true) {
          const to = waiting + (<usize>listed << 3);
          const ofTets = waitingTets + (<usize>listed << 2);
          v128.store(ofTets, i32x4.splat(tet));
          const one = ctz(inside);
          inside &= inside - 1;
          const two = ctz(inside);
          inside &= inside - 1;
          const three = ctz(inside);
          inside &= inside - 1;
          const four = ctz(inside);
          inside &= inside - 1;
          put(to, base + one, corners);
          put(to + 8, base + two, corners);
          put(to + 16, base + three, corners);
          put(to + 24, base + four, corners);
          if (inside == 0) break;
          listed += 4;
        }
        listed = all;
        if (listed > MAX_WAITING) {
          count = decide(listed, count);
          listed = 0;
        }
      }
    }
    count = decide(listed, count);
  }
  store<i32>(counts, end, NEXT_GROUP);
  return count;
}

/** A corner in bytes. */
// @ts-ignore: decorator of AssemblyScript
@inline
function place(corners: u32, shift: u32): v128 {
  return v128.load32_zero(packed + (<usize>((corners >> shift) & 255) << 2));
}

/** Bits of those of sixteen candidates that are in a box. */
// @ts-ignore: decorator of AssemblyScript
@inline
function inBox(at: usize, lowX: v128, lowY: v128, lowZ: v128, widthX: v128, widthY: v128, widthZ: v128): i32 {
  const x = i8x16.le_u(i8x16.sub(v128.load(at), lowX), widthX);
  const y = i8x16.le_u(i8x16.sub(v128.load(at + <usize>bytesLength), lowY), widthY);
  const z = i8x16.le_u(i8x16.sub(v128.load(at + 2 * <usize>bytesLength), lowZ), widthZ);
  return i8x16.bitmask(v128.and(x, v128.and(y, z)));
}

// @ts-ignore: decorator of AssemblyScript
@inline
function put(at: usize, candidate: i32, corners: u32): void {
  store<i32>(at, candidate);
  store<u32>(at, corners, 4);
}

/** Moves those of the pairs that wait and may be inside to the list of results, behind as many as are there. */
function decide(listed: i32, before: i32): i32 {
  let count = before;
  // so that there are four times so many
  if (listed != 0) {
    const last = load<u64>(waiting + (<usize>(listed - 1) << 3));
    for (let i = listed; (i & 3) != 0; i++) store<u64>(waiting + (<usize>i << 3), last);
  }
  for (let i = 0; i < listed; i += 4) {
    const at = waiting + (<usize>i << 3);
    let kept = mayBeInside(at);
    if (kept == 0) continue;
    if (listed - i < 4) kept &= (1 << (listed - i)) - 1;
    for (; kept != 0; kept &= kept - 1) {
      const k = <usize>ctz(kept);
      const pair = pairs + (<usize>count << 3);
      store<u32>(pair, vertexOf(load<u32>(at + (k << 3))));
      store<i32>(pair, load<i32>(waitingTets + ((<usize>i + k) << 2)), 4);
      count++;
    }
  }
  return count;
}
