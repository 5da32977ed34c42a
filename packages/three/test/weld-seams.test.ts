import { createDetector } from 'selfcollide';
import {
  type BufferGeometry,
  CapsuleGeometry,
  ConeGeometry,
  CylinderGeometry,
  Float32BufferAttribute,
  LatheGeometry,
  PlaneGeometry,
  SphereGeometry,
  TorusGeometry,
  TorusKnotGeometry,
  Vector2,
} from 'three';
import { describe, expect, it } from 'vitest';
import { createBackgroundCollider, SelfCollider } from '../src/index.ts';
import { SEAM_TOLERANCE, weldSeams } from '../src/weld-seams.ts';
import { contactSet } from './contact-set.ts';
import { foldSheet, makeSheet } from './scenes.ts';

const arc = Array.from(
  { length: 12 },
  (_, i) => new Vector2(Math.sin((i * Math.PI) / 11), Math.cos((i * Math.PI) / 11)),
);

const ROUND: Record<string, () => BufferGeometry> = {
  sphere: () => new SphereGeometry(1, 48, 24),
  'default sphere': () => new SphereGeometry(),
  torus: () => new TorusGeometry(1, 0.4, 16, 48),
  capsule: () => new CapsuleGeometry(0.5, 1, 8, 24),
  cylinder: () => new CylinderGeometry(1, 1, 2, 48, 8),
  cone: () => new ConeGeometry(1, 2, 48, 8),
  lathe: () => new LatheGeometry(arc, 32),
};
const CLOSED: Record<string, () => BufferGeometry> = {
  ...ROUND,
  'torus knot': () => new TorusKnotGeometry(1, 0.3, 64, 8),
};

function twist(geometry: BufferGeometry, turn: number): void {
  const position = geometry.getAttribute('position');
  for (let i = 0; i < position.count; i++) {
    const [x, y, z] = [position.getX(i), position.getY(i), position.getZ(i)];
    const [c, s] = [Math.cos(turn * y), Math.sin(turn * y)];
    position.setXYZ(i, c * x + s * z, y, c * z - s * x);
  }
}

const forms = ['with index', 'without index'] as const;
const cases = (shapes: typeof ROUND) =>
  Object.keys(shapes).flatMap((name) => forms.map((form) => [name, form] as const));

function make(shapes: typeof ROUND, name: string, form: (typeof forms)[number], size = 1): BufferGeometry {
  const geometry = shapes[name]().scale(size, size, size);
  return form === 'with index' ? geometry : geometry.toNonIndexed();
}

describe('seams of round shapes', () => {
  it.each(cases(CLOSED))('%s %s: no contact after a gentle twist, at any size and place', async (name, form) => {
    for (const [size, away] of [
      [1, 0],
      [1e-3, 0],
      [1, 20],
    ]) {
      const geometry = make(CLOSED, name, form, size).translate(away, 0, 0);
      const collider = new SelfCollider(geometry);
      expect(collider.findIntersections().count).toBe(0);
      twist(geometry, 0.3 / size);
      expect([size, away, collider.update().findIntersections().count]).toEqual([size, away, 0]);
    }
    const geometry = make(CLOSED, name, form);
    const background = await createBackgroundCollider(geometry);
    twist(geometry, 0.3);
    expect((await background.find()).count).toBe(0);
  });

  it.each(cases(ROUND))('%s %s: without tolerance there are false ones', (name, form) => {
    const geometry = make(ROUND, name, form);
    const collider = new SelfCollider(geometry, { weldTolerance: 0 });
    twist(geometry, 0.5);
    expect(collider.update().findIntersections().count).toBeGreaterThan(20);
  });

  it('finds the contacts that a closed sphere has when it is pushed through itself', () => {
    const geometry = new SphereGeometry(1, 32, 24);
    const collider = new SelfCollider(geometry);
    const position = geometry.getAttribute('position');
    for (let i = 0; i < position.count; i++) {
      const [x, y, z] = [position.getX(i), position.getY(i), position.getZ(i)];
      position.setY(i, y - 2.2 * Math.exp(-4 * (x * x + z * z)) * (y > 0 ? 1 : 0));
    }
    const found = collider.update().findIntersections();
    // the same sphere as one surface without copies
    const { positions, triangles } = collider;
    const rest = new SphereGeometry(1, 32, 24).getAttribute('position').array;
    const weld = weldSeams(Float64Array.from(rest), triangles, SEAM_TOLERANCE)!;
    const one = createDetector(
      { positions, triangles: triangles.map((v) => weld[v]) },
      { method: 'brute-force', weld: false },
    );
    expect(found.count).toBeGreaterThan(20);
    expect(found.count).toBe(one.findIntersections().count);
  });
});

describe('weldSeams', () => {
  it('joins borders only: tiny triangles inside a surface stay as they are', () => {
    // a sheet of size 1 with squares of 1e-7, next to a single large triangle
    const fine = new PlaneGeometry(8e-7, 8e-7, 8, 8);
    const positions = Float64Array.from([...fine.getAttribute('position').array, 1, 0, 0, 1, 1, 0, 0, 1, 0]);
    const triangles = Uint32Array.from([...fine.getIndex()!.array, 81, 82, 83]);
    const weld = weldSeams(positions, triangles, SEAM_TOLERANCE)!;
    const inside = Array.from({ length: 81 }, (_, v) => v).filter((v) => v % 9 > 0 && v % 9 < 8 && v > 8 && v < 72);
    expect(inside.map((v) => weld[v])).toEqual(inside);
    for (let t = 0; t < triangles.length; t += 3) {
      expect(new Set([0, 1, 2].map((k) => weld[triangles[t + k]])).size).toBe(3);
    }
  });

  it('leaves what is farther apart than the tolerance, and takes vertices in ascending order', () => {
    const strip = (gap: number) => Float64Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, gap, 0, 0, 1 + gap, 0, 1, 1, 0]);
    const triangles = Uint32Array.from([0, 1, 2, 3, 5, 4]);
    expect([...weldSeams(strip(1e-7), triangles, 1e-6)!]).toEqual([0, 1, 2, 1, 2, 5]);
    expect([...weldSeams(strip(1e-5), triangles, 1e-6)!]).toEqual([0, 1, 2, 3, 4, 5]);
    expect([...weldSeams(strip(0), triangles, 0)!]).toEqual([0, 1, 2, 1, 2, 5]);
    expect(weldSeams(strip(Number.NaN), triangles, 1e-6)).toBeNull();
    expect(weldSeams(strip(0), Uint32Array.from([0, 1, 6]), 1e-6)).toBeNull();
  });

  it('changes nothing where there is no seam', () => {
    const geometry = makeSheet(24);
    const [near, exact] = [new SelfCollider(geometry), new SelfCollider(geometry, { weldTolerance: 0 })];
    foldSheet(geometry, makeSheet(24));
    expect(contactSet(near.update().findIntersections())).toEqual(contactSet(exact.update().findIntersections()));
  });

  it('says which tolerances there are', () => {
    const make = (options: object) => () => new SelfCollider(makeSheet(2), options);
    expect(make({ weldTolerance: -1 })).toThrow('SelfCollider: weldTolerance must be from 0 to 0.01, got -1.');
    expect(make({ weldTolerance: 1e-6, weld: true })).toThrow(
      "SelfCollider: weldTolerance goes with weld: 'keep', got it with weld: true.",
    );
    const broken = makeSheet(2).setAttribute('position', new Float32BufferAttribute(new Array(27).fill(Number.NaN), 3));
    expect(() => new SelfCollider(broken)).toThrow('createDetector: ');
  });
});
