/** Seconds of sound that are scheduled ahead: enough for a page that is busy for a moment. */
const AHEAD = 0.15;
/** Milliseconds between looks at how much is left. */
const LOOK = 40;
const CHUNK = 2048;

/** Plays sound that comes in pieces. Browsers let a page be heard only after a click: make one then. */
export class SoundPlayer {
  readonly #context: AudioContext;
  readonly #ask: (count: number) => void;
  readonly #timer: ReturnType<typeof setInterval>;
  /** When what was scheduled ends, in the context's time. */
  #end = 0;
  /** Asked for and not there yet, samples. */
  #waiting = 0;

  constructor(sampleRate: number, ask: (count: number) => void) {
    this.#context = new AudioContext({ sampleRate });
    this.#ask = ask;
    this.#context.resume();
    this.#timer = setInterval(() => this.#fill(), LOOK);
    this.#fill();
  }

  get state(): AudioContextState {
    return this.#context.state;
  }

  play(samples: Float32Array<ArrayBuffer>): void {
    this.#waiting = Math.max(0, this.#waiting - samples.length);
    const buffer = this.#context.createBuffer(1, samples.length, this.#context.sampleRate);
    buffer.copyToChannel(samples, 0);
    const source = new AudioBufferSourceNode(this.#context, { buffer });
    source.connect(this.#context.destination);
    this.#end = Math.max(this.#end, this.#context.currentTime);
    source.start(this.#end);
    this.#end += buffer.duration;
    this.#fill();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#context.close();
  }

  #fill(): void {
    const { currentTime, sampleRate } = this.#context;
    const left = Math.max(0, this.#end - currentTime) + this.#waiting / sampleRate;
    if (left >= AHEAD) return;
    this.#waiting += CHUNK;
    this.#ask(CHUNK);
  }
}
