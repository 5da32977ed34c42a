import type { BodyShape } from './body-shape.ts';
import { createRigidFrame, type RigidFrame } from './rigid-frame.ts';
import type { MovingPoints, SphereTree } from './sphere-tree.ts';

/** How a body deforms: linear modes (`createResonatorBank`) or a reduced model (`createReducedMotion`). */
export interface BodyMotion {
  readonly q: Float64Array;
  readonly velocity: Float64Array;
  step(force: Float64Array): unknown;
}

/**
 * A body in the world: its frame, its coordinates, and the forces of the current step. Vertices and spheres are computed when first asked for
 * in a step.
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
  readonly vertices: PlacedPoints;
  readonly tetVertices: PlacedPoints;
  readonly vertexSpheres: PlacedSpheres;
  readonly tetSpheres: PlacedSpheres;
  readonly #arm = new Float64Array(3);

  constructor(shape: BodyShape, motion: BodyMotion) {
    if (motion.q.length !== shape.forceRank) {
      throw new RangeError(
        `addBody: motion must have the shape's ${shape.forceRank} coordinates, got ${motion.q.length}.`,
      );
    }
    this.shape = shape;
    this.motion = motion;
    this.q = motion.q.subarray(0, shape.rank);
    this.modalForce = new Float64Array(shape.forceRank);
    this.vertices = new PlacedPoints(shape.surface, this.q, this.frame);
    this.tetVertices = new PlacedPoints(shape.tets, this.q, this.frame);
    this.vertexSpheres = new PlacedSpheres(shape.vertexTree, this.q, this.frame);
    this.tetSpheres = new PlacedSpheres(shape.tetTree, this.q, this.frame);
  }

  /** A new step: nothing is placed, no force acts. */
  begin(): void {
    let square = 0;
    for (let i = 0; i < this.q.length; i++) square += this.q[i] * this.q[i];
    const norm = Math.sqrt(square);
    this.vertices.begin();
    this.tetVertices.begin();
    this.vertexSpheres.begin(norm);
    this.tetSpheres.begin(norm);
    this.force.fill(0);
    this.torque.fill(0);
    this.modalForce.fill(0);
  }

  /** A force at a vertex of the surface, times a weight, in world axes. */
  push(vertex: number, weight: number, f: Float64Array): void {
    const { rows, stride } = this.shape.surface;
    const { turn, place } = this.frame;
    const at = this.vertices.at(vertex);
    const arm = this.#arm;
    const { positions } = this.vertices;
    const x = weight * f[0];
    const y = weight * f[1];
    const z = weight * f[2];
    for (let axis = 0; axis < 3; axis++) arm[axis] = positions[at + axis] - place[axis];
    this.force[0] += x;
    this.force[1] += y;
    this.force[2] += z;
    this.torque[0] += arm[1] * z - arm[2] * y;
    this.torque[1] += arm[2] * x - arm[0] * z;
    this.torque[2] += arm[0] * y - arm[1] * x;
    for (let axis = 0; axis < 3; axis++) {
      const own = turn[axis] * x + turn[3 + axis] * y + turn[6 + axis] * z;
      const row = (3 * vertex + axis) * stride;
      for (let k = 0; k < stride; k++) this.modalForce[k] += rows[row + k] * own;
    }
  }

  /** Adds the velocity of a vertex of the surface, times a weight, in world axes. */
  addVelocity(vertex: number, weight: number, out: Float64Array): void {
    const { rows, stride } = this.shape.surface;
    const { turn, place, velocity, spin } = this.frame;
    const speed = this.motion.velocity;
    const at = this.vertices.at(vertex);
    const { positions } = this.vertices;
    const rank = this.q.length;
    const arm = this.#arm;
    for (let axis = 0; axis < 3; axis++) arm[axis] = positions[at + axis] - place[axis];
    out[0] += weight * (velocity[0] + spin[1] * arm[2] - spin[2] * arm[1]);
    out[1] += weight * (velocity[1] + spin[2] * arm[0] - spin[0] * arm[2]);
    out[2] += weight * (velocity[2] + spin[0] * arm[1] - spin[1] * arm[0]);
    for (let axis = 0; axis < 3; axis++) {
      const row = (3 * vertex + axis) * stride;
      let own = 0;
      for (let k = 0; k < rank; k++) own += rows[row + k] * speed[k];
      own *= weight;
      out[0] += turn[axis] * own;
      out[1] += turn[3 + axis] * own;
      out[2] += turn[6 + axis] * own;
    }
  }
}

/** World positions of points, each computed once a step at most. */
export class PlacedPoints {
  readonly positions: Float64Array;
  readonly #points: MovingPoints;
  readonly #q: Float64Array;
  readonly #frame: RigidFrame;
  readonly #stamps: Uint32Array;
  readonly #own = new Float64Array(3);
  #stamp = 0;

  constructor(points: MovingPoints, q: Float64Array, frame: RigidFrame) {
    this.#points = points;
    this.#q = q;
    this.#frame = frame;
    this.positions = new Float64Array(points.rest.length);
    this.#stamps = new Uint32Array(points.rest.length / 3);
  }

  begin(): void {
    this.#stamp++;
  }

  /** Where in `positions` the point is, which it is from now on. */
  at(point: number): number {
    const at = 3 * point;
    if (this.#stamps[point] === this.#stamp) return at;
    this.#stamps[point] = this.#stamp;
    const { rest, rows, stride, rank } = this.#points;
    const q = this.#q;
    const own = this.#own;
    for (let axis = 0; axis < 3; axis++) {
      const row = (at + axis) * stride;
      let sum = rest[at + axis];
      for (let k = 0; k < rank; k++) sum += rows[row + k] * q[k];
      own[axis] = sum;
    }
    toWorld(this.#frame, own, 0, this.positions, at);
    return at;
  }
}

/** World spheres of a tree's nodes, each computed once a step at most. */
export class PlacedSpheres {
  readonly tree: SphereTree;
  /** Centre and radius. */
  readonly spheres: Float64Array;
  readonly #q: Float64Array;
  readonly #frame: RigidFrame;
  readonly #stamps: Uint32Array;
  readonly #own = new Float64Array(4);
  #stamp = 0;
  #norm = 0;

  constructor(tree: SphereTree, q: Float64Array, frame: RigidFrame) {
    this.tree = tree;
    this.#q = q;
    this.#frame = frame;
    this.spheres = new Float64Array(4 * tree.nodeCount);
    this.#stamps = new Uint32Array(tree.nodeCount);
  }

  begin(norm: number): void {
    this.#stamp++;
    this.#norm = norm;
  }

  /** Where in `spheres` the node's is, which it is from now on. */
  at(node: number): number {
    const at = 4 * node;
    if (this.#stamps[node] === this.#stamp) return at;
    this.#stamps[node] = this.#stamp;
    const own = this.#own;
    this.tree.place(node, this.#q, this.#norm, own, 0);
    toWorld(this.#frame, own, 0, this.spheres, at);
    this.spheres[at + 3] = own[3];
    return at;
  }
}

function toWorld({ turn, place }: RigidFrame, own: Float64Array, from: number, out: Float64Array, at: number): void {
  const x = own[from];
  const y = own[from + 1];
  const z = own[from + 2];
  for (let axis = 0; axis < 3; axis++) {
    out[at + axis] = place[axis] + turn[3 * axis] * x + turn[3 * axis + 1] * y + turn[3 * axis + 2] * z;
  }
}
