export interface BoundaryFaces {
  /** Three vertices a face. */
  readonly triangles: Uint32Array;
  /** The tet behind each. */
  readonly tetOf: Uint32Array;
}

/** Faces that belong to one tet only. */
export function boundaryFaces(tets: Uint32Array): BoundaryFaces {
  const faces = new Map<string, { readonly tet: number; readonly corners: number[] } | undefined>();
  for (let tet = 0; tet < tets.length / 4; tet++) {
    for (let k = 0; k < 4; k++) {
      const corners = [0, 1, 2, 3].filter((corner) => corner !== k).map((corner) => tets[4 * tet + corner]);
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
  return (x: number, y: number, z: number): { readonly tet: number; readonly distance: number } => {
    let best = squaredDistance(positions, triangles, last, x, y, z);
    let reach = Math.sqrt(best);
    for (let f = 0; f < count; f++) {
      const dx = x - balls[4 * f];
      const dy = y - balls[4 * f + 1];
      const dz = z - balls[4 * f + 2];
      const limit = reach + balls[4 * f + 3];
      if (dx * dx + dy * dy + dz * dz >= limit * limit) continue;
      const squared = squaredDistance(positions, triangles, f, x, y, z);
      if (squared >= best) continue;
      best = squared;
      reach = Math.sqrt(best);
      last = f;
    }
    return { tet: tetOf[last], distance: reach };
  };
}

function squaredDistance(
  p: Float64Array,
  triangles: Uint32Array,
  face: number,
  x: number,
  y: number,
  z: number,
): number {
  const a = 3 * triangles[3 * face];
  const b = 3 * triangles[3 * face + 1];
  const c = 3 * triangles[3 * face + 2];
  const ux = p[b] - p[a];
  const uy = p[b + 1] - p[a + 1];
  const uz = p[b + 2] - p[a + 2];
  const vx = p[c] - p[a];
  const vy = p[c + 1] - p[a + 1];
  const vz = p[c + 2] - p[a + 2];
  const wx = x - p[a];
  const wy = y - p[a + 1];
  const wz = z - p[a + 2];
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  const uw = ux * wx + uy * wy + uz * wz;
  const vw = vx * wx + vy * wy + vz * wz;
  const ww = wx * wx + wy * wy + wz * wz;
  const area = uu * vv - uv * uv; // above 0: the tet is not flat
  const s = (vv * uw - uv * vw) / area;
  const t = (uu * vw - uv * uw) / area;
  const to = (i: number, j: number) => ww + i * (i * uu - 2 * uw) + j * (j * vv - 2 * vw) + 2 * i * j * uv;
  if (s >= 0 && t >= 0 && s + t <= 1) return Math.max(0, to(s, t));
  const alongU = Math.max(0, Math.min(1, uw / uu));
  const alongV = Math.max(0, Math.min(1, vw / vv));
  const along = Math.max(0, Math.min(1, (vw - uw - uv + uu) / (uu - 2 * uv + vv))); // from b to c
  return Math.max(0, Math.min(to(alongU, 0), to(0, alongV), to(1 - along, along)));
}
