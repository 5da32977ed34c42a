import type { BufferGeometry } from 'three';

/**
 * The triangles of a geometry in the order three draws them, as its own vertex numbers. A copy: the geometry's index stays as it is.
 * The draw range is ignored, since what is hidden for now still collides; one or two corners left over at the end are, too, as in three.
 */
export function readTriangles(geometry: BufferGeometry): Uint32Array {
  const corners = geometry.index?.count ?? geometry.getAttribute('position').count;
  const triangles = new Uint32Array(corners - (corners % 3));
  const { index } = geometry;
  for (let i = 0; i < triangles.length; i++) triangles[i] = index ? index.getX(i) : i;
  return triangles;
}

/** For every triangle the number of the geometry group that draws it, −1 if none does. */
export function readGroups(geometry: BufferGeometry, triangleCount: number): Int32Array {
  const groupOf = new Int32Array(triangleCount).fill(-1);
  geometry.groups.forEach(({ start, count }, group) => {
    const end = Math.min(triangleCount, Math.floor((start + count) / 3));
    for (let t = Math.ceil(start / 3); t < end; t++) if (groupOf[t] < 0) groupOf[t] = group;
  });
  return groupOf;
}
