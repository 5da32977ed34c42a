/** A worker of Node or of a page: what of it is used. */
export interface ThreadLike {
  postMessage(message: unknown): void;
  terminate(): unknown;
  /** Node's. */
  on?(event: string, listener: (value: unknown) => void): unknown;
  unref?(): void;
  /** A page's. */
  addEventListener?(event: string, listener: (event: unknown) => void): void;
}

declare const process: { getBuiltinModule?(name: string): { Worker: new (url: URL) => ThreadLike } } | undefined;
declare const Worker: new (url: URL, options: { type: 'module' }) => ThreadLike;
declare class URL {
  constructor(path: string, base: string);
}

declare global {
  interface ImportMeta {
    readonly url: string;
  }
}

/** The file is a neighbour of the one that this becomes part of. */
export function startThread(): ThreadLike {
  const node = typeof process === 'undefined' ? undefined : process.getBuiltinModule?.('node:worker_threads');
  if (node) return new node.Worker(new URL('./thread.mjs', import.meta.url));
  return new Worker(new URL('./thread.mjs', import.meta.url), { type: 'module' });
}

/** Node gives a message itself, a page an event that has it. */
export function listenTo(thread: ThreadLike, event: string, listener: (value: unknown) => void): void {
  if (thread.on) thread.on(event, listener);
  else if (event !== 'message') thread.addEventListener?.(event, listener);
  else thread.addEventListener?.(event, (message) => listener((message as { readonly data: unknown }).data));
}

/** Why a thread ended: an error, an event that tells of one, or a status. */
export function describeEnd(reason: unknown): string {
  if (typeof reason === 'number') return `status ${reason}`;
  const message = (reason as { readonly message?: unknown } | null)?.message;
  return typeof message === 'string' && message !== '' ? message : 'for unknown reasons';
}
