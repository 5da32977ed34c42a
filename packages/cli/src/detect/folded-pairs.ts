import { createDetector } from 'selfcollide';
import { namesVertexTwice, SCOPES, type Scope, type TrianglePair } from './triangle-pair.ts';

/**
 * Finds triangles that share an edge and lie on each other. Most pairs are seen to be open by their normals, others by their corners, in
 * floating-point arithmetic; the triangles of those in doubt are made a mesh of their own, in which the library decides exactly.
 */
export class FoldedPairs {
  readonly #triangles: Uint32Array;
  readonly #labels: Uint32Array;
  readonly #scope: Scope;
  /** Pairs of half-edges between the same two vertices, two numbers each. */
  readonly #pairs: Uint32Array;
  /** Where the normals of their triangles are. */
  readonly #faces: Uint32Array;
  /** Per pair 1 if the half-edges run against each other, as where neighbours face the same side, else −1. */
  readonly #ways: Int8Array;
  /** Of the current pose, see {@link writeNormals}. */
  readonly #normals: Float64Array;

  constructor(triangles: Uint32Array, vertexCount: number, labels: Uint32Array, scope: Scope) {
    this.#triangles = triangles;
    this.#labels = labels;
    this.#scope = scope;
    this.#pairs = pairEdges(chainEdges(triangles, vertexCount));
    this.#faces = this.#pairs.map((h) => 4 * Math.floor(h / 3));
    this.#ways = Int8Array.from({ length: this.#pairs.length / 2 }, (_, i) =>
      triangles[this.#pairs[2 * i]] === triangles[this.#pairs[2 * i + 1]] ? -1 : 1,
    );
    this.#normals = new Float64Array(4 * (triangles.length / 3));
  }

  /** In ascending order. `positions` must be finite. */
  find(positions: Float64Array): TrianglePair[] {
    const triangles = this.#triangles;
    const pairs = this.#pairs;
    writeNormals(triangles, positions, this.#normals);
    const doubtful = new Set<number>();
    const next = (from: number): number => nextToLookAt(this.#faces, this.#ways, this.#normals, from);
    for (let i = next(0); 2 * i < pairs.length; i = next(i + 1)) {
      const h = pairs[2 * i];
      const other = pairs[2 * i + 1];
      if (isOpen(triangles, positions, h, other)) continue;
      doubtful.add(Math.floor(h / 3));
      doubtful.add(Math.floor(other / 3));
    }
    return doubtful.size === 0 ? [] : this.#decide(positions, Uint32Array.from(doubtful).sort());
  }

  #decide(positions: Float64Array, chosen: Uint32Array): TrianglePair[] {
    const triangles = new Uint32Array(3 * chosen.length);
    chosen.forEach((t, i) => {
      triangles.set(this.#triangles.subarray(3 * t, 3 * t + 3), 3 * i);
    });
    const detector = createDetector(
      { positions, triangles },
      {
        method: 'box-tree',
        weld: false,
        pairs: SCOPES[this.#scope],
        objects: Uint32Array.from(chosen, (t) => this.#labels[t]),
      },
    );
    const { count, triangleA, triangleB } = detector.findIntersectingTriangles({ includeNeighbours: true });
    const pairs: TrianglePair[] = [];
    for (let i = 0; i < count; i++) {
      const a = chosen[triangleA[i]];
      const b = chosen[triangleB[i]];
      if (sharedCorners(this.#triangles, a, b) === 2) pairs.push({ a, b });
    }
    return pairs.sort((p, q) => p.a - q.a || p.b - q.b);
  }
}

/** Four numbers a triangle: u × v and |u|² + |v|², u and v its edges from the first corner. A function of its own, as {@link nextToLookAt}: V8 compiles a loop with nothing after it for good. */
function writeNormals(triangles: Uint32Array, positions: Float64Array, normals: Float64Array): void {
  for (let c = 0, out = 0; c < triangles.length; c += 3, out += 4) {
    const p = 3 * triangles[c];
    const q = 3 * triangles[c + 1];
    const r = 3 * triangles[c + 2];
    const x = positions[p];
    const y = positions[p + 1];
    const z = positions[p + 2];
    const ux = positions[q] - x;
    const uy = positions[q + 1] - y;
    const uz = positions[q + 2] - z;
    const vx = positions[r] - x;
    const vy = positions[r + 1] - y;
    const vz = positions[r + 2] - z;
    normals[out] = uy * vz - uz * vy;
    normals[out + 1] = uz * vx - ux * vz;
    normals[out + 2] = ux * vy - uy * vx;
    normals[out + 3] = ux * ux + uy * uy + uz * uz + (vx * vx + vy * vy + vz * vz);
  }
}

/**
 * The first pair from `from` on that may lie on each other as far as normals tell: two faces in one plane on the same side of their edge have
 * normals that point against each other, once both are taken to run around that side.
 *
 * With s = |u|² + |v|², rounded: a component of u × v is off by less than 2⁻⁵⁰ s and a normal is shorter than 0.51 s, so their product is off
 * by less than 2⁻⁴⁸ of both s. If it is above 2⁻⁴⁴ of both, it is positive. The least s keeps it far from underflow, and one that
 * overflows compares false.
 */
function nextToLookAt(faces: Uint32Array, ways: Int8Array, normals: Float64Array, from: number): number {
  for (let i = from; i < ways.length; i++) {
    const a = faces[2 * i];
    const b = faces[2 * i + 1];
    const product = normals[a] * normals[b] + normals[a + 1] * normals[b + 1] + normals[a + 2] * normals[b + 2];
    const squares = normals[a + 3] * normals[b + 3];
    if (!(squares > LEAST_PRODUCT && product * ways[i] > 2 ** -44 * squares)) return i;
  }
  return ways.length;
}

/**
 * Whether two triangles with a common edge certainly do not lie on each other: their third corners are on different sides of the edge, or
 * not in one plane with it.
 *
 * With w, p, q the ways from one end of the edge to its other end and to the third corners, and s = |w|² + |p|² + |q|², each rounded
 * difference is off by 2⁻⁵³ of itself, so w·(p×q) is off by less than 2⁻⁴⁴ s√s and (w×p)·(w×q) by less than 2⁻⁴⁴ s². The least s keeps both
 * far from underflow, and an s that overflows compares false.
 */
function isOpen(triangles: Uint32Array, positions: Float64Array, h: number, other: number): boolean {
  const third = (half: number): number => 3 * triangles[half % 3 === 0 ? half + 2 : half - 1];
  const u = 3 * triangles[h];
  const v = 3 * triangles[h % 3 === 2 ? h - 2 : h + 1];
  const a = third(h);
  const b = third(other);
  const wx = positions[v] - positions[u];
  const wy = positions[v + 1] - positions[u + 1];
  const wz = positions[v + 2] - positions[u + 2];
  const px = positions[a] - positions[u];
  const py = positions[a + 1] - positions[u + 1];
  const pz = positions[a + 2] - positions[u + 2];
  const qx = positions[b] - positions[u];
  const qy = positions[b + 1] - positions[u + 1];
  const qz = positions[b + 2] - positions[u + 2];
  const s = wx * wx + wy * wy + wz * wz + (px * px + py * py + pz * pz) + (qx * qx + qy * qy + qz * qz);
  if (!(s > LEAST_SQUARE)) return false;
  const mx = wy * pz - wz * py;
  const my = wz * px - wx * pz;
  const mz = wx * py - wy * px;
  const sides = mx * (wy * qz - wz * qy) + my * (wz * qx - wx * qz) + mz * (wx * qy - wy * qx);
  if (sides < -(2 ** -44) * s * s) return true;
  return Math.abs(mx * qx + my * qy + mz * qz) > 2 ** -44 * s * Math.sqrt(s);
}

const LEAST_SQUARE = 1e-100;
const LEAST_PRODUCT = 1e-200;

/** Every two half-edges of a chain. */
function pairEdges(next: Int32Array): Uint32Array {
  const pairs: number[] = [];
  for (let h = 0; h < next.length; h++) {
    for (let other = next[h]; other >= 0; other = next[other]) pairs.push(h, other);
  }
  return Uint32Array.from(pairs);
}

/** Links half-edges between the same two vertices: per half-edge the next one, −1 ends the chain. Triangles that name a vertex twice take no part: they have no face to lie on. */
function chainEdges(triangles: Uint32Array, vertexCount: number): Int32Array {
  const next = new Int32Array(triangles.length).fill(-1);
  // half-edges by their lower vertex, then per vertex by the higher one
  const start = new Uint32Array(vertexCount + 1);
  const low = (h: number): number => Math.min(triangles[h], triangles[h % 3 === 2 ? h - 2 : h + 1]);
  const high = (h: number): number => Math.max(triangles[h], triangles[h % 3 === 2 ? h - 2 : h + 1]);
  for (let h = 0; h < triangles.length; h++) start[low(h) + 1]++;
  for (let v = 0; v < vertexCount; v++) start[v + 1] += start[v];
  const place = start.slice();
  const sorted = new Uint32Array(triangles.length);
  for (let h = 0; h < triangles.length; h++) sorted[place[low(h)]++] = h;
  const seenAt = new Int32Array(vertexCount).fill(-1);
  const last = new Uint32Array(vertexCount);
  for (let v = 0; v < vertexCount; v++) {
    for (let i = start[v]; i < start[v + 1]; i++) {
      const h = sorted[i];
      if (namesVertexTwice(triangles, Math.floor(h / 3))) continue;
      const w = high(h);
      if (seenAt[w] === v) next[last[w]] = h;
      seenAt[w] = v;
      last[w] = h;
    }
  }
  return next;
}

function sharedCorners(triangles: Uint32Array, s: number, t: number): number {
  let shared = 0;
  for (let i = 3 * s; i < 3 * s + 3; i++) {
    for (let j = 3 * t; j < 3 * t + 3; j++) if (triangles[i] === triangles[j]) shared++;
  }
  return shared;
}
