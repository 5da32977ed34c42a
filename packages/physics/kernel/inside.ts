import { array, boxAt, END, FIRST, ITEMS, mapAt, number, POSITIONS, place, REST, REST_SPHERES, RIGHT_CHILD, sphereAt } from './part';

// Which vertices of one body are in tets of another, and where those points of the tets are at rest.

/** Nodes with so many items are compared by spheres, which need no vertex; smaller ones by boxes around their vertices, which are tighter. */
const MANY: u32 = 64;
/** What two leaves can give at most. */
const MOST: u32 = 64;
/** Bytes of what is found: vertex, tet, and three numbers of the place at rest. */
const RECORD: usize = 32;

let stack: usize = 0;
let top: usize = 0;
let results: usize = 0;
let capacity: u32 = 0;
let found: u32 = 0;
let vertices: usize = 0;
let tets: usize = 0;

export function setResults(stackRoom: usize, room: usize, records: u32): void {
  stack = stackRoom;
  results = room;
  capacity = records;
}

// @ts-ignore: decorator of AssemblyScript
@inline
function push(m: u32, n: u32): void {
  store<u32>(top, m);
  store<u32>(top, n, 4);
  top += 8;
}

/** Vertices of a part and tets of another: `searchBetween` goes on until it is done. */
export function beginBetween(ofVertices: usize, ofTets: usize): void {
  vertices = ofVertices;
  tets = ofTets;
  top = stack;
  push(0, 0);
}

/** Writes what is found; returns how much, 0 at the end. A vertex is found once for each tet that it is in. */
export function searchBetween(): u32 {
  found = 0;
  const ofVertices = vertices;
  const ofTets = tets;
  const rightA = array(ofVertices, RIGHT_CHILD);
  const rightB = array(ofTets, RIGHT_CHILD);
  const sizesA = array(ofVertices, REST_SPHERES) + 24;
  const sizesB = array(ofTets, REST_SPHERES) + 24;
  while (top > stack && found + MOST <= capacity) {
    top -= 8;
    const m = load<u32>(top);
    const n = load<u32>(top, 4);
    if (!nodesMeet(ofVertices, m, ofTets, n)) continue;
    const a = load<u32>(rightA + (<usize>m << 2));
    const b = load<u32>(rightB + (<usize>n << 2));
    if (a == 0 && b == 0) {
      compareLeaves(ofVertices, m, ofTets, n);
      continue;
    }
    // as large at rest as they are now, roughly
    if (b == 0 || (a != 0 && load<f64>(sizesA + (<usize>m << 5)) >= load<f64>(sizesB + (<usize>n << 5)))) {
      push(m + 1, n);
      push(a, n);
    } else {
      push(m, n + 1);
      push(m, b);
    }
  }
  return found;
}

function compareLeaves(ofVertices: usize, m: u32, ofTets: usize, n: u32): void {
  const box = boxAt(ofVertices, m);
  const from = number(ofVertices, FIRST, m);
  const end = number(ofVertices, END, m);
  const endTet = number(ofTets, END, n);
  const positions = array(ofVertices, POSITIONS);
  for (let tet = number(ofTets, FIRST, n); tet < endTet; tet++) {
    const map = mapAt(ofTets, tet);
    if (isOutside(map, box)) continue;
    for (let v = from; v < end; v++) tryTet(ofTets, tet, map, positions + <usize>v * 24, v);
  }
}

/** The tets of a body that one of its own vertices is in, as far as there is room. */
export function findOwn(ofVertices: usize, ofTets: usize, vertex: u32): u32 {
  found = 0;
  place(ofVertices, vertex);
  const at = array(ofVertices, POSITIONS) + <usize>vertex * 24;
  top = stack;
  push(0, 0);
  while (top > stack && found + MOST <= capacity) {
    top -= 8;
    const n = load<u32>(top);
    const sphere = sphereAt(ofTets, n);
    const x = load<f64>(at) - load<f64>(sphere);
    const y = load<f64>(at + 8) - load<f64>(sphere + 8);
    const z = load<f64>(at + 16) - load<f64>(sphere + 16);
    const reach = load<f64>(sphere + 24);
    if (x * x + y * y + z * z > reach * reach) continue;
    const right = number(ofTets, RIGHT_CHILD, n);
    if (right != 0) {
      push(right, 0);
      push(n + 1, 0);
      continue;
    }
    const end = number(ofTets, END, n);
    for (let tet = number(ofTets, FIRST, n); tet < end; tet++) tryTet(ofTets, tet, mapAt(ofTets, tet), at, vertex);
  }
  return found;
}

/** Vertices of a part that are below a height, a number each instead of records. */
export function findBelow(ofVertices: usize, height: f64, to: usize): u32 {
  let count: u32 = 0;
  const positions = array(ofVertices, POSITIONS);
  top = stack;
  push(0, 0);
  while (top > stack) {
    top -= 8;
    const node = load<u32>(top);
    const sphere = sphereAt(ofVertices, node);
    if (load<f64>(sphere + 8) - load<f64>(sphere + 24) > height) continue;
    const right = number(ofVertices, RIGHT_CHILD, node);
    if (right != 0) {
      push(right, 0);
      push(node + 1, 0);
      continue;
    }
    const end = number(ofVertices, END, node);
    for (let v = number(ofVertices, FIRST, node); v < end; v++) {
      place(ofVertices, v);
      if (!(load<f64>(positions + <usize>v * 24 + 8) < height)) continue;
      store<u32>(to + (<usize>count << 2), v);
      count++;
    }
  }
  return count;
}

/** Writes down a place that is in a deformed tet. */
function tryTet(ofTets: usize, tet: u32, map: usize, at: usize, vertex: u32): void {
  const x = load<f64>(at);
  const y = load<f64>(at + 8);
  const z = load<f64>(at + 16);
  const a = load<f64>(map) * x + load<f64>(map + 8) * y + load<f64>(map + 16) * z + load<f64>(map + 24);
  if (!(a >= 0)) return;
  const b = load<f64>(map + 32) * x + load<f64>(map + 40) * y + load<f64>(map + 48) * z + load<f64>(map + 56);
  if (!(b >= 0)) return;
  const c = load<f64>(map + 64) * x + load<f64>(map + 72) * y + load<f64>(map + 80) * z + load<f64>(map + 88);
  if (!(c >= 0)) return;
  const d = 1 - a - b - c;
  if (!(d >= 0)) return;
  const corners = array(ofTets, ITEMS) + (<usize>tet << 4);
  const rest = array(ofTets, REST);
  const i = rest + <usize>load<u32>(corners) * 24;
  const j = rest + <usize>load<u32>(corners, 4) * 24;
  const k = rest + <usize>load<u32>(corners, 8) * 24;
  const l = rest + <usize>load<u32>(corners, 12) * 24;
  const to = results + <usize>found * RECORD;
  store<u32>(to, vertex);
  store<u32>(to, tet, 4);
  for (let axis: usize = 0; axis < 24; axis += 8) {
    store<f64>(
      to + 8 + axis,
      a * load<f64>(i + axis) + b * load<f64>(j + axis) + c * load<f64>(k + axis) + d * load<f64>(l + axis),
    );
  }
  found++;
}

/** Vertices of node m and tets of node n. */
// @ts-ignore: decorator of AssemblyScript
@inline
function nodesMeet(ofVertices: usize, m: u32, ofTets: usize, n: u32): bool {
  const isLargeA = number(ofVertices, END, m) - number(ofVertices, FIRST, m) >= MANY;
  const isLargeB = number(ofTets, END, n) - number(ofTets, FIRST, n) >= MANY;
  if (isLargeA && isLargeB) return spheresMeet(sphereAt(ofVertices, m), sphereAt(ofTets, n));
  if (isLargeB) return boxMeetsSphere(boxAt(ofVertices, m), sphereAt(ofTets, n));
  if (isLargeA) return boxMeetsSphere(boxAt(ofTets, n), sphereAt(ofVertices, m));
  return boxesMeet(boxAt(ofVertices, m), boxAt(ofTets, n));
}

// @ts-ignore: decorator of AssemblyScript
@inline
function boxesMeet(a: usize, b: usize): bool {
  return (
    abs(load<f64>(a) - load<f64>(b)) <= load<f64>(a + 24) + load<f64>(b + 24) &&
    abs(load<f64>(a + 8) - load<f64>(b + 8)) <= load<f64>(a + 32) + load<f64>(b + 32) &&
    abs(load<f64>(a + 16) - load<f64>(b + 16)) <= load<f64>(a + 40) + load<f64>(b + 40)
  );
}

function spheresMeet(a: usize, b: usize): bool {
  const x = load<f64>(a) - load<f64>(b);
  const y = load<f64>(a + 8) - load<f64>(b + 8);
  const z = load<f64>(a + 16) - load<f64>(b + 16);
  const reach = load<f64>(a + 24) + load<f64>(b + 24);
  return x * x + y * y + z * z <= reach * reach;
}

function boxMeetsSphere(box: usize, sphere: usize): bool {
  const x = max(0, abs(load<f64>(box) - load<f64>(sphere)) - load<f64>(box + 24));
  const y = max(0, abs(load<f64>(box + 8) - load<f64>(sphere + 8)) - load<f64>(box + 32));
  const z = max(0, abs(load<f64>(box + 16) - load<f64>(sphere + 16)) - load<f64>(box + 40));
  const reach = load<f64>(sphere + 24);
  return x * x + y * y + z * z <= reach * reach;
}

/** Whether one face of a tet has all of a box outside, or the tet has no inside. Roundings are paid for by boxes, which are a little large. */
function isOutside(map: usize, box: usize): bool {
  const x = load<f64>(box);
  const y = load<f64>(box + 8);
  const z = load<f64>(box + 16);
  const halfX = load<f64>(box + 24);
  const halfY = load<f64>(box + 32);
  const halfZ = load<f64>(box + 40);
  let sum: f64 = 0;
  let sumX: f64 = 0;
  let sumY: f64 = 0;
  let sumZ: f64 = 0;
  for (let k: usize = 0; k < 96; k += 32) {
    const wx = load<f64>(map + k);
    const wy = load<f64>(map + k + 8);
    const wz = load<f64>(map + k + 16);
    const w = wx * x + wy * y + wz * z + load<f64>(map + k + 24);
    if (!(w + abs(wx) * halfX + abs(wy) * halfY + abs(wz) * halfZ >= 0)) return true;
    sum += w;
    sumX += wx;
    sumY += wy;
    sumZ += wz;
  }
  return sum - abs(sumX) * halfX - abs(sumY) * halfY - abs(sumZ) * halfZ > 1;
}
