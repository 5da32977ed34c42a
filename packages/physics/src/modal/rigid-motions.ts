import { addMultiple, massDot } from './linear-algebra/mass-product.ts';

/** How fixed vertices hold a body: not at all, at a point, along a line, or entirely. */
export interface Held {
  /** Rigid motions that are left: 6, 3, 1 or 0. */
  readonly motions: 6 | 3 | 1 | 0;
  /** What rotations leave in place; the origin if nothing is held. */
  readonly point: readonly number[];
  /** Direction of the axis if one rotation is left. */
  readonly axis: readonly number[];
}

/** Fixed vertices this near to a line, as a share of their extent, count as on it: a rotation about it strains nothing. */
const IN_LINE = 1e-9;

export function heldBy(positions: ArrayLike<number>, fixed: readonly number[]): Held {
  const none = [0, 0, 0];
  if (fixed.length === 0) return { motions: 6, point: none, axis: none };
  const at = (v: number) => [0, 1, 2].map((k) => positions[3 * v + k]);
  const point = at(fixed[0]);
  const away = fixed.map((v) => at(v).map((x, k) => x - point[k]));
  const lengths = away.map((d) => Math.hypot(...d));
  const longest = Math.max(...lengths);
  const scale = Math.hypot(...point) + longest;
  if (longest <= 1e-14 * scale) return { motions: 3, point, axis: none };
  const axis = away[lengths.indexOf(longest)].map((x) => x / longest);
  const offLine = away.some(([x, y, z]) => {
    const cross = [y * axis[2] - z * axis[1], z * axis[0] - x * axis[2], x * axis[1] - y * axis[0]];
    return Math.hypot(...cross) > IN_LINE * longest;
  });
  return offLine ? { motions: 0, point, axis: none } : { motions: 1, point, axis };
}

/**
 * The rigid motions that `held` leaves, as displacements of the given vertices: columns one after the other, orthonormal
 * in the inner product of masses.
 */
export function rigidMotions(
  held: Held,
  positions: ArrayLike<number>,
  vertices: ArrayLike<number>,
  masses: ArrayLike<number>,
): Float64Array[] {
  const columns: Float64Array[] = [];
  const about = [...held.point];
  if (held.motions === 6) {
    // turning about the middle of mass keeps columns apart from the translations
    let total = 0;
    for (let i = 0; i < vertices.length; i++) total += masses[i];
    for (let k = 0; k < 3; k++) {
      about[k] = 0;
      for (let i = 0; i < vertices.length; i++) about[k] += (masses[i] / total) * positions[3 * vertices[i] + k];
      columns.push(new Float64Array(3 * vertices.length).map((_, i) => (i % 3 === k ? 1 : 0)));
    }
  }
  const axes =
    held.motions === 1
      ? [held.axis]
      : held.motions === 0
        ? []
        : [
            [1, 0, 0],
            [0, 1, 0],
            [0, 0, 1],
          ];
  for (const [ax, ay, az] of axes) {
    const column = new Float64Array(3 * vertices.length);
    for (let i = 0; i < vertices.length; i++) {
      const x = positions[3 * vertices[i]] - about[0];
      const y = positions[3 * vertices[i] + 1] - about[1];
      const z = positions[3 * vertices[i] + 2] - about[2];
      column[3 * i] = ay * z - az * y;
      column[3 * i + 1] = az * x - ax * z;
      column[3 * i + 2] = ax * y - ay * x;
    }
    columns.push(column);
  }
  for (let k = 0; k < columns.length; k++) {
    for (let pass = 0; pass < 2; pass++) {
      for (let j = 0; j < k; j++) addMultiple(columns[k], -massDot(masses, columns[j], columns[k]), columns[j]);
    }
    const length = Math.sqrt(massDot(masses, columns[k], columns[k]));
    for (let i = 0; i < columns[k].length; i++) columns[k][i] /= length;
  }
  return columns;
}
