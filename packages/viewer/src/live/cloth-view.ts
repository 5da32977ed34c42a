import {
  bandsByDistance,
  byId,
  element,
  formatCount,
  frameAllPoses,
  plural,
  showLegend,
  showVerdict,
} from '@selfcollide/kit';
import type { Stage } from '../stage/stage.ts';
import { LineLayer } from './line-layer.ts';
import type { ClothFrame, ClothSettings, LiveReply, LiveRequest, OpenedCloth } from './live-messages.ts';
import type { LiveScene } from './live-scenes.ts';

/** The slider goes from and to these parts of the cloth's thickness, in equal ratios. */
const LEAST = 0.5;
const MOST = 10;
const SLIDER = 1000;
const DOPS = [6, 8, 14, 18] as const;
const SOLID_COLOR = 0x7d8797;
/** Seen on light and dark. */
const POLYTOPE_COLOR = 0x2f7fe0;

/** A cloth that is simulated, with what of it is close: colours, lines, polytopes, numbers. */
export class ClothView {
  readonly #stage: Stage;
  readonly #send: (request: LiveRequest) => void;
  readonly #scene: LiveScene;
  readonly #polytopes = new LineLayer(POLYTOPE_COLOR);
  readonly #run = element('button', { type: 'button', className: 'primary', onclick: () => this.toggle() }, 'Run');
  readonly #distance: HTMLInputElement;
  readonly #distanceText = element('output');
  readonly #lines: HTMLInputElement;
  readonly #level: HTMLSelectElement;
  readonly #dop: HTMLSelectElement;
  readonly #facts = element('dl', { id: 'live-facts' });
  #cloth: OpenedCloth | null = null;
  #positions: Float32Array = new Float32Array(0);
  #solid: readonly number[] = [];
  #running = false;
  /** The last one shown, for tests and for changes of theme. */
  frame: ClothFrame | null = null;

  constructor(stage: Stage, panel: HTMLElement, scene: LiveScene, send: (request: LiveRequest) => void) {
    this.#stage = stage;
    this.#send = send;
    this.#scene = scene;
    stage.model.add(this.#polytopes.object);
    const changed = () => this.#changed();
    this.#distance = element('input', {
      type: 'range',
      min: '0',
      max: String(SLIDER),
      id: 'epsilon',
      oninput: changed,
    });
    this.#lines = element('input', { type: 'checkbox', id: 'live-lines', checked: true, onchange: changed });
    this.#level = element('select', { id: 'dop-level', onchange: changed }, element('option', { value: '-1' }, 'none'));
    this.#dop = element(
      'select',
      { id: 'dop-faces', onchange: changed },
      ...DOPS.map((dop) => element('option', { value: String(dop) }, `${dop} faces`)),
    );
    const button = (text: string, onclick: () => void) => element('button', { type: 'button', onclick }, text);
    panel.append(
      element(
        'section',
        {},
        element('h2', {}, `${scene.title}, live`),
        element('p', { className: 'quiet', id: 'live-about' }),
        element(
          'div',
          { className: 'row' },
          this.#run,
          button('One step', () => this.#step()),
          button('Start over', () => send({ kind: 'restart' })),
        ),
      ),
      element(
        'section',
        {},
        element('h2', {}, 'What is close'),
        element('label', { className: 'row' }, 'Distance ε', this.#distance, this.#distanceText),
        element('label', { className: 'check' }, this.#lines, 'Lines between closest points'),
        this.#facts,
      ),
      element(
        'section',
        {},
        element('h2', {}, 'Polytopes that were compared'),
        element(
          'p',
          { className: 'quiet' },
          'The cloth is divided into parts, and these again. Parts whose polytopes (k-DOPs) are farther apart than ε need no closer look.',
        ),
        element(
          'div',
          { className: 'row' },
          element('label', {}, 'Level ', this.#level),
          element('label', {}, 'Each with ', this.#dop),
        ),
      ),
    );
    showVerdict(`Preparing ${scene.title} …`, 'searching');
  }

  take(reply: LiveReply): void {
    if (reply.kind === 'cloth') this.#open(reply.opened);
    else if (reply.kind === 'cloth-frame') this.#show(reply.frame);
  }

  toggle(): void {
    this.#setRunning(!this.#running);
  }

  end(): void {
    this.#polytopes.dispose();
  }

  #open(cloth: OpenedCloth): void {
    const { triangles, clothTriangles, positions, settings, about } = cloth;
    this.#cloth = cloth;
    this.#positions = positions;
    this.#solid = Array.from({ length: triangles.length / 3 - clothTriangles }, (_, i) => clothTriangles + i);
    byId('live-about').textContent = about;
    const slider = (SLIDER * Math.log(settings.distance / cloth.thickness / LEAST)) / Math.log(MOST / LEAST);
    this.#distance.value = String(Math.round(slider));
    this.#dop.value = String(settings.dop);
    this.#stage.setLook(null);
    const { falls = 0 } = this.#scene;
    const lower = positions.map((x, i) => (i % 3 === 1 ? x - falls : x));
    this.#stage.setAll(frameAllPoses([positions, lower]));
    const nothing = new Float32Array(0);
    this.#stage.setPose({ positions, triangles, painted: [], points: nothing, lines: nothing });
    this.#changed();
    this.#stage.fit(false);
    document.documentElement.dataset.open = this.#scene.name;
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) this.#setRunning(true);
  }

  get #settings(): ClothSettings {
    const share = Number(this.#distance.value) / SLIDER;
    return {
      distance: this.#cloth!.thickness * LEAST * (MOST / LEAST) ** share,
      lines: this.#lines.checked,
      level: Number(this.#level.value),
      dop: Number(this.#dop.value) as ClothSettings['dop'],
    };
  }

  #changed(): void {
    if (!this.#cloth) return;
    const settings = this.#settings;
    const text = millimetres(settings.distance);
    this.#distanceText.textContent = text;
    this.#distance.ariaValueText = text;
    showLegend({ title: 'Distance to the nearest', from: '0', to: text });
    this.#send({ kind: 'settings', settings });
  }

  #setRunning(on: boolean): void {
    this.#running = on;
    this.#run.textContent = on ? 'Pause' : 'Run';
    this.#send({ kind: 'run', running: on });
  }

  #step(): void {
    this.#setRunning(false);
    this.#send({ kind: 'step' });
  }

  #show(frame: ClothFrame): void {
    const { triangles, clothTriangles } = this.#cloth!;
    this.frame = frame;
    this.#positions.set(frame.positions);
    const nothing = new Float32Array(0);
    const shades = [{ triangles: this.#solid, color: SOLID_COLOR }, ...bandsByDistance(frame.near, frame.shares)];
    this.#stage.setPose({
      ...{ positions: this.#positions, triangles, painted: [], points: nothing, lines: nothing },
      ...{ gaps: frame.lines, shades },
    });
    this.#polytopes.show(frame.polytopes);
    this.#offerLevels(frame.deepest);
    this.#tell(frame, clothTriangles);
    // with the next picture of the screen, so that no frame is made in vain
    requestAnimationFrame(() => this.#send({ kind: 'drawn' }));
  }

  #offerLevels(deepest: number): void {
    if (this.#level.options.length === deepest + 2) return;
    const chosen = this.#level.value;
    const levels = Array.from({ length: deepest + 1 }, (_, i) => element('option', { value: String(i) }, String(i)));
    this.#level.replaceChildren(element('option', { value: '-1' }, 'none'), ...levels);
    this.#level.value = chosen;
  }

  #tell(frame: ClothFrame, clothTriangles: number): void {
    const { ownPairs, solidPairs, least, step, time, rate, stepMs, searchMs } = frame;
    const pairs = ownPairs + solidPairs;
    const distance = millimetres(this.#settings.distance);
    const close =
      pairs > 0
        ? `${plural(pairs, 'pair')} within ${distance}, closest ${millimetres(least)}`
        : `nothing within ${distance}`;
    showVerdict(
      `${this.#scene.title}: ${least === 0 ? 'something touches; ' : ''}${close}.`,
      least === 0 ? 'contacts' : 'clean',
    );
    byId('verdict').ariaLive = this.#running ? 'off' : 'polite'; // it would never be read out in time
    const label = byId('frame-label');
    label.hidden = false;
    label.dataset.some = 'false';
    label.textContent = `step ${formatCount(step)} · ${time.toFixed(2)} s`;
    const lines = frame.lines.length / 6;
    const rows: [string, string][] = [
      ['Cloth', plural(clothTriangles, 'triangle')],
      ['Cloth with itself', plural(ownPairs, 'pair')],
      ['Cloth with the solid', plural(solidPairs, 'pair')],
      ['Closest', pairs > 0 ? millimetres(least) : 'nothing is close'],
      ...(lines > 0 && lines < pairs
        ? [['Lines', `${formatCount(lines)} of ${formatCount(pairs)} drawn; colours show all`] as [string, string]]
        : []),
      ...(frame.polytopeCount > 0 ? [['Polytopes', formatCount(frame.polytopeCount)] as [string, string]] : []),
      ['Speed', rate > 0 ? `${rate.toFixed(0)} steps of 0.01 s a second` : 'stands still'],
      ['A step takes', `${stepMs.toFixed(1)} ms, a search ${searchMs.toFixed(1)} ms`],
    ];
    this.#facts.replaceChildren(
      ...rows.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]),
    );
  }
}

function millimetres(metres: number): string {
  return `${Number((1000 * metres).toPrecision(3))} mm`;
}
