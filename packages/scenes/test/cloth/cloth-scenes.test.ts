import { clothScenes, foldingTapeEntry, walkScenes } from '@selfcollide/scenes';
import { createDetector } from 'selfcollide';
import { describe, expect, it } from 'vitest';
import { createFoldingTape, foldingTapeMesh } from '../../src/cloth/folding-tape.ts';
import { createSheets, sheetsMesh } from '../../src/cloth/sheets.ts';
import { createTape, tapeMesh } from '../../src/cloth/tape.ts';

/** Particles and triangles of the solid, as the cloth paper has them where it says so. */
const SIZES: Record<string, [particles: number, solid: number]> = {
  'table-cloth': [49, 96],
  sheets: [3 * 441, 524],
  tape: [9 * 161, 580],
  'folding-tape': [9 * 161, 580],
};
const falling = [...clothScenes, foldingTapeEntry];
/** Test sizes: fewer cells, the same motion otherwise. */
const SMALL = {
  sheets: () => ({ cloth: createSheets(6), mesh: sheetsMesh(6) }),
  tape: () => ({ cloth: createTape(40, 2), mesh: tapeMesh(40, 2) }),
  'folding-tape': () => ({ cloth: createFoldingTape(60, 3), mesh: foldingTapeMesh(60, 3) }),
};

it.each(falling)('$name has its number of particles, and starts free of contact', (entry) => {
  const { mesh, solid, frameCount } = entry.make();
  expect([mesh.positions.length / 3, solid.triangles.length / 3]).toEqual(SIZES[entry.name]);
  expect(mesh.triangles.length / 3).toBe(entry.defaultTriangles);
  expect(frameCount).toBe(entry.defaultFrames);
  const detector = createDetector(mesh);
  expect(detector.selfIntersects()).toBe(false);
  expect(detector.findProximities({ distance: 0, against: createDetector(solid) }).count).toBe(0);
  const [first] = entry.make({ frames: 2 }).frames();
  expect(first).toEqual(mesh.positions);
});

it.each(falling)('$name refuses options out of range', ({ name, make }) => {
  expect(() => make({ frames: 0 })).toThrow(`${name}: frames must be a whole number from 1`);
});

describe.each(['sheets', 'tape', 'folding-tape'] as const)('%s, small,', (name) => {
  it('has no intersecting pair in any step, with the solid or with itself', () => {
    const { solid } = falling.find((entry) => entry.name === name)!.make();
    const { cloth, mesh } = SMALL[name]();
    const from = mesh.positions;
    const detector = createDetector(mesh);
    const ground = createDetector(solid, { method: 'box-tree' });
    const seen = { pierced: 0, crossed: 0, cut: 0 };
    for (let i = 0; i < 60; i++) {
      cloth.step(0.01);
      detector.update(cloth.positions);
      if (detector.findProximities({ distance: 0, against: ground }).count > 0) seen.pierced++;
      if (detector.selfIntersects()) seen.crossed++;
      if (cloth.counters.share < 1) seen.cut++;
    }
    expect(seen).toEqual({ pierced: 0, crossed: 0, cut: 0 });
    let lowest = Infinity;
    for (let i = 1; i < from.length; i += 3) lowest = Math.min(lowest, cloth.positions[i] - from[i]);
    expect(lowest).toBeLessThan(-0.05); // it fell
    const near = createDetector(mesh, { restRadius: 0.02 });
    near.update(cloth.positions);
    const folds = near.findProximities({ distance: 0.003 }).count;
    if (name === 'folding-tape') expect(folds).toBeGreaterThan(20);
  });
});

it('a small tape lies still after 4 s, and keeps its distance', () => {
  const { solid, thickness } = clothScenes.find(({ name }) => name === 'tape')!.make();
  const cloth = createTape(40, 2);
  for (let i = 0; i < 400; i++) cloth.step(0.01);
  let fastest = 0;
  for (let i = 0; i < cloth.velocities.length; i += 3) {
    fastest = Math.max(fastest, Math.hypot(...cloth.velocities.subarray(i, i + 3)));
  }
  expect(fastest).toBeLessThan(0.01);
  const detector = createDetector(tapeMesh(40, 2), { restRadius: 4 * thickness });
  detector.update(cloth.positions);
  const against = createDetector(solid, { method: 'box-tree' });
  expect(detector.findProximities({ distance: 0.499 * thickness }).count).toBe(0);
  expect(detector.findProximities({ distance: 0.499 * thickness, against }).count).toBe(0);
  expect(detector.findProximities({ distance: 1.5 * thickness, against }).count).toBeGreaterThan(0); // it lies on it
});

/** Particles of the cloth paper's Table 1. */
const WALKS: Record<string, number> = { 'walk-pants': 833, 'walk-low': 713, 'walk-high': 10_757 };

it.each(walkScenes)(
  "$name has the cloth paper's sizes, and starts free of contact",
  ({ name, defaultTriangles, make }) => {
    const { mesh, solid, thickness } = make();
    expect(Math.abs(mesh.positions.length / 3 / WALKS[name] - 1)).toBeLessThan(0.02);
    expect(Math.abs(solid.triangles.length / 3 / 28_784 - 1)).toBeLessThan(0.01);
    expect(mesh.triangles.length / 3).toBe(defaultTriangles);
    const detector = createDetector(mesh);
    expect(detector.selfIntersects()).toBe(false);
    expect(detector.findProximities({ distance: thickness, against: createDetector(solid) }).count).toBe(0);
    // two triangles one after the other are a quad
    if (name === 'walk-pants') return;
    for (let t = 0; t < mesh.triangles.length; t += 6) {
      expect(new Set(mesh.triangles.subarray(t, t + 6)).size).toBe(4);
    }
  },
);

it.each(walkScenes.slice(0, 2))('$name walks without intersecting', ({ make }) => {
  const { mesh, solid, begin } = make();
  const phases = new Set<string>();
  const run = begin({ onPhase: (phase) => phases.add(phase) });
  const detector = createDetector(mesh);
  const body = createDetector(solid, { method: 'box-tree' });
  for (let i = 0; i < 5; i++) {
    run.step();
    detector.update(run.cloth.positions);
    body.update(run.solid.positions);
    expect(detector.findProximities({ distance: 0, against: body }).count).toBe(0);
    expect(detector.selfIntersects()).toBe(false);
  }
  expect([...phases].sort()).toEqual(['detection', 'response', 'solver']);
});
