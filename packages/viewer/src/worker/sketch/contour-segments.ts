import type { LineBundle, SegmentBounds } from '../../messages.ts';
import { turnToSearchLine } from './search-line.ts';

/** A run of a contour's edges with the same patch on the other side. */
export interface SegmentRun {
  /** Vertices along it, one more than edges. */
  readonly vertices: readonly number[];
  /** Place of the patch on the other side; −1 along the rim of the mesh. */
  readonly neighbour: number;
}

/**
 * Cuts closed loops of vertices where the patch on the other side changes (contour segments; star paper §6.1).
 *
 * @param neighbours Of the edge that begins at each vertex, the place of the patch on its other side.
 */
export function contourSegments(loops: readonly Uint32Array[], neighbours: readonly ArrayLike<number>[]): SegmentRun[] {
  const segments: SegmentRun[] = [];
  for (const [place, loop] of loops.entries()) {
    const count = loop.length;
    const beside = Array.from(neighbours[place]);
    // begin where a segment begins, so that none is cut in two; a loop along one patch begins anywhere
    const begin = Math.max(
      0,
      beside.findIndex((patch, i) => patch !== beside[(i + count - 1) % count]),
    );
    let vertices: number[] = [loop[begin]];
    for (let k = 0; k < count; k++) {
      const edge = (begin + k) % count;
      vertices.push(loop[(edge + 1) % count]);
      if (k < count - 1 && beside[(edge + 1) % count] === beside[edge]) continue;
      segments.push({ vertices, neighbour: beside[edge] });
      vertices = [loop[(edge + 1) % count]];
    }
  }
  return segments;
}

/**
 * Bounds of the lines through a segment's edges, for one search line (star paper §6.4, Figures 5 and 6): top edges from below, bottom
 * edges from above. `points` run along the segment, x and y by turns.
 */
export function segmentBounds(points: Float64Array, vertical: boolean): SegmentBounds {
  const turned = turnToSearchLine(points, vertical);
  const upsideDown = turned.map((value, i) => (i % 2 === 0 ? value : 0 - value));
  const bottom = lowerBound(upsideDown, (from, to) => to > from);
  return {
    top: lowerBound(turned, (from, to) => to < from),
    bottom: bottom && {
      lowU: bottom.lowU,
      lowV: 0 - bottom.lowV,
      highU: bottom.highU,
      highV: 0 - bottom.highV,
      before: 0 - bottom.before,
      after: 0 - bottom.after,
    },
  };
}

/** Lies on or below every line of the edges that `isMember` chooses by where they run. */
function lowerBound(points: Float64Array, isMember: (from: number, to: number) => boolean): LineBundle | null {
  const edges: number[] = [];
  let lowU = Infinity;
  let highU = -Infinity;
  for (let i = 0; i + 3 < points.length; i += 2) {
    if (!isMember(points[i], points[i + 2])) continue;
    edges.push(i);
    lowU = Math.min(lowU, points[i], points[i + 2]);
    highU = Math.max(highU, points[i], points[i + 2]);
  }
  if (edges.length === 0) return null;
  let lowV = Infinity;
  let highV = Infinity;
  let before = -Infinity;
  let after = Infinity;
  for (const i of edges) {
    const slope = (points[i + 3] - points[i + 1]) / (points[i + 2] - points[i]);
    lowV = Math.min(lowV, points[i + 1] + slope * (lowU - points[i]));
    highV = Math.min(highV, points[i + 1] + slope * (highU - points[i]));
    before = Math.max(before, slope);
    after = Math.min(after, slope);
  }
  return { lowU, lowV, highU, highV, before, after };
}
