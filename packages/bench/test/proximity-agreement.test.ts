import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readModel } from '@selfcollide/io';
import { methodNamed } from '@selfcollide/papers';
import { makeScene, scenes } from '@selfcollide/scenes';
import { createDetector, type Proximities } from 'selfcollide';
import { describe, expect, it } from 'vitest';
import { dataFolder } from '../src/data/data-folder.ts';
import { safeMethods } from '../src/methods.ts';

function setOf(found: Proximities): string[] {
  const lines = Array.from({ length: found.count }, (_, i) => {
    const next = found.nextDistance === null ? '' : ` ${found.nextDistance[i]}`;
    return `${found.triangleA[i]} ${found.triangleB[i]} ${found.distance[i]}${next}`;
  });
  return lines.sort();
}

function meanEdge(positions: ArrayLike<number>, triangles: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < triangles.length; i++) {
    const a = 3 * triangles[i];
    const b = 3 * triangles[i % 3 === 2 ? i - 2 : i + 1];
    sum += Math.hypot(
      positions[a] - positions[b],
      positions[a + 1] - positions[b + 1],
      positions[a + 2] - positions[b + 2],
    );
  }
  return sum / triangles.length;
}

describe('every method finds the oracle’s proximities, now and in a step, on', () => {
  it.each(scenes)('$name', async ({ name, defaultTriangles }) => {
    const { mesh, frameCount, frame, objects } = await makeScene(name, {
      triangles: Math.min(name === 'extreme-scales' ? 16 : 72, defaultTriangles),
    });
    const poses = [0.3, 0.7, 1].map((part) => {
      const out = new Float64Array(mesh.positions.length);
      frame(Math.floor(part * (frameCount - 1)), out);
      return out;
    });
    const edge = meanEdge(poses[1], mesh.triangles);
    const velocities = poses[2].map((x, i) => x - poses[1][i]);
    const answers = (name: string) => {
      const method = methodNamed(name);
      const other = createDetector(mesh, { method, weld: 'keep' });
      other.update(poses[0]);
      return [0, 0.1, 0.5, 1.5].flatMap((edges) => {
        const distance = edges * edge;
        return [0, 4 * distance].flatMap((restRadius) => {
          const detector = createDetector(mesh, { method, restRadius, objects, weld: 'keep' });
          detector.update(poses[1]);
          const step = { distance, velocities, timeStep: 0.5 };
          return [
            ...setOf(detector.findProximities({ distance })),
            ...(restRadius > 0 || edges === 0 ? setOf(detector.findProximities(step)) : []),
            ...(restRadius === 0 && edges < 1 ? setOf(detector.findProximities({ distance, against: other })) : []),
          ];
        });
      });
    };
    const truth = answers('brute-force');
    for (const method of safeMethods) if (method !== 'brute-force') expect(answers(method), method).toEqual(truth);
  });
});

const folder = dataFolder();

describe.skipIf(folder === undefined)('proximities of ../shared/data (skipped where that is absent)', () => {
  const load = async (file: string) => readModel(readFileSync(join(folder!, 'sequences', file)), { name: file });
  const methods = ['star-contour', 'kdop', 'spatial-hash'];

  it.each([
    ['cloth-funnel_227.ply', 0.002, 3961],
    ['armadillo-rollers_326.ply', 0.001, 23115],
  ])('%s within %s: %s pairs', async (file, distance, pairs) => {
    const model = await load(file);
    for (const method of methods) {
      expect(createDetector(model, { method: methodNamed(method) }).findProximities({ distance }).count, method).toBe(
        pairs,
      );
    }
  });

  it.each([
    [0, [15766, 15610, 15572]],
    [0.004, [3547, 3445, 3447]],
  ])('the kick within 0.001, rest radius %s: %s pairs', async (restRadius, pairs) => {
    const frames = await Promise.all(['kick_shell0.obj', 'kick_shell30.obj', 'kick_shell45.obj'].map(load));
    for (const method of restRadius === 0 ? methods : ['kdop']) {
      const detector = createDetector(frames[0], { method: methodNamed(method), restRadius });
      const counts = frames.map(({ positions }) => {
        detector.update(positions);
        return detector.findProximities({ distance: 0.001 }).count;
      });
      expect(counts, method).toEqual(pairs);
    }
  });
});
