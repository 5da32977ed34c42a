/** Frames a second at speed 1. */
const RATE = 30;

/** Which frame is on, and when the next is due. Waits for each frame to be shown, so that slow searches slow the motion down. */
export class Player {
  frame = 0;
  frameCount = 1;
  speed = 1;
  #playing = false;
  #timer = 0;
  #shownAt = 0;
  readonly #onFrame: () => void;
  readonly #onChange: () => void;

  constructor(onFrame: () => void, onChange: () => void) {
    this.#onFrame = onFrame;
    this.#onChange = onChange;
  }

  get playing(): boolean {
    return this.#playing;
  }

  open(frameCount: number, frame = 0): void {
    this.pause();
    this.frameCount = frameCount;
    this.frame = Math.min(Math.max(0, frame), frameCount - 1);
    this.#onChange();
  }

  play(): void {
    if (this.#playing || this.frameCount < 2) return;
    this.#playing = true;
    this.#onChange();
    this.#next();
  }

  pause(): void {
    clearTimeout(this.#timer);
    if (!this.#playing) return;
    this.#playing = false;
    this.#onChange();
  }

  toggle(): void {
    if (this.#playing) this.pause();
    else this.play();
  }

  seek(frame: number): void {
    this.frame = Math.min(Math.max(0, Math.round(frame)), this.frameCount - 1);
    this.#onChange();
    this.#onFrame();
  }

  /** Steps and stays there; past the end it begins again. */
  step(by: number): void {
    this.pause();
    this.seek((this.frame + by + this.frameCount) % this.frameCount);
  }

  /** The frame asked for is on the screen. */
  shown(): void {
    if (!this.#playing) return;
    clearTimeout(this.#timer);
    const due = this.#shownAt + 1000 / (RATE * this.speed);
    this.#timer = window.setTimeout(() => this.#next(), Math.max(0, due - performance.now()));
  }

  #next(): void {
    if (!this.#playing) return;
    this.#shownAt = performance.now();
    this.seek((this.frame + 1) % this.frameCount);
  }
}
