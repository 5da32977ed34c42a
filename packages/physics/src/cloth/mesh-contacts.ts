import type { Detector, Proximities } from 'selfcollide';
import type { ContactRows } from './contact-rows.ts';
import { type ClothStep, type ContactSource, contactTarget } from './contact-source.ts';
import type { MeshSolid } from './mesh-solid.ts';

/** Contacts are looked for this many thicknesses around what is expected. */
const REACH = 2;
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

  return {
    addContacts(step, rows) {
      const near = findSwept(step, step.velocities, REACH * step.thickness);
      const { count, triangleA, triangleB, weightsA, weightsB } = near;
      for (let i = 0; i < count; i++) {
        makeRow(
          step,
          rows,
          step.positions,
          solid?.positions ?? step.positions,
          triangleA[i],
          triangleB[i],
          weightsA,
          weightsB,
          3 * i,
        );
      }
    },

    addMissed(step, rows) {
      const { positions, velocities, timeStep, thickness } = step;
      for (let i = 0; i < moved.length; i++) moved[i] = positions[i] + timeStep * velocities[i];
      cloth.update(moved);
      solid?.detector.update(solid.nextPositions);
      const distance = TOO_CLOSE * thickness;
      const near = cloth.findProximities(solid ? { distance, against: solid.detector } : { distance });
      const { count, triangleA, triangleB, weightsA, weightsB } = near;
      let added = 0;
      for (let i = 0; i < count; i++) {
        if (
          makeRow(
            step,
            rows,
            moved,
            solid?.nextPositions ?? moved,
            triangleA[i],
            triangleB[i],
            weightsA,
            weightsB,
            3 * i,
          )
        )
          added++;
      }
      return added;
    },

    passesThrough(step, share) {
      const { velocities } = step;
      for (let i = 0; i < moved.length; i++) moved[i] = share * velocities[i];
      const limit = PASSING * step.thickness;
      const { count, distance, nextDistance } = findSwept(step, moved, limit);
      for (let i = 0; i < count; i++) {
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
) => boolean;

/**
 * Makes the row between two points that move with their triangles, given by weights, and closest in the given pose. The normal
 * leads from one to the other there; but to that side on which they are before the step, when nothing has passed through yet. If
 * they coincide there, it leads from B's place before the step to A's, and if even these do, B's triangle has the normal.
 */
function createRowMaker(triangles: Uint32Array, other: OtherSide, solidVelocities: Float64Array): RowMaker {
  const { solid } = other;
  const a = new Float64Array(3);
  const b = new Float64Array(3);
  const normal = new Float64Array(3);
  const before = new Float64Array(3);
  return (step, rows, poseA, poseB, triangleA, triangleB, weightsA, weightsB, at) => {
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
    const target = contactTarget(distance, speed, thickness, timeStep);
    const row = rows.add(normal[0], normal[1], normal[2], target, other.friction);
    for (let corner = 0; corner < 3; corner++) {
      rows.setCorner(row, corner, triangles[3 * triangleA + corner], weightsA[at + corner]);
      if (solid) rows.surface[3 * row + corner] = b[corner];
      else rows.setCorner(row, 3 + corner, triangles[3 * triangleB + corner], -weightsB[at + corner]);
    }
    return true;
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
