import { createDetector, type Detector } from 'selfcollide';
import { findContacts } from './find-contacts.ts';
import type { DetectorReply, DetectorRequest } from './messages.ts';

/** What of a worker's `self` is needed. */
export interface WorkerScope {
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
}

/**
 * Makes a worker answer `createBackgroundCollider`. It is all that the worker's file needs:
 *
 * @example
 * // collide-worker.js
 * import { handleDetectorMessages } from '@selfcollide/three/worker';
 * handleDetectorMessages(self);
 */
export function handleDetectorMessages(scope: WorkerScope): void {
  let detector: Detector | undefined;
  const reply = (message: DetectorReply, transfer: ArrayBuffer[] = []) => scope.postMessage(message, transfer);

  scope.addEventListener('message', (event) => {
    const request = event.data as DetectorRequest;
    // other messages of the same worker are none of our business
    if (request?.selfcollide !== 'prepare' && request?.selfcollide !== 'find') return;
    try {
      if (request.selfcollide === 'prepare') {
        reply({ selfcollide: 'listening' });
        const { positions, triangles, options } = request;
        const onProgress = (fraction: number) => reply({ selfcollide: 'progress', fraction });
        detector = createDetector({ positions, triangles }, { ...options, onProgress });
        reply({ selfcollide: 'ready' });
        return;
      }
      if (!detector) throw new Error("handleDetectorMessages: 'prepare' must come before 'find'.");
      const { positions } = request;
      const contacts = findContacts(detector, positions);
      const { edgeA, edgeB, edgeTriangle, triangle, points } = contacts;
      const arrays = [edgeA, edgeB, edgeTriangle, triangle, points, positions];
      const transfer = arrays.map((array) => array.buffer).filter((buffer) => buffer instanceof ArrayBuffer);
      reply({ selfcollide: 'found', contacts, positions }, transfer);
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause));
      const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
      reply({ selfcollide: 'failed', name: error.name, message: error.message, ...code });
    }
  });
}
