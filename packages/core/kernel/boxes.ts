import {
  endTriangle,
  firstTriangle,
  nodeBoxes,
  nodeCount,
  numbers,
  places,
  positions,
  rightChild,
  triangleBoxes,
  triangleCount,
  triangles,
  vertexCount,
} from './addresses';

/** Lowest and highest coordinates, x y z each, into `numbers`. */
export function measureExtent(): void {
  v128.store(numbers, v128.load(positions));
  store<f64>(numbers, load<f64>(positions, 16), 16);
  v128.store(numbers, v128.load(positions), 24);
  store<f64>(numbers, load<f64>(positions, 16), 40);
  widenExtent(positions);
}

/** The same for those that `numbers` has and a pose's. */
export function widenExtent(pose: usize): void {
  let from = pose;
  let low = v128.load(numbers);
  let lowZ = load<f64>(numbers, 16);
  let high = v128.load(numbers, 24);
  let highZ = load<f64>(numbers, 40);
  const end = from + <usize>vertexCount * 24;
  for (; from < end; from += 24) {
    const xy = v128.load(from);
    const z = load<f64>(from, 16);
    low = f64x2.pmin(low, xy);
    high = f64x2.pmax(high, xy);
    lowZ = z < lowZ ? z : lowZ;
    highZ = z > highZ ? z : highZ;
  }
  v128.store(numbers, low);
  store<f64>(numbers, lowZ, 16);
  v128.store(numbers, high, 24);
  store<f64>(numbers, highZ, 40);
}

/** Coordinates as whole numbers, the same as PlaceRange writes for one stretch. */
export function writePlaces(lowX: f64, lowY: f64, lowZ: f64, perLength: f64, most: f64): void {
  writePlacesOf(positions, places, lowX, lowY, lowZ, perLength, most);
}

export function writePlacesOf(
  pose: usize,
  to: usize,
  lowX: f64,
  lowY: f64,
  lowZ: f64,
  perLength: f64,
  most: f64,
): void {
  const low = f64x2.replace_lane(f64x2.splat(lowX), 1, lowY);
  const factor = f64x2.splat(perLength);
  const zero = f64x2.splat(0);
  const top = f64x2.splat(most);
  let from = pose;
  const end = from + <usize>vertexCount * 24;
  let out = to;
  for (; from < end; from += 24) {
    const xy = f64x2.mul(f64x2.sub(v128.load(from), low), factor);
    const z = (load<f64>(from, 16) - lowZ) * perLength;
    const cut = f64x2.pmin(f64x2.pmax(xy, zero), top);
    v128.store64_lane(out, i32x4.trunc_sat_f64x2_s_zero(cut), 0);
    store<i32>(out, <i32>(z < 0 ? 0 : z > most ? most : z), 8);
    out += 12;
  }
}

/** All boxes, from the triangles up, grown by so many places on each side. */
export function refitBoxes(grow: i32): void {
  const wider = i32x4.splat(grow);
  let out = triangleBoxes;
  const end = triangles + <usize>triangleCount * 12;
  for (let corner = triangles; corner < end; corner += 12) {
    // the fourth number belongs to the next vertex and is not kept
    const a = v128.load(places + <usize>load<u32>(corner) * 12);
    const b = v128.load(places + <usize>load<u32>(corner, 4) * 12);
    const c = v128.load(places + <usize>load<u32>(corner, 8) * 12);
    storeBox(
      out,
      i32x4.sub(i32x4.min_s(i32x4.min_s(a, b), c), wider),
      i32x4.add(i32x4.max_s(i32x4.max_s(a, b), c), wider),
    );
    out += 24;
  }
  for (let node = nodeCount - 1; node >= 0; node--) {
    const right = load<u32>(rightChild + (<usize>node << 2));
    const box = nodeBoxes + <usize>node * 24;
    if (right != 0) {
      const other = nodeBoxes + <usize>right * 24;
      storeBox(
        box,
        i32x4.min_s(v128.load(box, 24), v128.load(other)),
        i32x4.max_s(v128.load(box, 36), v128.load(other, 12)),
      );
      continue;
    }
    let t = triangleBoxes + <usize>load<u32>(firstTriangle + (<usize>node << 2)) * 24;
    const stop = triangleBoxes + <usize>load<u32>(endTriangle + (<usize>node << 2)) * 24;
    let low = v128.load(t);
    let high = v128.load(t, 12);
    for (t += 24; t < stop; t += 24) {
      low = i32x4.min_s(low, v128.load(t));
      high = i32x4.max_s(high, v128.load(t, 12));
    }
    storeBox(box, low, high);
  }
}

/** Six numbers and nothing behind them: the neighbour's may be there already. */
export function storeBox(at: usize, low: v128, high: v128): void {
  v128.store(at, v128.shuffle<i32>(low, high, 0, 1, 2, 4));
  v128.store64_lane(at, v128.shuffle<i32>(high, high, 1, 2, 1, 2), 0, 16);
}
