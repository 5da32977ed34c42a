import { byId, element } from './elements.ts';

export interface Shortcut {
  /** As in `KeyboardEvent.key`; letters in lower case, arrows perhaps with `Shift+` before them. */
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
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const key = event.shiftKey && name.startsWith('Arrow') ? `Shift+${name}` : name;
    // sliders and lists use these keys themselves; space is how boxes are ticked, but buttons have the enter key too
    const own =
      target.matches('input[type=range], select, input[type=radio]') && /^(Shift\+)?(Arrow|Home|End)/.test(key);
    if (own || (key === ' ' && target.matches('input[type=checkbox], input[type=radio], select'))) return;
    if (target.matches('input[type=text], textarea')) return;
    const shortcut = all.find(({ keys }) => keys.includes(key));
    if (!shortcut) return;
    event.preventDefault();
    shortcut.run(key);
  });
  // a button acts when space is let go
  addEventListener('keyup', (event) => {
    if (event.key !== ' ' || document.querySelector('dialog[open]')) return;
    if ((event.target as HTMLElement).matches('button, summary')) event.preventDefault();
  });
}
