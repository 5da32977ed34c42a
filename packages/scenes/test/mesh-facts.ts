import type { Scene, SceneMesh } from '@selfcollide/scenes';
import { createDetector } from 'selfcollide';

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

/** Positive for a closed surface that faces outwards. */
export function signedVolume({ positions, triangles }: SceneMesh): number {
  let sum = 0;
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [3 * triangles[i]!, 3 * triangles[i + 1]!, 3 * triangles[i + 2]!];
    sum +=
      positions[a]! * (positions[b + 1]! * positions[c + 2]! - positions[b + 2]! * positions[c + 1]!) -
      positions[a + 1]! * (positions[b]! * positions[c + 2]! - positions[b + 2]! * positions[c]!) +
      positions[a + 2]! * (positions[b]! * positions[c + 1]! - positions[b + 1]! * positions[c]!);
  }
  return sum / 6;
}

/** Contacts in each frame, by the tree method. */
export function contactCounts(scene: Scene): number[] {
  const detector = createDetector(scene.mesh, { method: 'box-tree' });
  const positions = new Float64Array(scene.mesh.positions.length);
  return Array.from({ length: scene.frameCount }, (_, i) => {
    scene.frame(i, positions);
    detector.update(positions);
    return detector.findIntersections().count;
  });
}
