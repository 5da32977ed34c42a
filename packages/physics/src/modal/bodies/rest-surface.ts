import { nearestOnTriangle } from '../embedding/nearest-on-triangle.ts';
import type { BodyShape } from './body-shape.ts';

/** The point of a body's surface at rest that is nearest to a point, and on which side of it the point is. */
export class RestSurface {
  /** What the last search found: triangle, weights of its corners, distance; negative outside. */
  triangle = 0;
  depth = 0;
  readonly weights = new Float64Array(3);
  readonly #shape: BodyShape;
  readonly #four = new Float64Array(4);
  readonly #stack: number[] = [];

  constructor(shape: BodyShape) {
    this.#shape = shape;
  }

  find(x: number, y: number, z: number): void {
    const { triangleTree: tree, triangles, surface, normals } = this.#shape;
    const { spheres, rightChild, first, end, order } = tree;
    const { rest } = surface;
    const four = this.#four;
    const stack = this.#stack;
    let best = Number.POSITIVE_INFINITY;
    stack.length = 0;
    stack.push(0);
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      const away = distance(spheres, node, x, y, z);
      if (away > 0 && away * away >= best) continue;
      const right = rightChild[node];
      if (right === 0) {
        for (let i = first[node]; i < end[node]; i++) {
          const t = order[i];
          nearestOnTriangle(rest, triangles, t, x, y, z, four);
          if (four[3] >= best) continue;
          best = four[3];
          this.triangle = t;
          for (let k = 0; k < 3; k++) this.weights[k] = four[k];
        }
        continue;
      }
      // the nearer child is looked at first: the other is then seldom needed
      const near = distance(spheres, node + 1, x, y, z) <= distance(spheres, right, x, y, z);
      stack.push(near ? right : node + 1, near ? node + 1 : right);
    }
    let side = 0;
    for (let k = 0; k < 3; k++) {
      const v = 3 * triangles[3 * this.triangle + k];
      const w = this.weights[k];
      for (let j = 0; j < 3; j++) {
        const n = 3 * triangles[3 * this.triangle + j];
        const nw = w * this.weights[j];
        side +=
          nw * ((x - rest[v]) * normals[n] + (y - rest[v + 1]) * normals[n + 1] + (z - rest[v + 2]) * normals[n + 2]);
      }
    }
    this.depth = side > 0 ? -Math.sqrt(best) : Math.sqrt(best);
  }
}

function distance(spheres: Float64Array, node: number, x: number, y: number, z: number): number {
  const at = 4 * node;
  return Math.hypot(x - spheres[at], y - spheres[at + 1], z - spheres[at + 2]) - spheres[at + 3];
}
