import { byId, element, formatCount } from '@selfcollide/kit';
import type { ContactList, Filter, OpenedMesh } from '../messages.ts';

const SCOPES: readonly [Filter['scope'], string][] = [
  ['all', 'All contacts'],
  ['self', 'Only of an object with itself'],
  ['between', 'Only between objects'],
];

/** Pairs of objects listed; a robot of a hundred parts has thousands. */
const MAX_PAIRS = 40;

/** Chooses which contacts count, and says how the command line is told the same. */
export class FilterPanel {
  readonly #onChange: () => void;
  readonly #scope: HTMLInputElement[];
  readonly #rest: HTMLInputElement;
  readonly #pairs = element('ul', { className: 'pairs' });
  readonly #pairSet: HTMLElement;
  readonly #command = element('pre', { id: 'command', tabIndex: 0 });
  readonly #copy: HTMLButtonElement;
  #mesh: OpenedMesh | undefined;
  #ignored: [number, number][] = [];
  #counts = new Map<string, number>();

  constructor(container: HTMLElement, onChange: () => void) {
    this.#onChange = onChange;
    const onchange = () => this.#changed();
    this.#scope = SCOPES.map(([value], i) =>
      element('input', { type: 'radio', name: 'scope', value, checked: i === 0, onchange }),
    );
    this.#rest = element('input', { type: 'checkbox', id: 'ignore-rest', onchange });
    const radios = SCOPES.map(([, text], i) => element('label', { className: 'check' }, this.#scope[i], text));
    this.#pairSet = element('fieldset', {}, element('legend', {}, 'Ignore contacts between'), this.#pairs);
    this.#copy = element('button', { type: 'button', onclick: () => this.#copyCommand() }, 'Copy');
    container.append(
      element('div', { role: 'radiogroup', ariaLabel: 'Which contacts count' }, ...radios),
      element('label', { className: 'check' }, this.#rest, 'Ignore what touches at rest'),
      this.#pairSet,
      element('p', { className: 'quiet' }, 'The same on the command line:'),
      element('div', { className: 'command' }, this.#command, this.#copy),
    );
  }

  get filter(): Filter {
    const scope = this.#scope.find(({ checked }) => checked)?.value ?? 'all';
    return { scope: scope as Filter['scope'], ignoreRest: this.#rest.checked, ignored: this.#ignored };
  }

  /** Whether anything is left out. */
  get active(): boolean {
    const { scope, ignoreRest, ignored } = this.filter;
    return scope !== 'all' || ignoreRest || ignored.length > 0;
  }

  open(mesh: OpenedMesh): void {
    this.#mesh = mesh;
    this.#ignored = [];
    this.#counts = new Map();
    this.#scope[0].checked = true;
    this.#rest.checked = false;
    this.#writePairs();
    this.#writeCommand();
  }

  /** Contacts of a frame: which pairs of objects there are. */
  show({ objectPairs }: ContactList): void {
    let changed = false;
    for (const { objects, contacts } of objectPairs) {
      const key = objects.join(' ');
      const most = Math.max(this.#counts.get(key) ?? 0, contacts);
      changed ||= most !== this.#counts.get(key);
      this.#counts.set(key, most);
    }
    if (changed) this.#writePairs();
  }

  #changed(): void {
    this.#writeCommand();
    this.#onChange();
  }

  #writePairs(): void {
    const pairs = [...this.#counts].sort(([, a], [, b]) => b - a).slice(0, MAX_PAIRS);
    this.#pairSet.hidden = pairs.length === 0;
    const focused = (document.activeElement as HTMLElement | null)?.dataset.pair;
    this.#pairs.replaceChildren(
      ...pairs.map(([key, most]) => {
        const pair = key.split(' ').map(Number) as [number, number];
        const checked = this.#ignored.some((one) => one.join(' ') === key);
        const onchange = (event: Event) => {
          this.#ignored = this.#ignored.filter((one) => one.join(' ') !== key);
          if ((event.target as HTMLInputElement).checked) this.#ignored.push(pair);
          this.#changed();
        };
        const box = element('input', { type: 'checkbox', checked, onchange });
        box.dataset.pair = key;
        const count = element('span', { className: 'number' }, formatCount(most));
        return element('li', {}, element('label', { className: 'check' }, box, this.#pairName(pair), count));
      }),
    );
    if (focused !== undefined) this.#pairs.querySelector<HTMLElement>(`[data-pair="${focused}"]`)?.focus();
  }

  #pairName([a, b]: readonly [number, number]): string {
    const names = this.#mesh?.objectNames ?? [];
    return a === b ? `${names[a]} with itself` : `${names[a]} and ${names[b]}`;
  }

  #writeCommand(): void {
    const mesh = this.#mesh;
    const { scope, ignoreRest } = this.filter;
    const argument = mesh?.argument ?? '';
    this.#copy.hidden = argument === '';
    if (argument === '') {
      this.#command.textContent = 'The command line checks one file at a time: join these in one file for it.';
      return;
    }
    const parts = [
      'selfcollide check',
      quote(argument),
      '--find intersection',
      ...(scope === 'self' ? ['--self-only'] : scope === 'between' ? ['--between-objects'] : []),
      ...(ignoreRest ? ['--ignore-rest'] : []),
    ];
    const rules = this.#ignored.map((pair) => ({ objects: pair.map((o) => mesh!.objectNames[o]) }));
    const config = rules.length > 0 ? `\n\nselfcollide.config.json:\n${JSON.stringify({ ignore: rules })}` : '';
    this.#command.textContent = parts.join(' ') + config;
  }

  async #copyCommand(): Promise<void> {
    const text = this.#command.textContent ?? '';
    try {
      await navigator.clipboard.writeText(text);
      this.#copy.textContent = 'Copied';
      setTimeout(() => {
        this.#copy.textContent = 'Copy';
      }, 1500);
    } catch {
      getSelection()?.selectAllChildren(byId('command')); // no permission: ready for the keyboard
    }
  }
}

/** For shells: quoted where a letter could mean something else. */
function quote(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `"${text.replaceAll(/(["$`\\])/g, '\\$1')}"`;
}
