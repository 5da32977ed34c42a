/**
 * Two squares, two triangles each, the second standing upright through the middle of the first: in the first pose they
 * cross, `apart` has the second lifted clear of it. Vertices 0–3 and 4–7, triangles 0, 1 and 2, 3.
 */
export const crossingQuads = {
  positions: Float64Array.of(0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0, 1, 2, -1, 3, 2, -1, 3, 2, 1, 1, 2, 1),
  triangles: Uint32Array.of(0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7),
};

export const apart: Float64Array = crossingQuads.positions.map((x, i) => (i >= 12 && i % 3 === 2 ? x + 5 : x));

/**
 * As edgeA edgeB edgeTriangle triangle. Edge 5–6 crosses triangle 0 at (3, 2, 0); 7–4 crosses 1 at (1, 2, 0); the
 * diagonal 4–6 of the second crosses the diagonal 0–2 of the first at (2, 2, 0), so each meets both triangles of the other.
 */
export const crossingContacts: readonly string[] = ['2 0 0 2', '2 0 0 3', '5 6 2 0', '6 4 2 0', '6 4 2 1', '7 4 3 1'];
