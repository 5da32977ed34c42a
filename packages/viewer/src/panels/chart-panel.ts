import { element } from '@selfcollide/kit';
import type uPlot from 'uplot';
import type { FrameResult } from '../messages.ts';
import { type MethodName, methodNames } from '../methods.ts';

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
  #values: Map<MethodName, Values>[] = [];
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

  add(result: FrameResult, measured: readonly MethodName[]): void {
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
    const { drawChart } = await import('./draw-chart.ts');
    if (this.#plots.length > 0) return; // opened twice while loading
    this.#plots = quantities.map(({ title }, q) => drawChart(this.#boxes[q], title, this.#width, this.#data(q)));
  }

  #data(q: number): uPlot.AlignedData {
    return [this.#frames, ...methodNames.map((method) => this.#values[q].get(method) ?? this.#frames.map(() => null))];
  }

  #redraw(): void {
    if (this.#pending || !this.#open) return;
    this.#pending = true;
    requestAnimationFrame(() => {
      this.#pending = false;
      this.#plots.forEach((plot, q) => {
        plot.setData(this.#data(q));
        methodNames.forEach((method, i) => {
          plot.setSeries(i + 1, { show: this.#values[q].has(method) });
        });
      });
    });
  }
}
