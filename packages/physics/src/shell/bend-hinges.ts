import { colourOrder } from './colour-order.ts';
import { type MeshEdges, NO_VERTEX } from './mesh-edges.ts';
import { triangleArea } from './vertex-areas.ts';

/**
 * Inner edges that keep the bend between their two triangles. The bend is the length of Σ kᵢ xᵢ over the four vertices, with
 * cotangent weights of the rest shape (quadratic bending, Bergou et al. 2006): zero on a flat rest shape, linear in the
 * positions, and its energy does not depend on how finely a sheet is cut up. It has no sign: a dent of the same bend is at
 * rest too, so a shell that was pushed in stays in.
 */
export interface BendHinges {
  /** Four vertices for each hinge: the ends of the edge, then the corners across it. */
  readonly vertices: Uint32Array;
  /** Four kᵢ for each hinge; their sum is 0. */
  readonly weights: Float64Array;
  readonly rest: Float64Array;
  /** Bend per force at stiffness 1. */
  readonly compliances: Float64Array;
}

export function createBendHinges(positions: ArrayLike<number>, edges: MeshEdges): BendHinges {
  const inner: number[] = [];
  for (let e = 0; e < edges.ends.length / 2; e++) {
    if (edges.opposite[2 * e + 1] === NO_VERTEX) continue;
    const hinge = [edges.ends[2 * e], edges.ends[2 * e + 1], edges.opposite[2 * e], edges.opposite[2 * e + 1]];
    const [a, b, c, d] = hinge;
    // a triangle without area has no cotangents; its hinge stays loose
    if (triangleArea(positions, a, b, c) > 0 && triangleArea(positions, b, a, d) > 0) inner.push(...hinge);
  }
  const order = colourOrder(inner, 4, positions.length / 3);
  const count = order.length;
  const vertices = new Uint32Array(4 * count);
  const weights = new Float64Array(4 * count);
  const rest = new Float64Array(count);
  const compliances = new Float64Array(count);
  for (let h = 0; h < count; h++) {
    const [a, b, c, d] = inner.slice(4 * order[h], 4 * order[h] + 4);
    vertices.set([a, b, c, d], 4 * h);
    const atAc = cotangent(positions, a, b, c);
    const atBc = cotangent(positions, b, a, c);
    const atAd = cotangent(positions, a, b, d);
    const atBd = cotangent(positions, b, a, d);
    const k = [atBc + atBd, atAc + atAd, -atAc - atBc, -atAd - atBd];
    weights.set(k, 4 * h);
    const bend = [0, 1, 2].map((axis) =>
      [a, b, c, d].reduce((sum, vertex, i) => sum + k[i] * positions[3 * vertex + axis], 0),
    );
    const size = Math.hypot(...bend);
    // rounding must not give a flat sheet a bend with a direction
    const edgeLength = Math.hypot(...[0, 1, 2].map((axis) => positions[3 * a + axis] - positions[3 * b + axis]));
    rest[h] = size < 1e-9 * edgeLength ? 0 : size;
    // energy ½ bend² / area: on even triangles it adds up to ½ curvature² per area of a sheet, measured; see the test
    compliances[h] = triangleArea(positions, a, b, c) + triangleArea(positions, b, a, d);
  }
  return { vertices, weights, rest, compliances };
}

/** One sweep that brings bends back to rest (XPBD, one iteration for each small step). `stiffness` is above 0. */
export function relaxBend(
  hinges: BendHinges,
  positions: Float64Array,
  inverseMasses: Float64Array,
  stiffness: number,
  timeStep: number,
): void {
  const { vertices, weights, rest, compliances } = hinges;
  const p = positions;
  const give = 1 / (stiffness * timeStep * timeStep);
  for (let h = 0; h < rest.length; h++) {
    const j = 4 * h;
    const ka = weights[j];
    const kb = weights[j + 1];
    const kc = weights[j + 2];
    const kd = weights[j + 3];
    let a = vertices[j];
    let b = vertices[j + 1];
    let c = vertices[j + 2];
    let d = vertices[j + 3];
    const wa = ka * inverseMasses[a];
    const wb = kb * inverseMasses[b];
    const wc = kc * inverseMasses[c];
    const wd = kd * inverseMasses[d];
    const resistance = ka * wa + kb * wb + kc * wc + kd * wd;
    if (resistance === 0) continue; // all held
    a *= 3;
    b *= 3;
    c *= 3;
    d *= 3;
    const x = ka * p[a] + kb * p[b] + kc * p[c] + kd * p[d];
    const y = ka * p[a + 1] + kb * p[b + 1] + kc * p[c + 1] + kd * p[d + 1];
    const z = ka * p[a + 2] + kb * p[b + 2] + kc * p[c + 2] + kd * p[d + 2];
    let move = -1 / (resistance + give * compliances[h]);
    if (rest[h] > 0) {
      const size = Math.sqrt(x * x + y * y + z * z);
      if (size === 0) continue; // flat: no side to bend to
      move *= (size - rest[h]) / size;
    }
    p[a] += move * wa * x;
    p[a + 1] += move * wa * y;
    p[a + 2] += move * wa * z;
    p[b] += move * wb * x;
    p[b + 1] += move * wb * y;
    p[b + 2] += move * wb * z;
    p[c] += move * wc * x;
    p[c + 1] += move * wc * y;
    p[c + 2] += move * wc * z;
    p[d] += move * wd * x;
    p[d + 1] += move * wd * y;
    p[d + 2] += move * wd * z;
  }
}

/** Of the angle at `corner` in the triangle corner, u, v. */
function cotangent(positions: ArrayLike<number>, corner: number, u: number, v: number): number {
  let dot = 0;
  for (let axis = 0; axis < 3; axis++) {
    const at = positions[3 * corner + axis];
    dot += (positions[3 * u + axis] - at) * (positions[3 * v + axis] - at);
  }
  return dot / (2 * triangleArea(positions, corner, u, v));
}
