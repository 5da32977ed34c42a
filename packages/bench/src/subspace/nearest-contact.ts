import { createRandom, type ReducedScene } from '@selfcollide/scenes';
import type { SubspaceDetector } from 'selfcollide';

/** Poses looked at from one start, and how much nearer one has to be for the next. */
const MOST_ROUNDS = 60;
const WORTH_IT = 1e-5;
/** How often the way to a contact is halved. */
const HALVINGS = 24;
/** Contacts of a pose whose places are tried. */
const MOST_PLACES = 12;
/** Going on beyond what one round found: several are tried, the farthest first. */
const FARTHER = [16, 4, 1] as const;
/** Poses beside the nearest that are tried at last, each nearer by this share. */
const TRIES = 1500;
const LEAST_GAIN = 2e-4;
/** A radius that is this share of a contact's norm leaves nothing to look for. */
const CLOSE = 0.999;

/**
 * Goes from poses in which a body touches itself to nearer ones, and returns the least norm found, of a real contact, decided exactly; infinite if none of the poses touches. In turns: back along the straight way from rest
 * while anything touches, then to the pose of least norm that keeps two touching points together. Either may only come nearer, so it ends at a contact that nothing near it undercuts.
 */
export function nearestContact(
  { mesh, modes, modeCount, weights }: ReducedScene,
  detector: SubspaceDetector,
  starts: readonly Float64Array[],
): number {
  const roots = Float64Array.from({ length: modeCount }, (_, i) => Math.sqrt(weights?.[i] ?? 1));
  const { positions, triangles } = mesh;

  /** Nearest touching pose on the straight way to q, as far as halving finds it; null if q does not touch. */
  const back = (q: Float64Array): Float64Array | null => {
    const at = (share: number) => q.map((x) => share * x);
    const touches = (share: number) => {
      detector.update(at(share));
      return detector.selfIntersects();
    };
    // touching but for rounding: a little farther they surely do
    const first = [1, 1.0001, 1.001, 1.01, 1.1].find(touches);
    if (first === undefined) return null;
    let far = first;
    detector.update(q);
    let near = Math.min(far, detector.radius / detector.norm);
    for (let i = 0; i < HALVINGS; i++) {
      const middle = (near + far) / 2;
      if (touches(middle)) far = middle;
      else near = middle;
    }
    return at(far);
  };

  /** Of poses that keep points of this one's contacts together, that of least norm. */
  const least = (q: Float64Array): Float64Array | null => {
    detector.update(q);
    const { count, edgeA, edgeB, triangle } = detector.findIntersections();
    let best: Float64Array | null = null;
    let bestNorm = Number.POSITIVE_INFINITY;
    const every = Math.ceil(count / MOST_PLACES);
    for (let i = 0; i < count; i += every) {
      const { alongEdge, barycentric } = detector.locate(i);
      const parts: [vertex: number, weight: number][] = [
        [edgeA[i], 1 - alongEdge],
        [edgeB[i], alongEdge],
        ...barycentric.map((x, k): [number, number] => [triangles[3 * triangle[i] + k], -x]),
      ];
      const pose = leastNorm(parts);
      const norm = pose && lengthOf(pose);
      if (norm === null || norm >= bestNorm) continue;
      best = pose;
      bestNorm = norm;
    }
    return best;
  };

  const lengthOf = (q: Float64Array) => Math.hypot(...q.map((x, i) => roots[i] * x));

  /** Least norm with Σ weight·(p + U·q) = 0: −Cᵀ(CCᵀ)⁻¹d. */
  const leastNorm = (parts: readonly [number, number][]): Float64Array | null => {
    const gap = [0, 0, 0];
    const rows = [0, 1, 2].map(() => new Float64Array(modeCount));
    for (const [vertex, weight] of parts) {
      for (let axis = 0; axis < 3; axis++) {
        gap[axis] += weight * positions[3 * vertex + axis];
        for (let k = 0; k < modeCount; k++) {
          rows[axis][k] += (weight * modes.vectors[positions.length * k + 3 * vertex + axis]) / roots[k];
        }
      }
    }
    const products = rows.map((a) => rows.map((b) => a.reduce((sum, x, i) => sum + x * b[i], 0)));
    const forces = solveThree(products, gap);
    if (forces === null) return null;
    return roots.map((root, k) => -(rows[0][k] * forces[0] + rows[1][k] * forces[1] + rows[2][k] * forces[2]) / root);
  };

  /** From a touching pose to nearer ones, until none is found. */
  const descend = (start: Float64Array): Float64Array => {
    let pose = start;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const aim = least(pose);
      const norm = lengthOf(pose);
      let next: Float64Array | null = null;
      for (let i = 0; aim !== null && next === null && i < FARTHER.length; i++) {
        // as far out as the pose at hand: what is nearer along that way is found by going back
        const way = aim.map((x, k) => pose[k] + FARTHER[i] * (x - pose[k]));
        next = back(FARTHER[i] === 1 ? way : scaledTo(way, norm));
        if (next !== null && lengthOf(next) > (1 - WORTH_IT) * norm) next = null;
      }
      if (next === null) return pose;
      pose = next;
    }
    return pose;
  };

  const scaledTo = (q: Float64Array, norm: number) => {
    const share = norm / lengthOf(q);
    return q.map((x) => share * x);
  };

  let best: Float64Array | null = null;
  let nearest = Number.POSITIVE_INFINITY;
  const take = (pose: Float64Array) => {
    const norm = lengthOf(pose);
    if (norm < nearest) [best, nearest] = [pose, norm];
  };
  for (const start of starts) {
    const pose = back(start);
    if (pose !== null) take(descend(pose));
  }
  // around the nearest: poses a little nearer, in directions beside its own
  const random = createRandom(1);
  let spread = 0.3;
  for (let i = 0; best !== null && i < TRIES && detector.radius < CLOSE * nearest; i++) {
    const from: Float64Array = best;
    const way = roots.map(
      (root, k) => from[k] + (spread * nearest * random.between(-2, 2)) / (root * Math.sqrt(modeCount)),
    );
    const aim = scaledTo(way, (1 - LEAST_GAIN) * nearest);
    detector.update(aim);
    const touches = detector.selfIntersects();
    if (touches) take(descend(back(aim) ?? from));
    // about one of five should be nearer
    spread *= touches ? 1.5 : 0.9;
    if (spread < 0.01) spread = 0.3;
  }
  return nearest;
}

/** Solves a symmetric system of three by Cramer's rule; null where it has no solution. */
function solveThree(matrix: readonly number[][], right: readonly number[]): number[] | null {
  const [a, b, c] = matrix;
  const cross = (u: readonly number[], v: readonly number[]) => [
    u[1] * v[2] - u[2] * v[1],
    u[2] * v[0] - u[0] * v[2],
    u[0] * v[1] - u[1] * v[0],
  ];
  const columns = [cross(b, c), cross(c, a), cross(a, b)];
  const determinant = a.reduce((sum, x, i) => sum + x * columns[0][i], 0);
  if (!(Math.abs(determinant) > 0)) return null;
  return [0, 1, 2].map((i) => columns.reduce((sum, column, k) => sum + column[i] * right[k], 0) / determinant);
}
