import {
  countFindings,
  countsOf,
  type FileHeader,
  type FindingCounts,
  type FrameResult,
  type PlaceResult,
  WORST_FRAMES,
} from '../detect/frame-result.ts';
import { findClip } from '../source/source.ts';
import { plural } from './format-number.ts';
import { SpotTracker } from './track-spots.ts';

/** Sentences about frames that could not be read, per input. */
const MAX_FRAME_FAILURES = 20;

export interface WorstFrame extends FindingCounts {
  readonly frame: number;
  readonly truncated: boolean;
  readonly places: readonly PlaceResult[];
  readonly placeCount: number;
  readonly ownObjects?: readonly string[];
  readonly firstImpact?: number;
  readonly leastDistance?: number;
}

export interface ClipSummary {
  frames: number;
  framesWithContacts: number;
  leastContacts: number;
  mostContacts: number;
  /** The first frame with the most contacts; −1 without contacts. */
  worstFrame: number;
  mostPlaces: number;
  deepest: number;
  truncatedFrames: number;
}

/** What the frames of one input add up to. Its size does not depend on how many frames there are. */
export class FileSummary {
  readonly header: FileHeader;
  readonly clips: ClipSummary[];
  readonly worst: WorstFrame[] = [];
  /** With findings of any kind. */
  framesWithContacts = 0;
  /** With something that touches, and with something that is close. */
  framesTouching = 0;
  framesClose = 0;
  leastDistance = Number.POSITIVE_INFINITY;
  /** Ways from frame to frame that were looked at, those with impacts, and those that could not be for other triangles. */
  steps = 0;
  stepsWithImpacts = 0;
  uncheckedSteps = 0;
  firstUncheckedStep = -1;
  totalContacts = 0;
  /** In one frame. */
  mostContacts = 0;
  mostPlaces = 0;
  /** The deepest place, in the file's unit; infinite if there is one of which that cannot be said. */
  deepest = 0;
  /** Places through the frames, if every frame said where they are. */
  readonly spots = new SpotTracker();
  ignored = 0;
  /** Vertices that almost coincide with another one. */
  nearSeams = 0;
  /** Left out by rules of the user, and by a baseline. */
  suppressed = 0;
  known = 0;
  truncatedFrames = 0;
  partedFrames = 0;
  firstPartedFrame = -1;
  changedFrames = 0;
  failedFrames = 0;
  readonly failures: string[] = [];
  readonly objectPairs = new Map<string, { objects: readonly [string, string]; frames: number; contacts: number }>();
  readonly #score: (result: FindingCounts) => number;

  constructor(header: FileHeader, pairs: 'edge-triangle' | 'triangles') {
    this.header = header;
    this.clips = header.clips.map(() => ({
      frames: 0,
      framesWithContacts: 0,
      leastContacts: Number.POSITIVE_INFINITY,
      mostContacts: 0,
      worstFrame: -1,
      mostPlaces: 0,
      deepest: 0,
      truncatedFrames: 0,
    }));
    this.#score = (result) => countFindings(result, pairs);
  }

  add(result: FrameResult): void {
    if (result.failure) {
      this.failedFrames++;
      if (this.header.motion && !this.#endsClip(result.frame)) this.#missStep(result.frame);
      const { message } = result.failure;
      // frames of one file may all fail alike
      if (this.failures.length < MAX_FRAME_FAILURES && !this.failures.includes(message)) this.failures.push(message);
      return;
    }
    const score = this.#score(result);
    const clip = this.clips[findClip(this.header.clips, result.frame).clip];
    clip.frames++;
    clip.leastContacts = Math.min(clip.leastContacts, score);
    if (score > clip.mostContacts) {
      clip.mostContacts = score;
      clip.worstFrame = result.frame;
    }
    this.ignored += result.ignored;
    this.suppressed += result.suppressed;
    this.known += result.known;
    this.spots.add(result.frame, result.places);
    this.nearSeams = Math.max(this.nearSeams, result.nearSeams ?? 0);
    this.mostContacts = Math.max(this.mostContacts, score);
    this.mostPlaces = Math.max(this.mostPlaces, result.placeCount);
    if (result.deepest !== undefined) {
      const deepest = result.deepest === 'unknown' ? Number.POSITIVE_INFINITY : result.deepest;
      clip.deepest = Math.max(clip.deepest, deepest);
      this.deepest = Math.max(this.deepest, deepest);
    }
    clip.mostPlaces = Math.max(clip.mostPlaces, result.placeCount);
    if (result.truncated) {
      clip.truncatedFrames++;
      this.truncatedFrames++;
    }
    if (result.ownObjects) this.changedFrames++;
    if (result.parted > 0) {
      this.partedFrames++;
      if (this.firstPartedFrame < 0) this.firstPartedFrame = result.frame;
    }
    this.#addStep(result);
    if (score === 0) return;
    if (result.contacts + result.folded + result.duplicates > 0) this.framesTouching++;
    if (result.proximities > 0) this.framesClose++;
    this.leastDistance = Math.min(this.leastDistance, result.leastDistance ?? Number.POSITIVE_INFINITY);
    clip.framesWithContacts++;
    this.framesWithContacts++;
    this.totalContacts += score;
    for (const { objects, contacts } of result.objectPairs) {
      const key = objects.join('\n');
      const known = this.objectPairs.get(key) ?? { objects, frames: 0, contacts: 0 };
      this.objectPairs.set(key, { objects, frames: known.frames + 1, contacts: known.contacts + contacts });
    }
    this.#rank(result, score);
  }

  /** Sentences about what was not as usual, the file's own first. */
  warnings(): string[] {
    const { header } = this;
    const sentences = [...header.warnings];
    const frames = (count: number) => plural(count, 'frame');
    if (this.partedFrames > 0) {
      const first = this.frameLabel(this.firstPartedFrame);
      sentences.push(
        `Vertices that coincide in the rest pose are apart in ${frames(this.partedFrames)}, first in ${first}; there they were not welded.`,
      );
    }
    if (this.changedFrames > 0) {
      sentences.push(
        `The triangles differ from those of the first file in ${frames(this.changedFrames)}; there the mesh was prepared anew, and --ignore-rest has no effect.`,
      );
    }
    if (this.uncheckedSteps > 0) {
      const first = this.frameLabel(this.firstUncheckedStep);
      sentences.push(
        `Not checked between frames: ${plural(this.uncheckedSteps, 'step')}, the first after ${first}, because the triangles change or a frame cannot be read.`,
      );
    }
    if (this.truncatedFrames > 0) {
      sentences.push(
        `The search stopped at --max-contacts in ${frames(this.truncatedFrames)}; counts there are lower bounds.`,
      );
    }
    return sentences;
  }

  /** `frame 12`, with clip and file where there are several. */
  frameLabel(frame: number): string {
    const { clips } = this.header;
    const { clip, place } = findClip(clips, frame);
    const { name, numbers } = clips[clip];
    return clips.length > 1 ? `frame ${numbers[place]} of "${name}"` : `frame ${numbers[place]}`;
  }

  #addStep({ frame, step, impacts }: FrameResult): void {
    if (step === 'checked') this.steps++;
    if (impacts > 0) this.stepsWithImpacts++;
    if (step === 'topology changed' || step === 'unreadable') this.#missStep(frame);
  }

  /** Takes places of a frame that was looked at once more. */
  addPlaces({ frame, failure, places, placeCount }: FrameResult): void {
    const at = this.worst.findIndex((worst) => worst.frame === frame);
    if (!failure && at >= 0) this.worst[at] = { ...this.worst[at], places, placeCount };
  }

  #endsClip(frame: number): boolean {
    const { clip, place } = findClip(this.header.clips, frame);
    return place === this.header.clips[clip].numbers.length - 1;
  }

  #missStep(frame: number): void {
    this.uncheckedSteps++;
    if (this.firstUncheckedStep < 0) this.firstUncheckedStep = frame;
  }

  #rank(result: FrameResult, score: number): void {
    const { worst } = this;
    // equal counts stay in frame order, whatever order is best for the reader of a diff
    let at = worst.length;
    while (at > 0 && this.#score(worst[at - 1]) < score) at--;
    if (at >= WORST_FRAMES) return;
    const { frame, truncated, places, placeCount, ownObjects, firstImpact, leastDistance } = result;
    const more = { truncated, places, placeCount, ownObjects, firstImpact, leastDistance };
    worst.splice(at, 0, { frame, ...countsOf(result), ...more });
    if (worst.length > WORST_FRAMES) worst.pop();
  }
}
