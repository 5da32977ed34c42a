import {
  apartBelow,
  directions,
  factors,
  numbers,
  TREE_CORNERS,
  TREE_DOPS,
  TREE_LENGTHS,
  TREE_LINKS,
  TREE_MISSING,
  TREE_NEXT,
  TREE_NODES,
  TREE_NOW,
  TREE_OUTSIDE,
  TREE_VERTEX_DOPS,
  TREE_VERTICES,
  vectors,
} from './layout-dops';

// Polytopes with faces in fixed directions (k-DOPs) around the nodes of one or two trees, in whole numbers of 16 bits, four directions at once, both ways. What floats and whole numbers
// lose is in the sums below which two count as apart (docs/kernel.md), so nothing within reach is lost; a few pairs more come than doubles would leave.

// @ts-ignore: decorator of AssemblyScript
@inline
export function word(tree: usize, field: usize): usize {
  return <usize>load<u32>(tree + field);
}

/** Into `numbers`: the mean motion, three coordinates, and where the first vertex is. */
export function measureMotion(tree: usize, unit: f64): void {
  const count = <usize>load<u32>(tree + TREE_VERTICES);
  let now = word(tree, TREE_NOW);
  let next = word(tree, TREE_NEXT);
  const end = now + count * 24;
  let xy = f64x2.splat(0);
  let z: f64 = 0;
  v128.store(numbers, f64x2.mul(v128.load(now), f64x2.splat(unit)), 24);
  store<f64>(numbers, load<f64>(now, 16) * unit, 40);
  for (; now < end; now += 24, next += 24) {
    xy = f64x2.add(xy, f64x2.sub(v128.load(next), v128.load(now)));
    z += load<f64>(next, 16) - load<f64>(now, 16);
  }
  const part = unit / <f64>count;
  v128.store(numbers, f64x2.mul(xy, f64x2.splat(part)));
  store<f64>(numbers, z * part, 16);
}

/**
 * Coordinates times `unit`, seen from the second three of `numbers`; with `moving` ends too, less the first three. Returns the largest.
 */
export function projectVertices(tree: usize, unit: f64, moving: i32): f64 {
  const factor = f64x2.splat(unit);
  const shiftX = load<f64>(numbers);
  const shiftY = load<f64>(numbers, 8);
  const shiftZ = load<f64>(numbers, 16);
  const originX = load<f64>(numbers, 24);
  const originY = load<f64>(numbers, 32);
  const originZ = load<f64>(numbers, 40);
  const fromX = ends(originX, originX + shiftX);
  const fromY = ends(originY, originY + shiftY);
  const fromZ = ends(originZ, originZ + shiftZ);
  let now = word(tree, TREE_NOW);
  let next = moving != 0 ? word(tree, TREE_NEXT) : now;
  let out = word(tree, TREE_VERTEX_DOPS);
  const stop = now + <usize>load<u32>(tree + TREE_VERTICES) * 24;
  const size = <usize>vectors << 5;
  let largest = f64x2.splat(0);
  for (; now < stop; now += 24, next += 24, out += size) {
    const x = f64x2.mul(ends(load<f64>(now), load<f64>(next)), factor);
    const y = f64x2.mul(ends(load<f64>(now, 8), load<f64>(next, 8)), factor);
    const z = f64x2.mul(ends(load<f64>(now, 16), load<f64>(next, 16)), factor);
    const dx = f64x2.sub(x, fromX);
    const dy = f64x2.sub(y, fromY);
    const dz = f64x2.sub(z, fromZ);
    largest = f64x2.pmax(largest, f64x2.pmax(f64x2.abs(dx), f64x2.pmax(f64x2.abs(dy), f64x2.abs(dz))));
    const fx = f32x4.demote_f64x2_zero(dx);
    const fy = f32x4.demote_f64x2_zero(dy);
    const fz = f32x4.demote_f64x2_zero(dz);
    const x0 = v128.shuffle<i32>(fx, fx, 0, 0, 0, 0);
    const y0 = v128.shuffle<i32>(fy, fy, 0, 0, 0, 0);
    const z0 = v128.shuffle<i32>(fz, fz, 0, 0, 0, 0);
    const x1 = v128.shuffle<i32>(fx, fx, 1, 1, 1, 1);
    const y1 = v128.shuffle<i32>(fy, fy, 1, 1, 1, 1);
    const z1 = v128.shuffle<i32>(fz, fz, 1, 1, 1, 1);
    let table = directions;
    for (let at: usize = 0; at < size; at += 32, table += 48) {
      const a = v128.load(table);
      const b = v128.load(table, 16);
      const c = v128.load(table, 32);
      const first = f32x4.add(f32x4.add(f32x4.mul(a, x0), f32x4.mul(b, y0)), f32x4.mul(c, z0));
      const second = f32x4.add(f32x4.add(f32x4.mul(a, x1), f32x4.mul(b, y1)), f32x4.mul(c, z1));
      v128.store(out + at, f32x4.neg(f32x4.pmin(first, second)));
      v128.store(out + at, f32x4.pmax(first, second), 16);
    }
  }
  return max(f64x2.extract_lane(largest, 0), f64x2.extract_lane(largest, 1));
}

/** Heights of vertices as whole numbers, rounded up: a polytope grows by that, never shrinks. In place: what is written was read before. */
export function roundVertices(tree: usize): void {
  const size = <usize>vectors << 5;
  let at = word(tree, TREE_VERTEX_DOPS);
  let out = at;
  const stop = at + <usize>load<u32>(tree + TREE_VERTICES) * size;
  for (; at < stop; at += size) {
    for (let k: usize = 0; k < size; k += 32, out += 16) {
      const factor = v128.load(factors + (k >> 1));
      const against = i32x4.trunc_sat_f32x4_s(f32x4.ceil(f32x4.mul(v128.load(at + k), factor)));
      const along = i32x4.trunc_sat_f32x4_s(f32x4.ceil(f32x4.mul(v128.load(at + k, 16), factor)));
      v128.store(out, i16x8.narrow_i32x4_s(against, along));
    }
  }
}

/** By vertex, a bit a face: beyond that of another tree's root by more than the reach. Triangles whose corners are all beyond one need no polytope. */
export function compareVertices(tree: usize, other: usize): void {
  const root = word(other, TREE_DOPS);
  const size = <usize>vectors << 4;
  let at = word(tree, TREE_VERTEX_DOPS);
  let out = word(tree, TREE_OUTSIDE);
  const stop = out + (<usize>load<u32>(tree + TREE_VERTICES) << 2);
  for (; out < stop; out += 4, at += size) {
    let faces = 0;
    for (let k: usize = 0; k < size; k += 16) {
      const sums = i16x8.add_sat_s(v128.load(at + k), turned(v128.load(root + k)));
      faces = (faces << 8) | i16x8.bitmask(i16x8.lt_s(sums, v128.load(apartBelow + k)));
    }
    store<i32>(out, faces);
  }
}

/** From the leaves up: a child's number is larger than its parent's. With `near` what `compareVertices` found stays nowhere: apart from all. */
export function fitDops(tree: usize, near: i32): void {
  const size = <usize>vectors << 4;
  const links = word(tree, TREE_LINKS);
  const corners = word(tree, TREE_CORNERS);
  const vertices = word(tree, TREE_VERTEX_DOPS);
  const outside = word(tree, TREE_OUTSIDE);
  const missing = word(tree, TREE_MISSING);
  const dops = word(tree, TREE_DOPS);
  const lengths = word(tree, TREE_LENGTHS);
  for (let node = <i32>load<u32>(tree + TREE_NODES) - 1; node >= 0; node--) {
    const at = <usize>node << 2;
    const out = dops + <usize>node * size;
    const link = load<u32>(links + at);
    const children = link & 15;
    const first = <usize>(link >> 4);
    let absent = 0;
    if (children == 0) {
      const corner = corners + first * 12;
      const a = <usize>load<u32>(corner);
      const b = <usize>load<u32>(corner, 4);
      const c = <usize>load<u32>(corner, 8);
      if (near != 0) {
        absent = load<i32>(outside + (a << 2)) & load<i32>(outside + (b << 2)) & load<i32>(outside + (c << 2));
      }
      if (absent == 0) {
        const p = vertices + a * size;
        const q = vertices + b * size;
        const r = vertices + c * size;
        for (let k: usize = 0; k < size; k += 16) {
          v128.store(out + k, i16x8.max_s(i16x8.max_s(v128.load(p + k), v128.load(q + k)), v128.load(r + k)));
        }
      }
    } else {
      absent = 1;
      for (let child = first; child < first + children; child++) {
        if (near != 0 && load<i32>(missing + (child << 2)) != 0) continue;
        const from = dops + child * size;
        const so = absent != 0 ? from : out;
        for (let k: usize = 0; k < size; k += 16) v128.store(out + k, i16x8.max_s(v128.load(so + k), v128.load(from + k)));
        absent = 0;
      }
    }
    if (near != 0) store<i32>(missing + at, absent);
    if (absent != 0) {
      // one vector suffices to be apart
      v128.store(out, i16x8.splat(-32768));
      continue;
    }
    const sides = i32x4.add(i32x4.extend_low_i16x8_s(v128.load(out)), i32x4.extend_high_i16x8_s(v128.load(out)));
    const longest = max(max(i32x4.extract_lane(sides, 0), i32x4.extract_lane(sides, 1)), i32x4.extract_lane(sides, 2));
    store<i32>(lengths + at, longest);
  }
}

// @ts-ignore: decorator of AssemblyScript
@inline
function ends(now: f64, next: f64): v128 {
  return f64x2.replace_lane(f64x2.splat(now), 1, next);
}

/** Along for against, and the other way round. */
// @ts-ignore: decorator of AssemblyScript
@inline
export function turned(vector: v128): v128 {
  return v128.shuffle<i32>(vector, vector, 2, 3, 0, 1);
}
