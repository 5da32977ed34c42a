import { describe, expect, test } from 'vitest';
import { mixRow, paperHash } from '../../src/grid/cell-hash.ts';
import { chooseCells, createVertexGrid, fillVertexGrid, placeInRow } from '../../src/tets/vertex-grid.ts';
import { seededRandom } from '../predicates/random.ts';

describe('cell hashes', () => {
  /** Cells of a flat cloth, 300 × 300, centred at the origin. */
  const cells: [number, number][] = [];
  for (let i = -150; i < 150; i++) for (let j = -150; j < 150; j++) cells.push([i, j]);

  test('the paper’s hash maps mirrored cells of a flat cloth to one value', () => {
    for (const [i, j] of cells) {
      if (i % 2 !== 0 && j % 2 !== 0) expect(paperHash(-i, -j, 0)).toBe(paperHash(i, j, 0));
    }
    expect(cells.length - new Set(cells.map(([i, j]) => paperHash(i, j, 0))).size).toBeGreaterThan(14000);
  });

  test('the mix does not, and fills tables like random numbers', () => {
    const values = cells.map(([i, j]) => mixRow(i, j) >>> 0);
    expect(cells.length - new Set(values).size).toBeLessThan(5); // 90,000² / 2^33 ≈ 0.9 expected
    for (const tableSize of [2 ** 16, 2 ** 17, 99991]) {
      const used = new Set(values.map((value) => value % tableSize)).size;
      const expected = tableSize * (1 - (1 - 1 / tableSize) ** cells.length);
      expect(used / expected).toBeGreaterThan(0.99);
    }
  });

  test('also for a cloth that stands upright, whose rows are one cell wide', () => {
    const tableSize = 2 ** 17;
    const places = new Set<number>();
    for (const [j, k] of cells) places.add((mixRow(7, j) + k) & (tableSize - 1));
    const expected = tableSize * (1 - (1 - 1 / tableSize) ** cells.length);
    expect(places.size / expected).toBeGreaterThan(0.9); // rows cover stretches, which overlap a little more unevenly
  });
});

describe('vertex grid', () => {
  test.each([
    ['mix', 64],
    ['mix', 99],
    ['mix', 1],
    ['paper', 64],
    ['paper', 99],
  ] as const)('%s, table of %d: every vertex stands once at the place of its cell', (hash, tableSize) => {
    const random = seededRandom(5);
    const positions = Float64Array.from({ length: 3 * 500 }, () => 20 * random() - 10);
    const grid = createVertexGrid(500, chooseCells(hash, 1.5, tableSize, 1.5));
    fillVertexGrid(grid, positions);
    expect(grid.start[0]).toBe(0);
    expect(grid.start[tableSize]).toBe(500);
    const seen = new Set<number>();
    for (let place = 0; place < tableSize; place++) {
      for (let entry = grid.start[place]; entry < grid.start[place + 1]; entry++) {
        const v = grid.entryVertex[entry];
        seen.add(v);
        const [x, y, z] = positions.slice(3 * v, 3 * v + 3);
        const [i, j] = [Math.floor(x / 1.5), Math.floor(y / 1.5)];
        const expected =
          hash === 'paper'
            ? (paperHash(i, j, Math.floor(z / 1.5)) >>> 0) % tableSize
            : placeInRow(mixRow(i, j), Math.floor(z / 0.75), tableSize);
        expect(place).toBe(expected);
      }
    }
    expect(seen.size).toBe(500);
  });

  test('cells −1 and 0 are two', () => {
    const grid = createVertexGrid(2, chooseCells('mix', 1, 64, 1));
    fillVertexGrid(grid, Float64Array.from([-0.5, -0.5, -0.5, 0.5, 0.5, 0.5]));
    expect([...grid.units].map((u) => u >> grid.cellBits)).toEqual([-1, -1, -1, 0, 0, 0]);
  });

  test('going up a row is going on in the table, around at its end and across 0', () => {
    for (const tableSize of [1, 2, 7, 99, 128]) {
      for (let height = -300; height < 300; height++) {
        const next = (placeInRow(12345678, height, tableSize) + 1) % tableSize;
        expect(placeInRow(12345678, height + 1, tableSize)).toBe(next);
      }
    }
  });

  test('a power of two gives the same places by masking', () => {
    for (let height = -300; height < 300; height++) {
      expect((mixRow(-3, 8) + height) & 127).toBe(placeInRow(mixRow(-3, 8), height, 128));
    }
  });
});
