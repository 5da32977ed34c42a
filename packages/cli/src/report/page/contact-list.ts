import { byId, element, formatCount, plural } from '@selfcollide/kit';
import { type FilePayload, ROW_LENGTH, type ShownFrame } from './payload.ts';

/** One contact of a frame. */
export interface ContactRow {
  readonly index: number;
  readonly text: string;
  readonly point: readonly [number, number, number];
  readonly place: number;
  readonly triangles: readonly [number, number];
}

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
    this.#rows = shown ? readRows(shown, shown.objects ?? file.objects, file.lengths) : [];
    this.#items = [];
    const [title, box] = [byId('contacts-title'), byId('contacts')];
    if (!shown) {
      title.textContent = 'Unreadable';
      const text = file.counts.length === 0 ? 'This file could not be read.' : 'No frame of this file could be read.';
      box.replaceChildren(element('p', { className: 'quiet' }, `${text} Whether it hits itself is not known.`));
      return;
    }
    const mixed = file.impacts.length > 0 || file.lengths !== undefined;
    const noun = pairs === 'triangles' ? 'pair' : mixed ? 'finding' : 'contact';
    const count = pairs === 'triangles' ? shown.trianglePairs : shown.contacts;
    title.textContent = `${shown.truncated ? 'At least ' : ''}${plural(count, noun)} in this frame`;
    if (count === 0) {
      box.replaceChildren(
        element('p', { className: 'quiet' }, mixed ? 'Nothing found here.' : 'Nothing intersects here.'),
      );
      return;
    }
    const places = shown.places.map((place, number) => this.#makePlace(place, number));
    const rest = shown.placeCount - shown.places.length;
    if (rest > 0) places.push(this.#makeRest(rest, shown.places.length));
    if (shown.unlisted > 0) {
      const text = `${formatCount(this.#rows.length)} of ${plural(count, noun)} are listed here; --json has more.`;
      places.push(element('p', { className: 'quiet' }, text));
    }
    box.replaceChildren(element('div', { className: 'places' }, ...places));
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
    const onclick = (event: Event) => {
      event.preventDefault(); // the summary would open
      this.#events.onPlace(place.center, place.radius);
    };
    const ariaLabel = `Show place ${number + 1}: ${plural(place.contacts, 'contact')}, ${place.objects}`;
    const fly = element('button', { type: 'button', className: 'link', ariaLabel, onclick }, 'Show');
    const near = element('span', { className: 'near' }, `near ${place.near}`);
    const summary = element(
      'summary',
      {},
      element('span', { className: 'badge' }, formatCount(place.contacts)),
      element('span', { className: 'what' }, place.objects, near),
      fly,
    );
    const list = this.#makeRows((row) => row.place === number);
    return element('details', { open: number === 0 }, summary, list);
  }

  /** The places that are too small to be described, together. */
  #makeRest(count: number, firstPlace: number): HTMLElement {
    const what = element('span', { className: 'what' }, `and ${plural(count, 'smaller place')}`);
    return element(
      'details',
      {},
      element('summary', {}, what),
      this.#makeRows(({ place }) => place >= firstPlace),
    );
  }

  #makeRows(wanted: (row: ContactRow) => boolean): HTMLElement {
    const list = element('ul');
    for (const row of this.#rows.filter(wanted)) {
      const button = element('button', { type: 'button', onclick: () => this.#events.onContact(row) }, row.text);
      this.#items[row.index] = element('li', {}, button);
      list.append(this.#items[row.index]);
    }
    return list;
  }
}

/** The contacts that a frame lists, in words. */
function readRows(
  { rows, kinds }: ShownFrame,
  objects: readonly string[],
  lengths: FilePayload['lengths'],
): ContactRow[] {
  return Array.from({ length: rows.length / ROW_LENGTH }, (_, index) => {
    const row = rows.slice(ROW_LENGTH * index, ROW_LENGTH * (index + 1)) as number[];
    return {
      index,
      text: `${describeSide(row.slice(0, 6), objects)} ${VERBS[kinds[index]]} ${describeSide(row.slice(6, 12), objects)}${describeValue(kinds[index], row[18], lengths)}`,
      point: [row[12], row[13], row[14]],
      place: row[15],
      triangles: [row[16], row[17]],
    };
  });
}

/** Where the listed contacts are, in the order of {@link readRows}. */
export function readPoints({ rows }: ShownFrame): number[][] {
  return Array.from({ length: rows.length / ROW_LENGTH }, (_, i) => {
    return rows.slice(ROW_LENGTH * i + 12, ROW_LENGTH * i + 15) as number[];
  });
}

/** Two ends per listed pair of triangles that is close: a line between its nearest points. */
export function readLines({ rows, kinds }: ShownFrame): number[][] {
  return kinds.flatMap((kind, i) => {
    const row = rows.slice(ROW_LENGTH * i, ROW_LENGTH * (i + 1)) as number[];
    return kind === PROXIMITY ? [row.slice(12, 15), row.slice(19, 22)] : [];
  });
}

/** As in detect/finding-kinds.ts. */
const PROXIMITY = 3;
const IMPACT = 4;
const VERBS = ['meets', 'is folded onto', 'is the same as', 'is close to', 'hits'];

function describeValue(kind: number, value: number, lengths: FilePayload['lengths']): string {
  if (kind === IMPACT) return ` at frame ${value.toFixed(2)}`;
  if (kind !== PROXIMITY || !lengths) return '';
  return `, ${Number((value / lengths.unitLength).toPrecision(3))} ${lengths.unit}`.trimEnd();
}

function describeSide(side: readonly (number | null)[], objects: readonly string[]): string {
  const [object, part, face, a, b, c] = side;
  const edge = b === null ? `vertex ${a} of ` : c === null ? `edge ${a}–${b} of ` : '';
  const primitive = part === 0 ? '' : ` (part ${part})`;
  return `${edge}face ${face}${primitive}${objects.length > 1 ? ` of ${objects[object as number]}` : ''}`;
}
