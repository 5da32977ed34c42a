import { CORE_FORM, kdop, spatialHash, starContours } from '@selfcollide/papers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createDetector } from '../../src/create-detector.ts';
import type { Detector } from '../../src/detector.ts';
import { contactsFound } from '../contact-oracle.ts';
import { RandomPoints } from '../predicates/random.ts';

/** A crumpled sheet of 512 triangles. */
function sheet(seed: number, side = 16) {
  const random = new RandomPoints(seed);
  const positions = new Float64Array(3 * (side + 1) ** 2);
  const triangles: number[] = [];
  for (let v = 0; v < (side + 1) ** 2; v++) {
    const [dx, dy, dz] = random.inCube();
    positions.set([(v % (side + 1)) + 1.5 * dx, Math.floor(v / (side + 1)) + 1.5 * dy, 1.5 * dz], 3 * v);
  }
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const a = y * (side + 1) + x;
      triangles.push(a, a + 1, a + side + 1, a + 1, a + side + 2, a + side + 1);
    }
  }
  return { positions, triangles: Uint32Array.from(triangles) };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('engine', () => {
  it('is the kernel where it runs, and says why not', () => {
    const mesh = sheet(1);
    expect(createDetector(mesh)).toMatchObject({ engine: 'kernel', engineReason: '' });
    expect(createDetector(mesh, { engine: 'plain' })).toMatchObject({
      engine: 'plain',
      engineReason: "engine: 'plain' was asked for",
    });
    expect(createDetector(sheet(1, 4)).engineReason).toBe('fewer than 256 triangles');
    expect(createDetector(sheet(1, 4), { engine: 'kernel' }).engine).toBe('kernel');
    expect(createDetector(mesh, { method: kdop() }).engineReason).toBe('');
    expect(createDetector(mesh, { method: kdop({ lazyDistance: 1 }) }).engineReason).toBe(
      'what is left from the last pose is in TypeScript',
    );
    expect(createDetector(mesh, { method: spatialHash() }).engineReason).toBe('the method has no kernel');
    expect(createDetector(mesh, { method: 'box-tree', maxLeafTriangles: 9 }).engineReason).toBe(
      'leaves of more than 5 triangles',
    );
  });

  it.each([
    [{ method: kdop({ separationList: true }) }, 'what is left from the last pose is in TypeScript'],
    [{ method: kdop({ lazyDistance: 1 }) }, 'what is left from the last pose is in TypeScript'],
    [{ method: spatialHash() }, 'the method has no kernel'],
    [{ method: 'box-tree', maxLeafTriangles: 6 }, 'leaves of more than 5 triangles'],
  ] as const)('throws where the kernel is asked for with %o, and is TypeScript otherwise', (options, reason) => {
    const mesh = sheet(1);
    expect(() => createDetector(mesh, { ...options, engine: 'kernel' })).toThrow(
      new RangeError(`createDetector: engine must be one that runs here, got 'kernel' (${reason}).`),
    );
    expect(createDetector(mesh, { ...options, engine: 'auto' })).toMatchObject({
      engine: 'plain',
      engineReason: reason,
    });
    expect(createDetector(mesh, { ...options, engine: 'plain' }).engine).toBe('plain');
  });

  it('is what really searches, not what was asked for', () => {
    const mesh = sheet(1);
    const says = ({ engine, engineReason }: Detector) => ({ engine, engineReason });
    expect(says(createDetector(mesh, { trace: true }))).toEqual({ engine: 'kernel', engineReason: '' });
    expect(says(createDetector(mesh, { method: starContours({ ...CORE_FORM, taskTimes: true }) }))).toEqual({
      engine: 'plain',
      engineReason: 'a search whose tasks are timed walks in TypeScript',
    });
    expect(says(createDetector(mesh, { method: starContours() }))).toEqual({
      engine: 'plain',
      engineReason: 'contours are tested in another way than the kernel’s',
    });
    expect(says(createDetector(mesh, { method: starContours(CORE_FORM) }))).toEqual({
      engine: 'kernel',
      engineReason: '',
    });
  });

  it('runs with options that change nothing', () => {
    const options = { method: kdop({ separationList: false, lazyDistance: 0 }), engine: 'kernel' } as const;
    expect(createDetector(sheet(1), options).engine).toBe('kernel');
  });

  it.each([1, 3, 4, 5])('finds the same with leaves of up to %i triangles', (maxLeafTriangles) => {
    const options = { method: 'box-tree', maxLeafTriangles } as const;
    for (let seed = 10; seed < 14; seed++) {
      const wanted = contactsFound(createDetector(sheet(seed), { ...options, engine: 'plain' }));
      expect(wanted.length).toBeGreaterThan(100);
      expect(contactsFound(createDetector(sheet(seed), { ...options, engine: 'kernel' }))).toEqual(wanted);
    }
  });

  it('is TypeScript without WebAssembly, with the same contacts', () => {
    const mesh = sheet(2);
    const wanted = contactsFound(createDetector(mesh, { engine: 'kernel' }));
    expect(wanted.length).toBeGreaterThan(100);
    vi.stubGlobal('WebAssembly', undefined);
    const detector = createDetector(mesh);
    expect(detector.engine).toBe('plain');
    expect(detector.engineReason).toMatch(/TypeError/);
    expect(contactsFound(detector)).toEqual(wanted);
    expect(() => createDetector(mesh, { engine: 'kernel' })).toThrow(
      /^createDetector: engine must be one that runs here, got 'kernel' \(TypeError: /,
    );
  });

  it('is TypeScript where a page forbids compiling, or memory is not to be had', () => {
    const refuse = (name: string) =>
      vi.stubGlobal('WebAssembly', {
        ...WebAssembly,
        Memory: class {
          constructor() {
            throw new RangeError(`no ${name}`);
          }
        },
      });
    refuse('memory');
    expect(createDetector(sheet(3))).toMatchObject({ engine: 'plain', engineReason: 'RangeError: no memory' });
  });

  it('takes floats and doubles alike, and refuses what is not finite before anything changes', () => {
    const mesh = sheet(4);
    const moved = Float32Array.from(sheet(5).positions);
    const kernel = createDetector(mesh, { engine: 'kernel' });
    const reference = createDetector(mesh, { engine: 'plain' });
    for (const positions of [moved, Float64Array.from(moved)]) {
      kernel.update(positions);
      reference.update(positions);
      expect(contactsFound(kernel)).toEqual(contactsFound(reference));
    }
    const before = contactsFound(kernel);
    for (const [i, bad] of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY].entries()) {
      for (const array of [Float32Array, Float64Array]) {
        const broken = array.from(moved);
        broken[broken.length - 1 - i] = bad;
        expect(() => kernel.update(broken)).toThrow(/^update: coordinates must be finite, got /);
      }
    }
    expect(contactsFound(kernel)).toEqual(before);
  });

  it('is an option with rules', () => {
    expect(() => createDetector(sheet(1), { engine: 'gpu' as 'plain' })).toThrow(/^createDetector: engine must be /);
    expect(() => createDetector(sheet(1), { method: 'brute-force', engine: 'plain' } as object)).toThrow(
      "createDetector: engine is an option of 'star-contour', 'box-tree', a finder factory, got it with 'brute-force'.",
    );
  });
});
