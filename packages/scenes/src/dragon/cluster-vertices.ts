import type { SceneMesh } from '../scene.ts';

/**
 * Merges all vertices that fall into one cell of a cubic grid and drops triangles that lose a corner. The cell size is searched
 * for so that about `targetTriangles` are left. Takes any mesh, and makes non-manifold edges where sheets are close together.
 */
export function clusterVertices(mesh: SceneMesh, targetTriangles: number): SceneMesh {
  const { positions } = mesh;
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    low[i % 3] = Math.min(low[i % 3]!, positions[i]!);
    high[i % 3] = Math.max(high[i % 3]!, positions[i]!);
  }
  const extent = Math.max(high[0]! - low[0]!, high[1]! - low[1]!, high[2]! - low[2]!);

  // the count grows with the number of cells along the longest side, roughly by its square; keep the nearest count seen
  let best = mesh;
  let fewest = 1;
  let most = 1024;
  while (fewest <= most) {
    const cells = (fewest + most) >> 1;
    const candidate = mergeCells(mesh, low, extent / cells);
    const count = candidate.triangles.length / 3;
    const gap = Math.abs(count - targetTriangles);
    if (count > 0 && gap < Math.abs(best.triangles.length / 3 - targetTriangles)) best = candidate;
    if (count < targetTriangles) fewest = cells + 1;
    else most = cells - 1;
  }
  return best;
}

function mergeCells({ positions, triangles }: SceneMesh, low: readonly number[], cell: number): SceneMesh {
  const vertexCount = positions.length / 3;
  const newNumber = new Uint32Array(vertexCount);
  const cells = new Map<string, number>();
  const sums: number[] = [];
  const sizes: number[] = [];
  for (let v = 0; v < vertexCount; v++) {
    const key = [0, 1, 2].map((axis) => Math.floor((positions[3 * v + axis]! - low[axis]!) / cell)).join();
    let number = cells.get(key);
    if (number === undefined) {
      number = sizes.length;
      cells.set(key, number);
      sizes.push(0);
      sums.push(0, 0, 0);
    }
    newNumber[v] = number;
    sizes[number]!++;
    for (let axis = 0; axis < 3; axis++) sums[3 * number + axis]! += positions[3 * v + axis]!;
  }

  const kept: number[] = [];
  const seen = new Set<string>();
  for (let i = 0; i < triangles.length; i += 3) {
    const a = newNumber[triangles[i]!]!;
    const b = newNumber[triangles[i + 1]!]!;
    const c = newNumber[triangles[i + 2]!]!;
    if (a === b || b === c || c === a) continue;
    const key = [a, b, c].sort((x, y) => x - y).join();
    if (seen.has(key)) continue;
    seen.add(key);
    kept.push(a, b, c);
  }
  return {
    positions: Float64Array.from(sums, (sum, i) => sum / sizes[Math.floor(i / 3)]!),
    triangles: Uint32Array.from(kept),
  };
}
