import type { SurfaceFacts } from './surface-facts.ts';

/** Pairs of pieces of so few triangles, multiplied, are tried along every normal and across every two edges: exact if both are convex. */
const FEW_PAIRS = 600;
/** Together so many triangles are tried along the normals of those that cross, more along the axes only. */
const MODERATE = 5000;
const MOST_NORMALS = 24;

type Vector = readonly [number, number, number];

/** How far two pieces have to be moved apart as wholes so that a plane separates them: an upper bound of how deep one is in the other. */
export class Separation {
  readonly #facts: SurfaceFacts;
  readonly #positions: Float64Array;
  readonly #verticesOf = new Map<number, Uint32Array>();

  constructor(facts: SurfaceFacts, positions: Float64Array) {
    this.#facts = facts;
    this.#positions = positions;
  }

  /** `crossing` are triangles of both pieces that cross. */
  find(pieceA: number, pieceB: number, crossing: ReadonlySet<number>): number {
    const { trianglesOf } = this.#facts;
    const [a, b] = [this.#vertices(pieceA), this.#vertices(pieceB)];
    let least = Number.POSITIVE_INFINITY;
    for (const direction of this.#directions(trianglesOf[pieceA], trianglesOf[pieceB], crossing)) {
      const [lowA, highA] = this.#extent(a, direction);
      const [lowB, highB] = this.#extent(b, direction);
      least = Math.min(least, highA - lowB, highB - lowA);
    }
    return least;
  }

  #directions(a: Uint32Array, b: Uint32Array, crossing: ReadonlySet<number>): Vector[] {
    const axes: Vector[] = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    const normals = (list: Iterable<number>) => Array.from(list, (t) => this.#normal(t));
    if (a.length * b.length <= FEW_PAIRS) {
      const [edgesA, edgesB] = [this.#edges(a), this.#edges(b)];
      const across = edgesA.flatMap((p) => edgesB.map((q) => unit(cross(p, q))));
      return [...axes, ...[...normals(a), ...normals(b), ...across].filter(isUnit)];
    }
    if (a.length + b.length > MODERATE || crossing.size > MOST_NORMALS) return axes;
    return [...axes, ...normals(crossing).filter(isUnit)];
  }

  #edges(list: Uint32Array): Vector[] {
    const { triangles } = this.#facts;
    const edges: Vector[] = [];
    for (const t of list) {
      for (let k = 0; k < 3; k++) {
        const [from, to] = [triangles[3 * t + k], triangles[3 * t + ((k + 1) % 3)]];
        if (from < to || this.#facts.twin[3 * t + k] < 0) edges.push(this.#between(from, to));
      }
    }
    return edges;
  }

  #normal(t: number): Vector {
    const { triangles } = this.#facts;
    const [a, b, c] = [triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]];
    return unit(cross(this.#between(a, b), this.#between(a, c)));
  }

  #between(v: number, w: number): Vector {
    const p = this.#positions;
    return [p[3 * w] - p[3 * v], p[3 * w + 1] - p[3 * v + 1], p[3 * w + 2] - p[3 * v + 2]];
  }

  #extent(vertices: Uint32Array, [x, y, z]: Vector): [number, number] {
    const p = this.#positions;
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const v of vertices) {
      const along = x * p[3 * v] + y * p[3 * v + 1] + z * p[3 * v + 2];
      if (along < low) low = along;
      if (along > high) high = along;
    }
    return [low, high];
  }

  #vertices(piece: number): Uint32Array {
    let vertices = this.#verticesOf.get(piece);
    if (!vertices) {
      const { triangles, trianglesOf } = this.#facts;
      const found = new Set<number>();
      for (const t of trianglesOf[piece]) for (let k = 3 * t; k < 3 * t + 3; k++) found.add(triangles[k]);
      vertices = Uint32Array.from(found);
      this.#verticesOf.set(piece, vertices);
    }
    return vertices;
  }
}

function cross(p: Vector, q: Vector): Vector {
  return [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
}

function unit(p: Vector): Vector {
  const length = Math.hypot(p[0], p[1], p[2]);
  return [p[0] / length, p[1] / length, p[2] / length];
}

/** Parallel edges and triangles without area have no direction. Nearly parallel ones have a wrong one, which separates all the same. */
function isUnit([x, y, z]: Vector): boolean {
  return Math.abs(x * x + y * y + z * z - 1) < 1e-9;
}
