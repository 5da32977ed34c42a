import {
  byId,
  type FileEntry,
  formatCount,
  frameAllPoses,
  MeshView,
  markFile,
  plural,
  Review,
  type ReviewFile,
  showFiles,
  showLegend,
  showVerdict,
} from '@selfcollide/kit';
import { middleOf, PoseStore } from './decode.ts';
import type { FilePayload, Payload, ShownFrame } from './payload.ts';
import { formatLength, readClosest, readGaps, readPoints, readRows } from './read-rows.ts';

/** Poses looked at to choose where the camera stands. */
const SAMPLE_POSES = 9;

/** The page with its data inside: which file, which frame. */
export class ReportPage {
  readonly #payload: Payload;
  readonly #bytes: Uint8Array;
  readonly #view = createView();
  readonly #review: Review;
  #file: FilePayload;
  #store: PoseStore;

  constructor(payload: Payload, bytes: Uint8Array) {
    this.#payload = payload;
    this.#bytes = bytes;
    this.#file = payload.files[0];
    this.#store = new PoseStore(this.#file, bytes);
    this.#review = new Review({
      view: this.#view,
      rate: 24,
      skips: true,
      onFrame: (index) => this.#show(index),
    });
    showFiles(payload.files.map(entryOf), (index) => this.openFile(index));
    byId('about').textContent = `${payload.generator}, ${payload.created.slice(0, 16).replace('T', ' ')} UTC`;
  }

  openFile(index: number): void {
    const file = this.#payload.files[index];
    this.#file = file;
    this.#store = new PoseStore(file, this.#bytes);
    markFile(index);
    const picture = this.#view !== undefined && file.shown.length > 0;
    byId('empty').hidden = picture;
    byId('canvas').hidden = !picture;
    byId('view-tools').hidden = !picture;
    byId('empty').textContent =
      file.shown.length === 0 ? 'This file could not be read.' : 'This browser cannot show 3D pictures.';
    showVerdict(withoutFolders(file), file.state);
    const coloured = picture && file.lengths && file.shown.some(({ gaps }) => gaps !== undefined);
    const farthest = coloured ? formatLength(file.lengths!.distance, file.lengths!) : '';
    showLegend(coloured ? { title: 'Distance to the nearest', from: '0', to: farthest } : null);
    this.#frameAll();
    this.#review.open(reviewFile(file, this.#payload.pairs), file.worst[0]?.frame ?? 0);
    const byPairs = this.#payload.pairs === 'triangles';
    this.#review.refresh(
      file.worst.map(({ frame, contacts, trianglePairs, truncated, where }) => {
        const count = formatCount(byPairs ? trianglePairs : contacts);
        return { frame, count: truncated ? `≥ ${count}` : count, where };
      }),
    );
    this.#view?.fit(false);
  }

  /** One place for the camera, from which every pose is seen. */
  #frameAll(): void {
    const { shown } = this.#file;
    if (shown.length === 0) return;
    const count = Math.min(SAMPLE_POSES, shown.length);
    const places = Array.from({ length: count }, (_, i) =>
      Math.round((i * (shown.length - 1)) / Math.max(1, count - 1)),
    );
    const points = shown.length === 1 ? readPoints(shown[0]) : [];
    this.#view?.setAll(
      frameAllPoses(
        places.map((place) => this.#store.read(place).positions),
        points.flatMap((point) => this.#local(point)),
        this.#store.read(0).triangles,
      ),
    );
  }

  /** Shows frame `index` of those that can be shown. */
  #show(index: number): void {
    const shown = this.#file.shown[index];
    if (!shown) return;
    const inView = (points: number[][]) => Float32Array.from(points.flatMap((point) => this.#local(point)));
    this.#view?.setPose({
      ...this.#store.read(index),
      points: inView(readPoints(shown)),
      marked: inView(readPoints(shown, true)),
      lines: new Float32Array(0),
      gaps: inView(readGaps(shown)),
    });
    this.#review.show(this.#findings(shown));
  }

  #findings(shown: ShownFrame) {
    const { objects, lengths } = this.#file;
    const { pairs } = this.#payload;
    const rows = readRows(shown, shown.objects ?? objects, lengths);
    const count = pairs === 'triangles' ? shown.trianglePairs : shown.contacts;
    const noun = nounOf(this.#file, pairs);
    const closest = readClosest(shown, shown.objects ?? objects, lengths);
    return {
      frame: shown.frame,
      count,
      truncated: shown.truncated,
      placeCount: shown.placeCount,
      places: shown.places.map((place) => ({ ...place, center: this.#local(place.center) })),
      worstFirst: shown.worstFirst,
      ...(closest && { closest: { ...closest, point: this.#local(closest.point) } }),
      rows: rows.map((row) => ({ ...row, point: this.#local(row.point) })),
      unlisted:
        shown.unlisted > 0
          ? `${formatCount(rows.length)} of ${plural(count, noun)} are listed here; --json with --all has every one.`
          : '',
    };
  }

  #local(point: ArrayLike<number>): [number, number, number] {
    const middle = middleOf(this.#file);
    return [point[0] - middle[0], point[1] - middle[1], point[2] - middle[2]];
  }
}

function reviewFile(file: FilePayload, pairs: Payload['pairs']): ReviewFile {
  const { name, facts, warnings, clips, counts, impacts, shownNote, near: close, lengths } = file;
  const shown = file.shown.map(({ frame }) => frame);
  const noun = nounOf(file, pairs);
  const near = close.map((each, frame) => {
    if (each === null || !lengths) return null;
    const [count, least] = each;
    const others = counts[frame] - count;
    const other = others > 0 ? `${plural(others, file.others === 'contacts' ? 'contact' : 'other finding')}, ` : '';
    const text = pairs === 'triangles' ? plural(counts[frame], noun) : `${other}${plural(count, 'close pair')}`;
    return { text, closest: formatLength(least, lengths) };
  });
  return { name, facts, warnings, clips, counts, impacts, near, shown, shownNote, noun };
}

function nounOf({ others, lengths }: FilePayload, pairs: Payload['pairs']): string {
  if (pairs === 'triangles') return 'triangle pair';
  if (!lengths) return others === 'findings' ? 'finding' : 'contact';
  return others === 'none' ? 'close pair' : 'finding';
}

function entryOf({ name, state, counts }: FilePayload): FileEntry {
  const short = name.slice(name.lastIndexOf('/') + 1) || name;
  const failed = counts.length === 0 ? 'unreadable' : 'partly unreadable';
  const found = state === 'failed' ? failed : state === 'contacts' ? 'contacts' : 'no contacts';
  return { text: `${short}: ${found}`, state };
}

/** Undefined where the browser has no WebGL: everything but the picture still works. */
function createView(): MeshView | undefined {
  try {
    return new MeshView(byId<HTMLCanvasElement>('canvas'));
  } catch {
    return undefined;
  }
}

/** The verdict with the name of the file alone: a path would be most of what a phone has room for. */
function withoutFolders({ name, verdict }: { readonly name: string; readonly verdict: string }): string {
  const own = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  return own !== '' && verdict.startsWith(name) ? own + verdict.slice(name.length) : verdict;
}
