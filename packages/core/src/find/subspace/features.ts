import { CORNER, EDGES, TRIANGLES } from './pair-heap.ts';

/** A half-edge, and a triangle that has neither of its ends. */
export interface EdgeAndTriangle {
  readonly edge: number;
  readonly triangle: number;
}

/**
 * What of two triangles can make a contact: edges of each that have no vertex of the other. Six of them, two if they share a vertex, none if they share an edge. A triangle that names a vertex twice has no
 * edge there; one that is a single vertex has one without length, as detectors have it.
 *
 * @param corners The vertex at each corner.
 */
export function edgesApart(corners: Uint32Array, s: number, t: number): EdgeAndTriangle[] {
  const found: EdgeAndTriangle[] = [];
  for (const [own, triangle] of [
    [s, t],
    [t, s],
  ]) {
    for (let edge = 3 * own; edge < 3 * own + 3; edge++) {
      const p = corners[edge];
      const q = corners[nextCorner(edge)];
      if ((p === q && !isPoint(corners, edge)) || isCornerOf(corners, p, triangle) || isCornerOf(corners, q, triangle))
        continue;
      found.push({ edge, triangle });
    }
  }
  return found;
}

/** Whether the triangle of a corner, its first, is a single vertex. */
function isPoint(corners: Uint32Array, corner: number): boolean {
  return corner % 3 === 0 && corners[corner] === corners[corner + 1] && corners[corner] === corners[corner + 2];
}

/** Corners of s that t has too. */
export function sharedCorners(corners: Uint32Array, s: number, t: number): number {
  let shared = 0;
  for (let i = 3 * s; i < 3 * s + 3; i++) if (isCornerOf(corners, corners[i], t)) shared++;
  return shared;
}

export function isCornerOf(corners: Uint32Array, vertex: number, t: number): boolean {
  return vertex === corners[3 * t] || vertex === corners[3 * t + 1] || vertex === corners[3 * t + 2];
}

export function nextCorner(corner: number): number {
  return corner % 3 === 2 ? corner - 2 : corner + 1;
}

/**
 * Whether whatever may come together of two triangles on the way between two poses lies on these edges: all six, or the two opposite the one vertex that they share. Of others a step has to look at
 * `featuresApart`.
 */
export function sayAll(edges: readonly EdgeAndTriangle[]): boolean {
  return edges.length === 6 || (edges.length === 2 && edges[0].triangle !== edges[1].triangle);
}

/** What is bounded, by its tag: triangles, half-edges and corners by their numbers. */
export interface Feature {
  readonly first: number;
  readonly second: number;
  readonly tag: number;
}

/** All corners and triangles, and edges, of two triangles that have no vertex in common. */
export function featuresApart(corners: Uint32Array, s: number, t: number): Feature[] {
  if (sharedCorners(corners, s, t) === 0) return [{ first: s, second: t, tag: TRIANGLES }];
  const found: Feature[] = [];
  for (let k = 0; k < 3; k++) {
    const h = 3 * s + k;
    if (!isCornerOf(corners, corners[h], t)) found.push({ first: h, second: t, tag: CORNER });
    if (!isCornerOf(corners, corners[3 * t + k], s)) found.push({ first: 3 * t + k, second: s, tag: CORNER });
    for (let g = 3 * t; g < 3 * t + 3; g++) {
      const [a, b, c, d] = [corners[h], corners[nextCorner(h)], corners[g], corners[nextCorner(g)]];
      if (a !== c && a !== d && b !== c && b !== d) found.push({ first: h, second: g, tag: EDGES });
    }
  }
  return found;
}

/** Corners of the first and of the second, by tag: of patches none. */
export const FIRST_CORNERS = [0, 3, 2, 2, 1];
export const SECOND_CORNERS = [0, 3, 3, 2, 3];

/** Writes the vertices of what is bounded: those of the first, then those of the second. */
export function loadCorners(corners: Uint32Array, first: number, second: number, tag: number, out: Uint32Array): void {
  const count = FIRST_CORNERS[tag];
  if (tag === TRIANGLES) for (let k = 0; k < 3; k++) out[k] = corners[3 * first + k];
  else out[0] = corners[first];
  if (count === 2) out[1] = corners[nextCorner(first)];
  if (tag === EDGES) {
    out[2] = corners[second];
    out[3] = corners[nextCorner(second)];
  } else for (let k = 0; k < 3; k++) out[count + k] = corners[3 * second + k];
}
