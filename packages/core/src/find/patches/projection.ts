/**
 * A shear along a whole-number direction d onto a coordinate plane: lines along d become points, and a triangle that
 * faces d keeps its turn. A point maps to (sign · (dₘ·xᵢ − dᵢ·xₘ), dₘ·xⱼ − dⱼ·xₘ), m the longest component of d and i, j the axes
 * after it. Star-shapedness and simplicity do not change under shear and scale, so nothing is normalised.
 */
export interface Projection {
  main: number;
  i: number;
  j: number;
  /** Factors: X = ax·xᵢ + bx·xₘ, Y = ay·xⱼ + by·xₘ. */
  ax: number;
  bx: number;
  ay: number;
  by: number;
  /** Sum of the magnitudes of d's components: X and Y of a vector v are at most `gain` · max|v|. */
  gain: number;
  /** The direction itself. */
  dx: number;
  dy: number;
  dz: number;
}

export function createProjection(): Projection {
  return { main: 2, i: 0, j: 1, ax: 1, bx: 0, ay: 1, by: 0, gain: 1, dx: 0, dy: 0, dz: 1 };
}

/** Sets `out` to the projection along the sum of all directions in `mask`, which must not be empty. */
export function projectAlongMask(out: Projection, mask: number, directions: Int32Array): void {
  let x = 0;
  let y = 0;
  let z = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) {
    const d = 3 * (31 - Math.clz32(rest & -rest));
    x += directions[d];
    y += directions[d + 1];
    z += directions[d + 2];
  }
  projectAlong(out, x, y, z);
}

export function projectAlong(out: Projection, x: number, y: number, z: number): void {
  const lx = Math.abs(x);
  const ly = Math.abs(y);
  const lz = Math.abs(z);
  const main = lx >= ly && lx >= lz ? 0 : ly >= lz ? 1 : 2;
  const longest = main === 0 ? x : main === 1 ? y : z;
  const next = main === 0 ? y : main === 1 ? z : x;
  const last = main === 0 ? z : main === 1 ? x : y;
  const sign = longest < 0 ? -1 : 1;
  out.main = main;
  out.i = (main + 1) % 3;
  out.j = (main + 2) % 3;
  out.ax = sign * longest;
  out.bx = -sign * next;
  out.ay = longest;
  out.by = -last;
  out.gain = lx + ly + lz;
  out.dx = x;
  out.dy = y;
  out.dz = z;
}
