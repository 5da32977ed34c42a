import type { RandomPoints } from '../../predicates/random.ts';

interface Shape {
  readonly positions: number[];
  readonly triangles: number[];
}

/** Triangles around one vertex: apart from each other, or with common edges. */
export function fan(count: number, height: number, closed: boolean): Shape {
  const positions = [0, 0, 0];
  const triangles: number[] = [];
  for (let i = 0; i < count; i++) {
    for (const turn of closed ? [0] : [0, 0.6]) {
      const angle = (2 * Math.PI * (i + turn)) / count;
      positions.push(Math.cos(angle), Math.sin(angle), i % 2 === 0 ? height : -height);
    }
    if (closed) triangles.push(0, 1 + i, 1 + ((i + 1) % count));
    else triangles.push(0, 1 + 2 * i, 2 + 2 * i);
  }
  return { positions, triangles };
}

export function box(low: readonly number[], high: readonly number[]): Shape {
  const positions = Array.from({ length: 8 }, (_, i) => [0, 1, 2].map((axis) => ((i >> axis) & 1 ? high : low)[axis]));
  const quads = [0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5];
  const triangles: number[] = [];
  for (let k = 0; k < quads.length; k += 4) {
    const [a, b, c, d] = quads.slice(k, k + 4);
    triangles.push(a, b, c, a, c, d);
  }
  return { positions: positions.flat(), triangles };
}

export function together(...shapes: readonly Shape[]): Shape {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const shape of shapes) {
    const first = positions.length / 3;
    positions.push(...shape.positions);
    triangles.push(...shape.triangles.map((v) => v + first));
  }
  return { positions, triangles };
}

/** Two boxes, one above the other, `gap` apart. */
export function stackedBoxes(gap: number): Shape {
  return together(box([0, 0, 0], [1, 1, 1]), box([0.1, 0.1, 1 + gap], [0.9, 0.8, 2]));
}

/** Pages that share the edges of one spine. */
function book(pages: number, rows: number): Shape {
  const positions = Array.from({ length: rows + 1 }, (_, j) => [0, 0, j / rows]).flat();
  const triangles: number[] = [];
  for (let page = 0; page < pages; page++) {
    const angle = 0.1 + (2 * page) / pages;
    const first = positions.length / 3;
    for (let j = 0; j <= rows; j++) positions.push(Math.cos(angle), Math.sin(angle), j / rows);
    for (let j = 0; j < rows; j++) triangles.push(j, first + j, j + 1, first + j, first + j + 1, j + 1);
  }
  return { positions, triangles };
}

function soup(count: number, points: RandomPoints): Shape {
  const positions: number[] = [];
  for (let t = 0; t < count; t++) {
    const centre = points.inCube();
    for (let k = 0; k < 3; k++) positions.push(...points.inCube().map((x, axis) => centre[axis] + 0.3 * x));
  }
  return { positions, triangles: positions.slice(0, 3 * count).map((_, i) => i) };
}

/** Few triangles on few vertices, on a lattice or not: many share one or two, some cross. */
function tiny(points: RandomPoints): Shape {
  const lattice = points.below(2) === 0;
  const count = 5 + points.below(8);
  const positions = Array.from({ length: count }, () => (lattice ? points.onLattice(2) : points.inCube())).flat();
  const triangles: number[] = [];
  for (let t = 1 + points.below(7); t >= 0; t--) {
    const corners = new Set<number>();
    while (corners.size < 3) corners.add(points.below(count));
    triangles.push(...corners);
  }
  return { positions, triangles };
}

/** A sheet that goes up and down, with teeth close to each other. */
function comb(teeth: number, gap: number): Shape {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i <= 2 * teeth; i++) positions.push(gap * i, i % 2, 0, gap * i, i % 2, 1);
  for (let i = 0; i < 2 * teeth; i++) triangles.push(2 * i, 2 * i + 2, 2 * i + 1, 2 * i + 2, 2 * i + 3, 2 * i + 1);
  return { positions, triangles };
}

export const KINDS = ['fan', 'boxes', 'book', 'soup', 'tiny', 'comb', 'pair of fans'] as const;

export interface AimedCase {
  readonly kind: (typeof KINDS)[number];
  readonly mesh: { readonly positions: Float32Array | Float64Array; readonly triangles: Uint32Array };
  readonly vectors: Float64Array;
  readonly rank: number;
}

export function aimedCase(seed: number, points: RandomPoints): AimedCase {
  const kind = KINDS[seed % KINDS.length];
  const { positions: numbers, triangles } = shapeOf(kind, points);
  const positions = points.below(3) === 0 ? Float32Array.from(numbers) : Float64Array.from(numbers);
  const rank = 1 + points.below(6);
  return {
    ...{ kind, rank, vectors: modesOf(positions, rank, points) },
    mesh: { positions, triangles: Uint32Array.from(triangles) },
  };
}

function shapeOf(kind: (typeof KINDS)[number], points: RandomPoints): Shape {
  const height = 0.05 + 0.5 * points.random();
  switch (kind) {
    case 'fan':
      return fan(3 + points.below(8), height, points.below(2) === 0);
    case 'boxes':
      return stackedBoxes(points.below(8) === 0 ? 0 : 10 ** (-13 * points.random()));
    case 'book':
      return book(3 + points.below(3), 1 + points.below(3));
    case 'soup':
      return soup(2 + points.below(14), points);
    case 'tiny':
      return tiny(points);
    case 'comb':
      return comb(2 + points.below(4), 10 ** (-4 * points.random()));
    case 'pair of fans': {
      const second = fan(3 + points.below(4), height, true);
      second.positions.forEach((x, i) => {
        if (i % 3 === 2) second.positions[i] = x + 2 * height + 10 ** (-10 * points.random());
      });
      return together(fan(3 + points.below(4), height, false), second);
    }
  }
}

function modesOf(positions: ArrayLike<number>, rank: number, points: RandomPoints): Float64Array {
  const vectors = new Float64Array(rank * positions.length);
  for (let i = 0; i < rank; i++) {
    const kind = points.below(4);
    const [wave, push] = [points.inCube(), points.inCube()];
    const centre = 3 * points.below(positions.length / 3);
    const size = kind === 3 ? 10 ** (-9 * points.random()) : 1;
    for (let x = 0; x < positions.length; x++) {
      const v = x - (x % 3);
      const phase = [0, 1, 2].reduce((sum, axis) => sum + 3 * wave[axis] * positions[v + axis], i);
      const smooth = push[x % 3] * Math.sin(phase);
      const noise = 2 * points.random() - 1;
      vectors[i * positions.length + x] = kind === 0 ? noise : kind === 1 ? (v === centre ? noise : 0) : size * smooth;
    }
  }
  return vectors;
}
