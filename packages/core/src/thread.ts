import { doTask, type ThreadTask } from './thread-task.ts';

/** A port to who started this thread, in Node. */
interface NodePort {
  once(event: 'message', listener: (task: ThreadTask) => void): void;
  postMessage(message: unknown): void;
}

declare const process: { getBuiltinModule?(name: string): { readonly parentPort: NodePort | null } } | undefined;
declare const self: {
  onmessage: ((event: { readonly data: ThreadTask }) => void) | null;
  postMessage(message: unknown): void;
};

// what a thread of createThreadedDetector or prepareSubspace runs; not to be imported
const port =
  typeof process === 'undefined' ? null : (process.getBuiltinModule?.('node:worker_threads').parentPort ?? null);
if (port !== null) {
  port.once('message', (task) => doTask(task, (reply) => port.postMessage(reply)));
} else {
  self.onmessage = ({ data }) => doTask(data, (reply) => self.postMessage(reply));
}
