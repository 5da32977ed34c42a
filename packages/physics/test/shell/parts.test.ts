import { describe, expect, it } from 'vitest';
import { createBendHinges, relaxBend } from '../../src/shell/bend-hinges.ts';
import { colourOrder } from '../../src/shell/colour-order.ts';
import { enclosedVolume, relaxVolume } from '../../src/shell/enclosed-volume.ts';
import { meshEdges, NO_VERTEX } from '../../src/shell/mesh-edges.ts';
import { createStretchSprings, relaxStretch } from '../../src/shell/stretch-springs.ts';
import { vertexAreas } from '../../src/shell/vertex-areas.ts';
import { ball } from '../ball.ts';
import { sheet } from '../sheet.ts';

/** Sum of mass × position along one axis. */
function momentum(positions: Float64Array, inverseMasses: Float64Array, axis: number): number {
  return inverseMasses.reduce((sum, weight, v) => sum + positions[3 * v + axis] / weight, 0);
}

describe('meshEdges', () => {
  it('finds every edge once, with the corners across it', () => {
    const { ends, opposite } = meshEdges([0, 1, 2, 2, 1, 3]);
    expect([...ends]).toEqual([0, 1, 1, 2, 2, 0, 1, 3, 3, 2]);
    expect([...opposite]).toEqual([2, NO_VERTEX, 0, 3, 1, NO_VERTEX, 2, NO_VERTEX, 1, NO_VERTEX]);
  });

  it('has V + F − 2 edges on a ball, none of them at a border', () => {
    const { positions, triangles } = ball(2);
    const { ends, opposite } = meshEdges(triangles);
    expect(ends.length / 2).toBe(positions.length / 3 + triangles.length / 3 - 2);
    expect(opposite.includes(NO_VERTEX)).toBe(false);
  });
});

describe('colourOrder', () => {
  it('puts items that share no vertex next to each other', () => {
    const { positions, triangles } = sheet(6);
    const { ends } = meshEdges(triangles);
    const order = colourOrder(ends, 2, positions.length / 3);
    expect([...order].sort((a, b) => a - b)).toEqual([...order.keys()]);
    // runs without a shared vertex: about as many as a vertex has edges, not as many as there are edges
    let runs = 1;
    let seen = new Set<number>();
    for (const item of order) {
      const pair = [ends[2 * item], ends[2 * item + 1]];
      if (pair.some((vertex) => seen.has(vertex))) {
        runs++;
        seen = new Set();
      }
      for (const vertex of pair) seen.add(vertex);
    }
    expect(runs).toBeLessThanOrEqual(11);
    expect(order.length).toBeGreaterThan(100);
  });

  it('keeps all items of a vertex with more than 32', () => {
    const spokes = Array.from({ length: 40 }, (_, i) => [0, i + 1]).flat();
    expect([...colourOrder(spokes, 2, 41)]).toEqual(Array.from({ length: 40 }, (_, i) => i));
  });
});

describe('vertexAreas', () => {
  it('adds up to the area of the sheet', () => {
    const { positions, triangles } = sheet(5);
    const areas = vertexAreas(positions, triangles);
    expect(areas.reduce((a, b) => a + b)).toBeCloseTo(1, 12);
    expect(areas[7]).toBeCloseTo(1 / 25, 12); // inside
    expect(areas[0]).toBeCloseTo(1 / 75, 12); // a corner with two triangles
  });
});

describe('relaxStretch', () => {
  const edges = meshEdges([0, 1, 2]);
  const rest = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);

  it('brings one spring to its length at once, and keeps momentum', () => {
    const springs = { ends: Uint32Array.of(0, 1), rest: Float64Array.of(2) };
    const positions = Float64Array.of(0, 0, 0, 5, 0, 0);
    const inverseMasses = Float64Array.of(1, 0.5);
    relaxStretch(springs, positions, inverseMasses, 0, 0.01);
    expect([...positions]).toEqual([2, 0, 0, 4, 0, 0]); // the lighter end moves twice as far
  });

  it('gives by compliance: mass 1 at both ends moves by 3 / (2 + α / h²) each', () => {
    const springs = { ends: Uint32Array.of(0, 1), rest: Float64Array.of(2) };
    const positions = Float64Array.of(0, 0, 0, 5, 0, 0);
    relaxStretch(springs, positions, Float64Array.of(1, 1), 0.04, 0.1);
    expect(positions[0]).toBeCloseTo(3 / 6, 14);
    expect(positions[3]).toBeCloseTo(5 - 3 / 6, 14);
  });

  it('converges to the rest lengths of a triangle, held vertices in place', () => {
    const springs = createStretchSprings(rest, edges);
    const positions = Float64Array.of(0, 0, 0, 3, 0.5, 0, -0.5, 2, 1);
    for (let i = 0; i < 200; i++) relaxStretch(springs, positions, Float64Array.of(0, 1, 2), 0, 0.01);
    expect([...positions.subarray(0, 3)]).toEqual([0, 0, 0]);
    const now = createStretchSprings(positions, edges).rest;
    now.forEach((length, e) => {
      expect(length).toBeCloseTo(springs.rest[e], 9);
    });
  });

  it('leaves two held ends and two ends on one point alone', () => {
    const springs = { ends: Uint32Array.of(0, 1), rest: Float64Array.of(2) };
    const apart = Float64Array.of(0, 0, 0, 5, 0, 0);
    relaxStretch(springs, apart, Float64Array.of(0, 0), 0, 0.01);
    expect([...apart]).toEqual([0, 0, 0, 5, 0, 0]);
    const together = new Float64Array(6);
    relaxStretch(springs, together, Float64Array.of(1, 1), 0, 0.01);
    expect([...together]).toEqual([0, 0, 0, 0, 0, 0]);
  });
});

describe('bend hinges', () => {
  it('hold energy ½ κ² per area when a sheet is rolled up, however fine it is', () => {
    const curvature = 0.8;
    for (const cells of [8, 16, 32]) {
      const { positions, triangles } = sheet(cells);
      const { vertices, weights, compliances, rest } = createBendHinges(positions, meshEdges(triangles));
      expect(rest.every((bend) => bend === 0)).toBe(true);
      const rolled = positions.slice();
      for (let v = 0; v < positions.length; v += 3) {
        rolled[v] = Math.sin(curvature * positions[v]) / curvature;
        rolled[v + 1] = (1 - Math.cos(curvature * positions[v])) / curvature;
      }
      let energy = 0;
      for (let h = 0; h < compliances.length; h++) {
        const bend = [0, 1, 2].map((axis) =>
          [0, 1, 2, 3].reduce((sum, k) => sum + weights[4 * h + k] * rolled[3 * vertices[4 * h + k] + axis], 0),
        );
        energy += bend.reduce((sum, x) => sum + x * x, 0) / (2 * compliances[h]);
      }
      // hinges are missing along the border, a share of about 1 / cells
      expect(energy / (0.5 * curvature ** 2)).toBeGreaterThan(1 - 1.1 / cells);
      expect(energy / (0.5 * curvature ** 2)).toBeLessThan(1.01);
    }
  });

  it('flatten a fold, keep momentum, and leave a flat sheet alone wherever it is', () => {
    const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 0.5, 1, 0, 0.5, -1, 0);
    const hinges = createBendHinges(positions, meshEdges([0, 1, 2, 1, 0, 3]));
    const inverseMasses = Float64Array.of(1, 2, 3, 4);
    const turned = positions.map((x, i) => 0.6 * x + 0.8 * positions[i - (i % 3) + ((i + 1) % 3)] + 7);
    const untouched = turned.slice();
    relaxBend(hinges, turned, inverseMasses, 1, 0.01);
    turned.forEach((x, i) => {
      expect(x).toBeCloseTo(untouched[i], 12);
    });

    const folded = Float64Array.of(0, 0, 0, 1, 0, 0, 0.5, 0.3, 0.9, 0.5, -0.3, 0.9);
    const before = [0, 1, 2].map((axis) => momentum(folded, inverseMasses, axis));
    for (let i = 0; i < 200; i++) relaxBend(hinges, folded, inverseMasses, 1e6, 1);
    const planar = createBendHinges(positions, meshEdges([0, 1, 2, 1, 0, 3]));
    const bend = [0, 1, 2].map((axis) =>
      [0, 1, 2, 3].reduce((sum, k) => sum + planar.weights[k] * folded[3 * planar.vertices[k] + axis], 0),
    );
    expect(Math.hypot(...bend)).toBeLessThan(1e-6);
    before.forEach((sum, axis) => {
      expect(momentum(folded, inverseMasses, axis)).toBeCloseTo(sum, 12);
    });
  });

  it('bring a bent rest shape back', () => {
    const { positions, triangles } = ball(2);
    const edges = meshEdges(triangles);
    const hinges = createBendHinges(positions, edges);
    expect(hinges.rest.every((bend) => bend > 0.01)).toBe(true);
    const moved = positions.map((x, i) => x * (1 + 0.1 * Math.sin(i)));
    const inverseMasses = new Float64Array(positions.length / 3).fill(1);
    const wrong = () => {
      let sum = 0;
      for (let h = 0; h < hinges.rest.length; h++) {
        const bend = [0, 1, 2].map((axis) =>
          [0, 1, 2, 3].reduce(
            (s, k) => s + hinges.weights[4 * h + k] * moved[3 * hinges.vertices[4 * h + k] + axis],
            0,
          ),
        );
        sum += Math.abs(Math.hypot(...bend) - hinges.rest[h]);
      }
      return sum;
    };
    const before = wrong();
    for (let i = 0; i < 100; i++) relaxBend(hinges, moved, inverseMasses, 1e6, 1);
    expect(wrong()).toBeLessThan(0.02 * before);
  });
});

describe('enclosedVolume, relaxVolume', () => {
  it('measure a ball, wherever it is, with its sign', () => {
    const { positions, triangles } = ball(4);
    const volume = enclosedVolume(positions, triangles);
    expect(volume).toBeGreaterThan(0.99 * (4 / 3) * Math.PI);
    expect(volume).toBeLessThan((4 / 3) * Math.PI);
    expect(
      enclosedVolume(
        positions.map((x) => x + 3),
        triangles,
      ),
    ).toBeCloseTo(volume, 10);
    expect(enclosedVolume(positions, triangles.slice().reverse())).toBeCloseTo(-volume, 12);
  });

  it('reach the volume wanted, and keep momentum', () => {
    const { positions, triangles } = ball(3);
    const inverseMasses = Float64Array.from({ length: positions.length / 3 }, (_, v) => 1 + (v % 3));
    const before = [0, 1, 2].map((axis) => momentum(positions, inverseMasses, axis));
    const scratch = new Float64Array(positions.length);
    for (let i = 0; i < 6; i++) relaxVolume(triangles, positions, inverseMasses, 6, 0, 0.01, scratch);
    expect(enclosedVolume(positions, triangles)).toBeCloseTo(6, 9);
    before.forEach((sum, axis) => {
      expect(momentum(positions, inverseMasses, axis)).toBeCloseTo(sum, 10);
    });
  });
});
