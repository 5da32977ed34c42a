import type { Surface } from '../../src/mesh/surface.ts';
import { createSurface } from '../../src/mesh/surface.ts';
import { RandomPoints } from '../predicates/random.ts';

export interface SmallMesh {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
}

const mesh = (positions: readonly number[], triangles: readonly number[]): SmallMesh => ({
  positions: Float64Array.from(positions),
  triangles: Uint32Array.from(triangles),
});

/** A sheet of squares, halved by the same diagonal; `height` lifts vertex (x, y). */
export function sheet(columns: number, rows: number, height: (x: number, y: number) => number = () => 0): SmallMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let y = 0; y <= rows; y++) for (let x = 0; x <= columns; x++) positions.push(x, y, height(x, y));
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const a = y * (columns + 1) + x;
      const d = a + columns + 2;
      triangles.push(a, a + 1, d, a, d, d - 1);
    }
  }
  return mesh(positions, triangles);
}

/** Squares in a ring: `sheet` rolled up, joined straight or, as a Möbius strip, crosswise. */
export function ring(steps: number, rows: number, crosswise: boolean): SmallMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i < steps; i++) {
    const angle = (2 * Math.PI * i) / steps;
    const tilt = crosswise ? angle / 2 : 0;
    for (let row = 0; row <= rows; row++) {
      const w = row / rows - 0.5;
      const radius = 2 + w * Math.cos(tilt);
      positions.push(radius * Math.cos(angle), radius * Math.sin(angle), w * Math.sin(tilt) + (crosswise ? 0 : w));
    }
  }
  const at = (i: number, row: number) => (i < steps ? i * (rows + 1) + row : crosswise ? rows - row : row);
  for (let i = 0; i < steps; i++) {
    for (let row = 0; row < rows; row++) {
      triangles.push(at(i, row), at(i + 1, row), at(i + 1, row + 1), at(i, row), at(i + 1, row + 1), at(i, row + 1));
    }
  }
  return mesh(positions, triangles);
}

/** A closed sphere: an octahedron, each face cut into side² triangles. */
export function sphere(side: number): SmallMesh {
  const numbers = new Map<string, number>();
  const positions: number[] = [];
  const triangles: number[] = [];
  const vertex = (x: number, y: number, z: number): number => {
    const name = [x, y, z].join();
    if (!numbers.has(name)) {
      const length = Math.hypot(x, y, z);
      numbers.set(name, positions.push(x / length, y / length, z / length) / 3 - 1);
    }
    return numbers.get(name)!;
  };
  for (const sx of [1, -1]) {
    for (const sy of [1, -1]) {
      for (const sz of [1, -1]) {
        const at = (i: number, j: number) => vertex(sx * i, sy * j, sz * (side - i - j));
        const add = (a: number, b: number, c: number) =>
          sx * sy * sz > 0 ? triangles.push(a, b, c) : triangles.push(a, c, b);
        for (let i = 0; i < side; i++) {
          for (let j = 0; i + j < side; j++) {
            add(at(i, j), at(i + 1, j), at(i, j + 1));
            if (i + j + 1 < side) add(at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
          }
        }
      }
    }
  }
  return mesh(
    positions.map((x) => x + 0),
    triangles,
  );
}

/** Pages of triangle strips on one common edge: an edge with `pages` triangles. */
export function book(pages: number, length: number): SmallMesh {
  const positions = [0, 0, 0, 0, 0, 1];
  const triangles: number[] = [];
  for (let page = 0; page < pages; page++) {
    const angle = (2 * Math.PI * page) / pages;
    let [a, b] = [0, 1];
    for (let i = 1; i <= length; i++) {
      const c = positions.push(i * Math.cos(angle), i * Math.sin(angle), i % 2) / 3 - 1;
      triangles.push(a, b, c);
      [a, b] = [b, c];
    }
  }
  return mesh(positions, triangles);
}

/** A strip with teeth: the dual graph is a tree with long branches. */
export function comb(teeth: number, length: number): SmallMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  const strip = (x: number, y: number, dx: number, dy: number, steps: number, a: number, b: number): number[] => {
    let [u, v] = [a, b];
    for (let i = 1; i <= steps; i++) {
      const p = positions.push(x + i * dx, y + i * dy, 0) / 3 - 1;
      const q = positions.push(x + i * dx - dy, y + i * dy + dx, 0) / 3 - 1;
      triangles.push(u, p, q, u, q, v);
      [u, v] = [p, q];
    }
    return [u, v];
  };
  positions.push(0, 0, 0, 0, 1, 0);
  let [u, v] = [0, 1];
  for (let tooth = 0; tooth < teeth; tooth++) {
    const [p, q] = strip(2 * tooth, 0, 1, 0, 1, u, v);
    strip(2 * tooth + 1, 1, 0, 1, length, v, q); // upwards from the top of this square; its side is a bit aslant
    [u, v] = strip(2 * tooth + 1, 0, 1, 0, 1, p, q);
  }
  return mesh(positions, triangles);
}

/** Pairs of triangles that share only a vertex, in a chain. */
export function bowTies(count: number): SmallMesh {
  const positions = [0, 0, 0];
  const triangles: number[] = [];
  let tip = 0;
  for (let i = 0; i < count; i++) {
    const a = positions.push(i + 0.5, 1, 0) / 3 - 1;
    const b = positions.push(i + 1, 0, 0.1 * (i % 3)) / 3 - 1;
    triangles.push(tip, b, a);
    tip = b;
  }
  return mesh(positions, triangles);
}

/** Triangles between few vertices: any number at an edge, in any winding, some naming a vertex twice. */
export function tangle(vertices: number, count: number, seed: number): SmallMesh {
  const random = new RandomPoints(seed);
  const positions = Array.from({ length: vertices }, () => random.inCube()).flat();
  return mesh(
    positions,
    Array.from({ length: 3 * count }, () => random.below(vertices)),
  );
}

/** Triangles without a common vertex. */
export function soup(count: number, seed: number): SmallMesh {
  const random = new RandomPoints(seed);
  const positions: number[] = [];
  for (let t = 0; t < count; t++) {
    const centre = random.inCube();
    for (let k = 0; k < 3; k++) positions.push(...random.inCube().map((x, axis) => 3 * centre[axis] + 0.5 * x));
  }
  return mesh(
    positions,
    Array.from({ length: 3 * count }, (_, i) => i),
  );
}

/** A sheet with triangles that have no area or name a vertex twice, on its edges and across it. */
export function sheetWithFlatTriangles(side: number): SmallMesh {
  const { positions, triangles } = sheet(side, side);
  const extra: number[] = [];
  for (let i = 0; i + 2 <= side; i++) {
    extra.push(i, i + 1, i + 2); // three in a row
    extra.push(i, i, i + 1);
    if (i % 3 === 0) extra.push(i, i, i);
  }
  return mesh([...positions], [...triangles, ...extra]);
}

/** Several meshes side by side. */
export function together(...parts: readonly SmallMesh[]): SmallMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const [i, part] of parts.entries()) {
    const shift = positions.length / 3;
    triangles.push(...Array.from(part.triangles, (v) => v + shift));
    positions.push(...Array.from(part.positions, (x, k) => (k % 3 === 0 ? x + 7.5 * i : x)));
  }
  return mesh(positions, triangles);
}

const hills = (x: number, y: number) => Math.sin(x) + Math.cos(0.7 * y);

/** One of each kind that partition and test tree have to cope with. */
export const smallMeshes: Readonly<Record<string, SmallMesh>> = {
  'one triangle': mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]),
  'a square': sheet(1, 1),
  'a flat sheet': sheet(9, 7),
  hills: sheet(11, 12, hills),
  'a long strip': sheet(60, 1),
  'a sphere': sphere(4),
  'a ring': ring(24, 2, false),
  'a Möbius strip': ring(24, 2, true),
  'a thin Möbius strip': ring(9, 1, true),
  'a book': book(12, 9),
  'a book of single triangles': book(40, 1),
  'a comb': comb(8, 12),
  'bow ties': bowTies(50),
  'a tangle': tangle(14, 60, 1),
  'a thick tangle': tangle(7, 90, 2),
  'a soup': soup(70, 3),
  'a sheet with flat triangles': sheetWithFlatTriangles(8),
  'only flat triangles': mesh([0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0], [0, 1, 2, 1, 2, 3, 0, 0, 1, 3, 3, 3]),
  'many pieces': together(sheet(5, 6, hills), sphere(3), soup(9, 4), bowTies(5), sheetWithFlatTriangles(4), book(5, 3)),
  'pieces of very different size': together(sheet(14, 14), soup(1, 5), soup(1, 6), sheet(2, 1), soup(40, 7)),
};

export const surfaceOf = (small: SmallMesh): Surface => createSurface('surfaceOf', small, { weld: false });
