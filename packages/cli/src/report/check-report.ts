import type { FindingKind } from '../detect/finding-kinds.ts';

/** The JSON that `selfcollide check --json` writes; schema/check-report.schema.json says the same for other languages. */
export interface CheckReport {
  readonly format: 'selfcollide-check';
  /** Changes when a field disappears or changes its meaning; new fields may come without. */
  readonly version: 3;
  readonly generator: string;
  readonly options: ReportOptions;
  readonly files: readonly (FileReport | FailedFileReport)[];
  readonly summary: RunReport;
}

export interface ReportOptions {
  readonly kinds: readonly FindingKind[];
  readonly pairs: 'edge-triangle' | 'triangles';
  readonly scope: 'all' | 'self' | 'between';
  readonly ignoreRest: boolean;
  /** Whether the ways from frame to frame were looked at. */
  readonly betweenFrames: boolean;
  readonly maxContacts: number | null;
  /** Findings listed per frame at most; null for all, 0 for a summary. */
  readonly listLimit: number | null;
  /** What a baseline knows was left out. */
  readonly baseline?: boolean;
}

export interface FailedFileReport {
  readonly name: string;
  readonly error: ErrorReport;
}

export interface ErrorReport {
  /** `usage`: the options do not fit this file. */
  readonly kind: 'usage' | 'unreadable';
  readonly message: string;
}

export interface FileReport {
  readonly name: string;
  readonly format: string;
  readonly vertices: number;
  readonly triangles: number;
  /** Vertices at the same position as another one, which count as one with it. */
  readonly weldedVertices: number;
  readonly objects: readonly string[];
  readonly method: string;
  /** What intersects before anything moves; null where the first frame is that pose. */
  readonly rest: ({ readonly pose: string } & CountsReport) | null;
  /** Which triangles count as close, in the file's unit; null: nobody asked. */
  readonly proximity: { readonly distance: number; readonly restRadius: number } | null;
  /** How vertices are taken to move between frames, in words; null: nobody asked. */
  readonly motion: string | null;
  readonly clips: readonly { readonly name: string; readonly frames: number }[];
  readonly frames: readonly FrameReport[];
  readonly summary: FileSummaryReport;
  readonly warnings: readonly string[];
  /** What may help, with the flag to add. */
  readonly suggestions: readonly string[];
}

/** How much was found, by kind. */
export interface CountsReport {
  /** Edges that meet triangles with which they share no vertex. */
  readonly contacts: number;
  /** Pairs of triangles that share an edge and lie on each other. */
  readonly folded: number;
  /** Triangles that are there once more. */
  readonly duplicates: number;
  /** Pairs of triangles at most `proximity.distance` apart. */
  readonly proximities: number;
  /** Vertices that meet triangles, and edges that meet edges, on the way to the next frame. */
  readonly impacts: number;
  /** Pairs of triangles that are a finding of any kind. */
  readonly trianglePairs: number;
}

export interface FrameReport extends CountsReport {
  /** Number into `clips`. */
  readonly clip: number;
  /** From 0 at the start of the animation; of a sequence the number in the file name. */
  readonly frame: number;
  /** Seconds; null where the file knows no time. */
  readonly time: number | null;
  /** The file of a sequence. */
  readonly file?: string;
  /** Findings left out because the rest pose has them. */
  readonly ignored: number;
  /** Findings left out because the user ignores them, and because the baseline has them. */
  readonly suppressed: number;
  readonly known: number;
  /** The search stopped at `maxContacts`: counts are lower bounds. */
  readonly truncated: boolean;
  /** Vertices welded in the rest pose that are apart here. */
  readonly partedVertices: number;
  readonly topologyChanged: boolean;
  /** Of the closest pair, in the file's unit; absent without proximities. */
  readonly leastDistance?: number;
  /** That pair, and where it is. */
  readonly closest?: Omit<ContactReport, 'place'>;
  /** The way to the next frame; absent where there is none, or nobody asked. `topology changed` and `unreadable`: it was not checked. */
  readonly step?: 'checked' | 'topology changed' | 'unreadable';
  /** Frame number at which the first impact happens, such as 57.31; absent without impacts. */
  readonly firstImpact?: number;
  /** From here on only if findings are listed. */
  readonly placeCount?: number;
  /** The largest 20. */
  readonly places?: readonly PlaceReport[];
  /** The first `listLimit`: contacts by edge and triangle, then folded pairs, duplicates, proximities, and impacts by time. */
  readonly list?: readonly ContactReport[];
  /** Findings (or pairs) that `list` leaves out. */
  readonly unlisted?: number;
  /** This frame could not be read; the counts are 0. */
  readonly error?: ErrorReport;
}

/** Findings that hang together. */
export interface PlaceReport {
  readonly findings: number;
  /** In an artist's words: by bones, objects, materials, or the side of the model. */
  readonly name: string;
  readonly objects: readonly [string, string];
  readonly center: readonly number[];
  readonly min: readonly number[];
  readonly max: readonly number[];
  /** How bad it is, in the file's unit; absent if it was not measured. */
  readonly measure?: MeasureReport;
  /** A finding in its middle. */
  readonly example: Omit<ContactReport, 'place'>;
}

/** What is absent cannot be said. */
export interface MeasureReport {
  /**
   * `touching`: no edge passes through the inside of a triangle, closed parts do not overlap. `hairline`: no more than rounding to 32 bits may make.
   * `deep`: more than 0.5 % of the model's diagonal.
   */
  readonly severity: 'touching' | 'hairline' | 'shallow' | 'deep';
  /** Length of the line in which the surface crosses itself. */
  readonly curveLength: number;
  /** How far the parts must move apart to be free: the lower bound, or with `way back` the upper one. Absent only with a reason. */
  readonly depth?: number;
  /** `inside` a closed part; `way back` along the surface; `crossing`: only what single edges must move at least. */
  readonly depthMethod: 'none' | 'inside' | 'way back' | 'crossing';
  /** Whether the bounds agree, there are both, or only the lower one. */
  readonly depthKind: 'exact' | 'both' | 'lower';
  readonly depthAtLeast?: number;
  readonly depthAtMost?: number;
  /** Why there is no upper bound, or no depth. */
  readonly depthReason?: string;
  readonly meanDepth?: number;
  /** Of what overlaps, where the surface is closed. */
  readonly volume?: number;
  readonly area?: number;
  /** Whether closed surfaces overlap there. */
  readonly closed: boolean;
}

export interface ContactReport {
  readonly kind: FindingKind;
  /** An edge, with two vertices; the first triangle of a pair, with three; or a vertex that meets a triangle, with one. */
  readonly first: SideReport;
  readonly second: SideReport;
  readonly point: readonly number[];
  /** Of a proximity: the point of the second triangle that is nearest to `point`, and how far that is. */
  readonly secondPoint?: readonly number[];
  readonly distance?: number;
  /** Frame number at which an impact happens. */
  readonly at?: number;
  /** Number into all places of the frame, of which `places` has the first. */
  readonly place: number;
}

/** Numbers as in the file: OBJ counts from 1, glTF from 0 in every primitive. */
export interface SideReport {
  readonly object: string;
  readonly part: number;
  readonly face: number;
  readonly vertices: readonly number[];
}

export interface FileSummaryReport {
  readonly frames: number;
  readonly framesWithFindings: number;
  readonly failedFrames: number;
  /** Ways from frame to frame that were checked, those with impacts, and those that could not be because the triangles change. */
  readonly steps: number;
  readonly stepsWithImpacts: number;
  readonly uncheckedSteps: number;
  readonly clips: readonly ClipReport[];
  /** Worst first, at most 10. */
  readonly worstFrames: readonly WorstFrameReport[];
  readonly objectPairs: readonly ObjectPairReport[];
  /** Places followed through the frames, the worst first; only if findings are listed. Frames are places in `frames`. */
  readonly spots?: readonly SpotReport[];
}

/** A place followed through the frames: between the same objects, and overlapping from one frame to the next. */
export interface SpotReport {
  readonly name: string;
  readonly objects: readonly [string, string];
  readonly firstFrame: number;
  readonly lastFrame: number;
  /** In how many frames it is there. */
  readonly frames: number;
  /** The most in one frame. */
  readonly findings: number;
  /** Of those frames that were measured: the ten worst, all if a depth limits the file. */
  readonly severity?: 'touching' | 'hairline' | 'shallow' | 'deep';
  readonly depth?: number;
  readonly center: readonly number[];
}

export interface WorstFrameReport extends CountsReport {
  /** Place in `frames`. */
  readonly index: number;
  readonly leastDistance?: number;
  readonly firstImpact?: number;
  readonly placeCount: number;
  /** The largest 20. */
  readonly places: readonly PlaceReport[];
}

export interface ClipReport {
  readonly framesWithFindings: number;
  readonly least: number;
  readonly most: number;
}

export interface ObjectPairReport {
  readonly objects: readonly [string, string];
  readonly frames: number;
  /** Added up over all frames. */
  readonly findings: number;
}

export interface RunReport {
  readonly files: number;
  readonly filesWithFindings: number;
  readonly filesFailed: number;
  readonly frames: number;
  readonly framesWithFindings: number;
  readonly exitStatus: number;
  readonly seconds: number;
}
