import type { ContactRows } from './contact-rows.ts';
import { type ClothStep, contactTarget } from './contact-source.ts';
import { acrossEdge, type MeshFeatures } from './mesh-features.ts';
import type { StepPoses } from './step-poses.ts';
import { faceNormal, nearestOnTriangle } from './triangle-geometry.ts';

/** One side of contacts: a mesh in motion. */
export interface ContactSide {
  readonly features: MeshFeatures;
  readonly poses: StepPoses;
  /** Expected in it. */
  readonly velocities: Float64Array;
}

/** Cosine by which an edge may fail to be a nearest place of its surface: cloth bends, and rests on edges. */
const NEARLY = 0.2;
/** An edge whose triangles are flatter than this sine carries nothing that its surroundings do not. */
const FLAT = 0.02;
/** Edges closer to parallel than this sine have no normal of their own. */
const PARALLEL = 1e-3;

/** Places of the memory of what was looked at: few, so that they stay near. */
const SEEN = 1 << 13;

/**
 * Makes the rows between two triangles in a pose: corner and face, edge and edge, where these are locally nearest. So a row says what no other one
 * does, and sliding cloth does not stumble over neighbours of the triangle that it slides on. A normal leads to the side on which both were
 * before the step; or, of a closed solid, out of it, which also brings back what got in.
 */
export class FeatureRows {
  readonly #a: ContactSide;
  readonly #b: ContactSide;
  readonly #solid: boolean;
  /** Rows of what would end farther apart than this many thicknesses are not needed. */
  readonly #reach: number;
  #step!: ClothStep;
  #rows!: ContactRows;
  #friction = 0;
  #added = 0;
  #mixed = false;
  /** The slice that tells the right side. */
  #judgedBy = 0;
  /** Which features were looked at lately, in which pose: a corner belongs to several triangles, which come near the same one. */
  readonly #seen = new Int32Array(4 * SEEN);
  #generation = 0;
  #pose = 0;
  readonly #foot = new Float64Array(3);
  readonly #d = new Float64Array(3);
  readonly #m = new Float64Array(3);
  readonly #vertices = new Int32Array(6);
  readonly #weights = new Float64Array(6);

  constructor(cloth: ContactSide, other: ContactSide, isSolid: boolean, reach: number) {
    this.#a = cloth;
    this.#b = other;
    this.#solid = isSolid;
    this.#reach = reach;
  }

  /** Rows go here from now on; returns how many were added since the last call. */
  begin(step: ClothStep, rows: ContactRows, friction: number): number {
    this.#step = step;
    this.#rows = rows;
    this.#friction = friction;
    this.#generation++;
    const added = this.#added;
    this.#added = 0;
    return added;
  }

  /**
   * In the pose after that many slices of the step. Unless `mixed`, the triangles are apart there, and on their right sides. If they may have passed each other,
   * a normal leads out of a closed solid, or else to the side on which both were before the step.
   */
  addPair(a: number, b: number, slice: number, mixed: boolean): void {
    const poseA = this.#a.poses.at(slice);
    const poseB = this.#b.poses.at(slice);
    this.#judgedBy = mixed ? 0 : slice;
    this.#mixed = mixed;
    this.#pose = 2 * slice + (mixed ? 1 : 0);
    const sideA = this.#a.features;
    const sideB = this.#b.features;
    for (let k = 0; k < 3; k++) {
      const cornerA = sideA.triangles[3 * a + k];
      if (this.#isNew(0, cornerA, b)) this.#cornerFace(cornerA, b, poseA, poseB, false);
      const cornerB = sideB.triangles[3 * b + k];
      if (this.#isNew(1, cornerB, a)) this.#cornerFace(cornerB, a, poseB, poseA, true);
      const edgeA = sideA.triangleEdges[3 * a + k];
      for (let l = 0; l < 3; l++) {
        const edgeB = sideB.triangleEdges[3 * b + l];
        if (this.#isNew(2, edgeA, edgeB)) this.#edgeEdge(edgeA, edgeB, poseA, poseB);
      }
    }
  }

  /** Whether the two were not looked at lately in this pose; to look again would change nothing. */
  #isNew(kind: number, one: number, other: number): boolean {
    const seen = this.#seen;
    const pose = 3 * this.#pose + kind;
    const mixed = Math.imul(one, 0x9e3779b1) ^ Math.imul(other, 0x85ebca6b) ^ Math.imul(pose, 0xc2b2ae35);
    const at = 4 * ((mixed ^ (mixed >>> 15)) & (SEEN - 1));
    const same = seen[at] === one && seen[at + 1] === other && seen[at + 2] === pose;
    if (same && seen[at + 3] === this.#generation) return false;
    seen[at] = one;
    seen[at + 1] = other;
    seen[at + 2] = pose;
    seen[at + 3] = this.#generation;
    return true;
  }

  /** A vertex against a triangle of the other side; `swapped` if the vertex belongs to side B. */
  #cornerFace(vertex: number, triangle: number, pose: Float64Array, other: Float64Array, swapped: boolean): void {
    const { features } = swapped ? this.#a : this.#b;
    const { triangles, triangleEdges, vertexCount, edgeCount, outward } = features;
    const t = 3 * triangle;
    const foot = this.#foot;
    const zeros = nearestOnTriangle(pose, 3 * vertex, other, triangles, t, foot);
    if (zeros < 0) return;
    const d = this.#d;
    for (let axis = 0; axis < 3; axis++) {
      d[axis] = pose[3 * vertex + axis];
      for (let k = 0; k < 3; k++) d[axis] -= foot[k] * other[3 * triangles[t + k] + axis];
    }
    const length = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    let feature = vertexCount + edgeCount + triangle;
    if (zeros === 2) {
      const corner = foot[0] > 0 ? 0 : foot[1] > 0 ? 1 : 2;
      feature = triangles[t + corner];
      if (!isNearestCorner(features, feature, other, d, length)) return;
    } else if (zeros === 1) {
      const edge = triangleEdges[t + (foot[0] === 0 ? 1 : foot[1] === 0 ? 2 : 0)];
      feature = vertexCount + edge;
      for (let side = 0; side < 2; side++) {
        const slope = this.#slope(features, edge, side, other, d, length);
        if (slope > 1e-9) return; // nearer to that triangle's inside
      }
    }
    // the normal, towards the vertex
    const m = this.#m;
    faceNormal(triangles, t, other, m);
    const out = this.#mixed && this.#solid && !swapped ? outward[triangle] : 0;
    if (zeros === 0) {
      d.set(m);
      if (out < 0) negate(d);
    } else {
      if (!(length > 1e-9 * this.#step.thickness)) return; // touches an edge or a corner: others see it
      for (let axis = 0; axis < 3; axis++) d[axis] /= length;
      if (out !== 0 && out * (d[0] * m[0] + d[1] * m[1] + d[2] * m[2]) < -0.1) negate(d);
    }
    const vertices = this.#vertices;
    const weights = this.#weights;
    const own = swapped ? 3 : 0;
    const face = 3 - own;
    vertices.fill(0);
    weights.fill(0);
    vertices[own] = vertex;
    weights[own] = 1;
    for (let k = 0; k < 3; k++) {
      vertices[face + k] = triangles[t + k];
      weights[face + k] = foot[k];
    }
    if (swapped) negate(d);
    if (out === 0) this.#turn();
    this.#addRow(swapped ? feature : vertex, swapped ? vertex : feature);
  }

  /** Two edges that cross, seen along their common normal. */
  #edgeEdge(edgeA: number, edgeB: number, poseA: Float64Array, poseB: Float64Array): void {
    const a = this.#a.features;
    const b = this.#b.features;
    const a0 = a.edges.ends[2 * edgeA];
    const a1 = a.edges.ends[2 * edgeA + 1];
    const b0 = b.edges.ends[2 * edgeB];
    const b1 = b.edges.ends[2 * edgeB + 1];
    const ux = poseA[3 * a1] - poseA[3 * a0];
    const uy = poseA[3 * a1 + 1] - poseA[3 * a0 + 1];
    const uz = poseA[3 * a1 + 2] - poseA[3 * a0 + 2];
    const vx = poseB[3 * b1] - poseB[3 * b0];
    const vy = poseB[3 * b1 + 1] - poseB[3 * b0 + 1];
    const vz = poseB[3 * b1 + 2] - poseB[3 * b0 + 2];
    const rx = poseB[3 * b0] - poseA[3 * a0];
    const ry = poseB[3 * b0 + 1] - poseA[3 * a0 + 1];
    const rz = poseB[3 * b0 + 2] - poseA[3 * a0 + 2];
    const uu = ux * ux + uy * uy + uz * uz;
    const vv = vx * vx + vy * vy + vz * vz;
    const uv = ux * vx + uy * vy + uz * vz;
    const sine = uu * vv - uv * uv;
    if (!(sine > PARALLEL * PARALLEL * uu * vv)) return;
    const ru = rx * ux + ry * uy + rz * uz;
    const rv = rx * vx + ry * vy + rz * vz;
    const s = (ru * vv - rv * uv) / sine;
    const t = (ru * uv - rv * uu) / sine;
    if (!(s > 0 && s < 1 && t > 0 && t < 1)) return;
    const d = this.#d;
    d[0] = uy * vz - uz * vy;
    d[1] = uz * vx - ux * vz;
    d[2] = ux * vy - uy * vx;
    const length = Math.sqrt(sine);
    for (let axis = 0; axis < 3; axis++) d[axis] /= length;
    const vertices = this.#vertices;
    const weights = this.#weights;
    vertices.fill(0);
    weights.fill(0);
    vertices[0] = a0;
    vertices[1] = a1;
    weights[0] = 1 - s;
    weights[1] = s;
    vertices[3] = b0;
    vertices[4] = b1;
    weights[3] = 1 - t;
    weights[4] = t;
    const out = this.#mixed && this.#solid ? this.#outwardAt(edgeB, poseB) : 0;
    if (out < 0) negate(d);
    else if (out === 0) this.#turn();
    const first = this.#slope(b, edgeB, 0, poseB, d, 1);
    const second = this.#slope(b, edgeB, 1, poseB, d, 1);
    if (first > NEARLY || second > NEARLY) return;
    if (this.#solid && Math.abs(first) < FLAT && Math.abs(second) < FLAT) return;
    negate(d);
    const hidden = this.#slope(a, edgeA, 0, poseA, d, 1) > NEARLY || this.#slope(a, edgeA, 1, poseA, d, 1) > NEARLY;
    if (hidden) return;
    negate(d);
    this.#addRow(a.vertexCount + edgeA, b.vertexCount + edgeB);
  }

  /** 1 or −1 if the direction at hand leads out of or into a closed solid at its edge, 0 if that is not known. */
  #outwardAt(edge: number, pose: Float64Array): number {
    const { triangles, edgeTriangles, outward } = this.#b.features;
    const d = this.#d;
    const m = this.#m;
    let along = 0;
    for (let side = 0; side < 2; side++) {
      const t = edgeTriangles[2 * edge + side];
      if (t < 0 || outward[t] === 0) return 0;
      faceNormal(triangles, 3 * t, pose, m);
      along += outward[t] * (d[0] * m[0] + d[1] * m[1] + d[2] * m[2]);
    }
    return Math.sign(along);
  }

  /** How much a triangle rises from its edge along d (a vector of that length): sine, or −1 if there is no triangle. */
  #slope(
    features: MeshFeatures,
    edge: number,
    side: number,
    pose: Float64Array,
    d: Float64Array,
    length: number,
  ): number {
    const { edges } = features;
    const corner = acrossEdge(edges, edge, side);
    if (corner < 0) return -1;
    const from = 3 * edges.ends[2 * edge];
    const to = 3 * edges.ends[2 * edge + 1];
    const m = this.#m;
    let along = 0;
    let square = 0;
    for (let axis = 0; axis < 3; axis++) {
      const e = pose[to + axis] - pose[from + axis];
      m[axis] = pose[3 * corner + axis] - pose[from + axis];
      along += e * m[axis];
      square += e * e;
    }
    if (!(square > 0)) return -1;
    let size = 0;
    let rise = 0;
    for (let axis = 0; axis < 3; axis++) {
      m[axis] -= (along / square) * (pose[to + axis] - pose[from + axis]);
      size += m[axis] * m[axis];
      rise += m[axis] * d[axis];
    }
    return size > 0 ? rise / (Math.sqrt(size) * length) : -1;
  }

  /** The normal leads to where A's point is on the right side, seen from B's. */
  #turn(): void {
    if (this.#apart(this.#a.poses.at(this.#judgedBy), this.#b.poses.at(this.#judgedBy)) < 0) negate(this.#d);
  }

  /** A's point less B's, along the normal; of positions or of velocities. */
  #apart(valuesA: Float64Array, valuesB: Float64Array): number {
    const d = this.#d;
    const vertices = this.#vertices;
    const weights = this.#weights;
    let sum = 0;
    for (let k = 0; k < 6; k++) {
      if (weights[k] === 0) continue;
      const values = k < 3 ? valuesA : valuesB;
      const i = 3 * vertices[k];
      const along = d[0] * values[i] + d[1] * values[i + 1] + d[2] * values[i + 2];
      sum += (k < 3 ? weights[k] : -weights[k]) * along;
    }
    return sum;
  }

  /** The row of the points and the normal at hand. */
  #addRow(featureA: number, featureB: number): void {
    const d = this.#d;
    const { thickness, timeStep } = this.#step;
    const distance = this.#apart(this.#a.poses.at(0), this.#b.poses.at(0));
    const speed = this.#apart(this.#a.velocities, this.#b.velocities);
    if (!(distance + timeStep * Math.min(0, speed) <= this.#reach * thickness)) return;
    const rows = this.#rows;
    const target = contactTarget(distance, speed, thickness, timeStep);
    const row = rows.add(d[0], d[1], d[2], target, this.#friction);
    for (let k = 0; k < 6; k++) {
      const weight = this.#weights[k];
      const vertex = this.#vertices[k];
      if (k < 3) rows.setCorner(row, k, vertex, weight);
      else if (!this.#solid) rows.setCorner(row, k, vertex, -weight);
      else {
        for (let axis = 0; axis < 3; axis++) {
          rows.surface[3 * row + axis] += weight * this.#b.velocities[3 * vertex + axis];
        }
      }
    }
    if (rows.settle(row, featureA, featureB)) this.#added++;
  }
}

function negate(v: Float64Array): void {
  for (let axis = 0; axis < 3; axis++) v[axis] = -v[axis];
}

/** Whether all edges at a vertex lead away from the point that lies at d (a vector of that length) from it. */
function isNearestCorner(
  features: MeshFeatures,
  vertex: number,
  pose: Float64Array,
  d: Float64Array,
  length: number,
): boolean {
  const { neighbourStart, neighbours } = features;
  for (let k = neighbourStart[vertex]; k < neighbourStart[vertex + 1]; k++) {
    let along = 0;
    let square = 0;
    for (let axis = 0; axis < 3; axis++) {
      const e = pose[3 * neighbours[k] + axis] - pose[3 * vertex + axis];
      along += e * d[axis];
      square += e * e;
    }
    if (along > 1e-9 * Math.sqrt(square) * length) return false;
  }
  return true;
}
