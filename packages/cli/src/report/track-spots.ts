import type { PlaceResult } from '../detect/frame-result.ts';
import { SEVERITIES, type Severity } from '../measure/place-measure.ts';

/** A place followed through the frames: between the same objects, and overlapping from one frame to the next. */
export interface Spot {
  readonly objects: readonly [string, string];
  /** That of the frame with the most findings. */
  name: string;
  readonly firstFrame: number;
  lastFrame: number;
  /** In how many frames it is there. */
  frames: number;
  /** The most in one frame. */
  findings: number;
  /** The worst of those frames that were measured; absent if none was. */
  severity?: Severity;
  /** The most; absent if it cannot be said of any frame. */
  depth?: number;
  center: readonly [number, number, number];
}

interface FollowedSpot extends Spot {
  min: readonly number[];
  max: readonly number[];
}

/** More are not followed: a mesh full of holes has thousands in every frame. */
const MAX_SPOTS = 1000;

/** Follows places through the frames of one file, which come in order. */
export class SpotTracker {
  readonly #spots: FollowedSpot[] = [];

  add(frame: number, places: readonly PlaceResult[]): void {
    for (const { objects, name, contacts, measure, center, min, max } of places) {
      const severity = measure?.severity;
      const spot = this.#spots.find((other) => other.lastFrame >= frame - 1 && isSame(other, objects, min, max));
      if (!spot) {
        if (this.#spots.length === MAX_SPOTS) continue;
        const depth = measure?.depth;
        this.#spots.push({
          ...{ objects, name, firstFrame: frame, lastFrame: frame, frames: 1, findings: contacts, center, min, max },
          ...(severity && { severity }),
          ...(depth !== undefined && { depth }),
        });
        continue;
      }
      if (spot.lastFrame < frame) {
        spot.frames++;
        [spot.min, spot.max] = [min, max];
      }
      spot.lastFrame = frame;
      if (contacts > spot.findings) [spot.findings, spot.center, spot.name] = [contacts, center, name];
      if (rank(severity) > rank(spot.severity)) spot.severity = severity;
      if (measure?.depth !== undefined) spot.depth = Math.max(spot.depth ?? 0, measure.depth);
    }
  }

  /** The worst first: by severity, depth, how long they last, how many findings. */
  list(): Spot[] {
    return [...this.#spots]
      .sort(
        (a, b) =>
          rank(b.severity) - rank(a.severity) ||
          (b.depth ?? 0) - (a.depth ?? 0) ||
          b.frames - a.frames ||
          b.findings - a.findings ||
          a.firstFrame - b.firstFrame,
      )
      .map(({ min: _, max: __, ...spot }) => spot);
  }
}

function rank(severity: Severity | undefined): number {
  return severity ? SEVERITIES.indexOf(severity) : -1;
}

/** Boxes that meet, with as much to spare as the larger one is wide: what moves between frames. */
function isSame(
  spot: FollowedSpot,
  objects: readonly [string, string],
  min: readonly number[],
  max: readonly number[],
): boolean {
  if (spot.objects[0] !== objects[0] || spot.objects[1] !== objects[1]) return false;
  const spare = Math.max(...max.map((high, axis) => Math.max(high - min[axis], spot.max[axis] - spot.min[axis])));
  return min.every((low, axis) => low <= spot.max[axis] + spare && spot.min[axis] <= max[axis] + spare);
}
