import { noContour, optimisedBoxTree, starContours } from '@selfcollide/papers';
import { makeScene, scenes } from '@selfcollide/scenes';
import { createDetector, type Detector, type DetectorOptions } from 'selfcollide';
import { describe, expect, it } from 'vitest';

/** Every way in which the method can be set up; all must give the oracle's set. */
const variants: DetectorOptions[] = [];
for (const contourTest of ['star', 'exact', 'star-then-exact'] as const) {
  for (const directions of [14, 31] as const) {
    for (const retry of ['back-off', 'rest-shape', 'always'] as const)
      variants.push({ method: starContours({ contourTest, directions, retry }) });
  }
}
variants.push({}, { method: optimisedBoxTree() }, { method: 'box-tree' });

function contactSet(detector: Detector): string[] {
  const { count, edgeA, edgeB, triangle } = detector.findIntersections();
  return Array.from({ length: count }, (_, i) => {
    const [low, high] = edgeA[i] < edgeB[i] ? [edgeA[i], edgeB[i]] : [edgeB[i], edgeA[i]];
    return `${low}-${high} ${triangle[i]}`;
  }).sort();
}

describe('star-contour with every combination of options equals the oracle', () => {
  for (const { name } of scenes) {
    it(name, async () => {
      // coordinates that no filter can decide are slow: whole-number arithmetic all the way
      const scene = await makeScene(name, { triangles: name === 'extreme-scales' ? 30 : 320 });
      const last = scene.frameCount - 1;
      // forwards, backwards and the same again, so that back-off and boxes of earlier poses come into play
      const frames = [0, Math.round(last / 3), Math.round((2 * last) / 3), last, last, Math.round(last / 3), 0];
      const oracle = createDetector(scene.mesh, { method: 'brute-force' });
      const detectors = variants.map((options) => createDetector(scene.mesh, options));
      const positions = new Float64Array(scene.mesh.positions.length);
      const known = new Map<number, string[]>();
      for (const frame of frames) {
        scene.frame(frame, positions);
        if (!known.has(frame)) {
          oracle.update(positions);
          known.set(frame, contactSet(oracle));
        }
        for (const [i, detector] of detectors.entries()) {
          detector.update(positions);
          expect(contactSet(detector), `variant ${i}, frame ${frame}`).toEqual(known.get(frame));
        }
      }
    });
  }
});

describe('directions without a contour test', () => {
  it.each([
    ['elbow', 300],
    ['knee', 1000],
  ])('miss contacts at the %s, star-contour none', async (name, triangles) => {
    const scene = await makeScene(name, { triangles });
    const unsafe = createDetector(scene.mesh, { method: noContour() });
    const safe = createDetector(scene.mesh);
    const boxes = createDetector(scene.mesh, { method: 'box-tree' });
    const positions = new Float64Array(scene.mesh.positions.length);
    let missed = 0;
    for (const share of [0.8, 0.85, 0.9, 0.95, 1]) {
      scene.frame(Math.round(share * (scene.frameCount - 1)), positions);
      for (const detector of [unsafe, safe, boxes]) detector.update(positions);
      const all = contactSet(boxes);
      expect(contactSet(safe)).toEqual(all);
      const found = new Set(contactSet(unsafe));
      missed += all.filter((contact) => !found.has(contact)).length;
      for (const contact of found) expect(all).toContain(contact);
    }
    expect(missed).toBeGreaterThan(0);
  });
});
