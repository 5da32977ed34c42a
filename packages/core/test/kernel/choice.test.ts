import { optimisedBoxTree } from '@selfcollide/papers';
import { describe, expect, it } from 'vitest';
import { createDetector } from '../../src/create-detector.ts';
import { kernel } from '../../src/kernel.ts';
import { createContactDetector } from '../../src/star-contour.ts';
import { contactsFound } from '../contact-oracle.ts';
import { RandomPoints } from '../predicates/random.ts';

const SIDE = 24;
/** Poses after which culling is tried again at the latest, wherever boxes were chosen: 2 to the power of LONGEST_BITS of choice.ts, and one. */
const LONGEST = 65;

/** A sheet of 1,152 triangles, of which vertices beyond a column are moved by up to `mess` cells; those before it are slightly uneven. */
function sheet(seed: number, mess: number, from = 0) {
  const random = new RandomPoints(seed);
  const positions = new Float64Array(3 * (SIDE + 1) ** 2);
  const triangles: number[] = [];
  for (let v = 0; v < (SIDE + 1) ** 2; v++) {
    const [dx, dy, dz] = random.inCube();
    const by = v % (SIDE + 1) >= from ? mess : 0.05;
    positions.set([(v % (SIDE + 1)) + by * dx, Math.floor(v / (SIDE + 1)) + by * dy, by * dz], 3 * v);
  }
  for (let i = 0; i < SIDE * SIDE; i++) {
    const a = (i % SIDE) + (SIDE + 1) * Math.floor(i / SIDE);
    triangles.push(a, a + 1, a + SIDE + 1, a + 1, a + SIDE + 2, a + SIDE + 1);
  }
  return { positions, triangles: Uint32Array.from(triangles) };
}

const FLAT = sheet(1, 0.05);

function contactsOf(positions: Float64Array): string[] {
  return contactsFound(createDetector({ ...FLAT, positions }, { method: 'brute-force' }));
}

describe('culling or boxes', () => {
  it('is culling where that pays, pose after pose', () => {
    const detector = createDetector(FLAT);
    expect(detector.engine).toBe('kernel');
    for (let pose = 0; pose < 50; pose++) {
      detector.update(sheet(pose, 0.05).positions);
      expect(contactsFound(detector)).toEqual([]);
      expect(detector.counters).toMatchObject({ boxTests: 0, contourTests: 1, patchesCulled: 1 });
    }
  });

  it('is boxes where nothing is culled, which is tried again now and then, and culling again when it pays', () => {
    const detector = createDetector(FLAT);
    const boxes = createDetector(FLAT, { method: optimisedBoxTree() });
    const tried: number[] = [];
    for (let pose = 0; pose < 100; pose++) {
      const { positions } = sheet(pose % 3, 1.5);
      for (const one of [detector, boxes]) one.update(positions);
      expect(contactsFound(detector)).toEqual(contactsFound(boxes));
      if (detector.counters.orientationTests > 0) tried.push(pose);
      else expect(detector.counters.boxTests).toBe(boxes.counters.boxTests);
    }
    // 2, 3, 5, 9, 17, 33 and at last 65 poses on
    expect(tried).toEqual([0, 2, 5, 10, 19, 36, 69]);
    let waited = 0;
    do detector.update(FLAT.positions);
    while (contactsFound(detector).length === 0 && detector.counters.patchesCulled === 0 && waited++ < 100);
    expect(waited).toBeLessThan(LONGEST);
    detector.update(FLAT.positions);
    expect(contactsFound(detector)).toEqual([]);
    expect(detector.counters).toMatchObject({ boxTests: 0, contourTests: 1 });
  });

  it('is chosen patch by patch', () => {
    const detector = createDetector(FLAT);
    const { positions } = sheet(5, 1.5, SIDE / 2);
    const right = contactsOf(positions);
    expect(right.length).toBeGreaterThan(100);
    const asked: number[] = [];
    for (let pose = 0; pose < 40; pose++) {
      detector.update(positions);
      expect(contactsFound(detector)).toEqual(right);
      asked.push(detector.counters.orientationTests);
      expect(detector.counters.patchesCulled).toBeGreaterThan(0);
    }
    // those of the messy half are no longer asked
    expect(Math.min(...asked)).toBeLessThan(asked[0] / 2);
  });

  it('finds what brute force and TypeScript find while it changes, twice alike', () => {
    const detectors = [createDetector(FLAT), createDetector(FLAT), createDetector(FLAT, { engine: 'plain' })];
    const random = new RandomPoints(7);
    let byBoxes = 0;
    for (let pose = 0; pose < 40; pose++) {
      const [x, y] = random.inCube();
      const mess = [0.05, 0.05, 0.6, 1.2][Math.floor(2 * (x + 1)) & 3];
      const { positions } = sheet(pose, mess, y > 0 ? SIDE / 2 : 0);
      for (const detector of detectors) detector.update(positions);
      const right = contactsOf(positions);
      for (const detector of detectors) expect(contactsFound(detector)).toEqual(right);
      expect(detectors[0].counters).toEqual(detectors[1].counters);
      if (detectors[0].counters.orientationTests === 0) byBoxes++;
      const [first, second] = detectors.map((detector) => detector.findIntersections().slice());
      for (const name of ['edgeA', 'edgeB', 'triangle'] as const) expect(first[name]).toEqual(second[name]);
    }
    expect(byBoxes).toBeGreaterThan(5);
    expect(byBoxes).toBeLessThan(35);
  });

  it('leaves impacts as they are: a patch that is compared by boxes in poses is culled in steps', () => {
    const { positions: messy } = sheet(3, 1.5);
    const detector = createDetector(FLAT);
    for (let pose = 0; pose < 20; pose++) {
      detector.update(messy);
      contactsFound(detector);
    }
    detector.update(FLAT.positions);
    contactsFound(detector);
    expect(detector.counters.orientationTests).toBe(0);
    const next = FLAT.positions.map((x) => 1.001 * x);
    expect(detector.earliestImpact(next)).toBeNull();
    expect(detector.counters.patchesCulled).toBeGreaterThan(0);
    detector.update(next);
    expect(contactsFound(detector)).toEqual([]);
  });

  it('gives the same for a search that is cut short', () => {
    const { positions } = sheet(9, 1.5);
    const right = contactsOf(positions);
    const detector = createDetector(FLAT);
    for (let pose = 0; pose < 12; pose++) {
      detector.update(positions);
      expect(detector.selfIntersects()).toBe(true);
      expect(detector.findIntersections({ maxContacts: 3 }).count).toBe(3);
      if (pose % 2 === 0) expect(contactsFound(detector)).toEqual(right);
    }
  });

  it('writes over nothing where a mesh has no contours at all: loose triangles, without and with room for steps', () => {
    const random = new RandomPoints(5);
    const count = 400;
    const triangle = () => {
      const middle = random.inCube();
      return Array.from({ length: 3 }, () => random.inCube().map((x, axis) => middle[axis] + 0.2 * x)).flat();
    };
    const pose = () => Float64Array.from(Array.from({ length: count }, triangle).flat());
    const mesh = { positions: pose(), triangles: Uint32Array.from({ length: 3 * count }, (_, i) => i) };
    const lean = createContactDetector(mesh, { kernel });
    const full = createDetector(mesh);
    const oracle = createDetector(mesh, { method: 'brute-force' });
    const boxes = createDetector(mesh, { method: 'box-tree', engine: 'plain' });
    expect([lean.engine, full.engine]).toEqual(['kernel', 'kernel']);
    for (let i = 0; i < 5; i++) {
      const positions = pose();
      for (const detector of [lean, full, oracle]) detector.update(positions);
      const expected = contactsFound(oracle);
      expect(expected.length).toBeGreaterThan(50);
      expect(contactsFound(lean)).toEqual(expected);
      expect(contactsFound(full)).toEqual(expected);
      const next = positions.map((x) => x + 0.01 * random.inCube()[0]);
      boxes.update(positions);
      const { vertexCount, edgeCount } = boxes.findImpacts(next);
      expect(full.findImpacts(next)).toMatchObject({ vertexCount, edgeCount });
    }
  });
});
