import { MeshError } from '../errors.ts';
import { buildHalfEdges, type HalfEdges } from './half-edges.ts';
import type { Positions, TriangleMesh } from './triangle-mesh.ts';
import { describe, validateMesh } from './validate-mesh.ts';
import { weldPositions } from './weld-positions.ts';

/**
 * The part of a mesh that motion does not change, in the numbering that detection uses: welded vertices and
 * triangles in an order of the method's choice. The `…Source` arrays lead back to the caller's numbers.
 */
export interface Surface {
  readonly vertexCount: number;
  readonly triangleCount: number;
  readonly triangles: Uint32Array;
  readonly halfEdges: HalfEdges;
  /** Caller's vertex whose position this vertex takes: the lowest-numbered of its copies. */
  readonly vertexSource: Uint32Array;
  /** Caller's triangle. */
  readonly triangleSource: Uint32Array;
  /** Caller's triangles, whose corners name the caller's vertices. */
  readonly callerTriangles: Uint32Array;
  readonly callerVertexCount: number;
  /** Caller's vertices welded to a lower-numbered one: pairs copy, original. */
  readonly copies: Uint32Array;
  /** The caller's label per triangle, if given: in this surface's order, and in the caller's. */
  readonly objects: Uint32Array | null;
  readonly callerObjects: Uint32Array | null;
  /** The caller's collision group per triangle, if given, in this surface's order. */
  readonly groups: Uint32Array | null;
}

export interface SurfaceOptions {
  /** Whether to weld, or what to weld: for every vertex the lowest-numbered one that it counts as. */
  readonly weld: boolean | Uint32Array;
  readonly objects?: ArrayLike<number>;
  readonly groups?: ArrayLike<number>;
}

/** Checks a mesh and brings it into the form that detection uses, in the caller's order. */
export function createSurface(caller: string, mesh: TriangleMesh, options: SurfaceOptions): Surface {
  const steps = createSurfaceInSteps(caller, mesh, options);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** The same with pauses, in each of which it says how far it has come, in parts of all that is to be prepared. */
export function* createSurfaceInSteps(
  caller: string,
  mesh: TriangleMesh,
  options: SurfaceOptions,
): Generator<number, Surface, void> {
  validateMesh(caller, mesh);
  yield 0.001;
  const callerVertexCount = mesh.positions.length / 3;
  const callerTriangles = mesh.triangles ? new Uint32Array(mesh.triangles) : countUp(callerVertexCount);
  const triangleCount = callerTriangles.length / 3;
  const labelsOf = (name: 'objects' | 'groups') =>
    options[name] === undefined ? null : readLabels(caller, name, options[name], triangleCount);
  const objects = labelsOf('objects');
  const groups = labelsOf('groups');

  const original = options.weld === true ? weldBodies(mesh.positions, callerTriangles, objects) : options.weld || null;
  yield 0.002;

  // welded numbers are given in order of first use, so that neighbours in the mesh are neighbours in memory
  const numberOf = new Int32Array(callerVertexCount).fill(-1);
  const triangles = new Uint32Array(callerTriangles.length);
  const vertexSource = new Uint32Array(callerVertexCount);
  let vertexCount = 0;
  for (let i = 0; i < callerTriangles.length; i++) {
    const source = original ? original[callerTriangles[i]] : callerTriangles[i];
    if (numberOf[source] < 0) {
      numberOf[source] = vertexCount;
      vertexSource[vertexCount++] = source;
    }
    triangles[i] = numberOf[source];
  }
  yield 0.003;
  const halfEdges = buildHalfEdges(triangles, vertexCount);
  yield 0.004;
  return {
    vertexCount,
    triangleCount,
    triangles,
    halfEdges,
    vertexSource: vertexSource.slice(0, vertexCount),
    triangleSource: countUp(triangleCount),
    callerTriangles,
    callerVertexCount,
    copies: original ? listCopies(original) : new Uint32Array(0),
    objects,
    callerObjects: objects,
    groups,
  };
}

function countUp(count: number): Uint32Array<ArrayBuffer> {
  const numbers = new Uint32Array(count);
  for (let i = 0; i < count; i++) numbers[i] = i;
  return numbers;
}

function listCopies(original: Uint32Array): Uint32Array {
  let count = 0;
  for (let v = 0; v < original.length; v++) if (original[v] !== v) count++;
  const copies = new Uint32Array(2 * count);
  for (let v = 0, at = 0; at < copies.length; v++) {
    if (original[v] === v) continue;
    copies[at++] = v;
    copies[at++] = original[v];
  }
  return copies;
}

/** Bodies that touch stay apart: they may separate again. So do vertices that no triangle names. */
function weldBodies(positions: Positions, triangles: Uint32Array, objects: Uint32Array | null): Uint32Array {
  const bodyOf = new Float64Array(positions.length / 3).fill(-1);
  for (let i = triangles.length - 1; i >= 0; i--) bodyOf[triangles[i]] = objects ? objects[(i / 3) | 0] : 0;
  return weldPositions(positions, bodyOf);
}

/**
 * The welding of a surface with those copies taken apart that are at different places in this pose. What is welded stays a part of what
 * was: vertices that only meet now are not joined.
 */
export function partCopies({ copies, callerVertexCount }: Surface, positions: Positions): Uint32Array {
  const welded = Float64Array.from({ length: callerVertexCount }, () => -1);
  for (let i = 0; i < copies.length; i += 2) {
    welded[copies[i]] = copies[i + 1];
    welded[copies[i + 1]] = copies[i + 1];
  }
  return weldPositions(positions, welded);
}

export function surfaceBytes(surface: Surface): number {
  const { triangles, halfEdges, vertexSource, triangleSource, callerTriangles, copies, objects, groups } = surface;
  const arrays = [
    triangles,
    vertexSource,
    triangleSource,
    callerTriangles,
    copies,
    ...(objects ? [objects] : []),
    ...(groups ? [groups] : []),
  ];
  return [...arrays, halfEdges.twin, halfEdges.ring, halfEdges.ownedEdges].reduce((sum, a) => sum + a.byteLength, 0);
}

function readLabels(caller: string, name: string, given: ArrayLike<number>, triangleCount: number): Uint32Array {
  if (typeof given !== 'object' || !Number.isInteger(given?.length)) {
    throw new RangeError(`${caller}: ${name} must be an array of labels, got ${describe(given)}.`);
  }
  if (given.length !== triangleCount) {
    throw new MeshError(
      name === 'objects' ? 'OBJECTS_LENGTH' : 'GROUPS_LENGTH',
      `${caller}: ${name} must hold a label for each of the ${triangleCount} triangles, got length ${given.length}.`,
    );
  }
  const labels = Uint32Array.from(given);
  for (let t = 0; t < triangleCount; t++) {
    if (labels[t] === given[t]) continue;
    throw new RangeError(
      `${caller}: ${name} must hold whole numbers from 0 to 4294967295, got ${describe(given[t])} for triangle ${t}.`,
    );
  }
  return labels;
}

/** The same surface with triangle `order[i]` in place i, and vertices renumbered in order of first use. */
export function reorderSurface(surface: Surface, order: Uint32Array): Surface {
  const { triangleCount, vertexCount, objects, groups } = surface;
  const triangles = new Uint32Array(3 * triangleCount);
  const newVertex = new Int32Array(vertexCount).fill(-1);
  const vertexSource = new Uint32Array(vertexCount);
  let used = 0;
  for (let t = 0; t < triangleCount; t++) {
    for (let k = 0; k < 3; k++) {
      const v = surface.triangles[3 * order[t] + k];
      if (newVertex[v] < 0) {
        newVertex[v] = used;
        vertexSource[used++] = surface.vertexSource[v];
      }
      triangles[3 * t + k] = newVertex[v];
    }
  }
  return {
    ...surface,
    triangles,
    vertexSource,
    triangleSource: gather(surface.triangleSource, order, new Uint32Array(triangleCount)),
    halfEdges: reorderHalfEdges(surface.halfEdges, order),
    objects: objects && gather(objects, order, new Uint32Array(triangleCount)),
    groups: groups && gather(groups, order, new Uint32Array(triangleCount)),
  };
}

function gather<A extends Uint32Array | Uint8Array>(from: A, order: Uint32Array, to: A): A {
  for (let i = 0; i < order.length; i++) to[i] = from[order[i]];
  return to;
}

function reorderHalfEdges(halfEdges: HalfEdges, order: Uint32Array): HalfEdges {
  const newTriangle = new Uint32Array(order.length);
  for (let t = 0; t < order.length; t++) newTriangle[order[t]] = t;
  const reorder = (from: Int32Array): Int32Array => {
    const to = new Int32Array(from.length);
    for (let i = 0; i < order.length; i++) {
      for (let k = 0; k < 3; k++) {
        const h = from[3 * order[i] + k];
        const t = (h / 3) | 0;
        to[3 * i + k] = h < 0 ? -1 : h - 3 * t + 3 * newTriangle[t];
      }
    }
    return to;
  };
  // owners stay who they were in the caller's order, so that results do not depend on the method
  const ownedEdges = gather(halfEdges.ownedEdges, order, new Uint8Array(order.length));
  return { ...halfEdges, twin: reorder(halfEdges.twin), ring: reorder(halfEdges.ring), ownedEdges };
}
