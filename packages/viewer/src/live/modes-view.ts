import {
  bandsByDistance,
  byId,
  element,
  formatCoordinate,
  formatCount,
  frameAllPoses,
  plural,
  showLegend,
  showVerdict,
} from '@selfcollide/kit';
import type { Stage } from '../stage/stage.ts';
import type { LiveReply, LiveRequest, ModesFrame, OpenedModes, SoundChunk } from './live-messages.ts';
import type { LiveScene } from './live-scenes.ts';
import { SoundPlayer } from './sound-player.ts';

const SLIDER = 1000;
/** The bar goes up to so many radii. */
const BAR = 2.5;
const LEVELS = 12;
/** Samples of which the certified ones are counted: the last second or so. */
const HEARD = 44_100;

/** A mesh in modes: a slider for each, the norm against the radius, patches coloured by theirs, and sound. */
export class ModesView {
  readonly #stage: Stage;
  readonly #send: (request: LiveRequest) => void;
  readonly #scene: LiveScene;
  readonly #panel: HTMLElement;
  readonly #bar = element('div', { className: 'ball', role: 'meter', id: 'root-ball', ariaLabel: 'Norm of the modes' });
  readonly #fill = element('div', { className: 'fill' });
  readonly #facts = element('dl', { id: 'live-facts' });
  readonly #level: HTMLSelectElement;
  readonly #strength = element('input', { type: 'range', min: '5', max: '150', value: '60', id: 'strength' });
  readonly #soundButton = element('button', { type: 'button', onclick: () => this.#switchSound() }, 'Sound on');
  readonly #heard = element('p', { className: 'quiet', id: 'heard' });
  #sliders: { readonly input: HTMLInputElement; readonly text: HTMLOutputElement }[] = [];
  #opened: OpenedModes | null = null;
  #radii: Float32Array | null = null;
  #sound: SoundPlayer | null = null;
  #lately = { samples: 0, certified: 0, norm: 0 };
  readonly #pick: Stage['onClick'];
  frame: ModesFrame | null = null;

  constructor(stage: Stage, panel: HTMLElement, scene: LiveScene, send: (request: LiveRequest) => void) {
    this.#stage = stage;
    this.#send = send;
    this.#scene = scene;
    this.#panel = panel;
    this.#bar.append(this.#fill, element('div', { className: 'radius' }));
    this.#level = element(
      'select',
      { id: 'patch-level', onchange: () => this.#colour() },
      element('option', { value: '-1' }, 'off'),
      ...Array.from({ length: LEVELS }, (_, i) => element('option', { value: String(i) }, String(i))),
    );
    this.#pick = stage.onClick;
    stage.onClick = (x, y) => {
      const triangle = this.#stage.triangleAt(x, y);
      if (this.#sound && triangle >= 0) this.#strike(triangle);
    };
    showVerdict(`Preparing ${scene.title} …`, 'searching');
  }

  take(reply: LiveReply): void {
    if (reply.kind === 'progress') {
      showVerdict(`${reply.doing}: ${Math.round(100 * reply.fraction)} %`, 'searching');
    } else if (reply.kind === 'modes') this.#open(reply.opened);
    else if (reply.kind === 'shape') this.#showShape(reply.triangles, reply.positions);
    else if (reply.kind === 'modes-frame') this.#show(reply.frame);
    else if (reply.kind === 'sound') this.#hear(reply.chunk);
    else if (reply.kind === 'radii') {
      this.#radii = reply.radii;
      this.#draw();
    }
  }

  toggle(): void {
    if (this.#sound) this.#strike(-1);
  }

  end(): void {
    this.#sound?.close();
    this.#stage.onClick = this.#pick;
  }

  #open(opened: OpenedModes): void {
    this.#opened = opened;
    const { modes, radius, restPairs, prepareMs, about, sampleRate } = opened;
    this.#sliders = modes.map(({ low, high }, i) => {
      const step = (high - low) / SLIDER;
      const range = { min: String(low), max: String(high), step: String(step), value: '0' };
      const input = element('input', { type: 'range', ...range, id: `mode-${i}`, oninput: () => this.#move() });
      return { input, text: element('output') };
    });
    const rows = modes.map(({ name }, i) =>
      element(
        'label',
        { className: 'row mode' },
        element('span', {}, name),
        this.#sliders[i].input,
        this.#sliders[i].text,
      ),
    );
    const button = (text: string, onclick: () => void) => element('button', { type: 'button', onclick }, text);
    this.#panel.replaceChildren(
      element(
        'section',
        {},
        element('h2', {}, this.#scene.title),
        element('p', { className: 'quiet' }, about),
        this.#bar,
        element(
          'p',
          { className: 'quiet' },
          `The mark is the radius, ${formatCoordinate(radius)}: no pose with a smaller norm touches itself${restPairs > 0 ? `, but for ${plural(restPairs, 'pair')} that touch at rest` : ''}. It took ${(prepareMs / 1000).toFixed(1)} s to work out.`,
        ),
        this.#facts,
      ),
      ...(sampleRate > 0 ? [this.#soundSection()] : []),
      element(
        'section',
        {},
        element('h2', {}, plural(modes.length, 'mode')),
        element(
          'div',
          { className: 'row' },
          button('At rest', () => this.#set(() => 0)),
          button('Any pose', () => this.#setAny()),
        ),
        ...rows,
      ),
      element(
        'section',
        {},
        element('h2', {}, 'Radii of patches'),
        element(
          'p',
          { className: 'quiet' },
          'The mesh is divided into patches, and these again; each has a radius of its own, within which it cannot touch itself.',
        ),
        element('label', { className: 'row' }, 'Level ', this.#level),
      ),
    );
    document.documentElement.dataset.open = this.#scene.name;
  }

  #showShape(triangles: Uint32Array, positions: Float32Array): void {
    const nothing = new Float32Array(0);
    this.#stage.setLook(null);
    this.#stage.setAll(frameAllPoses([positions]));
    this.#stage.setPose({ positions, triangles, painted: [], points: nothing, lines: nothing });
    this.#stage.fit(false);
  }

  #soundSection(): HTMLElement {
    const strike = element(
      'button',
      { type: 'button', className: 'primary', onclick: () => this.#strike(-1) },
      'Strike',
    );
    return element(
      'section',
      {},
      element('h2', {}, 'Sound'),
      element(
        'p',
        { className: 'quiet' },
        'A blow makes it ring; click on it to choose where. Every sample is a pose, and each is asked whether it is proved free.',
      ),
      element('div', { className: 'row' }, this.#soundButton, strike),
      element('label', { className: 'row' }, 'How hard', this.#strength),
      this.#heard,
    );
  }

  #switchSound(): void {
    if (this.#sound) {
      this.#sound.close();
      this.#sound = null;
    } else {
      this.#sound = new SoundPlayer(this.#opened!.sampleRate, (count) => this.#send({ kind: 'samples', count }));
      this.#strike(-1);
    }
    this.#soundButton.textContent = this.#sound ? 'Sound off' : 'Sound on';
  }

  #strike(triangle: number): void {
    if (!this.#sound) {
      this.#switchSound(); // which strikes
      return;
    }
    this.#send({ kind: 'strike', triangle, strength: Number(this.#strength.value) / 100 });
  }

  #hear({ samples, certified, norm }: SoundChunk): void {
    this.#sound?.play(samples as Float32Array<ArrayBuffer>);
    const lately = this.#lately;
    lately.samples += samples.length;
    lately.certified += certified;
    lately.norm = Math.max(lately.norm, norm);
    if (lately.samples < HEARD / 4) return;
    const share = `${formatCount(lately.certified)} of ${formatCount(lately.samples)} poses proved free`;
    this.#heard.textContent = `${share}; largest norm ${(lately.norm / this.#opened!.radius).toFixed(2)} of the radius`;
    this.#lately = { samples: 0, certified: 0, norm: 0 };
  }

  #move(): void {
    this.#send({ kind: 'pose', q: this.#sliders.map(({ input }) => Number(input.value)) });
  }

  #set(value: (low: number, high: number) => number): void {
    this.#sliders.forEach(({ input }) => {
      input.value = String(value(Number(input.min), Number(input.max)));
    });
    this.#move();
  }

  /** A few modes at random, so that poses on both sides of the radius come. */
  #setAny(): void {
    this.#set((low, high) => (Math.random() < 0.6 ? 0 : low + Math.random() * (high - low)) * 0.6);
  }

  #colour(): void {
    const level = Number(this.#level.value);
    this.#radii = null;
    if (level >= 0) this.#send({ kind: 'level', level });
    else this.#draw();
  }

  #show(frame: ModesFrame): void {
    this.frame = frame;
    this.#draw();
    this.#tell(frame);
    requestAnimationFrame(() => this.#send({ kind: 'drawn' }));
  }

  #draw(): void {
    const { frame } = this;
    if (!frame || !this.#opened) return;
    const { triangles } = this.#opened;
    const { positions, marked, points } = frame;
    this.#stage.setPose({
      positions,
      triangles,
      painted: marked,
      points,
      lines: new Float32Array(0),
      shades: this.#shades(),
    });
  }

  #shades() {
    const radii = this.#radii;
    if (!radii) {
      showLegend(null);
      return [];
    }
    // beyond four times the least nothing is looked for, so that is where the scale ends
    const { radius } = this.#opened!;
    let most = radius;
    for (const each of radii) most = Math.max(most, Math.min(each, 8 * radius));
    showLegend({ title: 'Radius of the patch', from: formatCoordinate(radius), to: formatCoordinate(most) });
    const shares = Float32Array.from(radii, (each) => Math.min(1, (each - radius) / (most - radius || 1)));
    const all = Uint32Array.from(radii.keys());
    const { frame } = this;
    const touching = new Set(frame?.marked ?? []);
    const free = all.filter((t) => !touching.has(t));
    return bandsByDistance(
      free,
      Float32Array.from(free, (t) => shares[t]),
    );
  }

  #tell({ q, norm, certified, contacts, microseconds }: ModesFrame): void {
    const { radius } = this.#opened!;
    const part = radius > 0 ? norm / radius : Infinity;
    this.#sliders.forEach(({ input, text }, i) => {
      if (document.activeElement !== input) input.value = String(q[i]);
      // of what can be seen
      text.textContent = Math.abs(q[i]) < 1e-3 * Number(input.max) ? '0' : q[i].toPrecision(2);
    });
    const proved = certified
      ? 'proved free of contact by its norm'
      : contacts > 0
        ? `hits itself: ${plural(contacts, 'contact')}`
        : 'not proved free; searched, and nothing touches';
    showVerdict(`${this.#scene.title}: ${proved}.`, contacts > 0 ? 'contacts' : 'clean');
    byId('verdict').ariaLive = this.#sound ? 'off' : 'polite';
    byId('frame-label').hidden = true;
    this.#fill.style.width = `${Math.min(100, (100 * part) / BAR)}%`;
    this.#fill.dataset.certified = String(certified);
    this.#bar.setAttribute('aria-valuemin', '0');
    this.#bar.setAttribute('aria-valuemax', String(BAR * radius));
    this.#bar.setAttribute('aria-valuenow', String(Math.min(norm, BAR * radius)));
    this.#bar.setAttribute('aria-valuetext', `${part.toFixed(2)} of the radius: ${proved}`);
    const rows = [
      ['Norm', `${formatCoordinate(norm)}, ${part.toFixed(2)} of the radius`],
      ['Answer', proved],
      ['Took', microseconds < 1000 ? `${microseconds.toPrecision(2)} µs` : `${(microseconds / 1000).toFixed(1)} ms`],
    ];
    this.#facts.replaceChildren(
      ...rows.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]),
    );
  }
}
