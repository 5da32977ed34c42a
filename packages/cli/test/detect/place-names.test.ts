import type { Model } from '@selfcollide/io';
import { describe, expect, it } from 'vitest';
import { PlaceNamer } from '../../src/detect/place-names.ts';

/** Eight small triangles, at the corners of a cube of size 2: number 4x + 2y + z. */
function cornersOfCube(format: Model['format'], objects: readonly string[]): Model {
  const positions: number[] = [];
  for (const x of [-1, 1]) {
    for (const y of [-1, 1]) for (const z of [-1, 1]) positions.push(x, y, z, x, y, z + 0.01, x, y + 0.01, z);
  }
  const triangleCount = 8 / objects.length;
  return {
    name: 'cube',
    format,
    positions: Float64Array.from(positions),
    triangles: Uint32Array.from({ length: 24 }, (_, i) => i),
    objects: objects.map((name, i) => {
      const part = { firstTriangle: i * triangleCount, triangleCount, firstVertex: 0, vertexCount: 24 };
      return { name, ...part, parts: [part] };
    }),
    numbers: { base: 1, perPart: false },
    animations: [],
    warnings: [],
  };
}

describe('PlaceNamer', () => {
  it('tells sides of the model as seen from the front, by the axis that is up', () => {
    const name = (format: Model['format'], t: number) => {
      const model = cornersOfCube(format, ['all']);
      return new PlaceNamer(model, model.positions).name([[t, t]]);
    };
    expect(name('gltf', 0)).toBe('bottom back left');
    expect(name('gltf', 7)).toBe('top front right');
    // z is up, y leads away
    expect(name('stl', 1)).toBe('top front left');
    expect(name('stl', 6)).toBe('bottom back right');
  });

  it('names objects, in the order of the file, whichever side of a contact they are on', () => {
    const model = cornersOfCube('obj', ['body', 'sleeve']);
    const namer = new PlaceNamer(model, model.positions);
    expect(namer.name([[6, 2]])).toBe('body and sleeve, top back');
    expect(namer.name([[2, 6]])).toBe('body and sleeve, top back');
    expect(namer.name([[3, 1]])).toBe('body with itself, front left');
  });

  it('takes the pair that most of a place are of', () => {
    const model = cornersOfCube('obj', ['body', 'sleeve']);
    const namer = new PlaceNamer(model, model.positions);
    const pairs: [number, number][] = [
      [0, 1],
      [0, 5],
      [4, 1],
    ];
    expect(namer.name(pairs)).toMatch(/^body and sleeve/);
    expect(namer.name(pairs.toReversed())).toBe(namer.name(pairs));
  });
});
