import { byId, followTheme, listenForShortcuts, Player, plural } from '@selfcollide/kit';
import { ContactList, type ContactRow, readLines, readPoints } from './contact-list.ts';
import { middleOf, PoseStore } from './decode.ts';
import { markFile, markWorstRow, showFilePanels, showFiles } from './file-panels.ts';
import { MeshView } from './mesh-view.ts';
import type { FilePayload, Payload } from './payload.ts';
import { Timeline } from './timeline.ts';

/** Milliseconds between updates of the contact list while playing. */
const LIST_INTERVAL = 250;

/** Holds the parts of the page together: which file, which frame. */
export class ReportPage {
  readonly #payload: Payload;
  readonly #bytes: Uint8Array;
  readonly #view: MeshView | undefined;
  readonly #timeline = new Timeline(byId<HTMLCanvasElement>('timeline'), byId('tip'));
  readonly #player = new Player({
    rate: 24,
    skips: true, // frames are at hand: what is too slow is left out
    onFrame: (index) => this.#goTo(index),
    onChange: () => this.#showPlaying(),
  });
  readonly #contacts = new ContactList({
    onContact: (row) => this.#showContact(row),
    onPlace: (center, radius) => this.#view?.showPlace(this.#local(center), radius),
  });
  readonly #scrubber = byId<HTMLInputElement>('scrubber');
  #file: FilePayload;
  #store: PoseStore;
  #listed = 0;

  constructor(payload: Payload, bytes: Uint8Array) {
    this.#payload = payload;
    this.#bytes = bytes;
    this.#file = payload.files[0];
    this.#store = new PoseStore(this.#file, bytes);
    this.#view = createView();
    followTheme(byId('theme'), () => {
      this.#view?.readColors();
      this.#timeline.readColors();
    });
    showFiles(payload.files, (index) => this.openFile(index));
    this.#connect();
  }

  openFile(index: number): void {
    const file = this.#payload.files[index];
    this.#file = file;
    this.#store = new PoseStore(file, this.#bytes);
    markFile(index);
    byId('player').hidden = file.counts.length < 2;
    const picture = this.#view !== undefined && file.shown.length > 0;
    byId('empty').hidden = picture;
    byId('canvas').hidden = !picture;
    byId('view-tools').hidden = !picture;
    byId('empty').textContent =
      file.shown.length === 0 ? 'This file could not be read.' : 'This browser cannot show 3D pictures.';
    byId('shown-note').hidden = file.shownNote === '';
    byId('shown-note').textContent = file.shownNote;
    this.#scrubber.max = String(Math.max(0, file.shown.length - 1));
    this.#scrubber.disabled = file.shown.length < 2;
    const stay = (frame: number) => this.#stayAt(frame);
    showFilePanels(file, this.#payload, (frame) => this.#label(frame), stay);
    this.#timeline.describe = (frame) => `${this.#label(frame)}: ${this.#countText(frame)}`;
    this.#timeline.setFile(file);
    const first = this.#nearest(file.worst[0]?.frame ?? 0);
    this.#player.open(Math.max(1, file.shown.length), first, (i) => this.#time(file.shown[i].frame));
    this.#goTo(first);
    this.#view?.fit(false);
  }

  #connect(): void {
    const player = this.#player;
    const on = (id: string, act: () => void) => byId(id).addEventListener('click', act);
    const jump = (by: 1 | -1) => {
      player.pause();
      const { shown } = this.#file;
      for (let i = player.frame + by; i >= 0 && i < shown.length; i += by) {
        if (shown[i].contacts > 0) return player.seek(i);
      }
    };
    const press = (id: string, act: (pressed: boolean) => void) => () => {
      const pressed = byId(id).ariaPressed !== 'true';
      byId(id).ariaPressed = String(pressed);
      act(pressed);
    };
    const fit = () => this.#view?.fit(true);
    const xray = press('xray', (pressed) => this.#view?.setXray(pressed));
    const wire = press('wire', (pressed) => this.#view?.setEdges(pressed));
    const zup = press('zup', (pressed) => this.#view?.setZUp(pressed));

    on('play', () => player.toggle());
    on('step-back', () => player.step(-1));
    on('step-on', () => player.step(1));
    on('previous-contact', () => jump(-1));
    on('next-contact', () => jump(1));
    on('fit', fit);
    on('xray', xray);
    on('wire', wire);
    on('zup', zup);
    byId('speed').addEventListener('change', (event) => {
      player.speed = Number((event.target as HTMLSelectElement).value);
    });
    this.#scrubber.addEventListener('input', () => player.stay(Number(this.#scrubber.value)));
    this.#timeline.onSeek = (frame) => this.#stayAt(frame);
    if (this.#view) {
      this.#view.onPick = (index) => {
        player.pause(); // and with it the list is that of this frame
        const row = this.#contacts.rowAt(index);
        if (row) this.#showContact(row);
      };
    }
    listenForShortcuts([
      { keys: [' '], shown: 'Space', does: 'Play or pause', run: () => player.toggle() },
      { keys: ['ArrowLeft'], shown: '←', does: 'One frame back', run: () => player.step(-1) },
      { keys: ['ArrowRight'], shown: '→', does: 'One frame forward', run: () => player.step(1) },
      { keys: ['Home'], shown: 'Home', does: 'First frame', run: () => player.stay(0) },
      { keys: ['End'], shown: 'End', does: 'Last frame', run: () => player.stay(player.frameCount - 1) },
      { keys: ['p'], shown: 'P', does: 'Previous frame with contacts', run: () => jump(-1) },
      { keys: ['n'], shown: 'N', does: 'Next frame with contacts', run: () => jump(1) },
      { keys: ['f'], shown: 'F', does: 'All that matters in view', run: fit },
      { keys: ['x'], shown: 'X', does: 'See through the mesh', run: xray },
      { keys: ['w'], shown: 'W', does: 'Show triangle edges', run: wire },
      { keys: ['z'], shown: 'Z', does: 'Let z point up instead of y', run: zup },
      { keys: ['t'], shown: 'T', does: 'Light or dark', run: () => byId('theme').click() },
    ]);
  }

  #showPlaying(): void {
    const { playing } = this.#player;
    byId('play').classList.toggle('playing', playing);
    byId('play').ariaLabel = playing ? 'Pause' : 'Play';
    if (!playing) this.#list();
  }

  /** Goes to the shown frame nearest to this frame. */
  #stayAt(frame: number): void {
    this.#player.stay(this.#nearest(frame));
  }

  /** Shows frame `index` of those that can be shown. */
  #goTo(index: number): void {
    const shown = this.#file.shown[index];
    const frame = shown?.frame ?? 0;
    this.#scrubber.value = String(index);
    this.#scrubber.ariaValueText = this.#label(frame);
    this.#timeline.setFrame(frame);
    byId('position').textContent = shown ? `${index + 1} / ${this.#file.shown.length}` : '';
    byId('frame-label').textContent = shown ? `${this.#label(frame)} · ${this.#countText(frame)}` : '';
    byId('frame-label').hidden = !shown;
    markWorstRow(frame);
    this.#list();
    if (shown && this.#view) {
      const inView = (points: number[][]) => Float32Array.from(points.flatMap((point) => this.#local(point)));
      const { positions, triangles, painted } = this.#store.read(index);
      this.#view.setPose(positions, triangles, painted, inView(readPoints(shown)), inView(readLines(shown)));
    }
    this.#player.shown();
  }

  /** Rebuilding the list is slow, so it lags behind while playing. */
  #list(): void {
    const now = performance.now();
    if (this.#player.playing && now - this.#listed < LIST_INTERVAL) return;
    this.#listed = now;
    this.#contacts.show(this.#file, this.#file.shown[this.#player.frame], this.#payload.pairs);
  }

  #showContact(row: ContactRow): void {
    this.#player.pause();
    this.#contacts.select(row);
    this.#view?.showContact(row.triangles, this.#local(row.point));
  }

  #local(point: ArrayLike<number>): [number, number, number] {
    const middle = middleOf(this.#file);
    return [point[0] - middle[0], point[1] - middle[1], point[2] - middle[2]];
  }

  /** Place of the shown frame nearest to this frame. */
  #nearest(frame: number): number {
    let nearest = 0;
    for (const [i, shown] of this.#file.shown.entries()) {
      if (Math.abs(shown.frame - frame) < Math.abs(this.#file.shown[nearest].frame - frame)) nearest = i;
    }
    return nearest;
  }

  #clipOf(frame: number) {
    const { clips } = this.#file;
    return clips.findLast(({ firstFrame }) => firstFrame <= frame) ?? clips[0];
  }

  #time(frame: number): number | undefined {
    const clip = this.#clipOf(frame);
    return clip?.times?.[frame - clip.firstFrame];
  }

  #label(frame: number): string {
    const clip = this.#clipOf(frame);
    if (!clip) return '';
    if (this.#file.counts.length === 1) return clip.name || 'only pose';
    const time = this.#time(frame);
    const name = this.#file.clips.length > 1 ? `${clip.name}, ` : '';
    const seconds = time === undefined ? '' : ` (${time.toFixed(2)} s)`;
    return `${name}frame ${clip.numbers[frame - clip.firstFrame]}${seconds}`;
  }

  #countText(frame: number): string {
    const count = this.#file.counts[frame];
    if (count < 0) return 'could not be read';
    const { impacts, lengths } = this.#file;
    const mixed = impacts.length > 0 || lengths !== undefined;
    if (count === 0) return mixed ? 'nothing found' : 'no contacts';
    const noun = this.#payload.pairs === 'triangles' ? 'triangle pair' : mixed ? 'finding' : 'contact';
    const first = impacts[frame] ?? null;
    return `${plural(count, noun)}${first === null ? '' : `, first impact at ${first.toFixed(2)}`}`;
  }
}

/** Undefined where the browser has no WebGL: everything but the picture still works. */
function createView(): MeshView | undefined {
  try {
    return new MeshView(byId<HTMLCanvasElement>('canvas'));
  } catch {
    return undefined;
  }
}
