/** Places in `outcomes` of results/query-trace. */
export const NO_DIRECTION = 0;
export const CONTOUR_FAILED = 1;
/** Too small to be worth a test, of a kind that cannot pass, or failed lately. */
export const NOT_TRIED = 2;
export const CULLED_BY_DIRECTION = 3;
export const CULLED_BY_STAR = 4;
export const CULLED_BY_CONTOUR = 5;
export const CULLED_AT_VERTEX = 6;
/** Shown free of contact together with a patch beside it. */
export const CULLED_WITH_NEIGHBOUR = 7;
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
