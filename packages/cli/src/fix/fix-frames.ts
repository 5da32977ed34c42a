import { objectLabels } from '@selfcollide/io';
import { createResponse, type Exemptions, exemptRest, type Response, type ResponseStep } from '@selfcollide/response';
import { createDetector, type Positions } from 'selfcollide';
import { weldTriangles, weldVertices } from 'selfcollide/mesh';
import { UsageError } from '../failure.ts';
import { findClip, type Source } from '../source/source.ts';

export interface FixSettings {
  /** In the model's unit. */
  readonly gap: number;
  readonly smooth: number;
  /** Names of objects whose vertices stay. */
  readonly hold: readonly string[];
  /** A frame that would have to move a vertex farther than this stays as it was: something is caught on the wrong side. In the model's unit. */
  readonly limit: number;
  /** Frames that are free stay as they are, however they are reached: for a clip that was fixed once. */
  readonly keepFree?: boolean;
  readonly onFrame: (done: number, total: number) => void;
  /** Once aborted, frames that are not done yet stay as they are. */
  readonly signal?: AbortSignal;
}

export interface FixedFrame {
  /** Name of the animation; empty where there is one clip without a name. */
  readonly clip: string;
  /** As the user counts frames. */
  readonly number: number;
  /** Contacts beyond the exempt ones. */
  readonly before: number;
  readonly after: number;
  /** Vertices that moved, how far the farthest did, and the root mean square over all. */
  readonly moved: number;
  readonly largest: number;
  readonly rms: number;
  readonly positions: Positions;
}

export interface FixedClip {
  /** Of all clips, one after the other. */
  readonly frames: readonly FixedFrame[];
  /** Where each clip began: a frame that was free, or the rest pose. */
  readonly starts: readonly string[];
  /** Frames that were not looked at, because it was interrupted. */
  readonly skipped: number;
}

/** Steps from one frame to the next: limbs that swing past each other go round, not through. */
const SUBSTEPS = 2;
/** From the rest pose, which may be far from every frame. */
const FIRST_SUBSTEPS = 16;

/** What frames should be, and who judges them. */
export interface FixPlan {
  readonly wanted: readonly Positions[];
  /** Contacts of each, beyond the exempt ones. */
  readonly before: readonly number[];
  /** Vertex → the first at its place in the rest pose. */
  readonly first: Uint32Array;
  readonly triangles: Uint32Array;
  readonly atRest: Positions;
  readonly exempt: Exemptions;
  /** Exact contacts beyond the exempt ones. */
  countAt(positions: Positions): number;
  dispose(): void;
}

/**
 * Reads all frames, and finds what the rest pose lets through.
 *
 * @param is32 Numbers of 32 bits, as the output has them.
 */
export async function planFix(source: Source, is32: boolean): Promise<FixPlan> {
  const { base, rest } = source;
  const wanted = await readFrames(source, is32);
  const atRest = freeFrame(source, wanted) ?? (is32 ? Float32Array.from(rest) : rest.slice());
  const first = weldVertices(atRest, { triangles: base.triangles, objects: objectLabels(base) });
  const triangles = weldTriangles(base.triangles, first);
  const exempt = exemptRest(atRest, triangles);
  const { groups, ignore } = exempt;
  const judge = createDetector({ positions: atRest, triangles }, { weld: false, groups, ignore });
  const countAt = (positions: Positions): number => {
    judge.update(positions);
    return judge.findIntersections().count;
  };
  if (countAt(atRest) > 0) {
    throw new UsageError(
      `${source.name}: fix needs a rest pose whose contacts are local; in this one too much passes through itself.`,
    );
  }
  const before = wanted.map(countAt);
  return { wanted, before, first, triangles, atRest, exempt, countAt, dispose: () => judge.dispose() };
}

/** All frames, in the numbers of the output. */
export async function readFrames(source: Source, is32: boolean): Promise<Positions[]> {
  const frames: Positions[] = [];
  for (let frame = 0; frame < source.frameCount; frame++) {
    const { positions, model } = await source.pose(frame);
    if (model) throw new UsageError(`${source.name}: fix needs the same triangles in every frame.`);
    frames.push(is32 ? Float32Array.from(positions) : positions.slice());
  }
  return frames;
}

/** Numbered frames have no rest pose of their own: the first frame without any contact tells better than the first what may touch. */
function freeFrame({ restKind, base }: Source, frames: readonly Positions[]): Positions | undefined {
  if (restKind !== 'first frame') return undefined;
  const detector = createDetector({ positions: frames[0], triangles: base.triangles });
  const free = frames.find((positions) => {
    detector.update(positions);
    return !detector.selfIntersects();
  });
  detector.dispose();
  return free;
}

/**
 * Frees the frames of all clips from contacts beyond those of the rest pose. Begins each at a frame that is free and goes both ways from there; a frame that is not
 * reached stays as it was, and so does a clip without contacts.
 */
export async function fixFrames(source: Source, plan: FixPlan, settings: FixSettings): Promise<FixedClip> {
  const { groups, ignore, links } = plan.exempt;
  const { gap, smooth } = settings;
  const hold = holdObjects(source, settings.hold, plan.first);
  const mesh = { positions: plan.atRest, triangles: plan.triangles };
  const response = createResponse(mesh, { gap, smooth, groups, ignore, links, hold });
  const walk = new FrameWalk(source, plan, settings, response, hold);
  const starts: string[] = [];
  for (const { firstFrame, frameCount, numbers } of source.clips) {
    const end = firstFrame + frameCount;
    const counts = plan.before.slice(firstFrame, end);
    if (counts.every((count) => count === 0)) {
      for (let frame = firstFrame; frame < end; frame++) await walk.beginAt(frame);
      continue;
    }
    const found = counts.indexOf(0);
    const free = found < 0 ? -1 : firstFrame + found;
    starts.push(free >= 0 ? `frame ${numbers[found]}, which is free` : `the ${source.restKind}`);
    if (free >= 0) await walk.beginAt(free);
    else await walk.beginAtRest(firstFrame);
    for (let frame = Math.max(free, firstFrame) + 1; frame < end; frame++) await walk.goTo(frame, frame - 1);
    if (free > firstFrame) await walk.beginAt(free);
    for (let frame = free - 1; frame >= firstFrame; frame--) await walk.goTo(frame, frame + 1);
  }
  response.dispose();
  return { frames: walk.frames, starts, skipped: walk.skipped };
}

/** Goes from frame to frame with one response. */
export class FrameWalk {
  readonly frames: FixedFrame[] = [];
  skipped = 0;
  #done = 0;
  readonly #source: Source;
  readonly #plan: FixPlan;
  readonly #settings: FixSettings;
  readonly #response: Response;
  readonly #hold: Uint8Array;

  /** @param hold Vertices that must be where they are wanted: 1 each. */
  constructor(source: Source, plan: FixPlan, settings: FixSettings, response: Response, hold: Uint8Array) {
    this.#source = source;
    this.#plan = plan;
    this.#settings = settings;
    this.#response = response;
    this.#hold = hold;
  }

  /** At a frame that is free. */
  async beginAt(frame: number): Promise<void> {
    this.#response.reset(this.#plan.wanted[frame]);
    if (!this.frames[frame]) await this.#set(frame, this.#plan.wanted[frame], 0);
  }

  async beginAtRest(frame: number): Promise<void> {
    this.#response.reset(this.#plan.atRest);
    await this.#walk(frame, this.#plan.atRest, FIRST_SUBSTEPS);
  }

  async goTo(frame: number, from: number): Promise<void> {
    if (this.#settings.keepFree && this.#plan.before[frame] === 0) await this.beginAt(frame);
    else await this.#walk(frame, this.#plan.wanted[from], SUBSTEPS);
  }

  async #walk(frame: number, from: Positions, substeps: number): Promise<void> {
    const { wanted, before, atRest, countAt } = this.#plan;
    const target = wanted[frame];
    if (this.#settings.signal?.aborted) {
      this.skipped++;
      await this.#set(frame, target, before[frame]);
      return;
    }
    let step = this.#steps(from, target, substeps);
    if (!this.#isNear(step, target) && substeps !== FIRST_SUBSTEPS && countAt(atRest) === 0) {
      // caught on the wrong side, perhaps: the way from the rest pose may lead past it
      this.#response.reset(atRest);
      step = this.#steps(atRest, target, FIRST_SUBSTEPS);
    }
    await this.accept(frame, step);
  }

  /** Takes over what a step came to, if that is better than what was. */
  async accept(frame: number, step: ResponseStep): Promise<void> {
    const { wanted, before, countAt } = this.#plan;
    const target = wanted[frame];
    const isNear = this.#isNear(step, target);
    const positions = isNear ? withCopies(this.#plan.first, step.positions, target) : target;
    const after = isNear ? countAt(positions) : before[frame];
    if (after > 0 && after >= before[frame]) await this.#set(frame, target, before[frame]);
    else await this.#set(frame, positions, after);
  }

  #steps(from: Positions, target: Positions, substeps: number): ResponseStep {
    for (let k = 1; k < substeps; k++) this.#response.advance(partOfWay(from, target, k / substeps));
    return this.#response.advance(target);
  }

  /** Whether a step came close enough to its target, with all that must not move in its place. */
  #isNear({ positions, heldBack, largest }: ResponseStep, target: Positions): boolean {
    if (heldBack === positions.length / 3 || largest > this.#settings.limit) return false;
    return this.#hold.every((held, v) => !held || [0, 1, 2].every((k) => positions[3 * v + k] === target[3 * v + k]));
  }

  async #set(frame: number, positions: Positions, after: number): Promise<void> {
    this.frames[frame] = describeFrame(this.#source, this.#plan, frame, positions, after);
    this.#settings.onFrame(++this.#done, this.#plan.wanted.length);
    // signals and progress get their turn
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** A frame as it became. */
export function describeFrame(
  { clips }: Source,
  { wanted, before }: FixPlan,
  frame: number,
  positions: Positions,
  after: number,
): FixedFrame {
  const { clip, place } = findClip(clips, frame);
  const at = wanted[frame];
  let moved = 0;
  let largest = 0;
  let sum = 0;
  for (let i = 0; i < positions.length; i += 3) {
    const away = Math.hypot(positions[i] - at[i], positions[i + 1] - at[i + 1], positions[i + 2] - at[i + 2]);
    if (away > 0) moved++;
    if (away > largest) largest = away;
    sum += away ** 2;
  }
  return {
    clip: clips[clip].name,
    number: clips[clip].numbers[place],
    ...{ before: before[frame], after, moved, largest, rms: Math.sqrt((3 * sum) / positions.length), positions },
  };
}

/** Vertices that were made one move with the first of them. */
export function withCopies(first: Uint32Array, from: Positions, at: Positions): Positions {
  const out = from.slice();
  first.forEach((v, i) => {
    if (v === i) return;
    for (let axis = 0; axis < 3; axis++) out[3 * i + axis] = from[3 * v + axis] + (at[3 * i + axis] - at[3 * v + axis]);
  });
  return out;
}

function partOfWay(from: Positions, to: Positions, share: number): Positions {
  return from.map((x, i) => x + share * (to[i] - x)) as Positions;
}

/** 1 for vertices of objects with these names. */
export function holdObjects({ base, name }: Source, names: readonly string[], first: Uint32Array): Uint8Array {
  const hold = new Uint8Array(base.positions.length / 3);
  for (const wanted of names) {
    const objects = base.objects.filter((object) => object.name === wanted);
    if (objects.length === 0) {
      const known = base.objects.map((object) => object.name).join(', ');
      throw new UsageError(`--hold: ${name} has no object '${wanted}'; it has ${known}.`);
    }
    for (const { firstTriangle, triangleCount } of objects) {
      const corners = base.triangles.subarray(3 * firstTriangle, 3 * (firstTriangle + triangleCount));
      for (const v of corners) hold[first[v]] = 1;
    }
  }
  return hold;
}
