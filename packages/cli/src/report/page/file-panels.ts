import { byId, formatCount, make, makeButton } from './elements.ts';
import type { FilePayload, Payload } from './payload.ts';

/** Fills the list of files; a single one needs none. */
export function showFiles(files: readonly FilePayload[], open: (index: number) => void): void {
  byId('files-section').hidden = files.length < 2;
  byId('files').replaceChildren(
    ...files.map(({ name, state }, i) => {
      const button = makeButton('', '', () => open(i));
      const words = { clean: 'no contacts', contacts: 'contacts', failed: 'could not be checked' }[state];
      const dot = make('span', { class: 'dot', 'data-state': state });
      button.append(dot, make('span', { text: `${shortName(name)}: ${words}` }));
      return make('li', {}, [button]);
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
    make('li', { text: file.name }),
    ...file.facts.map((text) => make('li', { text })),
    ...file.warnings.map((text) => make('li', { text, class: 'note' })),
  );
  byId('about').textContent = `${generator}, ${created.slice(0, 16).replace('T', ' ')} UTC`;

  byId('worst-section').hidden = file.worst.length === 0 || file.counts.length < 2;
  const table = byId<HTMLTableElement>('worst');
  const head = ['Frame', pairs === 'triangles' ? 'Pairs' : 'Contacts', 'Where'];
  table.tHead!.replaceChildren(
    make(
      'tr',
      {},
      head.map((text, i) => make('th', { text, scope: 'col', class: i === 1 ? 'number' : '' })),
    ),
  );
  table.tBodies[0].replaceChildren(
    ...file.worst.map(({ frame, contacts, trianglePairs, truncated, where }) => {
      const count = formatCount(pairs === 'triangles' ? trianglePairs : contacts);
      return make('tr', { 'data-frame': String(frame) }, [
        make('td', {}, [makeButton(label(frame), 'link', () => seek(frame))]),
        make('td', { text: truncated ? `≥ ${count}` : count, class: 'number' }),
        make('td', { text: where }),
      ]);
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

function shortName(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1) || name;
}
