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
 * the distance of its vertices from the rest. Undefined where nothing is cut off, as where a sheet is slit.
 */
export function measureFlap(
  facts: SurfaceFacts,
  around: VertexTriangles,
  crossings: Crossings,
  cutTriangles: ReadonlySet<number>,
): Flap | undefined {
  const { triangles, pieceOf } = facts;
  const { byEdge, edgeKey, positions } = crossings;
  const isCut = (a: number, b: number): boolean => byEdge.has(edgeKey(a, b));
  const sideOf = new Map<number, number>();
  const sides: { vertices: number[]; whole: boolean; piece: number }[] = [];
  for (const t of cutTriangles) {
    for (let k = 0; k < 3; k++) {
      const [a, b] = [triangles[3 * t + k], triangles[3 * t + ((k + 1) % 3)]];
      if (!isCut(a, b)) continue;
      for (const seed of [a, b]) {
        if (sideOf.has(seed)) continue;
        const vertices = [seed];
        sideOf.set(seed, sides.length);
        let whole = true;
        for (let i = 0; i < vertices.length && whole; i++) {
          const v = vertices[i];
          for (let place = around.start[v]; place < around.start[v + 1]; place++) {
            const beside = around.list[place];
            for (let c = 3 * beside; c < 3 * beside + 3; c++) {
              const w = triangles[c];
              if (w === v || sideOf.get(w) === sides.length || isCut(v, w)) continue;
              sideOf.set(w, sides.length);
              vertices.push(w);
            }
          }
          if (vertices.length > MAX_FLAP) whole = false;
        }
        sides.push({ vertices, whole, piece: pieceOf[t] });
      }
    }
  }
  let best: Flap | undefined;
  for (const piece of new Set(sides.map((side) => side.piece))) {
    const own = sides.filter((side) => side.piece === piece).sort((p, q) => p.vertices.length - q.vertices.length);
    if (own.length < 2 || !own[0].whole) continue;
    const flap = measureSide(facts, around, positions, own[0].vertices, cutTriangles);
    // what is easier to push back
    if (!best || flap.deepest < best.deepest) best = flap;
  }
  return best;
}

function measureSide(
  { triangles, pieceOf, trianglesOf }: SurfaceFacts,
  around: VertexTriangles,
  positions: Float64Array,
  vertices: readonly number[],
  cutTriangles: ReadonlySet<number>,
): Flap {
  const own = new Set<number>();
  for (const v of vertices) {
    for (let place = around.start[v]; place < around.start[v + 1]; place++) own.add(around.list[place]);
  }
  const pieces = new Set(Array.from(cutTriangles, (t) => pieceOf[t]));
  const ownPiece = pieceOf[own.values().next().value as number];
  const others: number[] = [];
  for (const piece of pieces) {
    if (piece === ownPiece && pieces.size > 1) continue;
    for (const t of trianglesOf[piece]) if (!own.has(t)) others.push(t);
  }
  const distances = new PointDistance(positions, triangles, Uint32Array.from(others));
  let [deepest, sum] = [0, 0];
  for (const v of vertices) {
    const depth = distances.distance(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]);
    deepest = Math.max(deepest, depth);
    sum += depth;
  }
  const flapVertices = new Set(vertices);
  let area = 0;
  for (const t of own) {
    const corners = [0, 1, 2].map((k) => triangles[3 * t + k]);
    if (corners.every((v) => flapVertices.has(v))) area += areaOf(positions, corners);
  }
  return { deepest, meanDepth: sum / vertices.length, area };
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
