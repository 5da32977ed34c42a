import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readModel } from '@selfcollide/io';
import { CORE_FORM, noContour, optimisedBoxTree, type StarContourOptions, starContours } from '@selfcollide/papers';
import { createDetector, type Detector } from 'selfcollide';
import { describe, expect, it } from 'vitest';
import { dataFolder, readManifest } from '../src/data/data-folder.ts';
import { compareSets, contactSet } from '../src/fuzz/contact-set.ts';

const folder = dataFolder();
const known = folder === undefined ? [] : readManifest(folder);

const setOf = (detector: Detector) =>
  contactSet(detector.findIntersections(), detector.vertexCount, detector.triangleCount);

const load = async (file: string) => readModel(readFileSync(join(folder!, file)), { name: file });

const variants: StarContourOptions[] = [
  { contourTest: 'exact', directions: 31 },
  { contourTest: 'star', directions: 14 },
  { contourTest: 'star-then-exact', directions: 31, retry: 'rest-shape' },
];

describe.skipIf(folder === undefined)('meshes of ../shared/data (skipped where that is absent)', () => {
  it('are there', () => {
    expect(known.length).toBeGreaterThan(15);
  });

  it.each(known)(
    '$file: all contour tests find the $contacts contacts of the manifest',
    async ({ file, triangles, contacts }) => {
      const model = await load(file);
      const boxes = createDetector(model, { method: optimisedBoxTree() });
      const expected = setOf(boxes);
      // its quads are not planar, and the manifest counts with each cut from its first corner
      if (file !== 'static/doubleLoopWithCube.obj') expect(expected.length).toBe(contacts);
      const prepared = boxes.finder.serialize?.(); // cutting into patches takes longer than all the rest
      for (const options of triangles > 50_000 ? variants.slice(0, 1) : variants) {
        const found = setOf(createDetector(model, { method: starContours({ ...CORE_FORM, ...options, prepared }) }));
        expect(compareSets(expected, found, String), JSON.stringify(options)).toBeUndefined();
      }
    },
  );

  const sequences = [
    ['thick-cloth_t0.ply', 'thick-cloth_t1.ply'],
    ['cloth-funnel_227.ply', 'cloth-funnel_228.ply'],
    ['kick_shell0.obj', 'kick_shell30.obj', 'kick_shell45.obj'],
    ['armadillo-rollers_326.ply', 'armadillo-rollers_327.ply'],
  ];
  it.each(sequences)('%s and what follows: updated forth and back, the counts of the manifest', async (...files) => {
    const paths = files.map((file) => `sequences/${file}`);
    const frames = await Promise.all(paths.map(load));
    const counts = paths.map((path) => known.find(({ file }) => file === path)!.contacts);
    // copies of a vertex may have moved apart by rounding
    const detectors = variants.map((options) =>
      createDetector(frames[0], { method: starContours({ ...CORE_FORM, ...options }), weld: 'keep' }),
    );
    const order = [...frames.keys(), ...[...frames.keys()].reverse()];
    for (const i of order) {
      for (const detector of detectors) {
        detector.update(frames[i].positions);
        expect(detector.findIntersections().count).toBe(counts[i]);
      }
    }
  });

  it('cgal_man: directions without a contour test miss contacts, star-contour none', async () => {
    const model = await load('static/cgal_man.off');
    const all = setOf(createDetector(model, { method: 'box-tree' }));
    const found = setOf(createDetector(model, { method: noContour({ directions: 14 }) }));
    const missed = all.filter((contact) => !found.includes(contact));
    expect(missed.length).toBeGreaterThan(0); // 7 of 818; how many depends on the patches
    expect(missed.length).toBeLessThan(all.length / 4);
    expect(found.length + missed.length).toBe(all.length); // what it finds is right
    for (const directions of [14, 31] as const) {
      expect(setOf(createDetector(model, { method: starContours({ ...CORE_FORM, directions }) }))).toEqual(all);
    }
  });
});
