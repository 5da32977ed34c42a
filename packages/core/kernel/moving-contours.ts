import { contourEdges } from './contours';
import { loopStart, loopVertices, mostStepEdges, nextPositions, positions, stepContour } from './layout-mesh';
import { blocksMeeting, edgesMeeting, fillMovingBoxes } from './moving-contour-boxes';
import { keepMargin } from './moving-margins';
import { atI, atJ, atMain, ax, ay, bx, by, gain, straightenEdges, straightenX, straightenXY, straightenY } from './projection';

/*
 * Shows that a contour, projected along a fixed direction, is strictly simple at all times of a step, with one loop that runs counterclockwise. A vector holds a number at the beginning and at the end.
 *
 * Points are seen from a centre that moves straight from that of the area within at t0 to that at t1. Products of two differences are quadratic in time: where their three Bernstein coefficients have one sign beyond the
 * error, they have it throughout. One loop is walked around the centre first: if it turns to the left all the time, and goes round once at the beginning, it does so at every time, since no edge ever passes the centre. Else, and for
 * several loops, all edges are compared that do not follow each other, and those that do must not fold together; which loops run counterclockwise is then seen at the beginning. Where signs agree at both ends but not
 * certainly in between, both halves of the step are tried. False only means not shown.
 *
 * Errors: a coordinate from the first vertex is off by less than one `error`, from the centre (any point as near) by 1.25, halfway between two poses by 1.75, a difference of two by 4.5;
 * a product of two differences by 18 errors times the width, and 3 more for its own roundings; 32 are allowed.
 */

const VERTEX_BITS: u32 = 0x7fffffff;
const UNIT: f64 = reinterpret<f64>(<u64>(1023 - 53) << 52); // 2⁻⁵³
const LEAST_ERROR: f64 = reinterpret<f64>(<u64>(1023 - 900) << 52); // 2⁻⁹⁰⁰

/** A width's inverse must be a number. */
const MOST_WIDTH: f64 = 1e280;

// STEP_EDGE_BYTES of an edge: its first point x, y; that of half a step; its boxes; the point after it.

export let count: i32 = 0;
export let loops: i32 = 0;
/** Points at hand: those of the step, or of half of it. */
let points: usize = 0;
let wholes: usize = 0;
let halves: usize = 0;
let nexts: usize = 0;
let boxes: usize = 0;
export let width: f64 = 0;
export let error: f64 = 0;
export let crossError: f64 = 0;
let halvingMayHelp: bool = false;

export function testMovingContour(node: i32): bool {
  if (!loadMovingContour(node)) return false;
  if (isSimple(node)) return true;
  if (!halvingMayHelp) return false;
  useHalf(0);
  if (!isSimple(node)) return false;
  useHalf(1);
  return isSimple(node);
}

/** Projects the contour of a test node, which must be no longer than there is room for. False where nothing can be shown: too small or too large for errors to be known. */
export function loadMovingContour(node: i32): bool {
  return project(node) && width < MOST_WIDTH;
}

/** Both ends of a coordinate. */
// @ts-ignore: decorator of AssemblyScript
@inline
function bothAt(from: usize, to: usize): v128 {
  return v128.load64_lane(to, v128.load64_zero(from), 1);
}

// @ts-ignore: decorator of AssemblyScript
@inline
export function swap(two: v128): v128 {
  return v128.shuffle<f64>(two, two, 1, 0);
}

// @ts-ignore: decorator of AssemblyScript
@inline
export function xOf(point: i32): v128 {
  return v128.load(points + (<usize>point << 5));
}

// @ts-ignore: decorator of AssemblyScript
@inline
export function yOf(point: i32): v128 {
  return v128.load(points + (<usize>point << 5), 16);
}

// @ts-ignore: decorator of AssemblyScript
@inline
export function nextOf(edge: i32): i32 {
  return load<i32>(nexts + (<usize>edge << 2));
}

function project(node: i32): bool {
  const first = loopVertices + (<usize>load<u32>(loopStart + (<usize>node << 2)) << 2);
  count = contourEdges(node);
  const size = <usize>mostStepEdges;
  wholes = stepContour;
  halves = wholes + (size << 5);
  nexts = halves + (size << 5);
  boxes = nexts + (size << 2);
  points = wholes;
  halvingMayHelp = false;
  const origin = <usize>(load<u32>(first) & VERTEX_BITS) * 24;
  const originI = bothAt(positions + origin + atI, nextPositions + origin + atI);
  const originJ = bothAt(positions + origin + atJ, nextPositions + origin + atJ);
  const originMain = bothAt(positions + origin + atMain, nextPositions + origin + atMain);
  const fromI = f64x2.splat(ax);
  const fromJ = f64x2.splat(ay);
  const depthToX = f64x2.splat(bx);
  const depthToY = f64x2.splat(by);
  let squares = f64x2.splat(0);
  let ends: u32 = 0;
  for (let e = 0; e < count; e++) {
    const code = load<u32>(first + (<usize>e << 2));
    ends += code >> 31;
    const v = <usize>(code & VERTEX_BITS) * 24;
    const p = positions + v;
    const q = nextPositions + v;
    const di = f64x2.sub(bothAt(p + atI, q + atI), originI);
    const dj = f64x2.sub(bothAt(p + atJ, q + atJ), originJ);
    const depth = f64x2.sub(bothAt(p + atMain, q + atMain), originMain);
    const at = points + (<usize>e << 5);
    v128.store(at, f64x2.add(f64x2.mul(fromI, di), f64x2.mul(depthToX, depth)));
    v128.store(at, f64x2.add(f64x2.mul(fromJ, dj), f64x2.mul(depthToY, depth)), 16);
    squares = f64x2.add(squares, f64x2.add(f64x2.add(f64x2.mul(di, di), f64x2.mul(dj, dj)), f64x2.mul(depth, depth)));
  }
  loops = ends;
  const reach = 1.001 * sqrt<f64>(max(f64x2.extract_lane(squares, 0), f64x2.extract_lane(squares, 1)));
  width = 2 * gain * reach;
  error = 4 * UNIT * gain * reach;
  crossError = 32 * error * width;
  if (!(crossError > LEAST_ERROR)) return false;
  centre();
  return true;
}

/** Moves the origin to the centre of the area within; any point no farther than half the width will do. */
function centre(): void {
  let area = f64x2.splat(0);
  let sumX = f64x2.splat(0);
  let sumY = f64x2.splat(0);
  let px = xOf(count - 1);
  let py = yOf(count - 1);
  for (let e = 0; e < count; e++) {
    const x = xOf(e);
    const y = yOf(e);
    const cross = f64x2.sub(f64x2.mul(px, y), f64x2.mul(py, x));
    area = f64x2.add(area, cross);
    sumX = f64x2.add(sumX, f64x2.mul(cross, f64x2.add(px, x)));
    sumY = f64x2.add(sumY, f64x2.mul(cross, f64x2.add(py, y)));
    px = x;
    py = y;
  }
  const threefold = f64x2.mul(f64x2.splat(3), area);
  let middleX = f64x2.div(sumX, threefold);
  let middleY = f64x2.div(sumY, threefold);
  const half = f64x2.splat(width / 2);
  const isNear = v128.and(f64x2.lt(f64x2.abs(middleX), half), f64x2.lt(f64x2.abs(middleY), half));
  middleX = v128.and(middleX, isNear);
  middleY = v128.and(middleY, isNear);
  for (let e = 0; e < count; e++) {
    const at = points + (<usize>e << 5);
    v128.store(at, f64x2.sub(v128.load(at), middleX));
    v128.store(at, f64x2.sub(v128.load(at, 16), middleY), 16);
  }
}

/** To coordinates at right angles to the direction: see `straightenEdges`. Points off by 1.25 errors are then off by less than one of the larger errors. */
export function straighten(): void {
  straightenEdges();
  const xx = f64x2.splat(straightenX);
  const xy = f64x2.splat(straightenXY);
  const yy = f64x2.splat(straightenY);
  for (let e = 0; e < count; e++) {
    const at = points + (<usize>e << 5);
    const y = v128.load(at, 16);
    v128.store(at, f64x2.add(f64x2.mul(xx, v128.load(at)), f64x2.mul(xy, y)));
    v128.store(at, f64x2.mul(yy, y), 16);
  }
  const longest = abs(ay);
  error *= 16 / longest;
  width *= 2 / longest;
  crossError = 32 * error * width;
}

/** The points of a half of the step. */
function useHalf(second: i32): void {
  points = halves;
  const two = f64x2.splat(2);
  for (let i: usize = 0; i < <usize>count << 5; i += 16) {
    const whole = v128.load(wholes + i);
    const middle = f64x2.div(f64x2.add(whole, swap(whole)), two);
    v128.store(halves + i, second != 0 ? v128.shuffle<f64>(middle, whole, 0, 3) : v128.shuffle<f64>(whole, middle, 0, 3));
  }
}

/** The sign that a product has throughout, 0 if none is certain; by its values at both ends, and those whose mean is its middle coefficient. */
// @ts-ignore: decorator of AssemblyScript
@inline
function signOf(ends: v128, mixed: v128): i32 {
  const least = f64x2.splat(crossError);
  if (i64x2.bitmask(f64x2.gt(f64x2.abs(ends), least)) != 3) return 0;
  const negative = i64x2.bitmask(ends);
  if (negative != 0 && negative != 3) return 0;
  const middle = (f64x2.extract_lane(mixed, 0) + f64x2.extract_lane(mixed, 1)) / 2;
  if (negative == 0 ? middle > crossError : middle < -crossError) return negative == 0 ? 1 : -1;
  halvingMayHelp = true;
  return 0;
}

// @ts-ignore: decorator of AssemblyScript
@inline
export function cross(px: v128, py: v128, qx: v128, qy: v128): v128 {
  return f64x2.sub(f64x2.mul(px, qy), f64x2.mul(py, qx));
}

/** On which side of the line from point o to point i point j is. */
export function side(o: i32, i: i32, j: i32): i32 {
  const ox = xOf(o);
  const oy = yOf(o);
  const px = f64x2.sub(xOf(i), ox);
  const py = f64x2.sub(yOf(i), oy);
  const qx = f64x2.sub(xOf(j), ox);
  const qy = f64x2.sub(yOf(j), oy);
  return signOf(cross(px, py, qx, qy), cross(px, py, swap(qx), swap(qy)));
}

function isSimple(node: i32): bool {
  if (loops > 1) return isSimpleByPairs(node);
  if (isStarShaped()) return true;
  const mayHelp = halvingMayHelp;
  if (isSimpleByPairs(node)) return true;
  halvingMayHelp = halvingMayHelp || mayHelp;
  return false;
}

function isStarShaped(): bool {
  const zero = f64x2.splat(0);
  let rounds = 0;
  let px = xOf(count - 1);
  let py = yOf(count - 1);
  halvingMayHelp = false;
  for (let e = 0; e < count; e++) {
    const x = xOf(e);
    const y = yOf(e);
    if (signOf(cross(px, py, x, y), cross(px, py, swap(x), swap(y))) <= 0) return false;
    rounds += i64x2.bitmask(v128.and(f64x2.lt(py, zero), f64x2.ge(y, zero))) & 1;
    px = x;
    py = y;
  }
  return rounds == 1;
}

/** Loops are one after the other. */
export function linkLoops(node: i32): void {
  const first = loopVertices + (<usize>load<u32>(loopStart + (<usize>node << 2)) << 2);
  let begin = 0;
  for (let e = 0; e < count; e++) {
    const isEnd = load<u32>(first + (<usize>e << 2)) > VERTEX_BITS;
    store<i32>(nexts + (<usize>e << 2), isEnd ? begin : e + 1);
    if (isEnd) begin = e + 1;
  }
}

function isSimpleByPairs(node: i32): bool {
  linkLoops(node);
  for (let e = 0; e < count; e++) {
    const f = nextOf(e);
    if (nextOf(f) == e || mayFold(e, f, nextOf(f))) return false;
  }
  return hasOneOuterLoop() && edgesAreApart(4 * error, false);
}

/** Whether no two edges that do not follow each other meet, or with a margin none are within that; boxes more than `gap` apart keep them apart. */
export function edgesAreApart(gap: f64, hasMargin: bool): bool {
  fillMovingBoxes(boxes, points, nexts, count, width, gap);
  const blockCount = (count + 7) >> 3;
  for (let b = 0; b < blockCount; b++) {
    for (let c = b & ~7; c < blockCount; c += 8) {
      for (let met = blocksMeeting(b, c); met != 0; met &= met - 1) {
        if (!blocksAreApart(b, c + <i32>ctz(met), hasMargin)) return false;
      }
    }
  }
  return true;
}

/** Whether edges of two blocks do not meet, but where they follow each other. */
function blocksAreApart(b: i32, c: i32, hasMargin: bool): bool {
  const endB = min(8 * b + 8, count);
  for (let e = 8 * b; e < endB; e++) {
    let met = edgesMeeting(e, c);
    // only those that come later, and not the one that follows: both always meet
    if (c == b) met &= 0xfe << (e & 7);
    const next = nextOf(e);
    const place = <u32>(next - 8 * c);
    met &= ~(<i32>(place < 8) << (place & 7));
    for (; met != 0; met &= met - 1) {
      const f = 8 * c + <i32>ctz(met);
      const nextF = nextOf(f);
      if (nextF == e) continue;
      if (hasMargin ? !keepMargin(e, next, f, nextF) : mayMeet(e, next, f, nextF)) return false;
    }
  }
  return true;
}

/** Whether the edge from f to g may turn straight back onto that from e to f; a turn of less than a right angle cannot. */
function mayFold(e: i32, f: i32, g: i32): bool {
  halvingMayHelp = false;
  const x = xOf(f);
  const y = yOf(f);
  const px = f64x2.sub(x, xOf(e));
  const py = f64x2.sub(y, yOf(e));
  const qx = f64x2.sub(xOf(g), x);
  const qy = f64x2.sub(yOf(g), y);
  const ends = f64x2.add(f64x2.mul(px, qx), f64x2.mul(py, qy));
  if (i64x2.bitmask(f64x2.gt(ends, f64x2.splat(crossError))) == 3) {
    const mixed = f64x2.add(f64x2.mul(px, swap(qx)), f64x2.mul(py, swap(qy)));
    if ((f64x2.extract_lane(mixed, 0) + f64x2.extract_lane(mixed, 1)) / 2 > crossError) return false;
  }
  return side(e, f, g) == 0;
}

/** Whether two edges that do not follow each other may ever have a point in common. */
function mayMeet(e: i32, e1: i32, f: i32, f1: i32): bool {
  halvingMayHelp = false;
  const sideE = side(e, e1, f);
  if (sideE != 0 && sideE == side(e, e1, f1)) return false;
  const sideF = side(f, f1, e);
  if (sideF != 0 && sideF == side(f, f1, e1)) return false;
  // along the way from the middle of one to that of the other
  const ex = xOf(e);
  const ey = yOf(e);
  const eX = xOf(e1);
  const eY = yOf(e1);
  const fx = xOf(f);
  const fy = yOf(f);
  const fX = xOf(f1);
  const fY = yOf(f1);
  const wayX = f64x2.sub(f64x2.add(fx, fX), f64x2.add(ex, eX));
  const wayY = f64x2.sub(f64x2.add(fy, fY), f64x2.add(ey, eY));
  const hx = f64x2.extract_lane(wayX, 0) + f64x2.extract_lane(wayX, 1);
  const hy = f64x2.extract_lane(wayY, 0) + f64x2.extract_lane(wayY, 1);
  const gap = f64x2.splat(16 * error * (abs(hx) + abs(hy)));
  const x = f64x2.splat(hx);
  const y = f64x2.splat(hy);
  const last = f64x2.max(along(x, y, ex, ey), along(x, y, eX, eY));
  const first = f64x2.min(along(x, y, fx, fy), along(x, y, fX, fY));
  if (i64x2.bitmask(f64x2.gt(first, f64x2.add(last, gap))) == 3) return false;
  // floats may have called boxes near that are not
  return !areApartAlongAxes(e, e1, f, f1, 4 * error);
}

/** Whether the boxes of two edges are more than `gap` apart along one axis, in one order, at both ends: then in between. */
export function areApartAlongAxes(e: i32, e1: i32, f: i32, f1: i32, gap: f64): bool {
  const ex = xOf(e);
  const eX = xOf(e1);
  const fx = xOf(f);
  const fX = xOf(f1);
  if (isBeyond(ex, eX, fx, fX, gap) || isBeyond(fx, fX, ex, eX, gap)) return true;
  const ey = yOf(e);
  const eY = yOf(e1);
  const fy = yOf(f);
  const fY = yOf(f1);
  return isBeyond(ey, eY, fy, fY, gap) || isBeyond(fy, fY, ey, eY, gap);
}

// @ts-ignore: decorator of AssemblyScript
@inline
export function along(hx: v128, hy: v128, x: v128, y: v128): v128 {
  return f64x2.add(f64x2.mul(hx, x), f64x2.mul(hy, y));
}

/** Whether the second two of four numbers are beyond the first two at both ends. */
// @ts-ignore: decorator of AssemblyScript
@inline
function isBeyond(a: v128, b: v128, c: v128, d: v128, gap: f64): bool {
  return i64x2.bitmask(f64x2.gt(f64x2.min(c, d), f64x2.add(f64x2.max(a, b), f64x2.splat(gap)))) == 3;
}

/**
 * Whether only one loop runs counterclockwise at the beginning, or may do so. Of several that do not meet, a second one could cover the first; a single one does, as triangles do. An area of k products is off by k cross
 * errors, and by k²/32 more for its sum: a product is below 2 widths squared, a cross error 64 units of one.
 */
export function hasOneOuterLoop(): bool {
  if (loops == 1) return true;
  let outer = 0;
  let start = 0;
  let area: f64 = 0;
  for (let e = 0; e < count; e++) {
    const x = load<f64>(points + (<usize>start << 5));
    const y = load<f64>(points + (<usize>start << 5), 16);
    const f = nextOf(e);
    const at = points + (<usize>e << 5);
    const to = points + (<usize>f << 5);
    area += (load<f64>(at) - x) * (load<f64>(to, 16) - y) - (load<f64>(at, 16) - y) * (load<f64>(to) - x);
    if (f == e + 1) continue;
    const edges = <f64>(e + 1 - start);
    if (area > -crossError * edges * (1 + edges / 16)) outer++;
    start = e + 1;
    area = 0;
  }
  return outer == 1;
}
