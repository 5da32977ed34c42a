/** Where a body is and how it is turned: world = turn·body + place. Change `place`, `velocity` and `spin` at will between steps. */
export interface RigidFrame {
  readonly place: Float64Array;
  /** x y z w; `turnTo` keeps `turn` in step. */
  readonly quaternion: Float64Array;
  /** 3 × 3, row by row. */
  readonly turn: Float64Array;
  readonly velocity: Float64Array;
  /** Radians a second about world axes. */
  readonly spin: Float64Array;
}

export function createRigidFrame(): RigidFrame {
  const frame = {
    place: new Float64Array(3),
    quaternion: Float64Array.of(0, 0, 0, 1),
    turn: new Float64Array(9),
    velocity: new Float64Array(3),
    spin: new Float64Array(3),
  };
  turnTo(frame, 0, 0, 0, 1);
  return frame;
}

/** Turns by a quaternion of any length but 0. */
export function turnTo(frame: RigidFrame, x: number, y: number, z: number, w: number): void {
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  if (!(length > 0 && length < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`turnTo: a quaternion must be finite and not 0, got ${[x, y, z, w].join(', ')}.`);
  }
  const [i, j, k, r] = [x / length, y / length, z / length, w / length];
  frame.quaternion.set([i, j, k, r]);
  frame.turn.set([
    ...[1 - 2 * (j * j + k * k), 2 * (i * j - k * r), 2 * (i * k + j * r)],
    ...[2 * (i * j + k * r), 1 - 2 * (i * i + k * k), 2 * (j * k - i * r)],
    ...[2 * (i * k - j * r), 2 * (j * k + i * r), 1 - 2 * (i * i + j * j)],
  ]);
}

/**
 * One step under a force and a torque about the middle of mass. Velocities change first, then places with the new ones; angular
 * momentum, not spin, is what a step without torque keeps.
 */
export function stepFrame(
  frame: RigidFrame,
  mass: number,
  inertia: Float64Array,
  inverseInertia: Float64Array,
  force: Float64Array,
  torque: Float64Array,
  time: number,
): void {
  const { place, velocity, spin, quaternion, turn } = frame;
  const momentum = [0, 0, 0];
  for (let axis = 0; axis < 3; axis++) {
    velocity[axis] += (time / mass) * force[axis];
    place[axis] += time * velocity[axis];
  }
  toBody(turn, spin, momentum);
  const inBody = product(inertia, momentum);
  for (let axis = 0; axis < 3; axis++) {
    momentum[axis] =
      turn[3 * axis] * inBody[0] +
      turn[3 * axis + 1] * inBody[1] +
      turn[3 * axis + 2] * inBody[2] +
      time * torque[axis];
  }
  toWorldSpin(frame, inverseInertia, momentum);
  // half the turn with the spin at first, then the whole with that of the middle: of second order
  const [x, y, z, w] = quaternion;
  turnBy(frame, [x, y, z, w], 0.5 * time);
  toWorldSpin(frame, inverseInertia, momentum);
  turnBy(frame, [x, y, z, w], time);
  toWorldSpin(frame, inverseInertia, momentum);
}

/** Spin from angular momentum, as the body is turned now. */
function toWorldSpin({ turn, spin }: RigidFrame, inverseInertia: Float64Array, momentum: readonly number[]): void {
  const inBody = [0, 0, 0];
  toBody(turn, momentum, inBody);
  const own = product(inverseInertia, inBody);
  for (let axis = 0; axis < 3; axis++) {
    spin[axis] = turn[3 * axis] * own[0] + turn[3 * axis + 1] * own[1] + turn[3 * axis + 2] * own[2];
  }
}

function turnBy(frame: RigidFrame, [x, y, z, w]: readonly number[], time: number): void {
  const [a, b, c] = frame.spin;
  const speed = Math.sqrt(a * a + b * b + c * c);
  const half = 0.5 * time * speed;
  const s = speed > 0 ? Math.sin(half) / speed : 0;
  const r = Math.cos(half);
  turnTo(
    frame,
    r * x + s * (a * w + b * z - c * y),
    r * y + s * (b * w + c * x - a * z),
    r * z + s * (c * w + a * y - b * x),
    r * w - s * (a * x + b * y + c * z),
  );
}

function toBody(turn: Float64Array, world: ArrayLike<number>, out: number[]): void {
  for (let k = 0; k < 3; k++) out[k] = turn[k] * world[0] + turn[3 + k] * world[1] + turn[6 + k] * world[2];
}

function product(matrix: Float64Array, x: readonly number[]): number[] {
  return [0, 3, 6].map((row) => matrix[row] * x[0] + matrix[row + 1] * x[1] + matrix[row + 2] * x[2]);
}

/** Of a symmetric 3 × 3 matrix. */
export function invertSymmetric(m: Float64Array): Float64Array {
  const out = new Float64Array(9);
  for (let i = 0; i < 3; i++) {
    const [a, b] = [(i + 1) % 3, (i + 2) % 3];
    for (let j = 0; j < 3; j++) {
      const [c, d] = [(j + 1) % 3, (j + 2) % 3];
      out[3 * j + i] = m[3 * a + c] * m[3 * b + d] - m[3 * a + d] * m[3 * b + c];
    }
  }
  const determinant = m[0] * out[0] + m[1] * out[3] + m[2] * out[6];
  return out.map((x) => x / determinant);
}
