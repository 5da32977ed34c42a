import { nearestOnTriangle } from './nearest-on-triangle.ts';

export interface BoundaryFaces {
  /** Three vertices a face. */
  readonly triangles: Uint32Array;
  /** The tet behind each. */
  readonly tetOf: Uint32Array;
}

/** Corners of the face opposite each corner of a tet of positive volume, counter-clockwise seen from outside. */
const OPPOSITE = [
  [1, 2, 3],
  [0, 3, 2],
  [0, 1, 3],
  [0, 2, 1],
];

/** Faces that belong to one tet only, counter-clockwise seen from outside if tets have positive volume. */
export function boundaryFaces(tets: Uint32Array): BoundaryFaces {
  const faces = new Map<string, { readonly tet: number; readonly corners: number[] } | undefined>();
  for (let tet = 0; tet < tets.length / 4; tet++) {
    for (let k = 0; k < 4; k++) {
      const corners = OPPOSITE[k].map((corner) => tets[4 * tet + corner]);
      const name = corners.toSorted((a, b) => a - b).join();
      faces.set(name, faces.has(name) ? undefined : { tet, corners });
    }
  }
  const kept = [...faces.values()].filter((face) => face !== undefined);
  return {
    triangles: Uint32Array.from(kept.flatMap(({ corners }) => corners)),
    tetOf: Uint32Array.from(kept, ({ tet }) => tet),
  };
}

/**
 * The function that finds the face nearest to a point, by going through all of them: a ball around each face tells most
 * of them apart at once, and neighbouring points start from the last answer.
 */
export function createNearestFace(positions: Float64Array, { triangles, tetOf }: BoundaryFaces) {
  const count = tetOf.length;
  const balls = new Float64Array(4 * count);
  for (let f = 0; f < count; f++) {
    const [a, b, c] = [0, 1, 2].map((k) => 3 * triangles[3 * f + k]);
    for (let k = 0; k < 3; k++) balls[4 * f + k] = (positions[a + k] + positions[b + k] + positions[c + k]) / 3;
    for (const corner of [a, b, c]) {
      const away = Math.hypot(...[0, 1, 2].map((k) => positions[corner + k] - balls[4 * f + k]));
      balls[4 * f + 3] = Math.max(balls[4 * f + 3], away);
    }
  }
  let last = 0;
  const four = new Float64Array(4);
  const squaredDistance = (face: number, x: number, y: number, z: number): number => {
    nearestOnTriangle(positions, triangles, face, x, y, z, four);
    return four[3];
  };
  return (x: number, y: number, z: number): { readonly tet: number; readonly distance: number } => {
    let best = squaredDistance(last, x, y, z);
    let reach = Math.sqrt(best);
    for (let f = 0; f < count; f++) {
      const dx = x - balls[4 * f];
      const dy = y - balls[4 * f + 1];
      const dz = z - balls[4 * f + 2];
      const limit = reach + balls[4 * f + 3];
      if (dx * dx + dy * dy + dz * dz >= limit * limit) continue;
      const squared = squaredDistance(f, x, y, z);
      if (squared >= best) continue;
      best = squared;
      reach = Math.sqrt(best);
      last = f;
    }
    return { tet: tetOf[last], distance: reach };
  };
}
