/** A mesh and its poses, whatever they come from. */
export interface MovingMesh {
  readonly name: string;
  /** One sentence. */
  readonly about: string;
  readonly triangles: Uint32Array;
  /** The pose to prepare with. */
  readonly rest: Float64Array;
  readonly frameCount: number;
  /** Writes frame `i` into `out`, which has the length of `rest`. */
  frame(i: number, out: Float64Array): void | Promise<void>;
  readonly warnings: readonly string[];
}
