import { createTetCollider, type TetCollider, type TetObject } from 'selfcollide';
import { edgeLengths, keepLengths } from './keep-lengths.ts';
import { keepVolumes, tetVolumes } from './keep-volumes.ts';
import { pushApart } from './push-apart.ts';
import { tetEdges } from './tet-edges.ts';

export interface SoftTetsOptions {
  /** Length of a step. Default 0.02. */
  readonly timeStep?: number;
  /** Share of its stretch that an edge gives back in a step, 0 … 1. Default 0.5. */
  readonly stiffness?: number;
  /** Share of its change of volume that a tet gives back in a step, 0 … 1. Default 0.5. */
  readonly volumeStiffness?: number;
  /** Share of its depth by which a penetrating vertex is pushed out in a step. Default 0.4. */
  readonly penalty?: number;
  /** Share of its velocity that a vertex loses per time. Default 0.3. */
  readonly damping?: number;
  /**
   * Mean edges that a vertex moves in a step at most. Default 0.06: with the default penalty a body then comes to a stop
   * within a sixth of an edge, well before the middle of a wall one edge thick, beyond which it would be pushed through.
   */
  readonly maxMove?: number;
  /** Vertices stay in this box, and are slowed down where they touch it: low x, y, z, high x, y, z. */
  readonly bounds?: readonly number[];
}

/** Soft bodies of tetrahedra that fall, deform and push each other away. */
export interface SoftTets {
  /** Positions of each object now; the arrays stay the same and change with every step. */
  readonly positions: readonly Float64Array[];
  /** Velocities of each object, to be set at will between steps. */
  readonly velocities: readonly Float64Array[];
  /** Finds the penetrations that the response answers; its last result is that of the step before last positions. */
  readonly collider: TetCollider;
  /** One step. `accelerations` has x, y, z for each object, which all its vertices feel. */
  step(accelerations: ArrayLike<number>): void;
}

/**
 * A small mass–spring simulator: edges are springs and tets keep their volumes, both position-based and hence stable;
 * penetrations get a penalty. All vertices weigh the same. Made to drive test scenes: the same input gives the same
 * motion, bit by bit, since only + − × ÷ and square roots take part.
 */
export function createSoftTets(objects: readonly TetObject[], options: SoftTetsOptions = {}): SoftTets {
  const {
    timeStep = 0.02,
    stiffness = 0.5,
    volumeStiffness = 0.5,
    penalty = 0.4,
    damping = 0.3,
    maxMove = 0.06,
    bounds,
  } = options;
  const firstVertex = [0];
  const firstTet = [0];
  for (const { positions, tets } of objects) {
    firstVertex.push(firstVertex[firstVertex.length - 1] + positions.length / 3);
    firstTet.push(firstTet[firstTet.length - 1] + tets.length / 4);
  }
  const vertexCount = firstVertex[objects.length];
  const positions = new Float64Array(3 * vertexCount);
  const velocities = new Float64Array(3 * vertexCount);
  const before = new Float64Array(3 * vertexCount);
  const tets = new Uint32Array(4 * firstTet[objects.length]);
  objects.forEach((object, i) => {
    positions.set(object.positions, 3 * firstVertex[i]);
    for (let k = 0; k < object.tets.length; k++) tets[4 * firstTet[i] + k] = firstVertex[i] + object.tets[k];
  });
  const edges = tetEdges(tets);
  const restLengths = edgeLengths(positions, edges);
  const restVolumes = tetVolumes(positions, tets);
  const part = (array: Float64Array) =>
    objects.map((_, i) => array.subarray(3 * firstVertex[i], 3 * firstVertex[i + 1]));
  const objectPositions = part(positions);

  const collider = createTetCollider({ objects }, { depth: true });
  const meanEdge = restLengths.reduce((sum, length) => sum + length, 0) / Math.max(restLengths.length, 1);

  return {
    positions: objectPositions,
    velocities: part(velocities),
    collider,
    step(accelerations) {
      for (let i = 0; i < objectPositions.length; i++) collider.update(i, objectPositions[i]);
      const found = collider.findPenetrations();
      pushApart(velocities, tets, firstVertex, firstTet, found, penalty / timeStep, 0.5 * meanEdge);

      before.set(positions);
      const kept = 1 - damping * timeStep;
      for (let object = 0; object < objects.length; object++) {
        const gainX = timeStep * accelerations[3 * object];
        const gainY = timeStep * accelerations[3 * object + 1];
        const gainZ = timeStep * accelerations[3 * object + 2];
        for (let i = 3 * firstVertex[object]; i < 3 * firstVertex[object + 1]; i += 3) {
          positions[i] += timeStep * (kept * velocities[i] + gainX);
          positions[i + 1] += timeStep * (kept * velocities[i + 1] + gainY);
          positions[i + 2] += timeStep * (kept * velocities[i + 2] + gainZ);
        }
      }
      keepLengths(positions, edges, restLengths, stiffness);
      keepVolumes(positions, tets, restVolumes, volumeStiffness);
      if (bounds !== undefined) keepInside(positions, before, bounds);
      finishStep(positions, before, velocities, maxMove * meanEdge, timeStep);
    },
  };
}

/** Puts vertices back into the box; where they touch it, half of the move along it is lost to friction. */
function keepInside(positions: Float64Array, before: Float64Array, bounds: readonly number[]): void {
  for (let i = 0; i < positions.length; i += 3) {
    let touches = false;
    for (let axis = 0; axis < 3; axis++) {
      const low = bounds[axis];
      const high = bounds[axis + 3];
      if (positions[i + axis] < low) {
        positions[i + axis] = low;
        touches = true;
      } else if (positions[i + axis] > high) {
        positions[i + axis] = high;
        touches = true;
      }
    }
    if (!touches) continue;
    for (let axis = 0; axis < 3; axis++) {
      // from inside to inside stays inside; who starts outside is let in at once
      const halfway = 0.5 * (positions[i + axis] + before[i + axis]);
      if (halfway >= bounds[axis] && halfway <= bounds[axis + 3]) positions[i + axis] = halfway;
    }
  }
}

function finishStep(
  positions: Float64Array,
  before: Float64Array,
  velocities: Float64Array,
  longest: number,
  timeStep: number,
): void {
  for (let i = 0; i < positions.length; i += 3) {
    let dx = positions[i] - before[i];
    let dy = positions[i + 1] - before[i + 1];
    let dz = positions[i + 2] - before[i + 2];
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (length > longest) {
      const scale = longest / length;
      dx *= scale;
      dy *= scale;
      dz *= scale;
      positions[i] = before[i] + dx;
      positions[i + 1] = before[i + 1] + dy;
      positions[i + 2] = before[i + 2] + dz;
    }
    velocities[i] = dx / timeStep;
    velocities[i + 1] = dy / timeStep;
    velocities[i + 2] = dz / timeStep;
  }
}
