import { type Model, objectLabels } from '@selfcollide/io';
import { buildHalfEdges, findComponents } from 'selfcollide/mesh';

/** What counts as an object, per triangle. */
export interface Labels {
  readonly labels: Uint32Array;
  readonly kind: 'named objects' | 'connected pieces';
  name(label: number): string;
}

/**
 * The objects of a file. A file that names only one is taken apart into connected pieces where that matters, since "between objects"
 * would otherwise mean nothing for formats without names.
 */
export function labelObjects(model: Model, welded: Uint32Array, scope: 'all' | 'self' | 'between'): Labels {
  const { objects } = model;
  if (scope !== 'all' && objects.length === 1) {
    const { componentOf: labels, count } = findComponents(buildHalfEdges(welded, model.positions.length / 3));
    if (count > 1) {
      const name = (label: number) => `${objects[0].name}, piece ${label + 1}`;
      return { labels, kind: 'connected pieces', name };
    }
  }
  return { labels: objectLabels(model), kind: 'named objects', name: (label) => objects[label].name };
}
