import { makeScene } from '@selfcollide/scenes';
import { createDetector } from 'selfcollide';
import { describe, expect, it } from 'vitest';
import { POSE_KINDS } from '../../src/detect/finding-kinds.ts';
import { findFindings } from '../../src/detect/frame-findings.ts';
import { prepareMesh } from '../../src/detect/prepared-mesh.ts';
import { findTrianglePairs } from '../../src/detect/triangle-pairs.ts';
import { createWelder } from '../../src/detect/weld.ts';
import { sceneModel } from '../../src/source/open-scene.ts';

const OPTIONS = {
  method: 'box-tree',
  plain: true,
  kinds: POSE_KINDS,
  betweenFrames: false,
  pairs: 'triangles',
  ignoreRest: false,
  places: 'all',
  listLimit: 0,
  spareContacts: 0,
} as const;

describe('findTrianglePairs', () => {
  it.each([
    ['soup', 'all'],
    ['mixture', 'all'],
    ['mixture', 'self'],
    ['mixture', 'between'],
    ['duplicated-vertices', 'all'],
    ['bow-ties', 'all'],
  ] as const)('gives the detector’s pairs: %s, %s', async (name, scope) => {
    const scene = await makeScene(name, { triangles: 800 });
    const model = sceneModel(scene);
    const positions = new Float64Array(model.positions.length);
    scene.frame(scene.frameCount - 1, positions);
    const weld = createWelder(0).weld(model, model.positions);
    const mesh = prepareMesh(model, positions, weld, { ...OPTIONS, scope });
    const findings = findFindings(mesh, positions, undefined, { ...OPTIONS, scope });
    const pairs = findTrianglePairs(mesh, findings, scope);

    const { triangles, labels } = mesh;
    const detector = createDetector(
      { positions, triangles },
      {
        weld: false,
        objects: labels.labels,
        pairs: { all: 'all', self: 'same-object', between: 'between-objects' }[scope] as 'all',
      },
    );
    const expected = detector.findIntersectingTriangles({ includeNeighbours: true });
    const sorted = (a: Uint32Array, b: Uint32Array) => Array.from(a, (s, i) => `${s} ${b[i]}`).sort();
    expect(sorted(pairs.a, pairs.b)).toEqual(sorted(expected.triangleA, expected.triangleB));
    if (scope === 'all' && name !== 'bow-ties') expect(pairs.count).toBeGreaterThan(0);
  });
});
