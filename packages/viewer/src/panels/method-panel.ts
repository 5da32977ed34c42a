import { element, formatCount, formatMilliseconds, plural } from '@selfcollide/kit';
import type { FrameResult } from '../messages.ts';
import { type MethodName, methodLook, methodNames, slowAbove } from '../methods.ts';

/** Chooses the method whose contacts are drawn, and those that are measured beside it. */
export class MethodPanel {
  readonly #rows = new Map<MethodName, Row>();
  readonly #missed: HTMLInputElement;
  readonly #onChange: () => void;

  constructor(container: HTMLElement, onChange: () => void) {
    this.#onChange = onChange;
    const list = element('ul', { className: 'methods' });
    methodNames.forEach((method, i) => {
      const row = this.#makeRow(method, i);
      this.#rows.set(method, row);
      list.append(row.line);
    });
    this.#missed = element('input', { type: 'checkbox', id: 'show-missed', onchange: onChange });
    container.append(
      list,
      element('label', { className: 'check' }, this.#missed, 'Show what unsafe-normal-cone misses, in orange'),
    );
  }

  get shown(): MethodName {
    for (const [method, { show }] of this.#rows) if (show.checked) return method;
    return methodNames[0];
  }

  get measured(): MethodName[] {
    return [...this.#rows].filter(([, { measure }]) => measure.checked && !measure.disabled).map(([method]) => method);
  }

  get missed(): boolean {
    return this.#missed.checked;
  }

  toggleMissed(): void {
    this.#missed.click();
  }

  choose(place: number): void {
    [...this.#rows.values()][place]?.show.click();
  }

  /** A new mesh: methods that would take too long for it are not offered. */
  open(triangleCount: number): void {
    for (const [method, { show, measure, line }] of this.#rows) {
      const tooSlow = triangleCount > slowAbove(method);
      show.disabled = tooSlow;
      measure.disabled = tooSlow;
      line.title = tooSlow ? `Only up to ${formatCount(slowAbove(method))} triangles.` : methodLook(method).about;
      if (tooSlow && show.checked) this.#rows.get(methodNames[0])!.show.checked = true;
    }
    this.write(null);
  }

  write(result: FrameResult | null): void {
    for (const [method, { figures }] of this.#rows) {
      const found = result?.results.find((entry) => entry.method === method);
      const cost = found && `${formatMilliseconds(found.milliseconds)} ms, ${plural(found.tests, 'test')}`;
      figures.textContent = found ? `${plural(found.count, 'contact')}, ${cost}` : '';
    }
  }

  #makeRow(method: MethodName, place: number): Row {
    const first = place === 0;
    const onchange = () => this.#onChange();
    const show = element('input', { type: 'radio', name: 'shown', checked: first, onchange });
    const measure = element('input', { type: 'checkbox', checked: first, onchange, 'aria-label': `Measure ${method}` });
    const figures = element('output', { className: 'quiet' });
    const swatch = element('span', { className: 'swatch' });
    swatch.style.background = methodLook(method).color;
    const line = element(
      'li',
      {},
      element('label', { className: 'check' }, show, element('span', {}, swatch, method)),
      element('label', { className: 'check quiet' }, measure, 'measure'),
      figures,
    );
    line.dataset.method = method;
    return { line, show, measure, figures };
  }
}

interface Row {
  readonly line: HTMLLIElement;
  readonly show: HTMLInputElement;
  readonly measure: HTMLInputElement;
  readonly figures: HTMLOutputElement;
}
