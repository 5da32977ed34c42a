import type { FinderFactory } from 'selfcollide/finder';
import { checkKnown, checkPositive } from 'selfcollide/parts';
import { SpatialHashFinder } from './spatial-hash-finder.ts';

export interface SpatialHashOptions {
  /** Edge of the smallest cells, in the mesh's unit. Default: one and a half times the usual width of a triangle's box, in each pose. */
  readonly cellSize?: number;
}

/**
 * A hashed grid of triangles (hashing paper §3, with triangles instead of tetrahedra). Nothing is worked out beforehand.
 *
 * @throws RangeError if an option has a value it cannot take.
 */
export function spatialHash(options: SpatialHashOptions = {}): FinderFactory<SpatialHashFinder> {
  checkKnown('spatialHash', options, ['cellSize']);
  const { cellSize } = options;
  if (cellSize !== undefined) checkPositive('spatialHash', 'cellSize', cellSize);
  return { name: 'spatial-hash', createFinder: ({ surface }) => new SpatialHashFinder(surface, cellSize) };
}
