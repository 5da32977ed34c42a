/** Numbers per node in `Rig.rest`: translation 3, rotation 4, scale 3. */
export const TRS_STRIDE = 10;

export interface Skin {
  /** Node of each joint. */
  readonly joints: Uint32Array;
  /** Sixteen numbers per joint. */
  readonly inverseBind: Float64Array;
}

/** Vertices that move by one rule: a node, its skin and its morph targets. Primitives with equal vertices share one. */
export interface VertexBlock {
  readonly node: number;
  /** Numbers of the primitives, in the node's mesh, that use these vertices. */
  readonly primitives: readonly number[];
  readonly firstVertex: number;
  readonly vertexCount: number;
  /** xyz in the mesh's own space; may be shared between blocks. */
  readonly base: Float64Array;
  /** Offsets to `base`, one array per target; undefined where a target does not move positions. */
  readonly targets: readonly (Float64Array | undefined)[];
  /** Number of the skin; −1: the node's transform applies. */
  readonly skin: number;
  /** Influences per vertex. */
  readonly influences: number;
  /** `influences` joint numbers a vertex, into the skin's list. */
  readonly joints: Uint32Array;
  /** Sums to 1 for every vertex; used influences come first, by joint, then zeros. */
  readonly weights: Float64Array;
  /** Placed inside the node, for instancing. */
  readonly instance: Float64Array | undefined;
}

export interface RigChannel {
  readonly node: number;
  readonly path: 'translation' | 'rotation' | 'scale' | 'weights';
  readonly interpolation: 'LINEAR' | 'STEP' | 'CUBICSPLINE';
  /** Seconds, ascending. */
  readonly times: Float64Array;
  /** Numbers per key: 3, 4 or the number of morph targets. */
  readonly width: number;
  /** `width` per key; for CUBICSPLINE three times as many: in-tangent, value, out-tangent. */
  readonly values: Float64Array;
}

export interface RigAnimation {
  readonly channels: readonly RigChannel[];
}

/** Everything that moves vertices of a glTF file. Read-only, so that several samplers can share it. */
export interface Rig {
  readonly file: string;
  readonly nodeCount: number;
  /** As the file has them, '' where it names none. */
  readonly nodeNames: readonly string[];
  /** −1 for roots. */
  readonly parent: Int32Array;
  /** Nodes, every parent before its children. */
  readonly order: Uint32Array;
  /** Transforms without animation, `TRS_STRIDE` numbers a node. */
  readonly rest: Float64Array;
  /** Nodes whose transform the file gives as a matrix: used as it is unless the node is animated. */
  readonly matrices: ReadonlyMap<number, Float64Array>;
  /** Default morph weights of nodes that have a mesh with targets. */
  readonly morphWeights: ReadonlyMap<number, Float64Array>;
  /** Names of the targets of these nodes; those without one are called by their number. */
  readonly morphNames: ReadonlyMap<number, readonly string[]>;
  readonly skins: readonly Skin[];
  readonly blocks: readonly VertexBlock[];
  readonly animations: readonly RigAnimation[];
  readonly vertexCount: number;
}
