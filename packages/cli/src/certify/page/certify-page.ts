import { byId, element, followTheme, formatCount } from '@selfcollide/kit';
import { towardsZero } from '../../report/format-number.ts';
import type { CertifyFileReport, CertifyPayload, WitnessReport } from '../certify-report.ts';
import { MorphView } from './morph-view.ts';

interface Row {
  readonly input: HTMLInputElement;
  readonly output: HTMLOutputElement;
  readonly line: HTMLElement;
}

/** Sliders that stop where their proof ends, and contacts to look at. */
export class CertifyPage {
  readonly #report: CertifyFileReport;
  readonly #view: MorphView | null;
  readonly #rows: Row[];
  readonly #weights: Float64Array;

  constructor({ report, created }: CertifyPayload, bytes: Uint8Array) {
    this.#report = report;
    this.#weights = new Float64Array(report.targets.length);
    this.#view = createView(report, bytes);
    this.#rows = report.targets.map((_, i) => this.#addTarget(i));
    this.#listWitnesses();
    const { file, object, status, generator, seconds, rest } = report;
    const verdicts = { free: 'proved free', collides: 'hits itself for some weights', undecided: 'not all is decided' };
    byId('verdict').textContent = `${object} of ${file}: ${verdicts[status]}`;
    byId('verdict').dataset.state = status;
    byId('about').textContent =
      `${generator}, ${created.slice(0, 10)}, ${seconds} s. ${formatCount(rest.contacts)} contacts at rest are not counted.`;
    byId('rest').addEventListener('click', () => this.#pose(this.#weights.fill(0), null));
    byId('fit').addEventListener('click', () => this.#view?.fit(true));
    for (const [id, act] of [
      ['xray', (on: boolean) => this.#view?.setXray(on)],
      ['wire', (on: boolean) => this.#view?.setEdges(on)],
      ['heat', (on: boolean) => this.#view?.setHeat(on)],
    ] as const) {
      byId(id).addEventListener('click', () => {
        const on = byId(id).ariaPressed !== 'true';
        byId(id).ariaPressed = String(on);
        act(on);
      });
    }
    followTheme(byId('theme'), () => this.#view?.readColors());
    this.#pose(this.#weights, null);
    this.#view?.fit(false);
  }

  #addTarget(i: number): Row {
    const { name, low, high, freeLow, freeHigh, status } = this.#report.targets[i];
    const id = `target-${i}`;
    const input = element('input', {
      ...{ type: 'range', id, min: String(low), max: String(high), step: 'any', value: '0' },
    });
    const output = element('output');
    output.setAttribute('for', id);
    const bar = element('div', { className: 'bar' });
    bar.dataset.state = status;
    bar.title = `free from ${freeLow} to ${freeHigh}`;
    const free = element('i', {});
    const width = high - low || 1;
    free.style.left = `${(100 * (freeLow - low)) / width}%`;
    free.style.width = `${(100 * (freeHigh - freeLow)) / width}%`;
    bar.append(free);
    const label = element('label', { htmlFor: id, textContent: name, title: name });
    const line = element('div', { className: 'target' });
    line.append(label, input, output, bar);
    byId('targets').append(line);
    input.addEventListener('input', () => {
      const wanted = Number(input.value);
      const stops = byId<HTMLInputElement>('stops').checked;
      this.#weights[i] = stops ? Math.min(Math.max(wanted, freeLow), freeHigh) : wanted;
      this.#pose(this.#weights, null);
    });
    return { input, output, line };
  }

  #listWitnesses(): void {
    const { targets, pairs, together } = this.#report;
    const found: { text: string; witness: WitnessReport }[] = [];
    for (const { name, stoppedBy } of targets) {
      for (const witness of [stoppedBy.low, stoppedBy.high]) if (witness) found.push({ text: name, witness });
    }
    for (const { a, b, witness } of pairs ?? []) if (witness) found.push({ text: `${a} + ${b}`, witness });
    if (together?.witness) found.push({ text: 'all together', witness: together.witness });
    byId('witness-note').textContent =
      found.length > 0 ? 'Click to see the pose in which two triangles first touch.' : 'None was found.';
    for (const { text, witness } of found) {
      const set = witness.weights.flatMap((weight, i) =>
        weight === 0 ? [] : [`${targets[i].name} ${Number(weight.toPrecision(4))}`],
      );
      const button = element('button', { type: 'button', textContent: `${text}: ${set.join(', ')}` });
      button.addEventListener('click', () => {
        for (const other of document.querySelectorAll('#witnesses button')) other.ariaCurrent = 'false';
        button.ariaCurrent = 'true';
        this.#pose(this.#weights.fill(0), witness);
      });
      const item = element('li', {});
      item.append(button);
      byId('witnesses').append(item);
    }
  }

  #pose(weights: Float64Array, witness: WitnessReport | null): void {
    if (witness) weights.set(witness.weights);
    const { targets } = this.#report;
    this.#rows.forEach(({ input, output, line }, i) => {
      input.value = String(weights[i]);
      output.value = towardsZero(weights[i]);
      const { low, high, freeLow, freeHigh } = targets[i];
      const atEnd = (weights[i] >= freeHigh && freeHigh < high) || (weights[i] <= freeLow && freeLow > low);
      line.dataset.stopped = String(atEnd && weights[i] !== 0);
    });
    byId('pose-label').textContent = witness
      ? `triangles ${witness.triangles.join(' and ')} touch`
      : this.#describe(weights);
    byId('pose-label').dataset.state = witness ? 'contact' : '';
    this.#view?.pose(weights, witness?.triangles ?? null);
  }

  /** What is proved of the pose that is shown. */
  #describe(weights: Float64Array): string {
    const { targets, pairs } = this.#report;
    const set = [...weights.keys()].filter((i) => weights[i] !== 0);
    if (set.length === 0) return 'at rest';
    const alone = set.every((i) => weights[i] >= targets[i].freeLow && weights[i] <= targets[i].freeHigh);
    if (!alone) return 'beyond what is proved';
    if (set.length === 1) return 'proved free';
    if (set.length > 2) return 'proved for each target alone, not for all of these together';
    const names = set.map((i) => targets[i].name);
    const pair = pairs?.find(({ a, b }) => a === names[0] && b === names[1]);
    if (!pair) return 'proved for each target alone';
    const share = Math.max(...set.map((i) => weights[i] / (weights[i] > 0 ? targets[i].freeHigh : targets[i].freeLow)));
    return share <= pair.freeShare ? 'proved free for these two' : 'beyond what is proved for these two';
  }
}

function createView(report: CertifyFileReport, bytes: Uint8Array): MorphView | null {
  try {
    return new MorphView(byId<HTMLCanvasElement>('canvas'), report, bytes);
  } catch {
    byId('pose-label').textContent = 'This browser cannot show 3D pictures.';
    return null;
  }
}
