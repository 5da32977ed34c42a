import { element, formatCount, plural } from '@selfcollide/kit';
import { outcomeColors } from '@selfcollide/three';
import type { Outcome } from 'selfcollide';
import type { AlgorithmPicture, AlgorithmWishes, PatchSketch } from '../messages.ts';
import { BOX_COLORS, type Paint } from '../stage/algorithm-layer.ts';
import type { SketchPanel } from './sketch-panel.ts';

/** Level that stands for "where the search ended". */
const END = Number.MAX_SAFE_INTEGER;

const paints: readonly [Exclude<Paint, 'plain'>, string][] = [
  ['patches', 'Patches of one level'],
  ['outcomes', 'Within patches: how it ended'],
  ['between', 'Between neighbours: how it ended'],
  ['boxes', 'Not neighbours: boxes of one level'],
];

/** Chooses how the search is painted, explains the colours and draws a clicked patch. */
export class AlgorithmPanel {
  readonly #paint: HTMLSelectElement;
  readonly #level: HTMLInputElement;
  readonly #levelRow: HTMLElement;
  readonly #levelText = element('output');
  readonly #tally = element('div');
  readonly #hint = element('p', { className: 'quiet' }, 'Click the mesh to see a patch as its test sees it.');
  readonly #sketchBox = element('div', { id: 'sketch' }, this.#hint);
  readonly #onChange: () => void;
  #clicked = -1;
  #sketch: PatchSketch | null = null;
  /** Loaded when a patch is first clicked. */
  #sketchPanel: Promise<SketchPanel> | null = null;

  constructor(container: HTMLElement, onChange: () => void) {
    this.#onChange = onChange;
    const options = paints.map(([value, text]) => element('option', { value }, text));
    this.#paint = element(
      'select',
      { id: 'paint', 'aria-label': 'What to paint', onchange: () => this.#changed() },
      ...options,
    );
    this.#level = element('input', {
      type: 'range',
      min: '0',
      max: '12',
      value: '4',
      id: 'level',
      oninput: () => this.#changed(),
    });
    this.#levelRow = element('label', { className: 'row' }, 'Level', this.#level, this.#levelText);
    const about =
      'The mesh is divided into patches, and these again. A patch is skipped if all its triangles face one way and its outline, seen from there, does not cross itself.';
    container.append(
      element('p', { className: 'quiet' }, about),
      this.#paint,
      this.#levelRow,
      this.#sketchBox,
      this.#tally,
    );
    this.#label();
  }

  get paint(): Paint {
    return this.#paint.value as Paint;
  }

  get wishes(): AlgorithmWishes {
    const boxes = this.paint === 'boxes';
    return { level: this.#hasLevel ? Number(this.#level.value) : END, boxes, clicked: this.#clicked };
  }

  get #hasLevel(): boolean {
    return this.paint === 'patches' || this.paint === 'boxes';
  }

  /** A triangle was clicked: its patch is drawn from now on, in every frame. −1 for none. */
  click(triangle: number): void {
    this.#clicked = triangle;
    this.#onChange();
  }

  /** Another mesh is open. */
  forget(): void {
    this.#clicked = -1;
    void this.#showSketch(null);
  }

  stepLevel(by: number): void {
    this.#level.value = String(Number(this.#level.value) + by);
    this.#changed();
  }

  show(picture: AlgorithmPicture): void {
    this.#level.max = String(Math.max(1, picture.deepest));
    this.#label();
    void this.#showSketch(picture.sketch);
    const number = (value: number) => element('td', { className: 'number' }, value > 0 ? formatCount(value) : '–');
    const row = (name: string, color: number, within: number, between: number) => {
      const swatch = element('span', { className: 'swatch' });
      swatch.style.background = `#${color.toString(16).padStart(6, '0')}`;
      return element('tr', {}, element('th', { scope: 'row' }, swatch, name), number(within), number(between));
    };
    const rows = picture.tally.map(({ outcome, within, between }) =>
      row(outcome, outcomeColors[outcome as Outcome], within, between),
    );
    rows.push(row('boxes apart', BOX_COLORS[1], 0, picture.boxPairsApart));
    rows.push(row('boxes overlap', BOX_COLORS[2], 0, picture.boxPairsMeeting));
    const heads = ['What became of it', 'One patch', 'Two patches'].map((text, i) =>
      element('th', { scope: 'col', className: i > 0 ? 'number' : '' }, text),
    );
    this.#tally.replaceChildren(
      element('p', { className: 'quiet' }, describePaint(picture)),
      element('table', {}, element('thead', {}, element('tr', {}, ...heads)), element('tbody', {}, ...rows)),
    );
  }

  async #showSketch(sketch: PatchSketch | null): Promise<void> {
    this.#sketch = sketch;
    this.#hint.hidden = sketch !== null;
    if (sketch === null && this.#sketchPanel === null) return;
    this.#sketchPanel ??= import('./sketch-panel.ts').then((module) => new module.SketchPanel(this.#sketchBox));
    // what is wanted by then
    (await this.#sketchPanel).show(this.#sketch);
  }

  #changed(): void {
    this.#label();
    this.#onChange();
  }

  #label(): void {
    this.#levelRow.hidden = !this.#hasLevel;
    this.#levelText.textContent = `${this.#level.value} of ${this.#level.max}`;
  }
}

function describePaint({ patchCount, boxes }: AlgorithmPicture): string {
  if (!boxes) return `${plural(patchCount, 'patch', 'patches')} painted. Black lines are their outlines.`;
  if (!boxes.levels) return 'No boxes were compared: all patches that might meet are neighbours.';
  const [first, last] = boxes.levels;
  if (boxes.apart + boxes.overlapping === 0) {
    return `No boxes were compared at this level, but from level ${first} to ${last}.`;
  }
  const drawn = `${plural(boxes.kinds.length, 'box', 'boxes')} drawn`;
  const pairs = `${plural(boxes.apart, 'pair is', 'pairs are')} apart, ${formatCount(boxes.overlapping)} not`;
  return `Patches of this level that are not neighbours, compared by boxes: ${pairs}. ${drawn}.`;
}
