import { byId } from '../elements.ts';

/** Tabs of the page's `tabs` element: buttons with `aria-controls`. Arrow keys go from one to the next, as everywhere. */
export class Tabs {
  onChange: (panel: string) => void = () => {};
  readonly #buttons = [...byId('tabs').querySelectorAll<HTMLButtonElement>('[role=tab]')];

  constructor() {
    byId('tabs').hidden = this.#buttons.length < 2;
    for (const [i, button] of this.#buttons.entries()) {
      button.addEventListener('click', () => this.open(panelOf(button)));
      button.addEventListener('keydown', (event) => {
        const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
        if (by === 0) return;
        const next = this.#buttons[(i + by + this.#buttons.length) % this.#buttons.length];
        next.focus();
        next.click();
        event.preventDefault();
        event.stopPropagation(); // or the player would step
      });
    }
  }

  /** Id of the panel that is open. */
  get current(): string {
    return panelOf(this.#buttons.find((button) => button.ariaSelected === 'true') ?? this.#buttons[0]);
  }

  open(panel: string): void {
    const before = this.current;
    for (const button of this.#buttons) {
      const own = panelOf(button) === panel;
      button.ariaSelected = String(own);
      button.tabIndex = own ? 0 : -1;
      byId(panelOf(button)).hidden = !own;
    }
    if (panel !== before) this.onChange(panel);
  }
}

function panelOf(button: HTMLButtonElement): string {
  return button.getAttribute('aria-controls') ?? '';
}
