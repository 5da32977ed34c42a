/**
 * Bounds of the lines through a segment's edges, in a frame whose search line is vertical (star paper §6.4). A contour turns to the left around
 * its patch, so edges that run to the left are top edges and a point inside is below their lines; the others are bottom edges. Edges too
 * steep to tell only say on which side of them the search line must be.
 *
 * Per segment: a lower bound of top lines (six numbers), the same of bottom lines turned upside down, and four more numbers.
 */
export const BOUNDS_STRIDE = 16;
export const TOP = 0;
export const BOTTOM = 6;
/** The search line must be left of this: the least x of steep edges that run up. */
export const LEFT_OF = 12;
/** The search line must be right of this: the greatest x of steep edges that run down. */
export const RIGHT_OF = 13;
/** How far, per unit of height, the line through a steep edge may lean over. */
export const TILT = 14;
/** Greatest |x|, |y|, |z| of a vertex from the origin. */
export const REACH = 15;

/** Of a bundle of lines: ends of the interval of x that the edges cover, lower bounds of all lines there, and least and greatest slope. */
export const LOW_X = 0;
const LOW_Y = 1;
export const HIGH_X = 2;
const HIGH_Y = 3;
const LEAST_SLOPE = 4;
const GREATEST_SLOPE = 5;

const NONE = Number.POSITIVE_INFINITY;

/** Eight rounding units: more than the at most six roundings, each of at most the sum of magnitudes, of one evaluation. */
const ROUNDING = 2 ** -50;

/** Below all lines of the bundle at `at`, where they cross the vertical line at x; infinite if there are none. */
export function lowestAt(bounds: Float64Array, at: number, x: number): number {
  const lowX = bounds[at + LOW_X];
  const highX = bounds[at + HIGH_X];
  if (lowX > highX) return NONE;
  const lowY = bounds[at + LOW_Y];
  const highY = bounds[at + HIGH_Y];
  let y: number;
  let change: number;
  // strictly outside, so that at the ends the bound is as good as it was made
  if (x <= lowX) {
    if (x === lowX) return lowY;
    y = lowY;
    change = bounds[at + GREATEST_SLOPE] * (x - lowX);
  } else if (x >= highX) {
    if (x === highX) return highY;
    y = highY;
    change = bounds[at + LEAST_SLOPE] * (x - highX);
  } else {
    y = lowY;
    change = (highY - lowY) * ((x - lowX) / (highX - lowX));
    return y + change - ROUNDING * ((lowY < 0 ? -lowY : lowY) + (highY < 0 ? -highY : highY));
  }
  return y + change - ROUNDING * ((y < 0 ? -y : y) + (change < 0 ? -change : change));
}

/**
 * Bounds of the edges from point i to point i + 1, first ≤ i < end ("UpdateFromEdges").
 *
 * No coordinate is off by more than `error`, and magnitudes are at most error · 2⁵¹ (see `SegmentStarTest`). The bounds hold for
 * all points within `error` of the given ones. Let D be the width of an edge and m its slope. Where |D| > 8 · error, moving both ends changes the slope by at most
 * 2 · error · (1 + |m|) / (|D| − 2 · error), which is less than a third of `slack` / |D|; the rest of that is more than 10 rounding units of 1 + |m|
 * and covers those of the slope itself. The height at one of the ends of the interval then changes by at most 1.5 · error · (1 + |m|) from moving the
 * end point, and by 2 + 3 · |m| errors from roundings: less than `slack` in all.
 */
export function boundEdges(
  bounds: Float64Array,
  at: number,
  x: Float64Array,
  y: Float64Array,
  first: number,
  end: number,
  error: number,
): void {
  const steep = 8 * error;
  let topLow = NONE;
  let topHigh = -NONE;
  let bottomLow = NONE;
  let bottomHigh = -NONE;
  let leftOf = NONE;
  let rightOf = -NONE;
  let tilt = 0;
  for (let i = first; i < end; i++) {
    const x0 = x[i];
    const x1 = x[i + 1];
    const width = x1 - x0;
    if (width > steep) {
      if (x0 < bottomLow) bottomLow = x0;
      if (x1 > bottomHigh) bottomHigh = x1;
    } else if (width < -steep) {
      if (x1 < topLow) topLow = x1;
      if (x0 > topHigh) topHigh = x0;
    } else {
      // An end is off by `error` a coordinate, so the width is at most 10.1 errors, and 7/8 of the height are certain.
      const height = y[i + 1] - y[i];
      const left = (x0 < x1 ? x0 : x1) - 2 * error;
      const right = (x0 < x1 ? x1 : x0) + 2 * error;
      if (height > 2 * steep) {
        if (left < leftOf) leftOf = left;
        if (2 * steep > tilt * height) tilt = (2 * steep) / height;
      } else if (height < -2 * steep) {
        if (right > rightOf) rightOf = right;
        if (2 * steep > -tilt * height) tilt = (2 * steep) / -height;
      } else {
        leftOf = -NONE; // a speck: nowhere is certain
      }
    }
  }
  let topLowY = NONE;
  let topHighY = NONE;
  let topLeast = NONE;
  let topGreatest = -NONE;
  let bottomLowY = NONE;
  let bottomHighY = NONE;
  let bottomLeast = NONE;
  let bottomGreatest = -NONE;
  for (let i = first; i < end; i++) {
    const x0 = x[i];
    const x1 = x[i + 1];
    const width = x1 - x0;
    if (width < -steep) {
      const inverse = 1 / width;
      const slope = (y[i + 1] - y[i]) * inverse;
      const slack = steep * (1 + (slope < 0 ? -slope : slope));
      const spread = slack * -inverse;
      const least = slope - spread;
      const greatest = slope + spread;
      const lowY = y[i + 1] - greatest * (x1 - topLow) - slack;
      const highY = y[i] + least * (topHigh - x0) - slack;
      if (lowY < topLowY) topLowY = lowY;
      if (highY < topHighY) topHighY = highY;
      if (least < topLeast) topLeast = least;
      if (greatest > topGreatest) topGreatest = greatest;
    } else if (width > steep) {
      const inverse = 1 / width;
      const slope = (y[i] - y[i + 1]) * inverse; // upside down
      const slack = steep * (1 + (slope < 0 ? -slope : slope));
      const spread = slack * inverse;
      const least = slope - spread;
      const greatest = slope + spread;
      const lowY = -y[i] - greatest * (x0 - bottomLow) - slack;
      const highY = -y[i + 1] + least * (bottomHigh - x1) - slack;
      if (lowY < bottomLowY) bottomLowY = lowY;
      if (highY < bottomHighY) bottomHighY = highY;
      if (least < bottomLeast) bottomLeast = least;
      if (greatest > bottomGreatest) bottomGreatest = greatest;
    }
  }
  bounds[at] = topLow;
  bounds[at + 1] = topLowY;
  bounds[at + 2] = topHigh;
  bounds[at + 3] = topHighY;
  bounds[at + 4] = topLeast;
  bounds[at + 5] = topGreatest;
  bounds[at + 6] = bottomLow;
  bounds[at + 7] = bottomLowY;
  bounds[at + 8] = bottomHigh;
  bounds[at + 9] = bottomHighY;
  bounds[at + 10] = bottomLeast;
  bounds[at + 11] = bottomGreatest;
  bounds[at + LEFT_OF] = leftOf;
  bounds[at + RIGHT_OF] = rightOf;
  bounds[at + TILT] = tilt;
}

/** Bounds of everything bounded by entries first … end − 1 ("UpdateFromChildren"). Writes entry `into`. */
export function joinBounds(bounds: Float64Array, into: number, first: number, end: number): void {
  const at = BOUNDS_STRIDE * into;
  joinBundles(bounds, at + TOP, BOUNDS_STRIDE * first + TOP, end - first);
  joinBundles(bounds, at + BOTTOM, BOUNDS_STRIDE * first + BOTTOM, end - first);
  let leftOf = NONE;
  let rightOf = -NONE;
  let tilt = 0;
  let reach = 0;
  for (let child = BOUNDS_STRIDE * first; child < BOUNDS_STRIDE * end; child += BOUNDS_STRIDE) {
    if (bounds[child + LEFT_OF] < leftOf) leftOf = bounds[child + LEFT_OF];
    if (bounds[child + RIGHT_OF] > rightOf) rightOf = bounds[child + RIGHT_OF];
    if (bounds[child + TILT] > tilt) tilt = bounds[child + TILT];
    if (bounds[child + REACH] > reach) reach = bounds[child + REACH];
  }
  bounds[at + LEFT_OF] = leftOf;
  bounds[at + RIGHT_OF] = rightOf;
  bounds[at + TILT] = tilt;
  bounds[at + REACH] = reach;
}

function joinBundles(bounds: Float64Array, at: number, first: number, count: number): void {
  let lowX = NONE;
  let highX = -NONE;
  let least = NONE;
  let greatest = -NONE;
  const end = first + BOUNDS_STRIDE * count;
  for (let child = first; child < end; child += BOUNDS_STRIDE) {
    if (bounds[child + LOW_X] < lowX) lowX = bounds[child + LOW_X];
    if (bounds[child + HIGH_X] > highX) highX = bounds[child + HIGH_X];
    if (bounds[child + LEAST_SLOPE] < least) least = bounds[child + LEAST_SLOPE];
    if (bounds[child + GREATEST_SLOPE] > greatest) greatest = bounds[child + GREATEST_SLOPE];
  }
  let lowY = NONE;
  let highY = NONE;
  if (lowX < highX) {
    for (let child = first; child < end; child += BOUNDS_STRIDE) {
      const low = lowestAt(bounds, child, lowX);
      const high = lowestAt(bounds, child, highX);
      if (low < lowY) lowY = low;
      if (high < highY) highY = high;
    }
  }
  bounds[at + LOW_X] = lowX;
  bounds[at + LOW_Y] = lowY;
  bounds[at + HIGH_X] = highX;
  bounds[at + HIGH_Y] = highY;
  bounds[at + LEAST_SLOPE] = least;
  bounds[at + GREATEST_SLOPE] = greatest;
}
