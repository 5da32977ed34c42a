/**
 * What a finding can be. `intersection`: an edge and a triangle that share no vertex meet. `folded`: two triangles that share an edge lie on
 * each other. `duplicate`: two triangles have the same three corners. `proximity`: two triangles are closer than a distance. `impact`: a vertex
 * and a triangle, or two edges, meet on the way to the next frame.
 */
export const FINDING_KINDS = ['intersection', 'folded', 'duplicate', 'proximity', 'impact'] as const;

export type FindingKind = (typeof FINDING_KINDS)[number];

/** Those that `--find` chooses from; the others have options of their own. */
export const POSE_KINDS = ['intersection', 'folded', 'duplicate'] as const satisfies readonly FindingKind[];

/** Numbers into {@link FINDING_KINDS}, for flat tables. */
export const INTERSECTION = 0;
export const FOLDED = 1;
export const DUPLICATE = 2;
export const PROXIMITY = 3;
export const IMPACT = 4;
