/** Makes an element with properties and children; attributes that are no properties go by their name with a dash. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Record<string, unknown> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes('-')) made.setAttribute(name, String(value));
    else Object.assign(made, { [name]: value });
  }
  made.append(...children);
  return made;
}

/** An element of the page by its id. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`byId: the page must have an element "${id}".`);
  return found as T;
}

/** Colours of the style sheet as they are now, light or dark, in a form that canvases understand. */
export function readColors<Name extends string>(names: readonly Name[]): Record<Name, string> {
  // custom properties keep light-dark() unresolved; a real property resolves it
  const probe = document.body.appendChild(element('i'));
  const colors = names.map((name) => {
    probe.style.color = `var(${name})`;
    return [name, getComputedStyle(probe).color];
  });
  probe.remove();
  return Object.fromEntries(colors) as Record<Name, string>;
}
