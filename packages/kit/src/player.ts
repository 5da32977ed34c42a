export interface PlayerOptions {
  /** Frames a second at speed 1, where frames have no times of their own. */
  readonly rate: number;
  /** Keeps time by leaving frames out. If not, slow frames slow the motion down and every one is shown. */
  readonly skips: boolean;
  /** A frame is to be shown; whoever shows it calls `shown` afterwards, which may be much later. */
  onFrame(frame: number): void;
  /** Frame, number of frames or playing changed. */
  onChange(): void;
}

/** A pause longer than this is not played in full, seconds. */
const LONGEST_WAIT = 0.5;
/** Two frames by turns at the usual rate would only flicker: with fewer than these, each stays longer, seconds. */
const FEW_FRAMES = 3;
const SLOW = 0.5;

/** Which frame is on, and when the next is due. */
export class Player {
  frame = 0;
  frameCount = 1;
  speed = 1;
  readonly #options: PlayerOptions;
  /** When a frame is, seconds; undefined where unknown. */
  #time: (frame: number) => number | undefined = () => undefined;
  /** Frames that are played: from the first to before the end. */
  #first = 0;
  #end = 1;
  #playing = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the next frame is due, milliseconds. */
  #due = 0;

  constructor(options: PlayerOptions) {
    this.#options = options;
  }

  get playing(): boolean {
    return this.#playing;
  }

  /** Other frames; `frame` is where it begins, and the caller shows it. */
  open(frameCount: number, frame = 0, time: (frame: number) => number | undefined = () => undefined): void {
    this.pause();
    this.frameCount = frameCount;
    this.#first = 0;
    this.#end = frameCount;
    this.#time = time;
    this.frame = this.#clamp(frame);
    this.#options.onChange();
  }

  /** Plays and steps through these only, from `first` to before `end`; goes there if elsewhere. */
  limit(first: number, end: number): void {
    this.#first = first;
    this.#end = Math.max(first + 1, end);
    if (this.frame < this.#first || this.frame >= this.#end) this.seek(this.#first);
  }

  /** To the first or the last of the frames that are played, and stays there. */
  stayAtEnd(last: boolean): void {
    this.stay(last ? this.#end - 1 : this.#first);
  }

  play(): void {
    if (this.#playing || this.#end - this.#first < 2) return;
    this.#playing = true;
    this.#due = performance.now();
    this.#options.onChange();
    this.#next();
  }

  pause(): void {
    clearTimeout(this.#timer);
    if (!this.#playing) return;
    this.#playing = false;
    this.#options.onChange();
  }

  toggle(): void {
    if (this.#playing) this.pause();
    else this.play();
  }

  seek(frame: number): void {
    this.frame = this.#clamp(Math.round(frame));
    this.#options.onChange();
    this.#options.onFrame(this.frame);
  }

  /** Goes to a frame and stays there. */
  stay(frame: number): void {
    this.pause();
    this.seek(frame);
  }

  /** Steps and stays there; past the end it begins again. */
  step(by: number): void {
    this.stay(this.#wrap(this.frame + by));
  }

  /** The frame asked for is on the screen. */
  shown(): void {
    if (!this.#playing) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#next(), Math.max(0, this.#due - performance.now()));
  }

  #next(): void {
    if (!this.#playing) return;
    const now = performance.now();
    let frame = this.#wrap(this.frame + 1);
    this.#due = (this.#options.skips ? this.#due : now) + this.#wait(frame);
    for (let skipped = 1; this.#due < now && skipped < this.#end - this.#first; skipped++) {
      frame = this.#wrap(frame + 1);
      this.#due += this.#wait(frame);
    }
    if (this.#due < now) this.#due = now;
    this.seek(frame);
  }

  /** Milliseconds that a frame stays. */
  #wait(frame: number): number {
    const here = this.#time(frame);
    const next = frame + 1 < this.#end ? this.#time(frame + 1) : undefined;
    const known = here !== undefined && next !== undefined && next > here;
    const seconds = known ? Math.min(LONGEST_WAIT, next - here) : 1 / this.#options.rate;
    const least = this.#end - this.#first < FEW_FRAMES ? SLOW : 0;
    return (1000 * Math.max(least, seconds)) / this.speed;
  }

  /** Past the end of what is played it begins again. */
  #wrap(frame: number): number {
    const count = this.#end - this.#first;
    return this.#first + ((((frame - this.#first) % count) + count) % count);
  }

  #clamp(frame: number): number {
    return Math.min(Math.max(0, frame), this.frameCount - 1);
  }
}
