import { byId, element } from '@selfcollide/kit';
import { showcase } from '../gallery-scenes.ts';
import { liveScenes } from '../live/live-scenes.ts';
import type { SceneListing, Thumbnail } from '../messages.ts';
import { WorkerClient } from '../worker-client.ts';

const titles: ReadonlyMap<string, string> = new Map([
  ['smooth', 'More shapes'],
  ['bunny', 'Rough bunnies'],
  ['scan', 'Scan'],
  ['soup', 'Loose triangles'],
  ['adversarial', 'Hard cases: touching, coinciding, degenerate'],
]);

/** The dialog that lists the scenes, with pictures that are made when it first opens; test cases are for those who ask. */
export class Gallery {
  readonly #dialog = byId<HTMLDialogElement>('gallery');
  readonly #canvases = new Map<string, HTMLCanvasElement>();
  readonly #more = element('details', {}, element('summary', {}, 'For developers: test scenes'));
  readonly #onChoose: (name: string) => void;

  constructor(onChoose: (name: string) => void) {
    this.#onChoose = onChoose;
    const cards = showcase.map(({ name, title, about }) => this.#makeCard(name, title, about));
    const live = liveScenes.map(({ name, title, about }) => this.#makeCard(name, title, about));
    byId('gallery-groups').append(
      element('div', { className: 'cards' }, ...cards),
      element('h3', {}, 'Simulated while you look'),
      element('div', { className: 'cards' }, ...live),
      this.#more,
    );
    byId('close-gallery').addEventListener('click', () => this.#dialog.close());
    this.#dialog.addEventListener('toggle', () => this.#ask([...showcase, ...liveScenes].map(({ name }) => name)), {
      once: true,
    });
    this.#more.addEventListener('toggle', () => this.#ask(null), { once: true });
  }

  open(): void {
    if (!this.#dialog.open) this.#dialog.showModal();
  }

  /** The other scenes, by group in the order of the titles; groups without one come last, under their own name. */
  #listOthers(scenes: readonly SceneListing[]): string[] {
    const others = scenes.filter(({ name }) => !this.#canvases.has(name));
    const groups = new Set([...titles.keys(), ...others.map(({ group }) => group)]);
    for (const group of groups) {
      const own = others.filter((scene) => scene.group === group);
      if (own.length === 0) continue;
      const list = own.map(({ name, about }) => this.#makeCard(name, name, about));
      this.#more.append(element('h3', {}, titles.get(group) ?? group), element('div', { className: 'cards' }, ...list));
    }
    return others.map(({ name }) => name);
  }

  #makeCard(name: string, title: string, about: string): HTMLElement {
    const canvas = element('canvas', { width: 480, height: 320, 'aria-hidden': 'true' });
    this.#canvases.set(name, canvas);
    const onclick = () => {
      this.#dialog.close();
      this.#onChoose(name);
    };
    const text = element('span', { className: 'quiet' }, about);
    const card = element(
      'button',
      { type: 'button', className: 'card', onclick },
      canvas,
      element('strong', {}, title),
      text,
    );
    card.dataset.scene = name;
    return card;
  }

  /** Pictures of these scenes, or of all others, from a worker of their own: the other one may be busy for seconds. */
  #ask(names: readonly string[] | null): void {
    let left = names?.length ?? 0;
    const want = (list: readonly string[]) => {
      left = list.length;
      for (const name of list) client.send({ kind: 'thumbnail', name });
    };
    const client = new WorkerClient(
      (reply) => {
        if (reply.kind === 'scenes') {
          want(this.#listOthers(reply.scenes));
          return;
        }
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
    if (names) want(names);
    else client.send({ kind: 'scenes' });
  }
}

/** Paints a small picture of a mesh, far triangles first. No WebGL: browsers allow only a few such contexts. */
export function paintThumbnail(canvas: HTMLCanvasElement, { triangles, positions }: Thumbnail): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { width, height } = canvas;
  const [cosY, sinY, cosX, sinX] = [0.83, 0.56, 0.92, 0.39]; // from the front, a little from the right and above
  const count = positions.length / 3;
  const x = new Float32Array(count);
  const y = new Float32Array(count);
  const z = new Float32Array(count);
  for (let v = 0; v < count; v++) {
    const [px, py, pz] = positions.subarray(3 * v, 3 * v + 3);
    const turned = pz * cosY + px * sinY;
    x[v] = px * cosY - pz * sinY;
    y[v] = turned * sinX - py * cosX; // down, as on the canvas
    z[v] = turned * cosX + py * sinX;
  }
  fit(x, y, z, width, height);
  const order = Array.from({ length: triangles.length / 3 }, (_, t) => t);
  const depth = order.map((t) => z[triangles[3 * t]] + z[triangles[3 * t + 1]] + z[triangles[3 * t + 2]]);
  order.sort((s, t) => depth[s] - depth[t]);
  context.clearRect(0, 0, width, height);
  context.lineWidth = 0.6;
  for (const t of order) {
    const [a, b, c] = triangles.subarray(3 * t, 3 * t + 3);
    const [ux, uy, uz] = [x[b] - x[a], y[b] - y[a], z[b] - z[a]];
    const [vx, vy, vz] = [x[c] - x[a], y[c] - y[a], z[c] - z[a]];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const lit = Math.abs(0.4 * nx - 0.5 * ny + 0.77 * nz) / (Math.hypot(nx, ny, nz) || 1);
    const color = `hsl(220 ${10 + 6 * lit}% ${34 + 50 * lit}%)`;
    context.fillStyle = color;
    context.strokeStyle = color; // closes the hair lines between neighbours
    context.beginPath();
    context.moveTo(x[a], y[a]);
    context.lineTo(x[b], y[b]);
    context.lineTo(x[c], y[c]);
    context.closePath();
    context.fill();
    context.stroke();
  }
}

/** Moves and scales all points so that what is seen fills the picture but for a margin. */
function fit(x: Float32Array, y: Float32Array, z: Float32Array, width: number, height: number): void {
  const range = (values: Float32Array) => {
    let [low, high] = [Infinity, -Infinity];
    for (const value of values) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    return { middle: (low + high) / 2, size: high - low };
  };
  const [across, down] = [range(x), range(y)];
  const scale = 0.86 * Math.min(width / (across.size || 1), height / (down.size || 1));
  for (let v = 0; v < x.length; v++) {
    x[v] = width / 2 + scale * (x[v] - across.middle);
    y[v] = height / 2 + scale * (y[v] - down.middle);
    z[v] *= scale;
  }
}
