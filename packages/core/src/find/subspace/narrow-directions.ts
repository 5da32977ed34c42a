export type Vector = readonly [number, number, number];

/**
 * Directions of any length, one of which separates two bodies that are apart, be the gap ever so narrow: sides of the bodies, two edges, where both lie in one plane an edge and the
 * normal, and for bodies without area what leads from corner to corner or from a corner straight to an edge. Each is as good as its products are, to some 10⁻¹⁵; a walk to the nearest
 * point is good to 10⁻¹⁶ of the bodies' size over the gap, so of gaps below 10⁻⁸ of an edge it misses most.
 *
 * @param gaps Corners of the first body less those of the second, three numbers for each: of the first corner with all of the second body, and so on.
 */
export function narrowDirections(gaps: Float64Array, countA: number, countB: number): Vector[] {
  const edgesA = edgesOf(gaps, countA, countB);
  const edgesB = edgesOf(gaps, countB, 1);
  const edges = [...edgesA, ...edgesB];
  const found: Vector[] = [];
  for (const [first, second] of [edgesA, edgesB].filter(({ length }) => length === 3)) {
    const normal = cross(first, second);
    found.push(normal);
    for (const edge of edges) found.push(cross(normal, edge));
  }
  for (const a of edgesA) for (const b of edgesB) found.push(cross(a, b));
  for (let k = 0; k < countA * countB; k++) {
    const gap: Vector = [gaps[3 * k], gaps[3 * k + 1], gaps[3 * k + 2]];
    found.push(gap);
    for (const edge of edges) found.push(cross(cross(edge, gap), edge));
  }
  return found;
}

/** Of the body whose corners are `stride` corner pairs apart. */
function edgesOf(gaps: Float64Array, count: number, stride: number): Vector[] {
  return Array.from({ length: count === 3 ? 3 : count - 1 }, (_, i) => {
    const from = 3 * i * stride;
    const to = 3 * ((i + 1) % count) * stride;
    return [gaps[to] - gaps[from], gaps[to + 1] - gaps[from + 1], gaps[to + 2] - gaps[from + 2]];
  });
}

function cross([ax, ay, az]: Vector, [bx, by, bz]: Vector): Vector {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}
