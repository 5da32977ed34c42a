/** Numbers a cone: x y z of its axis, half its apex angle (below 0: nothing moves, π: any direction), the greatest length. */
export const CONE_STRIDE = 5;

/** Any direction. */
const ALL = Math.PI;

/** Axes with a smaller sine between them span no plane to turn in. */
const PARALLEL = 2 ** -40;

export function clearCone(cones: Float64Array, at: number): void {
  cones.fill(0, at, at + CONE_STRIDE);
  cones[at + 3] = -1;
}

/** Widens the cone at `at` so that it holds the vector. */
export function addVector(
  cones: Float64Array,
  at: number,
  x: number,
  y: number,
  z: number,
  scratch: Float64Array,
): void {
  const length = Math.hypot(x, y, z);
  if (length === 0) return;
  scratch[0] = x / length;
  scratch[1] = y / length;
  scratch[2] = z / length;
  scratch[3] = 0;
  scratch[4] = length;
  joinCones(cones, at, scratch, 0);
}

/**
 * Widens one cone so that it holds another. The smallest that does has the half-angle (α + α′ + β) / 2, β between the axes, unless one
 * holds the other already; its axis is the first turned towards the second by what the angle grew. (cloth paper §4.2, corrected: its α is
 * the apex angle.)
 */
export function joinCones(cones: Float64Array, at: number, others: Float64Array, other: number): void {
  const length = Math.max(cones[at + 4], others[other + 4]);
  const angle = cones[at + 3];
  const otherAngle = others[other + 3];
  if (otherAngle < 0) return;
  cones[at + 4] = length;
  const [ax, ay, az] = [cones[at], cones[at + 1], cones[at + 2]];
  const [bx, by, bz] = [others[other], others[other + 1], others[other + 2]];
  const cosine = ax * bx + ay * by + az * bz;
  const sine = Math.hypot(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx);
  const between = Math.atan2(sine, cosine);
  if (angle < 0 || between + angle <= otherAngle) {
    for (let k = 0; k < 4; k++) cones[at + k] = others[other + k];
    return;
  }
  if (between + otherAngle <= angle) return;
  if (sine < PARALLEL && cosine > 0) {
    cones[at + 3] = between + otherAngle; // more than `angle`, as seen above
    return;
  }
  const half = (angle + otherAngle + between) / 2;
  if (half >= ALL || sine < PARALLEL) {
    cones[at + 3] = ALL;
    return;
  }
  // turned within the plane of both: a · cos + (b − a cos β) / sin β · sin
  const turn = half - angle;
  const c = Math.cos(turn);
  const s = Math.sin(turn) / sine;
  const x = ax * (c - s * cosine) + bx * s;
  const y = ay * (c - s * cosine) + by * s;
  const z = az * (c - s * cosine) + bz * s;
  const size = Math.hypot(x, y, z);
  cones[at] = x / size;
  cones[at + 1] = y / size;
  cones[at + 2] = z / size;
  cones[at + 3] = half;
}

/** How far vectors of the cone may lead along the direction, whose length is given; never negative. */
export function reachAlong(cones: Float64Array, at: number, x: number, y: number, z: number, length: number): number {
  const angle = cones[at + 3];
  if (angle < 0) return 0;
  const cosine = cones[at] * x + cones[at + 1] * y + cones[at + 2] * z;
  const sine = Math.hypot(
    cones[at + 1] * z - cones[at + 2] * y,
    cones[at + 2] * x - cones[at] * z,
    cones[at] * y - cones[at + 1] * x,
  );
  const beyond = Math.atan2(sine, cosine) - angle;
  return length * cones[at + 4] * Math.max(0, beyond <= 0 ? 1 : Math.cos(beyond));
}
