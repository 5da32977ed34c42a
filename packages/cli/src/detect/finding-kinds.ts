/**
 * What a finding can be. `intersection`: an edge and a triangle that share no vertex meet. `folded`: two triangles that share an edge lie on
 * each other. `duplicate`: two triangles have the same three corners.
 */
export const FINDING_KINDS = ['intersection', 'folded', 'duplicate'] as const;

export type FindingKind = (typeof FINDING_KINDS)[number];

/** Numbers into {@link FINDING_KINDS}, for flat tables. */
export const INTERSECTION = 0;
export const FOLDED = 1;
export const DUPLICATE = 2;
