import { closestOnTriangle } from './closest-on-triangle.ts';
import type { PenetrationBuffer } from './penetration-buffer.ts';
import { DEPTH_FROM, type PenetrationArrays } from './penetrations.ts';
import { FACE_CORNERS } from './tet-faces.ts';
import { NO_VERTEX } from './tet-surface.ts';
import type { TetWorld } from './tet-world.ts';

/**
 * Estimates for every penetration how deep the vertex is below the surface, and the way out. A tet with a face on the
 * surface is measured to that face's plane, as the hashing paper suggests (§8). For tets that the surface touches in
 * edges or corners only, or not at all, it takes the surface triangles around those vertices of the surface that are the
 * fewest edges away from the tet's corners.
 */
export function estimateDepths(
  world: TetWorld,
  found: PenetrationBuffer,
  out: PenetrationArrays,
  scratch: Float64Array,
): void {
  const { tetSurface } = world;
  for (let i = 0; i < found.count; i++) {
    const v = found.vertices[i];
    const t = found.tets[i];
    if (tetSurface[t] !== 0 && measureToFaces(world, v, t, out, i)) continue;
    measureToTriangles(world, v, t, out, i, scratch);
  }
}

/** The nearest plane of a surface face; false if these have no area. */
function measureToFaces(world: TetWorld, v: number, t: number, out: PenetrationArrays, i: number): boolean {
  const { positions: p, tets, tetSurface } = world;
  let found = false;
  for (let corner = 0; corner < 4; corner++) {
    if ((tetSurface[t] & (1 << corner)) === 0) continue;
    const a = 3 * tets[4 * t + FACE_CORNERS[3 * corner]];
    const b = 3 * tets[4 * t + FACE_CORNERS[3 * corner + 1]];
    const c = 3 * tets[4 * t + FACE_CORNERS[3 * corner + 2]];
    const ux = p[b] - p[a];
    const uy = p[b + 1] - p[a + 1];
    const uz = p[b + 2] - p[a + 2];
    const wx = p[c] - p[a];
    const wy = p[c + 1] - p[a + 1];
    const wz = p[c + 2] - p[a + 2];
    let nx = uy * wz - uz * wy;
    let ny = uz * wx - ux * wz;
    let nz = ux * wy - uy * wx;
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (!(length > 0 && length < Number.POSITIVE_INFINITY)) continue;
    nx /= length;
    ny /= length;
    nz /= length;
    // out of the tet: away from the corner that the face lacks
    const o = 3 * tets[4 * t + corner];
    const inward = nx * (p[o] - p[a]) + ny * (p[o + 1] - p[a + 1]) + nz * (p[o + 2] - p[a + 2]) > 0;
    const q = 3 * v;
    const depth = Math.abs(nx * (p[q] - p[a]) + ny * (p[q + 1] - p[a + 1]) + nz * (p[q + 2] - p[a + 2]));
    if (found && depth >= out.depth[i]) continue;
    found = true;
    out.depth[i] = depth;
    out.depthFrom[i] = DEPTH_FROM.face;
    out.direction[3 * i] = inward ? -nx : nx;
    out.direction[3 * i + 1] = inward ? -ny : ny;
    out.direction[3 * i + 2] = inward ? -nz : nz;
  }
  return found;
}

/** The nearest point of the surface triangles around the surface vertices that belong to the tet's corners. */
function measureToTriangles(
  world: TetWorld,
  v: number,
  t: number,
  out: PenetrationArrays,
  i: number,
  nearest: Float64Array,
): void {
  const { positions: p, tets, surfaceVertex, surfaceAround, surfaceAroundStart, surfaceTriangles } = world;
  let least = Number.POSITIVE_INFINITY;
  out.depthFrom[i] = DEPTH_FROM.nothing;
  out.depth[i] = 0;
  out.direction.fill(0, 3 * i, 3 * i + 3);
  for (let corner = 0; corner < 4; corner++) {
    const s = surfaceVertex[tets[4 * t + corner]];
    if (s === NO_VERTEX) continue;
    for (let k = surfaceAroundStart[s]; k < surfaceAroundStart[s + 1]; k++) {
      const triangle = 3 * surfaceAround[k];
      closestOnTriangle(
        p,
        3 * v,
        3 * surfaceTriangles[triangle],
        3 * surfaceTriangles[triangle + 1],
        3 * surfaceTriangles[triangle + 2],
        nearest,
      );
      const dx = nearest[0] - p[3 * v];
      const dy = nearest[1] - p[3 * v + 1];
      const dz = nearest[2] - p[3 * v + 2];
      const depth = Math.sqrt(dx * dx + dy * dy + dz * dz);
      if (!(depth < least)) continue;
      least = depth;
      out.depthFrom[i] = DEPTH_FROM.near;
      out.depth[i] = depth;
      const scale = depth > 0 ? 1 / depth : 0;
      out.direction[3 * i] = dx * scale;
      out.direction[3 * i + 1] = dy * scale;
      out.direction[3 * i + 2] = dz * scale;
    }
  }
}
