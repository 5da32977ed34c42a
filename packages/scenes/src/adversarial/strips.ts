import { gridSize, gridTriangles } from '../topology/grid.ts';
import { adversarialEntry } from './adversarial-entry.ts';

export const mobiusStrip = adversarialEntry(
  'mobius-strip',
  'A one-sided strip, so no winding is consistent; it widens until it passes through itself.',
  { triangles: 240 },
  ({ triangles }) => {
    const size = gridSize(triangles, 0.15, 1);
    const columns = size.columns;
    const around = Math.max(5, size.rows);
    const width = columns + 1;
    // the last row continues at the first one, reversed
    const mesh = gridTriangles(columns, around).map((vertex) => {
      const row = Math.floor(vertex / width);
      return row < around ? vertex : width - 1 - (vertex - row * width);
    });
    return {
      triangles: mesh,
      vertexCount: width * around,
      pose(t, out) {
        const halfWidth = 0.25 + 2.5 * t; // from 2 on it reaches its own opposite side
        for (let row = 0, v = 0; row < around; row++) {
          const turn = (2 * Math.PI * row) / around;
          for (let column = 0; column <= columns; column++, v += 3) {
            const across = halfWidth * ((2 * column) / columns - 1);
            const distance = 1 + across * Math.cos(turn / 2);
            out[v] = distance * Math.cos(turn);
            out[v + 1] = distance * Math.sin(turn);
            out[v + 2] = across * Math.sin(turn / 2);
          }
        }
      },
    };
  },
);

/** Faces +z at first although it has a hole: its contour is two loops. */
export const annulus = adversarialEntry(
  'annulus',
  'A flat ring whose hole shrinks to one point in the middle frame and then turns inside out over the ring.',
  { triangles: 160 },
  ({ triangles }) => {
    const size = gridSize(triangles, 4, 1);
    const around = Math.max(4, size.columns);
    const { rows } = size;
    return {
      triangles: gridTriangles(around, rows, { wrapColumns: true }).reverse(),
      vertexCount: around * (rows + 1),
      pose(t, out) {
        const inner = 1 - 2 * t;
        for (let row = 0, v = 0; row <= rows; row++) {
          const radius = inner + (2 - inner) * (row / rows);
          for (let column = 0; column < around; column++, v += 3) {
            const turn = (2 * Math.PI * column) / around;
            out[v] = radius * Math.cos(turn);
            out[v + 1] = radius * Math.sin(turn);
            out[v + 2] = 0;
          }
        }
      },
    };
  },
);

const RAMP_TURNS = 3;

/** Every triangle faces +z until the end, and yet seen from there the ramp covers itself three times. */
export const helicalRamp = adversarialEntry(
  'helical-ramp',
  'A spiral ramp of three turns that all face up; it sags through itself and ends as three exactly equal layers.',
  { triangles: 288 },
  ({ triangles }) => {
    const { columns, rows } = gridSize(triangles, 0.08);
    const perTurn = Math.max(5, Math.round(rows / RAMP_TURNS));
    const steps = RAMP_TURNS * perTurn;
    return {
      triangles: gridTriangles(columns, steps),
      vertexCount: (columns + 1) * (steps + 1),
      pose(t, out) {
        for (let row = 0, v = 0; row <= steps; row++) {
          const turn = (2 * Math.PI * (row % perTurn)) / perTurn; // equal numbers in every turn, so that layers can coincide
          const height = (1 - t) * (row / perTurn);
          const sag = 2.5 * t * (1 - t) * Math.sin((Math.PI * row) / steps);
          for (let column = 0; column <= columns; column++, v += 3) {
            const radius = 1 + column / columns;
            out[v] = radius * Math.cos(turn);
            out[v + 1] = radius * Math.sin(turn);
            out[v + 2] = height - sag * (column / columns);
          }
        }
      },
    };
  },
);

export const unweldedSeam = adversarialEntry(
  'unwelded-seam',
  'An open tube whose first and last columns are separate copies at the same places; its waist closes and crosses over.',
  { triangles: 320 },
  ({ triangles }) => {
    const size = gridSize(triangles, 1.5, 2);
    const columns = Math.max(4, size.columns);
    const rows = 2 * Math.max(1, Math.round(size.rows / 2)); // even: there is a ring at the waist
    return {
      triangles: gridTriangles(columns, rows),
      vertexCount: (columns + 1) * (rows + 1),
      pose(t, out) {
        for (let row = 0, v = 0; row <= rows; row++) {
          const height = (2 * row) / rows - 1;
          const thickness = 1 - 2 * t * (1 - height * height); // exactly 0 at the waist in the middle frame
          for (let column = 0; column <= columns; column++, v += 3) {
            const turn = (2 * Math.PI * (column % columns)) / columns;
            out[v] = Math.cos(turn);
            out[v + 1] = thickness * Math.sin(turn);
            out[v + 2] = height;
          }
        }
      },
    };
  },
);
