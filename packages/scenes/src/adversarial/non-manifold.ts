import { gridTriangles } from '../topology/grid.ts';
import { adversarialEntry } from './adversarial-entry.ts';

/** Triangles joined tip to tip: connected by vertices, never by edges. */
export const bowTies = adversarialEntry(
  'bow-ties',
  'Bow-ties in rows, two triangles sharing one vertex each; their wings grow until neighbours touch, then overlap in the plane.',
  { triangles: 72 },
  ({ triangles }) => {
    const side = Math.max(1, Math.round(Math.sqrt(triangles / 2)));
    const faces: number[] = [];
    for (let i = 0; i < side * side; i++) faces.push(5 * i, 5 * i + 2, 5 * i + 1, 5 * i, 5 * i + 3, 5 * i + 4);
    return {
      triangles: Uint32Array.from(faces),
      vertexCount: 5 * side * side,
      pose(t, out) {
        const reach = 0.25 + t / 2; // neighbours are 1 apart: touching at exactly ½, the middle frame
        for (let row = 0, v = 0; row < side; row++) {
          const tilt = row % 2 === 0 ? 0 : t / 4; // every second row leaves the plane, so its contacts are lines
          for (let column = 0; column < side; column++, v += 15) {
            out.set([column, row, 0], v);
            out.set([column - reach, row - 0.375, tilt, column - reach, row + 0.375, -tilt], v + 3);
            out.set([column + reach, row - 0.375, -tilt, column + reach, row + 0.375, tilt], v + 9);
          }
        }
      },
    };
  },
);

const PAGES = 5;

/** Every edge of the spine has five triangles. */
export const book = adversarialEntry(
  'book',
  'Five pages on one spine, so each of its edges has five triangles; pages swing through each other and coincide exactly.',
  { triangles: 200 },
  ({ triangles }) => {
    const across = Math.max(1, Math.round(Math.sqrt(triangles / (2 * PAGES))));
    const rows = Math.max(1, Math.round(triangles / (2 * PAGES * across)));
    const perPage = across * (rows + 1);
    const spine = (row: number): number => row;
    const faces: number[] = [];
    for (let page = 0; page < PAGES; page++) {
      const own = rows + 1 + page * perPage;
      for (const vertex of gridTriangles(across, rows)) {
        const row = Math.floor(vertex / (across + 1));
        const column = vertex % (across + 1);
        faces.push(column === 0 ? spine(row) : own + row * across + column - 1);
      }
    }
    return {
      triangles: Uint32Array.from(faces),
      vertexCount: rows + 1 + PAGES * perPage,
      pose(t, out) {
        // directions of the pages: 1 reaches 0 at the end; 2 passes 3 at t = ½ and 4 at t = ¾
        const directions = [
          [1, 0],
          [1, 2 - 2 * t],
          [-1, 1 - 2 * t],
          [-1, 0],
          [-1, -0.5],
        ] as const;
        let v = 0;
        for (let row = 0; row <= rows; row++, v += 3) out.set([0, 0, row], v);
        for (const [x, y] of directions) {
          for (let row = 0; row <= rows; row++) {
            for (let column = 1; column <= across; column++, v += 3) out.set([column * x, column * y, row], v);
          }
        }
      },
    };
  },
);

/** Seen from +z every triangle turns the right way and the centre is inside every edge's half-plane: only counting turns tells. */
export const doubleCoverFan = adversarialEntry(
  'double-cover-fan',
  'A fan that goes twice around its centre while every triangle faces up; it meets itself along a ray, and ends flat.',
  { triangles: 24 },
  ({ triangles }) => {
    const perTurn = Math.max(5, Math.round(triangles / 2));
    const count = 2 * perTurn;
    return {
      triangles: Uint32Array.from({ length: 3 * count }, (_, i) => {
        const spoke = Math.floor(i / 3);
        return i % 3 === 0 ? 0 : 1 + ((spoke + (i % 3) - 1) % count);
      }),
      vertexCount: count + 1,
      pose(t, out) {
        out.set([0, 0, 0]);
        for (let spoke = 0; spoke < count; spoke++) {
          const turn = (2 * Math.PI * (spoke % perTurn)) / perTurn;
          const phase = (2 * Math.PI * spoke) / count;
          const radius = 1 + (1 - t) * 0.25 * Math.sin(phase); // in the last frame the two layers coincide
          out.set([radius * Math.cos(turn), radius * Math.sin(turn), (1 - t) * Math.cos(phase)], 3 * (1 + spoke));
        }
      },
    };
  },
);
