export interface GeodesicSphere {
  /** Unit vectors. */
  readonly directions: Float64Array;
  /** Facing outwards; a closed manifold of 20·frequency² triangles. */
  readonly triangles: Uint32Array;
}

/** An icosahedron, every edge cut into `frequency` parts, pushed out to the unit sphere. */
export function geodesicSphere(frequency: number): GeodesicSphere {
  const f = frequency;
  const directions = new Float64Array(3 * (10 * f * f + 2));
  const triangles = new Uint32Array(60 * f * f);
  let vertexCount = 0;
  let out = 0;

  const addVertex = (x: number, y: number, z: number): number => {
    const length = Math.hypot(x, y, z);
    directions.set([x / length, y / length, z / length], 3 * vertexCount);
    return vertexCount++;
  };
  for (const [x, y, z] of CORNERS) addVertex(x, y, z);

  // points inside an edge, from its lower to its higher corner; both faces at the edge find the same list
  const edges = new Map<number, readonly number[]>();
  const pointsBetween = (from: number, to: number): readonly number[] => {
    if (from > to) return [...pointsBetween(to, from)].reverse();
    const key = from * CORNERS.length + to;
    let points = edges.get(key);
    if (!points) {
      const [ax, ay, az] = CORNERS[from]!;
      const [bx, by, bz] = CORNERS[to]!;
      points = Array.from({ length: f - 1 }, (_, i) => {
        const far = i + 1;
        const near = f - far;
        return addVertex(near * ax + far * bx, near * ay + far * by, near * az + far * bz);
      });
      edges.set(key, points);
    }
    return points;
  };

  for (const [a, b, c] of FACES) {
    const [ax, ay, az] = CORNERS[a]!;
    const [bx, by, bz] = CORNERS[b]!;
    const [cx, cy, cz] = CORNERS[c]!;
    const left = [a, ...pointsBetween(a, b), b];
    const right = [a, ...pointsBetween(a, c), c];
    const last = [b, ...pointsBetween(b, c), c];
    let above: number[] = [a];
    for (let row = 1; row <= f; row++) {
      const here: number[] = row === f ? last : [left[row]!];
      if (row < f) {
        for (let i = 1; i < row; i++) {
          const u = f - row;
          const v = row - i;
          here.push(addVertex(u * ax + v * bx + i * cx, u * ay + v * by + i * cy, u * az + v * bz + i * cz));
        }
        here.push(right[row]!);
      }
      for (let i = 0; i < row; i++) {
        triangles.set([above[i]!, here[i]!, here[i + 1]!], out);
        out += 3;
        if (i + 1 === row) continue;
        triangles.set([above[i]!, here[i + 1]!, above[i + 1]!], out);
        out += 3;
      }
      above = here;
    }
  }
  return { directions, triangles };
}

/** The frequency whose 20·f² triangles come nearest to the count wanted. */
export function geodesicFrequency(triangles: number): number {
  return Math.max(1, Math.round(Math.sqrt(triangles / 20)));
}

const GOLDEN = (1 + Math.sqrt(5)) / 2;

const CORNERS: readonly (readonly [number, number, number])[] = [
  [-1, GOLDEN, 0],
  [1, GOLDEN, 0],
  [-1, -GOLDEN, 0],
  [1, -GOLDEN, 0],
  [0, -1, GOLDEN],
  [0, 1, GOLDEN],
  [0, -1, -GOLDEN],
  [0, 1, -GOLDEN],
  [GOLDEN, 0, -1],
  [GOLDEN, 0, 1],
  [-GOLDEN, 0, -1],
  [-GOLDEN, 0, 1],
];

const FACES: readonly (readonly [number, number, number])[] = [
  [0, 11, 5],
  [0, 5, 1],
  [0, 1, 7],
  [0, 7, 10],
  [0, 10, 11],
  [1, 5, 9],
  [5, 11, 4],
  [11, 10, 2],
  [10, 7, 6],
  [7, 1, 8],
  [3, 9, 4],
  [3, 4, 2],
  [3, 2, 6],
  [3, 6, 8],
  [3, 8, 9],
  [4, 9, 5],
  [2, 4, 11],
  [6, 2, 10],
  [8, 6, 7],
  [9, 8, 1],
];
