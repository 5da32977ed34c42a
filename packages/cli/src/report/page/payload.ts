/**
 * What the report's page is given: JSON, and beside it one block of bytes for meshes and poses. Both are deflated and written as
 * base64. Numbers of bytes are offsets into that block.
 */
export interface Payload {
  readonly generator: string;
  /** ISO date of the run. */
  readonly created: string;
  readonly pairs: 'edge-triangle' | 'triangles';
  readonly files: readonly FilePayload[];
}

export interface FilePayload {
  readonly name: string;
  /** One sentence. */
  readonly verdict: string;
  readonly state: 'clean' | 'contacts' | 'failed';
  readonly facts: readonly string[];
  readonly warnings: readonly string[];
  readonly clips: readonly ClipPayload[];
  readonly objects: readonly string[];
  /** Contacts (or triangle pairs) of every frame; −1 if it could not be read. */
  readonly counts: readonly number[];
  /** What there is but for close pairs: nothing or contacts alone, or also folded or doubled faces or impacts. */
  readonly others: 'none' | 'contacts' | 'findings';
  /** Per frame how many pairs are close, and how far apart the closest is; null: none. Empty: nobody asked. */
  readonly near: readonly ([count: number, least: number] | null)[];
  /** Per frame the frame number at which the first impact on the way to the next happens; null: none. Empty: nobody asked. */
  readonly impacts: readonly (number | null)[];
  /** What is close, and in which unit distances are shown; absent if none are. */
  readonly lengths?: { readonly distance: number; readonly unit: string; readonly unitLength: number };
  readonly worst: readonly WorstPayload[];
  /** Frames whose shape is here, ascending. Empty: no picture. */
  readonly shown: readonly ShownFrame[];
  /** Why not all frames are shown; empty if they are. */
  readonly shownNote: string;
  readonly meshes: readonly MeshPayload[];
  /**
   * `grid`: coordinate = origin + step × (0 … 65535), per axis. `floats`: coordinate = origin + single-precision number, where a grid over
   * everything would be too coarse for most of it.
   */
  readonly packing: 'grid' | 'floats';
  readonly origin: readonly number[];
  readonly step: readonly number[];
}

export interface ClipPayload {
  readonly name: string;
  readonly firstFrame: number;
  readonly frameCount: number;
  readonly numbers: readonly number[];
  readonly times?: readonly number[];
  readonly files?: readonly string[];
}

export interface WorstPayload {
  readonly frame: number;
  readonly contacts: number;
  readonly trianglePairs: number;
  readonly truncated: boolean;
  readonly where: string;
}

export interface MeshPayload {
  readonly vertexCount: number;
  readonly triangleCount: number;
  /** Start of `3 × triangleCount` vertex numbers, each as difference to the one before. */
  readonly triangles: number;
}

export interface ShownFrame {
  readonly frame: number;
  /** Number into `meshes`. */
  readonly mesh: number;
  /** Start of the positions: lowest bytes of all numbers, then the next; two of a number on the grid, four of a float. They are differences
   * to the shown frame before if that has the same mesh. */
  readonly positions: number;
  /** Triangles that belong to a finding: start, and how many; each as difference to the one before. */
  readonly painted: readonly [start: number, count: number];
  /** Start of as many numbers: how near another triangle is, from 0 to {@link FARTHEST}; one more if it meets one. Absent without close pairs. */
  readonly gaps?: number;
  /** The closest pair, as in `rows`. */
  readonly closest?: readonly (number | null)[];
  readonly contacts: number;
  readonly trianglePairs: number;
  readonly truncated: boolean;
  readonly placeCount: number;
  readonly places: readonly PlacePayload[];
  /** Numbers into `places`, in the order in which they are listed. */
  readonly worstFirst: readonly number[];
  /** `ROW_LENGTH` numbers a contact; null stands for no vertex. */
  readonly rows: readonly (number | null)[];
  /** What each row is: 0 contact, 1 folded, 2 duplicate, 3 close, 4 impact. */
  readonly kinds: readonly number[];
  /** Contacts that `rows` leaves out. */
  readonly unlisted: number;
  /** Names for object numbers in `rows`, if they are not the file's. */
  readonly objects?: readonly string[];
}

export interface PlacePayload {
  readonly contacts: number;
  readonly center: readonly number[];
  /** Half the diagonal of the box around its contacts. */
  readonly radius: number;
  readonly name: string;
  /** Its centre, short. */
  readonly near: string;
  /** How bad it is, in words; absent if that was not measured. */
  readonly measure?: string;
}

/** As number for the distance that was asked for. */
export const FARTHEST = 254;

/** As in detect/contact-rows.ts: two sides of six numbers, point, place, two triangles, time or distance, point on the second side. */
export const ROW_LENGTH = 22;
