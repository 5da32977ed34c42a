import { CORE_FORM, optimisedBoxTree, type StarContourFinder, starContours } from '@selfcollide/papers';
import { createDetector, type Detector } from 'selfcollide';
import { addContacts, createContactHash, formatContactHash } from '../contact-hash.ts';
import type { Contender, PreparedContender } from '../contender.ts';
import { timeFrame } from '../measure.ts';
import { quantile } from '../quantile.ts';
import type { KernelScene } from './kernel-scenes.ts';

export const ENGINES = ['plain', 'kernel'] as const;

/** Milliseconds a part of a frame takes; the rest is the walk, contours, candidates and their confirmation. */
export interface Stages {
  readonly pose: number;
  readonly masks: number;
  readonly boxes: number;
  readonly rest: number;
}

/** One method on one scene, TypeScript then kernel. */
export interface EngineTimes {
  readonly title: string;
  readonly triangles: number;
  readonly method: string;
  readonly contacts: number;
  /** Whole frames in ms, medians. */
  readonly ms: readonly [ts: number, wasm: number];
  readonly hashes: readonly [ts: string, wasm: string];
  readonly stages: readonly [ts: Stages, wasm: Stages];
}

export interface PeerTime {
  readonly name: string;
  readonly ms: number;
}

/** Methods of the table: core's, and what it is compared with. */
export const ENGINE_METHODS = ['star-contour', 'optimised-box-tree'] as const;

/** Times both engines on one pose again and again, interleaved. Preparation is shared. */
export function measureEngines(
  scene: KernelScene,
  method: (typeof ENGINE_METHODS)[number],
  prepared: Uint8Array,
  seconds: number,
): EngineTimes {
  const { title, mesh, pose } = scene;
  const isBoxes = method === 'optimised-box-tree';
  const factory = (taskTimes: boolean) =>
    isBoxes ? optimisedBoxTree({ prepared, taskTimes }) : starContours({ ...CORE_FORM, prepared, taskTimes });
  const runs = ENGINES.map((engine) => {
    // a search that is watched walks in TypeScript; with 'auto' the kernel still fits boxes and finds directions
    const timed = createDetector(mesh, { method: factory(true), engine: engine === 'kernel' ? 'auto' : engine });
    const detector = isBoxes
      ? createDetector(mesh, { method: factory(false), engine })
      : createDetector(mesh, { prepared, engine });
    return { detector, timed, times: [] as number[], updates: [] as number[] };
  });
  // a third of the time for the compiler
  repeat(seconds / 3, () => {
    for (const { detector } of runs) frame(detector, scene);
  });
  repeat(seconds, () => {
    for (const { detector, times, updates } of runs) {
      const started = performance.now();
      detector.update(pose);
      updates.push(performance.now() - started);
      detector.findIntersections();
      times.push(performance.now() - started);
    }
  });
  const results = runs.map(({ detector, timed, times, updates }) => {
    const ms = quantile(times, 0.5);
    const [boxes, masks] = taskTimes(timed, scene, seconds / 4);
    // without culling, boxes of every pose are computed by its update
    const taken = isBoxes ? boxes : 0;
    const poseMs = Math.max(0, quantile(updates, 0.5) - taken);
    const parts = { pose: poseMs, masks: isBoxes ? 0 : masks, boxes };
    const hash = createContactHash();
    detector.update(pose);
    const found = detector.findIntersections();
    addContacts(hash, 0, found);
    const rest = Math.max(0, ms - parts.pose - parts.masks - parts.boxes);
    return { ms, contacts: found.count, hash: formatContactHash(hash), stages: { ...parts, rest } };
  });
  const [ts, wasm] = results;
  return {
    ...{ title, method, triangles: mesh.triangles.length / 3, contacts: wasm.contacts },
    ...{ ms: [ts.ms, wasm.ms], hashes: [ts.hash, wasm.hash], stages: [ts.stages, wasm.stages] },
  };
}

/** Whole frames of peers, medians; one that cannot take the mesh is left out. */
export function measurePeers(peers: readonly Contender[], { mesh, pose }: KernelScene, seconds: number): PeerTime[] {
  return peers.flatMap((peer) => {
    let prepared: PreparedContender;
    try {
      prepared = peer.prepare(mesh);
    } catch {
      return [];
    }
    const times: number[] = [];
    repeat(seconds, () => {
      const { update, query } = timeFrame(prepared, pose);
      times.push(update + query);
    });
    prepared.close?.();
    return [{ name: peer.name, ms: quantile(times, 0.5) }];
  });
}

function frame(detector: Detector, { pose }: KernelScene): void {
  detector.update(pose);
  detector.findIntersections();
}

/** Ms of fitting all boxes, and of finding all directions, medians. Boxes that no query asks for cost nothing. */
function taskTimes(
  detector: Detector<StarContourFinder>,
  scene: KernelScene,
  seconds: number,
): [boxes: number, masks: number] {
  frame(detector, scene);
  const wantsBoxes = detector.counters.boxTests > 0;
  const tasks = detector.finder.taskTimes!;
  const boxes: number[] = [];
  const masks: number[] = [];
  repeat(seconds, () => {
    tasks.updateBoxes = 0;
    tasks.updateDirections = 0;
    detector.update(scene.pose);
    boxes.push(tasks.updateBoxes);
    masks.push(tasks.updateDirections);
  });
  return [wantsBoxes ? quantile(boxes, 0.5) : 0, quantile(masks, 0.5)];
}

/** At least three times, then until the time is over. */
function repeat(seconds: number, run: () => void): void {
  const end = performance.now() + 1000 * seconds;
  for (let round = 0; round < 3 || performance.now() < end; round++) run();
}
