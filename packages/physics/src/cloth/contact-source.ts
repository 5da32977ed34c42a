import type { ContactRows } from './contact-rows.ts';

/** What a step is busy with: finding what comes close, making contacts of it, or the equations of motion. */
export type ClothPhase = 'detection' | 'response' | 'solver';

/** What a source of contacts needs to know about the step that is being made. */
export interface ClothStep {
  /** Before the step. */
  readonly positions: Float64Array;
  /** As they are expected after it. */
  readonly velocities: Float64Array;
  readonly timeStep: number;
  /** Distance that contacts keep. */
  readonly thickness: number;
  /** To be called where one phase ends and another begins. */
  enter(phase: ClothPhase): void;
}

/**
 * Something that cloth may touch. `addContacts` appends a row for every place that may come within the thickness. The others
 * are for sources that can tell what a row, which is straight, does not see.
 */
export interface ContactSource {
  addContacts(step: ClothStep, rows: ContactRows): void;
  /** Appends rows for what ends up too close although the rows so far are kept; returns how many. */
  addMissed?(step: ClothStep, rows: ContactRows): number;
  /** After `addMissed`: whether anything came so close that `passesThrough` has to look. */
  readonly mayPass?: boolean;
  /** Whether anything would pass through when vertices go only these shares of their ways; shortens the shares of those that do. */
  passesThrough?(step: ClothStep, shares: Float64Array): boolean;
  /** Called when the step is done: moves what is animated. */
  endStep?(timeStep: number): void;
}

/** Part of a penetration of the thickness that is undone in one step at rest. */
const RECOVERY = 0.2;

/**
 * The normal velocity that a contact must have at least, relative to the other side. Farther apart than the thickness: such that
 * it is not entered in this step. Nearer: out again, by a part of the missing distance which is larger for faster approach
 * `speed` (negative: approaching); not the whole at once, which would throw resting cloth into the air.
 */
export function contactTarget(distance: number, speed: number, thickness: number, timeStep: number): number {
  const missing = (thickness - distance) / timeStep;
  if (missing <= 0) return missing;
  const share = Math.min(1, Math.max(RECOVERY, (-speed * timeStep) / thickness));
  return share * missing;
}
