import { floats } from './layout-distances';
import { dot } from './near-pairs';

// Which corners, edges or faces of two triangles are closest, four problems at once, in floats: a choice that nobody trusts, doubles prove it.

/** A word a problem: edge i of A and edge j of B are 3i + j, the face of A and corner j 9 + j, the face of B and corner i 12 + i. */
export let codes: v128 = i64x2(0, 0);
/** Squares of the sizes: of the five corners seen from the first. */
export let squares: v128 = i64x2(0, 0);

/** Bits of a square that say what it is of: fewer digits do for a choice. */
const CODE: i32 = 15;

/** From all products of two corners, everything else is sums: 15 products of vectors instead of a hundred. */
export function chooseFeatures(): void {
  const ux = v128.load(floats);
  const uy = v128.load(floats, 16);
  const uz = v128.load(floats, 32);
  const vx = v128.load(floats, 48);
  const vy = v128.load(floats, 64);
  const vz = v128.load(floats, 80);
  const px = v128.load(floats, 96);
  const py = v128.load(floats, 112);
  const pz = v128.load(floats, 128);
  const qx = v128.load(floats, 144);
  const qy = v128.load(floats, 160);
  const qz = v128.load(floats, 176);
  const rx = v128.load(floats, 192);
  const ry = v128.load(floats, 208);
  const rz = v128.load(floats, 224);
  const uu = dot(ux, uy, uz, ux, uy, uz);
  const uv = dot(ux, uy, uz, vx, vy, vz);
  const vv = dot(vx, vy, vz, vx, vy, vz);
  const up = dot(ux, uy, uz, px, py, pz);
  const uq = dot(ux, uy, uz, qx, qy, qz);
  const ur = dot(ux, uy, uz, rx, ry, rz);
  const vp = dot(vx, vy, vz, px, py, pz);
  const vq = dot(vx, vy, vz, qx, qy, qz);
  const vr = dot(vx, vy, vz, rx, ry, rz);
  const pp = dot(px, py, pz, px, py, pz);
  const pq = dot(px, py, pz, qx, qy, qz);
  const pr = dot(px, py, pz, rx, ry, rz);
  const qq = dot(qx, qy, qz, qx, qy, qz);
  const qr = dot(qx, qy, qz, rx, ry, rz);
  const rr = dot(rx, ry, rz, rx, ry, rz);
  squares = f32x4.add(f32x4.add(uu, vv), f32x4.add(f32x4.add(pp, qq), rr));
  const one = f32x4.splat(1);
  let best = f32x4.splat(Infinity);

  // edges f of B, seen from corners of A: products with r = b − a
  const ff0 = square(pp, qq, pq);
  const ff1 = square(qq, rr, qr);
  const ff2 = square(rr, pp, pr);
  const perFF0 = f32x4.div(one, ff0);
  const perFF1 = f32x4.div(one, ff1);
  const perFF2 = f32x4.div(one, ff2);
  const fr00 = f32x4.sub(pq, pp);
  const fr01 = f32x4.sub(qr, qq);
  const fr02 = f32x4.sub(pr, rr);
  const fu0 = f32x4.sub(uq, up);
  const fu1 = f32x4.sub(ur, uq);
  const fu2 = f32x4.sub(up, ur);
  const fv0 = f32x4.sub(vq, vp);
  const fv1 = f32x4.sub(vr, vq);
  const fv2 = f32x4.sub(vp, vr);
  const fr10 = f32x4.sub(fr00, fu0);
  const fr20 = f32x4.sub(fr00, fv0);
  const rr10 = square(uu, pp, up);
  const rr20 = square(vv, pp, vp);

  // edge u from corner 0
  const perUU = f32x4.div(one, uu);
  best = closer(best, 0, edges(up, fr00, fu0, uu, perUU, ff0, perFF0, pp));
  best = closer(best, 1, edges(uq, fr01, fu1, uu, perUU, ff1, perFF1, qq));
  best = closer(best, 2, edges(ur, fr02, fu2, uu, perUU, ff2, perFF2, rr));
  // edge v − u from corner 1
  const ww = square(uu, vv, uv);
  const perWW = f32x4.div(one, ww);
  const wu = f32x4.sub(uv, uu);
  const wp = f32x4.sub(vp, up);
  const wq = f32x4.sub(vq, uq);
  const wr = f32x4.sub(vr, ur);
  best = closer(best, 3, edges(f32x4.sub(wp, wu), fr10, f32x4.sub(wq, wp), ww, perWW, ff0, perFF0, rr10));
  best = closer(best, 4, edges(f32x4.sub(wq, wu), f32x4.sub(fr01, fu1), f32x4.sub(wr, wq), ww, perWW, ff1, perFF1, square(uu, qq, uq)));
  best = closer(best, 5, edges(f32x4.sub(wr, wu), f32x4.sub(fr02, fu2), f32x4.sub(wp, wr), ww, perWW, ff2, perFF2, square(uu, rr, ur)));
  // edge −v from corner 2
  const perVV = f32x4.div(one, vv);
  best = closer(best, 6, edges(f32x4.sub(vv, vp), fr20, f32x4.neg(fv0), vv, perVV, ff0, perFF0, rr20));
  best = closer(best, 7, edges(f32x4.sub(vv, vq), f32x4.sub(fr01, fv1), f32x4.neg(fv1), vv, perVV, ff1, perFF1, square(vv, qq, vq)));
  best = closer(best, 8, edges(f32x4.sub(vv, vr), f32x4.sub(fr02, fv2), f32x4.neg(fv2), vv, perVV, ff2, perFF2, square(vv, rr, vr)));

  const faceA = f32x4.sub(f32x4.mul(uu, vv), f32x4.mul(uv, uv));
  const perA = f32x4.div(one, faceA);
  best = closer(best, 9, face(uu, uv, vv, faceA, perA, up, vp, pp));
  best = closer(best, 10, face(uu, uv, vv, faceA, perA, uq, vq, qq));
  best = closer(best, 11, face(uu, uv, vv, faceA, perA, ur, vr, rr));
  // of B: f = q − p, g = r − p
  const fg = f32x4.sub(f32x4.sub(qr, pq), f32x4.sub(pr, pp));
  const faceB = f32x4.sub(f32x4.mul(ff0, ff2), f32x4.mul(fg, fg));
  const perB = f32x4.div(one, faceB);
  const g0 = f32x4.sub(pp, pr);
  best = closer(best, 12, face(ff0, fg, ff2, faceB, perB, f32x4.neg(fr00), g0, pp));
  best = closer(best, 13, face(ff0, fg, ff2, faceB, perB, f32x4.neg(fr10), f32x4.sub(g0, fu2), rr10));
  best = closer(best, 14, face(ff0, fg, ff2, faceB, perB, f32x4.neg(fr20), f32x4.sub(g0, fv2), rr20));
  codes = v128.and(best, i32x4.splat(CODE));
}

/** The smaller one; never what is not a number. */
// @ts-ignore: decorator of AssemblyScript
@inline
function closer(best: v128, code: i32, apart: v128): v128 {
  return f32x4.pmin(best, v128.bitselect(i32x4.splat(code), apart, i32x4.splat(CODE)));
}

/** Of a difference, from both squares and the product. */
// @ts-ignore: decorator of AssemblyScript
@inline
function square(aa: v128, bb: v128, ab: v128): v128 {
  return f32x4.sub(f32x4.add(aa, bb), f32x4.add(ab, ab));
}

/** The square between the closest points a + s·e and b + t·f, r = b − a. What 0 / 0 leaves is as good as another. */
// @ts-ignore: decorator of AssemblyScript
@inline
function edges(er: v128, fr: v128, ef: v128, ee: v128, perEE: v128, ff: v128, perFF: v128, rr: v128): v128 {
  const across = f32x4.sub(f32x4.mul(ee, ff), f32x4.mul(ef, ef));
  const first = share(f32x4.div(f32x4.sub(f32x4.mul(er, ff), f32x4.mul(ef, fr)), across));
  const t = share(f32x4.mul(f32x4.sub(f32x4.mul(ef, first), fr), perFF));
  const along = f32x4.add(er, f32x4.mul(t, ef));
  const s = share(f32x4.mul(along, perEE));
  const byT = f32x4.mul(t, f32x4.add(f32x4.mul(t, ff), f32x4.add(fr, fr)));
  const byS = f32x4.mul(s, f32x4.sub(f32x4.add(along, along), f32x4.mul(s, ee)));
  return f32x4.sub(f32x4.add(rr, byT), byS);
}

/** The same for a corner x above or below the inside of a face with sides u and v (else infinite), all seen from the face's first corner. */
// @ts-ignore: decorator of AssemblyScript
@inline
function face(uu: v128, uv: v128, vv: v128, whole: v128, perWhole: v128, xu: v128, xv: v128, xx: v128): v128 {
  const w1 = f32x4.sub(f32x4.mul(vv, xu), f32x4.mul(uv, xv));
  const w2 = f32x4.sub(f32x4.mul(uu, xv), f32x4.mul(uv, xu));
  const w0 = f32x4.sub(f32x4.sub(whole, w1), w2);
  const inside = f32x4.ge(f32x4.pmin(f32x4.pmin(w0, w1), w2), f32x4.splat(0));
  const apart = f32x4.sub(xx, f32x4.mul(f32x4.add(f32x4.mul(w1, xu), f32x4.mul(w2, xv)), perWhole));
  return v128.bitselect(apart, f32x4.splat(Infinity), inside);
}

/** Between 0 and 1; 0 for NaN. */
// @ts-ignore: decorator of AssemblyScript
@inline
function share(x: v128): v128 {
  return f32x4.pmin(f32x4.splat(1), f32x4.pmax(f32x4.splat(0), x));
}
