import { orient2d } from '../../../src/predicates/orient.ts';
import type { RandomPoints } from '../../predicates/random.ts';

/** A patch as seen along the direction that it faces. */
export interface Layout {
  /** x, y of each vertex. */
  readonly points: number[];
  readonly triangles: number[];
  /** Triangles of the first of two patches, where the layout has two; 0: cut anywhere. */
  readonly cut?: number;
}

/** `whole`: all coordinates are small whole numbers, so that touching, collinear and coinciding edges are the rule. */
export type LayoutMaker = (random: RandomPoints, whole: boolean) => Layout;

/** Turn of a, b, c: exact. */
export function turnOf({ points }: Pick<Layout, 'points'>, a: number, b: number, c: number): number {
  return orient2d(points[2 * a], points[2 * a + 1], points[2 * b], points[2 * b + 1], points[2 * c], points[2 * c + 1]);
}

/** A piece of a grid, vertices shaken, triangles left out. */
export const gridPiece: LayoutMaker = (random, whole) => {
  const columns = 1 + random.below(5);
  const rows = 1 + random.below(4);
  const mess = whole ? 0 : [0, 0.1, 0.3, 0.6][random.below(4)];
  const kept = [1, 1, 0.95, 0.8, 0.5][random.below(5)];
  const points: number[] = [];
  const triangles: number[] = [];
  for (let y = 0; y <= rows; y++) {
    for (let x = 0; x <= columns; x++) {
      points.push(x + mess * (2 * random.random() - 1), y + mess * (2 * random.random() - 1));
    }
  }
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const a = y * (columns + 1) + x;
      const d = a + columns + 2;
      if (random.random() < kept || triangles.length === 0) triangles.push(a, a + 1, d);
      if (random.random() < kept) triangles.push(a, d, d - 1);
    }
  }
  return { points, triangles };
};

const COMPASS = [1, 0, 1, 1, 0, 1, -1, 1, -1, 0, -1, -1, 0, -1, 1, -1];

/**
 * Triangles around a middle, from half a turn to more than two: fans, double covers and, with an inner rim, annuli and ramps.
 * Closed ones come back to their first vertices after one or two turns.
 */
export const turning: LayoutMaker = (random, whole) => {
  const closedTurns = random.below(3); // 0: open
  const perTurn = whole ? 8 : 3 + random.below(10);
  const steps = closedTurns > 0 ? closedTurns * perTurn : 2 + random.below(Math.floor(2.3 * perTurn));
  const rim = random.below(2) === 1;
  const wild = whole ? 0 : [0, 0.1, 0.4][random.below(3)];
  const points: number[] = rim ? [] : [0, 0];
  const ring = rim ? 2 : 1;
  const first = rim ? 0 : 1;
  const count = closedTurns > 0 ? steps : steps + 1;
  for (let i = 0; i < count; i++) {
    const angle = (2 * Math.PI * (i + wild * (random.random() - 0.5))) / perTurn;
    const [x, y] = whole ? COMPASS.slice(2 * (i % 8), 2 * (i % 8) + 2) : [Math.cos(angle), Math.sin(angle)];
    const inner = whole ? 1 : 0.5 + 0.3 * random.random();
    const outer = whole ? 2 + random.below(2) : 1 + 2 * wild * random.random();
    if (rim) points.push(inner * x, inner * y);
    points.push(outer * x, outer * y);
  }
  const triangles: number[] = [];
  for (let i = 0; i < steps; i++) {
    const a = first + ring * i;
    const b = first + ring * ((i + 1) % count);
    if (rim) triangles.push(a, a + 1, b + 1, a, b + 1, b);
    else triangles.push(0, a, b);
  }
  return { points, triangles };
};

/** Triangles between few vertices, each wound to face us: edges with any number of triangles, in any winding. */
export const soup: LayoutMaker = (random, whole) => {
  const vertices = 3 + random.below(7);
  const at = () => (whole ? random.below(4) : random.random());
  const points = Array.from({ length: 2 * vertices }, at);
  const triangles = Array.from({ length: 3 * (1 + random.below(6)) }, () => random.below(vertices));
  return { points, triangles };
};

/** Starts with one triangle and adds others at the rim, with a new corner or an old one. */
export const grown: LayoutMaker = (random, whole) => {
  const reach = whole ? 3 : [0.4, 1, 2][random.below(3)];
  const points = [0, 0, 1, 0, whole ? random.below(2) : random.random(), 1];
  const triangles = [0, 1, 2];
  const wanted = 2 + random.below(24);
  for (let tries = 0; tries < 3 * wanted && triangles.length < 3 * wanted; tries++) {
    const h = random.below(triangles.length);
    const u = triangles[h];
    const v = triangles[h % 3 === 2 ? h - 2 : h + 1];
    let w = random.below(points.length / 2);
    if (random.below(5) > 0) {
      const offset = () =>
        whole ? random.below(reach + 1) - Math.floor(reach / 2) : reach * (2 * random.random() - 1);
      w = points.length / 2;
      points.push((whole ? points[2 * u] : (points[2 * u] + points[2 * v]) / 2) + offset());
      points.push((whole ? points[2 * u + 1] : (points[2 * u + 1] + points[2 * v + 1]) / 2) + offset());
    }
    if (w !== u && w !== v && turnOf({ points }, v, u, w) > 0 && !hasHalfEdge(triangles, v, u)) triangles.push(v, u, w);
    else if (w === points.length / 2 - 1 && w > 2) points.length -= 2 * Number(!triangles.includes(w));
  }
  return { points, triangles };
};

function hasHalfEdge(triangles: readonly number[], u: number, v: number): boolean {
  for (let h = 0; h < triangles.length; h++) {
    if (triangles[h] === u && triangles[h % 3 === 2 ? h - 2 : h + 1] === v) return true;
  }
  return false;
}

/** A ribbon along a random walk, which may run over itself; as a Möbius strip its ends are joined crosswise. */
export const ribbon: LayoutMaker = (random, whole) => {
  const steps = 3 + random.below(14);
  const closing = random.below(4); // 0: crosswise, 1: straight, else open
  const bend = [0.2, 0.5, 1][random.below(3)];
  const drift = random.random() - 0.5;
  const points: number[] = [];
  let [x, y, heading] = [0, 0, 0];
  for (let i = 0; i <= steps; i++) {
    const quarter = whole ? Math.round(heading) & 3 : 0;
    const angle = whole ? (quarter * Math.PI) / 2 : heading;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)].map((value) => (whole ? Math.round(value) : value));
    points.push(x, y, x - sin, y + cos);
    x += cos;
    y += sin;
    heading += whole ? [0, 0, 0, 1, 3][random.below(5)] : bend * (random.random() - 0.5 + drift);
  }
  const triangles: number[] = [];
  for (let i = 0; i < (closing < 2 ? steps + 1 : steps); i++) {
    const a = 2 * i;
    const wraps = i === steps;
    const c = wraps ? (closing === 0 ? 1 : 0) : a + 2;
    const d = wraps ? (closing === 0 ? 0 : 1) : a + 3;
    triangles.push(a, c, d, a, d, a + 1);
  }
  return { points, triangles };
};

/** A polygon around a middle with many corners and, at its rim, flaps that may cover each other. */
export const flapped: LayoutMaker = (random, whole) => {
  const corners = 6 + random.below(30);
  const points = [0, 0];
  const triangles: number[] = [];
  const size = whole ? 8 : 1;
  const rough = [0, 0.2, 0.6][random.below(3)];
  for (let i = 0; i < corners; i++) {
    const angle = (2 * Math.PI * i) / corners;
    const radius = size * (1 + rough * random.random());
    const [x, y] = [radius * Math.cos(angle), radius * Math.sin(angle)];
    points.push(whole ? Math.round(x) : x, whole ? Math.round(y) : y);
    triangles.push(0, 1 + i, 1 + ((i + 1) % corners));
  }
  const length = [0.3, 1, 3][random.below(3)];
  const lean = [0.1, 0.5, 2][random.below(3)];
  for (let i = 0; i < corners; i++) {
    if (random.below(3) > 0) continue;
    const [u, v] = [1 + i, 1 + ((i + 1) % corners)];
    const [dx, dy] = [points[2 * v] - points[2 * u], points[2 * v + 1] - points[2 * u + 1]];
    const along = 0.5 + lean * (2 * random.random() - 1);
    const out = length * (0.1 + random.random());
    const x = points[2 * u] + along * dx + out * dy;
    const y = points[2 * u + 1] + along * dy - out * dx;
    triangles.push(v, u, points.length / 2);
    points.push(whole ? Math.round(x) : x, whole ? Math.round(y) : y);
  }
  return { points, triangles };
};

/** Two patches without a common vertex: beside, over or inside each other. */
export const islands: LayoutMaker = (random, whole) => {
  const first = someOf(random, whole);
  const second = someOf(random, whole);
  const size = whole ? 1 + random.below(2) : [0.1, 0.3, 1, 3][random.below(4)];
  const offset = () => (whole ? random.below(9) - 4 : 3 * (random.random() - 0.3));
  const [dx, dy] = [offset(), offset()];
  const moved = second.points.map((value, i) => value * size + (i % 2 === 0 ? dx : dy));
  const shift = first.points.length / 2;
  return {
    points: [...first.points, ...moved],
    triangles: [...first.triangles, ...second.triangles.map((v) => v + shift)],
    cut: first.triangles.length / 3,
  };
};

/** Two patches with one vertex in common, the second turned about it. */
export const pinched: LayoutMaker = (random, whole) => {
  const first = someOf(random, whole);
  const second = someOf(random, whole);
  // a corner far out, so that patches have a chance to lie on different sides of it
  const tip = (layout: Layout, x: number, y: number) => {
    let best = layout.triangles[0];
    for (const v of layout.triangles) {
      const gain =
        x * (layout.points[2 * v] - layout.points[2 * best]) +
        y * (layout.points[2 * v + 1] - layout.points[2 * best + 1]);
      if (gain > 0) best = v;
    }
    return best;
  };
  const [x, y] = [random.random() - 0.5, random.random() - 0.5];
  const a = tip(first, x, y);
  const b = tip(second, x, y);
  const turn = whole
    ? [2, 2, 1, 3][random.below(4)] * (Math.PI / 2)
    : Math.PI * (1 + [0, 0.2, 1][random.below(3)] * (random.random() - 0.5));
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)].map((value) => (whole ? Math.round(value) : value));
  const shift = first.points.length / 2;
  const points = [...first.points];
  for (let v = 0; v < second.points.length / 2; v++) {
    const dx = second.points[2 * v] - second.points[2 * b];
    const dy = second.points[2 * v + 1] - second.points[2 * b + 1];
    points.push(first.points[2 * a] + cos * dx - sin * dy, first.points[2 * a + 1] + sin * dx + cos * dy);
  }
  const renamed = second.triangles.map((v) => (v === b ? a : v + shift));
  return { points, triangles: [...first.triangles, ...renamed], cut: first.triangles.length / 3 };
};

/** Most of a ring, closed by a triangle whose tip lies on the ring's first edge, but for rounding. */
export const hook: LayoutMaker = (random, whole) => {
  const steps = whole ? 5 : 4 + random.below(8);
  const start = random.random();
  const points: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i <= steps; i++) {
    const angle = start + (1.7 * Math.PI * i) / steps;
    const [x, y] = whole ? COMPASS.slice(2 * i, 2 * i + 2) : [Math.cos(angle), Math.sin(angle)];
    const inner = whole ? 1 : 0.5 + 0.2 * random.random();
    const outer = whole ? 3 : 1 + 0.3 * random.random();
    points.push(inner * x, inner * y, outer * x, outer * y);
    if (i > 0) triangles.push(2 * i - 2, 2 * i - 1, 2 * i + 1, 2 * i - 2, 2 * i + 1, 2 * i);
  }
  const along = whole ? 0.5 : random.random();
  triangles.push(2 * steps, 2 * steps + 1, 2 * steps + 2);
  points.push(points[0] + along * (points[2] - points[0]), points[1] + along * (points[3] - points[1]));
  return { points, triangles };
};

function someOf(random: RandomPoints, whole: boolean): Layout {
  return [gridPiece, turning, soup, grown][random.below(4)](random, whole);
}
