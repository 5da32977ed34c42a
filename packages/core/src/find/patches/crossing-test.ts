import type { ProjectedLoops } from './projected-loops.ts';

/** Contours this short compare all pairs of edges. */
const BRUTE_FORCE_EDGES = 12;

/** Grid cells a side, at most. */
const MAX_CELLS = 64;

/** Whether two edges that do not follow each other may lie as they do. */
export interface EdgePairJudge {
  /** Of pairs of edges farther apart it need not hear. Asked for rather than handed over: an argument would be garbage. */
  readonly gap: number;
  allows(contour: ProjectedLoops, e: number, f: number): boolean;
}

/**
 * Decides whether a projected contour is strictly simple: no two edges meet but where they follow each other, none folds back,
 * and one loop only runs counterclockwise (others are holes in it). Edges are sorted into the cells of a grid, so that only edges
 * near each other are compared. Says no whenever rounding leaves a doubt.
 */
export class CrossingTest {
  readonly #visited: Uint8Array;
  /** Per cell: the search that wrote it, and its last entry. */
  readonly #cellTick = new Uint32Array(MAX_CELLS * MAX_CELLS);
  readonly #cellLast = new Int32Array(MAX_CELLS * MAX_CELLS);
  /** Per entry: the edge, and the entry before it in the same cell, −1 for none. */
  #entryEdge: Int32Array;
  #entryBefore: Int32Array;
  #tick = 0;

  constructor(maxEdges: number) {
    this.#visited = new Uint8Array(maxEdges);
    this.#entryEdge = new Int32Array(4 * maxEdges);
    this.#entryBefore = new Int32Array(4 * maxEdges);
  }

  get byteLength(): number {
    const arrays = [this.#visited, this.#cellTick, this.#cellLast, this.#entryEdge, this.#entryBefore];
    return arrays.reduce((bytes, array) => bytes + array.byteLength, 0);
  }

  test(contour: ProjectedLoops): boolean {
    if (!this.runsWell(contour)) return false;
    return contour.count <= BRUTE_FORCE_EDGES ? comparePairs(contour) : this.compareInGrid(contour, null);
  }

  /** Nothing folds back, and one loop only runs counterclockwise. */
  protected runsWell(contour: ProjectedLoops): boolean {
    contour.link();
    return !foldsBack(contour) && this.#hasOneOuterLoop(contour);
  }

  /** Where edges are disjoint, loops are nested; a second counterclockwise loop could cover the first. */
  #hasOneOuterLoop(contour: ProjectedLoops): boolean {
    if (contour.loops === 1) return true;
    const { count, next, x, y, crossError } = contour;
    const visited = this.#visited;
    visited.fill(0, 0, count);
    let outer = 0;
    for (let start = 0; start < count; start++) {
      if (visited[start] !== 0) continue;
      let area = 0;
      let edges = 0;
      for (let e = start; visited[e] === 0; e = next[e]) {
        visited[e] = 1;
        const k = next[e];
        area += (x[e] - x[start]) * (y[k] - y[start]) - (y[e] - y[start]) * (x[k] - x[start]);
        edges++;
      }
      if (area > -crossError * edges) outer++; // a loop of doubtful turn counts as counterclockwise
    }
    return outer === 1;
  }

  /** With a judge, boxes around edges are grown by half its gap on each side, and it decides. */
  protected compareInGrid(contour: ProjectedLoops, judge: EdgePairJudge | null): boolean {
    const gap = judge === null ? 0 : judge.gap;
    const { count, x, y, next, error } = contour;
    let lowX = x[0];
    let lowY = y[0];
    let highX = lowX;
    let highY = lowY;
    for (let e = 1; e < count; e++) {
      if (x[e] < lowX) lowX = x[e];
      else if (x[e] > highX) highX = x[e];
      if (y[e] < lowY) lowY = y[e];
      else if (y[e] > highY) highY = y[e];
    }
    if (++this.#tick === 0xffffffff) {
      this.#cellTick.fill(0);
      this.#tick = 1;
    }
    const tick = this.#tick;
    const cellTick = this.#cellTick;
    const cellLast = this.#cellLast;
    let side = count >= 4 * MAX_CELLS ? MAX_CELLS : (count + 3) >> 2;
    // no smaller than the gap, or boxes would reach over many
    const extent = highX - lowX > highY - lowY ? highX - lowX : highY - lowY;
    if (side * gap > extent) side = 1 + ((extent / gap) | 0);
    // points are off by less than `error`: cells are looked up for boxes widened by two, so edges that may meet share one
    const wide = 2 * error + gap / 2;
    const originX = lowX - 2 * wide;
    const originY = lowY - 2 * wide;
    const scaleX = side / (highX - originX + 2 * wide);
    const scaleY = side / (highY - originY + 2 * wide);
    if (!(scaleX < Number.POSITIVE_INFINITY && scaleY < Number.POSITIVE_INFINITY)) return false;

    let entries = 0;
    for (let e = 0; e < count; e++) {
      const k = next[e];
      const ax = x[e];
      const ay = y[e];
      const bx = x[k];
      const by = y[k];
      const firstColumn = (((ax < bx ? ax : bx) - wide - originX) * scaleX) | 0;
      const firstRow = (((ay < by ? ay : by) - wide - originY) * scaleY) | 0;
      let lastColumn = (((ax < bx ? bx : ax) + wide - originX) * scaleX) | 0;
      let lastRow = (((ay < by ? by : ay) + wide - originY) * scaleY) | 0;
      if (lastColumn >= side) lastColumn = side - 1;
      if (lastRow >= side) lastRow = side - 1;
      const cells = (lastColumn - firstColumn + 1) * (lastRow - firstRow + 1);
      if (entries + cells > this.#entryEdge.length) this.#growEntries(entries + cells);
      const entryEdge = this.#entryEdge;
      const entryBefore = this.#entryBefore;
      for (let row = firstRow; row <= lastRow; row++) {
        for (let column = firstColumn; column <= lastColumn; column++) {
          const cell = row * MAX_CELLS + column;
          let entry = cellTick[cell] === tick ? cellLast[cell] : -1;
          cellTick[cell] = tick;
          cellLast[cell] = entries;
          entryEdge[entries] = e;
          entryBefore[entries++] = entry;
          while (entry >= 0) {
            const f = entryEdge[entry];
            if (k !== f && next[f] !== e && (judge === null ? mayMeet(contour, e, f) : !judge.allows(contour, e, f))) {
              return false;
            }
            entry = entryBefore[entry];
          }
        }
      }
    }
    return true;
  }

  #growEntries(needed: number): void {
    const grown = (from: Int32Array) => {
      const to = new Int32Array(2 * needed);
      to.set(from);
      return to;
    };
    this.#entryEdge = grown(this.#entryEdge);
    this.#entryBefore = grown(this.#entryBefore);
  }
}

/** Whether an edge may turn straight back onto the one before it; a turn of less than a right angle cannot. */
function foldsBack(contour: ProjectedLoops): boolean {
  const { count, x, y, next, crossError } = contour;
  for (let e = 0; e < count; e++) {
    const f = next[e];
    const g = next[f];
    if (g === e) return true;
    const dx = x[f] - x[e];
    const dy = y[f] - y[e];
    const gx = x[g] - x[f];
    const gy = y[g] - y[f];
    if (dx * gx + dy * gy > crossError) continue;
    const turn = dx * gy - dy * gx;
    if (!(turn > crossError || turn < -crossError)) return true;
  }
  return false;
}

function comparePairs(contour: ProjectedLoops): boolean {
  const { count, next } = contour;
  for (let e = 0; e < count; e++) {
    for (let f = e + 1; f < count; f++) {
      if (next[e] !== f && next[f] !== e && mayMeet(contour, e, f)) return false;
    }
  }
  return true;
}

/** Whether edges e and f, which do not follow each other, may have a point in common. */
export function mayMeet(contour: ProjectedLoops, e: number, f: number): boolean {
  const { x, y, next, error, crossError } = contour;
  const e1 = next[e];
  const f1 = next[f];
  const ex = x[e];
  const ey = y[e];
  const eX = x[e1];
  const eY = y[e1];
  const fx = x[f];
  const fy = y[f];
  const fX = x[f1];
  const fY = y[f1];
  const dx = eX - ex;
  const dy = eY - ey;
  const gx = fX - fx;
  const gy = fY - fy;
  const a = dx * (fy - ey) - dy * (fx - ex);
  const b = dx * (fY - ey) - dy * (fX - ex);
  const c = gx * (ey - fy) - gy * (ex - fx);
  const d = gx * (eY - fy) - gy * (eX - fx);
  // signs as numbers: on which side a point lies is a coin toss to a processor, which would guess at each comparison
  const onOneSide =
    (+(a > crossError) & +(b > crossError)) |
    (+(a < -crossError) & +(b < -crossError)) |
    (+(c > crossError) & +(d > crossError)) |
    (+(c < -crossError) & +(d < -crossError));
  if (onOneSide !== 0) return false;
  const gap = 2 * error;
  return (
    (ex < eX ? ex : eX) <= (fx < fX ? fX : fx) + gap &&
    (fx < fX ? fx : fX) <= (ex < eX ? eX : ex) + gap &&
    (ey < eY ? ey : eY) <= (fy < fY ? fY : fy) + gap &&
    (fy < fY ? fy : fY) <= (ey < eY ? eY : ey) + gap
  );
}
