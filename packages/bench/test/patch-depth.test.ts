import { optimisedBoxTree } from '@selfcollide/papers';
import { scenes } from '@selfcollide/scenes';
import { createDetector } from 'selfcollide';
import { expect, it } from 'vitest';

// without culling a query visits every patch, and its trace knows their levels
it.each(scenes)('$name: patches nest no deeper than ⌈log₂ n⌉ + 4', async (entry) => {
  // exact arithmetic all the way makes some of the nasty ones slow
  for (const triangles of entry.group === 'adversarial' ? [100, 700] : [100, 700, 4000]) {
    const { mesh } = await entry.make({ triangles, frames: 1 });
    const detector = createDetector(mesh, { method: optimisedBoxTree({ trace: true }) });
    detector.findIntersections();
    const trace = detector.finder.trace!;
    const within = trace.visits.filter(({ patchA, patchB }) => patchA === patchB);
    const depth = 1 + Math.max(...within.map(({ patchA }) => trace.levelOf(patchA)));
    expect(depth).toBeLessThanOrEqual(Math.ceil(Math.log2(detector.triangleCount)) + 4);
    expect(depth).toBeGreaterThanOrEqual(Math.ceil(Math.log2(detector.triangleCount / 4)) + 1);
    if (!entry.resizable) break;
  }
});
