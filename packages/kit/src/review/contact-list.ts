import { byId, element } from '../elements.ts';
import { formatCount, plural } from '../format.ts';
import type { ContactRow, FrameFindings, PlaceView } from './review-file.ts';

export interface ContactListEvents {
  readonly onContact: (row: ContactRow) => void;
  readonly onPlace: (place: PlaceView) => void;
}

/** The contacts of the frame that is shown, by place. */
export class ContactList {
  readonly #events: ContactListEvents;
  #rows: readonly ContactRow[] = [];
  #rowAt: FrameFindings['rowAt'];
  #items: HTMLElement[] = [];
  #selected = -1;
  #noun = 'contact';

  constructor(events: ContactListEvents) {
    this.#events = events;
  }

  /** The chosen contact by the number of its point; −1 for none. */
  get selected(): number {
    return this.#selected;
  }

  /** The contact `by` places after the chosen one; past the end it begins again. */
  next(by: 1 | -1): ContactRow | undefined {
    const count = this.#rows.length;
    const at = this.#rows.findIndex(({ index }) => index === this.#selected);
    return this.#rows[at < 0 ? (by > 0 ? 0 : count - 1) : (at + by + count) % count];
  }

  /** Says in a sentence why there is nothing to list. */
  showNothing(title: string, text: string): void {
    this.#clear([]);
    byId('contacts-title').textContent = title;
    byId('contacts').replaceChildren(element('p', { className: 'quiet' }, text));
  }

  show(findings: FrameFindings, noun: string): void {
    const { count, truncated, places, placeCount, rows, rowAt, unlisted, closest } = findings;
    const order = findings.worstFirst ?? places.map((_, number) => number);
    this.#clear(rows);
    this.#rowAt = rowAt;
    this.#noun = noun === 'triangle pair' ? 'contact' : noun;
    const short = noun === 'triangle pair' ? 'pair' : noun;
    byId('contacts-title').textContent = `${truncated ? 'At least ' : ''}${plural(count, short)} in this frame`;
    const parts: HTMLElement[] = closest ? [this.#makeClosest(closest)] : [];
    parts.push(...order.map((number, i) => this.#makePlace(places[number], number, i === 0)));
    const rest = placeCount - places.length;
    if (rest > 0) parts.push(this.#makeRest(rest, places.length));
    if (unlisted !== '') parts.push(element('p', { className: 'quiet' }, unlisted));
    byId('contacts').replaceChildren(element('div', { className: 'places' }, ...parts));
  }

  /** By the number of its point in the picture. */
  rowAt(index: number): ContactRow | undefined {
    return this.#rows.find((row) => row.index === index) ?? this.#rowAt?.(index);
  }

  select(row: ContactRow): void {
    this.#selected = row.index;
    for (const item of this.#items) item?.classList.toggle('selected', item === this.#items[row.index]);
    const details = [...byId('contacts').querySelectorAll('details')];
    const own = details.find((place) => place.dataset.place === String(row.place)) ?? details.at(-1);
    if (own) own.open = true;
    this.#items[row.index]?.scrollIntoView({ block: 'nearest' });
  }

  #clear(rows: readonly ContactRow[]): void {
    this.#rows = rows;
    this.#rowAt = undefined;
    this.#items = [];
    this.#selected = -1;
  }

  #makePlace(place: PlaceView, number: number, open: boolean): HTMLElement {
    const what = `${plural(place.contacts, this.#noun)}, ${place.name}`;
    const fly = element(
      'button',
      {
        type: 'button',
        className: 'link',
        ariaLabel: `Show place ${number + 1}: ${what}`,
        onclick: () => this.#events.onPlace(place),
      },
      'Show',
    );
    const summary = element(
      'summary',
      {},
      element('span', { className: 'badge' }, formatCount(place.contacts)),
      element(
        'span',
        { className: 'what' },
        place.name,
        element('span', { className: 'near' }, `near ${place.near}`),
        ...(place.measure ? [element('span', { className: 'near' }, place.measure)] : []),
      ),
    );
    const details = this.#makeDetails(summary, open, (row) => row.place === number);
    details.dataset.place = String(number);
    // beside the summary, not in it: a button inside a button confuses screen readers
    return element('div', { className: 'place' }, details, fly);
  }

  #makeClosest(row: ContactRow): HTMLElement {
    const go = { type: 'button', className: 'link', onclick: () => this.#events.onContact(row) };
    return element('p', { className: 'closest' }, 'Closest: ', element('button', go, row.text));
  }

  /** The places that are too small to be described, together. */
  #makeRest(count: number, firstPlace: number): HTMLElement {
    const what = element('span', { className: 'what' }, `and ${plural(count, 'smaller place')}`);
    return this.#makeDetails(element('summary', {}, what), false, ({ place }) => place >= firstPlace);
  }

  #makeDetails(summary: HTMLElement, open: boolean, wanted: (row: ContactRow) => boolean): HTMLDetailsElement {
    const list = element('ul');
    const details = element('details', { open }, summary, list);
    for (const row of this.#rows.filter(wanted)) {
      const button = element('button', { type: 'button', onclick: () => this.#events.onContact(row) }, row.text);
      this.#items[row.index] = element('li', {}, button);
      list.append(this.#items[row.index]);
    }
    return details;
  }
}
