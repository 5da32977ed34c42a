/** A run of a contour's edges with the same patch on the other side. */
export interface SegmentRun {
  /** Vertices along it, one more than edges. */
  readonly vertices: readonly number[];
  /** Place of the patch on the other side; −1 along the rim of the mesh. */
  readonly neighbour: number;
}

/** Cuts closed loops of vertices where the patch on the other side changes (contour segments; star paper §6.1). */
export function contourSegments(
  loops: readonly Uint32Array[],
  neighbourOf: (from: number, to: number) => number,
): SegmentRun[] {
  const segments: SegmentRun[] = [];
  for (const loop of loops) {
    const count = loop.length;
    const beside = Array.from(loop, (vertex, i) => neighbourOf(vertex, loop[(i + 1) % count]));
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
