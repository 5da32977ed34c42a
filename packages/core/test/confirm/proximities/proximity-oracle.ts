import { rootAtMost, squaredDistance } from '../../predicates/distance-oracle.ts';
import type { Point } from '../../predicates/exact-oracle.ts';

export interface PlainMesh {
  readonly points: readonly Point[];
  readonly triangles: readonly (readonly [number, number, number])[];
  readonly objects?: readonly number[];
}

type Square = ReturnType<typeof squaredDistance>;

/** Squared distances of all triangles, by whole numbers; made once for a list of points, since they take long. */
const tables = new WeakMap<readonly Point[], readonly (readonly Square[])[]>();

function tableOf(points: readonly Point[], triangles: PlainMesh['triangles']): readonly (readonly Square[])[] {
  const known = tables.get(points);
  if (known !== undefined) return known;
  const corners = triangles.map((triangle) => triangle.map((v) => points[v]));
  const table: Square[][] = triangles.map(() => []);
  for (let a = 0; a < triangles.length; a++) {
    table[a][a] = { top: 0n, bottom: 1n };
    for (let b = 0; b < a; b++) table[a][b] = table[b][a] = squaredDistance(corners[a], corners[b]);
  }
  tables.set(points, table);
  return table;
}

/**
 * The definition, word for word, by whole numbers: pairs at most `distance` apart that share no vertex and are not rest
 * neighbours (of radius > 0 in `rest`) or meet. As sorted "a b".
 */
export function proximitiesOf(mesh: PlainMesh, rest: readonly Point[], distance: number, radius: number): string[] {
  const { triangles, points, objects } = mesh;
  const now = tableOf(points, triangles);
  const share = (a: number, b: number) => triangles[a].some((v) => triangles[b].includes(v));
  const near =
    radius > 0 ? tableOf(rest, triangles).map((row) => row.map((square) => rootAtMost(square, radius))) : null;
  const neighbourhoods = triangles.map((_, a) => {
    const reached = new Set([a]);
    for (const from of reached) {
      for (let next = 0; next < triangles.length; next++) {
        if (near?.[a][next] && share(from, next) && objects?.[next] === objects?.[a]) reached.add(next);
      }
    }
    return reached;
  });
  const found: string[] = [];
  for (let a = 0; a < triangles.length; a++) {
    for (let b = a + 1; b < triangles.length; b++) {
      if (share(a, b)) continue;
      const square = now[a][b];
      if (!rootAtMost(square, distance)) continue;
      const restNeighbours = neighbourhoods[a].has(b) && neighbourhoods[b].has(a);
      if (!(radius > 0 && restNeighbours) || square.top === 0n) found.push(`${a} ${b}`);
    }
  }
  return found.sort();
}
