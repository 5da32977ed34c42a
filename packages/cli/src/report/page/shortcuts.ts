import { byId, make } from './elements.ts';

/** What a key does, for the list and for the keyboard. */
export interface Shortcut {
  readonly keys: readonly string[];
  readonly shown: string;
  readonly about: string;
  readonly act: () => void;
}

export function setUpShortcuts(shortcuts: readonly Shortcut[]): void {
  const dialog = byId<HTMLDialogElement>('shortcuts');
  const all = [...shortcuts, { keys: ['?'], shown: '?', about: 'This list', act: () => dialog.showModal() }];
  byId('shortcut-list').replaceChildren(
    ...all.flatMap(({ shown, about }) => [make('dt', { text: shown }), make('dd', { text: about })]),
  );
  byId('help').addEventListener('click', () => dialog.showModal());
  addEventListener('keydown', (event) => {
    if (dialog.open || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement;
    if (target.matches('select')) return;
    // buttons and the slider have their own meaning for these keys
    if (event.key === ' ' && target.matches('button, summary')) return;
    if (event.key.startsWith('Arrow') && target.matches('input')) return;
    const shortcut = all.find(({ keys }) => keys.includes(event.key));
    if (!shortcut) return;
    event.preventDefault();
    shortcut.act();
  });
}
