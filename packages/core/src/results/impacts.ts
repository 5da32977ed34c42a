import { type Column, numberColumn, wordColumn } from './column.ts';

export type ImpactKind = 'vertex-triangle' | 'edge-edge';

/** The first impact of a step, in the caller's numbers. */
export type Impact =
  | { readonly kind: 'vertex-triangle'; readonly time: number; readonly vertex: number; readonly triangle: number }
  | {
      readonly kind: 'edge-edge';
      readonly time: number;
      readonly edgeA: number;
      readonly edgeB: number;
      readonly edgeC: number;
      readonly edgeD: number;
    };

/** Where and how an impact happens, at its time. Rounded to doubles; the decision that it happens was exact. */
export interface ImpactLocation {
  readonly time: number;
  /** Halfway between the closest points of the two features. */
  readonly point: readonly [number, number, number];
  /**
   * Weights of the closest points: 1 for the vertex, then those of the triangle's three corners; or those of `edgeA`, `edgeB` and of `edgeC`, `edgeD`, each two
   * of sum 1.
   */
  readonly weights: readonly [number, number, number, number];
  /** Of length 1, from the triangle to the vertex, or from the second edge to the first; 0, 0, 0 where no direction is better than another. */
  readonly normal: readonly [number, number, number];
  /** How fast the closest points approach each other along the normal: length per whole step. */
  readonly closingSpeed: number;
}

/**
 * What comes together during a step: parallel arrays in the caller's vertex and triangle numbers (of welded copies the lowest). They are views on memory
 * of the detector, valid until its next call; `slice()` makes a copy to keep. In no particular order.
 */
export interface Impacts {
  /** Vertices that meet a triangle without that vertex. */
  readonly vertexCount: number;
  readonly vertex: Uint32Array;
  readonly triangle: Uint32Array;
  /** Never later than the exact time; 0 exactly if they touch (or are closer than `minSeparation`) at t0. */
  readonly vertexTime: Float64Array;
  /** Pairs of edges without common vertex: (edgeA, edgeB) and (edgeC, edgeD), lower numbers first. */
  readonly edgeCount: number;
  readonly edgeA: Uint32Array;
  readonly edgeB: Uint32Array;
  readonly edgeC: Uint32Array;
  readonly edgeD: Uint32Array;
  readonly edgeTime: Float64Array;
  /** The first time of all; Infinity if there is no impact. */
  readonly earliest: number;
  /** How many have time 0. */
  readonly startCount: number;
  /** True only if `maxContacts` was given and more impacts exist. */
  readonly truncated: boolean;
  /** Where impact i of a kind happens; as long as neither the pose nor the end of the step has changed. */
  locateImpact(kind: ImpactKind, i: number): ImpactLocation;
  /** Where all of them happen, without an object for each; valid until the next call. */
  locateAll(): ImpactLocations;
  slice(): Impacts;
}

/** As {@link ImpactLocation} has them: of vertices that meet a triangle first, then of pairs of edges, in the order of {@link Impacts}. */
export interface ImpactLocations {
  readonly count: number;
  /** Four per impact. */
  readonly weights: Float64Array;
  /** Three per impact. */
  readonly normals: Float64Array;
  readonly points: Float64Array;
  readonly closingSpeeds: Float64Array;
}

/** Locates the impact of features given in the caller's numbers, found in step number `stamp`. What it returns is valid until the next call. */
export type LocateImpact = (
  caller: string,
  kind: ImpactKind,
  i: number,
  count: number,
  stamp: number,
  features: readonly Uint32Array[],
  times: Float64Array,
) => Located;

interface Located {
  readonly weights: Float64Array;
  readonly normal: Float64Array;
  readonly point: Float64Array;
  readonly closingSpeed: number;
}

class LocationColumns implements ImpactLocations {
  count = 0;
  readonly #weights = numberColumn(4);
  readonly #normals = numberColumn(3);
  readonly #points = numberColumn(3);
  readonly #closingSpeeds = numberColumn();

  get weights(): Float64Array {
    return this.#weights.view(this.count);
  }

  get normals(): Float64Array {
    return this.#normals.view(this.count);
  }

  get points(): Float64Array {
    return this.#points.view(this.count);
  }

  get closingSpeeds(): Float64Array {
    return this.#closingSpeeds.view(this.count);
  }

  get byteLength(): number {
    const columns = [this.#weights, this.#normals, this.#points, this.#closingSpeeds];
    return columns.reduce((bytes, column) => bytes + column.byteLength, 0);
  }

  write(from: Impacts, locate: LocateImpact, stamp: number): this {
    const { vertexCount, edgeCount } = from;
    this.count = vertexCount + edgeCount;
    const weights = this.#weights.reserve(this.count);
    const normals = this.#normals.reserve(this.count);
    const points = this.#points.reserve(this.count);
    const speeds = this.#closingSpeeds.reserve(this.count);
    const pairs = [from.vertex, from.triangle];
    const edges = [from.edgeA, from.edgeB, from.edgeC, from.edgeD];
    const { vertexTime, edgeTime } = from;
    for (let i = 0; i < this.count; i++) {
      const e = i - vertexCount;
      const at =
        e < 0
          ? locate('locateAll', 'vertex-triangle', i, vertexCount, stamp, pairs, vertexTime)
          : locate('locateAll', 'edge-edge', e, edgeCount, stamp, edges, edgeTime);
      for (let k = 0; k < 4; k++) weights[4 * i + k] = at.weights[k];
      for (let k = 0; k < 3; k++) normals[3 * i + k] = at.normal[k];
      for (let k = 0; k < 3; k++) points[3 * i + k] = at.point[k];
      speeds[i] = at.closingSpeed;
    }
    return this;
  }
}

/** The one result of a detector, written anew by each query. */
export class ImpactResult implements Impacts {
  vertexCount = 0;
  edgeCount = 0;
  earliest: number = Number.POSITIVE_INFINITY;
  startCount = 0;
  truncated = false;
  /** The step that it speaks of. */
  stamp = 0;
  readonly #vertices: readonly Column<Uint32Array>[] = [wordColumn(), wordColumn()];
  readonly #vertexTime = numberColumn();
  readonly #edges: readonly Column<Uint32Array>[] = [wordColumn(), wordColumn(), wordColumn(), wordColumn()];
  readonly #edgeTime = numberColumn();
  readonly #locate: LocateImpact;
  readonly #locations = new LocationColumns();

  constructor(locate: LocateImpact) {
    this.#locate = locate;
  }

  get vertex(): Uint32Array {
    return this.#vertices[0].view(this.vertexCount);
  }

  get triangle(): Uint32Array {
    return this.#vertices[1].view(this.vertexCount);
  }

  get vertexTime(): Float64Array {
    return this.#vertexTime.view(this.vertexCount);
  }

  get edgeA(): Uint32Array {
    return this.#edges[0].view(this.edgeCount);
  }

  get edgeB(): Uint32Array {
    return this.#edges[1].view(this.edgeCount);
  }

  get edgeC(): Uint32Array {
    return this.#edges[2].view(this.edgeCount);
  }

  get edgeD(): Uint32Array {
    return this.#edges[3].view(this.edgeCount);
  }

  get edgeTime(): Float64Array {
    return this.#edgeTime.view(this.edgeCount);
  }

  get byteLength(): number {
    return [...this.#vertices, ...this.#edges, this.#vertexTime, this.#edgeTime, this.#locations].reduce(
      (bytes, column) => bytes + column.byteLength,
      0,
    );
  }

  writeVertices(count: number, vertices: Uint32Array, triangles: Uint32Array, times: Float64Array, to: Sources): void {
    const vertex = this.#vertices[0].reserve(count);
    const triangle = this.#vertices[1].reserve(count);
    const time = this.#vertexTime.reserve(count);
    for (let i = 0; i < count; i++) {
      vertex[i] = to.vertexSource[vertices[i]];
      triangle[i] = to.triangleSource[triangles[i]];
      time[i] = times[i];
    }
    this.vertexCount = count;
  }

  /** `writeEdges` puts the caller's numbers of two half-edges into four places of an array. */
  writeEdges(
    count: number,
    times: Float64Array,
    ends: Uint32Array,
    writeEdges: (i: number, out: Uint32Array) => void,
  ): void {
    const [a, b, c, d] = this.#edges;
    const time = this.#edgeTime.reserve(count);
    a.reserve(count);
    b.reserve(count);
    c.reserve(count);
    d.reserve(count);
    for (let i = 0; i < count; i++) {
      writeEdges(i, ends);
      a.data[i] = ends[0];
      b.data[i] = ends[1];
      c.data[i] = ends[2];
      d.data[i] = ends[3];
      time[i] = times[i];
    }
    this.edgeCount = count;
  }

  /** A property, since results are taken apart by name. */
  readonly locateImpact = (kind: ImpactKind, i: number): ImpactLocation =>
    locateIn(this, this.#locate, this.stamp, kind, i);

  readonly locateAll = (): ImpactLocations => this.#locations.write(this, this.#locate, this.stamp);

  slice(): Impacts {
    const { stamp } = this;
    const locate = this.#locate;
    const copyOf = (from: Impacts): Impacts => {
      const copy: Impacts = {
        vertexCount: from.vertexCount,
        vertex: from.vertex.slice(),
        triangle: from.triangle.slice(),
        vertexTime: from.vertexTime.slice(),
        edgeCount: from.edgeCount,
        edgeA: from.edgeA.slice(),
        edgeB: from.edgeB.slice(),
        edgeC: from.edgeC.slice(),
        edgeD: from.edgeD.slice(),
        edgeTime: from.edgeTime.slice(),
        earliest: from.earliest,
        startCount: from.startCount,
        truncated: from.truncated,
        locateImpact: (kind, i) => locateIn(copy, locate, stamp, kind, i),
        locateAll: () => new LocationColumns().write(copy, locate, stamp),
        slice: () => copyOf(copy),
      };
      return copy;
    };
    return copyOf(this);
  }
}

interface Sources {
  readonly vertexSource: Uint32Array;
  readonly triangleSource: Uint32Array;
}

function locateIn(from: Impacts, locate: LocateImpact, stamp: number, kind: ImpactKind, i: number): ImpactLocation {
  const isVertex = kind === 'vertex-triangle';
  const times = isVertex ? from.vertexTime : from.edgeTime;
  const features = isVertex ? [from.vertex, from.triangle] : [from.edgeA, from.edgeB, from.edgeC, from.edgeD];
  const count = isVertex ? from.vertexCount : from.edgeCount;
  const { weights, normal, point, closingSpeed } = locate('locateImpact', kind, i, count, stamp, features, times);
  return {
    time: times[i],
    point: [point[0], point[1], point[2]],
    weights: [weights[0], weights[1], weights[2], weights[3]],
    normal: [normal[0], normal[1], normal[2]],
    closingSpeed,
  };
}
