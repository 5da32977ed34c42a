import { byId, element, formatCount } from '@selfcollide/kit';
import type { FilePayload, Payload } from './payload.ts';

/** Fills the list of files; a single one needs none. */
export function showFiles(files: readonly FilePayload[], open: (index: number) => void): void {
  byId('files-section').hidden = files.length < 2;
  byId('files').replaceChildren(
    ...files.map((file, i) => {
      const dot = element('span', { className: 'dot' });
      dot.dataset.state = file.state;
      const text = `${shortName(file.name)}: ${describeState(file)}`;
      return element('li', {}, element('button', { type: 'button', onclick: () => open(i) }, dot, text));
    }),
  );
}

/** Verdict, facts and worst frames of one file. */
export function showFilePanels(
  file: FilePayload,
  { pairs, generator, created }: Payload,
  label: (frame: number) => string,
  seek: (frame: number) => void,
): void {
  const verdict = byId('verdict');
  verdict.textContent = file.verdict;
  verdict.dataset.state = file.state;
  byId('facts').replaceChildren(
    element('li', {}, file.name),
    ...file.facts.map((text) => element('li', {}, text)),
    ...file.warnings.map((text) => element('li', { className: 'note' }, text)),
  );
  byId('about').textContent = `${generator}, ${created.slice(0, 16).replace('T', ' ')} UTC`;

  byId('worst-section').hidden = file.worst.length === 0 || file.counts.length < 2;
  const table = byId<HTMLTableElement>('worst');
  const head = ['Frame', pairs === 'triangles' ? 'Pairs' : 'Contacts', 'Where'];
  table.tHead!.replaceChildren(
    element(
      'tr',
      {},
      ...head.map((text, i) => element('th', { scope: 'col', className: i === 1 ? 'number' : '' }, text)),
    ),
  );
  table.tBodies[0].replaceChildren(
    ...file.worst.map(({ frame, contacts, trianglePairs, truncated, where }) => {
      const count = formatCount(pairs === 'triangles' ? trianglePairs : contacts);
      const go = element('button', { type: 'button', className: 'link', onclick: () => seek(frame) }, label(frame));
      return element(
        'tr',
        { 'data-frame': frame },
        element('td', {}, go),
        element('td', { className: 'number' }, truncated ? `≥ ${count}` : count),
        element('td', {}, where),
      );
    }),
  );
}

export function markFile(index: number): void {
  for (const [i, button] of byId('files').querySelectorAll('button').entries()) {
    button.ariaCurrent = String(i === index);
  }
}

export function markWorstRow(frame: number): void {
  for (const row of byId<HTMLTableElement>('worst').tBodies[0].rows) {
    row.setAttribute('aria-current', String(row.dataset.frame === String(frame)));
  }
}

function describeState({ state, counts }: FilePayload): string {
  if (state === 'failed') return counts.length === 0 ? 'unreadable' : 'partly unreadable';
  return state === 'contacts' ? 'contacts' : 'no contacts';
}

function shortName(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1) || name;
}
