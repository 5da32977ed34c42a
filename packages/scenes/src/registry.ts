import { extremeScales, farFromOrigin, mixture, nestedSpheres } from './adversarial/bodies.ts';
import { needleTriangles, zeroAreaTriangles, zeroLengthEdges } from './adversarial/degenerate-triangles.ts';
import { coincidentSheets, coplanarOverlaps, latticeSoup } from './adversarial/exact-overlaps.ts';
import { singleTriangle, tetrahedron, twoTriangles } from './adversarial/few-triangles.ts';
import { duplicatedVertices, flippedWindings, foldedSheet } from './adversarial/folds.ts';
import { book, bowTies, doubleCoverFan } from './adversarial/non-manifold.ts';
import { annulus, helicalRamp, mobiusStrip, unweldedSeam } from './adversarial/strips.ts';
import { bunnyEntries } from './bunny/bunny-scene.ts';
import { scanEntry } from './scan/scan-scene.ts';
import type { Scene, SceneEntry, SceneOptions } from './scene.ts';
import { drapedSheetEntry } from './sheets/draped-sheet.ts';
import { flatSheetEntry } from './sheets/flat-sheet.ts';
import { twistedSheetEntry } from './sheets/twisted-sheet.ts';
import { elbowEntry, kneeEntry } from './solids/bent-tube.ts';
import { bumpySphereEntry } from './solids/bumpy-sphere.ts';
import { torusKnotEntry } from './solids/torus-knot.ts';
import { soupEntries } from './soup/triangle-soup.ts';

/** Every scene there is, by group. */
export const scenes: readonly SceneEntry[] = [
  flatSheetEntry,
  twistedSheetEntry,
  drapedSheetEntry,
  bumpySphereEntry,
  torusKnotEntry,
  kneeEntry,
  elbowEntry,
  bunnyEntries.plain,
  bunnyEntries.bumpy,
  bunnyEntries.spiky,
  scanEntry,
  soupEntries.sparse,
  soupEntries.medium,
  soupEntries.dense,
  singleTriangle,
  twoTriangles,
  tetrahedron,
  foldedSheet,
  flippedWindings,
  duplicatedVertices,
  unweldedSeam,
  mobiusStrip,
  annulus,
  helicalRamp,
  bowTies,
  book,
  doubleCoverFan,
  zeroAreaTriangles,
  needleTriangles,
  zeroLengthEdges,
  coplanarOverlaps,
  latticeSoup,
  coincidentSheets,
  nestedSpheres,
  farFromOrigin,
  extremeScales,
  mixture,
];

/**
 * Makes the scene with this name.
 *
 * @throws RangeError (as a rejected promise) for a name that does not exist or an option out of range.
 *
 * @example
 * const scene = await makeScene('twisted-sheet', { triangles: 4096, frames: 30 });
 * const positions = new Float64Array(scene.mesh.positions.length);
 * scene.frame(29, positions);
 */
export async function makeScene(name: string, options: SceneOptions = {}): Promise<Scene> {
  const entry = scenes.find((known) => known.name === name);
  if (!entry) {
    const names = scenes.map((known) => known.name).join(', ');
    throw new RangeError(`makeScene: name must be one of ${names}; got ${String(name)}.`);
  }
  return entry.make(options);
}
