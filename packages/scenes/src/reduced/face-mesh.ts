import { smoothStep } from '../create-scene.ts';
import type { Random } from '../random.ts';
import type { SceneMesh } from '../scene.ts';

/** Where a vertex belongs, for those who move it: place on the face, −1 to 1 each way, y up. */
export interface FaceVertex {
  readonly x: number;
  readonly y: number;
  /** Above or below the slit it is nearest to: 1 or −1; of eyeballs 0. */
  readonly side: number;
  /** How far inside a lip or lid, 0 at its edge to 1 at its end; 0 on the skin. */
  readonly depth: number;
  readonly isSkin: boolean;
}

/** An opening: a row of the grid, cut between two columns and drawn apart. */
export interface Slit {
  readonly x: number;
  readonly y: number;
  readonly halfWidth: number;
  /** Half the distance of its lips in the middle. */
  readonly halfGap: number;
}

export interface FaceMesh {
  readonly mesh: SceneMesh;
  readonly vertices: readonly FaceVertex[];
  readonly mouth: Slit;
  readonly eyes: readonly [Slit, Slit];
}

/** Rows of a lip or lid behind its edge, and how deep they lead. */
const RIM_ROWS = 3;
const RIM_DEPTH = 0.12;

/**
 * A face: the front of an ellipsoid as a grid, cut open at mouth and eyes; lips and lids lead inside from there, and eyeballs lie behind the lids. In rest
 * nothing touches.
 */
export function createFaceMesh(cells: number, random: Random): FaceMesh {
  const columns = 2 * Math.round(cells / 2);
  const rows = columns;
  const jitter = () => random.between(0.9, 1.1);
  const onRow = (y: number) => Math.round(((y + 1) / 2) * rows);
  const onColumn = (x: number) => Math.round(((x + 1) / 2) * columns);
  const yOf = (row: number) => (2 * row) / rows - 1;
  const xOf = (column: number) => (2 * column) / columns - 1;
  const cut = (x: number, y: number, halfWidth: number, halfGap: number) => {
    const from = onColumn(x - halfWidth);
    const to = Math.max(onColumn(x + halfWidth), from + 4);
    return {
      row: onRow(y),
      from,
      to,
      x: (xOf(from) + xOf(to)) / 2,
      y: yOf(onRow(y)),
      halfWidth: (to - from) / columns,
      halfGap,
    };
  };
  const eyeX = 0.36 * jitter();
  const mouth = cut(0, -0.42, 0.3 * jitter(), 0.03 * jitter());
  const left = cut(-eyeX, 0.25, 0.16, 0.045 * jitter());
  const right = cut(eyeX, 0.25, 0.16, 0.045 * jitter());
  const slits = [mouth, left, right];

  const positions: number[] = [];
  const triangles: number[] = [];
  const vertices: FaceVertex[] = [];
  const add = (x: number, y: number, lift: number, vertex: Omit<FaceVertex, 'x' | 'y'>): number => {
    positions.push(0.8 * x, y, surfaceHeight(x, y) + lift);
    return vertices.push({ x, y, ...vertex }) - 1;
  };
  const quad = (a: number, b: number, c: number, d: number) => triangles.push(a, b, c, a, c, d);

  // skin: corners on a slit exist twice, above and below
  const above = new Int32Array((rows + 1) * (columns + 1));
  const below = new Int32Array(above.length);
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++) {
      const at = row * (columns + 1) + column;
      const x = xOf(column);
      const on = slits.find((slit) => slit.row === row && column > slit.from && column < slit.to);
      const place = (side: number) => add(x, opened(x, yOf(row), side, slits), 0, { side, depth: 0, isSkin: true });
      above[at] = place(on || nearest(x, yOf(row), slits) > 0 ? 1 : -1);
      below[at] = on ? place(-1) : above[at];
    }
  }
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = row * (columns + 1) + column;
      const up = at + columns + 1;
      quad(above[at], above[at + 1], below[up + 1], below[up]);
    }
  }
  // lips and lids: rows that lead inside from the edge, round about
  for (const { row, from, to } of slits) {
    const loop: number[] = [];
    for (let column = from; column < to; column++) loop.push(below[row * (columns + 1) + column]);
    for (let column = to; column > from; column--) loop.push(above[row * (columns + 1) + column]);
    let edge = loop;
    for (let k = 1; k <= RIM_ROWS; k++) {
      const depth = k / RIM_ROWS;
      const ring = loop.map((v) => {
        const { x, y, side } = vertices[v];
        return add(x, y, -RIM_DEPTH * depth, { side, depth, isSkin: true });
      });
      for (let i = 0; i < ring.length; i++) {
        const j = (i + 1) % ring.length;
        quad(edge[i], edge[j], ring[j], ring[i]);
      }
      edge = ring;
    }
  }
  for (const eye of [left, right]) addEyeball(eye);
  return {
    mesh: { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) },
    vertices,
    mouth,
    eyes: [left, right],
  };

  function addEyeball({ x, y, halfWidth }: Slit): void {
    const radius = 0.7 * halfWidth;
    const rings = Math.max(4, Math.round(columns / 8));
    const sectors = 2 * rings;
    const depth = RIM_DEPTH + 0.03 + radius;
    const ball = (polar: number, turn: number): number => {
      const r = radius * Math.sin(polar);
      const px = x + (r * Math.cos(turn)) / 0.8;
      const py = y + r * Math.sin(turn);
      const lift = surfaceHeight(x, y) - surfaceHeight(px, py) - depth + radius * Math.cos(polar);
      return add(px, py, lift, { side: 0, depth: 0, isSkin: false });
    };
    const front = ball(0, 0);
    let inner: number[] = [];
    for (let k = 1; k < rings; k++) {
      const ring = Array.from({ length: sectors }, (_, i) => ball((Math.PI * k) / rings, (2 * Math.PI * i) / sectors));
      for (let i = 0; i < sectors; i++) {
        const j = (i + 1) % sectors;
        if (k === 1) triangles.push(front, ring[i], ring[j]);
        else quad(inner[i], ring[i], ring[j], inner[j]);
      }
      inner = ring;
    }
    const back = ball(Math.PI, 0);
    for (let i = 0; i < sectors; i++) triangles.push(back, inner[(i + 1) % sectors], inner[i]);
  }
}

function surfaceHeight(x: number, y: number): number {
  const nose = 0.22 * Math.exp(-((x / 0.13) ** 2) - ((y + 0.02) / 0.22) ** 2);
  return 0.75 * Math.sqrt(Math.max(0, 1.6 - 0.75 * x * x - 0.75 * y * y)) + nose;
}

/** Draws the skin apart around slits: most at their edges, nothing at their ends and a third of the face away. */
function opened(x: number, y: number, side: number, slits: readonly Slit[]): number {
  let moved = y;
  for (const slit of slits) {
    const along = (x - slit.x) / slit.halfWidth;
    if (Math.abs(along) >= 1) continue;
    const away = 1 - smoothStep(0, 0.3, Math.abs(y - slit.y));
    const up = y === slit.y ? side : Math.sign(y - slit.y);
    moved += up * slit.halfGap * (1 - along * along) * away;
  }
  return moved;
}

/** Above or below the nearest slit. */
function nearest(x: number, y: number, slits: readonly Slit[]): number {
  let best = slits[0];
  for (const slit of slits) {
    if (Math.hypot(x - slit.x, y - slit.y) < Math.hypot(x - best.x, y - best.y)) best = slit;
  }
  return y >= best.y ? 1 : -1;
}
