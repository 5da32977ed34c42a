/** A stretch of frames that belong together: an animation, a sequence, or a single pose. */
export interface ReviewClip {
  /** Empty for a single pose or a sequence. */
  readonly name: string;
  /** Place of its first frame among all frames. */
  readonly firstFrame: number;
  readonly frameCount: number;
  /** Frame numbers as the user counts them: from 0 at the first key, or as in the file names. */
  readonly numbers: ArrayLike<number>;
  /** Seconds, where known. */
  readonly times?: ArrayLike<number>;
  readonly files?: readonly string[];
}

/** Instead of a count: the frame could not be read, or nobody has looked yet. */
export const UNREADABLE = -1;
export const UNSEARCHED = -2;

/** What a page shows, frame by frame: of a file in memory, or of a report. */
export interface ReviewFile {
  readonly name: string;
  readonly facts: readonly string[];
  readonly warnings: readonly string[];
  readonly clips: readonly ReviewClip[];
  /** How much was found in every frame, or one of the constants above. A live search fills it in. */
  readonly counts: ArrayLike<number>;
  /** Per frame the frame number at which the first impact on the way to the next happens; null: none. Empty: nobody asked. */
  readonly impacts: readonly (number | null)[];
  /** Per frame what is close; absent if nobody asked, null where nothing is. */
  readonly near?: readonly (NearFrame | null)[];
  /** What is counted: `contact`, `close pair`, `finding` or `triangle pair`. */
  readonly noun: string;
  /** Frames that can be shown, ascending. */
  readonly shown: ArrayLike<number>;
  /** Why not all frames can be shown; empty if they can. */
  readonly shownNote: string;
}

/** Pairs of triangles that are close in a frame. */
export interface NearFrame {
  /** How many, in words, with what else there is: `499 contacts, 15,766 close pairs`. */
  readonly text: string;
  /** How close the closest is, with its unit. */
  readonly closest: string;
}

export interface WorstFrame {
  readonly frame: number;
  /** How much, in words: `1,204` or `≥ 500`. */
  readonly count: string;
  /** Between which objects, and in how many places; empty where that is not known yet. */
  readonly where: string;
}

/** Contacts that hang together. */
export interface PlaceView {
  readonly contacts: number;
  /** Where to fly, in coordinates of the picture. */
  readonly center: readonly number[];
  /** How much around it matters. */
  readonly radius: number;
  /** `left forearm and right thigh`, `Sleeve and Body`. */
  readonly name: string;
  /** Its centre in the file's coordinates, short. */
  readonly near: string;
  /** How bad it is, if that is known. */
  readonly measure?: string;
}

/** One contact of a frame. */
export interface ContactRow {
  readonly index: number;
  readonly text: string;
  /** Place that it belongs to, as number into all places. */
  readonly place: number;
  readonly triangles: readonly number[];
  /** Two vertices, if the picture knows them. */
  readonly edge?: readonly number[];
  /** In coordinates of the picture. */
  readonly point: readonly number[];
}

/** What was found in a frame. */
export interface FrameFindings {
  /** Place among all frames. */
  readonly frame: number;
  readonly count: number;
  /** There are more, but the search was told to stop. */
  readonly truncated: boolean;
  readonly placeCount: number;
  /** The largest, in the order of their numbers. */
  readonly places: readonly PlaceView[];
  /** The order in which to list them; by number if absent. */
  readonly worstFirst?: readonly number[];
  readonly rows: readonly ContactRow[];
  /** Rows that are not listed, by the number of their point in the picture. */
  readonly rowAt?: (index: number) => ContactRow;
  /** Of those that are close, the closest. */
  readonly closest?: ContactRow;
  /** More about how it is drawn, to be put behind the count. */
  readonly note?: string;
  /** Why `rows` are not all; empty if they are. */
  readonly unlisted: string;
}

export function clipOf({ clips }: Pick<ReviewFile, 'clips'>, frame: number): ReviewClip | undefined {
  return clips.findLast(({ firstFrame }) => firstFrame <= frame) ?? clips[0];
}

/** Seconds; undefined where the file knows no time. */
export function timeOf(file: Pick<ReviewFile, 'clips'>, frame: number): number | undefined {
  const clip = clipOf(file, frame);
  return clip?.times?.[frame - clip.firstFrame];
}

/** `Walk, frame 12 (0.40 s)`. */
export function labelFrame(file: Pick<ReviewFile, 'clips' | 'counts'>, frame: number): string {
  const clip = clipOf(file, frame);
  if (!clip) return '';
  if (file.counts.length === 1) return clip.name || 'only pose';
  const time = timeOf(file, frame);
  const name = file.clips.length > 1 ? `${clip.name}, ` : '';
  const seconds = time === undefined ? '' : ` (${time.toFixed(2)} s)`;
  return `${name}frame ${clip.numbers[frame - clip.firstFrame]}${seconds}`;
}

/** Its number and the last one of its clip, counted as in the label; empty for a single pose. */
export function positionOf(file: Pick<ReviewFile, 'clips' | 'counts'>, frame: number): string {
  const clip = clipOf(file, frame);
  if (!clip || file.counts.length === 1) return '';
  return `${clip.numbers[frame - clip.firstFrame]} / ${clip.numbers[clip.numbers.length - 1]}`;
}
