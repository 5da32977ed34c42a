/** How a mesh looks, for pictures of it; what a search has no use for. Numbers are those of the model. */
export interface Look {
  /** Two numbers a vertex, as glTF means them: 0, 0 is the upper left corner of a picture. */
  readonly uvs: Float32Array;
  /** Red, green, blue and alpha a vertex, 0 to 255, linear; undefined if the file has none. */
  readonly colors?: Uint8Array;
  /** In the order of the names in the model's `materials`. */
  readonly materials: readonly LookMaterial[];
  /** Pictures as the file has them (PNG, JPEG, WebP …). */
  readonly images: readonly { readonly bytes: Uint8Array; readonly type: string }[];
}

export interface LookMaterial {
  /** Red, green, blue and alpha, 0 to 1, linear; a picture is multiplied by it. */
  readonly color: readonly number[];
  /** Number into `images`; −1 for none. */
  readonly image: number;
  readonly roughness: number;
  readonly metalness: number;
  readonly alpha: 'opaque' | 'mask' | 'blend';
  /** Below, nothing is drawn; for `mask`. */
  readonly cutoff: number;
  /** How a picture goes on beyond its edges, across and down. */
  readonly wrap: readonly [Wrap, Wrap];
  /** Single pixels are to be seen. */
  readonly nearest: boolean;
  /** What to do with texture coordinates: scale, turn (radians), move. */
  readonly scale: readonly number[];
  readonly rotation: number;
  readonly offset: readonly number[];
}

export type Wrap = 'repeat' | 'clamp' | 'mirror';
