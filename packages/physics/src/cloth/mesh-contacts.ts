import type { Detector, Proximities } from 'selfcollide';
import type { ContactRows } from './contact-rows.ts';
import type { ClothStep, ContactSource } from './contact-source.ts';
import { type ContactSide, FeatureRows } from './feature-rows.ts';
import type { MeshFeatures } from './mesh-features.ts';
import type { MeshSolid } from './mesh-solid.ts';
import { SLICES, StepPoses } from './step-poses.ts';

/** Contacts are looked for this many thicknesses around what is expected. */
const REACH = 2;
/** What would still pass through after this share of its way stays where it is. */
const LEAST_SHARE = 1 / 64;
/** What ends nearer than this part of the thickness gets another row. */
const TOO_CLOSE = 0.5;
/** No pair may come nearer than this part of the thickness on its way, unless it was there before. */
const PASSING = 1e-3;

export function selfContacts(cloth: Detector, features: MeshFeatures, friction: number): ContactSource {
  return createContacts(cloth, features, null, () => friction);
}

export function meshContacts(cloth: Detector, features: MeshFeatures, solid: MeshSolid): ContactSource {
  return createContacts(cloth, features, solid, () => solid.friction);
}

function createContacts(
  cloth: Detector,
  features: MeshFeatures,
  solid: MeshSolid | null,
  friction: () => number,
): ContactSource {
  const size = 3 * cloth.vertexCount;
  const velocities = new Float64Array(size);
  const moving = new Float64Array(size);
  const sideA: ContactSide = { features, poses: new StepPoses(size), velocities };
  const sideB: ContactSide = solid
    ? {
        features: solid.features,
        poses: new StepPoses(solid.positions.length),
        velocities: new Float64Array(solid.positions.length),
      }
    : sideA;
  const featureRows = new FeatureRows(sideA, sideB, solid !== null, REACH);

  let mayPass = true;

  /** Takes over the motion that is expected of the cloth now; that of the solid is known when the step begins. */
  const begin = ({ positions, velocities: expected, timeStep }: ClothStep) => {
    velocities.set(expected);
    sideA.poses.begin(positions, velocities, timeStep);
  };
  const beginSolid = ({ positions: from, nextPositions: to, detector }: MeshSolid, timeStep: number) => {
    for (let i = 0; i < from.length; i++) sideB.velocities[i] = (to[i] - from[i]) / timeStep;
    sideB.poses.begin(from, sideB.velocities, timeStep);
    detector.update(from);
  };

  /** What comes within the distance in the step. */
  const findSwept = (along: Float64Array, distance: number, timeStep: number): Proximities =>
    cloth.findProximities(
      solid
        ? { distance, velocities: along, timeStep, against: solid.detector, againstVelocities: sideB.velocities }
        : { distance, velocities: along, timeStep },
    );

  /** Rows for what comes within the distance, as it is when it comes near; if `atEnd`, also as it is after the step. */
  const addRows = (step: ClothStep, rows: ContactRows, distance: number, atEnd: boolean): number => {
    begin(step);
    step.enter('detection');
    const found = findSwept(velocities, distance, step.timeStep);
    step.enter('response');
    mayPass = found.count > 0;
    const { count, triangleA, triangleB, distance: first, nextDistance } = found;
    featureRows.begin(step, rows, friction());
    for (let i = 0; i < count; i++) {
      const a = triangleA[i];
      const b = triangleB[i];
      const slice = first[i] > step.thickness ? lastSliceApart(found, i, sideA, sideB, step) : 0;
      featureRows.addPair(a, b, slice, first[i] === 0);
      if (atEnd && nextDistance![i] <= distance) featureRows.addPair(a, b, SLICES, true);
    }
    return featureRows.begin(step, rows, friction());
  };

  return {
    get mayPass() {
      return mayPass;
    },

    addContacts(step, rows) {
      step.enter('detection');
      if (solid) beginSolid(solid, step.timeStep);
      addRows(step, rows, REACH * step.thickness, false);
    },

    addMissed(step, rows) {
      return addRows(step, rows, TOO_CLOSE * step.thickness, true);
    },

    passesThrough(step, shares) {
      begin(step);
      for (let i = 0; i < size; i++) moving[i] = shares[Math.floor(i / 3)] * velocities[i];
      const limit = PASSING * step.thickness;
      step.enter('detection');
      const { count, triangleA, triangleB, distance, nextDistance } = findSwept(moving, limit, step.timeStep);
      step.enter('response');
      let cut = 0;
      const shorten = (triangle: number) => {
        for (let k = 3 * triangle; k < 3 * triangle + 3; k++) {
          const v = features.triangles[k];
          if (shares[v] > 0) cut++;
          shares[v] = shares[v] > LEAST_SHARE ? shares[v] / 2 : 0;
        }
      };
      for (let i = 0; i < count; i++) {
        if (distance[i] === 0) continue; // met before; staying would not part them
        const end = nextDistance ? nextDistance[i] : 0;
        if (end > 0 && distance[i] <= 1.01 * limit && end >= distance[i]) continue;
        shorten(triangleA[i]);
        if (!solid) shorten(triangleB[i]);
      }
      return cut > 0;
    },

    endStep() {
      solid?.positions.set(solid.nextPositions);
    },
  };
}

const places = new Float64Array(6);
const speeds = new Float64Array(6);

/**
 * The last slice of the step before the triangles of a pair can be within the thickness: along the line between their closest points they
 * are as far apart as they are, and how that gap shrinks is known for each two corners.
 */
function lastSliceApart(
  { triangleA, triangleB, weightsA, weightsB, distance }: Proximities,
  pair: number,
  a: ContactSide,
  b: ContactSide,
  { timeStep, thickness }: ClothStep,
): number {
  const trianglesA = a.features.triangles;
  const trianglesB = b.features.triangles;
  const fromA = a.poses.at(0);
  const fromB = b.poses.at(0);
  const ta = 3 * triangleA[pair];
  const tb = 3 * triangleB[pair];
  let x = 0;
  let y = 0;
  let z = 0;
  for (let k = 0; k < 3; k++) {
    const i = 3 * trianglesA[ta + k];
    const j = 3 * trianglesB[tb + k];
    const u = weightsA[3 * pair + k];
    const w = weightsB[3 * pair + k];
    x += u * fromA[i] - w * fromB[j];
    y += u * fromA[i + 1] - w * fromB[j + 1];
    z += u * fromA[i + 2] - w * fromB[j + 2];
  }
  x /= distance[pair];
  y /= distance[pair];
  z /= distance[pair];
  // along the line: where corners of both are, seen from one of them, and how fast they move
  const va = a.velocities;
  const vb = b.velocities;
  const o = 3 * trianglesA[ta];
  for (let k = 0; k < 3; k++) {
    const i = 3 * trianglesA[ta + k];
    const j = 3 * trianglesB[tb + k];
    places[k] = x * (fromA[i] - fromA[o]) + y * (fromA[i + 1] - fromA[o + 1]) + z * (fromA[i + 2] - fromA[o + 2]);
    places[k + 3] = x * (fromB[j] - fromA[o]) + y * (fromB[j + 1] - fromA[o + 1]) + z * (fromB[j + 2] - fromA[o + 2]);
    speeds[k] = x * va[i] + y * va[i + 1] + z * va[i + 2];
    speeds[k + 3] = x * vb[j] + y * vb[j + 1] + z * vb[j + 2];
  }
  let share = 1;
  for (let k = 0; k < 3; k++) {
    for (let l = 3; l < 6; l++) {
      const speed = speeds[k] - speeds[l];
      if (speed >= 0) continue;
      share = Math.min(share, (places[k] - places[l] - thickness) / (-speed * timeStep));
    }
  }
  return Math.max(0, Math.floor(SLICES * share));
}
