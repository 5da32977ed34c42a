import { type Model, objectLabels } from '@selfcollide/io';
import { weldVertices } from 'selfcollide/mesh';

/** Which vertices count as one: for every vertex the lowest-numbered one that it is welded to, itself if none. */
export type Weld = Uint32Array;

/** Welds vertices of one object at equal positions: objects in the same place are not one. */
export function weldModel(model: Model, positions: Float64Array): Weld {
  return weldVertices(positions, { triangles: model.triangles, objects: objectLabels(model) });
}

/** How many vertices are welded to another one. */
export function countWelded(weld: Weld): number {
  let count = 0;
  for (let v = 0; v < weld.length; v++) if (weld[v] !== v) count++;
  return count;
}
