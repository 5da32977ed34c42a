/**
 * Whether `count` edges of a contour, one behind the other, all run along the way from the first point to the last: then places along it only grow, so edges that do not follow each other have no point in common, and those that do
 * have only the one between them. Points are in two columns, and behind the last there is one that may be read.
 *
 * Any fixed direction would prove it, so only edges are off, each end by the error of a point: less than what `crossError` allows for products of two differences.
 */
export function runsOneWay(xs: usize, ys: usize, count: i32, crossError: f64): bool {
  const end = <usize>count << 3;
  const alongX = f64x2.splat(load<f64>(xs + end) - load<f64>(xs));
  const alongY = f64x2.splat(load<f64>(ys + end) - load<f64>(ys));
  const least = f64x2.splat(crossError);
  let good = i64x2.splat(-1);
  for (let at: usize = 0; at < end; at += 16) {
    // of an odd number of edges the last is read with the one before it; a single one with the one behind it
    const from = min(at, end - 16);
    const dx = f64x2.sub(v128.load(xs + from, 8), v128.load(xs + from));
    const dy = f64x2.sub(v128.load(ys + from, 8), v128.load(ys + from));
    const along = f64x2.add(f64x2.mul(dx, alongX), f64x2.mul(dy, alongY));
    good = v128.and(good, f64x2.gt(along, least));
  }
  return i64x2.all_true(good);
}
