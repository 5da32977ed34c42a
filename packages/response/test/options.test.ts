import { readFileSync } from 'node:fs';
import { createDetector, type Positions } from 'selfcollide';
import { describe, expect, it, vi } from 'vitest';
import * as packageOfOurs from '../src/index.ts';

const { createResponse } = packageOfOurs;

const CELLS = 5;
const HALF = (CELLS + 1) ** 2;

/** Two sheets at these heights, z up; the upper one is shifted so that nothing is aligned. */
function sheets(height = 0.3) {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const upper of [0, 1]) {
    for (let y = 0; y <= CELLS; y++) {
      for (let x = 0; x <= CELLS; x++) {
        const shift = upper * 0.37;
        positions.push(x + shift, y + 0.7 * shift, upper * height + 0.02 * Math.sin(3 * x + 5 * y + upper));
        if (x === CELLS || y === CELLS) continue;
        const a = upper * HALF + y * (CELLS + 1) + x;
        triangles.push(a, a + 1, a + CELLS + 1, a + 1, a + CELLS + 2, a + CELLS + 1);
      }
    }
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** The upper sheet moves, the lower one is wanted where it is. */
function shifted(positions: Positions, x: number, z: number): Positions {
  return positions.map((c, i) => (i < 3 * HALF ? c : c + (i % 3 === 0 ? x : i % 3 === 2 ? z : 0))) as Positions;
}

function meanHeight(positions: Positions, upper: boolean): number {
  let sum = 0;
  for (let v = upper ? HALF : 0; v < (upper ? 2 * HALF : HALF); v++) sum += positions[3 * v + 2];
  return sum / HALF;
}

const hold = Array.from({ length: 2 * HALF }, (_, v) => (v < HALF ? 1 : 0));

describe('options of createResponse', () => {
  it('keeps momentum, and moves what is light farther', () => {
    const mesh = sheets();
    const masses = Array.from({ length: 2 * HALF }, (_, v) => (v < HALF ? 4 : 1));
    for (const smooth of [0, 2]) {
      const response = createResponse(mesh, { gap: 0.02, smooth, masses });
      response.reset(mesh.positions);
      const wanted = shifted(mesh.positions, 0, -0.4);
      const { positions } = response.advance(wanted);
      const lower = meanHeight(positions, false) - meanHeight(wanted, false);
      const upper = meanHeight(positions, true) - meanHeight(wanted, true);
      expect(lower).toBeLessThan(0);
      expect(upper).toBeGreaterThan(0);
      if (smooth === 0) expect(4 * lower + upper).toBeCloseTo(0, 9);
      // what smooths resists both alike
      expect(Math.abs(upper)).toBeGreaterThan((smooth === 0 ? 3 : 1) * Math.abs(lower));
    }
  });

  it('has impulses that are the momentum that was given, without smoothing', () => {
    const mesh = sheets();
    const response = createResponse(mesh, { gap: 0.02, smooth: 0, hold });
    response.reset(mesh.positions);
    const wanted = shifted(mesh.positions, 0, -0.4);
    const { positions, contacts } = response.advance(wanted);
    let along = 0;
    for (let i = 0; i < contacts.count; i++) {
      // of the upper sheet's side: the sum of its weights is 1 or −1
      let side = 0;
      for (let k = 0; k < 4; k++) if (contacts.vertices[4 * i + k] >= HALF) side += contacts.weights[4 * i + k];
      along += side * contacts.normals[3 * i + 2] * contacts.impulses[i];
      expect(Math.hypot(...contacts.normals.subarray(3 * i, 3 * i + 3))).toBeCloseTo(1, 9);
    }
    expect(contacts.count).toBeGreaterThan(0);
    expect(along / HALF).toBeCloseTo(meanHeight(positions, true) - meanHeight(wanted, true), 9);
  });

  it('sticks with much friction, slides with little', () => {
    const slid = (friction: number) => {
      const mesh = sheets();
      const response = createResponse(mesh, { gap: 0.02, smooth: 2, hold, friction });
      response.reset(mesh.positions);
      let x: Positions = mesh.positions;
      for (let step = 0; step < 8; step++) x = response.advance(shifted(x, 0.05, -0.1)).positions.slice();
      let way = 0;
      for (let i = 3 * HALF; i < x.length; i += 3) way += x[i] - mesh.positions[i];
      return way / HALF;
    };
    const [free, some, stuck] = [slid(0), slid(0.2), slid(5)];
    expect(free).toBeGreaterThan(0.35);
    expect(some).toBeLessThan(free);
    expect(stuck).toBeLessThan(0.6 * free);
  });

  it('keeps a thickness, of each group its own', () => {
    const mesh = sheets();
    const groups = Array.from({ length: mesh.triangles.length / 3 }, (_, t) => (6 * t < mesh.triangles.length ? 0 : 1));
    const lowest = (thickness: number | number[]) => {
      const response = createResponse(mesh, { gap: 0.001, hold, groups, thickness });
      response.reset(mesh.positions);
      let x: Positions = mesh.positions;
      for (let step = 0; step < 6; step++) x = response.advance(shifted(x, 0, -0.05)).positions.slice();
      const detector = createDetector({ ...mesh, positions: x }, { objects: groups, pairs: 'between-objects' });
      return Math.min(...detector.findProximities({ distance: 1 }).distance);
    };
    expect(lowest(0)).toBeLessThan(0.05);
    expect(lowest(0.1)).toBeGreaterThan(0.085);
    expect(lowest(0.1)).toBeLessThan(0.15);
    expect(lowest([0.3, 0.1])).toBeGreaterThan(0.17);
  });

  it('has ids that stay while a pair presses, and the same results every time', () => {
    const runs = [0, 1].map(() => {
      const mesh = sheets();
      const response = createResponse(mesh, { gap: 0.02, hold, friction: 0.4 });
      response.reset(mesh.positions);
      let x: Positions = mesh.positions;
      const known = new Map<string, number>();
      let kept = 0;
      for (let step = 0; step < 6; step++) {
        const { positions, contacts } = response.advance(shifted(x, 0, -0.1));
        x = positions.slice();
        const now = new Map<string, number>();
        for (let i = 0; i < contacts.count; i++) {
          const name = contacts.vertices.subarray(4 * i, 4 * i + 4).join();
          now.set(name, contacts.ids[i]);
          if (!known.has(name)) continue;
          expect(contacts.ids[i]).toBe(known.get(name));
          kept++;
        }
        expect(new Set(now.values()).size).toBe(now.size);
        known.clear();
        for (const [name, id] of now) known.set(name, id);
      }
      expect(kept).toBeGreaterThan(0);
      return x;
    });
    expect(runs[0]).toEqual(runs[1]);
  });

  it('moves links alike', () => {
    const mesh = sheets();
    const links = [HALF - 1, 0];
    const [with_, without] = [links, []].map((given) => {
      const response = createResponse(mesh, { gap: 0.02, links: given });
      response.reset(mesh.positions);
      const wanted = shifted(mesh.positions, 0, -0.4);
      const { positions } = response.advance(wanted);
      return Math.abs(positions[2] - wanted[2] - (positions[3 * HALF - 1] - wanted[3 * HALF - 1]));
    });
    expect(with_).toBeLessThan(without);
  });

  it.each([
    [{ friction: -1 }, 'createResponse: friction must be a finite number from 0, got -1.'],
    [{ masses: [1] }, 'createResponse: masses must have 72 entries, got 1.'],
    [{ masses: new Float64Array(72) }, 'createResponse: masses must be above 0, got 0.'],
    [{ links: [0] }, 'createResponse: links must be pairs of vertices, got 1 numbers.'],
    [{ links: [0, 72] }, 'createResponse: links must be pairs of vertices, got 72.'],
    [{ thickness: [1] }, 'createResponse: thickness per group goes with groups, got it without.'],
    [
      { thickness: [1], groups: new Array(100).fill(1) },
      'createResponse: thickness must have an entry for every group, got none for group 1.',
    ],
  ])('refuses %o', (options, message) => {
    expect(() => createResponse(sheets(), { gap: 0.1, ...options })).toThrow(message);
  });
});

it('the example of the README runs, and the cloth comes to rest above the other', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const code = /```js\n([\s\S]*?)```/.exec(readme)![1].replace(/^import .*$/m, '');
  const log = vi.fn();
  new Function('createResponse', 'console', code)(createResponse, { log });
  const lines = log.mock.calls.map(([line]) => line as string);
  expect(lines).toHaveLength(10);
  const heights = lines.map((line) => Number(/at (\S+),/.exec(line)![1]));
  expect(heights[0]).toBeCloseTo(0.2, 2);
  expect(lines[9]).not.toContain(' 0 contacts');
});
