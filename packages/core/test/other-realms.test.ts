import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { createDetector, createSubspaceDetector } from '../src/index.ts';

/** Made where a frame of a page, a vm context or a test runner makes it: no instance of anything here. */
const foreign = <T>(kind: string, values: ArrayLike<number>): T =>
  runInNewContext(`${kind}.from(values)`, { values: [...Array.from(values)] }) as T;

it('takes arrays of another realm wherever it takes arrays', () => {
  const positions = Float64Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, 1, 2, 1, 1, 1, 2, 1);
  const triangles = Uint32Array.of(0, 1, 2, 3, 4, 5);
  const detector = createDetector({
    positions: foreign<Float64Array>('Float64Array', positions),
    triangles: foreign<Uint32Array>('Uint32Array', triangles),
  });
  const down = positions.map((_, i) => (i >= 9 && i % 3 === 2 ? -2 : 0));
  const velocities = foreign<Float64Array>('Float64Array', down);
  expect(velocities instanceof Float64Array).toBe(false);
  expect(detector.findProximities({ distance: 0, velocities, timeStep: 1 }).count).toBe(1);
  const next = foreign<Float32Array>(
    'Float32Array',
    positions.map((x, i) => x + down[i]),
  );
  expect(detector.findImpacts(next).vertexCount).toBe(3);
  const prepared = foreign<Uint8Array>('Uint8Array', detector.serialize());
  expect(createDetector({ positions, triangles }, { prepared }).selfIntersects()).toBe(false);
  const modes = { vectors: foreign<Float64Array>('Float64Array', down) };
  const reduced = createSubspaceDetector({ positions, triangles }, modes);
  reduced.update(foreign<Float64Array>('Float64Array', [0.5]));
  expect(reduced.selfIntersects()).toBe(true);
});
