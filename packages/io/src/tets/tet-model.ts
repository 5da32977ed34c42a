import { IoError } from '../io-error.ts';
import type { Model, ModelFormat } from '../model.ts';
import { oneObject } from '../one-object.ts';
import type { TaggedVertices } from './tagged-vertices.ts';
import { tetSurface } from './tet-surface.ts';

/** A model of tetrahedra: all vertices of the file stay, the triangles are the boundary. */
export function tetModel(
  file: string,
  format: ModelFormat,
  vertices: TaggedVertices,
  tets: Uint32Array,
  warnings: readonly string[] = [],
): Model {
  if (tets.length === 0) {
    throw new IoError({ file, expected: 'at least one tetrahedron', found: `found ${vertices.count} vertices only` });
  }
  const positions = vertices.toPositions();
  const triangles = tetSurface(tets, positions);
  if (triangles.length === 0) {
    throw new IoError({ file, expected: 'tetrahedra with a boundary', found: 'every face is shared' });
  }
  return {
    name: file,
    format,
    positions,
    triangles,
    tets,
    objects: oneObject(file, vertices.count, triangles.length / 3),
    numbers: vertices.toNumbers(),
    animations: [],
    warnings,
  };
}
