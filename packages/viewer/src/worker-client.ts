import type { ViewerReply, ViewerRequest } from './messages.ts';

/** The worker that searches. A search cannot be interrupted from outside, so stopping one means starting a new worker. */
export class WorkerClient {
  readonly #onReply: (reply: ViewerReply) => void;
  readonly #onCrash: (message: string) => void;
  #worker: Worker;

  constructor(onReply: (reply: ViewerReply) => void, onCrash: (message: string) => void) {
    this.#onReply = onReply;
    this.#onCrash = onCrash;
    this.#worker = this.#start();
  }

  send(request: ViewerRequest): void {
    this.#worker.postMessage(request);
  }

  /** Ends whatever goes on; the new worker has nothing open. */
  restart(): void {
    this.#worker.terminate();
    this.#worker = this.#start();
  }

  end(): void {
    this.#worker.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./worker/viewer-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', (event: MessageEvent<ViewerReply>) => {
      // an answer of a worker that was ended may still be under way
      if (worker === this.#worker) this.#onReply(event.data);
    });
    worker.addEventListener('error', (event) => this.#onCrash(event.message || 'it could not be loaded'));
    return worker;
  }
}
