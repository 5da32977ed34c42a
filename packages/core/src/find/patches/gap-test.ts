import { CrossingTest, type EdgePairJudge } from './crossing-test.ts';
import type { ProjectedLoops } from './projected-loops.ts';

/** Contours this long compare all pairs of edges, by boxes. */
const BOXED_EDGES = 512;

/** Decides also whether edges of a simple contour keep a distance, or are excused. */
export class GapTest extends CrossingTest {
  /** Per edge and per four edges: low x, y, high x, y. */
  readonly #boxes = new Float64Array(4 * BOXED_EDGES);
  readonly #blocks = new Float64Array(BOXED_EDGES);

  override get byteLength(): number {
    return super.byteLength + this.#boxes.byteLength + this.#blocks.byteLength;
  }

  /** `test`, and `judge` has allowed all pairs of edges that may be within its gap and do not follow each other, perhaps more. */
  testGaps(contour: ProjectedLoops, judge: EdgePairJudge): boolean {
    if (!this.runsWell(contour)) return false;
    return contour.count <= BOXED_EDGES ? this.#compareBoxes(contour, judge) : this.compareInGrid(contour, judge);
  }

  /** Boxes around edges, grown like those in the grid, four edges after each other and then one by one: for few edges that is faster. */
  #compareBoxes(contour: ProjectedLoops, judge: EdgePairJudge): boolean {
    const { count, x, y, next, error } = contour;
    const boxes = this.#boxes;
    const blocks = this.#blocks;
    const wide = 2 * error + judge.gap / 2;
    for (let e = 0; e < count; e++) {
      const k = next[e];
      const ax = x[e];
      const ay = y[e];
      const bx = x[k];
      const by = y[k];
      const lowX = (ax < bx ? ax : bx) - wide;
      const lowY = (ay < by ? ay : by) - wide;
      const highX = (ax < bx ? bx : ax) + wide;
      const highY = (ay < by ? by : ay) + wide;
      boxes[4 * e] = lowX;
      boxes[4 * e + 1] = lowY;
      boxes[4 * e + 2] = highX;
      boxes[4 * e + 3] = highY;
      const b = e & ~3;
      const isFirst = b === e;
      if (isFirst || lowX < blocks[b]) blocks[b] = lowX;
      if (isFirst || lowY < blocks[b + 1]) blocks[b + 1] = lowY;
      if (isFirst || highX > blocks[b + 2]) blocks[b + 2] = highX;
      if (isFirst || highY > blocks[b + 3]) blocks[b + 3] = highY;
    }
    for (let b = 0; b < count; b += 4) {
      for (let c = b; c < count; c += 4) {
        if (!overlap(blocks, b, blocks, c)) continue;
        const endB = b + 4 < count ? b + 4 : count;
        const endC = c + 4 < count ? c + 4 : count;
        for (let e = b; e < endB; e++) {
          if (!overlap(boxes, 4 * e, blocks, c)) continue;
          for (let f = b === c ? e + 1 : c; f < endC; f++) {
            if (!overlap(boxes, 4 * e, boxes, 4 * f) || next[e] === f || next[f] === e) continue;
            if (!judge.allows(contour, e, f)) return false;
          }
        }
      }
    }
    return true;
  }
}

function overlap(boxes: Float64Array, i: number, others: Float64Array, j: number): boolean {
  const apart =
    +(others[j] > boxes[i + 2]) |
    +(boxes[i] > others[j + 2]) |
    +(others[j + 1] > boxes[i + 3]) |
    +(boxes[i + 1] > others[j + 3]);
  return apart === 0;
}
