import { counts } from './addresses';

/** Why a walk over the test tree came back. */
export const DONE: i32 = 0;
export const PAIRS_FULL: i32 = 1;
export const NEIGHBOURS_FULL: i32 = 2;
export const BOXES_WANTED: i32 = 3;
export const CONTOUR_WANTED: i32 = 4;
/** Directions of triangles are not those of the pose. */
export const MASKS_WANTED: i32 = 5;

/** Numbers in `counts`. */
export const ORIENTATION_TESTS: usize = 0;
export const CONTOUR_TESTS: usize = 4;
export const CONTOUR_EDGES: usize = 8;
export const CULLED: usize = 12;
export const BOX_TESTS: usize = 16;

export function add(what: usize, more: i32): void {
  store<i32>(counts + what, load<i32>(counts + what) + more);
}
