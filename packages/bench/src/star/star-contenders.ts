import { noContour, optimisedBoxTree, type StarContourOptions, spatialHash, starContours } from '@selfcollide/papers';
import { type CommonOptions, createDetector, type TriangleMesh } from 'selfcollide';
import type { Contender } from '../contender.ts';
import { detectorContender } from '../detector-contender.ts';
import { threeMeshBvhTuned } from '../peers/three-mesh-bvh.ts';

/** As the star paper has it: its 14 directions, its star test, and nothing tried again that failed at rest. */
export const PAPER_FORM: StarContourOptions = { directions: 14, contourTest: 'star', retry: 'rest-shape' };

/** Our form of each row of Table 1, by the name it has in tables. */
export const OURS = 'star-contour';
export const OURS_AS_IN_PAPER = 'star-contour (paper)';
export const BOXES = 'optimised-box-tree';
export const HASH = 'spatial-hash';
export const NO_CONTOUR = 'unsafe-normal-cone';

/**
 * The rows of Table 1 for one mesh, then the peers. All of ours but the hash share one preparation, which is most of the time that a
 * benchmark of many meshes takes.
 */
export function starContenders(
  mesh: TriangleMesh,
  native: readonly Contender[],
  options: CommonOptions = {},
): Contender[] {
  const prepared = createDetector(mesh, options).serialize();
  return [
    detectorContender(spatialHash(), options, HASH),
    detectorContender(optimisedBoxTree({ prepared }), options, BOXES),
    detectorContender(starContours({ ...PAPER_FORM, prepared }), options, OURS_AS_IN_PAPER),
    detectorContender('star-contour', { ...options, prepared }, OURS),
    detectorContender(noContour({ prepared }), options, NO_CONTOUR),
    threeMeshBvhTuned,
    ...native,
  ];
}
