/** Names of all keys of one queue in Redis, apart from those of BullMQ, which start with `prefix` too. */
export class Keys {
  readonly prefix: string;
  readonly version: string;
  /** Sorted set of run names by the time at which they were queued. */
  readonly runs: string;
  /** Stream: jobs that failed for good. */
  readonly deadLetters: string;
  /** Held by the worker that sweeps. */
  readonly sweeping: string;

  constructor(queueName: string) {
    this.prefix = `selfcollide:${queueName}`;
    this.version = `${this.prefix}:version`;
    this.runs = `${this.prefix}:runs`;
    this.deadLetters = `${this.prefix}:dead-letters`;
    this.sweeping = `${this.prefix}:sweeping`;
  }

  /** Why a worker cannot write results; goes by itself. */
  unwritable(worker: string): string {
    return `${this.prefix}:unwritable:${worker}`;
  }

  /** Hash: state, plan and counts of a run. */
  run(name: string): string {
    return `${this.prefix}:run:${name}`;
  }

  /** Hash by number of the input: the packed input. */
  inputs(name: string): string {
    return `${this.run(name)}:inputs`;
  }

  /** Hash by number of the input: its header, or why it failed. */
  outcomes(name: string): string {
    return `${this.run(name)}:outcomes`;
  }

  /** Set of inputs whose every frame has a result. */
  settled(name: string): string {
    return `${this.run(name)}:settled`;
  }

  /** Hash by first frame: results of a range. */
  results(name: string, file: number): string {
    return `${this.run(name)}:results:${file}`;
  }

  /** Hash by first frame: how many frames that range has. */
  cover(name: string, file: number): string {
    return `${this.run(name)}:cover:${file}`;
  }

  /** Hash by request: where shapes are. */
  shapes(name: string): string {
    return `${this.run(name)}:shapes`;
  }

  /** Channel on which workers say that there is something new. */
  news(name: string): string {
    return `${this.run(name)}:news`;
  }
}
