export interface CappedTube {
  /** Facing outwards when `along` and the ring angle turn as for a right-handed screw; a closed manifold. */
  readonly triangles: Uint32Array;
  readonly vertexCount: number;
  /** Per vertex: the ring, 0 at the first pole, `2 × quarter + rings` at the last. */
  readonly ring: Uint32Array;
  /** Per vertex: the angle around the tube in radians. */
  readonly angle: Float64Array;
}

/**
 * A tube of `rings` cells along and `4 × quarter` cells around, closed by two caps like half an octahedron: ring k of a cap
 * has 4k vertices, so no pole has more than four triangles and all triangles can be about equal.
 * Triangles: 8 × quarter × (quarter + rings).
 */
export function cappedTube(quarter: number, rings: number): CappedTube {
  const lastRing = 2 * quarter + rings;
  const ringCount = (ring: number) => 4 * Math.min(ring, quarter, lastRing - ring);
  const start = new Uint32Array(lastRing + 2);
  for (let ring = 0; ring <= lastRing; ring++) start[ring + 1] = start[ring]! + Math.max(1, ringCount(ring));

  const vertexCount = start[lastRing + 1]!;
  const ring = new Uint32Array(vertexCount);
  const angle = new Float64Array(vertexCount);
  for (let r = 0; r <= lastRing; r++) {
    const count = start[r + 1]! - start[r]!;
    for (let j = 0; j < count; j++) {
      ring[start[r]! + j] = r;
      angle[start[r]! + j] = (2 * Math.PI * j) / count;
    }
  }

  const triangles = new Uint32Array(24 * quarter * (quarter + rings));
  let out = 0;
  const add = (a: number, b: number, c: number): void => {
    triangles.set([a, b, c], out);
    out += 3;
  };
  const vertex = (r: number, j: number): number => start[r]! + (j % (start[r + 1]! - start[r]!));

  for (let r = 0; r < lastRing; r++) {
    const near = ringCount(r) / 4;
    const far = ringCount(r + 1) / 4;
    for (let side = 0; side < 4; side++) {
      if (near === far) {
        for (let j = side * near; j < (side + 1) * near; j++) {
          add(vertex(r, j), vertex(r, j + 1), vertex(r + 1, j + 1));
          add(vertex(r, j), vertex(r + 1, j + 1), vertex(r + 1, j));
        }
      } else if (near < far) {
        for (let j = 0; j < far; j++) {
          add(vertex(r, side * near + j), vertex(r + 1, side * far + j + 1), vertex(r + 1, side * far + j));
          if (j < near)
            add(vertex(r, side * near + j), vertex(r, side * near + j + 1), vertex(r + 1, side * far + j + 1));
        }
      } else {
        for (let j = 0; j < near; j++) {
          add(vertex(r, side * near + j), vertex(r, side * near + j + 1), vertex(r + 1, side * far + j));
          if (j < far) {
            add(vertex(r, side * near + j + 1), vertex(r + 1, side * far + j + 1), vertex(r + 1, side * far + j));
          }
        }
      }
    }
  }
  return { triangles, vertexCount, ring, angle };
}
