import { recordScene, type Scene, simulatedScenes } from '@selfcollide/scenes';
import { describe, expect, it } from 'vitest';
import { contactCounts, edgeUse } from '../mesh-facts.ts';

/** Small enough to be quick, large enough to fold into itself. */
const SMALL: Record<string, number> = {
  character: 2_000,
  'twisted-cloth': 1_024,
  'dragged-cloth': 1_000,
  'rolling-bunny': 1_000,
  'rolling-bumpy-bunny': 1_000,
  'rolling-spiky-bunny': 1_000,
  'deflating-animal': 1_000,
};

it('are the seven of the star paper, with its sizes', () => {
  expect(simulatedScenes.map(({ name }) => name)).toEqual(Object.keys(SMALL));
  for (const { sizes } of simulatedScenes) expect([...sizes].sort((a, b) => a - b)).toEqual(sizes);
});

it.each(simulatedScenes)('$name has exactly its smallest size by default', async (entry) => {
  const { mesh, frameCount } = await entry.make();
  expect(mesh.triangles.length / 3).toBe(entry.sizes[0]);
  expect(frameCount).toBe(entry.defaultFrames);
});

it.each(simulatedScenes)('$name refuses options out of range', async ({ name, make }) => {
  const tried = (async () => make({ triangles: 0 }))();
  await expect(tried).rejects.toThrow(`${name}: triangles must be a whole number from 1 to 100000000, got 0.`);
  await expect((async () => make({ frames: 0.5 }))()).rejects.toThrow(`${name}: frames must be a whole number`);
});

describe.each(simulatedScenes)('$name, small,', (entry) => {
  const recorded = (async (): Promise<Scene> =>
    recordScene(await entry.make({ triangles: SMALL[entry.name], frames: 9 })))();

  it('starts with its mesh at rest, free of contacts, and passes into itself', async () => {
    const scene = await recorded;
    const made = await entry.make({ triangles: SMALL[entry.name], frames: 1 });
    expect(scene.mesh.positions).toEqual(made.mesh.positions.map(Math.fround));
    const [first] = made.frames();
    expect(first).toEqual(made.mesh.positions);
    const counts = contactCounts(scene);
    expect(counts[0]).toBe(0);
    expect(counts[8]).toBeGreaterThan(20);
    expect(Math.max(...counts)).toBeLessThan(2 * SMALL[entry.name]); // not a crumple
  });

  it('is one surface without odd edges, closed unless it is a cloth', async () => {
    const { border, ...others } = edgeUse((await recorded).mesh);
    const cloth = entry.name.endsWith('cloth');
    expect(border > 0).toBe(cloth);
    expect(others).toEqual({ crowded: 0, repeated: 0, euler: cloth ? 1 : 2 });
  });

  it('moves the same in every run, however many frames are taken of it', async () => {
    const scene = await recorded;
    const again = recordScene(await entry.make({ triangles: SMALL[entry.name], frames: 5 }));
    const [here, there] = [
      new Float64Array(scene.mesh.positions.length),
      new Float64Array(scene.mesh.positions.length),
    ];
    scene.frame(8, here);
    again.frame(4, there);
    expect(there).toEqual(here);
    scene.frame(4, here);
    again.frame(2, there);
    expect(there).toEqual(here);
    expect(here).not.toEqual(scene.mesh.positions);
  });
});
