import type { SceneMesh } from '../scene.ts';

/**
 * One step of Loop's subdivision: every triangle becomes four and the surface gets smoother.
 * For consistently wound manifolds; borders follow the cubic-spline rule.
 * New vertices come after the old ones, in the order in which triangles first name their edges.
 */
export function loopSubdivide(mesh: SceneMesh): SceneMesh {
  const { positions, triangles } = mesh;
  const vertexCount = positions.length / 3;
  const edgeKey = (a: number, b: number): number => (a < b ? a * vertexCount + b : b * vertexCount + a);

  // per edge: its two ends and the corners opposite to it; a border has one
  const edgeNumber = new Map<number, number>();
  const ends: number[] = [];
  const opposite: number[] = [];
  const edgeOf = new Uint32Array(triangles.length); // the edge that starts at this corner
  for (let corner = 0; corner < triangles.length; corner++) {
    const base = corner - (corner % 3);
    const a = triangles[corner]!;
    const b = triangles[base + ((corner + 1) % 3)]!;
    const c = triangles[base + ((corner + 2) % 3)]!;
    const key = edgeKey(a, b);
    const known = edgeNumber.get(key);
    if (known === undefined) {
      edgeOf[corner] = ends.length / 2;
      edgeNumber.set(key, ends.length / 2);
      ends.push(a, b);
      opposite.push(c, NO_VERTEX);
    } else {
      edgeOf[corner] = known;
      opposite[2 * known + 1] = c;
    }
  }
  const edgeCount = ends.length / 2;

  // old vertices: sums over their neighbours, of a border vertex over its neighbours on the border alone
  const onBorder = new Uint8Array(vertexCount);
  for (let edge = 0; edge < edgeCount; edge++) {
    if (opposite[2 * edge + 1] === NO_VERTEX) onBorder[ends[2 * edge]!] = onBorder[ends[2 * edge + 1]!] = 1;
  }
  const sums = new Float64Array(3 * vertexCount);
  const valence = new Uint32Array(vertexCount);
  for (let edge = 0; edge < edgeCount; edge++) {
    const border = opposite[2 * edge + 1] === NO_VERTEX;
    for (let side = 0; side < 2; side++) {
      const vertex = ends[2 * edge + side]!;
      const other = ends[2 * edge + 1 - side]!;
      if (onBorder[vertex] && !border) continue;
      valence[vertex]!++;
      for (let axis = 0; axis < 3; axis++) sums[3 * vertex + axis]! += positions[3 * other + axis]!;
    }
  }

  const refined = new Float64Array(3 * (vertexCount + edgeCount));
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const n = valence[vertex]!;
    const share = onBorder[vertex] ? 1 / 8 : n === 0 ? 0 : (5 / 8 - (3 / 8 + Math.cos((2 * Math.PI) / n) / 4) ** 2) / n;
    for (let axis = 0; axis < 3; axis++) {
      const i = 3 * vertex + axis;
      refined[i] = (1 - n * share) * positions[i]! + share * sums[i]!;
    }
  }
  for (let edge = 0; edge < edgeCount; edge++) {
    const [a, b] = [3 * ends[2 * edge]!, 3 * ends[2 * edge + 1]!];
    const [c, d] = [3 * opposite[2 * edge]!, 3 * opposite[2 * edge + 1]!];
    for (let axis = 0; axis < 3; axis++) {
      const along = positions[a + axis]! + positions[b + axis]!;
      refined[3 * (vertexCount + edge) + axis] =
        d < 0 ? along / 2 : (3 * along + positions[c + axis]! + positions[d + axis]!) / 8;
    }
  }

  const quartered = new Uint32Array(4 * triangles.length);
  for (let corner = 0; corner < triangles.length; corner += 3) {
    const [a, b, c] = [triangles[corner]!, triangles[corner + 1]!, triangles[corner + 2]!];
    const ab = vertexCount + edgeOf[corner]!;
    const bc = vertexCount + edgeOf[corner + 1]!;
    const ca = vertexCount + edgeOf[corner + 2]!;
    quartered.set([a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca], 4 * corner);
  }
  return { positions: refined, triangles: quartered };
}

const NO_VERTEX = -1;
