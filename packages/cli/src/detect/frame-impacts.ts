import type { ImpactKind } from 'selfcollide';
import { type FindingPart, WHOLE } from './finding-part.ts';
import { findHalfEdge, hasCorner } from './frame-contacts.ts';
import type { PreparedMesh } from './prepared-mesh.ts';
import type { RestFindings } from './rest-findings.ts';
import { inScope, type Scope, type TrianglePair } from './triangle-pair.ts';
import type { Weld } from './weld.ts';

export interface ImpactOptions {
  readonly scope: Scope;
  readonly maxContacts?: number;
  readonly rest: RestFindings | undefined;
  readonly frameTime: (time: number) => number;
  /**
   * Welds of the poses at both ends that join more than the mesh's own, which holds all the way. Where one joins two features, meeting is
   * how a seam opens or closes.
   */
  readonly ends: readonly Weld[];
}

/**
 * What meets on the straight way from the pose that the detector was given last to `next`, first things first. What touches at the start is left
 * out: it is a contact, or folded, in that frame.
 */
export function findFrameImpacts(
  mesh: PreparedMesh,
  next: Float64Array,
  { scope, maxContacts = Number.POSITIVE_INFINITY, rest, frameTime, ends }: ImpactOptions,
): FindingPart {
  // the limit comes later: it keeps the first in time, and none that is left out
  const found = mesh.detector.findImpacts(next, { start: 'ignore', maxContacts: Number.MAX_SAFE_INTEGER });
  const { vertexCount, edgeCount } = found;
  const total = vertexCount + edgeCount;
  const halfEdge = new Uint32Array(total);
  const triangle = new Uint32Array(total);
  const secondEdge = new Uint8Array(total).fill(WHOLE);
  const time = new Float64Array(total);
  time.set(found.vertexTime);
  time.set(found.edgeTime, vertexCount);
  triangle.set(found.triangle);
  for (let i = 0; i < vertexCount; i++) halfEdge[i] = halfEdgeFrom(mesh, found.vertex[i]);
  for (let i = 0; i < edgeCount; i++) {
    const second = halfEdgeBetween(mesh, found.edgeC[i], found.edgeD[i]);
    halfEdge[vertexCount + i] = halfEdgeBetween(mesh, found.edgeA[i], found.edgeB[i]);
    triangle[vertexCount + i] = Math.floor(second / 3);
    secondEdge[vertexCount + i] = second % 3;
  }
  const all = { halfEdge, triangle, secondEdge };
  const kept: number[] = [];
  let ignored = 0;
  for (let i = 0; i < total; i++) {
    if (ends.some((weld) => sharesVertex(mesh, all, i, weld))) continue;
    if (rest && pairsAtImpact(mesh, all, i, scope).some(({ a, b }) => rest.meet(a, b))) ignored++;
    else kept.push(i);
  }
  kept.sort((a, b) => time[a] - time[b] || halfEdge[a] - halfEdge[b] || triangle[a] - triangle[b] || a - b);
  const order = Uint32Array.from(kept.slice(0, maxContacts));
  return {
    count: order.length,
    halfEdge: order.map((i) => halfEdge[i]),
    triangle: order.map((i) => triangle[i]),
    secondEdge: Uint8Array.from(order, (i) => secondEdge[i]),
    value: Float64Array.from(order, (i) => frameTime(time[i])),
    points() {
      const points = new Float64Array(3 * order.length);
      for (const [place, i] of order.entries()) {
        const [kind, number]: [ImpactKind, number] =
          i < vertexCount ? ['vertex-triangle', i] : ['edge-edge', i - vertexCount];
        points.set(found.locateImpact(kind, number).point, 3 * place);
      }
      return points;
    },
    ignored,
    truncated: order.length < kept.length,
  };
}

type Sides = Pick<FindingPart, 'halfEdge' | 'triangle'> & { readonly secondEdge: Uint8Array };

/** Every pair of triangles that meets in impact `i`: those at the vertex or edge with the triangle, or with those at the other edge. */
export function pairsAtImpact(mesh: PreparedMesh, sides: Sides, i: number, scope: Scope): TrianglePair[] {
  const { triangles, labels } = mesh;
  const [first, second] = featuresOf(triangles, sides, i);
  const firsts = trianglesAt(mesh, first);
  const seconds = second.length === 3 ? [sides.triangle[i]] : trianglesAt(mesh, second);
  return firsts.flatMap((s) =>
    seconds
      .filter((t) => inScope(scope, labels.labels[s], labels.labels[t]))
      .map((t) => ({ a: Math.min(s, t), b: Math.max(s, t) })),
  );
}

/** Vertices of both sides: one and three, or two and two. */
function featuresOf(
  triangles: Uint32Array,
  { halfEdge, triangle, secondEdge }: Sides,
  i: number,
): [number[], number[]] {
  const h = halfEdge[i];
  const corner = 3 * triangle[i];
  const at = (first: number, k: number): number => triangles[first + (k % 3)];
  if (secondEdge[i] === WHOLE) return [[triangles[h]], [0, 1, 2].map((k) => at(corner, k))];
  return [
    [triangles[h], at(h - (h % 3), (h % 3) + 1)],
    [at(corner, secondEdge[i]), at(corner, secondEdge[i] + 1)],
  ];
}

function sharesVertex({ triangles }: PreparedMesh, sides: Sides, i: number, weld: Weld): boolean {
  const [first, second] = featuresOf(triangles, sides, i);
  return first.some((v) => second.some((w) => weld[v] === weld[w]));
}

/** Triangles that have all of these vertices. */
function trianglesAt(mesh: PreparedMesh, vertices: readonly number[]): number[] {
  const { start, list } = mesh.vertexTriangles();
  const around = Array.from(list.subarray(start[vertices[0]], start[vertices[0] + 1]));
  return around.filter((t) => vertices.every((v) => hasCorner(mesh.triangles, t, v)));
}

function halfEdgeFrom(mesh: PreparedMesh, vertex: number): number {
  const { start, list } = mesh.vertexTriangles();
  const t = list[start[vertex]];
  const { triangles } = mesh;
  return 3 * t + (triangles[3 * t] === vertex ? 0 : triangles[3 * t + 1] === vertex ? 1 : 2);
}

function halfEdgeBetween(mesh: PreparedMesh, a: number, b: number): number {
  const [owner] = trianglesAt(mesh, [a, b]);
  const { triangles } = mesh;
  const from = findHalfEdge(triangles, owner, a, b);
  // it may run the other way in its owner
  return triangles[from] === a ? from : findHalfEdge(triangles, owner, b, a);
}
