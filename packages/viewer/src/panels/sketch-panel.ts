import { element, formatCount, plural } from '@selfcollide/kit';
import type { PatchSketch } from '../messages.ts';
import { bundleAt, drawSketch, segmentName } from './draw-sketch.ts';

/** The clicked patch as its test sees it, with words. */
export class SketchPanel {
  readonly #facts = element('dl');
  readonly #drawing = element('div');
  readonly #words = element('p', { className: 'quiet', 'aria-live': 'polite' });
  readonly #line: HTMLSelectElement;
  readonly #segment: HTMLSelectElement;
  readonly #controls: HTMLElement;
  #sketch: PatchSketch | null = null;

  constructor(box: HTMLElement) {
    const onchange = () => this.#draw();
    this.#line = element('select', { onchange });
    this.#segment = element('select', { onchange });
    for (const value of ['the one that finds', 'vertical', 'horizontal'])
      this.#line.append(element('option', {}, value));
    this.#controls = element(
      'div',
      { className: 'row' },
      element('label', {}, 'Search line ', this.#line),
      element('label', {}, 'Bounds of ', this.#segment),
    );
    box.append(this.#facts, this.#drawing, this.#controls, this.#words);
    this.show(null);
  }

  show(sketch: PatchSketch | null): void {
    const another = sketch?.patch !== this.#sketch?.patch || sketch?.segments.length !== this.#sketch?.segments.length;
    this.#sketch = sketch;
    for (const part of [this.#facts, this.#drawing, this.#controls, this.#words]) part.hidden = sketch === null;
    if (!sketch) return;
    if (another) this.#listSegments(sketch);
    this.#controls.hidden = sketch.segments.length === 0;
    this.#draw();
  }

  #listSegments({ segments }: PatchSketch): void {
    const options = segments.map(({ neighbour, points }, i) => {
      const where = neighbour === null ? 'the rim' : `patch ${neighbour}`;
      return element(
        'option',
        { value: String(i) },
        `${segmentName(i)}: ${points.length / 2 - 1} edges along ${where}`,
      );
    });
    this.#segment.replaceChildren(element('option', { value: '' }, 'the segment that sets t'), ...options);
  }

  #draw(): void {
    const sketch = this.#sketch;
    if (!sketch) return;
    const { patch, level, outcome, triangleCount, direction, tested, searchLines } = sketch;
    const facing = tested ? 'which all its triangles face' : 'the mean normal: its contour was not tested';
    const facts: [string, string][] = [
      ['Patch', `${patch}, level ${level}, ${plural(triangleCount, 'triangle')}`],
      ['Result', outcome],
      ['Seen along', `(${direction.map((x) => x.toFixed(2)).join(', ')}), ${facing}`],
    ];
    this.#facts.replaceChildren(
      ...facts.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]),
    );
    const wanted = this.#line.selectedIndex - 1;
    const line =
      wanted >= 0
        ? wanted
        : Math.max(
            0,
            searchLines.findIndex(({ found }) => found),
          );
    const segment = this.#segment.value === '' ? lowestSegment(sketch, line) : Number(this.#segment.value);
    this.#drawing.replaceChildren(drawSketch(sketch, line, segment));
    this.#words.textContent = describe(sketch, line);
  }
}

/** The segment whose bound of top edges is lowest on the search line; −1 if there is none. */
function lowestSegment({ segments, searchLines }: PatchSketch, line: number): number {
  let lowest = -1;
  let least = Infinity;
  segments.forEach(({ bounds }, i) => {
    const { top } = bounds[line];
    const { vertical, at } = searchLines[line];
    const value = top ? bundleAt(top, vertical ? at : -at) : Infinity;
    if (value < least) [lowest, least] = [i, value];
  });
  return lowest;
}

function describe({ kernel, searchLines, tested }: PatchSketch, line: number): string {
  if (searchLines.length === 0)
    return 'It has no outline to test: the surface is closed there, or the outline passes a vertex twice.';
  const { vertical, top, bottom, crossings, found } = searchLines[line];
  const name = vertical ? 'vertical' : 'horizontal';
  const test = found
    ? `The ${name} search line finds a point that sees all of the outline: lines of top edges (blue) leave it free below t, those of bottom edges (red) above b, and it crosses one top edge.`
    : top > bottom && crossings !== 1
      ? `On the ${name} search line t is above b, but it crosses ${formatCount(crossings)} top edges: the outline may wind around twice.`
      : `The ${name} search line finds no point that sees all of the outline: t is not above b, or an edge along it is in the way.`;
  const shape =
    kernel.length === 0
      ? 'There is no such point anywhere: it is not star-shaped, and only the exact test can tell whether it crosses itself.'
      : found
        ? 'All such points are the green kernel.'
        : 'The green kernel holds such points, but the line misses it.';
  const bounds = 'Green lines bound those of one segment at a time, so that edges need not be looked at one by one.';
  return `${tested ? '' : 'The search did not test this contour. '}${test} ${shape} ${bounds}`;
}
