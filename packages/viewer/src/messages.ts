import type { ModelLook, ReviewClip } from '@selfcollide/kit';
import { outcomeColors } from '@selfcollide/three';
import type { Counters, Outcome } from 'selfcollide';
import type { MethodName } from './methods.ts';

/** What to look at. */
export type SourceRequest =
  | { readonly kind: 'scene'; readonly name: string; readonly triangles?: number }
  /** Files of one scene with whatever they refer to; `only` names one of its parts to be looked at alone. */
  | { readonly kind: 'files'; readonly files: readonly FileToOpen[]; readonly only?: string };

/** A file, read when it is needed: a sequence may have thousands. */
export interface FileToOpen {
  readonly name: string;
  /** What was dropped, an address to load it from, or the bytes. */
  readonly data: Blob | string | Uint8Array;
  /** As `selfcollide check` would take it; the name if absent. */
  readonly path?: string;
  /** The pattern of which it is a frame, and its number. If absent, names tell. */
  readonly sequence?: string;
  readonly frame?: number;
}

/** Which contacts count; as options of `selfcollide check`. */
export interface Filter {
  readonly scope: 'all' | 'self' | 'between';
  readonly ignoreRest: boolean;
  /** Pairs of objects, by number, whose contacts do not count. */
  readonly ignored: readonly (readonly [number, number])[];
}

/** What to find out about a frame. */
export interface FrameWishes {
  /** The method whose contacts are drawn. */
  readonly shown: MethodName;
  /** Methods to measure; `shown` is always among those run. */
  readonly measured: readonly MethodName[];
  /** Also find what `unsafe-normal-cone` misses. */
  readonly missed: boolean;
  readonly filter: Filter;
  /** What the algorithm view shows; null without. */
  readonly algorithm: AlgorithmWishes | null;
  /** Also find what comes together on the way to the next frame. */
  readonly step: boolean;
}

export interface AlgorithmWishes {
  /** Level at which to cut the tree. */
  readonly level: number;
  /** Boxes of that level too. */
  readonly boxes: boolean;
  /** The triangle whose patch is to be drawn as its test sees it; −1 for none. */
  readonly clicked: number;
}

export type ViewerRequest =
  | { readonly kind: 'open'; readonly source: SourceRequest }
  | { readonly kind: 'frame'; readonly frame: number; readonly wishes: FrameWishes }
  /** Only how many contacts count in a frame; `turn` comes back with the answer. */
  | { readonly kind: 'count'; readonly frame: number; readonly filter: Filter; readonly turn: number }
  | { readonly kind: 'thumbnail'; readonly name: string }
  /** Which scenes there are. */
  | { readonly kind: 'scenes' };

export interface SceneListing {
  readonly name: string;
  readonly group: string;
  readonly about: string;
}

/** A mesh that was opened. Positions are scaled so that all poses fit a sphere of radius 1 around the origin. */
export interface OpenedMesh {
  readonly name: string;
  readonly about: string;
  readonly triangles: Uint32Array;
  readonly positions: Float32Array;
  readonly vertexCount: number;
  readonly frameCount: number;
  readonly warnings: readonly string[];
  readonly clips: readonly ReviewClip[];
  readonly objectNames: readonly string[];
  /** What `selfcollide check` takes for the same; empty if it cannot. */
  readonly argument: string;
  /** Files that can be looked at one by one; fewer than two if that is no question. */
  readonly files: readonly string[];
  /** Box around all poses, scaled like positions. */
  readonly low: readonly number[];
  /** How the file says that it looks; null if it says nothing. */
  readonly look: ModelLook | null;
  readonly high: readonly number[];
}

/** Contacts that hang together. */
export interface ContactPlace {
  readonly contacts: number;
  /** Scaled as in {@link OpenedMesh}, like the radius. */
  readonly center: readonly number[];
  readonly radius: number;
  /** Numbers into `objectNames`. */
  readonly objects: readonly [number, number];
  /** Centre in the file's coordinates, in words. */
  readonly near: string;
}

/** Contacts as parallel arrays. */
export interface ContactList {
  /** All contacts. */
  readonly count: number;
  /** Every triangle in contact, each once. */
  readonly marked: Uint32Array;
  /** Numbers of the contacts that the other arrays hold: all, or some evenly over the surface, if there are too many to draw. */
  readonly numbers: Uint32Array;
  readonly edgeA: Uint32Array;
  readonly edgeB: Uint32Array;
  readonly edgeTriangle: Uint32Array;
  readonly triangle: Uint32Array;
  /** xyz of each, scaled as in {@link OpenedMesh}. */
  readonly points: Float32Array;
  /** Where surfaces cross, two points a line, scaled; empty if only some contacts are here. */
  readonly curve: Float32Array;
  /** Number of the place of each. */
  readonly placeOf: Uint32Array;
  readonly placeCount: number;
  /** The largest, in the order of their numbers. */
  readonly places: readonly ContactPlace[];
  /** Contacts per pair of objects, most first; none if there is one object. */
  readonly objectPairs: readonly { readonly objects: readonly [number, number]; readonly contacts: number }[];
  /** Of each, in the file's numbers: object, part, face and both vertices of the edge; object, part and face of the triangle. */
  readonly sides: Int32Array;
}

export interface MethodResult {
  readonly method: MethodName;
  readonly count: number;
  /** Taking the pose and searching. */
  readonly milliseconds: number;
  /** Tests of all kinds: boxes, pairs of triangles, directions, contours. */
  readonly tests: number;
  readonly counters: Counters;
}

/** How a query went, cut at one level of the tree. */
export interface AlgorithmPicture {
  readonly level: number;
  /** The deepest level that the query came to. */
  readonly deepest: number;
  readonly patchCount: number;
  /** Per triangle: place of its patch, −1 if the query never came to it. */
  readonly patchOf: Int32Array;
  /** Per patch: place in `outcomes`. */
  readonly outcomeOf: Uint8Array;
  /** Per triangle: how the search between its patch and a neighbouring one ended, a place in `outcomes`; 255 for nowhere. */
  readonly betweenOf: Uint8Array;
  /** Two vertices a line. */
  readonly contourLines: Uint32Array;
  readonly tally: readonly OutcomeTally[];
  readonly boxPairsApart: number;
  readonly boxPairsMeeting: number;
  /** Null unless asked for. */
  readonly boxes: BoxPicture | null;
  /** Null unless asked for, and where the search never came to the triangle. */
  readonly sketch: PatchSketch | null;
}

/** Patches that were compared by boxes at one level. */
export interface BoxPicture {
  /** Per triangle: 0 not compared, 1 apart from all it was compared with, 2 not from all. */
  readonly paintOf: Uint8Array;
  /** Low x y z and high x y z a box, scaled as in {@link OpenedMesh}. */
  readonly corners: Float32Array;
  /** Per box 1 or 2, as in `paintOf`. */
  readonly kinds: Uint8Array;
  /** The first and the last level at which boxes were compared; null if none were at all. */
  readonly levels: readonly [number, number] | null;
  /** Pairs of boxes. */
  readonly apart: number;
  readonly overlapping: number;
}

export interface OutcomeTally {
  readonly outcome: string;
  /** Visits of single patches, and of two adjacent ones. */
  readonly within: number;
  readonly between: number;
}

export interface FrameResult {
  readonly frame: number;
  readonly positions: Float32Array;
  readonly results: readonly MethodResult[];
  readonly contacts: ContactList;
  /** What `unsafe-normal-cone` does not find; null if not asked for. */
  readonly missed: ContactList | null;
  readonly algorithm: AlgorithmPicture | null;
  /** Null unless asked for. */
  readonly step: StepPicture | null;
}

/** What comes together between a frame and the next, every vertex moving straight. */
export interface StepPicture {
  /** Why there is nothing to see; empty if there is. */
  readonly problem: string;
  /** The next frame, scaled as in {@link OpenedMesh}. */
  readonly positions: Float32Array;
  readonly count: number;
  /** How many of them touch from the beginning. */
  readonly startCount: number;
  /** The earliest ones, in the order of their times. */
  readonly impacts: readonly StepImpact[];
}

export interface StepImpact {
  readonly kind: 'vertex-triangle' | 'edge-edge';
  /** From 0 to 1. */
  readonly time: number;
  /** Vertex and corners, or the ends of both edges. */
  readonly vertices: readonly number[];
  /** Triangles that have one feature, and those that have the other. */
  readonly sides: readonly [readonly number[], readonly number[]];
  /** Scaled. */
  readonly point: readonly number[];
  readonly normal: readonly number[];
  /** In the file's numbers. */
  readonly text: string;
}

/** A patch as its contour test sees it: projected along a direction. Coordinates are those of the plane, y up. */
export interface PatchSketch {
  readonly patch: number;
  readonly level: number;
  readonly outcome: string;
  readonly triangleCount: number;
  readonly direction: readonly [number, number, number];
  /** Whether the search tested the contour, along this direction. If not, it is the mean normal. */
  readonly tested: boolean;
  /** Closed loops of points, x and y by turns. */
  readonly loops: readonly Float64Array[];
  /** The same loops in the next frame; none unless that was asked for too. */
  readonly nextLoops: readonly Float64Array[];
  /** Six numbers a triangle; empty if there are too many to draw. */
  readonly triangles: Float64Array;
  /** Points from which the whole contour is seen; empty if there are none. */
  readonly kernel: Float64Array;
  /** The vertical one and the horizontal one; none for a patch without outline. */
  readonly searchLines: readonly SearchLine[];
  readonly segments: readonly ContourSegment[];
  /** Two vertices a line. */
  readonly outline: Uint32Array;
}

/** A line through the middle of a contour, cut by the half-planes of its edges. */
export interface SearchLine {
  readonly vertical: boolean;
  /** Where the line is, on the other axis. */
  readonly at: number;
  /** Edges with the inside below them (left of them, for a horizontal line) leave what is below `top`; the others, what is above `bottom`. */
  readonly top: number;
  readonly bottom: number;
  /** Top edges that it crosses. */
  readonly crossings: number;
  /** Whether it holds a point from which the whole contour is seen. */
  readonly found: boolean;
}

/** A run of an outline along one neighbouring patch. */
export interface ContourSegment {
  /** Points along it, x and y by turns. */
  readonly points: Float64Array;
  /** The patch on the other side; null along the rim of the mesh. */
  readonly neighbour: number | null;
  /** For the vertical search line, and for the horizontal one. */
  readonly bounds: readonly [SegmentBounds, SegmentBounds];
}

export interface SegmentBounds {
  /** Below the lines of all top edges; null if there are none. */
  readonly top: LineBundle | null;
  /** Above the lines of all bottom edges; null if there are none. */
  readonly bottom: LineBundle | null;
}

/** A bound of a bundle of lines: through two points, with one slope before the first and another after the second. */
export interface LineBundle {
  readonly lowU: number;
  readonly lowV: number;
  readonly highU: number;
  readonly highV: number;
  readonly before: number;
  readonly after: number;
}

export interface Thumbnail {
  readonly name: string;
  readonly triangles: Uint32Array;
  readonly positions: Float32Array;
}

export type ViewerReply =
  | { readonly kind: 'opened'; readonly mesh: OpenedMesh }
  | { readonly kind: 'progress'; readonly doing: string; readonly fraction: number }
  | { readonly kind: 'frame'; readonly result: FrameResult }
  /** Null: the frame could not be read. */
  | { readonly kind: 'counted'; readonly frame: number; readonly turn: number; readonly count: number | null }
  | { readonly kind: 'thumbnail'; readonly thumbnail: Thumbnail }
  | { readonly kind: 'scenes'; readonly scenes: readonly SceneListing[] }
  | { readonly kind: 'failed'; readonly request: ViewerRequest['kind']; readonly message: string };

/** Every outcome; pictures name one by its place here. */
export const outcomeNames = Object.keys(outcomeColors) as readonly Outcome[];
