import { byId, element } from '../element.ts';
import { galleryScenes } from '../gallery-scenes.ts';
import { WorkerClient } from '../worker-client.ts';
import { paintThumbnail } from './paint-thumbnail.ts';

const titles: readonly [string, string][] = [
  ['smooth', 'Cloth, tubes and limbs'],
  ['bunny', 'Bunny'],
  ['scan', 'Scan'],
  ['soup', 'Loose triangles'],
  ['adversarial', 'Hard cases: touching, coinciding, degenerate'],
];

/** In the order of the titles; groups without one come last, under their own name. */
function listGroups(): [string, string][] {
  const unnamed = galleryScenes.map(({ group }) => group as string).filter((group) => !new Map(titles).has(group));
  return [...titles, ...[...new Set(unnamed)].map((group): [string, string] => [group, group])];
}

/** The dialog that lists the scenes, with pictures that are made when it first opens. */
export class Gallery {
  readonly #dialog = byId<HTMLDialogElement>('gallery');
  readonly #canvases = new Map<string, HTMLCanvasElement>();
  #painted = false;

  constructor(onChoose: (name: string) => void) {
    for (const [group, title] of listGroups()) {
      const cards = galleryScenes
        .filter((entry) => entry.group === group)
        .map(({ name, about }) => {
          const canvas = element('canvas', { width: 300, height: 200, 'aria-hidden': 'true' });
          this.#canvases.set(name, canvas);
          const choose = () => {
            this.#dialog.close();
            onChoose(name);
          };
          const text = element('span', { className: 'quiet' }, about);
          const card = element(
            'button',
            { type: 'button', className: 'card', onclick: choose },
            canvas,
            element('strong', {}, name),
            text,
          );
          card.dataset.scene = name;
          return card;
        });
      byId('gallery-groups').append(element('h3', {}, title), element('div', { className: 'cards' }, ...cards));
    }
    byId('close-gallery').addEventListener('click', () => this.#dialog.close());
  }

  open(): void {
    if (this.#dialog.open) return;
    this.#dialog.showModal();
    this.#paintAll();
  }

  /** In a worker of its own: the other one may be busy for seconds. */
  #paintAll(): void {
    if (this.#painted) return;
    this.#painted = true;
    let left = this.#canvases.size;
    const client = new WorkerClient(
      (reply) => {
        if (reply.kind === 'thumbnail') {
          const canvas = this.#canvases.get(reply.thumbnail.name)!;
          paintThumbnail(canvas, reply.thumbnail);
          canvas.dataset.painted = 'true';
        }
        left--;
        if (left === 0) client.end();
      },
      () => client.end(), // cards without pictures still work
    );
    for (const name of this.#canvases.keys()) client.send({ kind: 'thumbnail', name });
  }
}
