import { byId, showLegend } from '@selfcollide/kit';
import type { App } from '../app.ts';
import { ClothView } from './cloth-view.ts';
import { LiveClient } from './live-client.ts';
import type { ClothFrame, LiveReply, LiveRequest, ModesFrame } from './live-messages.ts';
import type { LiveScene } from './live-scenes.ts';
import { ModesView } from './modes-view.ts';

/** What one kind of live scene shows. */
export interface LivePart {
  /** The last one shown. */
  readonly frame: ClothFrame | ModesFrame | null;
  take(reply: LiveReply): void;
  /** Runs or stands still. */
  toggle(): void;
  /** Takes what it added out of the picture. */
  end(): void;
}

/** The page while a scene is simulated: the picture and the panel beside it belong to the scene. */
export class LiveView {
  readonly #app: App;
  #client: LiveClient | null = null;
  #part: LivePart | null = null;

  constructor(app: App) {
    this.#app = app;
    // before the player, which has nothing to play here
    addEventListener('keydown', (event) => this.#press(event), { capture: true });
  }

  /** For tests and for the curious. */
  get part(): LivePart | null {
    return this.#part;
  }

  open(scene: LiveScene): void {
    this.close();
    this.#app.close();
    const { title, about, name } = scene;
    Object.assign(byId('mesh-name'), { textContent: `${title}: ${about}`, title: about });
    document.title = `${title} · selfcollide`;
    document.documentElement.dataset.live = name;
    byId('live-panel').replaceChildren();
    byId('live-panel').hidden = false;
    const client = new LiveClient((reply) => {
      if (reply.kind === 'failed') this.#app.problem(`The simulation stopped: ${reply.message}`);
      else this.#part?.take(reply);
    });
    const send = (request: LiveRequest) => client.send(request);
    this.#client = client;
    const View = scene.kind === 'cloth' ? ClothView : ModesView;
    this.#part = new View(this.#app.stage, byId('live-panel'), scene, send);
    client.send({ kind: 'open', name });
  }

  close(): void {
    if (!this.#client) return;
    this.#client.end();
    this.#part?.end();
    this.#client = null;
    this.#part = null;
    delete document.documentElement.dataset.live;
    byId('live-panel').hidden = true;
    byId('live-panel').replaceChildren();
    showLegend(null);
  }

  #press(event: KeyboardEvent): void {
    if (!this.#part || event.key !== ' ' || event.ctrlKey || event.altKey || event.metaKey) return;
    if (document.querySelector('dialog[open]')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.#part.toggle();
  }
}
