/** Frames of each kind in a trial: odd, so that there is a middle one. */
const TRIES = 3;
/** Frames until the first trial; between two, at first and at most, where trials keep saying the same. */
const FIRST_RUN = 8;
const SHORTEST_RUN = 32;
const LONGEST_RUN = 256;

/**
 * Whether sharing a frame pays right now. Threads that share a core with other work make frames slower, and nothing but a clock tells: so now and then
 * some frames are done together and some alone, and what took less time is done until the next trial. One that is 60 % slower costs 1 to 5 % that way.
 */
export class Pace {
  /** Whether the next frame is to be shared. */
  shares = true;
  /** Frames until the next trial, 0 in one. */
  #left = FIRST_RUN;
  #run = SHORTEST_RUN;
  #chosen = true;
  readonly #shared: number[] = [];
  readonly #alone: number[] = [];

  /** @param wasLate Somebody did not finish in time, which is a sign that cores are busy: try at once. */
  note(milliseconds: number, shared: boolean, wasLate: boolean): void {
    if (this.#left > 0) {
      this.#left = wasLate ? 0 : this.#left - 1;
      if (this.#left === 0) this.shares = true;
      return;
    }
    (shared ? this.#shared : this.#alone).push(milliseconds);
    this.shares = this.#shared.length < TRIES;
    if (this.#alone.length <= TRIES) return;
    this.#alone.shift(); // threads may still have been at work on what came before
    const pays = middleOf(this.#shared) < middleOf(this.#alone);
    this.#run = pays === this.#chosen ? Math.min(2 * this.#run, LONGEST_RUN) : SHORTEST_RUN;
    this.#chosen = pays;
    this.shares = pays;
    this.#left = this.#run;
    this.#shared.length = 0;
    this.#alone.length = 0;
  }
}

function middleOf(times: number[]): number {
  times.sort((a, b) => a - b);
  return times[times.length >> 1];
}
