import type { Failure } from '../failure.ts';
import type { PlaceMeasure, Severity } from '../measure/place-measure.ts';
import type { ContactRows } from './contact-rows.ts';
import type { FailOver } from './detect-options.ts';
import type { ProximityLengths, Unit } from './proximity-lengths.ts';
import type { CellGroup } from './surface-cells.ts';

/** One spot where the mesh hits itself, in the file's words. */
export interface PlaceResult {
  readonly contacts: number;
  readonly center: readonly [number, number, number];
  readonly min: readonly [number, number, number];
  readonly max: readonly [number, number, number];
  readonly objects: readonly [string, string];
  /** In an artist's words: `left forearm and right thigh`. */
  readonly name: string;
  /** A finding in the middle of the place. */
  readonly example: ContactRows;
  readonly exampleKind: number;
  readonly measure?: PlaceMeasure;
}

/** What a frame looks like, for pictures; the vertices are those of {@link FileHeader.mesh}, or its own if `mesh` is set. */
export interface FramePose {
  readonly positions: Float32Array;
  /** Triangles that belong to a finding, ascending. */
  readonly painted: Uint32Array;
  /** How near the nearest other triangle is to each of these; NaN if it meets one. Absent without proximities. */
  readonly gaps?: Float32Array;
  /** Closest points of all pairs that are close, two points each, xyz; only if asked for. */
  readonly gapLines?: Float32Array;
  readonly mesh?: PictureMesh;
  /** Where the surface crosses itself, a curve a place, largest place first. */
  readonly curves?: readonly PlaceCurve[];
}

/** The line in which the surface crosses itself at one place: two points a stretch, xyz each. */
export interface PlaceCurve {
  readonly severity: Severity;
  readonly points: Float32Array;
}

/** Triangles for pictures: welded, vertices numbered without gaps. */
export interface PictureMesh {
  readonly vertexCount: number;
  readonly triangles: Uint32Array;
  readonly objects: readonly PictureObject[];
}

export interface PictureObject {
  readonly name: string;
  readonly firstTriangle: number;
  readonly triangleCount: number;
}

/** What was found in one frame. Plain data that can cross threads. */
export interface FrameResult {
  /** Place among all frames of the input. */
  readonly frame: number;
  /** Edges that meet triangles. */
  readonly contacts: number;
  readonly folded: number;
  readonly duplicates: number;
  /** Pairs of triangles closer than asked for. */
  readonly proximities: number;
  /** What meets on the way to the next frame. */
  readonly impacts: number;
  /** Of all kinds. */
  readonly trianglePairs: number;
  /** Findings left out by `--ignore-rest`. */
  readonly ignored: number;
  /** Findings left out by rules of the user, and by a baseline. */
  readonly suppressed: number;
  readonly known: number;
  /** True if `--max-contacts` stopped the search: the counts are then lower bounds. */
  readonly truncated: boolean;
  /** The largest, at most {@link PLACE_LIMIT}. None if the frame cannot be among the worst and only those were asked for. */
  readonly places: readonly PlaceResult[];
  readonly placeCount: number;
  /** The deepest of all places, also of those not described; only if a limit asks for it. */
  readonly deepest?: number | 'unknown';
  /** Findings per pair of objects, most first. */
  readonly objectPairs: readonly { readonly objects: readonly [string, string]; readonly contacts: number }[];
  /** At most `listLimit`. */
  readonly rows: ContactRows;
  /** Kind of each row, as number into `FINDING_KINDS`. */
  readonly rowKinds: Uint8Array;
  /** Of proximities; absent if none were looked for, or found. */
  readonly leastDistance?: number;
  /** The pair that is so close, as one row. */
  readonly closest?: ContactRows;
  /** The way to the next frame of the same clip; absent where there is none, or nobody asked. */
  readonly step?: StepState;
  /** Frame number at which the first impact happens, such as 57.31. */
  readonly firstImpact?: number;
  /** Vertices welded in the rest pose that are apart in this frame. */
  readonly parted: number;
  /** Names for the rows' object numbers if this frame has other triangles than the first. */
  readonly ownObjects?: readonly string[];
  readonly pose?: FramePose;
  /** Vertices that almost coincide with another one of their object; in the first frame with findings that a thread looks at. */
  readonly nearSeams?: number;
  /** Where findings are on the surface, if a baseline is recorded. */
  readonly cells?: readonly CellGroup[];
  /** The frame could not be read. */
  readonly failure?: Failure;
  /** Milliseconds for reading, posing and detecting. */
  readonly ms: number;
}

/** Whether the way to the next frame was looked at: not if that has other triangles, or could not be read. */
export type StepState = 'checked' | 'topology changed' | 'unreadable';

/** How much was found in a pose, by kind. */
export type FindingCounts = Pick<
  FrameResult,
  'contacts' | 'folded' | 'duplicates' | 'proximities' | 'impacts' | 'trianglePairs'
>;

/** The counts alone. */
export function countsOf(counts: FindingCounts): FindingCounts {
  const { contacts, folded, duplicates, proximities, impacts, trianglePairs } = counts;
  return { contacts, folded, duplicates, proximities, impacts, trianglePairs };
}

/** One number for how much that is; 0 means nothing at all, whichever way it is listed. */
export function countFindings(counts: FindingCounts, pairs: 'edge-triangle' | 'triangles'): number {
  const { contacts, folded, duplicates, proximities, impacts, trianglePairs } = counts;
  return pairs === 'triangles' ? trianglePairs : contacts + folded + duplicates + proximities + impacts;
}

/** The result of a frame that could not be checked. */
export function failedFrame(frame: number, failure: Failure, ms: number): FrameResult {
  return {
    frame,
    contacts: 0,
    folded: 0,
    duplicates: 0,
    proximities: 0,
    impacts: 0,
    trianglePairs: 0,
    ignored: 0,
    suppressed: 0,
    known: 0,
    truncated: false,
    places: [],
    placeCount: 0,
    objectPairs: [],
    rows: new Float64Array(0),
    rowKinds: new Uint8Array(0),
    parted: 0,
    failure,
    ms,
  };
}

/** Frames of an input that are remembered with their places, the worst first. */
export const WORST_FRAMES = 10;

/** From so many frames on, looking at the worst once more at the end takes less than places and depths of all that may be among them. */
export const FRAMES_TO_LOOK_AGAIN = 6 * WORST_FRAMES;

/** Places described per frame. */
export const PLACE_LIMIT = 20;

/** What is known once an input is open. Plain data. */
export interface FileHeader {
  readonly name: string;
  readonly format: string;
  readonly vertexCount: number;
  readonly triangleCount: number;
  readonly objects: readonly string[];
  readonly objectKind: 'named objects' | 'connected pieces';
  readonly clips: readonly ClipHeader[];
  readonly frameCount: number;
  readonly rest?: { readonly pose: string } & FindingCounts;
  /** Diagonal of the box around the rest pose, and what 1 means, where the format or the user says. */
  readonly size: number;
  readonly unit?: Unit;
  /** Vertices that were welded to another one at the same position. */
  readonly welded: number;
  readonly method: string;
  readonly warnings: readonly string[];
  /** Lengths that decide what is close, in the model's unit. */
  readonly proximity?: ProximityLengths;
  /** How vertices are taken to move between frames, in words; absent if nobody asked what happens there. */
  readonly motion?: string;
  readonly mesh?: PictureMesh;
  /** Whether what intersects in the rest pose was left out. */
  readonly ignoresRest: boolean;
  /** What it may have without failing; absent: nothing. */
  readonly limits?: FileLimits;
  /** Size of the cells in which a baseline is recorded. */
  readonly cell?: number;
  /** Milliseconds to open and prepare. */
  readonly prepareMs: number;
}

/** `failOver` for a certain file: depth in its unit. */
export interface FileLimits extends Omit<FailOver, 'depth'> {
  readonly depth?: number;
}

export interface ClipHeader {
  readonly name: string;
  readonly firstFrame: number;
  readonly frameCount: number;
  readonly numbers: Float64Array;
  readonly times?: Float64Array;
  readonly files?: readonly string[];
}
