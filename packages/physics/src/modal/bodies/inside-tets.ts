import type { PlacedBody } from './placed-body.ts';

/**
 * Which points of a body's inside another body's points are at: searches deformed tets, and gives the material point by its place
 * at rest.
 */
export class InsideTets {
  /** At rest, of what the last search found. */
  readonly rest = new Float64Array(3);
  readonly #weights = new Float64Array(4);
  readonly #stack: number[] = [];

  /**
   * Every vertex of body a that may be in a tet of body b, once for each such tet, by two trees of spheres. `found` is told the vertex, and `rest`
   * holds where in b it is.
   */
  findBetween(a: PlacedBody, b: PlacedBody, found: (vertex: number) => void): void {
    const one = a.vertexSpheres;
    const two = b.tetSpheres;
    const stack = this.#stack;
    stack.length = 0;
    stack.push(0, 0);
    while (stack.length > 0) {
      const n = stack.pop() as number;
      const m = stack.pop() as number;
      if (!spheresMeet(one.spheres, one.at(m), two.spheres, two.at(n))) continue;
      const rightA = one.tree.rightChild[m];
      const rightB = two.tree.rightChild[n];
      if (rightA === 0 && rightB === 0) {
        for (let i = one.tree.first[m]; i < one.tree.end[m]; i++) {
          const vertex = one.tree.order[i];
          const at = a.vertices.at(vertex);
          for (let j = two.tree.first[n]; j < two.tree.end[n]; j++) {
            if (this.#isIn(b, two.tree.order[j], a.vertices.positions, at)) found(vertex);
          }
        }
        continue;
      }
      const cutA = rightB === 0 || (rightA !== 0 && one.spheres[4 * m + 3] >= two.spheres[4 * n + 3]);
      if (cutA) stack.push(m + 1, n, rightA, n);
      else stack.push(m, n + 1, m, rightB);
    }
  }

  /** The tets of a body that one of its own vertices is in, told one by one. */
  findOwn(body: PlacedBody, vertex: number, found: () => void): void {
    const { spheres, tree } = body.tetSpheres;
    const { positions } = body.vertices;
    const at = body.vertices.at(vertex);
    const stack = this.#stack;
    stack.length = 0;
    stack.push(0);
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      const s = body.tetSpheres.at(node);
      const dx = positions[at] - spheres[s];
      const dy = positions[at + 1] - spheres[s + 1];
      const dz = positions[at + 2] - spheres[s + 2];
      if (dx * dx + dy * dy + dz * dz > spheres[s + 3] * spheres[s + 3]) continue;
      if (tree.rightChild[node] !== 0) {
        stack.push(tree.rightChild[node], node + 1);
        continue;
      }
      for (let j = tree.first[node]; j < tree.end[node]; j++) {
        if (this.#isIn(body, tree.order[j], positions, at)) found();
      }
    }
  }

  /** Whether a point is in a deformed tet; if so, `rest` is where it is at rest. */
  #isIn(body: PlacedBody, tet: number, points: Float64Array, point: number): boolean {
    const { tetCorners, tets } = body.shape;
    const { tetVertices } = body;
    const p = tetVertices.positions;
    const a = tetVertices.at(tetCorners[4 * tet]);
    const b = tetVertices.at(tetCorners[4 * tet + 1]);
    const c = tetVertices.at(tetCorners[4 * tet + 2]);
    const d = tetVertices.at(tetCorners[4 * tet + 3]);
    const w = this.#weights;
    const whole = volume(p, a, p, b, p, c, p, d);
    if (!(whole > 0)) return false; // turned inside out: it has no inside
    w[0] = volume(points, point, p, b, p, c, p, d) / whole;
    if (w[0] < 0) return false;
    w[1] = volume(p, a, points, point, p, c, p, d) / whole;
    if (w[1] < 0) return false;
    w[2] = volume(p, a, p, b, points, point, p, d) / whole;
    if (w[2] < 0) return false;
    w[3] = 1 - w[0] - w[1] - w[2];
    if (w[3] < 0) return false;
    for (let axis = 0; axis < 3; axis++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += w[k] * tets.rest[3 * tetCorners[4 * tet + k] + axis];
      this.rest[axis] = sum;
    }
    return true;
  }
}

function spheresMeet(one: Float64Array, i: number, two: Float64Array, j: number): boolean {
  const dx = one[i] - two[j];
  const dy = one[i + 1] - two[j + 1];
  const dz = one[i + 2] - two[j + 2];
  const reach = one[i + 3] + two[j + 3];
  return dx * dx + dy * dy + dz * dz <= reach * reach;
}

/** Six times the volume of a tet; above 0 if d sees a, b, c clockwise from outside, as tets here do. */
function volume(
  pa: Float64Array,
  a: number,
  pb: Float64Array,
  b: number,
  pc: Float64Array,
  c: number,
  pd: Float64Array,
  d: number,
): number {
  const ux = pb[b] - pa[a];
  const uy = pb[b + 1] - pa[a + 1];
  const uz = pb[b + 2] - pa[a + 2];
  const vx = pc[c] - pa[a];
  const vy = pc[c + 1] - pa[a + 1];
  const vz = pc[c + 2] - pa[a + 2];
  const wx = pd[d] - pa[a];
  const wy = pd[d + 1] - pa[a + 1];
  const wz = pd[d + 2] - pa[a + 2];
  return ux * (vy * wz - vz * wy) + uy * (vz * wx - vx * wz) + uz * (vx * wy - vy * wx);
}
