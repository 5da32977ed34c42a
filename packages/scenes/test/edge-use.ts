import type { SceneMesh } from '@selfcollide/scenes';

export interface EdgeUse {
  /** Edges with one triangle. */
  readonly border: number;
  /** Edges with three or more triangles. */
  readonly crowded: number;
  /** Directed edges that occur twice: neighbours with opposite winding, or more than two triangles. */
  readonly repeated: number;
  /** Vertices in use − edges + triangles. */
  readonly euler: number;
}

export function edgeUse({ triangles }: Pick<SceneMesh, 'triangles'>): EdgeUse {
  const directed = new Map<string, number>();
  const undirected = new Map<string, number>();
  for (let i = 0; i < triangles.length; i++) {
    const a = triangles[i]!;
    const b = triangles[i - (i % 3) + ((i + 1) % 3)]!;
    directed.set(`${a},${b}`, (directed.get(`${a},${b}`) ?? 0) + 1);
    const key = a < b ? `${a},${b}` : `${b},${a}`;
    undirected.set(key, (undirected.get(key) ?? 0) + 1);
  }
  const uses = [...undirected.values()];
  return {
    border: uses.filter((n) => n === 1).length,
    crowded: uses.filter((n) => n > 2).length,
    repeated: [...directed.values()].filter((n) => n > 1).length,
    euler: new Set(triangles).size - undirected.size + triangles.length / 3,
  };
}
