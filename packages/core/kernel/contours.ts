import { runsOneWay } from './contour-chains';
import { fillColumn, leastOf, mostOf } from './contour-columns';
import { contour, loopStart, loopVertices, mostEdges, positions } from './layout-mesh';
import { atI, atJ, atMain, ax, ay, bx, by, gain } from './projection';

// Contours in doubles, with the bounds of find/patches/projected-loops.ts: only the order in which squares are summed differs, by less than the 0.1 % added there.

const VERTEX_BITS: u32 = 0x7fffffff;
const UNIT: f64 = reinterpret<f64>(<u64>(1023 - 53) << 52); // 2⁻⁵³
/** Edges that are compared by their places along the contour, see `closeOnesAreApart`. */
const CLOSE: i32 = 15;
/** Edges from which chains are looked at: shorter contours have too many corners. */
const WITH_CHAINS: i32 = 64;
/** The inverse of a width must be a number. */
const LEAST_WIDTH: f64 = 1e-280;
const MOST_WIDTH: f64 = 1e280;

// the contour at hand; points in two columns, behind the last the first two again
let count: i32 = 0;
let loops: i32 = 0;
let xs: usize = 0;
let ys: usize = 0;
/** Point after each, only in `isSimpleByPairs`. */
let nexts: usize = 0;
/** Boxes of edges in floats, four columns, then those of eight edges. */
let boxes: usize = 0;
let column: usize = 0;
let blocks: usize = 0;
let blockColumn: usize = 0;
let error: f64 = 0;
let crossError: f64 = 0;
let width: f64 = 0;
let middleX: f64 = 0;
let middleY: f64 = 0;

/** Edges of a test node's contour. */
export function contourEdges(node: i32): i32 {
  return load<u32>(loopStart + (<usize>node << 2), 4) - load<u32>(loopStart + (<usize>node << 2));
}

/**
 * Whether the contour of a test node, seen along the projection, is strictly simple: no two edges meet but where they follow each other, none folds
 * back, and one loop only runs counterclockwise. False whenever rounding leaves a doubt. It must be no longer than there is room for.
 */
export function testContour(node: i32): bool {
  project(node);
  if (!(width > LEAST_WIDTH && width < MOST_WIDTH)) return false;
  return (loops == 1 && isStarShaped()) || isSimpleByPairs(node);
}

/** Two vertices at a time. Where their number is odd, the first one comes again at the end: it is the origin, and adds nothing to any sum. */
function project(node: i32): void {
  const first = loopVertices + (<usize>load<u32>(loopStart + (<usize>node << 2)) << 2);
  count = contourEdges(node);
  const size = <usize>mostEdges + 4;
  xs = contour;
  ys = contour + (size << 3);
  nexts = ys + (size << 3);
  const origin = positions + <usize>(load<u32>(first) & VERTEX_BITS) * 24;
  const originI = v128.load64_splat(origin + atI);
  const originJ = v128.load64_splat(origin + atJ);
  const originMain = v128.load64_splat(origin + atMain);
  const fromI = f64x2.splat(ax);
  const fromJ = f64x2.splat(ay);
  const depthToX = f64x2.splat(bx);
  const depthToY = f64x2.splat(by);
  let lastX = f64x2.splat(0);
  let lastY = f64x2.splat(0);
  let area = f64x2.splat(0);
  let sumX = f64x2.splat(0);
  let sumY = f64x2.splat(0);
  let squares = f64x2.splat(0);
  let ends: u32 = 0;
  for (let e = 0; e < count; e += 2) {
    const at = first + (<usize>e << 2);
    const code = load<u32>(at);
    const isLast = e + 1 == count;
    const other = isLast ? load<u32>(first) & VERTEX_BITS : load<u32>(at, 4);
    ends += (code >> 31) + (other >> 31);
    const p = positions + <usize>(code & VERTEX_BITS) * 24;
    const q = positions + <usize>(other & VERTEX_BITS) * 24;
    const di = f64x2.sub(v128.load64_lane(q + atI, v128.load64_zero(p + atI), 1), originI);
    const dj = f64x2.sub(v128.load64_lane(q + atJ, v128.load64_zero(p + atJ), 1), originJ);
    const depth = f64x2.sub(v128.load64_lane(q + atMain, v128.load64_zero(p + atMain), 1), originMain);
    const x = f64x2.add(f64x2.mul(fromI, di), f64x2.mul(depthToX, depth));
    const y = f64x2.add(f64x2.mul(fromJ, dj), f64x2.mul(depthToY, depth));
    v128.store(xs + (<usize>e << 3), x);
    v128.store(ys + (<usize>e << 3), y);
    const beforeX = v128.shuffle<f64>(lastX, x, 1, 2);
    const beforeY = v128.shuffle<f64>(lastY, y, 1, 2);
    const cross = f64x2.sub(f64x2.mul(beforeX, y), f64x2.mul(beforeY, x));
    area = f64x2.add(area, cross);
    sumX = f64x2.add(sumX, f64x2.mul(cross, f64x2.add(beforeX, x)));
    sumY = f64x2.add(sumY, f64x2.mul(cross, f64x2.add(beforeY, y)));
    squares = f64x2.add(
      squares,
      f64x2.add(f64x2.add(f64x2.mul(di, di), f64x2.mul(dj, dj)), f64x2.mul(depth, depth)),
    );
    lastX = x;
    lastY = y;
  }
  loops = ends;
  v128.store(xs + (<usize>count << 3), v128.load(xs));
  v128.store(ys + (<usize>count << 3), v128.load(ys));
  const reach = 1.001 * sqrt<f64>(sumOf(squares));
  width = 2 * gain * reach;
  error = 4 * UNIT * gain * reach;
  crossError = 32 * error * width;
  const threefold = 3 * sumOf(area);
  const x = sumOf(sumX) / threefold;
  const y = sumOf(sumY) / threefold;
  const isNear = x < width / 2 && x > -width / 2 && y < width / 2 && y > -width / 2;
  middleX = isNear ? x : 0;
  middleY = isNear ? y : 0;
}

function sumOf(two: v128): f64 {
  return f64x2.extract_lane(two, 0) + f64x2.extract_lane(two, 1);
}

/** One loop that turns to the left around its middle all the time, once: two edges at a time. */
function isStarShaped(): bool {
  const mx = f64x2.splat(middleX);
  const my = f64x2.splat(middleY);
  const least = f64x2.splat(crossError);
  const zero = f64x2.splat(0);
  let rounds = 0;
  for (let e = 0; e < count; e += 2) {
    const at = <usize>e << 3;
    const px = f64x2.sub(v128.load(xs + at), mx);
    const py = f64x2.sub(v128.load(ys + at), my);
    const dx = f64x2.sub(v128.load(xs + at, 8), mx);
    const dy = f64x2.sub(v128.load(ys + at, 8), my);
    // beyond an odd end the first edge comes again
    if (i64x2.bitmask(f64x2.gt(f64x2.sub(f64x2.mul(px, dy), f64x2.mul(py, dx)), least)) != 3) return false;
    const passes = i64x2.bitmask(v128.and(f64x2.lt(py, zero), f64x2.ge(dy, zero)));
    rounds += popcnt(e + 1 == count ? passes & 1 : passes);
  }
  return rounds == 1;
}

/** Compares all edges whose boxes meet: those close along the contour, then all others, eight at a time first. */
function isSimpleByPairs(node: i32): bool {
  const first = loopVertices + (<usize>load<u32>(loopStart + (<usize>node << 2)) << 2);
  for (let e = 0; e < count; e += 4) {
    v128.store(nexts + (<usize>e << 2), i32x4.add(i32x4.splat(e), i32x4(1, 2, 3, 4)));
  }
  if (loops == 1) store<i32>(nexts + (<usize>(count - 1) << 2), 0);
  else closeLoops(first);
  const isLong = loops == 1 && count >= WITH_CHAINS;
  if (!isLong && (loops == 1 ? loopFoldsBack(0, count) : foldsBack() || !hasOneOuterLoop())) return false;
  fillBoxes();
  if (!(isLong ? closeOnesOfLoopAreApart() : closeOnesAreApart())) return false;
  const blockCount = (count + 7) >> 3;
  for (let b = 0; b < blockCount; b++) {
    const low = blocks + (<usize>b << 2);
    const lowX = v128.load32_splat(low);
    const lowY = v128.load32_splat(low + blockColumn);
    const highX = v128.load32_splat(low + 2 * blockColumn);
    const highY = v128.load32_splat(low + 3 * blockColumn);
    for (let c = b + 2; c < blockCount; c += 4) {
      let met = overlaps(blocks + (<usize>c << 2), blockColumn, lowX, lowY, highX, highY);
      for (; met != 0; met &= met - 1) {
        if (!blocksAreApart(b, c + <i32>ctz(met))) return false;
      }
    }
  }
  return true;
}

/** The last point of each loop is followed by its first. */
function closeLoops(first: usize): void {
  let begin = 0;
  for (let e = 0; e < count; e++) {
    if (load<u32>(first + (<usize>e << 2)) <= VERTEX_BITS) continue;
    store<i32>(nexts + (<usize>e << 2), begin);
    begin = e + 1;
  }
}

/** Which of four boxes in columns meet one, as bits; those behind the last are empty and meet none. */
function overlaps(at: usize, stride: usize, lowX: v128, lowY: v128, highX: v128, highY: v128): i32 {
  return i32x4.bitmask(
    v128.and(
      v128.and(f32x4.le(v128.load(at), highX), f32x4.le(v128.load(at + stride), highY)),
      v128.and(f32x4.ge(v128.load(at + 2 * stride), lowX), f32x4.ge(v128.load(at + 3 * stride), lowY)),
    ),
  );
}

/** Each edge and those up to `CLOSE` places on, which is all of its block and the next one: four edges beside four others, without a look at boxes of blocks, which would meet anyhow. */
function closeOnesAreApart(): bool {
  for (let e = 0; loops > 1 && e + 1 < count; e++) {
    // one after the other in the list, but not on a loop
    const next = load<i32>(nexts + (<usize>e << 2));
    if (next != e + 1 && load<i32>(nexts + (<usize>e << 2), 4) != e && mayMeet(e, e + 1)) return false;
  }
  for (let e = 0; e < count; e += 4) if (!fourAreApart(e)) return false;
  return true;
}

/** The same for a long contour of one loop, and whether none of its edges folds back: of a chain that runs one way no two edges meet. */
function closeOnesOfLoopAreApart(): bool {
  for (let e = 0; e < count; e += 8) {
    if (runsOneWay(xs + (<usize>e << 3), ys + (<usize>e << 3), min(16, count - e), crossError)) continue;
    const end = min(e + 8, count);
    if (loopFoldsBack(e, end)) return false;
    for (let f = e; f < end; f += 4) if (!fourAreApart(f)) return false;
  }
  return true;
}

/** Four edges and those that follow each. */
// @ts-ignore: decorator of AssemblyScript
@inline
function fourAreApart(e: i32): bool {
  const lowYs = column;
  const highXs = 2 * column;
  const highYs = 3 * column;
  const at = boxes + (<usize>e << 2);
  const lowX = v128.load(at);
  const lowY = v128.load(at + lowYs);
  const highX = v128.load(at + highXs);
  const highY = v128.load(at + highYs);
  const end = at + (<usize>min(CLOSE, count - 1 - e) << 2);
  for (let other = at + 8; other <= end; other += 4) {
    let met = i32x4.bitmask(
      v128.and(
        v128.and(f32x4.le(v128.load(other), highX), f32x4.le(v128.load(other + lowYs), highY)),
        v128.and(f32x4.ge(v128.load(other + highXs), lowX), f32x4.ge(v128.load(other + highYs), lowY)),
      ),
    );
    for (; met != 0; met &= met - 1) {
      const f = e + <i32>ctz(met);
      const g = f + <i32>((other - at) >> 2);
      if (load<i32>(nexts + (<usize>g << 2)) != f && mayMeet(f, g)) return false;
    }
  }
  return true;
}

/** Two blocks that do not follow each other. */
function blocksAreApart(b: i32, c: i32): bool {
  const endB = min(8 * b + 8, count);
  for (let e = 8 * b; e < endB; e++) {
    const low = boxes + (<usize>e << 2);
    const lowX = v128.load32_splat(low);
    const lowY = v128.load32_splat(low + column);
    const highX = v128.load32_splat(low + 2 * column);
    const highY = v128.load32_splat(low + 3 * column);
    const other = boxes + (<usize>c << 5);
    let met = overlaps(other, column, lowX, lowY, highX, highY);
    met |= overlaps(other + 16, column, lowX, lowY, highX, highY) << 4;
    for (; met != 0; met &= met - 1) {
      const f = 8 * c + <i32>ctz(met);
      if (load<i32>(nexts + (<usize>f << 2)) != e && load<i32>(nexts + (<usize>e << 2)) != f && mayMeet(e, f)) return false;
    }
  }
  return true;
}

/**
 * Boxes of edges in parts of the width, grown by 2 errors as `mayMeet` wants it, and by 2⁻²², since each number is within 1 and rounded to a float
 * (2⁻²⁵, and 2⁻⁵² before that).
 */
function fillBoxes(): void {
  const perWidth = 1 / width;
  const wide = 2 * error * perWidth + reinterpret<f64>(<u64>(1023 - 22) << 52);
  const edges = (<usize>count + 11 + CLOSE) & ~(<usize>7);
  boxes = nexts + ((<usize>mostEdges + 4) << 2);
  column = edges << 2;
  blocks = boxes + 4 * column;
  blockColumn = (((edges >> 3) + 7) & ~(<usize>3)) << 2; // four are read from any place
  const empty = f32x4.splat(f32.MAX_VALUE);
  const none = f32x4.splat(-f32.MAX_VALUE);
  // all edges as if each ran to the next point, four at a time; behind the last point the first two come again
  for (let e = 0; e < count; e += 4) {
    const box = boxes + (<usize>e << 2);
    fillColumn(xs + (<usize>e << 3), box, box + 2 * column, perWidth, wide);
    fillColumn(ys + (<usize>e << 3), box + column, box + 3 * column, perWidth, wide);
  }
  for (let e = 0; loops > 1 && e < count; e++) {
    const k = load<i32>(nexts + (<usize>e << 2));
    if (k != e + 1) fillBox(e, k, perWidth, wide);
  }
  // columns end with boxes that meet none
  for (let e = <usize>count; e < edges; e++) {
    const box = boxes + (e << 2);
    store<f32>(box, f32.MAX_VALUE);
    store<f32>(box + column, f32.MAX_VALUE);
    store<f32>(box + 2 * column, -f32.MAX_VALUE);
    store<f32>(box + 3 * column, -f32.MAX_VALUE);
  }
  const full = (<usize>count + 7) >> 3;
  for (let i: usize = (full >> 2) << 4; i < blockColumn; i += 16) {
    v128.store(blocks + i, empty);
    v128.store(blocks + blockColumn + i, empty);
    v128.store(blocks + 2 * blockColumn + i, none);
    v128.store(blocks + 3 * blockColumn + i, none);
  }
  for (let b: usize = 0; b < full; b++) {
    const box = boxes + (b << 5);
    const block = blocks + (b << 2);
    store<f32>(block, leastOf(box));
    store<f32>(block + blockColumn, leastOf(box + column));
    store<f32>(block + 2 * blockColumn, mostOf(box + 2 * column));
    store<f32>(block + 3 * blockColumn, mostOf(box + 3 * column));
  }
}

function fillBox(e: i32, k: i32, perWidth: f64, wide: f64): void {
  const px = load<f64>(xs + (<usize>e << 3)) * perWidth;
  const py = load<f64>(ys + (<usize>e << 3)) * perWidth;
  const qx = load<f64>(xs + (<usize>k << 3)) * perWidth;
  const qy = load<f64>(ys + (<usize>k << 3)) * perWidth;
  const box = boxes + (<usize>e << 2);
  store<f32>(box, <f32>(min(px, qx) - wide));
  store<f32>(box + column, <f32>(min(py, qy) - wide));
  store<f32>(box + 2 * column, <f32>(max(px, qx) + wide));
  store<f32>(box + 3 * column, <f32>(max(py, qy) + wide));
}

/** `foldsBack` for edges first … end − 1 of one loop, two at a time: few turn by a right angle or more. */
function loopFoldsBack(first: i32, end: i32): bool {
  const least = f64x2.splat(crossError);
  for (let e = first; e < end; e += 2) {
    const x = xs + (<usize>e << 3);
    const y = ys + (<usize>e << 3);
    const nextX = v128.load(x, 8);
    const nextY = v128.load(y, 8);
    const alongX = f64x2.mul(f64x2.sub(nextX, v128.load(x)), f64x2.sub(v128.load(x, 16), nextX));
    const alongY = f64x2.mul(f64x2.sub(nextY, v128.load(y)), f64x2.sub(v128.load(y, 16), nextY));
    if (i64x2.bitmask(f64x2.gt(f64x2.add(alongX, alongY), least)) == 3) continue;
    if (edgeFoldsBack(e) || (e + 1 < count && edgeFoldsBack(e + 1))) return true;
  }
  return false;
}

/** Whether an edge may turn straight back onto the one before it; a turn of less than a right angle cannot. */
function foldsBack(): bool {
  for (let e = 0; e < count; e++) if (edgeFoldsBack(e)) return true;
  return false;
}

function edgeFoldsBack(e: i32): bool {
  const f = load<i32>(nexts + (<usize>e << 2));
  const g = load<i32>(nexts + (<usize>f << 2));
  if (g == e) return true;
  const x = load<f64>(xs + (<usize>f << 3));
  const y = load<f64>(ys + (<usize>f << 3));
  const dx = x - load<f64>(xs + (<usize>e << 3));
  const dy = y - load<f64>(ys + (<usize>e << 3));
  const gx = load<f64>(xs + (<usize>g << 3)) - x;
  const gy = load<f64>(ys + (<usize>g << 3)) - y;
  return !(dx * gx + dy * gy > crossError) && !(abs(dx * gy - dy * gx) > crossError);
}

/** Where edges are disjoint, loops are nested; a second counterclockwise loop could cover the first. Loops are one after the other. */
function hasOneOuterLoop(): bool {
  if (loops == 1) return true;
  let outer = 0;
  for (let start = 0; start < count; ) {
    const x = load<f64>(xs + (<usize>start << 3));
    const y = load<f64>(ys + (<usize>start << 3));
    let area: f64 = 0;
    let e = start;
    let k = start;
    do {
      e = k;
      k = load<i32>(nexts + (<usize>e << 2));
      const ex = load<f64>(xs + (<usize>e << 3)) - x;
      const ey = load<f64>(ys + (<usize>e << 3)) - y;
      const kx = load<f64>(xs + (<usize>k << 3)) - x;
      const ky = load<f64>(ys + (<usize>k << 3)) - y;
      area += ex * ky - ey * kx;
    } while (k != start);
    if (area > -crossError * <f64>(e + 1 - start)) outer++; // a loop of doubtful turn counts as counterclockwise
    start = e + 1;
  }
  return outer == 1;
}

/** Whether edges e and f, which do not follow each other, may have a point in common. */
function mayMeet(e: i32, f: i32): bool {
  const e1 = load<i32>(nexts + (<usize>e << 2));
  const f1 = load<i32>(nexts + (<usize>f << 2));
  const ex = load<f64>(xs + (<usize>e << 3));
  const ey = load<f64>(ys + (<usize>e << 3));
  const eX = load<f64>(xs + (<usize>e1 << 3));
  const eY = load<f64>(ys + (<usize>e1 << 3));
  const fx = load<f64>(xs + (<usize>f << 3));
  const fy = load<f64>(ys + (<usize>f << 3));
  const fX = load<f64>(xs + (<usize>f1 << 3));
  const fY = load<f64>(ys + (<usize>f1 << 3));
  const dx = eX - ex;
  const dy = eY - ey;
  const gx = fX - fx;
  const gy = fY - fy;
  const a = dx * (fy - ey) - dy * (fx - ex);
  const b = dx * (fY - ey) - dy * (fX - ex);
  const c = gx * (ey - fy) - gy * (ex - fx);
  const d = gx * (eY - fy) - gy * (eX - fx);
  const minus = -crossError;
  const onOneSide =
    (<i32>(a > crossError) & <i32>(b > crossError)) |
    (<i32>(a < minus) & <i32>(b < minus)) |
    (<i32>(c > crossError) & <i32>(d > crossError)) |
    (<i32>(c < minus) & <i32>(d < minus));
  if (onOneSide != 0) return false;
  const gap = 2 * error;
  return (
    min(ex, eX) <= max(fx, fX) + gap &&
    min(fx, fX) <= max(ex, eX) + gap &&
    min(ey, eY) <= max(fy, fY) + gap &&
    min(fy, fY) <= max(ey, eY) + gap
  );
}
