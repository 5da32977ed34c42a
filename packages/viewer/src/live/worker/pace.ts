/** Milliseconds over which the rate is counted. */
const WINDOW = 1000;

/**
 * Runs `turn` again and again, not oftener than every `interval` milliseconds; what comes late is not made up for. Messages to the worker get
 * through between turns.
 */
export class Pace {
  readonly #turn: () => void;
  readonly #interval: number;
  /** Unlike timers, which wait for 4 ms at least. */
  readonly #channel = new MessageChannel();
  #due = 0;
  #running = false;
  #waiting = false;
  readonly #times: number[] = [];

  constructor(turn: () => void, interval: number) {
    this.#turn = turn;
    this.#interval = interval;
    this.#channel.port1.onmessage = () => {
      this.#waiting = false;
      if (!this.#running) return;
      const now = performance.now();
      this.#due = Math.max(now, this.#due + this.#interval);
      this.#turn();
      this.#count();
      this.#wait();
    };
  }

  get running(): boolean {
    return this.#running;
  }

  /** Turns in the last second. */
  get rate(): number {
    const times = this.#times;
    if (times.length < 2) return 0;
    return (1000 * (times.length - 1)) / (times[times.length - 1] - times[0]);
  }

  run(on: boolean): void {
    this.#running = on;
    this.#times.length = 0;
    if (on) this.#wait();
  }

  end(): void {
    this.run(false);
    this.#channel.port1.close();
  }

  #count(): void {
    const now = performance.now();
    this.#times.push(now);
    while (this.#times[0] < now - WINDOW) this.#times.shift();
  }

  #wait(): void {
    if (this.#waiting) return;
    this.#waiting = true;
    const left = this.#due - performance.now();
    if (left > 1) setTimeout(() => this.#channel.port2.postMessage(null), left);
    else this.#channel.port2.postMessage(null);
  }
}
