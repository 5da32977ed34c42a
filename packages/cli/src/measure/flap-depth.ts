import type { VertexTriangles } from 'selfcollide/mesh';
import type { Crossings } from './crossings.ts';
import { PointDistance } from './point-distance.ts';
import type { SurfaceFacts } from './surface-facts.ts';

/** A flood that gets so far has not found a small part. */
const MAX_FLAP = 20_000;

/** How far the smaller side of a cut reaches beyond what it passes through, and how large that side is. */
export interface Flap {
  readonly deepest: number;
  readonly meanDepth: number;
  readonly area: number;
}

/**
 * Open surfaces have no inside. Where the crossing cuts a piece in two, the smaller side is taken for what has gone through, and its depth is
 * the distance of its vertices from the rest.
 */
export class FlapFinder {
  readonly #facts: SurfaceFacts;
  readonly #around: VertexTriangles;
  readonly #crossings: Crossings;
  /** Vertex → whether an edge there is crossed: most are not, and need not be looked up. */
  readonly #isTouched: Uint8Array;
  /** Vertex → the last side that it was found on; sides are numbered from 1, over all questions. */
  readonly #sideOf: Int32Array;
  readonly #reached: Uint32Array;
  /** Triangle → whether it belongs to the side that is measured. */
  readonly #isOwn: Uint8Array;
  /** By pieces: trees of all their triangles, since sides have few and are many. */
  readonly #distances = new Map<string, PointDistance>();
  #lastSide = 0;

  constructor(facts: SurfaceFacts, around: VertexTriangles, crossings: Crossings) {
    const vertexCount = around.start.length - 1;
    this.#facts = facts;
    this.#around = around;
    this.#crossings = crossings;
    this.#isTouched = new Uint8Array(vertexCount);
    this.#sideOf = new Int32Array(vertexCount);
    this.#reached = new Uint32Array(vertexCount);
    this.#isOwn = new Uint8Array(facts.triangles.length / 3);
    for (const [a, b] of crossings.crossedEdges()) this.#isTouched[a] = this.#isTouched[b] = 1;
  }

  /** Undefined where nothing is cut off, as where a sheet is slit. */
  measure(cutTriangles: ReadonlySet<number>): Flap | undefined {
    const { triangles, pieceOf } = this.#facts;
    const before = this.#lastSide;
    const sides: { vertices: Uint32Array; whole: boolean; piece: number }[] = [];
    for (const t of cutTriangles) {
      for (let k = 0; k < 3; k++) {
        const a = triangles[3 * t + k];
        const b = triangles[3 * t + ((k + 1) % 3)];
        if (!this.#isCut(a, b)) continue;
        if (this.#sideOf[a] <= before) sides.push({ ...this.#flood(a), piece: pieceOf[t] });
        if (this.#sideOf[b] <= before) sides.push({ ...this.#flood(b), piece: pieceOf[t] });
      }
    }
    let best: Flap | undefined;
    for (const piece of new Set(sides.map((side) => side.piece))) {
      const own = sides.filter((side) => side.piece === piece).sort((p, q) => p.vertices.length - q.vertices.length);
      if (own.length < 2 || !own[0].whole) continue;
      const flap = this.#measureSide(own[0].vertices, cutTriangles);
      // what is easier to push back
      if (!best || flap.deepest < best.deepest) best = flap;
    }
    return best;
  }

  #isCut(a: number, b: number): boolean {
    if ((this.#isTouched[a] & this.#isTouched[b]) === 0) return false;
    return this.#crossings.byEdge.has(this.#crossings.edgeKey(a, b));
  }

  /** What can be reached from a vertex along edges that are not cut. */
  #flood(seed: number): { vertices: Uint32Array; whole: boolean } {
    const { triangles } = this.#facts;
    const { start, list } = this.#around;
    const sideOf = this.#sideOf;
    const reached = this.#reached;
    const side = ++this.#lastSide;
    let count = 1;
    reached[0] = seed;
    sideOf[seed] = side;
    for (let i = 0; i < count && count <= MAX_FLAP; i++) {
      const v = reached[i];
      for (let place = start[v]; place < start[v + 1]; place++) {
        const beside = 3 * list[place];
        for (let c = beside; c < beside + 3; c++) {
          const w = triangles[c];
          if (sideOf[w] === side || this.#isCut(v, w)) continue;
          sideOf[w] = side;
          reached[count++] = w;
        }
      }
    }
    return { vertices: reached.slice(0, count), whole: count <= MAX_FLAP };
  }

  #measureSide(vertices: Uint32Array, cutTriangles: ReadonlySet<number>): Flap {
    const { triangles, pieceOf } = this.#facts;
    const around = this.#around;
    const { positions } = this.#crossings;
    const isOwn = this.#isOwn;
    const own = new Set<number>();
    for (const v of vertices) {
      for (let place = around.start[v]; place < around.start[v + 1]; place++) own.add(around.list[place]);
    }
    const pieces = new Set(Array.from(cutTriangles, (t) => pieceOf[t]));
    const ownPiece = pieceOf[own.values().next().value as number];
    const distances = this.#distanceFrom([...pieces].filter((piece) => piece !== ownPiece || pieces.size === 1));
    for (const t of own) isOwn[t] = 1;
    let [deepest, sum] = [0, 0];
    for (const v of vertices) {
      const depth = distances.distance(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2], isOwn);
      deepest = Math.max(deepest, depth);
      sum += depth;
    }
    for (const t of own) isOwn[t] = 0;
    const flapVertices = new Set(vertices);
    let area = 0;
    for (const t of own) {
      const corners = [0, 1, 2].map((k) => triangles[3 * t + k]);
      if (corners.every((v) => flapVertices.has(v))) area += areaOf(positions, corners);
    }
    return { deepest, meanDepth: sum / vertices.length, area };
  }

  #distanceFrom(pieces: readonly number[]): PointDistance {
    const key = pieces.join();
    let distances = this.#distances.get(key);
    if (!distances) {
      const { triangles, trianglesOf } = this.#facts;
      const chosen = Uint32Array.from(pieces.flatMap((piece) => Array.from(trianglesOf[piece])));
      distances = new PointDistance(this.#crossings.positions, triangles, chosen);
      this.#distances.set(key, distances);
    }
    return distances;
  }
}

export function areaOf(positions: Float64Array, [a, b, c]: readonly number[]): number {
  const d = (v: number, k: number): number => positions[3 * v + k] - positions[3 * a + k];
  return (
    Math.hypot(
      d(b, 1) * d(c, 2) - d(b, 2) * d(c, 1),
      d(b, 2) * d(c, 0) - d(b, 0) * d(c, 2),
      d(b, 0) * d(c, 1) - d(b, 1) * d(c, 0),
    ) / 2
  );
}
