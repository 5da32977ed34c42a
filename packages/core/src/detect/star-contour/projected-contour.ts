import { LOOP_END, type Outlines, VERTEX_BITS } from '../../hierarchy/outlines.ts';
import type { Projection } from '../../hierarchy/projection.ts';

/** Rounding unit of doubles. */
const UNIT = 2 ** -53;

/**
 * The projected contour at hand: edge i runs from point i to point next[i]. Coordinates are relative to the first vertex, so
 * that the error depends on the size of the patch and not on where it is.
 */
export class ProjectedContour {
  count = 0;
  loops = 0;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly next: Int32Array;
  /** No coordinate is off by more than this. */
  error = 0;
  /** No cross or dot product of two differences of points is off by more than this. */
  crossError = 0;
  lowX = 0;
  lowY = 0;
  highX = 0;
  highY = 0;

  constructor(outlines: Outlines) {
    let longest = 0;
    for (let node = 0; node + 1 < outlines.start.length; node++) {
      longest = Math.max(longest, outlines.start[node + 1] - outlines.start[node]);
    }
    this.x = new Float64Array(longest + 1);
    this.y = new Float64Array(longest + 1);
    this.next = new Int32Array(longest + 1);
  }

  /** Edges of the longest contour. */
  get capacity(): number {
    return this.x.length;
  }

  get byteLength(): number {
    return this.x.byteLength + this.y.byteLength + this.next.byteLength;
  }

  load(outlines: Outlines, node: number, positions: Float64Array, projection: Projection): void {
    const { start, vertices } = outlines;
    const { main, i, j, ax, bx, ay, by } = projection;
    const { x, y, next } = this;
    const first = start[node];
    const end = start[node + 1];
    const origin = 3 * (vertices[first] & VERTEX_BITS);
    const originI = positions[origin + i];
    const originJ = positions[origin + j];
    const originMain = positions[origin + main];
    let lowI = 0;
    let lowJ = 0;
    let lowMain = 0;
    let highI = 0;
    let highJ = 0;
    let highMain = 0;
    let lowX = 0;
    let lowY = 0;
    let highX = 0;
    let highY = 0;
    let count = 0;
    let loopBegin = 0;
    let loops = 0;
    for (let e = first; e < end; e++) {
      const code = vertices[e];
      const v = 3 * (code & VERTEX_BITS);
      const di = positions[v + i] - originI;
      const dj = positions[v + j] - originJ;
      const depth = positions[v + main] - originMain;
      const px = ax * di + bx * depth;
      const py = ay * dj + by * depth;
      x[count] = px;
      y[count] = py;
      if (code >= LOOP_END) {
        next[count++] = loopBegin;
        loopBegin = count;
        loops++;
      } else {
        next[count] = ++count;
      }
      if (di < lowI) lowI = di;
      else if (di > highI) highI = di;
      if (dj < lowJ) lowJ = dj;
      else if (dj > highJ) highJ = dj;
      if (depth < lowMain) lowMain = depth;
      else if (depth > highMain) highMain = depth;
      if (px < lowX) lowX = px;
      else if (px > highX) highX = px;
      if (py < lowY) lowY = py;
      else if (py > highY) highY = py;
    }
    this.count = count;
    this.loops = loops;
    this.lowX = lowX;
    this.lowY = lowY;
    this.highX = highX;
    this.highY = highY;
    const reach = Math.max(highI, highJ, highMain, -lowI, -lowJ, -lowMain);
    // A coordinate takes three roundings of at most `gain` · reach. A difference of points is then off by 2.5 errors, so a cross
    // product of two differences by 10 errors times the width, and 3 more for its own roundings.
    this.error = 4 * UNIT * projection.gain * reach;
    this.crossError = 32 * this.error * Math.max(highX - lowX, highY - lowY);
  }
}
