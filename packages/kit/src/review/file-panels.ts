import { byId, element } from '../elements.ts';
import { labelFrame, type ReviewFile, type WorstFrame } from './review-file.ts';

export type VerdictState = 'clean' | 'contacts' | 'failed' | 'searching';

/** One of several things that can be looked at. */
export interface FileEntry {
  readonly text: string;
  readonly state: VerdictState;
}

/** Fills the list of files; a single one needs none. */
export function showFiles(files: readonly FileEntry[], open: (index: number) => void): void {
  byId('files-section').hidden = files.length < 2;
  byId('files').replaceChildren(
    ...files.map(({ text, state }, i) => {
      const dot = element('span', { className: 'dot' });
      dot.dataset.state = state;
      return element('li', {}, element('button', { type: 'button', onclick: () => open(i) }, dot, text));
    }),
  );
}

export function markFile(index: number): void {
  for (const [i, button] of byId('files').querySelectorAll('button').entries()) {
    button.ariaCurrent = String(i === index);
  }
}

export function showVerdict(text: string, state: VerdictState): void {
  const verdict = byId('verdict');
  if (verdict.textContent !== text) verdict.textContent = text; // or it would be read out again
  verdict.dataset.state = state;
}

export function showFacts({ name, facts, warnings }: ReviewFile): void {
  byId('facts').replaceChildren(
    element('li', {}, name),
    ...facts.map((text) => element('li', {}, text)),
    ...warnings.map((text) => element('li', { className: 'note' }, text)),
  );
}

const HEADS: Readonly<Record<string, string>> = {
  'triangle pair': 'Pairs',
  'close pair': 'Close pairs',
  finding: 'Findings',
};

/** The worst frames, a row each. */
export function showWorst(file: ReviewFile, worst: readonly WorstFrame[], seek: (frame: number) => void): void {
  byId('worst-section').hidden = worst.length === 0 || file.counts.length < 2;
  const table = byId<HTMLTableElement>('worst');
  const where = worst.some((row) => row.where !== '');
  const head = ['Frame', HEADS[file.noun] ?? 'Contacts', ...(where ? ['Where'] : [])];
  table.tHead!.replaceChildren(
    element(
      'tr',
      {},
      ...head.map((text, i) => element('th', { scope: 'col', className: i === 1 ? 'number' : '' }, text)),
    ),
  );
  table.tBodies[0].replaceChildren(
    ...worst.map((row) => {
      const text = labelFrame(file, row.frame);
      const go = element('button', { type: 'button', className: 'link', onclick: () => seek(row.frame) }, text);
      return element(
        'tr',
        { 'data-frame': row.frame },
        element('td', {}, go),
        element('td', { className: 'number' }, row.count),
        ...(where ? [element('td', {}, row.where)] : []),
      );
    }),
  );
}

export function markWorstRow(frame: number): void {
  for (const row of byId<HTMLTableElement>('worst').tBodies[0].rows) {
    row.setAttribute('aria-current', String(row.dataset.frame === String(frame)));
  }
}

/** Chooses one of several clips, or all; hidden where there is one. */
export function showClips({ clips }: ReviewFile): void {
  const select = byId<HTMLSelectElement>('clip');
  byId('clip-label').hidden = clips.length < 2;
  select.replaceChildren(
    element('option', { value: '' }, `All ${clips.length} clips`),
    ...clips.map(({ name, frameCount }, i) =>
      element('option', { value: String(i) }, `${name} (${frameCount} ${frameCount === 1 ? 'frame' : 'frames'})`),
    ),
  );
}
