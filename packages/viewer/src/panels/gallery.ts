import { byId, element } from '@selfcollide/kit';
import { galleryScenes } from '../gallery-scenes.ts';
import type { Thumbnail } from '../messages.ts';
import { WorkerClient } from '../worker-client.ts';

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
    const color = `hsl(212 ${18 + 20 * lit}% ${28 + 47 * lit}%)`;
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
