import { CORE_FORM, starContours } from '@selfcollide/papers';
import { makeScene } from '@selfcollide/scenes';
import { cutPatches } from '@selfcollide/three';
import fc from 'fast-check';
import { createDetector } from 'selfcollide';
import { describe, expect, it } from 'vitest';
import { bundleAt } from '../../src/panels/draw-sketch.ts';
import { drawBoxes } from '../../src/worker/draw-boxes.ts';
import { contourSegments, segmentBounds } from '../../src/worker/sketch/contour-segments.ts';
import { searchLine } from '../../src/worker/sketch/search-line.ts';
import { sketchPatch } from '../../src/worker/sketch/sketch-patch.ts';
import { starKernel } from '../../src/worker/sketch/star-kernel.ts';

const square = Float64Array.of(0, 0, 2, 0, 2, 2, 0, 2);
/** A U: no point sees both arms. */
const horseshoe = Float64Array.of(0, 0, 6, 0, 6, 5, 5, 5, 5, 1, 1, 1, 1, 5, 0, 5);
/** An L: only its lower left square sees all. */
const angle = Float64Array.of(0, 0, 3, 0, 3, 1, 1, 1, 1, 3, 0, 3);

function area(polygon: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < polygon.length; i += 2) {
    const j = (i + 2) % polygon.length;
    sum += polygon[i] * polygon[j + 1] - polygon[j] * polygon[i + 1];
  }
  return sum / 2;
}

describe('starKernel', () => {
  it('is all of a convex polygon, part of a star, nothing of a horseshoe', () => {
    expect(area(starKernel([square]))).toBeCloseTo(4);
    expect(area(starKernel([angle]))).toBeCloseTo(1);
    expect(starKernel([horseshoe])).toHaveLength(0);
    expect(starKernel([])).toHaveLength(0);
  });

  it('holds the middle of any star', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0.1, max: 1, noNaN: true }), { minLength: 5, maxLength: 40 }), (radii) => {
        const star = Float64Array.from(
          radii.flatMap((r, i) => {
            const turn = (2 * Math.PI * i) / radii.length;
            return [r * Math.cos(turn), r * Math.sin(turn)];
          }),
        );
        const kernel = starKernel([star]);
        expect(area(kernel)).toBeGreaterThan(0);
        // the middle is to the left of every edge of the kernel
        for (let i = 0; i < kernel.length; i += 2) {
          const j = (i + 2) % kernel.length;
          expect(kernel[i] * kernel[j + 1] - kernel[j] * kernel[i + 1]).toBeGreaterThanOrEqual(-1e-9);
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe('searchLine', () => {
  it('is cut by the lines of all edges', () => {
    const found = { at: 1, top: 2, bottom: 0, crossings: 1, found: true };
    expect(searchLine([square], true)).toEqual({ vertical: true, ...found });
    expect(searchLine([square], false)).toEqual({ vertical: false, ...found });
  });

  it('finds nothing where it misses the kernel, or there is none', () => {
    // x = 1.5 misses the kernel, which ends at 1: an edge along the line has it on the wrong side
    expect(searchLine([angle], true)).toMatchObject({ top: 1, bottom: 0, found: false });
    const missed = searchLine([horseshoe], false);
    expect(missed.top).toBeLessThan(missed.bottom);
    expect(searchLine([horseshoe], true).found).toBe(false);
  });

  it('finds nothing where the contour winds around twice (star paper, Figure 3, below)', () => {
    // twice around a square, the second time a little outside: in the middle every edge is on the right side
    const twice = Float64Array.of(0, 0, 4, 0, 4, 4, 0, 4, -0.5, -0.5, 4.5, -0.5, 4.5, 4.5, -0.5, 4.5);
    expect(searchLine([twice], true)).toMatchObject({ crossings: 2, found: false });
    expect(searchLine([twice], true).top).toBeGreaterThan(searchLine([twice], true).bottom);
  });

  it('finds only what is in the kernel', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0.1, max: 1, noNaN: true }), { minLength: 5, maxLength: 20 }), (radii) => {
        const star = Float64Array.from(
          radii.flatMap((r, i) => {
            const turn = (2 * Math.PI * i) / radii.length;
            return [r * Math.cos(turn), r * Math.sin(turn)];
          }),
        );
        for (const vertical of [true, false]) {
          const { at, top, bottom, found } = searchLine([star], vertical);
          if (!found) continue;
          const along = (top + bottom) / 2;
          const [x, y] = vertical ? [at, along] : [along, at];
          const kernel = starKernel([star]);
          for (let i = 0; i < kernel.length; i += 2) {
            const j = (i + 2) % kernel.length;
            const [ux, uy] = [kernel[j] - kernel[i], kernel[j + 1] - kernel[i + 1]];
            expect(ux * (y - kernel[i + 1]) - uy * (x - kernel[i])).toBeGreaterThanOrEqual(-1e-9);
          }
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe('segmentBounds', () => {
  it('are below the lines of all top edges and above those of all bottom edges, and touch them at the ends', () => {
    const coordinate = fc.integer({ min: -8, max: 8 });
    const chain = fc.array(fc.tuple(coordinate, coordinate), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(chain, fc.boolean(), (points, vertical) => {
        const { top, bottom } = segmentBounds(Float64Array.from(points.flat()), vertical);
        const turned = points.map(([x, y]) => (vertical ? [x, y] : [-y, x]));
        const edges = turned.slice(1).map((to, i) => [turned[i], to]);
        const lineAt = ([from, to]: number[][], u: number) =>
          from[1] + ((u - from[0]) / (to[0] - from[0])) * (to[1] - from[1]);
        const tops = edges.filter(([from, to]) => to[0] < from[0]);
        const bottoms = edges.filter(([from, to]) => to[0] > from[0]);
        expect([top === null, bottom === null]).toEqual([tops.length === 0, bottoms.length === 0]);
        for (const u of [-20, -3.5, 0, 2, 9]) {
          for (const edge of tops) expect(bundleAt(top!, u)).toBeLessThanOrEqual(lineAt(edge, u) + 1e-9);
          for (const edge of bottoms) expect(bundleAt(bottom!, u)).toBeGreaterThanOrEqual(lineAt(edge, u) - 1e-9);
        }
        if (top) expect(top.lowV).toBeCloseTo(Math.min(...tops.map((edge) => lineAt(edge, top.lowU))), 9);
        if (bottom) expect(bottom.highV).toBeCloseTo(Math.max(...bottoms.map((edge) => lineAt(edge, bottom.highU))), 9);
      }),
      { numRuns: 200 },
    );
  });
});

describe('contourSegments', () => {
  it('are cut where the neighbour changes, wherever the loop begins', () => {
    const beside = [7, 7, -1, 8, 7]; // edge 4 → 0 belongs to the segment of 0 → 1 → 2
    for (const loop of [
      [0, 1, 2, 3, 4],
      [2, 3, 4, 0, 1],
    ]) {
      const segments = contourSegments([Uint32Array.from(loop)], [loop.map((from) => beside[from])]);
      expect(segments.toSorted((a, b) => a.neighbour - b.neighbour)).toEqual([
        { vertices: [2, 3], neighbour: -1 },
        { vertices: [4, 0, 1, 2], neighbour: 7 },
        { vertices: [3, 4], neighbour: 8 },
      ]);
    }
    const whole = contourSegments([Uint32Array.of(5, 6, 9)], [[3, 3, 3]]);
    expect(whole).toEqual([{ vertices: [5, 6, 9, 5], neighbour: 3 }]);
  });
});

describe('sketchPatch', () => {
  it('draws the whole flat sheet as a rectangle with its own kernel', async () => {
    const { mesh } = await makeScene('flat-sheet', { triangles: 200, frames: 2 });
    const detector = createDetector(mesh, { trace: true });
    detector.findIntersections();
    const sketch = sketchPatch(detector.trace!, mesh, 0, 0)!;
    expect(sketch.tested).toBe(true);
    expect(sketch.triangleCount).toBe(mesh.triangles.length / 3);
    expect(sketch.loops).toHaveLength(1);
    expect(area(sketch.kernel)).toBeCloseTo(area(sketch.loops[0]), 6);
    expect(sketch.triangles).toHaveLength(6 * sketch.triangleCount);
    expect(sketch.segments.map(({ neighbour }) => neighbour)).toEqual([null]);
    expect(sketch.outline).toHaveLength(sketch.loops[0].length);
  });

  it('draws what the kernel tested, and agrees with the mesh about neighbours', async () => {
    const scene = await makeScene('bunny', { triangles: 3000, frames: 10 });
    const positions = new Float64Array(scene.mesh.positions.length);
    const { triangles } = scene.mesh;
    const detector = createDetector(scene.mesh, { trace: true });
    scene.frame(8, positions);
    detector.update(positions);
    detector.findIntersections();
    expect(detector.engine).toBe('kernel');
    const trace = detector.trace!;
    const level = Number.POSITIVE_INFINITY; // where the search ended
    const { patches, patchOf } = cutPatches(trace, level, triangles.length / 3);
    const stars = { culled: 0, found: 0 };
    for (const [place, { patch, outcome, visit }] of patches.entries()) {
      const sketch = sketchPatch(trace, { positions, triangles }, patchOf.indexOf(place), level)!;
      expect(sketch.patch).toBe(patch);
      const edges = sketch.segments.reduce((sum, { points }) => sum + points.length / 2 - 1, 0);
      expect(edges).toBe(sketch.loops.reduce((sum, loop) => sum + loop.length / 2, 0));
      // the bunny is closed: everything has a neighbour, and no patch is its own
      for (const { neighbour } of sketch.segments) {
        expect(neighbour).not.toBeNull();
        expect(neighbour).not.toBe(patch);
      }
      if (outcome === 'no common direction') expect(sketch.tested).toBe(false);
      // what is drawn is what was tested
      const seen = trace.projectionOf(visit);
      expect(sketch.tested).toBe(seen !== null);
      if (seen !== null) expect(sketch.loops).toEqual(seen.loops);
      if (outcome !== 'culled by exact contour') continue;
      stars.culled++;
      expect(sketch.tested).toBe(true);
      if (sketch.searchLines.some(({ found }) => found)) stars.found++;
    }
    expect(stars.culled).toBeGreaterThanOrEqual(5);
    // contours that pass need not be star-shaped
    expect(stars.found).toBeGreaterThanOrEqual(5);
  });
});

describe('drawBoxes', () => {
  it('shows patches that are not neighbours, apart or not, in boxes that hold them', async () => {
    const scene = await makeScene('knee', { triangles: 2000, frames: 20 });
    const positions = new Float64Array(scene.mesh.positions.length);
    const { triangles } = scene.mesh;
    const detector = createDetector(scene.mesh, { method: starContours({ ...CORE_FORM, trace: true }) });
    scene.frame(19, positions);
    detector.update(positions);
    detector.findIntersections();
    const trace = detector.finder.trace!;
    const seen = { apart: 0, overlapping: 0 };
    for (let level = 0; level < 20; level++) {
      const fit = { scale: 1, apply: (points: ArrayLike<number>) => Float32Array.from(points) };
      const { apart, overlapping, paintOf, corners, kinds } = drawBoxes(trace, positions, triangles, level, fit);
      seen.apart += apart;
      seen.overlapping += overlapping;
      expect(corners).toHaveLength(6 * kinds.length);
      expect(kinds.includes(2)).toBe(overlapping > 0);
      expect(paintOf.includes(2)).toBe(overlapping > 0);
      paintOf.forEach((kind, t) => {
        if (kind === 0) return;
        const [x, y, z] = positions.subarray(3 * triangles[3 * t], 3 * triangles[3 * t] + 3);
        const holds = (i: number) =>
          [x, y, z].every((c, k) => c >= corners[6 * i + k] - 1e-5 && c <= corners[6 * i + 3 + k] + 1e-5);
        expect(Array.from(kinds).some((_, i) => holds(i))).toBe(true);
      });
    }
    expect(seen.apart).toBe(trace.boxPairs.filter(({ apart }) => apart).length);
    expect(seen.overlapping).toBe(trace.boxPairs.length - seen.apart);
    expect(seen.overlapping).toBeGreaterThan(0);
  });
});
