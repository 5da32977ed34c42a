import { type ContactRow, readRows } from './describe-row.ts';
import { byId, formatCount, make, makeButton, plural } from './elements.ts';
import type { FilePayload, ShownFrame } from './payload.ts';

export interface ContactListEvents {
  readonly onContact: (row: ContactRow) => void;
  readonly onPlace: (center: readonly number[], radius: number) => void;
}

/** The contacts of the frame that is shown, by place. */
export class ContactList {
  readonly #events: ContactListEvents;
  #rows: ContactRow[] = [];
  #items: HTMLElement[] = [];

  constructor(events: ContactListEvents) {
    this.#events = events;
  }

  show(file: FilePayload, shown: ShownFrame | undefined, pairs: 'edge-triangle' | 'triangles'): void {
    const noun = pairs === 'triangles' ? 'pair' : 'contact';
    const count = shown ? (pairs === 'triangles' ? shown.trianglePairs : shown.contacts) : 0;
    const least = shown?.truncated ? 'At least ' : '';
    byId('contacts-title').textContent = `${least}${plural(count, noun)} in this frame`;
    const box = byId('contacts');
    this.#rows = shown ? readRows(shown, shown.objects ?? file.objects) : [];
    this.#items = [];
    if (!shown || count === 0) {
      box.replaceChildren(make('p', { text: shown ? 'Nothing intersects here.' : '', class: 'muted' }));
      return;
    }
    const places = shown.places.map((place, number) => this.#makePlace(place, number));
    const rest = shown.placeCount - shown.places.length;
    if (rest > 0) places.push(make('p', { text: `and ${plural(rest, 'smaller place')}`, class: 'muted' }));
    if (shown.unlisted > 0) {
      const text = `${formatCount(this.#rows.length)} of ${plural(count, noun)} are listed here; --json has more.`;
      places.push(make('p', { text, class: 'muted' }));
    }
    box.replaceChildren(make('div', { class: 'places' }, places));
  }

  rowAt(index: number): ContactRow | undefined {
    return this.#rows[index];
  }

  select(row: ContactRow): void {
    for (const item of this.#items) item?.classList.toggle('selected', item === this.#items[row.index]);
    const item = this.#items[row.index];
    const details = item?.closest('details');
    if (details) details.open = true;
    item?.scrollIntoView({ block: 'nearest' });
  }

  #makePlace(place: ShownFrame['places'][number], number: number): HTMLElement {
    const fly = makeButton('Show', 'link', () => this.#events.onPlace(place.center, place.radius));
    fly.ariaLabel = `Show place ${number + 1}: ${plural(place.contacts, 'contact')}, ${place.objects}`;
    fly.addEventListener('click', (event) => event.preventDefault()); // the summary would open
    const summary = make('summary', {}, [
      make('span', { class: 'badge', text: formatCount(place.contacts) }),
      make('span', { class: 'what', text: place.objects }, [
        make('span', { class: 'near', text: `near ${place.near}` }),
      ]),
      fly,
    ]);
    const list = make('ul');
    for (const row of this.#rows) {
      if (row.place !== number) continue;
      const item = make('li', {}, [makeButton(row.text, '', () => this.#events.onContact(row))]);
      this.#items[row.index] = item;
      list.append(item);
    }
    if (list.childElementCount === 0) list.append(make('li', { class: 'muted', text: 'None of these is listed.' }));
    return make('details', number === 0 ? { open: '' } : {}, [summary, list]);
  }
}
