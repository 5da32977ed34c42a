import { type Model, objectLabels } from '@selfcollide/io';
import { partWeld, weldVertices } from 'selfcollide/mesh';

/** Which vertices count as one: for every vertex the lowest-numbered one that it is welded to, itself if none. */
export type Weld = Uint32Array;

/** Decides which vertices of one object count as one: objects in the same place are not one. */
export interface Welder {
  weld(model: Model, positions: Float64Array): Weld;
  /** The weld with those parted that are apart in this pose; the same array if none is. */
  part(weld: Weld, positions: Float64Array): Weld;
}

/** Vertices nearer than this share of the diagonal are most likely one that an exporter or a codec has torn. */
export const SEAM_SHARE = 1e-5;

/** `tolerance` 0: positions must be equal. Else at most so far apart, in the model's unit. */
export function createWelder(tolerance: number): Welder {
  if (tolerance === 0) return { weld: weldModel, part: partEqual() };
  return {
    weld: (model, positions) => weldWithin(positions, groupsOf(model), tolerance),
    part(weld, positions) {
      for (let v = 0; v < weld.length; v++) {
        if (apart(positions, v, weld[v], tolerance)) return weldWithin(positions, Float64Array.from(weld), tolerance);
      }
      return weld;
    },
  };
}

/** `partWeld`, which need not be asked where all that is welded is together: in most frames, and most vertices are welded to nobody. */
function partEqual(): Welder['part'] {
  let known: Weld | undefined;
  let welded = new Uint32Array();
  return (weld, positions) => {
    if (weld !== known) {
      known = weld;
      welded = Uint32Array.from(weld.keys()).filter((v) => weld[v] !== v);
    }
    // which says what is wrong with positions that are not finite
    return areFinite(positions) && areTogether(welded, weld, positions) ? weld : partWeld(weld, positions);
  };
}

function areFinite(positions: Float64Array): boolean {
  let zero = 0;
  for (let i = 0; i < positions.length; i++) zero += 0 * positions[i]; // NaN from what is not finite on
  return zero === 0;
}

function areTogether(vertices: Uint32Array, weld: Weld, positions: Float64Array): boolean {
  for (let i = 0; i < vertices.length; i++) {
    const a = 3 * vertices[i];
    const b = 3 * weld[vertices[i]];
    if (positions[a] !== positions[b]) return false;
    if (positions[a + 1] !== positions[b + 1] || positions[a + 2] !== positions[b + 2]) return false;
  }
  return true;
}

function weldModel(model: Model, positions: Float64Array): Weld {
  return weldVertices(positions, { triangles: model.triangles, objects: objectLabels(model) });
}

/** How many vertices are welded to another one. */
export function countWelded(weld: Weld): number {
  let count = 0;
  for (let v = 0; v < weld.length; v++) if (weld[v] !== v) count++;
  return count;
}

/** Length of the diagonal of the box around all vertices that triangles name. */
export function diagonalOf(positions: Float64Array, triangles: Uint32Array): number {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < triangles.length; i++) {
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[3 * triangles[i] + axis];
      if (value < low[axis]) low[axis] = value;
      if (value > high[axis]) high[axis] = value;
    }
  }
  return Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
}

/** Label per vertex: the object of the first triangle that names it; −1 for none. */
function groupsOf(model: Model): Float64Array {
  const labels = objectLabels(model);
  const group = new Float64Array(model.positions.length / 3).fill(-1);
  for (let i = model.triangles.length - 1; i >= 0; i--) group[model.triangles[i]] = labels[Math.floor(i / 3)];
  return group;
}

/**
 * Every vertex goes with the lowest-numbered one of its group that is near enough and goes with nobody itself: so that no chain of small
 * steps makes one of what is far apart.
 */
function weldWithin(positions: Float64Array, group: Float64Array, tolerance: number): Weld {
  const weld = Uint32Array.from({ length: group.length }, (_, v) => v);
  const cells = new Map<string, number[]>();
  const cell = (v: number, axis: number): number => Math.floor(positions[3 * v + axis] / tolerance);
  for (let v = 0; v < weld.length; v++) {
    if (group[v] < 0) continue;
    const [x, y, z] = [cell(v, 0), cell(v, 1), cell(v, 2)];
    let found = v;
    for (let near = 0; near < 27; near++) {
      const key = `${x + (near % 3) - 1} ${y + (Math.floor(near / 3) % 3) - 1} ${z + Math.floor(near / 9) - 1}`;
      for (const other of cells.get(key) ?? []) {
        if (other < found && group[other] === group[v] && !apart(positions, v, other, tolerance)) found = other;
      }
    }
    weld[v] = found;
    if (found < v) continue;
    const key = `${x} ${y} ${z}`;
    const list = cells.get(key);
    if (list) list.push(v);
    else cells.set(key, [v]);
  }
  return weld;
}

function apart(positions: Float64Array, v: number, w: number, tolerance: number): boolean {
  const x = positions[3 * v] - positions[3 * w];
  const y = positions[3 * v + 1] - positions[3 * w + 1];
  const z = positions[3 * v + 2] - positions[3 * w + 2];
  return x * x + y * y + z * z > tolerance * tolerance;
}
