import { makeScene, type Scene, type SceneEntry, scenes } from '@selfcollide/scenes';
import { createDetector } from 'selfcollide';
import { describe, expect, it } from 'vitest';
import { edgeUse } from './mesh-facts.ts';

/** FNV-1a over the bytes, so that −0 and 0 differ too. */
function hash(numbers: Float64Array): number {
  let value = 0x811c9dc5;
  for (const byte of new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)) {
    value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  }
  return value;
}

function frameHash(scene: Scene, i: number): number {
  const out = new Float64Array(scene.mesh.positions.length).fill(Number.NaN);
  scene.frame(i, out);
  return hash(out);
}

const TINY = { triangles: 200, frames: 5 };
const SEEDLESS_GROUPS = ['adversarial']; // many of these are fixed configurations
const SEEDLESS = ['bunny']; // only its rough variants have anything random

describe('scenes', () => {
  it('have different names and say in one sentence what they are', () => {
    expect(new Set(scenes.map((entry) => entry.name)).size).toBe(scenes.length);
    for (const { name, about } of scenes) {
      expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(about, name).toMatch(/^[A-Z][^.]*(\d\.\d[^.]*)?\.$/);
    }
  });

  it.each(scenes.map((entry) => [entry.name, entry] as const))('%s: same options, same numbers', async (_, entry) => {
    const first = await entry.make(TINY);
    const again = await entry.make(TINY);
    expect(again.mesh.triangles).toEqual(first.mesh.triangles);
    expect(again.objects).toEqual(first.objects);

    const upwards = [0, 1, 2, 3, 4].map((i) => frameHash(first, i));
    const shuffled = [3, 0, 4, 4, 1, 2].map((i) => frameHash(again, i));
    expect(shuffled).toEqual([3, 0, 4, 4, 1, 2].map((i) => upwards[i]));
    expect(upwards[0]).toBe(hash(first.mesh.positions));
    expect(new Set(upwards).size, 'something moves').toBeGreaterThan(1);
  });

  it.each(scenes.map((entry) => [entry.name, entry] as const))(
    '%s: is a valid mesh in every frame',
    async (_, entry) => {
      const scene = await entry.make(TINY);
      const { positions, triangles } = scene.mesh;
      expect(scene.name).toBe(entry.name);
      expect(scene.about).toBe(entry.about);
      expect(scene.frameCount).toBe(5);
      expect(triangles.length % 3).toBe(0);
      expect(Math.max(...triangles)).toBeLessThan(positions.length / 3);
      if (scene.objects) expect(scene.objects.length).toBe(triangles.length / 3);

      // welding is the default: vertices that coincide at first must stay together, or update throws
      const detector = createDetector(scene.mesh);
      const out = new Float64Array(positions.length);
      for (let i = 0; i < scene.frameCount; i++) {
        out.fill(Number.NaN); // a number left unwritten is refused too
        scene.frame(i, out);
        expect(() => detector.update(out)).not.toThrow();
      }
    },
  );

  it.each([60, 200, 1000, 5000])('have about %i triangles when asked', async (wanted) => {
    for (const entry of scenes) {
      const { mesh } = await entry.make({ triangles: wanted, frames: 1 });
      const count = mesh.triangles.length / 3;
      if (!entry.resizable) {
        expect(count, entry.name).toBe(entry.defaultTriangles);
        continue;
      }
      // small ones are bound to whole cells, rings and the least that shows the shape
      const slack = wanted < 200 ? 0.7 : wanted < 1000 ? 0.35 : 0.15;
      expect(count, entry.name).toBeGreaterThan((1 - slack) * wanted);
      expect(count, entry.name).toBeLessThan((1 + slack) * wanted);
    }
  });

  it('are consistently wound manifolds in the smooth and bunny groups', async () => {
    for (const entry of scenes.filter(({ group }) => group === 'smooth' || group === 'bunny')) {
      const { mesh } = await entry.make({ triangles: 1000, frames: 1 });
      expect(edgeUse(mesh), entry.name).toMatchObject({ crowded: 0, repeated: 0 });
    }
  });

  it('take a count as small as 1', async () => {
    for (const entry of scenes) {
      const scene = await entry.make({ triangles: 1, frames: 1 });
      expect(scene.mesh.triangles.length, entry.name).toBeGreaterThan(0);
      expect(scene.mesh.positions.every(Number.isFinite), entry.name).toBe(true);
    }
  });

  it('change with the seed where something is random', async () => {
    const seeded = scenes.filter((entry) => !SEEDLESS_GROUPS.includes(entry.group) && !SEEDLESS.includes(entry.name));
    for (const entry of seeded) {
      const hashes = await Promise.all([1, 2].map(async (seed) => frameHash(await entry.make({ ...TINY, seed }), 1)));
      expect(hashes[0], entry.name).not.toBe(hashes[1]);
    }
  });
});

describe('makeScene', () => {
  it('makes a scene by name', async () => {
    const scene = await makeScene('twisted-sheet', { triangles: 4096, frames: 30 });
    expect(scene.name).toBe('twisted-sheet');
    expect(scene.mesh.triangles.length / 3).toBe(4096);
    expect(scene.frameCount).toBe(30);
  });

  it('lists the names when there is no such scene', async () => {
    await expect(makeScene('teapot')).rejects.toThrow(RangeError);
    await expect(makeScene('teapot')).rejects.toThrow(
      /^makeScene: name must be one of flat-sheet, twisted-sheet, .*, mixture; got teapot\.$/,
    );
  });

  const refused: readonly (readonly [string, Parameters<SceneEntry['make']>[0], string])[] = [
    ['flat-sheet', { triangles: 0 }, 'flat-sheet: triangles must be a whole number from 1 to 100000000, got 0.'],
    ['bunny', { triangles: 2.5 }, 'bunny: triangles must be a whole number from 1 to 100000000, got 2.5.'],
    ['scan', { triangles: -1 }, 'scan: triangles must be a whole number from 1 to 100000000, got -1.'],
    ['soup', { frames: 0 }, 'soup: frames must be a whole number from 1 to 9007199254740991, got 0.'],
    ['book', { frames: Number.NaN }, 'book: frames must be a whole number from 1 to 9007199254740991, got NaN.'],
    ['knee', { seed: -1 }, 'knee: seed must be a whole number from 0 to 4294967295, got -1.'],
    ['elbow', { seed: 2 ** 32 }, 'elbow: seed must be a whole number from 0 to 4294967295, got 4294967296.'],
  ];
  it.each(refused)('refuses %s with %o', async (name, options, message) => {
    await expect(makeScene(name, options)).rejects.toThrow(new RangeError(message));
  });
});

describe('frame', () => {
  it('refuses numbers and arrays that do not fit', async () => {
    const scene = await makeScene('two-triangles');
    const out = new Float64Array(18);
    expect(() => scene.frame(5, out)).toThrow(new RangeError('frame: i must be a whole number from 0 to 4, got 5.'));
    expect(() => scene.frame(-1, out)).toThrow(new RangeError('frame: i must be a whole number from 0 to 4, got -1.'));
    expect(() => scene.frame(0.5, out)).toThrow(
      new RangeError('frame: i must be a whole number from 0 to 4, got 0.5.'),
    );
    expect(() => scene.frame(0, new Float64Array(17))).toThrow(
      new RangeError('frame: out must have 18 numbers, got 17.'),
    );
  });
});
