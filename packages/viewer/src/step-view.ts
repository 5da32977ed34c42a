import { byId } from '@selfcollide/kit';
import type { FrameResult } from './messages.ts';
import type { StepPanel } from './panels/step-panel.ts';
import type { Stage } from './stage/stage.ts';

/** The part of the page that looks between two frames: loaded when it is first opened. */
export class StepView {
  readonly #details = byId<HTMLDetailsElement>('step-details');
  readonly #stage: Stage;
  readonly #isSeen: () => boolean;
  #panel: Promise<StepPanel> | null = null;

  /** @param search Asks for the frame again, with what is wanted now. */
  constructor(stage: Stage, isSeen: () => boolean, search: () => void) {
    this.#stage = stage;
    this.#isSeen = isSeen;
    this.#details.addEventListener('toggle', search);
  }

  /** Whether somebody looks. */
  get wanted(): boolean {
    return this.#details.open && this.#isSeen();
  }

  async show(result: FrameResult): Promise<void> {
    if (!this.wanted && this.#panel === null) return;
    this.#panel ??= import('./panels/step-panel.ts').then(
      (module) => new module.StepPanel(byId('step-panel'), this.#stage),
    );
    (await this.#panel).show(result);
  }
}
