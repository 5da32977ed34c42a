import type { LiveReply, LiveRequest } from './live-messages.ts';

/** The worker that simulates. */
export class LiveClient {
  readonly #worker = new Worker(new URL('./worker/live-worker.ts', import.meta.url), { type: 'module' });
  #ended = false;

  constructor(onReply: (reply: LiveReply) => void) {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<LiveReply>) => {
      if (!this.#ended) onReply(data); // one may still be under way
    });
    this.#worker.addEventListener('error', ({ message }) => {
      if (!this.#ended) onReply({ kind: 'failed', message: message || 'The simulation could not be loaded.' });
    });
  }

  send(request: LiveRequest): void {
    this.#worker.postMessage(request);
  }

  end(): void {
    this.#ended = true;
    this.#worker.terminate();
  }
}
