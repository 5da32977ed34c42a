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

/** An element of index.html by its id. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`byId: index.html must have an element "${id}".`);
  return found as T;
}
