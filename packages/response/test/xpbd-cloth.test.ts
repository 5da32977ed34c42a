import { createDetector, type Positions } from 'selfcollide';
import { expect, it } from 'vitest';

/** `XPBD_FRAMES=600 npx vitest run packages/response/test/xpbd-cloth.test.ts` for all of them. */
const FRAMES = Number(process.env.XPBD_FRAMES ?? 100);

interface Frame {
  readonly positions: Positions;
  readonly triangles: Uint32Array;
}

async function countTangled(free: boolean) {
  const { dropCloth } = await import(new URL('../../../examples/xpbd-cloth.js', import.meta.url).href);
  let tangled = 0;
  let lowest = 0;
  const onFrame = ({ positions, triangles }: Frame) => {
    if (createDetector({ positions, triangles }, { method: 'brute-force', weld: false }).selfIntersects()) tangled++;
    lowest = Math.min(...positions.filter((_, i) => i % 3 === 1));
  };
  dropCloth({ cells: 8, frames: FRAMES, free, onFrame });
  return { tangled, lowest };
}

it('a cloth that falls onto a box and onto itself meets neither in any frame', { timeout: 600_000 }, async () => {
  const { tangled } = await countTangled(true);
  expect(tangled).toBe(0);
});

it('control: without the response it passes through', { timeout: 600_000 }, async () => {
  expect((await countTangled(false)).tangled).toBeGreaterThan(10);
});
