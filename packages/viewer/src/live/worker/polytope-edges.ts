interface Corner {
  readonly at: readonly number[];
  /** The plane that the edge from here to the next corner lies in, besides that of the face. */
  readonly edge: number;
}

/** Planes that a starting square is cut by are named by numbers from 0. */
const RIM = -1;

/**
 * Edges of polytopes, two points a line, each once. A polytope is given by the least and the greatest product of its points with each of the
 * directions, x y z each; the directions must be spread evenly, as those of k-DOPs are.
 */
export function polytopeEdges(directions: Float64Array, extents: Float64Array): Float32Array {
  const count = directions.length / 3;
  const lines: number[] = [];
  for (let first = 0; first < extents.length; first += 2 * count) {
    const bounds = extents.subarray(first, first + 2 * count);
    const middle = [0, 0, 0];
    let width = 0;
    for (let d = 0; d < count; d++) {
      const [x, y, z] = directions.subarray(3 * d, 3 * d + 3);
      const square = x * x + y * y + z * z;
      // the directions' own products add up to count / 3 on each axis
      const share = (3 * (bounds[2 * d] + bounds[2 * d + 1])) / (2 * count * square);
      [middle[0], middle[1], middle[2]] = [middle[0] + share * x, middle[1] + share * y, middle[2] + share * z];
      width = Math.max(width, (bounds[2 * d + 1] - bounds[2 * d]) / Math.sqrt(square));
    }
    for (let face = 0; face < 2 * count; face++) addFace(directions, bounds, face, middle, 10 * width || 1, lines);
  }
  return Float32Array.from(lines);
}

/** Plane `face`: products with direction ⌊face / 2⌋ are least there if it is even, greatest if it is odd. */
function addFace(
  directions: Float64Array,
  bounds: Float64Array,
  face: number,
  middle: readonly number[],
  size: number,
  lines: number[],
): void {
  let corners = square(directions.subarray(3 * (face >> 1), 3 * (face >> 1) + 3), bounds[face], middle, size);
  for (let plane = 0; plane < bounds.length && corners.length > 0; plane++) {
    if (plane >> 1 === face >> 1) continue;
    const direction = directions.subarray(3 * (plane >> 1), 3 * (plane >> 1) + 3);
    corners = cut(corners, direction, bounds[plane], plane, plane % 2 === 0 ? -1 : 1, 1e-9 * size);
  }
  corners.forEach(({ at, edge }, i) => {
    if (edge > face) lines.push(...at, ...corners[(i + 1) % corners.length].at); // the other face leaves it out
  });
}

/** A square of the plane that is larger than any face. */
function square(normal: Float64Array, height: number, middle: readonly number[], size: number): Corner[] {
  const length = Math.hypot(...normal);
  const n = [...normal].map((x) => x / length);
  const away = height / length - dot(n, middle);
  const aside = Math.abs(n[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0];
  const u = cross(n, aside);
  const v = cross(n, u);
  return [
    [1, 1],
    [-1, 1],
    [-1, -1],
    [1, -1],
  ].map(([s, t]) => ({
    at: middle.map((x, axis) => x + away * n[axis] + size * (s * u[axis] + t * v[axis])),
    edge: RIM,
  }));
}

/** What of a polygon is on the inner side of a plane. */
function cut(
  corners: readonly Corner[],
  direction: Float64Array,
  height: number,
  plane: number,
  sign: 1 | -1,
  tolerance: number,
): Corner[] {
  const above = corners.map(({ at }) => sign * (dot(direction, at) - height));
  const kept: Corner[] = [];
  corners.forEach((corner, i) => {
    const j = (i + 1) % corners.length;
    const [here, there] = [above[i] <= tolerance, above[j] <= tolerance];
    if (here) kept.push(corner);
    if (here === there) return;
    const share = above[i] / (above[i] - above[j]);
    const at = corner.at.map((x, axis) => x + share * (corners[j].at[axis] - x));
    // leaving: the next edge runs along the plane; coming back: along the old edge
    kept.push({ at, edge: here ? plane : corner.edge });
  });
  return kept;
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  const c = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const length = Math.hypot(...c);
  return c.map((x) => x / length);
}
