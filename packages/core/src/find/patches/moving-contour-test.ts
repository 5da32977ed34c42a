import type { ContourLoops } from './contour-loops.ts';
import { MovingLoops } from './moving-loops.ts';
import { MovingMargin } from './moving-margin.ts';
import type { Projection } from './projection.ts';

/** Edges that are compared with others together first. */
const BLOCK = 8;
/** Numbers of a box: low x, y and high x, y at the beginning, then at the end. */
const STRIDE = 8;
/** Longer contours are shown by a walk alone: comparing blocks takes time with the square of their number. */
const MOST_COMPARED = 2 ** 14;

/**
 * Shows that a contour, projected along a fixed direction, is strictly simple at all times of a step, with one loop that runs counterclockwise. A sign counts only if it is certain throughout.
 *
 * One loop is walked around a centre first: if it turns to the left all the time, and goes round once at the beginning, it does so at every time, since no edge ever passes the centre. Else, and for
 * several loops, all edges are compared that do not follow each other, and those that do must not fold together; which loops run counterclockwise is then seen at the beginning.
 * Where signs agree at both ends but not certainly in between, both halves of the step are tried. False only means not shown.
 */
export class MovingContourTest {
  readonly #loops: MovingLoops;
  readonly #boxes: Float64Array;
  readonly #blocks: Float64Array;
  readonly #margin: MovingMargin;
  /** What keeps boxes apart; kept here, since doubles handed from function to function would be garbage. */
  #gap = 0;

  /** @param margin Other ones are for tests. */
  constructor(longestContour: number, margin: MovingMargin = new MovingMargin()) {
    this.#margin = margin;
    this.#loops = new MovingLoops(longestContour);
    const compared = Math.min(longestContour, MOST_COMPARED);
    this.#boxes = new Float64Array(STRIDE * compared);
    this.#blocks = new Float64Array(STRIDE * Math.ceil(compared / BLOCK));
  }

  /** What `testMargin` has to show. */
  set reach(reach: number) {
    this.#margin.reach = reach;
  }

  get byteLength(): number {
    return this.#loops.byteLength + this.#boxes.byteLength + this.#blocks.byteLength;
  }

  test(
    contourLoops: ContourLoops,
    node: number,
    from: Float64Array,
    to: Float64Array,
    projection: Projection,
  ): boolean {
    const loops = this.#loops;
    if (!loops.load(contourLoops, node, from, to, projection)) return false;
    if (this.#isSimple()) return true;
    if (!loops.halvingMayHelp) return false;
    loops.useFirstHalf();
    if (!this.#isSimple()) return false;
    loops.useSecondHalf();
    return this.#isSimple();
  }

  /**
   * Whether the contour is as the margin form wants it: strictly simple, and at all times edges that do not follow each other are more than the margin's reach apart, and corners of an outer angle θ below a half turn, with e
   * the shorter of their edges, have |e| sin(θ / 2) > reach.
   */
  testMargin(
    contourLoops: ContourLoops,
    node: number,
    from: Float64Array,
    to: Float64Array,
    projection: Projection,
  ): boolean {
    const loops = this.#loops;
    if (!loops.load(contourLoops, node, from, to, projection) || loops.count > MOST_COMPARED) return false;
    loops.straighten(projection);
    loops.link();
    const margin = this.#margin;
    margin.begin(loops);
    const { count, next } = loops;
    for (let e = 0; e < count; e++) {
      const f = next[e];
      if (next[f] === e || !margin.allowsCorner(loops, e, f, next[f])) return false;
    }
    if (!loops.hasOneOuterLoop()) return false;
    this.#fillBoxes();
    this.#gap = margin.gap;
    return this.#allBlocksAreApart(margin);
  }

  #isSimple(): boolean {
    const loops = this.#loops;
    if (loops.loopCount > 1) return this.#isSimpleByPairs();
    if (this.#isStarShaped()) return true;
    const halvingMayHelp = loops.halvingMayHelp;
    if (this.#isSimpleByPairs()) return true;
    if (halvingMayHelp) loops.halvingMayHelp = true;
    return false;
  }

  #isStarShaped(): boolean {
    const loops = this.#loops;
    const { a, count } = loops;
    let rounds = 0;
    let before = count - 1;
    for (let e = 0; e < count; e++) {
      if (loops.turn(before, e) <= 0) return false;
      if (a[2 * before + 1] < 0 && a[2 * e + 1] >= 0) rounds++;
      before = e;
    }
    return rounds === 1;
  }

  #isSimpleByPairs(): boolean {
    const loops = this.#loops;
    const { count, next } = loops;
    if (count > MOST_COMPARED) return false;
    loops.link();
    for (let e = 0; e < count; e++) {
      const f = next[e];
      if (next[f] === e || loops.mayFold(e, f, next[f])) return false;
    }
    if (!loops.hasOneOuterLoop()) return false;
    this.#fillBoxes();
    this.#gap = loops.axisGap;
    return this.#allBlocksAreApart(null);
  }

  /** With a margin, boxes and edges have to be farther apart than that. */
  #allBlocksAreApart(margin: MovingMargin | null): boolean {
    const gap = this.#gap;
    const { count } = this.#loops;
    const blocks = this.#blocks;
    for (let i = 0; i < count; i += BLOCK) {
      for (let j = i; j < count; j += BLOCK) {
        if (!areApart(blocks, i, j, gap) && !this.#blocksAreApart(i, j, margin)) return false;
      }
    }
    return true;
  }

  /** Whether edges i … i + 7 do not meet j … j + 7, but where they follow each other. */
  #blocksAreApart(i: number, j: number, margin: MovingMargin | null): boolean {
    const gap = this.#gap;
    const loops = this.#loops;
    const { count, next } = loops;
    const boxes = this.#boxes;
    const endI = Math.min(i + BLOCK, count);
    const endJ = Math.min(j + BLOCK, count);
    for (let e = i; e < endI; e++) {
      for (let f = i === j ? e + 1 : j; f < endJ; f++) {
        if (areApart(boxes, STRIDE * e, STRIDE * f, gap) || next[e] === f || next[f] === e) continue;
        if (margin === null ? loops.mayMeet(e, next[e], f, next[f]) : !margin.allows(loops, e, f)) return false;
      }
    }
    return true;
  }

  #fillBoxes(): void {
    const { count, next, a, b } = this.#loops;
    const boxes = this.#boxes;
    const blocks = this.#blocks;
    for (let e = 0; e < count; e++) {
      const box = STRIDE * e;
      fillBox(boxes, box, a, e, next[e]);
      fillBox(boxes, box + 4, b, e, next[e]);
      const block = STRIDE * Math.floor(e / BLOCK);
      const isFirst = e % BLOCK === 0;
      for (let k = 0; k < STRIDE; k++) {
        const value = boxes[box + k];
        const before = blocks[block + k];
        blocks[block + k] = isFirst ? value : (k & 2) === 0 ? Math.min(before, value) : Math.max(before, value);
      }
    }
  }
}

function fillBox(boxes: Float64Array, box: number, at: Float64Array, e: number, f: number): void {
  const x = at[2 * e];
  const y = at[2 * e + 1];
  const toX = at[2 * f];
  const toY = at[2 * f + 1];
  boxes[box] = x < toX ? x : toX;
  boxes[box + 1] = y < toY ? y : toY;
  boxes[box + 2] = x < toX ? toX : x;
  boxes[box + 3] = y < toY ? toY : y;
}

/** Whether two boxes are more than `gap` apart along one axis, in one order, at both ends: then in between. Block i has its box at place i, since it begins with edge i. */
function areApart(boxes: Float64Array, i: number, j: number, gap: number): boolean {
  for (let k = 0; k < 2; k++) {
    if (boxes[j + k] > boxes[i + k + 2] + gap && boxes[j + k + 4] > boxes[i + k + 6] + gap) return true;
    if (boxes[i + k] > boxes[j + k + 2] + gap && boxes[i + k + 4] > boxes[j + k + 6] + gap) return true;
  }
  return false;
}
