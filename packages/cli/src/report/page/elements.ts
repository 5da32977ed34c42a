/** The element with this id, which page.html has. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

/** Makes an element with text, attributes and children. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  { text, ...attributes }: { text?: string; [name: string]: string | undefined } = {},
  children: readonly Node[] = [],
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

export function makeButton(text: string, className: string, act: () => void): HTMLButtonElement {
  const button = make('button', { text, class: className, type: 'button' });
  button.addEventListener('click', act);
  return button;
}

/** 12345 → 12,345. */
export function formatCount(value: number): string {
  return value.toLocaleString('en-US');
}

export function plural(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}
