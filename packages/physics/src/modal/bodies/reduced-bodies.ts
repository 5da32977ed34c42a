import type { Intersections } from 'selfcollide';
import { type BodyMemory, createBodyMemory } from './body-memory.ts';
import type { BodyShape } from './body-shape.ts';
import { type BodyMotion, PlacedBody } from './placed-body.ts';
import { RestSurface } from './rest-surface.ts';
import { invertSymmetric, type RigidFrame, stepFrame } from './rigid-frame.ts';

export interface ReducedBodiesOptions {
  /** Length of a step in seconds; motions must have been made for it. */
  readonly timeStep: number;
  /** Default 9.81, downwards along y. */
  readonly gravity?: number;
  /** Height of the ground, or null for none. Default 0. */
  readonly ground?: number | null;
  /** Newton a metre of depth, for a body's whole surface; a vertex has its share of the area. */
  readonly stiffness: number;
  /** Seconds: closing speed counts as so much more depth. Default 0. */
  readonly damping?: number;
  /** Of the ground, share of the pressure at most. Default 0.5. */
  readonly friction?: number;
  /** Where the body with this number, of these coordinates, touches itself; null if nowhere. Left out: it does not feel itself. */
  readonly selfContacts?: (q: Float64Array, body: number) => Intersections | null;
  /** A clock in milliseconds, to fill `milliseconds`. Left out: nothing is measured. */
  readonly clock?: () => number;
}

/** A body among others. */
export interface ReducedBody {
  readonly frame: RigidFrame;
  readonly motion: BodyMotion;
  /** The coordinates that move its surface. */
  readonly q: Float64Array;
  /** Forces on its modes in the last step. */
  readonly modalForce: Float64Array;
}

export interface ReducedBodies {
  readonly bodies: readonly ReducedBody[];
  /** Vertices that were pushed in the last step: by the ground, by other bodies, by the own body. */
  readonly pushed: { ground: number; between: number; self: number };
  /** Spent in all steps, if there is a clock: finding contacts with itself, the ground and others, forces, motion. */
  readonly milliseconds: { self: number; ground: number; between: number; forces: number; motion: number };
  step(): void;
}

const OPTIONS = ['timeStep', 'gravity', 'ground', 'stiffness', 'damping', 'friction', 'selfContacts', 'clock'];
/** A vertex that is found this near its own place, as a share of the body's size, has found itself. */
const ITSELF = 1e-3;

/**
 * Copies of one body that fall, deform and push each other: a rigid frame each, and coordinates of modes in it. What is inside a body
 * is pushed to the point of its surface that is nearest at rest, so that deep contacts find their way out too. How turning bends a
 * body (centrifugal and other apparent forces) is left out.
 */
export function createReducedBodies(
  shape: BodyShape,
  motions: readonly BodyMotion[],
  options: ReducedBodiesOptions,
): ReducedBodies {
  const settings = readOptions(options);
  const { timeStep, gravity, ground, clock, selfContacts } = settings;
  const memory = createBodyMemory(shape, motions.length);
  const bodies = motions.map((motion, i) => new PlacedBody(shape, motion, memory.bodies[i], memory.calls));
  const inverseInertia = invertSymmetric(shape.inertia);
  const pushed = { ground: 0, between: 0, self: 0 };
  const milliseconds = { self: 0, ground: 0, between: 0, forces: 0, motion: 0 };
  const contact = new Contact(shape, settings, memory);
  let since = 0;
  let steps = 0;
  const spent = (what: keyof typeof milliseconds) => {
    if (clock === undefined) return;
    const now = clock();
    milliseconds[what] += now - since;
    since = now;
  };

  return {
    bodies,
    pushed,
    milliseconds,
    step() {
      if (clock !== undefined) since = clock();
      pushed.ground = pushed.between = pushed.self = 0;
      memory.calls.beginStep(++steps);
      for (const body of bodies) {
        body.begin();
        body.force[1] = -gravity * shape.mass;
      }
      if (ground !== null) {
        for (const body of bodies) {
          contact.findGround(body);
          spent('ground');
          pushed.ground += contact.pushFromGround(body);
          spent('forces');
        }
      }
      if (selfContacts !== undefined) {
        for (let i = 0; i < bodies.length; i++) {
          const body = bodies[i];
          const found = selfContacts(body.q, i);
          spent('self');
          if (found === null || found.count === 0) continue;
          pushed.self += contact.pushApart(body, found);
          spent('forces');
        }
      }
      for (let i = 0; i < bodies.length; i++) {
        for (let j = 0; j < bodies.length; j++) {
          if (i !== j) pushed.between += contact.pushOut(bodies[i], bodies[j]);
        }
      }
      for (const body of bodies) body.gatherForces();
      spent('between');
      for (const { frame, force, torque, motion, modalForce } of bodies) {
        stepFrame(frame, shape.mass, shape.inertia, inverseInertia, force, torque, timeStep);
        motion.step(modalForce);
      }
      spent('motion');
    },
  };
}

type Settings = ReturnType<typeof readOptions>;

function readOptions(options: ReducedBodiesOptions) {
  const caller = 'createReducedBodies';
  for (const name of Object.keys(options)) {
    if (!OPTIONS.includes(name)) throw new RangeError(`${caller}: options are ${OPTIONS.join(', ')}, got '${name}'.`);
  }
  const { timeStep, gravity = 9.81, ground = 0, stiffness, damping = 0, friction = 0.5, selfContacts, clock } = options;
  for (const [name, value, low] of [
    ['timeStep', timeStep, Number.MIN_VALUE],
    ['stiffness', stiffness, 0],
    ['damping', damping, 0],
    ['friction', friction, 0],
    ['gravity', gravity, Number.NEGATIVE_INFINITY],
    ['ground', ground ?? 0, Number.NEGATIVE_INFINITY],
  ] as const) {
    if (value >= low && Number.isFinite(value)) continue;
    const rule = low === 0 ? ' from 0' : low > 0 ? ' above 0' : '';
    throw new RangeError(`${caller}: ${name} must be a finite number${rule}, got ${value}.`);
  }
  return { timeStep, gravity, ground, stiffness, damping, friction, selfContacts, clock };
}

/** Forces of contact, and the memory they need. Vertices are numbered as the tree has them. */
class Contact {
  readonly #shape: BodyShape;
  readonly #settings: Settings;
  readonly #memory: BodyMemory;
  readonly #surface: RestSurface;
  /** The tree's number of each vertex. */
  readonly #places: Uint32Array;
  #belowCount = 0;
  /** Marks vertices that were dealt with, by `#round`. */
  readonly #seen: Uint32Array;
  #round = 0;
  readonly #to = new Float64Array(3);
  readonly #force = new Float64Array(3);

  constructor(shape: BodyShape, settings: Settings, memory: BodyMemory) {
    this.#shape = shape;
    this.#settings = settings;
    this.#memory = memory;
    this.#surface = new RestSurface(shape);
    this.#seen = new Uint32Array(shape.areas.length);
    this.#places = new Uint32Array(shape.areas.length);
    shape.vertexTree.order.forEach((vertex, place) => {
      this.#places[vertex] = place;
    });
  }

  findGround({ arrays }: PlacedBody): void {
    const { calls, below } = this.#memory;
    const height = this.#settings.ground ?? Number.NEGATIVE_INFINITY;
    this.#belowCount = calls.findBelow(arrays.vertices, height, below.byteOffset);
  }

  pushFromGround(body: PlacedBody): number {
    const { stiffness, damping, friction, ground } = this.#settings;
    const { areas, vertexTree } = this.#shape;
    const { below } = this.#memory;
    const { positions, velocities } = body.arrays;
    const force = this.#force;
    for (let i = 0; i < this.#belowCount; i++) {
      const vertex = below[i];
      const at = body.moveAt(vertex);
      const depth = (ground ?? 0) - positions[at + 1];
      const share = stiffness * areas[vertexTree.order[vertex]];
      const up = Math.max(0, share * (depth - damping * velocities[at + 1]));
      const aside = Math.hypot(velocities[at], velocities[at + 2]);
      // as much as damping gives, and no more than friction allows
      const drag = aside > 0 ? Math.min(share * damping, (friction * up) / aside) : 0;
      force[0] = -drag * velocities[at];
      force[1] = up;
      force[2] = -drag * velocities[at + 2];
      body.push(vertex, 1, force);
    }
    return this.#belowCount;
  }

  /** Pushes vertices of a out of b. */
  pushOut(a: PlacedBody, b: PlacedBody): number {
    const { calls, foundNumbers, foundPlaces } = this.#memory;
    this.#round++;
    let count = 0;
    calls.beginBetween(a.arrays.vertices, b.arrays.tets);
    for (let found = calls.searchBetween(); found > 0; found = calls.searchBetween()) {
      for (let i = 0; i < found; i++) {
        const vertex = foundNumbers[8 * i];
        if (this.#seen[vertex] === this.#round) continue;
        if (!this.#push(a, vertex, b, foundPlaces[4 * i + 1], foundPlaces[4 * i + 2], foundPlaces[4 * i + 3])) continue;
        this.#seen[vertex] = this.#round;
        count++;
      }
    }
    return count;
  }

  /** Pushes vertices at contacts of a body with itself out of what they are in. */
  pushApart(body: PlacedBody, found: Intersections): number {
    const { triangles } = this.#shape;
    this.#round++;
    let count = 0;
    const look = (vertex: number) => {
      const place = this.#places[vertex];
      if (this.#seen[place] === this.#round) return;
      this.#seen[place] = this.#round;
      if (this.#pushOutOfItself(body, place, vertex)) count++;
    };
    for (let i = 0; i < found.count; i++) {
      look(found.edgeA[i]);
      look(found.edgeB[i]);
      for (let k = 0; k < 3; k++) look(triangles[3 * found.triangle[i] + k]);
    }
    return count;
  }

  /** @param source The caller's number of the vertex. */
  #pushOutOfItself(body: PlacedBody, vertex: number, source: number): boolean {
    const { surface, size } = this.#shape;
    const { calls, foundPlaces } = this.#memory;
    const { rest } = surface;
    const found = calls.findOwn(body.arrays.vertices, body.arrays.tets, vertex);
    for (let i = 0; i < found; i++) {
      const [x, y, z] = foundPlaces.subarray(4 * i + 1, 4 * i + 4);
      const away = Math.hypot(x - rest[3 * source], y - rest[3 * source + 1], z - rest[3 * source + 2]);
      if (away > ITSELF * size && this.#push(body, vertex, body, x, y, z)) return true;
    }
    return false;
  }

  /** Pushes a vertex of a, which is where (x, y, z) of b is at rest, to b's surface; false if it is not inside. */
  #push(a: PlacedBody, vertex: number, b: PlacedBody, x: number, y: number, z: number): boolean {
    const { stiffness, damping } = this.#settings;
    const { triangles, areas, vertexTree } = this.#shape;
    const surface = this.#surface;
    const places = this.#places;
    if (!surface.findInside(x, y, z)) return false;
    const to = this.#to;
    const { positions: from, velocities: speeds } = a.arrays;
    const { positions, velocities } = b.arrays;
    const at = a.moveAt(vertex);
    const i = b.moveAt(places[triangles[3 * surface.triangle]]);
    const j = b.moveAt(places[triangles[3 * surface.triangle + 1]]);
    const k = b.moveAt(places[triangles[3 * surface.triangle + 2]]);
    const [u, v, w] = surface.weights;
    let square = 0;
    let closing = 0;
    for (let axis = 0; axis < 3; axis++) {
      const way = u * positions[i + axis] + v * positions[j + axis] + w * positions[k + axis] - from[at + axis];
      const speed = u * velocities[i + axis] + v * velocities[j + axis] + w * velocities[k + axis] - speeds[at + axis];
      to[axis] = way;
      square += way * way;
      closing += way * speed;
    }
    if (!(square > 0)) return false;
    const factor = Math.max(0, stiffness * areas[vertexTree.order[vertex]] * (1 + (damping * closing) / square));
    const force = this.#force;
    for (let axis = 0; axis < 3; axis++) force[axis] = factor * to[axis];
    a.push(vertex, 1, force);
    b.push(i / 3, -u, force);
    b.push(j / 3, -v, force);
    b.push(k / 3, -w, force);
    return true;
  }
}
