/** Stands for the second opposite corner at a border. */
export const NO_VERTEX = 0xffffffff;

export interface MeshEdges {
  /** Two vertices for each edge, in order of first use by the triangles. */
  readonly ends: Uint32Array;
  /** For each edge, the corner across it in its first and in its second triangle; `NO_VERTEX` at a border. */
  readonly opposite: Uint32Array;
}

/** Every edge of a triangle mesh once. Of an edge with three or more triangles, only two are kept as its sides. */
export function meshEdges(triangles: ArrayLike<number>): MeshEdges {
  const ends: number[] = [];
  const opposite: number[] = [];
  const edgesFrom = new Map<number, Map<number, number>>(); // smaller end → larger end → edge
  for (let corner = 0; corner < triangles.length; corner++) {
    const first = corner - (corner % 3);
    const a = triangles[corner];
    const b = triangles[first + ((corner + 1) % 3)];
    const c = triangles[first + ((corner + 2) % 3)];
    const low = Math.min(a, b);
    const high = Math.max(a, b);
    let others = edgesFrom.get(low);
    if (others === undefined) {
      others = new Map();
      edgesFrom.set(low, others);
    }
    const edge = others.get(high);
    if (edge === undefined) {
      others.set(high, ends.length / 2);
      ends.push(a, b);
      opposite.push(c, NO_VERTEX);
    } else if (opposite[2 * edge + 1] === NO_VERTEX) {
      opposite[2 * edge + 1] = c;
    }
  }
  return { ends: Uint32Array.from(ends), opposite: Uint32Array.from(opposite) };
}
