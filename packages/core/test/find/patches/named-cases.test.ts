import { CORE_FORM, starContours } from '@selfcollide/papers';
import { describe, expect, it } from 'vitest';
import { createDetector } from '../../../src/create-detector.ts';
import type { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { contactsByDefinition, contactsFound } from '../../contact-oracle.ts';
import { sheet, torus } from './meshes.ts';

const contourTests = ['star', 'exact', 'star-then-exact'] as const;

/** Outcome for the whole mesh as one patch, and agreement with the definition, for every contour test. */
function rootOutcomes(mesh: TriangleMesh): string[] {
  return contourTests.map((contourTest) => {
    const detector = createDetector(mesh, { method: starContours({ ...CORE_FORM, contourTest, trace: true }) });
    expect(contactsFound(detector)).toEqual(contactsByDefinition(mesh));
    return detector.finder.trace!.visits[0].outcome;
  });
}

/** A strip of `steps` cells between radius 1 and 2, `turns` times around, rising by `rise` a turn. */
function ramp(steps: number, turns: number, rise: number, rings = 2): TriangleMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  const closed = rise === 0 && turns === 1;
  const count = closed ? steps : steps + 1;
  for (let i = 0; i < count; i++) {
    const angle = (2 * Math.PI * turns * i) / steps;
    for (let j = 0; j <= rings; j++) {
      const r = 1 + j / rings;
      positions.push(r * Math.cos(angle), r * Math.sin(angle), (rise * turns * i) / steps);
    }
  }
  for (let i = 0; i < steps; i++) {
    for (let j = 0; j < rings; j++) {
      const at = (x: number, y: number) => (x % count) * (rings + 1) + y;
      triangles.push(at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i, j), at(i + 1, j + 1), at(i + 1, j));
    }
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** A closed fan of `count` triangles that goes around its middle `turns` times. */
function fan(count: number, turns: number): TriangleMesh {
  const positions = [0, 0, 0];
  const triangles: number[] = [];
  for (let i = 0; i < count; i++) {
    const angle = (2 * Math.PI * turns * i) / count;
    positions.push(Math.cos(angle), Math.sin(angle), 0.3 * Math.sin(angle / turns));
    triangles.push(0, 1 + i, 1 + ((i + 1) % count));
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

describe('named cases', () => {
  it('double-cover fan: every edge passes the middle on the left, but the contour winds twice', () => {
    expect(rootOutcomes(fan(24, 2)).some((outcome) => outcome.startsWith('culled'))).toBe(false);
    expect(rootOutcomes(fan(24, 1)).every((outcome) => outcome.startsWith('culled'))).toBe(true);
  });

  it('annulus: a hole is no reason to fail, for the exact test', () => {
    const [star, exact, both] = rootOutcomes(ramp(40, 1, 0));
    expect([star.startsWith('culled'), exact, both]).toEqual([
      false,
      'culled by exact contour',
      'culled by exact contour',
    ]);
  });

  it('patch ring: an annulus bent out of its plane', () => {
    const ring = ramp(40, 1, 0, 3);
    const bent = ring.positions.map((x, i) => (i % 3 === 2 ? 0.3 * ring.positions[i - 2] ** 2 : x));
    expect(rootOutcomes({ ...ring, positions: bent })[1]).toBe('culled by exact contour');
  });

  it('helical ramp: faces up all the way, covers itself, and must not be culled', () => {
    expect(rootOutcomes(ramp(60, 2, 0.5)).some((outcome) => outcome.startsWith('culled'))).toBe(false);
  });

  it('helical ramp pressed flat: contacts everywhere, none lost', () => {
    const mesh = ramp(40, 2, 0);
    expect(contactsByDefinition(mesh).length).toBeGreaterThan(100);
    rootOutcomes(mesh);
  });

  it('whole closed component: no contour, never culled as a whole', () => {
    expect(rootOutcomes(torus(16, 10)).some((outcome) => outcome.startsWith('culled'))).toBe(false);
  });

  it('two patches meeting along two chains: a ring is culled only with its hole', () => {
    const detector = createDetector(ramp(64, 1, 0, 4), { trace: true });
    expect(contactsFound(detector)).toEqual([]);
    expect(detector.trace!.visits[0].outcome).toBe('culled by exact contour');
  });

  it('single-vertex pair on a regular grid: separated by a line that is no grid line', () => {
    // closed, so that no direction faces all of it: patches are culled one by one, those that share a corner too
    const mesh = torus(96, 64);
    const detector = createDetector(mesh, { trace: true });
    expect(contactsFound(detector)).toEqual(contactsFound(createDetector(mesh, { method: 'box-tree' })));
    const outcomes = new Set(detector.trace!.visits.map(({ outcome }) => outcome));
    expect(outcomes).toContain('culled by a line through the common vertex');
  });

  it('a wall is culled, since one direction sees it from the side', () => {
    const wall = sheet(12, 8);
    const upright = wall.positions.map((x, i) => (i % 3 === 0 ? x : i % 3 === 1 ? 0 : wall.positions[i - 1]));
    expect(rootOutcomes({ ...wall, positions: upright }).every((outcome) => outcome.startsWith('culled'))).toBe(true);
  });

  it('a channel is not: the only directions towards its floor see both walls edge-on', () => {
    const channel = (lean: number) => {
      const flat = sheet(12, 8);
      // walls 4 high over x = 0 and x = 4, each leaning outwards
      const positions = flat.positions.slice();
      for (let i = 0; i < positions.length; i += 3) {
        const x = positions[i];
        positions[i] = x < 4 ? -lean * (4 - x) : x > 8 ? 4 + lean * (x - 8) : x - 4;
        positions[i + 2] = Math.max(4 - x, x - 8, 0);
      }
      return { ...flat, positions };
    };
    const none = contourTests.map(() => 'no common direction');
    expect(rootOutcomes(channel(0))).toEqual(none);
    expect(rootOutcomes(channel(0.1)).every((outcome) => outcome.startsWith('culled'))).toBe(true);
    expect(rootOutcomes(channel(-0.1))).toEqual(none);
  });

  it('a step across a sheet: a height field, culled', () => {
    const step = sheet(12, 12, (x) => (x < 4 ? 0 : x > 8 ? 4 : 0));
    expect(rootOutcomes(step).every((outcome) => outcome.startsWith('culled'))).toBe(true);
  });

  it('collinear grid edges: a regular grid is culled', () => {
    expect(rootOutcomes(sheet(20, 15)).every((outcome) => outcome.startsWith('culled'))).toBe(true);
  });

  it('unwelded seam: copies really touch', () => {
    const left = sheet(4, 4);
    const positions = Float64Array.of(...left.positions, ...left.positions.map((x, i) => (i % 3 === 0 ? x + 4 : x)));
    const triangles = Uint32Array.of(...left.triangles!, ...left.triangles!.map((v) => v + 25));
    for (const weld of [true, false]) {
      const found = contactsFound(createDetector({ positions, triangles }, { weld }));
      expect(found).toEqual(contactsByDefinition({ positions, triangles }, weld));
      expect(found.length > 0).toBe(!weld);
    }
  });
});
