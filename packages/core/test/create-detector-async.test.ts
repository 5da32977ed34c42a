import { expect, it } from 'vitest';
import { createDetector, createDetectorAsync } from '../src/create-detector.ts';
import type { DetectorOptions } from '../src/method-options.ts';
import { exactVariants } from './methods.ts';
import { seededRandom } from './predicates/random.ts';

/** A crumpled sheet of 2 · side² triangles. */
function crumpledSheet(side: number) {
  const random = seededRandom(3);
  const positions: number[] = [];
  for (let v = 0; v < (side + 1) ** 2; v++) {
    positions.push((v % (side + 1)) + 2 * random(), Math.floor(v / (side + 1)) + 2 * random(), 2 * random());
  }
  const triangles: number[] = [];
  for (let v = 0; v < side * (side + 1) - 1; v++) {
    if (v % (side + 1) !== side) triangles.push(v, v + 1, v + side + 1, v + 1, v + side + 2, v + side + 1);
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

it.each(exactVariants.map((options) => [JSON.stringify(options), options] as const))(
  'gives the same detector as createDetector, %s',
  async (_, options) => {
    const mesh = crumpledSheet(8);
    const expected = createDetector(mesh, options).findIntersections();
    expect(expected.count).toBeGreaterThan(10);
    const found = (await createDetectorAsync(mesh, options)).findIntersections();
    expect([...found.halfEdge]).toEqual([...expected.halfEdge]);
    expect([...found.triangle]).toEqual([...expected.triangle]);
  },
);

it('prepares the same bytes', async () => {
  const mesh = crumpledSheet(12);
  expect((await createDetectorAsync(mesh)).serialize()).toEqual(createDetector(mesh).serialize());
});

it('lets timers have their turn, and reports progress that ascends to at most 1', async () => {
  const progress: number[] = [];
  let ticks = 0;
  const timer = setInterval(() => ticks++, 1);
  await createDetectorAsync(crumpledSheet(100), { onProgress: (fraction) => progress.push(fraction) });
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(3);
  expect(progress.length).toBeGreaterThan(3);
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  expect(progress[0]).toBeGreaterThanOrEqual(0);
  expect(progress.at(-1)).toBe(1);
});

it('is rejected with the reason of its signal, at once or on the way', async () => {
  const reason = new Error('the tab was closed');
  await expect(createDetectorAsync(crumpledSheet(4), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  const controller = new AbortController();
  let last = 0;
  const running = createDetectorAsync(crumpledSheet(100), {
    signal: controller.signal,
    onProgress(fraction) {
      last = fraction;
      controller.abort(reason);
    },
  });
  await expect(running).rejects.toBe(reason);
  expect(last).toBeLessThan(1);
});

it('is rejected for bad options and bad meshes, by its own name', async () => {
  const mesh = crumpledSheet(4);
  const bad = createDetectorAsync(mesh, { method: 'octree' } as unknown as DetectorOptions);
  await expect(bad).rejects.toThrow(RangeError);
  await expect(bad).rejects.toThrow(/^createDetectorAsync: method must be /);
  const broken = createDetectorAsync({ positions: mesh.positions, triangles: Uint32Array.of(0, 1, 1000) });
  await expect(broken).rejects.toThrow(/^createDetectorAsync: /);
  await expect(broken).rejects.toMatchObject({ name: 'MeshError' });
});
