import { CORE_FORM, type StarContourOptions, starContours } from '@selfcollide/papers';
import { describe, expect, it } from 'vitest';
import { createDetector } from '../../../src/create-detector.ts';
import type { DetectorOptions } from '../../../src/method-options.ts';
import { contactsFound } from '../../contact-oracle.ts';
import { type SmallMesh, sheet, sphere } from '../../partition/small-meshes.ts';

const forms: StarContourOptions[] = [
  { contourTest: 'exact' },
  { contourTest: 'star' },
  { contourTest: 'star-then-exact', directions: 14, retry: 'always' },
  { contourTest: 'exact', directions: 14, retry: 'rest-shape' },
];
const variants: DetectorOptions[] = [{}, ...forms.map((form) => ({ method: starContours({ ...CORE_FORM, ...form }) }))];

/** Rolled up like a carpet: patches face one way and still cover each other, with many contacts where layers pass through each other. */
function carpet(columns: number, rows: number): SmallMesh {
  const flat = sheet(columns, rows);
  const positions = flat.positions.slice();
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y] = [flat.positions[i], flat.positions[i + 1]];
    const angle = 0.6 * x;
    positions[i] = (3 + 0.3 * Math.sin(2 * y + x)) * Math.cos(angle);
    positions[i + 2] = (3 + 0.3 * Math.cos(3 * y - x)) * Math.sin(angle);
  }
  return { positions, triangles: flat.triangles };
}

const meshes: Readonly<Record<string, SmallMesh>> = {
  'a flat sheet': sheet(12, 10),
  'a carpet': carpet(18, 6),
  'a sphere': sphere(5),
};

/** The oracle's contacts, of this mesh in this pose. */
const contactsOf = (mesh: SmallMesh, positions: Float64Array) =>
  contactsFound(createDetector({ positions, triangles: mesh.triangles }, { method: 'brute-force', weld: false }));

describe.each(Object.entries(meshes))('%s', (name, mesh) => {
  const usual = contactsOf(mesh, mesh.positions);

  it('has contacts where it should', () => {
    expect(usual.length > 0).toBe(name === 'a carpet');
  });

  it.each([-1000, -332, -260, -250, -249, 249, 290, 299, 332, 1000])(
    'scaled by 2^%i: the same contacts',
    (exponent) => {
      const positions = mesh.positions.map((x) => x * 2 ** exponent);
      for (const options of variants) {
        const detector = createDetector({ ...mesh, positions }, { ...options, weld: false });
        expect(contactsFound(detector)).toEqual(usual);
      }
    },
  );

  it('prepared for a usual pose, then in extreme ones and back: the same contacts', () => {
    for (const options of variants) {
      const detector = createDetector(mesh, { ...options, weld: false });
      for (const factor of [1, 1e100, 1e-100, 1e300, 1, 1e-300, 1]) {
        const positions = mesh.positions.map((x) => x * factor);
        detector.update(positions);
        expect(contactsFound(detector).length > 0).toBe(usual.length > 0);
        if (factor === 1) expect(contactsFound(detector)).toEqual(usual);
      }
    }
  });

  it.each([-1000, -200, 200, 1000])('scaled by 2^%i is still culled', (exponent) => {
    const positions = mesh.positions.map((x) => x * 2 ** exponent);
    const detector = createDetector({ ...mesh, positions }, { weld: false });
    detector.findIntersections();
    expect(detector.counters.patchesCulled).toBeGreaterThan(0);
  });

  it.each([2 ** -20, 2 ** -30, 2 ** -40])('so small that coordinates differ by %d only: equals the oracle', (size) => {
    for (const place of [1, 2 ** -249, 2 ** -240, 2 ** 290]) {
      const positions = mesh.positions.map((x) => place + place * size * x);
      const expected = contactsOf(mesh, positions);
      for (const options of variants) {
        const detector = createDetector({ ...mesh, positions }, { ...options, weld: false });
        expect(contactsFound(detector)).toEqual(expected);
      }
    }
  });
});

describe('axes of different size', () => {
  const small = carpet(11, 2);

  it.each([
    [1e100, 1, 1],
    [1, 1, 1e-100],
    [1e100, 1e-100, 1],
    [1e-300, 1e300, 1],
    [1, 1e-30, 1e30],
    [1e-70, 1, 1e70],
  ])('%d, %d, %d: equals the oracle', (...axes) => {
    const positions = small.positions.map((x, i) => x * axes[i % 3]);
    const expected = contactsOf(small, positions);
    expect(expected.length).toBeGreaterThan(0);
    for (const options of variants) {
      const fresh = createDetector({ ...small, positions }, { ...options, weld: false });
      expect(contactsFound(fresh)).toEqual(expected);
      const moved = createDetector(small, { ...options, weld: false });
      moved.update(positions);
      expect(contactsFound(moved)).toEqual(expected);
    }
  });
});

describe('coordinates of all sizes in one mesh', () => {
  it('equals the oracle', () => {
    const mesh = sheet(6, 5);
    const sizes = [1, 1e-100, 1e100, 1e-5, 1e5, 1e-200];
    const positions = mesh.positions.map((x, i) => (x - 2.2) * sizes[(i * 7 + (i >> 2)) % sizes.length]);
    const expected = contactsOf(mesh, positions);
    expect(expected.length).toBeGreaterThan(0);
    for (const options of variants) {
      expect(contactsFound(createDetector({ ...mesh, positions }, { ...options, weld: false }))).toEqual(expected);
    }
  });
});
