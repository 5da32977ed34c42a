/** What to find and draw of a cloth. */
export interface ClothSettings {
  /** Pairs of triangles this close are wanted, in metres. */
  readonly distance: number;
  /** Lines between closest points. */
  readonly lines: boolean;
  /** Which level of polytopes to draw; −1 for none. */
  readonly level: number;
  readonly dop: 6 | 8 | 14 | 18;
}

export type LiveRequest =
  | { readonly kind: 'open'; readonly name: string }
  /** The last frame is on the screen: another one may come. */
  | { readonly kind: 'drawn' }
  | ClothRequest
  | ModesRequest;

export type ClothRequest =
  | { readonly kind: 'settings'; readonly settings: ClothSettings }
  | { readonly kind: 'run'; readonly running: boolean }
  | { readonly kind: 'step' }
  | { readonly kind: 'restart' };

export type ModesRequest =
  /** Coordinates as a hand sets them: whatever rings is silent then. */
  | { readonly kind: 'pose'; readonly q: readonly number[] }
  /** At which level patches are to be coloured. */
  | { readonly kind: 'level'; readonly level: number }
  /** A blow on a triangle, or somewhere (−1), so hard that the norm may come to this part of the radius. */
  | { readonly kind: 'strike'; readonly triangle: number; readonly strength: number }
  /** The next so many samples of sound. */
  | { readonly kind: 'samples'; readonly count: number };

/** A cloth and what it falls on, as one mesh: the cloth comes first. Metres. */
export interface OpenedCloth {
  readonly about: string;
  readonly triangles: Uint32Array;
  readonly positions: Float32Array;
  readonly clothTriangles: number;
  /** Distance that contacts keep. */
  readonly thickness: number;
  readonly settings: ClothSettings;
}

/** The cloth after a step, and what is close then. */
export interface ClothFrame {
  readonly step: number;
  /** Simulated seconds. */
  readonly time: number;
  /** Of the cloth. */
  readonly positions: Float32Array;
  /** Triangles that are close to another, and how close, as share of the distance asked for. */
  readonly near: Uint32Array;
  readonly shares: Float32Array;
  /** Pairs within the cloth, and with the solid. */
  readonly ownPairs: number;
  readonly solidPairs: number;
  /** Infinity without pairs. */
  readonly least: number;
  /** Two points a line: all pairs or, if there are very many, every so manieth. */
  readonly lines: Float32Array;
  /** Two points a line: edges of polytopes. */
  readonly polytopes: Float32Array;
  readonly polytopeCount: number;
  readonly deepest: number;
  /** Milliseconds of the last step and of the last search, and steps in the last second. */
  readonly stepMs: number;
  readonly searchMs: number;
  readonly rate: number;
}

/** A mesh that moves in modes. */
export interface OpenedModes {
  readonly about: string;
  readonly triangles: Uint32Array;
  /** Of each mode: its name, and how far its slider goes either way. */
  readonly modes: readonly { readonly name: string; readonly low: number; readonly high: number }[];
  readonly radius: number;
  /** Pairs that touch at rest, of which the radius does not speak. */
  readonly restPairs: number;
  readonly prepareMs: number;
  /** Samples a second; 0 if it cannot be heard. */
  readonly sampleRate: number;
}

/** A pose of it. */
export interface ModesFrame {
  readonly q: readonly number[];
  readonly positions: Float32Array;
  readonly norm: number;
  readonly certified: boolean;
  /** Contacts, triangles that have some, and where some of them are. */
  readonly contacts: number;
  readonly marked: Uint32Array;
  readonly points: Float32Array;
  /** To take the pose and to answer. */
  readonly microseconds: number;
}

/** What was heard, and of how many of its samples the pose was proved free. */
export interface SoundChunk {
  readonly samples: Float32Array;
  readonly certified: number;
  /** The largest norm among them. */
  readonly norm: number;
}

export type LiveReply =
  | { readonly kind: 'progress'; readonly doing: string; readonly fraction: number }
  /** The mesh of modes, before more is known. */
  | { readonly kind: 'shape'; readonly triangles: Uint32Array; readonly positions: Float32Array }
  | { readonly kind: 'modes'; readonly opened: OpenedModes }
  | { readonly kind: 'modes-frame'; readonly frame: ModesFrame }
  /** By triangle, at the level asked for. */
  | { readonly kind: 'radii'; readonly radii: Float32Array }
  | { readonly kind: 'sound'; readonly chunk: SoundChunk }
  | { readonly kind: 'cloth'; readonly opened: OpenedCloth }
  | { readonly kind: 'cloth-frame'; readonly frame: ClothFrame }
  | { readonly kind: 'failed'; readonly message: string };
