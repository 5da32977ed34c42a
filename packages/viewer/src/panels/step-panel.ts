import { element, formatCount, plural } from '@selfcollide/kit';
import type { FrameResult, StepImpact, StepPicture } from '../messages.ts';
import type { Stage } from '../stage/stage.ts';
import { drawImpact } from './draw-impact.ts';

const STEPS_OF_SLIDER = 1000;

/** What comes together between a frame and the next: how much, when, and a look at any time in between. */
export class StepPanel {
  readonly #stage: Stage;
  readonly #verdict = element('p', { id: 'step-verdict', 'aria-live': 'polite' });
  readonly #time: HTMLInputElement;
  readonly #timeText = element('output', { id: 'step-time-text' });
  readonly #timeRow: HTMLElement;
  readonly #list: HTMLSelectElement;
  readonly #sketches = element('div', { id: 'step-sketches', className: 'row' });
  readonly #about = element('p', { className: 'quiet' });
  #result: FrameResult | null = null;
  #shown: Float32Array = new Float32Array(0);

  constructor(container: HTMLElement, stage: Stage) {
    this.#stage = stage;
    const range = { type: 'range', min: '0', max: String(STEPS_OF_SLIDER), value: '0', id: 'step-time' };
    this.#time = element('input', {
      ...range,
      oninput: () => this.#moveTo(Number(this.#time.value) / STEPS_OF_SLIDER),
    });
    this.#timeRow = element('label', { className: 'row' }, 'Time', this.#time, this.#timeText);
    this.#list = element('select', {
      id: 'step-impacts',
      size: 6,
      'aria-label': 'Impacts, the first one first',
      onchange: () => this.#choose(),
    });
    const words =
      'Two frames may be free of contact while something passes through something else in between. Every vertex moves straight here.';
    container.append(
      element('p', { className: 'quiet' }, words),
      this.#verdict,
      this.#timeRow,
      this.#list,
      this.#sketches,
      this.#about,
    );
  }

  /** A frame was searched, and the step from it if somebody looks. */
  show(result: FrameResult): void {
    this.#result = result;
    this.#sketches.replaceChildren();
    this.#about.textContent = '';
    const { step } = result;
    const any = step !== null && step.problem === '';
    this.#timeRow.hidden = !any;
    this.#list.hidden = !any || step.impacts.length === 0;
    this.#verdict.textContent = step === null ? '' : describeStep(step, result.frame);
    if (!any) return;
    this.#list.replaceChildren(
      ...step.impacts.map(({ time, text }, i) =>
        element('option', { value: String(i) }, `${(result.frame + time).toFixed(3)}: ${text}`),
      ),
    );
    this.#time.value = '0';
    this.#label(0);
  }

  get #chosen(): StepImpact | undefined {
    return this.#result?.step?.impacts[this.#list.selectedIndex];
  }

  #choose(): void {
    const chosen = this.#chosen;
    if (!chosen) return;
    this.#time.value = String(Math.round(chosen.time * STEPS_OF_SLIDER));
    this.#moveTo(chosen.time);
    this.#stage.showContact({ triangles: [chosen.sides[0][0] ?? 0, chosen.sides[1][0] ?? 0], point: chosen.point });
  }

  #moveTo(time: number): void {
    const { step, positions } = this.#result ?? {};
    if (!step || !positions) return;
    this.#label(time);
    if (this.#shown.length !== positions.length) this.#shown = new Float32Array(positions.length);
    const shown = this.#shown;
    for (let i = 0; i < shown.length; i++) shown[i] = positions[i] + time * (step.positions[i] - positions[i]);
    const until = step.impacts.filter((impact) => impact.time <= time);
    const chosen = this.#chosen;
    this.#stage.showStep(
      shown,
      until.flatMap(({ sides, kind }) => (kind === 'edge-edge' ? sides.flat() : sides[1])),
      Float32Array.from((chosen && chosen.time <= time ? [chosen] : until).flatMap(({ point }) => [...point])),
    );
    if (chosen) this.#drawPair(chosen, shown);
  }

  #drawPair(chosen: StepImpact, positions: Float32Array): void {
    const { triangles } = this.#stage.surface;
    this.#sketches.replaceChildren(...[true, false].map((front) => drawImpact(chosen, positions, triangles, front)));
    this.#about.textContent = `The pair from both sides, along the direction in which it meets: ${chosen.text}.`;
  }

  #label(time: number): void {
    this.#timeText.textContent = `frame ${((this.#result?.frame ?? 0) + time).toFixed(3)}`;
  }
}

function describeStep({ problem, count, startCount, impacts }: StepPicture, frame: number): string {
  if (problem) return problem;
  const way = `between frames ${frame} and ${frame + 1}`;
  if (count === 0) return `Nothing comes together ${way}.`;
  const first = `${plural(count, 'pair comes', 'pairs come')} together ${way}, first at frame ${(frame + impacts[0].time).toFixed(3)}`;
  const start = startCount > 0 ? `; ${formatCount(startCount)} of them touch at once` : '';
  const listed = impacts.length < count ? ` The first ${formatCount(impacts.length)} are listed.` : '';
  return `${first}${start}.${listed}`;
}
