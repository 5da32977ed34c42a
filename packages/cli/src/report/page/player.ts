/** Frames per second where the file knows no time. */
const FALLBACK_RATE = 24;
/** A pause longer than this is not played in full, seconds. */
const LONGEST_WAIT = 0.5;

/** Plays frames in their own time. */
export class Player {
  speed = 1;
  onStep: (index: number) => void = () => {};
  onState: (playing: boolean) => void = () => {};
  #count = 0;
  /** When each frame is, seconds; undefined where unknown. */
  #time: (index: number) => number | undefined = () => undefined;
  #index = 0;
  #request = 0;
  #due = 0;

  setFrames(count: number, time: (index: number) => number | undefined): void {
    this.pause();
    this.#count = count;
    this.#time = time;
  }

  /** Where playing goes on from. */
  setIndex(index: number): void {
    this.#index = index;
  }

  get playing(): boolean {
    return this.#request !== 0;
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  play(): void {
    if (this.playing || this.#count < 2) return;
    this.#due = performance.now() + this.#wait();
    this.#request = requestAnimationFrame((now) => this.#tick(now));
    this.onState(true);
  }

  pause(): void {
    if (!this.playing) return;
    cancelAnimationFrame(this.#request);
    this.#request = 0;
    this.onState(false);
  }

  #tick(now: number): void {
    this.#request = requestAnimationFrame((next) => this.#tick(next));
    if (now < this.#due) return;
    const before = this.#index;
    // a slow machine skips frames rather than playing slower, but shows at least one a tick
    let skipped = 0;
    do {
      this.#index = (this.#index + 1) % this.#count;
      this.#due += this.#wait();
      skipped++;
    } while (this.#due < now && skipped < this.#count);
    if (this.#due < now) this.#due = now;
    if (this.#index !== before) this.onStep(this.#index);
  }

  /** Milliseconds until the next frame. */
  #wait(): number {
    const here = this.#time(this.#index);
    const next = this.#index + 1 < this.#count ? this.#time(this.#index + 1) : undefined;
    const usual = 1 / FALLBACK_RATE;
    const seconds = here !== undefined && next !== undefined && next > here ? next - here : usual;
    return (1000 * Math.min(LONGEST_WAIT, seconds)) / this.speed;
  }
}
