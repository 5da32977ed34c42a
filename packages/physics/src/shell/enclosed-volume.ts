/** Signed volume inside a closed surface; positive when its triangles face outwards. */
export function enclosedVolume(positions: ArrayLike<number>, triangles: ArrayLike<number>): number {
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t];
    const b = 3 * triangles[t + 1];
    const c = 3 * triangles[t + 2];
    sum +=
      positions[a] * (positions[b + 1] * positions[c + 2] - positions[b + 2] * positions[c + 1]) +
      positions[a + 1] * (positions[b + 2] * positions[c] - positions[b] * positions[c + 2]) +
      positions[a + 2] * (positions[b] * positions[c + 1] - positions[b + 1] * positions[c]);
  }
  return sum / 6;
}

/**
 * Pressure: moves all vertices along their area vectors so that the enclosed volume comes to `target`, in one Newton step;
 * a larger volume than wanted is sucked in the same way. `compliance` is volume per pressure, 0 for at once.
 * `gradients` is scratch of the length of `positions`. Momentum stays: area vectors of a closed surface add up to zero.
 */
export function relaxVolume(
  triangles: Uint32Array,
  positions: Float64Array,
  inverseMasses: Float64Array,
  target: number,
  compliance: number,
  timeStep: number,
  gradients: Float64Array,
): void {
  const p = positions;
  gradients.fill(0);
  let volume = 0; // six times
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t];
    const b = 3 * triangles[t + 1];
    const c = 3 * triangles[t + 2];
    // six times the gradient of the volume at all three corners, up to terms that cancel on a closed surface
    const ux = p[b] - p[a];
    const uy = p[b + 1] - p[a + 1];
    const uz = p[b + 2] - p[a + 2];
    const vx = p[c] - p[a];
    const vy = p[c + 1] - p[a + 1];
    const vz = p[c + 2] - p[a + 2];
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    volume += x * p[a] + y * p[a + 1] + z * p[a + 2];
    gradients[a] += x;
    gradients[a + 1] += y;
    gradients[a + 2] += z;
    gradients[b] += x;
    gradients[b + 1] += y;
    gradients[b + 2] += z;
    gradients[c] += x;
    gradients[c + 1] += y;
    gradients[c + 2] += z;
  }
  let resistance = (36 * compliance) / (timeStep * timeStep);
  for (let v = 0; v < inverseMasses.length; v++) {
    const i = 3 * v;
    const steepness =
      gradients[i] * gradients[i] + gradients[i + 1] * gradients[i + 1] + gradients[i + 2] * gradients[i + 2];
    resistance += inverseMasses[v] * steepness;
  }
  if (resistance === 0) return; // flat on a point, or all held
  const move = (6 * target - volume) / resistance;
  for (let v = 0; v < inverseMasses.length; v++) {
    const share = move * inverseMasses[v];
    p[3 * v] += share * gradients[3 * v];
    p[3 * v + 1] += share * gradients[3 * v + 1];
    p[3 * v + 2] += share * gradients[3 * v + 2];
  }
}
