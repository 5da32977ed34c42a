import { element } from '@selfcollide/kit';
import { type DetectorMethod, detectorMethods } from 'selfcollide';
import type uPlot from 'uplot';
import type { FrameResult } from '../messages.ts';
import { methodLook } from '../methods.ts';

type Values = (number | null)[];

const quantities = [
  { title: 'Time per frame, ms', read: (entry: FrameResult['results'][number]) => entry.milliseconds },
  { title: 'Tests per frame', read: (entry: FrameResult['results'][number]) => entry.tests },
];

/** Time and tests for every frame seen so far, a line per method (star paper, Figure 8, live). */
export class ChartPanel {
  readonly #container: HTMLElement;
  readonly #note = element('p', { className: 'quiet' });
  readonly #boxes = quantities.map(() => element('div'));
  #frames: number[] = [];
  /** Per quantity and method a value per frame. */
  #values: Map<DetectorMethod, Values>[] = [];
  #plots: uPlot[] = [];
  #pending = false;
  #open = false;

  constructor(container: HTMLElement) {
    this.#container = container;
    container.append(this.#note, ...this.#boxes);
    this.clear(1);
    new ResizeObserver(() => {
      for (const plot of this.#plots) plot.setSize({ width: this.#width, height: 170 });
    }).observe(container);
  }

  clear(frameCount: number): void {
    this.#frames = Array.from({ length: frameCount }, (_, i) => i);
    this.#note.textContent =
      frameCount > 1
        ? 'Tick methods under "Measure" and play: every frame adds a point to each line.'
        : 'This file has one pose, so there is no line to draw. The figures beside each method are its cost.';
    for (const box of this.#boxes) box.hidden = frameCount < 2;
    this.#values = quantities.map(() => new Map());
    this.#redraw();
  }

  add(result: FrameResult, measured: readonly DetectorMethod[]): void {
    for (const entry of result.results) {
      if (!measured.includes(entry.method)) continue;
      quantities.forEach(({ read }, q) => {
        const values = this.#values[q].get(entry.method) ?? this.#frames.map(() => null);
        values[result.frame] = read(entry);
        this.#values[q].set(entry.method, values);
      });
    }
    this.#redraw();
  }

  /** Only a chart that is open is drawn, and only then is the library loaded. */
  async setOpen(open: boolean): Promise<void> {
    this.#open = open;
    if (!open) return;
    if (this.#plots.length === 0) await this.#build();
    this.#redraw();
  }

  /** Colours changed: axes are painted, not styled. */
  async rebuild(): Promise<void> {
    for (const plot of this.#plots) plot.destroy();
    this.#plots = [];
    if (this.#open) await this.setOpen(true);
  }

  get #width(): number {
    return Math.max(200, this.#container.clientWidth);
  }

  async #build(): Promise<void> {
    const [{ default: Plot }] = await Promise.all([import('uplot'), import('uplot/dist/uPlot.min.css')]);
    if (this.#plots.length > 0) return; // opened twice while loading
    const style = getComputedStyle(this.#container);
    const axis = {
      stroke: style.color,
      grid: { stroke: 'rgb(128 128 128 / 25%)', width: 1 },
      ticks: { stroke: 'rgb(128 128 128 / 25%)', width: 1 },
      font: '12px system-ui',
    };
    this.#plots = quantities.map(({ title }, q) => {
      this.#boxes[q].setAttribute('role', 'img');
      this.#boxes[q].setAttribute('aria-label', `Chart: ${title}, by frame, for each method measured`);
      return new Plot(
        {
          title,
          width: this.#width,
          height: 170,
          scales: { x: { time: false }, y: { range: (_, __, high) => [0, (high || 1) * 1.05] } },
          axes: [axis, { ...axis, size: 54, values: (_, ticks) => ticks.map(short) }],
          series: [
            { label: 'Frame' },
            ...detectorMethods.map((method, i) => ({
              label: method,
              stroke: methodLook(method, i).color,
              width: 1.5,
              points: { size: 4 },
              value: (_: unknown, value: number | null) => short(value),
            })),
          ],
          legend: { live: false },
          cursor: { drag: { x: false, y: false } },
        },
        this.#data(q),
        this.#boxes[q],
      );
    });
  }

  #data(q: number): uPlot.AlignedData {
    return [
      this.#frames,
      ...detectorMethods.map((method) => this.#values[q].get(method) ?? this.#frames.map(() => null)),
    ];
  }

  #redraw(): void {
    if (this.#pending || !this.#open) return;
    this.#pending = true;
    requestAnimationFrame(() => {
      this.#pending = false;
      this.#plots.forEach((plot, q) => {
        plot.setData(this.#data(q));
        detectorMethods.forEach((method, i) => {
          plot.setSeries(i + 1, { show: this.#values[q].has(method) });
        });
      });
    });
  }
}

/** A value in few letters: 950, 12.5k, 1.2M. */
function short(value: number | null): string {
  if (value === null) return '–';
  const [divisor, letter] = value >= 1e6 ? [1e6, 'M'] : value >= 1000 ? [1000, 'k'] : [1, ''];
  return `${Number((value / divisor).toPrecision(3))}${letter}`;
}
