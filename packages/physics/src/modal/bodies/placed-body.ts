import type { BodiesCalls, BodyArrays } from './body-memory.ts';
import type { BodyShape } from './body-shape.ts';
import { createRigidFrame, type RigidFrame } from './rigid-frame.ts';

/** How a body deforms: linear modes (`createResonatorBank`) or a reduced model (`createReducedMotion`). */
export interface BodyMotion {
  readonly q: Float64Array;
  readonly velocity: Float64Array;
  step(force: Float64Array): unknown;
}

/**
 * A body in the world: its frame, its coordinates, and the forces of the current step. Vertices are numbered as the shape's tree has them; places and velocities are computed
 * when first asked for in a step.
 */
export class PlacedBody {
  readonly shape: BodyShape;
  readonly frame: RigidFrame = createRigidFrame();
  readonly motion: BodyMotion;
  /** The coordinates that move the surface. */
  readonly q: Float64Array;
  readonly force = new Float64Array(3);
  readonly torque = new Float64Array(3);
  readonly modalForce: Float64Array;
  readonly arrays: BodyArrays;
  readonly #calls: BodiesCalls;
  /** World forces at vertices of the surface, of those that were pushed in this step. */
  readonly #vertexForces: Float64Array;
  readonly #isPushed: Uint8Array;
  readonly #pushed: number[] = [];

  constructor(shape: BodyShape, motion: BodyMotion, arrays: BodyArrays, calls: BodiesCalls) {
    if (motion.q.length !== shape.forceRank) {
      throw new RangeError(
        `addBody: motion must have the shape's ${shape.forceRank} coordinates, got ${motion.q.length}.`,
      );
    }
    this.shape = shape;
    this.motion = motion;
    this.arrays = arrays;
    this.#calls = calls;
    this.q = motion.q.subarray(0, shape.rank);
    this.modalForce = new Float64Array(shape.forceRank);
    this.#vertexForces = new Float64Array(3 * shape.areas.length);
    this.#isPushed = new Uint8Array(shape.areas.length);
  }

  /** A new step, of which the kernel was told: nothing is placed, no force acts. */
  begin(): void {
    const { q, speed, frame } = this.arrays;
    let square = 0;
    for (let i = 0; i < this.q.length; i++) square += this.q[i] * this.q[i];
    q.set(this.q);
    q[q.length - 1] = Math.sqrt(square);
    for (let i = 0; i < this.q.length; i++) speed[i] = this.motion.velocity[i];
    frame.set(this.frame.turn);
    frame.set(this.frame.place, 9);
    frame.set(this.frame.velocity, 12);
    frame.set(this.frame.spin, 15);
    this.force.fill(0);
    this.torque.fill(0);
    this.modalForce.fill(0);
  }

  /** Where in `arrays.positions` and `arrays.velocities` a vertex has its numbers, which it has from now on. */
  moveAt(vertex: number): number {
    this.#calls.move(this.arrays.vertices, vertex);
    return 3 * vertex;
  }

  /** A force at a vertex of the surface, times a weight, in world axes; it counts when `gatherForces` is called. */
  push(vertex: number, weight: number, f: Float64Array): void {
    const forces = this.#vertexForces;
    if (this.#isPushed[vertex] === 0) {
      this.#isPushed[vertex] = 1;
      this.#pushed.push(vertex);
    }
    forces[3 * vertex] += weight * f[0];
    forces[3 * vertex + 1] += weight * f[1];
    forces[3 * vertex + 2] += weight * f[2];
  }

  /** Adds the forces at vertices to those on the body and its coordinates: a vertex may be pushed many times, its rows are read once. */
  gatherForces(): void {
    const { surface, vertexTree } = this.shape;
    const { rows, stride } = surface;
    const { turn, place } = this.frame;
    const { modalForce, force, torque } = this;
    const { positions } = this.arrays;
    const forces = this.#vertexForces;
    for (const vertex of this.#pushed) {
      const at = 3 * vertex;
      const x = forces[at];
      const y = forces[at + 1];
      const z = forces[at + 2];
      const armX = positions[at] - place[0];
      const armY = positions[at + 1] - place[1];
      const armZ = positions[at + 2] - place[2];
      force[0] += x;
      force[1] += y;
      force[2] += z;
      torque[0] += armY * z - armZ * y;
      torque[1] += armZ * x - armX * z;
      torque[2] += armX * y - armY * x;
      const ownX = turn[0] * x + turn[3] * y + turn[6] * z;
      const ownY = turn[1] * x + turn[4] * y + turn[7] * z;
      const ownZ = turn[2] * x + turn[5] * y + turn[8] * z;
      const row = 3 * vertexTree.order[vertex] * stride;
      for (let k = 0; k < stride; k++) {
        modalForce[k] += rows[row + k] * ownX + rows[row + stride + k] * ownY + rows[row + 2 * stride + k] * ownZ;
      }
      forces[at] = forces[at + 1] = forces[at + 2] = 0;
      this.#isPushed[vertex] = 0;
    }
    this.#pushed.length = 0;
  }
}
