import { createHash } from 'node:crypto';
import { characterFigureEntry } from '@selfcollide/scenes';
import { createDetector } from 'selfcollide';
import { expect, it } from 'vitest';
import { contactCounts, edgeUse } from '../mesh-facts.ts';

it('is one closed piece of the size it says, free at both ends of its motion', async () => {
  const scene = await characterFigureEntry.make();
  expect(scene.mesh.triangles.length / 3).toBe(characterFigureEntry.defaultTriangles);
  expect(edgeUse(scene.mesh)).toEqual({ border: 0, crowded: 0, repeated: 0, euler: 2 });
  const counts = contactCounts(await characterFigureEntry.make({ frames: 9 }));
  expect([counts[0], counts[8]]).toEqual([0, 0]);
  expect(Math.min(...counts.slice(3, 6))).toBeGreaterThan(0);
});

it('has the contacts that it had when it was a part of the command line', async () => {
  const scene = await characterFigureEntry.make();
  const detector = createDetector(scene.mesh);
  const positions = new Float64Array(scene.mesh.positions.length);
  const hash = createHash('sha256');
  for (let frame = 0; frame < scene.frameCount; frame++) {
    scene.frame(frame, positions);
    detector.update(positions);
    const { count, edgeA, edgeB, triangle } = detector.findIntersections();
    const contacts = Array.from({ length: count }, (_, i) =>
      [Math.min(edgeA[i], edgeB[i]), Math.max(edgeA[i], edgeB[i]), triangle[i]].join(),
    );
    hash.update(`${frame}: ${contacts.sort().join(';')}\n`);
  }
  expect(hash.digest('hex').slice(0, 16)).toBe('3200910c9a863127');
});
