import { MeshError } from '../errors.ts';
import type { PatchFinder } from '../find/patches/patch-finder.ts';
import { PART_STRIDE } from '../find/patches/patch-work.ts';
import { updatePose } from '../pose/pose.ts';
import type { PartSearch } from './part-search.ts';
import {
  CLOSED,
  COUNTER_NAMES,
  DONE,
  ENDED,
  FRAME,
  FREE,
  GIVEN_BACK,
  NEXT,
  POSED,
  SEQUENCE,
  type SharedFrame,
  stateOf,
  TAKEN,
  WAKE,
} from './shared-frame.ts';

/** Looks for parts to search until the team is closed; does not return before. `thread` counts from 1: 0 is who asks. */
export function serveFrames(shared: SharedFrame, thread: number, finder: PatchFinder, search: PartSearch): void {
  const { control } = shared;
  let posed = -1;
  let served = -1;
  /** The positions at hand are no pose: whoever sent them finds out for himself. */
  let refused = false;
  for (;;) {
    // looked at first: whatever changes after this look wakes
    const wake = Atomics.load(control, WAKE);
    if (Atomics.load(control, CLOSED) !== 0) return;
    const sequence = Atomics.load(control, SEQUENCE);
    const frame = Atomics.load(control, FRAME);
    const isWritten = (sequence & 1) === 0;
    if (isWritten && sequence !== posed) {
      const taken = takePose(shared, finder, search, sequence);
      if (taken === CHANGED) continue;
      posed = sequence;
      refused = taken === REFUSED;
    } else if (isWritten && frame !== served) {
      // Parts of an older pose are done with. Those of a newer one come after that pose, which has come between the two looks.
      if (Atomics.load(control, POSED) !== posed) {
        if (Atomics.load(control, SEQUENCE) === posed) served = frame;
        continue;
      }
      served = frame;
      if (!refused) serveFrame(shared, thread, search, frame);
    } else {
      Atomics.wait(control, WAKE, wake);
    }
  }
}

const TAKEN_IN = 0;
const REFUSED = 1;
/** Positions changed meanwhile. */
const CHANGED = 2;

function takePose(
  { control, positions }: SharedFrame,
  finder: PatchFinder,
  search: PartSearch,
  sequence: number,
): number {
  try {
    // copies that part are refused where the positions came from
    updatePose('update', finder.pose, finder.surface, positions, true);
    finder.refit(finder.pose, false);
    search.prepare();
  } catch (error) {
    // half of one pose and half of the next may be what no pose is
    if (Atomics.load(control, SEQUENCE) !== sequence) return CHANGED;
    if (error instanceof MeshError) return REFUSED;
    throw error;
  }
  return Atomics.load(control, SEQUENCE) === sequence ? TAKEN_IN : CHANGED;
}

function serveFrame(shared: SharedFrame, thread: number, search: PartSearch, frame: number): void {
  const { control, parts, apart, states } = shared;
  const { start, count, contacts, counters } = shared.threads[thread - 1];
  const free = stateOf(FREE, 0, frame);
  const mine = stateOf(TAKEN, thread, frame);
  let used = 0;
  for (;;) {
    const part = Atomics.sub(control, NEXT, 1);
    if (part < 0 || Atomics.load(control, FRAME) !== frame) return;
    if (Atomics.compareExchange(states, part, free, mine) !== free) continue;
    const at = PART_STRIDE * part;
    const kind = parts[at];
    const a = parts[at + 1];
    const b = parts[at + 2];
    // a list is written only after frames have gone on: half of one part and half of another would be none
    if (Atomics.load(control, FRAME) !== frame) return;
    const found = search.find(kind, a, b, apart);
    const hasRoom = 2 * (used + found.count) <= contacts.length;
    if (hasRoom) {
      start[part] = used;
      count[part] = found.count;
      for (let i = 0; i < found.count; i++, used++) {
        contacts[2 * used] = found.halfEdges[i];
        contacts[2 * used + 1] = found.triangles[i];
      }
      const values = search.counters as unknown as Record<string, number>;
      for (let i = 0; i < COUNTER_NAMES.length; i++) {
        counters[COUNTER_NAMES.length * part + i] = values[COUNTER_NAMES[i]];
      }
    }
    // whoever took it back has the last word
    Atomics.compareExchange(states, part, mine, stateOf(hasRoom ? ENDED : GIVEN_BACK, thread, frame));
    Atomics.add(control, DONE, 1);
    Atomics.notify(control, DONE);
  }
}
