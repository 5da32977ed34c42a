/**
 * The kernel of polygons with the inside to the left of their edges: all points from which everything inside is seen. A convex
 * polygon, x and y by turns; empty if there is no such point.
 */
export function starKernel(loops: readonly Float64Array[]): Float64Array {
  let kernel = boundingSquare(loops);
  for (const loop of loops) {
    for (let i = 0; i < loop.length && kernel.length > 0; i += 2) {
      const j = (i + 2) % loop.length;
      kernel = clip(kernel, loop[i], loop[i + 1], loop[j], loop[j + 1]);
    }
  }
  return Float64Array.from(kernel);
}

function boundingSquare(loops: readonly Float64Array[]): number[] {
  let [lowX, lowY, highX, highY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const loop of loops) {
    for (let i = 0; i < loop.length; i += 2) {
      lowX = Math.min(lowX, loop[i]);
      highX = Math.max(highX, loop[i]);
      lowY = Math.min(lowY, loop[i + 1]);
      highY = Math.max(highY, loop[i + 1]);
    }
  }
  return highX < lowX ? [] : [lowX, lowY, highX, lowY, highX, highY, lowX, highY];
}

/** What of a convex polygon is to the left of the line from a to b. */
function clip(polygon: readonly number[], ax: number, ay: number, bx: number, by: number): number[] {
  const side = (x: number, y: number) => (bx - ax) * (y - ay) - (by - ay) * (x - ax);
  const kept: number[] = [];
  for (let i = 0; i < polygon.length; i += 2) {
    const j = (i + 2) % polygon.length;
    const here = side(polygon[i], polygon[i + 1]);
    const next = side(polygon[j], polygon[j + 1]);
    if (here >= 0) kept.push(polygon[i], polygon[i + 1]);
    if (here < 0 === next < 0) continue;
    const t = here / (here - next);
    kept.push(polygon[i] + t * (polygon[j] - polygon[i]), polygon[i + 1] + t * (polygon[j + 1] - polygon[i + 1]));
  }
  return kept;
}
