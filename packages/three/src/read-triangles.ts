import type { BufferGeometry } from 'three';

/** What three draws of a geometry, in corners: numbers into its index, or vertices where it has none. */
export interface DrawnCorners {
  readonly first: number;
  /** A multiple of 3: one or two corners left over at the end are drawn by nobody. */
  readonly count: number;
}

/** The part of a geometry that its draw range leaves. What lies beyond is often a buffer's spare room, with anything in it. */
export function findDrawn({ index, drawRange, attributes }: BufferGeometry): DrawnCorners {
  const corners = index?.count ?? attributes.position.count;
  const first = Math.min(corners, Math.max(0, drawRange.start));
  const count = Math.max(0, Math.min(corners - first, drawRange.count));
  return { first, count: count - (count % 3) };
}

/** The triangles that three draws of a geometry, in its order, as its own vertex numbers. A copy: the geometry's index stays as it is. */
export function readTriangles(geometry: BufferGeometry): Uint32Array {
  const { index } = geometry;
  const { first, count } = findDrawn(geometry);
  const triangles = new Uint32Array(count);
  for (let i = 0; i < count; i++) triangles[i] = index ? index.getX(first + i) : first + i;
  return triangles;
}

/** Number of the geometry group that draws the triangle whose first corner this is, −1 if none does. */
export function findGroup({ groups }: BufferGeometry, corner: number): number {
  return groups.findIndex(({ start, count }) => corner >= start && corner + 3 <= start + count);
}
