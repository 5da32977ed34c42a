import { byId } from '../elements.ts';
import { plural } from '../format.ts';
import type { MeshView } from '../picture/mesh-view.ts';
import { Player } from '../player.ts';
import { listenForShortcuts, type Shortcut } from '../shortcuts.ts';
import { followTheme } from '../theme.ts';
import { ContactList } from './contact-list.ts';
import { markWorstRow, showClips, showFacts, showWorst } from './file-panels.ts';
import {
  type ContactRow,
  type FrameFindings,
  labelFrame,
  type PlaceView,
  positionOf,
  type ReviewFile,
  timeOf,
  UNREADABLE,
  UNSEARCHED,
  type WorstFrame,
} from './review-file.ts';
import { Tabs } from './tabs.ts';
import { Timeline } from './timeline.ts';

export interface ReviewOptions {
  /** Undefined where the browser has no WebGL: everything but the picture still works. */
  readonly view: MeshView | undefined;
  /** Frames a second, where frames have no times of their own. */
  readonly rate: number;
  /** Frames are at hand: what is too slow is left out. If not, every frame is shown. */
  readonly skips: boolean;
  /** Shows frame `index` of those that can be shown: calls `show` when it has it, which may be much later. */
  readonly onFrame: (index: number) => void;
  /** After light and dark changed. */
  readonly onTheme?: () => void;
  readonly shortcuts?: readonly Shortcut[];
}

/** Milliseconds between updates of the contact list while playing. */
const LIST_INTERVAL = 250;
/** How far a key turns the camera, radians, and how much closer one comes. */
const TURN = Math.PI / 24;
const CLOSER = 0.85;

/** The page that viewer and report share: picture, timeline, player, worst frames, contacts by place. */
export class Review {
  readonly player: Player;
  readonly contacts: ContactList;
  readonly timeline = new Timeline(byId<HTMLCanvasElement>('timeline'), byId('tip'));
  readonly tabs = new Tabs();
  readonly #options: ReviewOptions;
  readonly #view: MeshView | undefined;
  readonly #scrubber = byId<HTMLInputElement>('scrubber');
  #file: ReviewFile | undefined;
  #findings: FrameFindings | undefined;
  #listed = 0;
  #lateList: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ReviewOptions) {
    this.#options = options;
    this.#view = options.view;
    this.#view?.readColors();
    this.player = new Player({
      rate: options.rate,
      skips: options.skips,
      onFrame: (index) => this.#ask(index),
      onChange: () => this.#showPlayer(),
    });
    this.contacts = new ContactList({
      onContact: (row) => this.choose(row),
      onPlace: (place) => this.#showPlace(place),
    });
    followTheme(byId('theme'), () => {
      this.#view?.readColors();
      this.timeline.readColors();
      options.onTheme?.();
    });
    this.#connect();
  }

  get file(): ReviewFile | undefined {
    return this.#file;
  }

  /** The frame on the screen, or asked for. */
  get frame(): number {
    return this.#file?.shown[this.player.frame] ?? 0;
  }

  /** Another file, beginning at that frame or the nearest that can be shown. */
  open(file: ReviewFile, frame: number): void {
    this.#file = file;
    this.#findings = undefined;
    byId('player').hidden = file.counts.length < 2;
    byId('shown-note').hidden = file.shownNote === '';
    byId('shown-note').textContent = file.shownNote;
    this.#scrubber.max = String(Math.max(0, file.shown.length - 1));
    this.#scrubber.disabled = file.shown.length < 2;
    showClips(file);
    showFacts(file);
    this.timeline.describe = (at) => `${labelFrame(file, at)}: ${this.#countText(at)}`;
    this.timeline.setFile(file);
    const first = this.#nearest(frame);
    this.#label();
    this.player.open(Math.max(1, file.shown.length), first, (i) => timeOf(file, file.shown[i]));
    this.#ask(first);
  }

  /** Which axis points up. */
  setZUp(on: boolean): void {
    byId('zup').ariaPressed = String(on);
    this.#view?.setZUp(on);
  }

  /** Whether there is a choice between clay and the model's own materials. */
  offerClay(offered: boolean): void {
    byId('clay').hidden = !offered;
  }

  /** Counts of the file changed. */
  refresh(worst: readonly WorstFrame[]): void {
    if (!this.#file) return;
    this.timeline.refresh();
    showWorst(this.#file, worst, (frame) => this.stayAt(frame));
    markWorstRow(this.frame);
    this.#label();
  }

  /** What was found in the frame asked for, which the picture shows now. */
  show(findings: FrameFindings): void {
    this.#findings = findings;
    this.#label();
    this.#list();
    this.player.shown();
  }

  /** Goes to the shown frame nearest to this frame. */
  stayAt(frame: number): void {
    this.player.stay(this.#nearest(frame));
  }

  /** Singles a contact out and flies there. */
  choose(row: ContactRow): void {
    this.player.pause();
    this.contacts.select(row);
    this.#view?.showContact(row);
  }

  /** The next contact of the list, or the one before. */
  stepContact(by: 1 | -1): void {
    this.player.pause();
    const row = this.contacts.next(by);
    if (row) this.choose(row);
  }

  /** The next frame with contacts, or the one before, as far as it is known. */
  jump(by: 1 | -1): void {
    this.player.pause();
    const { counts, shown } = this.#file ?? { counts: [], shown: [] };
    for (let i = this.player.frame + by; i >= 0 && i < shown.length; i += by) {
      if (counts[shown[i]] <= 0) continue;
      this.player.seek(i);
      return;
    }
  }

  #ask(index: number): void {
    const frame = this.frame;
    this.#scrubber.value = String(index);
    this.timeline.setFrame(frame);
    markWorstRow(frame);
    this.#options.onFrame(index);
  }

  #showPlace({ center, radius }: PlaceView): void {
    this.player.pause();
    this.#view?.showPlace(center, radius);
  }

  #connect(): void {
    const { player } = this;
    const view = this.#view;
    const on = (id: string, act: () => void) => byId(id).addEventListener('click', act);
    const press = (id: string, act: (pressed: boolean) => void) => () => {
      const pressed = byId(id).ariaPressed !== 'true';
      byId(id).ariaPressed = String(pressed);
      act(pressed);
    };
    const fit = () => view?.fit(true);
    const xray = press('xray', (pressed) => view?.setXray(pressed));
    const wire = press('wire', (pressed) => view?.setEdges(pressed));
    const clay = press('clay', (pressed) => view?.setClay(pressed));
    const zup = () => this.setZUp(byId('zup').ariaPressed !== 'true');

    on('play', () => player.toggle());
    on('step-back', () => player.step(-1));
    on('step-on', () => player.step(1));
    on('previous-contact', () => this.jump(-1));
    on('next-contact', () => this.jump(1));
    on('fit', fit);
    on('xray', xray);
    on('wire', wire);
    on('zup', zup);
    on('clay', clay);
    byId('speed').addEventListener('change', (event) => {
      player.speed = Number((event.target as HTMLSelectElement).value);
    });
    byId('clip').addEventListener('change', (event) => this.#chooseClip((event.target as HTMLSelectElement).value));
    this.#scrubber.addEventListener('input', () => player.stay(Number(this.#scrubber.value)));
    this.timeline.onSeek = (frame) => this.stayAt(frame);
    if (view) {
      view.onPick = (index) => {
        player.pause();
        this.#list(); // of this frame
        const row = this.contacts.rowAt(index);
        if (row) this.choose(row);
      };
    }
    listenForShortcuts([
      { keys: [' '], shown: 'Space', does: 'Play or pause', run: () => player.toggle() },
      { keys: ['ArrowLeft'], shown: '←', does: 'One frame back', run: () => player.step(-1) },
      { keys: ['ArrowRight'], shown: '→', does: 'One frame forward', run: () => player.step(1) },
      { keys: ['Home'], shown: 'Home', does: 'First frame', run: () => player.stayAtEnd(false) },
      { keys: ['End'], shown: 'End', does: 'Last frame', run: () => player.stayAtEnd(true) },
      { keys: ['p'], shown: 'P', does: 'Previous frame with contacts', run: () => this.jump(-1) },
      { keys: ['n'], shown: 'N', does: 'Next frame with contacts', run: () => this.jump(1) },
      { keys: ['k'], shown: 'K', does: 'Previous contact of this frame', run: () => this.stepContact(-1) },
      { keys: ['j'], shown: 'J', does: 'Next contact of this frame', run: () => this.stepContact(1) },
      { keys: ['f'], shown: 'F', does: 'All that matters in view', run: fit },
      { keys: ['x'], shown: 'X', does: 'See through the mesh', run: xray },
      { keys: ['w'], shown: 'W', does: 'Show triangle edges', run: wire },
      { keys: ['z'], shown: 'Z', does: 'Let z point up instead of y', run: zup },
      {
        keys: ['Shift+ArrowLeft', 'Shift+ArrowRight', 'Shift+ArrowUp', 'Shift+ArrowDown'],
        shown: 'Shift ←→↑↓',
        does: 'Turn the model',
        run: (key) => view?.turn(...turnOf(key)),
      },
      { keys: ['+', '='], shown: '+', does: 'Come closer', run: () => view?.zoom(CLOSER) },
      { keys: ['-'], shown: '−', does: 'Go farther away', run: () => view?.zoom(1 / CLOSER) },
      { keys: ['t'], shown: 'T', does: 'Light or dark', run: () => byId('theme').click() },
      ...(this.#options.shortcuts ?? []),
    ]);
  }

  #chooseClip(value: string): void {
    const clip = this.#file?.clips[Number(value)];
    if (!this.#file) return;
    const end = this.#file.shown.length;
    if (value === '' || !clip) this.player.limit(0, end);
    else {
      const inside = Array.from(this.#file.shown, (frame, i) => [frame - clip.firstFrame, i])
        .filter(([place]) => place >= 0 && place < clip.frameCount)
        .map(([, i]) => i);
      if (inside.length > 0) this.player.limit(inside[0], inside[inside.length - 1] + 1);
    }
  }

  #showPlayer(): void {
    const { playing } = this.player;
    const { frame } = this;
    byId('play').classList.toggle('playing', playing);
    byId('play').ariaLabel = playing ? 'Pause' : 'Play';
    byId('position').textContent = this.#file && this.#file.shown.length > 0 ? positionOf(this.#file, frame) : '';
    byId('frame-label').ariaLive = playing ? 'off' : 'polite'; // thirty counts a second would never be read out in time
    if (!playing) this.#list();
  }

  #label(): void {
    const file = this.#file;
    const label = byId('frame-label');
    label.hidden = !file || file.shown.length === 0;
    if (!file) return;
    // what is on the screen, which may lag behind what was asked for
    const frame = this.#findings?.frame ?? this.frame;
    const note = this.#findings?.note ?? '';
    this.#scrubber.ariaValueText = labelFrame(file, frame);
    const text = `${labelFrame(file, frame)} · ${this.#countText(frame)}${note}`;
    if (label.textContent !== text) label.textContent = text;
    label.dataset.some = String(file.counts[frame] > 0);
    label.dataset.frame = this.#findings ? String(frame) : '';
    label.dataset.count = this.#findings ? String(this.#findings.count) : '';
  }

  /** Rebuilding the list is slow, so it lags behind while playing. */
  #list(): void {
    clearTimeout(this.#lateList);
    const now = performance.now();
    if (this.player.playing && now - this.#listed < LIST_INTERVAL) {
      this.#lateList = setTimeout(() => this.#list(), LIST_INTERVAL);
      return;
    }
    this.#listed = now;
    const [findings, file] = [this.#findings, this.#file];
    if (!file) return;
    if (file.shown.length === 0) {
      const text = file.counts.length === 0 ? 'This file could not be read.' : 'No frame of this file could be read.';
      this.contacts.showNothing('Unreadable', `${text} Whether it hits itself is not known.`);
    } else if (findings && findings.count === 0) {
      const any = file.noun === 'contact' || file.noun === 'triangle pair';
      const text = any ? 'Nothing intersects here.' : 'Nothing found here.';
      this.contacts.showNothing(`${plural(0, file.noun)} in this frame`, text);
    } else if (findings) this.contacts.show(findings, file.noun);
  }

  /** Place of the shown frame nearest to this frame. */
  #nearest(frame: number): number {
    const shown = this.#file?.shown ?? [];
    let nearest = 0;
    for (let i = 0; i < shown.length; i++) {
      if (Math.abs(shown[i] - frame) < Math.abs(shown[nearest] - frame)) nearest = i;
    }
    return nearest;
  }

  #countText(frame: number): string {
    const { counts, impacts, near, noun } = this.#file!;
    const count = counts[frame];
    if (count === UNREADABLE) return 'could not be read';
    if (count === UNSEARCHED) return 'searching …';
    if (count === 0) return noun === 'contact' || noun === 'triangle pair' ? 'no contacts' : 'nothing found';
    const close = near?.[frame] ?? null;
    const found = close === null ? plural(count, noun) : `${close.text}, closest ${close.closest} apart`;
    const first = impacts[frame] ?? null;
    return `${found}${first === null ? '' : `, first impact at ${first.toFixed(2)}`}`;
  }
}

function turnOf(key: string): [number, number] {
  if (key.endsWith('Left')) return [-TURN, 0];
  if (key.endsWith('Right')) return [TURN, 0];
  return [0, key.endsWith('Up') ? -TURN : TURN];
}
