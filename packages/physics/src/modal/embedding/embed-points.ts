import { MeshError, type Positions } from 'selfcollide';
import { checkTetMesh, type TetMesh, tetShapes } from '../check-tet-mesh.ts';
import { checkBasis, type ModeBasis } from '../mode-basis.ts';
import { boundaryFaces, createNearestFace } from './nearest-face.ts';
import { createTetLocator } from './tet-locator.ts';

/** Points as weighted sums of tet corners. */
export interface Embedding {
  readonly pointCount: number;
  /** Vertices of the tet mesh. */
  readonly vertexCount: number;
  /** Four vertices of the tet mesh a point. */
  readonly corners: Uint32Array;
  /** Their weights: sum 1, from 0 to 1 inside, beyond outside. */
  readonly weights: Float64Array;
  /** How far each point is from the tet mesh, 0 inside. */
  readonly distances: Float64Array;
}

/**
 * Ties points, such as the vertices of a fine surface, to a tet mesh at rest. A point inside follows its tet; one outside
 * follows the tet behind the nearest face, whose weights go on beyond it.
 */
export function embedPoints(mesh: TetMesh, points: Positions): Embedding {
  const caller = 'embedPoints';
  checkTetMesh(caller, mesh);
  if (!(points instanceof Float64Array || points instanceof Float32Array)) {
    throw new MeshError(
      'POSITIONS_TYPE',
      `${caller}: points must be a Float32Array or Float64Array, got ${typeof points}.`,
    );
  }
  if (points.length % 3 !== 0) {
    throw new MeshError(
      'POSITIONS_LENGTH',
      `${caller}: points must hold three numbers each, got length ${points.length}.`,
    );
  }
  const bad = points.findIndex((x: number) => !Number.isFinite(x));
  if (bad >= 0) {
    throw new MeshError(
      'NOT_FINITE',
      `${caller}: points must be finite, got ${points[bad]} at point ${Math.floor(bad / 3)}.`,
    );
  }
  const positions = Float64Array.from(mesh.positions);
  const tets = Uint32Array.from(mesh.tets);
  const { gradients } = tetShapes(caller, positions, tets);
  const pointCount = points.length / 3;
  const corners = new Uint32Array(4 * pointCount);
  const weights = new Float64Array(4 * pointCount);
  const distances = new Float64Array(pointCount);
  const four = new Float64Array(4);
  const measure = (tet: number, x: number, y: number, z: number) =>
    tetWeights(positions, tets, gradients, tet, x, y, z, four);
  const findTet = createTetLocator(positions, tets, measure, four);
  const nearest = createNearestFace(positions, boundaryFaces(tets));
  for (let i = 0; i < pointCount; i++) {
    const x = points[3 * i];
    const y = points[3 * i + 1];
    const z = points[3 * i + 2];
    let tet = findTet(x, y, z);
    if (tet < 0) {
      const found = nearest(x, y, z);
      tet = found.tet;
      distances[i] = found.distance;
    }
    measure(tet, x, y, z);
    weights.set(four, 4 * i);
    corners.set(tets.subarray(4 * tet, 4 * tet + 4), 4 * i);
  }
  return { pointCount, vertexCount: positions.length / 3, corners, weights, distances };
}

/** Barycentric weights of a point. */
function tetWeights(
  positions: Float64Array,
  tets: Uint32Array,
  gradients: Float64Array,
  tet: number,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
): void {
  const a = 3 * tets[4 * tet];
  const dx = x - positions[a];
  const dy = y - positions[a + 1];
  const dz = z - positions[a + 2];
  for (let k = 1; k < 4; k++) {
    const g = 12 * tet + 3 * k;
    out[k] = gradients[g] * dx + gradients[g + 1] * dy + gradients[g + 2] * dz;
  }
  out[0] = 1 - out[1] - out[2] - out[3];
}

/** Modes of the tet mesh, carried over to embedded points: columns of 3·pointCount displacements. */
export function embedModes(embedding: Embedding, basis: ModeBasis): ModeBasis {
  checkBasis('embedModes', basis, embedding.vertexCount);
  const { pointCount, corners, weights } = embedding;
  const { count, vertexCount } = basis;
  const vectors = new Float64Array(3 * pointCount * count);
  for (let k = 0; k < count; k++) {
    for (let i = 0; i < pointCount; i++) {
      const to = 3 * (pointCount * k + i);
      for (let corner = 4 * i; corner < 4 * i + 4; corner++) {
        const from = 3 * (vertexCount * k + corners[corner]);
        for (let axis = 0; axis < 3; axis++) vectors[to + axis] += weights[corner] * basis.vectors[from + axis];
      }
    }
  }
  return { count, vertexCount: pointCount, vectors };
}

/** The part of a basis that belongs to some vertices, such as those of a surface; `vertices[i]` becomes vertex i. */
export function selectVertices(basis: ModeBasis, vertices: ArrayLike<number>): ModeBasis {
  const caller = 'selectVertices';
  const { count, vertexCount } = basis;
  checkBasis(caller, basis, vertexCount);
  const vectors = new Float64Array(3 * vertices.length * count);
  for (let i = 0; i < vertices.length; i++) {
    if (!(Number.isInteger(vertices[i]) && vertices[i] >= 0 && vertices[i] < vertexCount)) {
      throw new RangeError(
        `${caller}: vertices must be numbers from 0 to ${vertexCount - 1}, got ${vertices[i]} at place ${i}.`,
      );
    }
    for (let k = 0; k < count; k++) {
      const from = 3 * (vertexCount * k + vertices[i]);
      vectors.set(basis.vectors.subarray(from, from + 3), 3 * (vertices.length * k + i));
    }
  }
  return { count, vertexCount: vertices.length, vectors };
}
