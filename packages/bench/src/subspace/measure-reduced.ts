import { optimisedBoxTree } from '@selfcollide/papers';
import type { ReducedBodiesScene } from '@selfcollide/scenes';
import { createDetector, type SubspaceDetector } from 'selfcollide';
import type { Method } from '../methods.ts';
import { quantile } from '../quantile.ts';
import { nearestContact } from './nearest-contact.ts';
import type { PreparedScene } from './prepare-reduced.ts';
import { cpuMilliseconds, runReduced } from './run-reduced.ts';

export interface ReducedEffort {
  /** Steps of the simulation. */
  readonly steps: number;
  /** Poses of them that are timed by methods that need positions. */
  readonly poses: number;
  /** Places of the run at which continuous detection is timed, over some consecutive steps each. */
  readonly pairs: number;
}

/** CPU milliseconds a step, for all bodies of the scene; times begin with q. */
export interface ReducedMeasurement {
  readonly name: string;
  readonly triangles: number;
  readonly modes: number;
  readonly bodies: number;
  readonly prepared: PreparedScene['cost'];
  readonly radius: number;
  /** Of every step of the run. */
  readonly subspace: number;
  /** Of poses that lie apart, after warming up. */
  readonly alone: number;
  readonly star: number;
  readonly boxes: number;
  readonly between: number;
  /** Of a pose that one norm does not decide: what was counted, and milliseconds. */
  readonly open: Readonly<Record<string, number>>;
  readonly openMilliseconds: number;
  /** Who works for the box tree and `star-contour`. */
  readonly engine: string;
  /** What the detector holds besides modes, positions and what star-contour holds. */
  readonly memoryBytes: number;
  /** Share of poses that one norm decides. */
  readonly certified: number;
  readonly touching: number;
  /** Largest norm over the radius. */
  readonly farthest: number;
  readonly continuous: { readonly subspace: number; readonly boxes: number };
  /** Microseconds of `update` and `selfIntersects` while the root is valid. */
  readonly certifiedMicroseconds: number;
  /** Radius over the norm of the nearest real contact found from where limiting pairs of the upper four levels touch. */
  readonly tightness: number;
  /** Median of radius over the norm at which the limiting pair touches, of the upper four levels. */
  readonly upperTightness: number;
  readonly fileBytes: number;
  /** What the whole run spent, in milliseconds, and its steps. */
  readonly run: { readonly steps: number; readonly milliseconds: Readonly<Record<string, number>> };
  /** What is wrong, a sentence each. */
  readonly wrong: readonly string[];
}

/** Consecutive steps that are looked at in one place, and those of them that are not counted. */
const WINDOW = { steps: 24, warmUp: 4 } as const;

export function measureReduced(
  scene: ReducedBodiesScene,
  { detector, cost, fileBytes, keep }: PreparedScene,
  effort: ReducedEffort,
): ReducedMeasurement {
  const { mesh, modeCount, bodyCount } = scene;
  const run = runReduced(scene, detector, effort.steps);
  const count = effort.steps * bodyCount;
  const poseAt = (i: number) => run.coordinates.subarray(i * modeCount, (i + 1) * modeCount);
  const every = Math.max(1, Math.floor(count / effort.poses));
  const taken = Array.from({ length: Math.floor(count / every) }, (_, i) => poseAt(i * every));
  const windows: Float64Array[][] = [];
  const windowEvery = Math.max(WINDOW.steps, Math.floor(effort.steps / effort.pairs));
  for (let from = 0; from + WINDOW.steps <= effort.steps; from += windowEvery) {
    windows.push(Array.from({ length: WINDOW.steps }, (_, i) => poseAt((from + i) * bodyCount)));
  }
  const all = timeAll(detector, run.coordinates, count);

  const positions = new Float64Array(mesh.positions.length);
  const wrong: string[] = [];
  const byPositions = (method: Method) => {
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
    byPositions(optimisedBoxTree()),
  ];
  const times = ways.map(() => [] as number[]);
  let touching = 0;
  for (const round of [0, 1]) {
    for (const [i, q] of taken.entries()) {
      const counts = ways.map((find, way) => {
        const from = cpuMilliseconds();
        const count = find(q);
        if (round === 1) times[way].push(cpuMilliseconds() - from);
        return count;
      });
      if (round === 1 && counts[0] > 0) touching++;
      if (counts.some((count) => count !== counts[0])) {
        wrong.push(
          `bench: ${scene.name}, pose ${i}: subspace, star-contour and boxes found ${counts.join(', ')} contacts.`,
        );
      }
    }
  }
  // what is no number is kept as null
  const kept = keep('tightness', () => findTightness(scene, detector, wrong));
  const mean = (list: readonly number[]) => (bodyCount * list.reduce((sum, x) => sum + x, 0)) / list.length;
  return {
    name: scene.name,
    triangles: mesh.triangles.length / 3,
    modes: modeCount,
    bodies: bodyCount,
    prepared: cost,
    radius: detector.radius,
    subspace: all.milliseconds / effort.steps,
    alone: mean(times[0]),
    star: mean(times[1]),
    boxes: mean(times[2]),
    between: run.milliseconds.between / effort.steps,
    certified: 1 - all.open / count,
    open: all.counts,
    openMilliseconds: all.openMilliseconds / Math.max(1, all.open),
    touching: touching / taken.length,
    farthest: all.farthest,
    continuous: timeSteps(scene, detector, windows, wrong),
    certifiedMicroseconds: timeCertified(detector),
    tightness: kept.tightness ?? Number.NaN,
    upperTightness: kept.upperTightness ?? Number.NaN,
    fileBytes,
    engine: createDetector(mesh, { method: optimisedBoxTree(), weld: false }).engine,
    memoryBytes: bytesBeside(scene, detector),
    run: { steps: effort.steps, milliseconds: run.milliseconds },
    wrong,
  };
}

/** Every pose of the run, in its order. Those that one norm decides are timed together: a clock's tick is longer. */
function timeAll(detector: SubspaceDetector, coordinates: Float64Array, count: number) {
  const rank = detector.modeCount;
  const counts: Record<string, number> = { patchesCulled: 0, boxTests: 0, pairTests: 0, exactTests: 0, contacts: 0 };
  const isFree = () => detector.certified && detector.restPairCount === 0;
  let open = 0;
  let farthest = 0;
  let openMilliseconds = 0;
  // first some of them, to warm up
  for (const every of [Math.ceil(count / 2000), 1]) {
    open = 0;
    openMilliseconds = 0;
    for (const name of Object.keys(counts)) counts[name] = 0;
    for (let i = 0; i < count; i += every) {
      detector.update(coordinates.subarray(i * rank, (i + 1) * rank));
      farthest = Math.max(farthest, detector.norm / detector.radius);
      if (isFree()) continue;
      open++;
      const from = cpuMilliseconds();
      detector.findIntersections();
      openMilliseconds += cpuMilliseconds() - from;
      for (const name of Object.keys(counts)) counts[name] += detector.counters[name as 'boxTests'];
    }
  }
  const from = cpuMilliseconds();
  for (let i = 0; i < count; i++) detector.update(coordinates.subarray(i * rank, (i + 1) * rank));
  const milliseconds = cpuMilliseconds() - from + openMilliseconds;
  for (const name of Object.keys(counts)) counts[name] /= Math.max(1, open);
  return { milliseconds, open, openMilliseconds, farthest, counts };
}

/** Bytes besides modes, rest positions and what a star-contour detector of the mesh holds. */
function bytesBeside({ mesh, modes }: ReducedBodiesScene, detector: SubspaceDetector): number {
  const star = createDetector(mesh, { method: 'star-contour', weld: false });
  // both have walked and stepped: some of their memory is made when first asked for
  star.update(mesh.positions);
  star.findIntersections();
  star.findImpacts(mesh.positions);
  return detector.memoryBytes - star.memoryBytes - modes.vectors.byteLength - 2 * mesh.positions.byteLength;
}

/** One body's steps at some places of the run; the box tree is timed at two steps of each. */
function timeSteps(
  { mesh, bodyCount }: ReducedBodiesScene,
  detector: SubspaceDetector,
  windows: readonly (readonly Float64Array[])[],
  wrong: string[],
) {
  const boxes = createDetector(mesh, { method: optimisedBoxTree(), weld: false });
  const from = new Float64Array(mesh.positions.length);
  const to = new Float64Array(mesh.positions.length);
  const subspace: number[] = [];
  const byBoxes: number[] = [];
  for (const [place, poses] of windows.entries()) {
    for (let i = 1; i < poses.length; i++) {
      let since = cpuMilliseconds();
      const found = detector.findImpacts(poses[i - 1], poses[i]);
      const first = found.vertexCount + found.edgeCount;
      if (i > WINDOW.warmUp) subspace.push(cpuMilliseconds() - since);
      if (i % 10 !== 0) continue;
      since = cpuMilliseconds();
      detector.deform(poses[i - 1], from);
      detector.deform(poses[i], to);
      boxes.update(from);
      const other = boxes.findImpacts(to);
      const second = other.vertexCount + other.edgeCount;
      byBoxes.push(cpuMilliseconds() - since);
      if (first !== second)
        wrong.push(`bench: step ${i} of place ${place}: subspace and boxes found ${first} and ${second} impacts.`);
    }
  }
  const mean = (list: readonly number[]) => list.reduce((sum, x) => sum + x, 0) / Math.max(1, list.length);
  return { subspace: bodyCount * mean(subspace), boxes: bodyCount * mean(byBoxes) };
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

/** Contacts are looked for where the limiting pairs are said to touch, and nearer from there on: real ones, decided exactly. */
function findTightness(
  scene: ReducedBodiesScene,
  detector: SubspaceDetector,
  wrong: string[],
): { tightness: number; upperTightness: number } {
  const limits = detector.findLimits(4);
  const { radius } = detector;
  const nearest = nearestContact(
    scene,
    detector,
    limits.map(({ q }) => q),
  );
  if (nearest < radius)
    wrong.push(`bench: ${scene.name} has a contact at norm ${nearest}, within its radius ${radius}.`);
  const tightness = nearest < Number.POSITIVE_INFINITY ? radius / nearest : Number.NaN;
  const ratios = limits.map((limit) => limit.radius / limit.norm);
  return { tightness, upperTightness: ratios.length > 0 ? quantile(ratios, 0.5) : Number.NaN };
}
