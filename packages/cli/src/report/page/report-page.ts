import { ContactList } from './contact-list.ts';
import { middleOf, PoseStore } from './decode.ts';
import { type ContactRow, readPoints } from './describe-row.ts';
import { byId, plural } from './elements.ts';
import { markFile, markWorstRow, showFilePanels, showFiles } from './file-panels.ts';
import { MeshView } from './mesh-view.ts';
import type { FilePayload, Payload } from './payload.ts';
import { Player } from './player.ts';
import { setUpShortcuts } from './shortcuts.ts';
import { setUpTheme } from './theme.ts';
import { Timeline } from './timeline.ts';

/** Milliseconds between updates of the contact list while playing. */
const LIST_INTERVAL = 250;

/** Holds the parts of the page together: which file, which frame. */
export class ReportPage {
  readonly #payload: Payload;
  readonly #bytes: Uint8Array;
  readonly #view: MeshView | undefined;
  readonly #timeline = new Timeline(byId<HTMLCanvasElement>('timeline'), byId('tip'));
  readonly #player = new Player();
  readonly #contacts = new ContactList({
    onContact: (row) => this.#showContact(row),
    onPlace: (center, radius) => this.#view?.flyTo(this.#local(center), radius),
  });
  readonly #scrubber = byId<HTMLInputElement>('scrubber');
  #file: FilePayload;
  #store: PoseStore;
  #index = 0;
  #listed = 0;

  constructor(payload: Payload, bytes: Uint8Array) {
    this.#payload = payload;
    this.#bytes = bytes;
    this.#file = payload.files[0];
    this.#store = new PoseStore(this.#file, bytes);
    this.#view = createView();
    const { toggle } = setUpTheme(() => this.#recolor());
    showFiles(payload.files, (index) => this.openFile(index));
    this.#connect(toggle);
  }

  openFile(index: number): void {
    const file = this.#payload.files[index];
    this.#file = file;
    this.#store = new PoseStore(file, this.#bytes);
    markFile(index);
    const playable = file.shown.length > 1;
    byId('player').hidden = file.counts.length < 2;
    byId('empty').hidden = this.#view !== undefined && file.shown.length > 0;
    byId('canvas').hidden = this.#view === undefined || file.shown.length === 0;
    byId('empty').textContent = this.#view
      ? 'There is no picture of this file.'
      : 'This browser cannot show 3D pictures.';
    byId('shown-note').hidden = file.shownNote === '';
    byId('shown-note').textContent = file.shownNote;
    this.#scrubber.max = String(Math.max(0, file.shown.length - 1));
    this.#scrubber.disabled = !playable;
    const seek = (frame: number) => this.#goToFrame(frame);
    showFilePanels(file, this.#payload, (frame) => this.#label(frame), seek);
    this.#timeline.describe = (frame) => `${this.#label(frame)}: ${this.#countText(frame)}`;
    this.#timeline.setFile(file);
    this.#player.setFrames(file.shown.length, (i) => this.#time(file.shown[i].frame));
    this.#view?.setSize(Math.hypot(...file.step) * 32767.5);
    this.#goTo(this.#nearest(file.worst[0]?.frame ?? 0));
    this.#view?.fit(false);
  }

  #connect(toggleTheme: () => void): void {
    const on = (id: string, act: () => void) => byId(id).addEventListener('click', act);
    const step = (by: number) => {
      this.#player.pause();
      this.#goTo(Math.max(0, Math.min(this.#file.shown.length - 1, this.#index + by)));
    };
    const jump = (by: 1 | -1) => {
      this.#player.pause();
      const { shown } = this.#file;
      for (let i = this.#index + by; i >= 0 && i < shown.length; i += by) {
        if (shown[i].contacts > 0) return this.#goTo(i);
      }
    };
    const press = (id: string, act: (pressed: boolean) => void) => () => {
      const pressed = byId(id).ariaPressed !== 'true';
      byId(id).ariaPressed = String(pressed);
      act(pressed);
    };
    const play = () => this.#player.toggle();
    const fit = () => this.#view?.fit(true);
    const xray = press('xray', (pressed) => this.#view?.setXray(pressed));
    const wire = press('wire', (pressed) => this.#view?.setEdges(pressed));
    const zup = press('zup', (pressed) => this.#view?.setZUp(pressed));
    const ends = { first: () => step(Number.NEGATIVE_INFINITY), last: () => step(Number.POSITIVE_INFINITY) };

    on('play', play);
    on('step-back', () => step(-1));
    on('step-on', () => step(1));
    on('previous-contact', () => jump(-1));
    on('next-contact', () => jump(1));
    on('fit', fit);
    on('xray', xray);
    on('wire', wire);
    on('zup', zup);
    byId('speed').addEventListener('change', (event) => {
      this.#player.speed = Number((event.target as HTMLSelectElement).value);
    });
    this.#scrubber.addEventListener('input', () => {
      this.#player.pause();
      this.#goTo(Number(this.#scrubber.value));
    });
    this.#timeline.onSeek = (frame) => this.#goToFrame(frame);
    this.#player.onStep = (index) => this.#goTo(index);
    this.#player.onState = (playing) => {
      byId('play').dataset.playing = String(playing);
      byId('play').ariaLabel = playing ? 'Pause' : 'Play';
      if (!playing) this.#list();
    };
    if (this.#view) {
      this.#view.onPick = (index) => {
        this.#player.pause(); // and with it the list is that of this frame
        const row = this.#contacts.rowAt(index);
        if (row) this.#showContact(row);
      };
    }
    setUpShortcuts([
      { keys: [' '], shown: 'space', about: 'Play or pause', act: play },
      { keys: ['ArrowLeft'], shown: '←', about: 'Previous frame', act: () => step(-1) },
      { keys: ['ArrowRight'], shown: '→', about: 'Next frame', act: () => step(1) },
      { keys: ['Home'], shown: 'Home', about: 'First frame', act: ends.first },
      { keys: ['End'], shown: 'End', about: 'Last frame', act: ends.last },
      { keys: ['p'], shown: 'p', about: 'Previous frame with contacts', act: () => jump(-1) },
      { keys: ['n'], shown: 'n', about: 'Next frame with contacts', act: () => jump(1) },
      { keys: ['f'], shown: 'f', about: 'Show everything', act: fit },
      { keys: ['x'], shown: 'x', about: 'See through the mesh', act: xray },
      { keys: ['w'], shown: 'w', about: 'Show triangle edges', act: wire },
      { keys: ['z'], shown: 'z', about: 'Let z point up instead of y', act: zup },
      { keys: ['t'], shown: 't', about: 'Light or dark', act: toggleTheme },
    ]);
  }

  #goToFrame(frame: number): void {
    this.#player.pause();
    this.#goTo(this.#nearest(frame));
  }

  /** Shows frame `index` of those that can be shown. */
  #goTo(index: number): void {
    const shown = this.#file.shown[index];
    this.#index = index;
    this.#player.setIndex(index);
    const frame = shown?.frame ?? 0;
    this.#scrubber.value = String(index);
    this.#scrubber.ariaValueText = this.#label(frame);
    this.#timeline.setFrame(frame);
    byId('position').textContent = shown ? `${index + 1} / ${this.#file.shown.length}` : '';
    byId('frame-label').textContent = shown ? `${this.#label(frame)} · ${this.#countText(frame)}` : '';
    byId('frame-label').hidden = !shown;
    markWorstRow(frame);
    this.#list();
    if (!shown || !this.#view) return;
    const points = Float32Array.from(readPoints(shown).flatMap((point) => this.#local(point)));
    const { positions, triangles, painted } = this.#store.read(index);
    this.#view.setPose(positions, triangles, painted, points);
  }

  /** Rebuilding the list is slow, so it lags behind while playing. */
  #list(): void {
    const now = performance.now();
    if (this.#player.playing && now - this.#listed < LIST_INTERVAL) return;
    this.#listed = now;
    this.#contacts.show(this.#file, this.#file.shown[this.#index], this.#payload.pairs);
  }

  #showContact(row: ContactRow): void {
    this.#player.pause();
    this.#contacts.select(row);
    this.#view?.select(this.#store.read(this.#index).triangles, row.triangles);
    this.#view?.flyTo(this.#local(row.point), 0);
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
    if (count === 0) return 'no contacts';
    return plural(count, this.#payload.pairs === 'triangles' ? 'triangle pair' : 'contact');
  }

  #recolor(): void {
    const style = getComputedStyle(document.documentElement);
    const color = (name: string) => style.getPropertyValue(name).trim();
    this.#view?.setColors({ mesh: color('--mesh'), hit: color('--hit'), selected: '#ffc400' });
    this.#timeline.draw();
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
