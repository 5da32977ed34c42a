import { MeshError, type Positions } from 'selfcollide';

/** Tetrahedra as callers hand them in: flat xyz, four vertex numbers a tet. All tets have the same orientation. */
export interface TetMesh {
  readonly positions: Positions;
  readonly tets: Uint32Array | Uint16Array;
}

/** Below this share of its longest edge, cubed, a tet's volume is rounding: its stiffness would be noise. */
const FLAT = 1e-10;

/** Throws what is wrong with the arrays; shapes come after, in `tetShapes`. */
export function checkTetMesh(caller: string, mesh: TetMesh): void {
  if (typeof mesh !== 'object' || mesh === null) {
    throw new RangeError(`${caller}: mesh must be { positions, tets }, got ${String(mesh)}.`);
  }
  const { positions, tets } = mesh;
  if (!(positions instanceof Float64Array || positions instanceof Float32Array)) {
    throw new MeshError(
      'POSITIONS_TYPE',
      `${caller}: positions must be a Float32Array or Float64Array, got ${typeof positions}.`,
    );
  }
  if (positions.length % 3 !== 0) {
    throw new MeshError(
      'POSITIONS_LENGTH',
      `${caller}: positions must hold three numbers a vertex, got length ${positions.length}.`,
    );
  }
  if (!(tets instanceof Uint32Array || tets instanceof Uint16Array)) {
    throw new MeshError('TETS_TYPE', `${caller}: tets must be a Uint32Array or Uint16Array, got ${typeof tets}.`);
  }
  if (tets.length === 0) throw new MeshError('EMPTY_MESH', `${caller}: tets must not be empty, got length 0.`);
  if (tets.length % 4 !== 0) {
    throw new MeshError(
      'TETS_LENGTH',
      `${caller}: tets must hold four vertex numbers each, got length ${tets.length}.`,
    );
  }
  const vertexCount = positions.length / 3;
  const used = new Uint8Array(vertexCount);
  for (let i = 0; i < tets.length; i++) {
    if (tets[i] >= vertexCount) {
      throw new MeshError(
        'INDEX_OUT_OF_RANGE',
        `${caller}: vertex numbers must be below ${vertexCount}, got ${tets[i]} in tet ${Math.floor(i / 4)}.`,
      );
    }
    used[tets[i]] = 1;
  }
  for (let i = 0; i < positions.length; i++) {
    if (Number.isFinite(positions[i])) continue;
    throw new MeshError(
      'NOT_FINITE',
      `${caller}: positions must be finite, got ${positions[i]} at vertex ${Math.floor(i / 3)}.`,
    );
  }
  const unused = used.indexOf(0);
  if (unused >= 0) {
    throw new MeshError('VERTEX_WITHOUT_TET', `${caller}: every vertex must belong to a tet, got vertex ${unused}.`);
  }
}

export interface TetShapes {
  /** Of each tet, above 0. */
  readonly volumes: Float64Array;
  /** Gradients of the four barycentric weights: 12 numbers a tet. */
  readonly gradients: Float64Array;
}

/**
 * Volumes and weight gradients. Files disagree on which orientation is positive, so the one that most tets have is
 * right, and a tet of the other is refused as inverted.
 */
export function tetShapes(caller: string, positions: Float64Array, tets: Uint32Array): TetShapes {
  const count = tets.length / 4;
  const volumes = new Float64Array(count);
  const gradients = new Float64Array(12 * count);
  const p = positions;
  let negative = 0;
  for (let t = 0; t < count; t++) {
    const a = 3 * tets[4 * t];
    const b = 3 * tets[4 * t + 1];
    const c = 3 * tets[4 * t + 2];
    const d = 3 * tets[4 * t + 3];
    const ux = p[b] - p[a];
    const uy = p[b + 1] - p[a + 1];
    const uz = p[b + 2] - p[a + 2];
    const vx = p[c] - p[a];
    const vy = p[c + 1] - p[a + 1];
    const vz = p[c + 2] - p[a + 2];
    const wx = p[d] - p[a];
    const wy = p[d + 1] - p[a + 1];
    const wz = p[d + 2] - p[a + 2];
    // columns of the inverse of (u v w), times its determinant
    const g = 12 * t;
    gradients[g + 3] = vy * wz - vz * wy;
    gradients[g + 4] = vz * wx - vx * wz;
    gradients[g + 5] = vx * wy - vy * wx;
    gradients[g + 6] = wy * uz - wz * uy;
    gradients[g + 7] = wz * ux - wx * uz;
    gradients[g + 8] = wx * uy - wy * ux;
    gradients[g + 9] = uy * vz - uz * vy;
    gradients[g + 10] = uz * vx - ux * vz;
    gradients[g + 11] = ux * vy - uy * vx;
    const determinant = ux * gradients[g + 3] + uy * gradients[g + 4] + uz * gradients[g + 5];
    const longest = Math.max(
      ux * ux + uy * uy + uz * uz,
      vx * vx + vy * vy + vz * vz,
      wx * wx + wy * wy + wz * wz,
      (ux - vx) ** 2 + (uy - vy) ** 2 + (uz - vz) ** 2,
      (vx - wx) ** 2 + (vy - wy) ** 2 + (vz - wz) ** 2,
      (wx - ux) ** 2 + (wy - uy) ** 2 + (wz - uz) ** 2,
    );
    if (!(Math.abs(determinant) > FLAT * longest * Math.sqrt(longest))) {
      throw new MeshError('TET_FLAT', `${caller}: tets must not be flat, got volume ${determinant / 6} in tet ${t}.`);
    }
    for (let k = 3; k < 12; k++) gradients[g + k] /= determinant;
    for (let k = 0; k < 3; k++) {
      gradients[g + k] = -(gradients[g + 3 + k] + gradients[g + 6 + k] + gradients[g + 9 + k]);
    }
    volumes[t] = determinant / 6;
    if (determinant < 0) negative++;
  }
  const sign = 2 * negative > count ? -1 : 1;
  for (let t = 0; t < count; t++) {
    if (sign * volumes[t] < 0) {
      throw new MeshError(
        'TET_INVERTED',
        `${caller}: tets must all have the orientation of the others, got tet ${t} inverted (volume ${sign * volumes[t]}).`,
      );
    }
    volumes[t] *= sign;
  }
  return { volumes, gradients };
}
