import { readColors } from '../elements.ts';
import { type ReviewFile, UNREADABLE, UNSEARCHED } from './review-file.ts';

const COLORS = ['--line', '--quiet', '--contact', '--accent', '--raised'] as const;

const PADDING = { top: 14, bottom: 18 };

/** A chart of contacts per frame: click or drag goes there. Frames not searched yet are a dim band. */
export class Timeline {
  onSeek: (frame: number) => void = () => {};
  /** What to say about a frame under the pointer. */
  describe: (frame: number) => string = String;
  readonly #canvas: HTMLCanvasElement;
  readonly #tip: HTMLElement;
  #file: ReviewFile | undefined;
  #frame = 0;
  #colors = readColors(COLORS);
  #pending = false;

  constructor(canvas: HTMLCanvasElement, tip: HTMLElement) {
    this.#canvas = canvas;
    this.#tip = tip;
    new ResizeObserver(() => this.#draw()).observe(canvas);
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

  setFile(file: ReviewFile): void {
    this.#file = file;
    this.refresh();
  }

  /** Counts of the file changed. */
  refresh(): void {
    const counts = Array.from(this.#file?.counts ?? []);
    const most = counts.reduce((sum, count) => Math.max(sum, count), 0);
    const touched = counts.filter((count) => count > 0).length;
    const open = counts.filter((count) => count === UNSEARCHED).length;
    const left = open > 0 ? ` ${open} not searched yet.` : '';
    this.#canvas.ariaLabel = `Contacts per frame: ${touched} of ${counts.length} frames have contacts, at most ${most}.${left}`;
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

  /** With the next frame of the screen: counts may come in by the hundred a second. */
  draw(): void {
    if (this.#pending) return;
    this.#pending = true;
    requestAnimationFrame(() => {
      this.#pending = false;
      this.#draw();
    });
  }

  #draw(): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const file = this.#file;
    if (!file || width === 0) return;
    const ratio = Math.min(devicePixelRatio, 3);
    this.#canvas.width = width * ratio;
    this.#canvas.height = height * ratio;
    const context = this.#canvas.getContext('2d')!;
    context.scale(ratio, ratio);
    const colors = this.#colors;
    const { counts } = file;
    let most = 0;
    for (let frame = 0; frame < counts.length; frame++) most = Math.max(most, counts[frame]);
    const floor = height - PADDING.bottom;
    const tall = floor - PADDING.top;
    const x = (frame: number) => (frame / counts.length) * width;

    this.#drawBars(context, counts, most, x, floor, tall);
    context.fillStyle = colors['--line'];
    context.fillRect(0, floor, width, 1);
    context.font = '11px system-ui, sans-serif';
    context.fillStyle = colors['--quiet'];
    context.fillText(most.toLocaleString('en-US'), 2, 10);
    this.#drawImpacts(context, file, x, floor);
    this.#drawClips(context, file, x, floor);

    const at = x(this.#frame + 0.5);
    context.fillStyle = colors['--accent'];
    context.fillRect(at - 1, PADDING.top - 6, 2, floor - PADDING.top + 8);
    context.beginPath();
    context.arc(at, floor + 5, 5, 0, 2 * Math.PI);
    context.fill();
  }

  /** Several frames may share a pixel: the worst of them counts. */
  #drawBars(
    context: CanvasRenderingContext2D,
    counts: ArrayLike<number>,
    most: number,
    x: (frame: number) => number,
    floor: number,
    tall: number,
  ): void {
    const colors = this.#colors;
    const columns = Math.min(counts.length, Math.floor(this.#canvas.clientWidth));
    const wide = this.#canvas.clientWidth / columns;
    const gap = wide > 3 ? Math.min(2, wide / 4) : 0;
    for (let column = 0; column < columns; column++) {
      const first = Math.floor((column * counts.length) / columns);
      const end = Math.max(first + 1, Math.floor(((column + 1) * counts.length) / columns));
      let count = UNSEARCHED;
      for (let frame = first; frame < end; frame++) count = Math.max(count, counts[frame]);
      const [left, width] = [x(first), Math.max(1, x(end) - x(first) - gap)];
      if (count > 0) {
        const bar = Math.max(2, (count / most) * tall);
        context.fillStyle = colors['--contact'];
        context.beginPath();
        context.roundRect(left, floor - bar, width, bar, Math.min(3, width / 3));
        context.fill();
      } else if (count === UNREADABLE) {
        context.fillStyle = colors['--quiet'];
        context.fillRect(left, floor - 4, Math.max(2, width), 4);
      } else if (count === UNSEARCHED) {
        context.fillStyle = colors['--raised'];
        context.fillRect(left, PADDING.top, x(end) - left, tall);
      }
    }
  }

  /** A mark at the time of the first impact of each step: from the middle of one frame to that of the next. */
  #drawImpacts(
    context: CanvasRenderingContext2D,
    { clips, impacts }: ReviewFile,
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
    { clips }: ReviewFile,
    x: (frame: number) => number,
    floor: number,
  ): void {
    const colors = this.#colors;
    if (clips.length < 2) return;
    for (const { name, firstFrame, frameCount } of clips) {
      context.fillStyle = colors['--quiet'];
      if (firstFrame > 0) context.fillRect(Math.round(x(firstFrame)) - 1, PADDING.top - 8, 1, floor - PADDING.top + 24);
      const room = x(firstFrame + frameCount) - x(firstFrame) - 6;
      if (context.measureText(name).width < room) context.fillText(name, x(firstFrame) + 4, floor + 15);
    }
  }

  #frameAt(event: PointerEvent): number {
    const count = this.#file?.counts.length ?? 1;
    return Math.max(0, Math.min(count - 1, Math.floor((event.offsetX / this.#canvas.clientWidth) * count)));
  }
}
