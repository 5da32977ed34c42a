import { createRandom } from '../random.ts';
import { gridMesh, gridSize } from '../topology/grid.ts';
import { adversarialEntry } from './adversarial-entry.ts';

/**
 * A flat grid with two kinds of extra triangles: some that name a vertex of the grid twice or three times, and loose ones whose
 * three different corners lie on a line. Those stand over the grid, touch it in the middle frame and then stick through.
 */
export const zeroAreaTriangles = adversarialEntry(
  'zero-area-triangles',
  'A grid with triangles of no area: repeated corners, and collinear ones that come down, touch it and pierce it.',
  { triangles: 150 },
  ({ triangles, seed }) => {
    const loose = Math.max(1, Math.round(triangles / 10));
    const repeated = Math.max(3, Math.round(triangles / 10));
    const { columns, rows } = gridSize(Math.max(2, triangles - loose - repeated), 1);
    const grid = gridMesh(columns, rows);
    const gridVertices = grid.positions.length / 3;
    const random = createRandom(seed);
    const faces = [...grid.triangles];
    for (let i = 0; i < repeated; i++) {
      const a = random.index(gridVertices);
      const b = random.index(gridVertices);
      faces.push(
        ...[
          [a, a, b],
          [a, b, a],
          [b, a, a],
          [a, a, a],
        ][i % 4]!,
      );
    }
    const feet: [number, number][] = [];
    for (let i = 0; i < loose; i++) {
      const first = gridVertices + 3 * i;
      faces.push(first, first + 1, first + 2);
      // quarters of a cell: some feet are inside a triangle, some on an edge, some on a vertex
      feet.push([random.index(4 * columns + 1) / 4, random.index(4 * rows + 1) / 4]);
    }
    return {
      triangles: Uint32Array.from(faces),
      vertexCount: gridVertices + 3 * loose,
      pose(t, out) {
        out.set(grid.positions);
        const foot = 0.5 - t;
        feet.forEach(([x, y], i) => {
          // the longest side joins the first two corners, or the last two
          const heights = i % 2 === 0 ? [foot, foot + 2, foot + 1] : [foot + 1, foot, foot + 2];
          heights.forEach((z, k) => {
            out.set([x + (z - foot) / 4, y, z], 3 * (gridVertices + 3 * i + k));
          });
        });
      },
    };
  },
);

/** Needles are 2⁻³⁰ wide and about 2 long. */
export const needleTriangles = adversarialEntry(
  'needle-triangles',
  'A grid and a thicket of needles, a billion times longer than wide, sinking through it and through each other.',
  { triangles: 150 },
  ({ triangles, seed }) => {
    const needles = Math.max(2, Math.round(triangles / 3));
    const { columns, rows } = gridSize(Math.max(2, triangles - needles), 1);
    const grid = gridMesh(columns, rows);
    const gridVertices = grid.positions.length / 3;
    const random = createRandom(seed);
    const faces = [...grid.triangles];
    const needle = Array.from({ length: needles }, (_, i) => {
      const first = gridVertices + 3 * i;
      faces.push(first, first + 1, first + 2);
      // sixteenths, so that needles often meet exactly
      return {
        x: random.index(16 * columns + 1) / 16,
        y: random.index(16 * rows + 1) / 16,
        leanX: random.index(33) / 16 - 1,
        leanY: random.index(33) / 16 - 1,
      };
    });
    return {
      triangles: Uint32Array.from(faces),
      vertexCount: gridVertices + 3 * needles,
      pose(t, out) {
        out.set(grid.positions);
        const foot = 0.5 - 2 * t;
        needle.forEach(({ x, y, leanX, leanY }, i) => {
          const at = 3 * (gridVertices + 3 * i);
          out.set([x, y, foot, x + 2 ** -30, y, foot, x + leanX, y + leanY, foot + 2], at);
        });
      },
    };
  },
);

/**
 * Two kinds of edges without length: in every third loose triangle two corners are copies of one point in all frames; in the
 * others two different corners run into each other in the middle frame and part again.
 */
export const zeroLengthEdges = adversarialEntry(
  'zero-length-edges',
  'Triangles over a grid with edges that have no length, always or in the middle frame only.',
  { triangles: 120 },
  ({ triangles, seed }) => {
    const loose = Math.max(3, Math.round(triangles / 4));
    const { columns, rows } = gridSize(Math.max(2, triangles - loose), 1);
    const grid = gridMesh(columns, rows);
    const gridVertices = grid.positions.length / 3;
    const random = createRandom(seed);
    const feet = Array.from(
      { length: loose },
      () => [random.index(4 * columns + 1) / 4, random.index(4 * rows + 1) / 4] as const,
    );
    const faces = [...grid.triangles];
    for (let i = 0; i < 3 * loose; i++) faces.push(gridVertices + i);
    return {
      triangles: Uint32Array.from(faces),
      vertexCount: gridVertices + 3 * loose,
      pose(t, out) {
        out.set(grid.positions);
        feet.forEach(([x, y], i) => {
          const apart = i % 3 === 0 ? 0 : 1 - 2 * t;
          // every foot has a top height of its own, or tops at one place would be copies that later part
          const top = 1 + i / 64;
          out.set([x, y, 0.5 - t, x, y + 0.5, top, x, y + 0.5 + apart / 2, top], 3 * (gridVertices + 3 * i));
        });
      },
    };
  },
);
