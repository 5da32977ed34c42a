import type { Detector, Proximities } from 'selfcollide';
import type { ContactRows } from './contact-rows.ts';
import { type ClothStep, type ContactSource, contactTarget } from './contact-source.ts';
import type { MeshSolid } from './mesh-solid.ts';

/** Contacts are looked for this many thicknesses around what is expected. */
const REACH = 2;
/** What approaches with this part of its velocity comes straight. */
const STEEP = 0.8;
/** What ends nearer than this part of the thickness gets another row. */
const TOO_CLOSE = 0.5;
/** No pair may come nearer than this part of the thickness on its way, unless it was there before. */
const PASSING = 1e-3;

/** The second side of a contact: a solid, or the cloth itself. */
interface OtherSide {
  readonly triangles: Uint32Array;
  readonly solid: MeshSolid | null;
  readonly friction: number;
}

export function selfContacts(cloth: Detector, triangles: Uint32Array, friction: number): ContactSource {
  return createContacts(cloth, triangles, { triangles, solid: null, friction });
}

export function meshContacts(cloth: Detector, triangles: Uint32Array, solid: MeshSolid): ContactSource {
  return createContacts(cloth, triangles, {
    triangles: solid.triangles,
    solid,
    get friction() {
      return solid.friction;
    },
  });
}

function createContacts(cloth: Detector, triangles: Uint32Array, other: OtherSide): ContactSource {
  const { solid } = other;
  const moved = new Float64Array(3 * cloth.vertexCount);
  const solidVelocities = new Float64Array(solid ? solid.positions.length : 0);
  const makeRow = createRowMaker(triangles, other, solidVelocities);

  /** What comes within the distance in the step. */
  const findSwept = (step: ClothStep, velocities: Float64Array, distance: number): Proximities => {
    cloth.update(step.positions);
    const search = { distance, velocities, timeStep: step.timeStep };
    if (!solid) return cloth.findProximities(search);
    const { positions, nextPositions } = solid;
    solid.detector.update(positions);
    for (let i = 0; i < positions.length; i++) {
      solidVelocities[i] = (nextPositions[i] - positions[i]) / step.timeStep;
    }
    return cloth.findProximities({ ...search, against: solid.detector, againstVelocities: solidVelocities });
  };

  /** Rows for what is within the distance after the step. */
  const addAtEnd = (step: ClothStep, rows: ContactRows, distance: number): number => {
    const { positions, velocities, timeStep } = step;
    for (let i = 0; i < moved.length; i++) moved[i] = positions[i] + timeStep * velocities[i];
    const movedB = solid ? solid.nextPositions : moved;
    cloth.update(moved);
    solid?.detector.update(movedB);
    const near = cloth.findProximities(solid ? { distance, against: solid.detector } : { distance });
    const { count, triangleA, triangleB, weightsA, weightsB } = near;
    let added = 0;
    for (let i = 0; i < count; i++) {
      if (makeRow(step, rows, moved, movedB, triangleA[i], triangleB[i], weightsA, weightsB, 3 * i, -1)) added++;
    }
    return added;
  };

  return {
    // Where both end up tells the normal: seen from before the step, a neighbour of the triangle that cloth slides on lies ahead, and
    // would be run into. Only what comes straight at the cloth, or is passed on the way, is taken from there.
    addContacts(step, rows) {
      const { positions, thickness } = step;
      const positionsB = solid ? solid.positions : positions;
      const near = findSwept(step, step.velocities, REACH * thickness);
      const { count, triangleA, triangleB, weightsA, weightsB, nextDistance } = near;
      for (let i = 0; i < count; i++) {
        const steepness = nextDistance && nextDistance[i] <= REACH * thickness ? STEEP : -1;
        makeRow(step, rows, positions, positionsB, triangleA[i], triangleB[i], weightsA, weightsB, 3 * i, steepness);
      }
      addAtEnd(step, rows, REACH * thickness);
    },

    addMissed(step, rows) {
      return addAtEnd(step, rows, TOO_CLOSE * step.thickness);
    },

    passesThrough(step, share) {
      const { velocities } = step;
      for (let i = 0; i < moved.length; i++) moved[i] = share * velocities[i];
      const limit = PASSING * step.thickness;
      const { count, distance, nextDistance } = findSwept(step, moved, limit);
      for (let i = 0; i < count; i++) {
        if (distance[i] === 0) continue; // met before; staying would not part them
        const end = nextDistance ? nextDistance[i] : 0;
        if (end === 0 || distance[i] > 1.01 * limit || end < distance[i]) return true;
      }
      return false;
    },

    endStep() {
      solid?.positions.set(solid.nextPositions);
    },
  };
}

type RowMaker = (
  step: ClothStep,
  rows: ContactRows,
  poseA: Float64Array,
  poseB: Float64Array,
  triangleA: number,
  triangleB: number,
  weightsA: Float64Array,
  weightsB: Float64Array,
  at: number,
  steepness: number,
) => boolean;

/**
 * Makes the row between two points that move with their triangles, given by weights, and closest in the given pose. The normal
 * leads from one to the other there; but to that side on which they are before the step, when nothing has passed through yet. If
 * they coincide there, it leads from B's place before the step to A's, and if even these do, B's triangle has the normal.
 * No row if the approach is a smaller part than `steepness` of the relative velocity. Returns whether there is one.
 */
function createRowMaker(triangles: Uint32Array, other: OtherSide, solidVelocities: Float64Array): RowMaker {
  const { solid } = other;
  const a = new Float64Array(3);
  const b = new Float64Array(3);
  const normal = new Float64Array(3);
  const before = new Float64Array(3);
  return (step, rows, poseA, poseB, triangleA, triangleB, weightsA, weightsB, at, steepness) => {
    const { positions, velocities, timeStep, thickness } = step;
    const positionsB = solid ? solid.positions : positions;
    interpolate(triangles, triangleA, positions, weightsA, at, a);
    interpolate(other.triangles, triangleB, positionsB, weightsB, at, b);
    for (let axis = 0; axis < 3; axis++) before[axis] = a[axis] - b[axis];
    interpolate(triangles, triangleA, poseA, weightsA, at, a);
    interpolate(other.triangles, triangleB, poseB, weightsB, at, b);
    for (let axis = 0; axis < 3; axis++) normal[axis] = a[axis] - b[axis];
    // shorter differences are rounding, without direction
    const least = 1e-9 * thickness;
    if (!normalize(normal, least)) {
      normal.set(before);
      if (!normalize(normal, least) && !faceNormal(other.triangles, triangleB, positionsB, normal)) return false;
    }
    let distance = normal[0] * before[0] + normal[1] * before[1] + normal[2] * before[2];
    if (distance < 0) {
      distance = -distance;
      for (let axis = 0; axis < 3; axis++) normal[axis] = -normal[axis];
    }

    interpolate(triangles, triangleA, velocities, weightsA, at, a);
    interpolate(other.triangles, triangleB, solid ? solidVelocities : velocities, weightsB, at, b);
    let speed = 0;
    for (let axis = 0; axis < 3; axis++) speed += normal[axis] * (a[axis] - b[axis]);
    if (steepness >= 0 && -speed <= steepness * Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])) return false;
    const target = contactTarget(distance, speed, thickness, timeStep);
    const row = rows.add(normal[0], normal[1], normal[2], target, other.friction);
    for (let corner = 0; corner < 3; corner++) {
      rows.setCorner(row, corner, triangles[3 * triangleA + corner], weightsA[at + corner]);
      if (solid) rows.surface[3 * row + corner] = b[corner];
      else rows.setCorner(row, 3 + corner, triangles[3 * triangleB + corner], -weightsB[at + corner]);
    }
    return rows.settle(row);
  };
}

function interpolate(
  triangles: Uint32Array,
  triangle: number,
  values: Float64Array,
  weights: Float64Array,
  at: number,
  out: Float64Array,
): void {
  out.fill(0);
  for (let corner = 0; corner < 3; corner++) {
    const i = 3 * triangles[3 * triangle + corner];
    const weight = weights[at + corner];
    for (let axis = 0; axis < 3; axis++) out[axis] += weight * values[i + axis];
  }
}

function faceNormal(triangles: Uint32Array, triangle: number, positions: Float64Array, out: Float64Array): boolean {
  const [a, b, c] = triangles.subarray(3 * triangle, 3 * triangle + 3);
  const edge = (to: number, axis: number) => positions[3 * to + axis] - positions[3 * a + axis];
  for (let axis = 0; axis < 3; axis++) {
    const y = (axis + 1) % 3;
    const z = (axis + 2) % 3;
    out[axis] = edge(b, y) * edge(c, z) - edge(b, z) * edge(c, y);
  }
  return normalize(out, 0);
}

function normalize(v: Float64Array, least: number): boolean {
  const length = Math.hypot(v[0], v[1], v[2]);
  if (!(length > least)) return false;
  for (let axis = 0; axis < 3; axis++) v[axis] /= length;
  return true;
}
