import { expect, test } from 'vitest';
import { orderOfElimination } from '../../src/cloth/elimination-order.ts';
import { StepMatrix } from '../../src/cloth/step-matrix.ts';
import { StepSystem } from '../../src/cloth/step-system.ts';
import { createStretchSystem } from '../../src/cloth/stretch-system.ts';
import { findSupernodes } from '../../src/cloth/supernodes.ts';
import { nestedDissection } from '../../src/modal/linear-algebra/nested-dissection.ts';
import { meshEdges } from '../../src/shell/mesh-edges.ts';
import { sheet } from '../sheet.ts';

/** A grid of unit cells at this height, neighbours and diagonals coupled. */
function grid(width: number, length: number, height: number, first: number) {
  const positions: number[] = [];
  const pairs: number[] = [];
  for (let v = 0; v < width * length; v++) {
    positions.push(v % width, height, Math.floor(v / width));
    if (v % width > 0) pairs.push(first + v, first + v - 1);
    if (v >= width) pairs.push(first + v, first + v - width);
    if (v >= width && v % width > 0) pairs.push(first + v, first + v - width - 1);
  }
  return { positions, pairs };
}

/** Block products of a factorisation with entries for `contacts`, in an order that knew of `known`. */
function work(positions: number[], pairs: number[], contacts: number[], known: number[]): number {
  const matrix = new StepMatrix(positions, pairs, known);
  for (let k = 0; k < contacts.length; k += 2) {
    matrix.entry(matrix.place[contacts[k]], matrix.place[contacts[k + 1]]);
  }
  return findSupernodes(matrix).work;
}

test('every vertex has a place of its own, with pairs given twice, in both directions, and vertices without any', () => {
  const { positions, pairs } = grid(7, 9, 0, 0);
  const lonely = [...positions, 5, 5, 5, 6, 6, 6];
  for (const lists of [[pairs], [pairs, [...pairs].reverse(), [3, 3]], [[]]]) {
    const place = orderOfElimination(lonely, lists);
    expect([...place].sort((a, b) => a - b)).toEqual(Array.from({ length: 65 }, (_, i) => i));
  }
});

/** Products of a factorisation in this order, counted by eliminating. */
function eliminate(order: ArrayLike<number>, neighbours: readonly ReadonlySet<number>[]): number {
  const left = neighbours.map((near) => new Set(near));
  let sum = 0;
  for (let k = 0; k < order.length; k++) {
    const near = [...left[order[k]]];
    sum += (near.length * (near.length + 1)) / 2;
    for (const v of near) {
      left[v].delete(order[k]);
      for (const w of near) if (w !== v) left[v].add(w);
    }
  }
  return sum;
}

test('a strip takes about half of what it would dissected', () => {
  const { positions, pairs } = grid(9, 100, 0, 0);
  for (let v = 18; v < 900; v++) pairs.push(v, v - 18);
  const neighbours: Set<number>[] = Array.from({ length: 900 }, () => new Set());
  for (let k = 0; k < pairs.length; k += 2) {
    neighbours[pairs[k]].add(pairs[k + 1]);
    neighbours[pairs[k + 1]].add(pairs[k]);
  }
  const start = new Int32Array(901);
  neighbours.forEach((near, v) => {
    start[v + 1] = start[v] + near.size;
  });
  const flat = Int32Array.from(neighbours.flatMap((near) => [...near]));
  const dissected = nestedDissection({ start, neighbors: flat }, positions).order;
  const order = new Int32Array(900);
  orderOfElimination(positions, [pairs]).forEach((p, v) => {
    order[p] = v;
  });
  expect(eliminate(order, neighbours)).toBeLessThan(0.65 * eliminate(dissected, neighbours));
});

test('an order that knows of contacts makes a factor of far less work', () => {
  const below = grid(30, 30, 0, 0);
  const above = grid(30, 30, 0.1, 900);
  const positions = [...below.positions, ...above.positions];
  const pairs = [...below.pairs, ...above.pairs];
  const contacts: number[] = [];
  for (let v = 0; v < 900; v++) contacts.push(v, 900 + v);
  const without = work(positions, pairs, contacts, []);
  expect(work(positions, pairs, contacts, contacts)).toBeLessThan(without / 3);
});

test('a system finds another order after a while of contacts, and the same velocities with it', () => {
  const { positions: one, triangles: faces } = sheet(20);
  const count = one.length / 3;
  const positions = Float64Array.from([...one, ...one.map((x, i) => (i % 3 === 1 ? 0.01 : x))]);
  const triangles = Uint32Array.from([...faces, ...faces.map((v) => v + count)]);
  const masses = new Float64Array(2 * count).fill(1e-3);
  const stretch = createStretchSystem(positions, meshEdges(triangles), 100, 25);
  const system = new StepSystem(positions, triangles, masses, stretch, null, { tolerance: 1e-10, maxIterations: 100 });
  const before = new Float64Array(positions.length).map((_, i) => Math.sin(i));
  const step = () => {
    system.orderAgain(positions);
    system.rows.clear();
    system.linearize(positions, before, [0, -9.81, 0], 0.01, 0.5, 0.005);
    for (let v = 0; v < count; v++) {
      const row = system.rows.add(0, 1, 0, 0, 0.3);
      system.rows.setCorner(row, 0, v, -1);
      system.rows.setCorner(row, 3, v + count, 1);
      system.rows.stiffness.fill(0.2, 2 * row, 2 * row + 2);
    }
    system.addRows();
    expect(system.factorize()).toBe(true);
    const velocities = new Float64Array(positions.length);
    system.solve(velocities, null);
    return velocities;
  };
  const first = step();
  const { matrix } = system;
  let steps = 1;
  while (system.matrix === matrix && steps < 200) {
    const again = step();
    steps++;
    for (let i = 0; i < first.length; i++) expect(Math.abs(again[i] - first[i])).toBeLessThan(1e-12);
  }
  expect(system.matrix).not.toBe(matrix);
  // and then keeps it
  const later = system.matrix;
  for (let k = 0; k < 2 * steps; k++) step();
  expect(system.matrix).toBe(later);
});
