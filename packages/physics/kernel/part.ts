// A part of a body in the world: its surface's vertices or its tets, each with a tree. All that is asked for is computed once a step.
// Where its arrays begin is written down in memory: `Part` of src/modal/bodies/body-memory.ts has the same order.

/** In bytes, of one field after the other. */
export const RIGHT_CHILD: usize = 0;
export const FIRST: usize = 4;
export const END: usize = 8;
/** Middle and radius at rest, mean rows, and growth for each coordinate and for the norm, a node. */
export const REST_SPHERES: usize = 12;
const MEANS: usize = 16;
const GROWTH: usize = 20;
/** Three rows and three numbers at rest a point. */
const ROWS: usize = 24;
export const REST: usize = 28;
/** Points of the tree's items, in its order, and how many an item has; of vertices item i is point i. */
export const ITEMS: usize = 32;
const ARITY: usize = 36;
/** Coordinates and their norm; their speeds; turn and place, then velocity and spin. */
const Q: usize = 40;
const SPEED: usize = 44;
const FRAME: usize = 48;
export const POSITIONS: usize = 52;
const POSITION_STEPS: usize = 56;
const VELOCITIES: usize = 60;
const VELOCITY_STEPS: usize = 64;
export const SPHERES: usize = 68;
const SPHERE_STEPS: usize = 72;
export const BOXES: usize = 76;
const BOX_STEPS: usize = 80;
/** Of tets: twelve numbers each, see `mapAt`. */
const MAPS: usize = 84;
const MAP_STEPS: usize = 88;

/** Coordinates, made even by one that is always 0. */
let rank: usize = 0;
/** Number of the step: what was computed in another one is out of date. */
let step: u32 = 0;

export function setRank(even: u32): void {
  rank = even;
}

export function beginStep(number: u32): void {
  step = number;
}

// @ts-ignore: decorator of AssemblyScript
@inline
export function array(part: usize, field: usize): usize {
  return load<u32>(part + field);
}

// @ts-ignore: decorator of AssemblyScript
@inline
export function number(part: usize, field: usize, i: u32): u32 {
  return load<u32>(load<u32>(part + field) + (<usize>i << 2));
}

/** Whether something was computed in this step; from now on it was. */
// @ts-ignore: decorator of AssemblyScript
@inline
function isDone(part: usize, steps: usize, i: u32): bool {
  const at = load<u32>(part + steps) + (<usize>i << 2);
  if (load<u32>(at) == step) return true;
  store<u32>(at, step);
  return false;
}

// @ts-ignore: decorator of AssemblyScript
@inline
function both(v: v128): f64 {
  return f64x2.extract_lane(v, 0) + f64x2.extract_lane(v, 1);
}

/** Writes turn·(x, y, z) plus three numbers. */
// @ts-ignore: decorator of AssemblyScript
@inline
function writeTurned(turn: usize, plus: usize, x: f64, y: f64, z: f64, to: usize): void {
  store<f64>(to, load<f64>(plus) + load<f64>(turn) * x + load<f64>(turn + 8) * y + load<f64>(turn + 16) * z);
  store<f64>(to + 8, load<f64>(plus + 8) + load<f64>(turn + 24) * x + load<f64>(turn + 32) * y + load<f64>(turn + 40) * z);
  store<f64>(to + 16, load<f64>(plus + 16) + load<f64>(turn + 48) * x + load<f64>(turn + 56) * y + load<f64>(turn + 64) * z);
}

let sumX: f64 = 0;
let sumY: f64 = 0;
let sumZ: f64 = 0;

/** Three rows times coordinates. */
// @ts-ignore: decorator of AssemblyScript
@inline
function multiply(rows: usize, by: usize): void {
  const bytes = rank << 3;
  let x = f64x2.splat(0);
  let y = f64x2.splat(0);
  let z = f64x2.splat(0);
  const end = rows + bytes;
  for (; rows < end; rows += 16, by += 16) {
    const q = v128.load(by);
    x = f64x2.add(x, f64x2.mul(v128.load(rows), q));
    y = f64x2.add(y, f64x2.mul(v128.load(rows + bytes), q));
    z = f64x2.add(z, f64x2.mul(v128.load(rows + 2 * bytes), q));
  }
  sumX = both(x);
  sumY = both(y);
  sumZ = both(z);
}

export function place(part: usize, point: u32): void {
  if (isDone(part, POSITION_STEPS, point)) return;
  multiply(array(part, ROWS) + <usize>point * 24 * rank, array(part, Q));
  writePlace(part, array(part, REST) + <usize>point * 24, array(part, POSITIONS) + <usize>point * 24);
}

/** Where what is at `rest` has come to, moved by the sums. */
function writePlace(part: usize, rest: usize, to: usize): void {
  const frame = array(part, FRAME);
  writeTurned(frame, frame + 72, load<f64>(rest) + sumX, load<f64>(rest + 8) + sumY, load<f64>(rest + 16) + sumZ, to);
}

/** The velocity of a point, which gets a place, too. */
export function move(part: usize, point: u32): void {
  if (isDone(part, VELOCITY_STEPS, point)) return;
  place(part, point);
  multiply(array(part, ROWS) + <usize>point * 24 * rank, array(part, SPEED));
  const frame = array(part, FRAME);
  const at = array(part, POSITIONS) + <usize>point * 24;
  const to = array(part, VELOCITIES) + <usize>point * 24;
  writeTurned(frame, frame + 96, sumX, sumY, sumZ, to);
  const x = load<f64>(at) - load<f64>(frame + 72);
  const y = load<f64>(at + 8) - load<f64>(frame + 80);
  const z = load<f64>(at + 16) - load<f64>(frame + 88);
  const spinX = load<f64>(frame + 120);
  const spinY = load<f64>(frame + 128);
  const spinZ = load<f64>(frame + 136);
  store<f64>(to, load<f64>(to) + spinY * z - spinZ * y);
  store<f64>(to + 8, load<f64>(to + 8) + spinZ * x - spinX * z);
  store<f64>(to + 16, load<f64>(to + 16) + spinX * y - spinY * x);
}

/** A node's sphere in the world; roundings are far below the part that radii are larger. */
export function sphereAt(part: usize, node: u32): usize {
  const to = array(part, SPHERES) + (<usize>node << 5);
  if (isDone(part, SPHERE_STEPS, node)) return to;
  const q = array(part, Q);
  multiply(array(part, MEANS) + <usize>node * 24 * rank, q);
  const rest = array(part, REST_SPHERES) + (<usize>node << 5);
  writePlace(part, rest, to);
  const growth = array(part, GROWTH) + <usize>node * ((rank + 2) << 3);
  const bytes = rank << 3;
  let sum = f64x2.splat(0);
  for (let k: usize = 0; k < bytes; k += 16) {
    sum = f64x2.add(sum, f64x2.mul(v128.load(growth + k), f64x2.abs(v128.load(q + k))));
  }
  const grown = min(both(sum), load<f64>(growth + bytes) * load<f64>(q + bytes));
  store<f64>(to + 24, (load<f64>(rest + 24) + grown) * (1 + 1e-9));
  return to;
}

/** A box around a node's points where they are: middle and half the sides, a little more than they are. Its points have places then. */
export function boxAt(part: usize, node: u32): usize {
  const to = array(part, BOXES) + <usize>node * 48;
  if (isDone(part, BOX_STEPS, node)) return to;
  const right = number(part, RIGHT_CHILD, node);
  if (right == 0) fitLeaf(part, node, to);
  else join(to, boxAt(part, node + 1), boxAt(part, right));
  return to;
}

function fitLeaf(part: usize, node: u32, to: usize): void {
  const items = array(part, ITEMS);
  const arity = array(part, ARITY);
  const positions = array(part, POSITIONS);
  const end = number(part, END, node) * <u32>arity;
  let low = f64x2.splat(Infinity);
  let high = f64x2.splat(-Infinity);
  let lowZ: f64 = Infinity;
  let highZ: f64 = -Infinity;
  for (let i = number(part, FIRST, node) * <u32>arity; i < end; i++) {
    const point = load<u32>(items + (<usize>i << 2));
    place(part, point);
    const at = positions + <usize>point * 24;
    const xy = v128.load(at);
    const z = load<f64>(at + 16);
    low = f64x2.min(low, xy);
    high = f64x2.max(high, xy);
    lowZ = min(lowZ, z);
    highZ = max(highZ, z);
  }
  writeAxis(to, f64x2.extract_lane(low, 0), f64x2.extract_lane(high, 0));
  writeAxis(to + 8, f64x2.extract_lane(low, 1), f64x2.extract_lane(high, 1));
  writeAxis(to + 16, lowZ, highZ);
}

function join(to: usize, a: usize, b: usize): void {
  for (let k: usize = 0; k < 24; k += 8) {
    const low = min(load<f64>(a + k) - load<f64>(a + k + 24), load<f64>(b + k) - load<f64>(b + k + 24));
    const high = max(load<f64>(a + k) + load<f64>(a + k + 24), load<f64>(b + k) + load<f64>(b + k + 24));
    writeAxis(to + k, low, high);
  }
}

// @ts-ignore: decorator of AssemblyScript
@inline
function writeAxis(to: usize, low: f64, high: f64): void {
  store<f64>(to, 0.5 * (low + high));
  store<f64>(to + 24, 0.5 * (high - low) + 1e-12 * max(abs(low), abs(high)));
}

/**
 * From places in the world to weights of a deformed tet's first three corners, three directions and an offset each: a place is in the tet if all four
 * weights are from 0. NaN where the tet is turned inside out: it has no inside.
 */
export function mapAt(part: usize, tet: u32): usize {
  const to = array(part, MAPS) + <usize>tet * 96;
  if (isDone(part, MAP_STEPS, tet)) return to;
  const a = cornerAt(part, tet, 0);
  const b = cornerAt(part, tet, 1);
  const c = cornerAt(part, tet, 2);
  const d = cornerAt(part, tet, 3);
  const ux = load<f64>(a) - load<f64>(d);
  const uy = load<f64>(a + 8) - load<f64>(d + 8);
  const uz = load<f64>(a + 16) - load<f64>(d + 16);
  const vx = load<f64>(b) - load<f64>(d);
  const vy = load<f64>(b + 8) - load<f64>(d + 8);
  const vz = load<f64>(b + 16) - load<f64>(d + 16);
  const wx = load<f64>(c) - load<f64>(d);
  const wy = load<f64>(c + 8) - load<f64>(d + 8);
  const wz = load<f64>(c + 16) - load<f64>(d + 16);
  const nx = vy * wz - vz * wy;
  const ny = vz * wx - vx * wz;
  const nz = vx * wy - vy * wx;
  // d sees a, b, c clockwise from outside, as tets here do
  const whole = ux * nx + uy * ny + uz * nz;
  const share = whole < 0 ? 1 / whole : NaN;
  writeWeight(to, share * nx, share * ny, share * nz, d);
  writeWeight(to + 32, share * (wy * uz - wz * uy), share * (wz * ux - wx * uz), share * (wx * uy - wy * ux), d);
  writeWeight(to + 64, share * (uy * vz - uz * vy), share * (uz * vx - ux * vz), share * (ux * vy - uy * vx), d);
  return to;
}

function cornerAt(part: usize, tet: u32, k: u32): usize {
  const point = load<u32>(array(part, ITEMS) + (<usize>(4 * tet + k) << 2));
  place(part, point);
  return array(part, POSITIONS) + <usize>point * 24;
}

/** Weight 0 at corner d. */
// @ts-ignore: decorator of AssemblyScript
@inline
function writeWeight(to: usize, x: f64, y: f64, z: f64, d: usize): void {
  store<f64>(to, x);
  store<f64>(to + 8, y);
  store<f64>(to + 16, z);
  store<f64>(to + 24, -(x * load<f64>(d) + y * load<f64>(d + 8) + z * load<f64>(d + 16)));
}
