/** Findings of one kind in one frame, in a fixed order. */
export interface FindingPart {
  readonly count: number;
  /**
   * Half-edge 3t + k runs from corner k of triangle t to the next: the edge of a contact or of two edges that meet, the vertex that it starts
   * from if a vertex meets a triangle; of pairs of triangles any of the first.
   */
  readonly halfEdge: Uint32Array;
  readonly triangle: Uint32Array;
  /** The second side is the edge that starts at this corner of `triangle`; {@link WHOLE}: the triangle. Default: all whole. */
  readonly secondEdge?: Uint8Array;
  /** When an impact happens, as frame number; how far apart a proximity is. Default: NaN. */
  readonly value?: Float64Array;
  /** xyz each. Worked out when first asked for, which must be in the same pose: most frames are only counted. */
  points(): Float64Array;
  /** Where the second side is, if not at the same point. */
  secondPoints?(): Float64Array;
  /** Left out because they exist in the rest pose. */
  readonly ignored: number;
  /** There are more, but `maxContacts` was reached. */
  readonly truncated: boolean;
}

export const WHOLE = 3;

export const NOTHING: FindingPart = {
  count: 0,
  halfEdge: new Uint32Array(0),
  triangle: new Uint32Array(0),
  points: () => new Float64Array(0),
  ignored: 0,
  truncated: false,
};

/** Those of a part that are kept, in order. `kept` are numbers into it, ascending. */
export function pickPart(part: FindingPart, kept: Uint32Array, truncated = part.truncated): FindingPart {
  if (kept.length === part.count && truncated === part.truncated) return part;
  const pickPoints = (pointsOf: () => Float64Array) => () => {
    const all = pointsOf();
    const points = new Float64Array(3 * kept.length);
    kept.forEach((i, place) => {
      points.set(all.subarray(3 * i, 3 * i + 3), 3 * place);
    });
    return points;
  };
  const { secondEdge, value, secondPoints } = part;
  return {
    count: kept.length,
    halfEdge: kept.map((i) => part.halfEdge[i]),
    triangle: kept.map((i) => part.triangle[i]),
    ...(secondEdge && { secondEdge: Uint8Array.from(kept, (i) => secondEdge[i]) }),
    ...(value && { value: Float64Array.from(kept, (i) => value[i]) }),
    points: pickPoints(part.points),
    ...(secondPoints && { secondPoints: pickPoints(secondPoints) }),
    ignored: part.ignored,
    truncated,
  };
}

/** Parts one after the other; `kind` numbers go with them. */
export interface JoinedParts extends Required<Omit<FindingPart, 'ignored' | 'truncated'>> {
  readonly kind: Uint8Array;
}

export function joinParts(parts: readonly (readonly [kind: number, part: FindingPart])[]): JoinedParts {
  const count = parts.reduce((sum, [, part]) => sum + part.count, 0);
  const kind = new Uint8Array(count);
  const halfEdge = new Uint32Array(count);
  const triangle = new Uint32Array(count);
  const secondEdge = new Uint8Array(count).fill(WHOLE);
  const value = new Float64Array(count).fill(Number.NaN);
  let at = 0;
  for (const [number, part] of parts) {
    kind.fill(number, at, at + part.count);
    halfEdge.set(part.halfEdge, at);
    triangle.set(part.triangle, at);
    if (part.secondEdge) secondEdge.set(part.secondEdge, at);
    if (part.value) value.set(part.value, at);
    at += part.count;
  }
  const collect = (pointsOf: (part: FindingPart) => Float64Array): (() => Float64Array) => {
    let all: Float64Array | undefined;
    return () => {
      if (all) return all;
      all = new Float64Array(3 * count);
      let next = 0;
      for (const [, part] of parts) {
        if (part.count > 0) all.set(pointsOf(part), 3 * next);
        next += part.count;
      }
      return all;
    };
  };
  return {
    ...{ count, kind, halfEdge, triangle, secondEdge, value },
    points: collect((part) => part.points()),
    secondPoints: collect((part) => (part.secondPoints ?? part.points)()),
  };
}
