import {
  CONTOUR_FAILED,
  CULLED_AT_VERTEX,
  CULLED_BY_CONTOUR,
  CULLED_BY_DIRECTION,
  CULLED_WITH_NEIGHBOUR,
  NO_DIRECTION,
} from '../../kernel/layout-mesh.ts';

/** Places in `outcomes` of results/query-trace; those that the kernel knows are in its table. */
export {
  CONTOUR_FAILED,
  CULLED_AT_VERTEX,
  CULLED_BY_CONTOUR,
  CULLED_BY_DIRECTION,
  CULLED_WITH_NEIGHBOUR,
  NO_DIRECTION,
};
/** Too small to be worth a test, of a kind that cannot pass, or failed lately. */
export const NOT_TRIED = 2;
export const CULLED_BY_STAR = 4;
export const LEAF_TESTED = 8;

export function isCulled(outcome: number): boolean {
  return outcome >= CULLED_BY_DIRECTION && outcome <= CULLED_WITH_NEIGHBOUR;
}

/** Whether the node was looked at along a direction, and its contour with it. */
export function wasProjected(outcome: number): boolean {
  return (
    outcome === CONTOUR_FAILED ||
    outcome === CULLED_BY_STAR ||
    outcome === CULLED_BY_CONTOUR ||
    outcome === CULLED_AT_VERTEX
  );
}
