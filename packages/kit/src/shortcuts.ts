import { byId, element } from './elements.ts';

export interface Shortcut {
  /** As in `KeyboardEvent.key`; letters in lower case. */
  readonly keys: readonly string[];
  /** How the list shows them. */
  readonly shown: string;
  readonly does: string;
  run(key: string): void;
}

/**
 * Listens for shortcuts, and lists them in the page's dialog `keys`, which `?` and the button `open-keys` open. Typing in a field and open
 * dialogs are left alone.
 */
export function listenForShortcuts(shortcuts: readonly Shortcut[]): void {
  const dialog = byId<HTMLDialogElement>('keys');
  const list = () => dialog.showModal();
  const all: readonly Shortcut[] = [...shortcuts, { keys: ['?'], shown: '?', does: 'This list', run: list }];
  byId('key-table').replaceChildren(
    ...all.map(({ shown, does }) =>
      element('tr', {}, element('td', {}, element('kbd', {}, shown)), element('td', {}, does)),
    ),
  );
  byId('open-keys').addEventListener('click', list);
  byId('close-keys').addEventListener('click', () => dialog.close());
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    const target = event.target as HTMLElement;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    // sliders, lists and buttons use these keys themselves
    const own = target.matches('input[type=range], select, input[type=radio]') && /^(Arrow|Home|End)/.test(key);
    if (own || (key === ' ' && target.matches('button, input, summary, select'))) return;
    const shortcut = all.find(({ keys }) => keys.includes(key));
    if (!shortcut) return;
    event.preventDefault();
    shortcut.run(key);
  });
}
