import type { Detector } from 'selfcollide';
import type { FindingPart } from './finding-part.ts';
import type { PreparedMesh } from './prepared-mesh.ts';
import type { RestFindings } from './rest-findings.ts';
import { inScope, type Scope } from './triangle-pair.ts';

/** Edges that meet triangles in the detector's current pose: by edge, then by triangle. */
export function findFrameContacts(
  mesh: PreparedMesh,
  rest: RestFindings | undefined,
  maxContacts: number = Number.POSITIVE_INFINITY,
): FindingPart {
  const { detector, triangles } = mesh;
  const { count: found, edgeA, edgeB, edgeTriangle, triangle, truncated } = detector.findIntersections();
  const triangleCount = triangles.length / 3;
  const halfEdge = new Uint32Array(found);
  const kept: number[] = [];
  let ignored = 0;
  for (let i = 0; i < found; i++) {
    if (rest?.hasContact(edgeA[i], edgeB[i], triangle[i])) {
      ignored++;
      continue;
    }
    halfEdge[i] = findHalfEdge(triangles, edgeTriangle[i], edgeA[i], edgeB[i]);
    kept.push(i);
  }
  // half-edges below 3 × 10⁹ times triangles: exact as long as there are fewer than 5 × 10⁷ triangles
  const key = (i: number): number => halfEdge[i] * triangleCount + triangle[i];
  const order = Uint32Array.from(kept).sort((a, b) => key(a) - key(b));
  const count = Math.min(order.length, maxContacts);
  let points: Float64Array | undefined;
  return {
    count,
    halfEdge: Uint32Array.from({ length: count }, (_, place) => halfEdge[order[place]]),
    triangle: Uint32Array.from({ length: count }, (_, place) => triangle[order[place]]),
    points() {
      points ??= locateAll(detector, order.subarray(0, count));
      return points;
    },
    ignored,
    truncated: truncated || count < order.length,
  };
}

function locateAll(detector: Detector, contacts: Uint32Array): Float64Array {
  const points = new Float64Array(3 * contacts.length);
  for (let i = 0; i < contacts.length; i++) points.set(detector.locate(contacts[i]).point, 3 * i);
  return points;
}

/** Triangles that have the edge of contact `i`: each intersects the triangle that the edge meets. */
export function trianglesAtContact(
  mesh: PreparedMesh,
  { halfEdge, triangle }: Pick<FindingPart, 'halfEdge' | 'triangle'>,
  i: number,
  scope: Scope,
): number[] {
  const { triangles, labels } = mesh;
  const { start, list } = mesh.vertexTriangles();
  const from = triangles[halfEdge[i]];
  const to = triangles[edgeEnd(halfEdge[i])];
  const found: number[] = [];
  for (let place = start[from]; place < start[from + 1]; place++) {
    const s = list[place];
    if (hasCorner(triangles, s, to) && inScope(scope, labels.labels[s], labels.labels[triangle[i]])) found.push(s);
  }
  return found;
}

export function hasCorner(triangles: Uint32Array, t: number, vertex: number): boolean {
  return triangles[3 * t] === vertex || triangles[3 * t + 1] === vertex || triangles[3 * t + 2] === vertex;
}

/** The half-edge of this triangle that has these ends. */
export function findHalfEdge(triangles: Uint32Array, owner: number, a: number, b: number): number {
  for (let k = 0; k < 2; k++) {
    if (triangles[3 * owner + k] === a && triangles[3 * owner + k + 1] === b) return 3 * owner + k;
  }
  return 3 * owner + 2;
}

/** The other end of a half-edge, as a place in the list of corners. */
export function edgeEnd(halfEdge: number): number {
  return halfEdge % 3 === 2 ? halfEdge - 2 : halfEdge + 1;
}
