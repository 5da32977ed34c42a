import { readColors } from '@selfcollide/kit';
import type { FilePayload } from './payload.ts';

const COLORS = ['--line', '--quiet', '--contact', '--accent'] as const;

const PADDING = { top: 14, bottom: 16 };

/** A chart of contacts per frame: click or drag goes there. */
export class Timeline {
  onSeek: (frame: number) => void = () => {};
  /** What to say about a frame under the pointer. */
  describe: (frame: number) => string = String;
  readonly #canvas: HTMLCanvasElement;
  readonly #tip: HTMLElement;
  #file: FilePayload | undefined;
  #frame = 0;
  #colors = readColors(COLORS);

  constructor(canvas: HTMLCanvasElement, tip: HTMLElement) {
    this.#canvas = canvas;
    this.#tip = tip;
    new ResizeObserver(() => this.draw()).observe(canvas);
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.onSeek(this.#frameAt(event));
    });
    canvas.addEventListener('pointermove', (event) => {
      const frame = this.#frameAt(event);
      if (event.buttons & 1) this.onSeek(frame);
      tip.hidden = false;
      tip.textContent = this.describe(frame);
      const { clientWidth } = canvas;
      tip.style.left = `${Math.max(70, Math.min(clientWidth - 70, event.offsetX))}px`;
    });
    canvas.addEventListener('pointerleave', () => {
      this.#tip.hidden = true;
    });
  }

  setFile(file: FilePayload): void {
    this.#file = file;
    const most = Math.max(0, ...file.counts);
    const touched = file.counts.filter((count) => count > 0).length;
    this.#canvas.ariaLabel = `Contacts per frame: ${touched} of ${file.counts.length} frames have contacts, at most ${most}.`;
    this.draw();
  }

  setFrame(frame: number): void {
    this.#frame = frame;
    this.draw();
  }

  /** Takes colours from the style sheet, after a change of theme. */
  readColors(): void {
    this.#colors = readColors(COLORS);
    this.draw();
  }

  draw(): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const file = this.#file;
    if (!file || width === 0) return;
    this.#canvas.width = width * devicePixelRatio;
    this.#canvas.height = height * devicePixelRatio;
    const context = this.#canvas.getContext('2d')!;
    context.scale(devicePixelRatio, devicePixelRatio);
    const colors = this.#colors;
    const { counts } = file;
    const most = Math.max(1, ...counts);
    const floor = height - PADDING.bottom;
    const tall = floor - PADDING.top;
    const x = (frame: number) => (frame / counts.length) * width;

    context.fillStyle = colors['--line'];
    context.fillRect(0, floor, width, 1);
    context.font = '11px system-ui, sans-serif';
    context.fillStyle = colors['--quiet'];
    context.fillText(Math.max(0, ...counts).toLocaleString('en-US'), 2, 10);
    context.fillText('0', 2, floor - 3);

    // several frames may share a pixel: the worst of them counts
    const gap = width / counts.length > 3 ? 1 : 0;
    const columns = Math.min(counts.length, Math.floor(width));
    context.fillStyle = colors['--contact'];
    for (let column = 0; column < columns; column++) {
      const first = Math.floor((column * counts.length) / columns);
      const end = Math.max(first + 1, Math.floor(((column + 1) * counts.length) / columns));
      let count = 0;
      for (let frame = first; frame < end; frame++) count = Math.max(count, counts[frame]);
      if (count <= 0) continue;
      const tallness = Math.max(1.5, (count / most) * tall);
      context.fillRect(x(first), floor - tallness, Math.max(1, x(end) - x(first) - gap), tallness);
    }
    context.fillStyle = colors['--quiet'];
    for (const [frame, count] of counts.entries()) if (count < 0) context.fillRect(x(frame), floor - 4, 2, 4);
    this.#drawImpacts(context, file, x, floor);
    this.#drawClips(context, file, x, floor);

    const at = x(this.#frame + 0.5);
    context.fillStyle = colors['--accent'];
    context.fillRect(at - 1, PADDING.top - 6, 2, floor - PADDING.top + 10);
    context.beginPath();
    context.arc(at, floor + 5, 4, 0, 2 * Math.PI);
    context.fill();
  }

  /** A mark at the time of the first impact of each step: from the middle of one frame to that of the next. */
  #drawImpacts(
    context: CanvasRenderingContext2D,
    { clips, impacts }: FilePayload,
    x: (frame: number) => number,
    floor: number,
  ): void {
    context.fillStyle = this.#colors['--accent'];
    for (const { firstFrame, numbers } of clips) {
      for (let place = 0; place + 1 < numbers.length; place++) {
        const first = impacts[firstFrame + place] ?? null;
        if (first === null) continue;
        const part = (first - numbers[place]) / (numbers[place + 1] - numbers[place]);
        const at = x(firstFrame + place + 0.5 + part);
        context.beginPath();
        context.moveTo(at, floor + 1);
        context.lineTo(at - 3, floor + 6);
        context.lineTo(at + 3, floor + 6);
        context.fill();
      }
    }
  }

  #drawClips(
    context: CanvasRenderingContext2D,
    { clips }: FilePayload,
    x: (frame: number) => number,
    floor: number,
  ): void {
    const colors = this.#colors;
    if (clips.length < 2) return;
    for (const { name, firstFrame, frameCount } of clips) {
      context.fillStyle = colors['--line'];
      if (firstFrame > 0) context.fillRect(x(firstFrame), PADDING.top - 8, 1, floor - PADDING.top + 22);
      const room = x(firstFrame + frameCount) - x(firstFrame) - 6;
      context.fillStyle = colors['--quiet'];
      if (context.measureText(name).width < room) context.fillText(name, x(firstFrame) + 4, floor + 13);
    }
  }

  #frameAt(event: PointerEvent): number {
    const count = this.#file?.counts.length ?? 1;
    return Math.max(0, Math.min(count - 1, Math.floor((event.offsetX / this.#canvas.clientWidth) * count)));
  }
}
