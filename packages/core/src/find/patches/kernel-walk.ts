import type { Boxes } from '../../bounds/boxes.ts';
import type { KernelSearch } from '../../kernel/kernel-search.ts';
import type { MeshKernel } from '../../kernel/mesh-kernel.ts';
import { LONGEST_WAIT_BITS } from './contour-culling.ts';
import type { CullingSettings, PatchCulling } from './patch-culling.ts';
import type { TestTree } from './test-tree.ts';
import { LEAST_ACROSS, LEAST_ACROSS_POSE, LEAST_WITHIN, LEAST_WITHIN_POSE } from './worth-testing.ts';

/** Only what the kernel knows: the exact contour test, tried again after a while. */
export function suitsKernel({ cull, contourTest, retry }: CullingSettings): boolean {
  return cull !== 'contour' || (contourTest === 'exact' && retry === 'back-off');
}

/** The walk over the test tree as the kernel does it; boxes come from here. */
export function createKernelWalk(
  kernel: MeshKernel,
  { nodeCount }: TestTree,
  { cull }: CullingSettings,
  culling: PatchCulling | null,
  boxes: Boxes,
): KernelSearch {
  const directions = culling?.directions.components ?? new Int32Array(0);
  const ofPose = { leastWithin: LEAST_WITHIN_POSE, leastAcross: LEAST_ACROSS_POSE };
  const settings = { cull, directions, ...ofPose, leastWithinStep: LEAST_WITHIN, leastAcrossStep: LEAST_ACROSS };
  return kernel.createSearch(
    nodeCount,
    { ...settings, longestWaitBits: LONGEST_WAIT_BITS },
    {
      get boxesFit() {
        return boxes.isOffered;
      },
      fitBoxes: () => boxes.offer(),
      get masksFit() {
        return culling?.hasTriangles(boxes) ?? false;
      },
      fitMasks: (all) => culling?.refitTriangles(kernel, boxes, all),
    },
  );
}
