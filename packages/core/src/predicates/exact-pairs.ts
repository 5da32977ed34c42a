export type Vector = readonly [bigint, bigint, bigint];

/** Squared distance top / bottom of two points, each a share of corners: numerators over `whole`. */
export interface ExactPair {
  readonly top: bigint;
  readonly bottom: bigint;
  readonly weights: readonly bigint[];
  readonly whole: bigint;
}

/**
 * All pairs of points that can be the closest of triangles that have no point in common: corner and corner, corner and the inside of an
 * edge or face, insides of two edges. In any other closest pair a face is parallel to an edge or face, or an edge to an edge; it can be
 * moved until it meets a border, and is as close there. Faces without area and edges without length add nothing to theirs.
 */
export function* closestPairs(corners: readonly Vector[]): Generator<ExactPair> {
  for (let i = 0; i < 3; i++) {
    const face = cornerAndFace(corners, i, 3);
    if (face !== null) yield face;
    const other = cornerAndFace(corners, 3 + i, 0);
    if (other !== null) yield other;
  }
  for (let i = 0; i < 3; i++) {
    for (let j = 3; j < 6; j++) {
      yield cornerAndCorner(corners, i, j);
      const edge = cornerAndEdge(corners, i, j, next(j));
      if (edge !== null) yield edge;
      const other = cornerAndEdge(corners, j, i, next(i));
      if (other !== null) yield other;
      const edges = edgeAndEdge(corners, i, next(i), j, next(j));
      if (edges !== null) yield edges;
    }
  }
}

/** The corner after this one in its triangle. */
const next = (corner: number): number => (corner % 3 === 2 ? corner - 2 : corner + 1);

function weightsOf(...entries: readonly (readonly [corner: number, weight: bigint])[]): bigint[] {
  const weights = [0n, 0n, 0n, 0n, 0n, 0n];
  for (const [corner, weight] of entries) weights[corner] = weight;
  return weights;
}

export function cornerAndCorner(corners: readonly Vector[], i: number, j: number): ExactPair {
  const r = minus(corners[j], corners[i]);
  return { top: dot(r, r), bottom: 1n, weights: weightsOf([i, 1n], [j, 1n]), whole: 1n };
}

export function cornerAndEdge(corners: readonly Vector[], p: number, a: number, b: number): ExactPair | null {
  const e = minus(corners[b], corners[a]);
  const r = minus(corners[p], corners[a]);
  const ee = dot(e, e);
  const along = dot(e, r);
  if (along <= 0n || along >= ee) return null;
  const c = cross(e, r);
  return { top: dot(c, c), bottom: ee, weights: weightsOf([p, ee], [a, ee - along], [b, along]), whole: ee };
}

export function edgeAndEdge(
  corners: readonly Vector[],
  a: number,
  a1: number,
  b: number,
  b1: number,
): ExactPair | null {
  const e = minus(corners[a1], corners[a]);
  const f = minus(corners[b1], corners[b]);
  const r = minus(corners[b], corners[a]);
  const n = cross(e, f);
  const nn = dot(n, n);
  if (nn === 0n) return null;
  const s = dot(cross(r, f), n);
  const t = dot(cross(r, e), n);
  if (s < 0n || s > nn || t < 0n || t > nn) return null;
  const height = dot(r, n);
  return {
    top: height * height,
    bottom: nn,
    weights: weightsOf([a, nn - s], [a1, s], [b, nn - t], [b1, t]),
    whole: nn,
  };
}

/** `face` is the first corner of the triangle. */
export function cornerAndFace(corners: readonly Vector[], p: number, face: number): ExactPair | null {
  const u = minus(corners[face + 1], corners[face]);
  const v = minus(corners[face + 2], corners[face]);
  const r = minus(corners[p], corners[face]);
  const n = cross(u, v);
  const nn = dot(n, n);
  const w1 = dot(cross(r, v), n);
  const w2 = dot(cross(u, r), n);
  if (nn === 0n || w1 < 0n || w2 < 0n || w1 + w2 > nn) return null;
  const height = dot(r, n);
  const weights = weightsOf([p, nn], [face, nn - w1 - w2], [face + 1, w1], [face + 2, w2]);
  return { top: height * height, bottom: nn, weights, whole: nn };
}

/** A point where an edge of one triangle passes from one side of the other to its other side. */
export function passingEdge(corners: readonly Vector[]): ExactPair | null {
  for (let p = 0; p < 6; p++) {
    const q = next(p);
    const face = p < 3 ? 3 : 0;
    const u = minus(corners[face + 1], corners[face]);
    const v = minus(corners[face + 2], corners[face]);
    const n = cross(u, v);
    const from = minus(corners[p], corners[face]);
    const to = minus(corners[q], corners[face]);
    let hp = dot(n, from);
    let hq = -dot(n, to);
    if (!((hp > 0n && hq > 0n) || (hp < 0n && hq < 0n))) continue;
    if (hp < 0n) {
      hp = -hp;
      hq = -hq;
    }
    // the point is (hq·p + hp·q) / (hp + hq)
    const sum = hp + hq;
    const x: Vector = [hq * from[0] + hp * to[0], hq * from[1] + hp * to[1], hq * from[2] + hp * to[2]];
    const nn = dot(n, n);
    const w1 = dot(cross(x, v), n);
    const w2 = dot(cross(u, x), n);
    const whole = nn * sum;
    if (w1 < 0n || w2 < 0n || w1 + w2 > whole) continue;
    const weights = weightsOf([p, hq * nn], [q, hp * nn], [face, whole - w1 - w2], [face + 1, w1], [face + 2, w2]);
    return { top: 0n, bottom: 1n, weights, whole };
  }
  return null;
}

export function coordinatesOf(positions: Float64Array, vertices: readonly number[]): number[] {
  return vertices.flatMap((v) => [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]]);
}

export function vectorsOf(whole: readonly bigint[]): Vector[] {
  return Array.from({ length: 6 }, (_, i) => [whole[3 * i], whole[3 * i + 1], whole[3 * i + 2]]);
}

export function minus(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function dot(a: Vector, b: Vector): bigint {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
