/** What a depth estimate was measured to. */
export const DEPTH_FROM = { nothing: 0, face: 1, near: 2 } as const;

/**
 * Vertices inside tets that they are no corner of: parallel arrays, of which the first `count` entries count.
 * They belong to the collider and change with its next query; `slice()` makes copies of the right length to keep.
 */
export interface Penetrations {
  readonly count: number;
  /** Object of the vertex, and the vertex in that object's numbers. */
  readonly vertexObject: Uint32Array;
  readonly vertex: Uint32Array;
  /** Object of the tet, and the tet in that object's numbers. */
  readonly tetObject: Uint32Array;
  readonly tet: Uint32Array;
  /** Four a penetration: weights of the tet's corners in the vertex's position. None negative; they sum to 1. */
  readonly barycentric: Float64Array;
  /** 1 if vertex and tet are of one object. */
  readonly self: Uint8Array;
  /**
   * With the option `depth`: how far the vertex is below the surface of the tet's object, an estimate. It is the distance
   * to the nearest plane of a surface face of the tet; if it has none, to the nearest surface triangle close to the tet.
   */
  readonly depth: Float64Array;
  /** With the option `depth`: three a penetration, the way out, of length 1; 0, 0, 0 where there is none. */
  readonly direction: Float64Array;
  /** With the option `depth`: 1 measured to a face of the tet, 2 to a triangle near it, 0 no surface, and depth is 0. */
  readonly depthFrom: Uint8Array;
  slice(): Penetrations;
}

/** The arrays of a result, made to be reused from query to query. */
export class PenetrationArrays implements Penetrations {
  count = 0;
  vertexObject: Uint32Array = new Uint32Array(0);
  vertex: Uint32Array = new Uint32Array(0);
  tetObject: Uint32Array = new Uint32Array(0);
  tet: Uint32Array = new Uint32Array(0);
  barycentric: Float64Array = new Float64Array(0);
  self: Uint8Array = new Uint8Array(0);
  depth: Float64Array = new Float64Array(0);
  direction: Float64Array = new Float64Array(0);
  depthFrom: Uint8Array = new Uint8Array(0);

  /** Makes room for `count` entries; old ones are lost if that takes new arrays. */
  reserve(count: number, withDepth: boolean): void {
    this.count = count;
    if (count > this.vertex.length) {
      const capacity = Math.max(256, 2 * count);
      this.vertexObject = new Uint32Array(capacity);
      this.vertex = new Uint32Array(capacity);
      this.tetObject = new Uint32Array(capacity);
      this.tet = new Uint32Array(capacity);
      this.self = new Uint8Array(capacity);
      if (withDepth) {
        this.depth = new Float64Array(capacity);
        this.direction = new Float64Array(3 * capacity);
        this.depthFrom = new Uint8Array(capacity);
      }
    }
  }

  get byteLength(): number {
    const { vertexObject, vertex, tetObject, tet, self, depth, direction, depthFrom } = this;
    const arrays = [vertexObject, vertex, tetObject, tet, self, depth, direction, depthFrom];
    return arrays.reduce((bytes, array) => bytes + array.byteLength, 0);
  }

  slice(): Penetrations {
    const { count } = this;
    const copy = new PenetrationArrays();
    copy.count = count;
    copy.vertexObject = this.vertexObject.slice(0, count);
    copy.vertex = this.vertex.slice(0, count);
    copy.tetObject = this.tetObject.slice(0, count);
    copy.tet = this.tet.slice(0, count);
    copy.barycentric = this.barycentric.slice(0, 4 * count);
    copy.self = this.self.slice(0, count);
    copy.depth = this.depth.slice(0, count);
    copy.direction = this.direction.slice(0, 3 * count);
    copy.depthFrom = this.depthFrom.slice(0, count);
    return copy;
  }
}
