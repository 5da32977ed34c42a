import type { ReducedBodiesScene } from '@selfcollide/scenes';
import { createDetector, type SubspaceDetector } from 'selfcollide';
import { quantile } from '../quantile.ts';
import type { PreparedScene } from './prepare-reduced.ts';

export interface ReducedEffort {
  /** Steps of the simulation. */
  readonly steps: number;
  /** Poses of them that are timed by every method. */
  readonly poses: number;
  /** Pairs of consecutive poses that continuous detection is timed with. */
  readonly pairs: number;
}

/** Milliseconds a step, for all bodies of the scene; times begin with q. */
export interface ReducedMeasurement {
  readonly name: string;
  readonly triangles: number;
  readonly modes: number;
  readonly bodies: number;
  readonly prepared: PreparedScene['cost'];
  readonly radius: number;
  readonly subspace: number;
  readonly star: number;
  readonly boxes: number;
  readonly between: number;
  /** Share of poses that one norm decides. */
  readonly certified: number;
  readonly touching: number;
  /** Largest norm over the radius. */
  readonly farthest: number;
  readonly continuous: { readonly subspace: number; readonly boxes: number };
  /** Microseconds of `update` and `selfIntersects` while the root is valid. */
  readonly certifiedMicroseconds: number;
  /** Radius over the smallest norm of a real contact that bisection along steps and random directions found. */
  readonly tightness: number;
  readonly fileBytes: number;
  /** What the whole run spent, in milliseconds, and its steps. */
  readonly run: { readonly steps: number; readonly milliseconds: Readonly<Record<string, number>> };
  /** What is wrong, a sentence each. */
  readonly wrong: readonly string[];
}

export function measureReduced(
  scene: ReducedBodiesScene,
  { detector, cost, fileBytes }: PreparedScene,
  effort: ReducedEffort,
): ReducedMeasurement {
  const { mesh, modeCount, bodyCount } = scene;
  const taken: Float64Array[] = [];
  const every = Math.max(1, Math.floor((effort.steps * bodyCount) / effort.poses));
  let asked = 0;
  let certified = 0;
  let farthest = 0;
  const world = scene.begin({
    clock: () => performance.now(),
    selfContacts(q) {
      detector.update(q);
      if (asked++ % every === 0) taken.push(q.slice());
      farthest = Math.max(farthest, detector.norm / detector.radius);
      if (!(detector.certified && detector.restPairCount === 0)) return detector.findIntersections();
      certified++;
      return null;
    },
  });
  for (let step = 0; step < effort.steps; step++) world.step();

  const positions = new Float64Array(mesh.positions.length);
  const wrong: string[] = [];
  const byPositions = (method: 'aabb' | 'star-contour') => {
    const own = createDetector(mesh, { method, weld: false });
    return (q: Float64Array) => {
      detector.deform(q, positions);
      own.update(positions);
      return own.findIntersections().count;
    };
  };
  const ways = [
    (q: Float64Array) => {
      detector.update(q);
      return detector.findIntersections().count;
    },
    byPositions('star-contour'),
    byPositions('aabb'),
  ];
  const times = ways.map(() => [] as number[]);
  let touching = 0;
  for (const round of [0, 1]) {
    for (const [i, q] of taken.entries()) {
      const counts = ways.map((find, way) => {
        const from = performance.now();
        const count = find(q);
        if (round === 1) times[way].push(performance.now() - from);
        return count;
      });
      if (round === 1 && counts[0] > 0) touching++;
      if (counts.some((count) => count !== counts[0])) {
        wrong.push(
          `bench: ${scene.name}, pose ${i}: subspace, star-contour and aabb found ${counts.join(', ')} contacts.`,
        );
      }
    }
  }
  const mean = (list: readonly number[]) => (bodyCount * list.reduce((sum, x) => sum + x, 0)) / list.length;
  return {
    name: scene.name,
    triangles: mesh.triangles.length / 3,
    modes: modeCount,
    bodies: bodyCount,
    prepared: cost,
    radius: detector.radius,
    subspace: mean(times[0]),
    star: mean(times[1]),
    boxes: mean(times[2]),
    between: world.milliseconds.between / effort.steps,
    certified: certified / asked,
    touching: touching / taken.length,
    farthest,
    continuous: timeSteps(scene, detector, taken, effort.pairs, wrong),
    certifiedMicroseconds: timeCertified(detector),
    tightness: findTightness(detector, taken),
    fileBytes,
    run: { steps: effort.steps, milliseconds: { ...world.milliseconds } },
    wrong,
  };
}

function timeSteps(
  { mesh, bodyCount }: ReducedBodiesScene,
  detector: SubspaceDetector,
  taken: readonly Float64Array[],
  pairs: number,
  wrong: string[],
) {
  const boxes = createDetector(mesh, { method: 'aabb', weld: false });
  const from = new Float64Array(mesh.positions.length);
  const to = new Float64Array(mesh.positions.length);
  const times = { subspace: 0, boxes: 0 };
  let count = 0;
  const every = Math.max(1, Math.floor(taken.length / pairs));
  for (let i = 1; i < taken.length; i += every) {
    // a twentieth of the way to another pose: steps of a simulation are short
    const q0 = taken[i - 1];
    const q1 = taken[i].map((x, k) => q0[k] + 0.05 * (x - q0[k]));
    let since = performance.now();
    const found = detector.findImpacts(q0, q1);
    const first = found.vertexCount + found.edgeCount;
    times.subspace += performance.now() - since;
    since = performance.now();
    detector.deform(q0, from);
    detector.deform(q1, to);
    boxes.update(from);
    const other = boxes.findImpacts(to);
    const second = other.vertexCount + other.edgeCount;
    times.boxes += performance.now() - since;
    count++;
    if (first !== second) wrong.push(`bench: step ${i}: subspace and aabb found ${first} and ${second} impacts.`);
  }
  const share = bodyCount / Math.max(1, count);
  return { subspace: times.subspace * share, boxes: times.boxes * share };
}

function timeCertified(detector: SubspaceDetector): number {
  const q = new Float64Array(detector.modeCount);
  q[0] = 1;
  q[0] = 0.5 * detector.limit(q);
  const rounds = 100_000;
  const times: number[] = [];
  for (let batch = 0; batch < 5; batch++) {
    const from = performance.now();
    for (let i = 0; i < rounds; i++) {
      detector.update(q);
      if (detector.selfIntersects()) throw new Error('bench: a certified pose must be free of contact.');
    }
    times.push((1000 * (performance.now() - from)) / rounds);
  }
  return quantile(times, 0.5);
}

/** Directions are those of the scene's own poses, farthest first: contacts found there are real ones. */
function findTightness(detector: SubspaceDetector, taken: readonly Float64Array[]): number {
  let least = Number.POSITIVE_INFINITY;
  const touches = (q: Float64Array, factor: number) => {
    detector.update(q.map((x) => factor * x));
    return detector.selfIntersects();
  };
  for (let i = 0; i < taken.length; i += Math.ceil(taken.length / 20)) {
    const q = taken[i];
    detector.update(q);
    if (detector.norm === 0) continue;
    let low = detector.radius / detector.norm;
    let high = low;
    for (let k = 0; k < 6 && !touches(q, high); k++) high *= 1.6;
    if (!touches(q, high)) continue;
    for (let k = 0; k < 12; k++) {
      const middle = (low + high) / 2;
      if (touches(q, middle)) high = middle;
      else low = middle;
    }
    touches(q, high);
    least = Math.min(least, detector.norm);
  }
  return detector.radius / least;
}
