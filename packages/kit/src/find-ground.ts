/** A ground is at least this many times as large as all that stands on it together. */
const LARGER = 10;
/** It is flat: its thinnest side is at most this part of its longest. */
const FLAT = 0.1;
/** Its vertices are on average at least this part of its size away from their middle: not a body with a vertex that flew away. */
const SPREAD = 0.1;
/** Floor, walls and more of that kind, at most. */
const MOST_GROUNDS = 8;

interface Box {
  readonly low: number[];
  readonly high: number[];
}

interface Piece extends Box {
  vertices: number;
  /** Of coordinates, and of their distances from the mean. */
  readonly sums: number[];
  readonly distances: number[];
}

/**
 * 1 for every vertex of a floor, wall or backdrop: a large flat piece beside which everything else would be a dot. A picture need not show all
 * of those. Undefined if there are none.
 */
export function findGround(positions: ArrayLike<number>, triangles: ArrayLike<number>): Uint8Array | undefined {
  const pieceOf = labelPieces(positions.length / 3, triangles);
  const pieces = new Map<number, Piece>();
  for (let v = 0; v < pieceOf.length; v++) {
    if (pieceOf[v] < 0) continue;
    const piece = pieces.get(pieceOf[v]) ?? emptyPiece();
    pieces.set(pieceOf[v], piece);
    for (let axis = 0; axis < 3; axis++) {
      const x = positions[3 * v + axis];
      if (x < piece.low[axis]) piece.low[axis] = x;
      if (x > piece.high[axis]) piece.high[axis] = x;
      piece.sums[axis] += x;
    }
    piece.vertices++;
  }
  for (let v = 0; v < pieceOf.length; v++) {
    const piece = pieces.get(pieceOf[v]);
    if (!piece) continue;
    for (let axis = 0; axis < 3; axis++) {
      piece.distances[axis] += Math.abs(positions[3 * v + axis] - piece.sums[axis] / piece.vertices);
    }
  }
  const bySize = [...pieces].sort(([, a], [, b]) => sizeOf(b) - sizeOf(a));
  for (let count = 1; count <= Math.min(MOST_GROUNDS, bySize.length - 1); count++) {
    const [, last] = bySize[count - 1];
    if (!isFlat(last) || !isSpread(last)) return undefined;
    const rest: Box = emptyPiece();
    for (const [, { low, high }] of bySize.slice(count)) {
      for (let axis = 0; axis < 3; axis++) {
        rest.low[axis] = Math.min(rest.low[axis], low[axis]);
        rest.high[axis] = Math.max(rest.high[axis], high[axis]);
      }
    }
    if (sizeOf(rest) === 0 || sizeOf(last) < LARGER * sizeOf(rest)) continue;
    const grounds = new Set(bySize.slice(0, count).map(([label]) => label));
    return Uint8Array.from(pieceOf, (label) => (grounds.has(label) ? 1 : 0));
  }
  return undefined;
}

/** Vertex → a vertex of the same connected piece, the same for all of it; −1 without triangle. */
function labelPieces(vertexCount: number, triangles: ArrayLike<number>): Int32Array {
  const parent = new Int32Array(vertexCount).fill(-1);
  const find = (v: number): number => {
    if (parent[v] < 0) parent[v] = v;
    while (parent[v] !== v) {
      parent[v] = parent[parent[v]]; // halves the way for the next who comes along
      v = parent[v];
    }
    return v;
  };
  for (let i = 0; i < triangles.length; i += 3) {
    const first = find(triangles[i]);
    parent[find(triangles[i + 1])] = first;
    parent[find(triangles[i + 2])] = first;
  }
  for (let v = 0; v < vertexCount; v++) if (parent[v] >= 0) parent[v] = find(v);
  return parent;
}

function emptyPiece(): Piece {
  const low = [Infinity, Infinity, Infinity];
  return { low, high: low.map((x) => -x), vertices: 0, sums: [0, 0, 0], distances: [0, 0, 0] };
}

function sizeOf({ low, high }: Box): number {
  return Math.max(...high.map((x, axis) => x - low[axis]));
}

function isFlat(piece: Box): boolean {
  const { low, high } = piece;
  return Math.min(...high.map((x, axis) => x - low[axis])) <= FLAT * sizeOf(piece);
}

function isSpread(piece: Piece): boolean {
  return Math.max(...piece.distances) >= SPREAD * piece.vertices * sizeOf(piece);
}
