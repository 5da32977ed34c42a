import type { Detector } from 'selfcollide';
import { MeshError, type MeshErrorCode } from 'selfcollide/mesh';
import type { Mesh } from 'three';
import { type ColliderOptions, CollisionSource, type MeshTriangle } from './collision-source.ts';
import { type ContactPlace, findContactPlaces } from './contact-places.ts';
import type { ColliderSource } from './read-source.ts';
import { findContacts } from './worker/find-contacts.ts';
import type { DetectorReply, DetectorRequest, FoundContacts } from './worker/messages.ts';

export type BackgroundColliderOptions = ColliderOptions & BackgroundOptions;

interface BackgroundOptions {
  /**
   * Makes the worker; its file calls `handleDetectorMessages(self)`. Yours to write, because only your bundler knows how workers are
   * found. Without it, or where there are no workers, everything runs on this thread; preparing then lets events and frames have their turn.
   */
  readonly worker?: () => Worker;
  /** Milliseconds that the worker may take to load and say that it listens; after that it is taken for one that never will. Default 20,000. */
  readonly workerTimeout?: number;
  /** Stops the preparation and ends the worker; the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Finds where a three.js mesh hits itself, or where several hit themselves and each other, on another thread. */
export interface BackgroundCollider {
  /** The meshes, in the order of their numbers; none for a bare geometry. */
  readonly meshes: readonly Mesh[];
  /** Reads where the vertices are now and searches that pose. Calls queue up: each reads its pose when its turn comes. */
  find(): Promise<FoundContacts>;
  /** Vertex numbers, three a triangle, as they were when the collider was made. */
  readonly triangles: Uint32Array;
  /** xyz of every vertex in the pose whose contacts `find` gave last. */
  readonly positions: Float64Array;
  /** Vertex → the lowest-numbered copy that it counts as one with; itself without a copy. */
  readonly weld: Uint32Array;
  /** Which of these contacts hang together, largest place first. */
  places(contacts: FoundContacts): ContactPlace[];
  /** Number of the geometry group that draws a triangle; −1 if none does. */
  groupOf(triangle: number): number;
  /** Which of `meshes` has a triangle, and its number there. */
  meshOf(triangle: number): MeshTriangle;
  /** Ends the worker. A `find` under way is rejected. */
  dispose(): void;
}

/** Long enough for a slow connection, short enough to be told of a mistake. */
const WORKER_TIMEOUT = 20_000;

/**
 * Prepares a mesh on another thread. Poses go there through shared memory if the page is cross-origin isolated, and as messages
 * otherwise: nothing needs to be set up on the server.
 *
 * @example
 * const collider = await createBackgroundCollider(mesh, {
 *   worker: () => new Worker(new URL('./collide-worker.js', import.meta.url), { type: 'module' }),
 *   onProgress: (fraction) => { bar.value = fraction; },
 * });
 * const { count } = await collider.find();
 */
export async function createBackgroundCollider(
  source: ColliderSource,
  options: BackgroundColliderOptions = {},
): Promise<BackgroundCollider> {
  const { worker: makeWorker, workerTimeout = WORKER_TIMEOUT, onProgress, signal, ...settings } = options;
  signal?.throwIfAborted();
  if (!(workerTimeout > 0)) {
    throw new RangeError(`createBackgroundCollider: workerTimeout must be greater than 0, got ${workerTimeout}.`);
  }
  if (makeWorker !== undefined && typeof makeWorker !== 'function') {
    throw new TypeError(
      `createBackgroundCollider: worker must be a function that makes a worker, got ${nameOf(makeWorker)}. Give () => new Worker(…).`,
    );
  }
  const mesh = new CollisionSource('createBackgroundCollider', source, settings);
  const { rest: positions, triangles } = mesh;
  if (!makeWorker || typeof Worker === 'undefined') {
    // only here: a page with a worker has the detector there and need not load it twice
    const { createDetectorAsync } = await import('selfcollide');
    return onThisThread(
      mesh,
      await createDetectorAsync({ positions, triangles }, { ...mesh.options, onProgress, signal }),
    );
  }
  const made: Partial<Worker> | undefined = makeWorker();
  if (typeof made?.postMessage !== 'function') {
    throw new TypeError(`createBackgroundCollider: worker must return a worker, got ${nameOf(made)}.`);
  }
  const link = new WorkerLink(made as Worker, onProgress, workerTimeout);
  const abort = () => link.end(signal?.reason);
  signal?.addEventListener('abort', abort);
  try {
    await link.ask({ selfcollide: 'prepare', positions, triangles, options: mesh.options });
  } catch (error) {
    link.end(error);
    throw error;
  } finally {
    signal?.removeEventListener('abort', abort);
  }
  return onWorker(mesh, link);
}

function nameOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? (value.constructor?.name ?? 'an object') : String(value);
}

function onThisThread(mesh: CollisionSource, detector: Detector): BackgroundCollider {
  let ended = false;
  const pose = mesh.positions.slice();
  return {
    ...aboutMesh(mesh, pose),
    get weld() {
      return mesh.weld; // worked out when first asked for
    },
    async find() {
      if (ended) throw new Error('find: the collider was disposed.');
      mesh.readPose('find');
      const found = findContacts(detector, mesh.positions);
      pose.set(mesh.positions);
      return found;
    },
    dispose() {
      ended = true;
    },
  };
}

/** What does not depend on where the search runs. `pose` is the one that was searched last. */
function aboutMesh(mesh: CollisionSource, pose: Float64Array) {
  return {
    meshes: mesh.meshes,
    triangles: mesh.triangles,
    positions: pose,
    places: (contacts: FoundContacts) => findContactPlaces(mesh, contacts, contacts.points),
    groupOf: (triangle: number) => mesh.groupOf(triangle),
    meshOf: (triangle: number) => mesh.meshOf(triangle),
  };
}

function onWorker(mesh: CollisionSource, link: WorkerLink): BackgroundCollider {
  const shared = typeof SharedArrayBuffer !== 'undefined' && globalThis.crossOriginIsolated === true;
  const { length } = mesh.positions;
  let parcel = shared ? new Float64Array(new SharedArrayBuffer(8 * length)) : new Float64Array(length);
  let turn: Promise<unknown> = Promise.resolve();
  const pose = mesh.positions.slice();

  const search = async (): Promise<FoundContacts> => {
    mesh.readPose('find');
    if (parcel.length !== length) parcel = new Float64Array(length); // a failed search kept the last one
    parcel.set(mesh.positions);
    const transfer = shared ? [] : [parcel.buffer as ArrayBuffer];
    const answer = await link.ask({ selfcollide: 'find', positions: parcel }, transfer);
    if (answer.selfcollide !== 'found') throw new Error(`find: the worker answered '${answer.selfcollide}'.`);
    if (!shared) parcel = answer.positions as Float64Array<ArrayBuffer>;
    pose.set(parcel);
    return answer.contacts;
  };
  return {
    ...aboutMesh(mesh, pose),
    get weld() {
      return mesh.weld;
    },
    find() {
      const found = turn.then(search);
      turn = found.catch(() => {}); // one that failed does not stop the next
      return found;
    },
    dispose: () => link.end(new Error('find: the collider was disposed.')),
  };
}

/** Questions to a worker, one at a time. */
class WorkerLink {
  readonly #worker: Worker;
  #waiting: { resolve(reply: DetectorReply): void; reject(error: unknown): void } | null = null;
  #ended: { readonly reason: unknown } | null = null;
  readonly #silence: ReturnType<typeof setTimeout>;

  constructor(worker: Worker, onProgress: ((fraction: number) => void) | undefined, timeout: number) {
    this.#worker = worker;
    this.#silence = setTimeout(() => {
      const rule = `the worker must answer within ${timeout} ms, got nothing`;
      const advice = "Its file must call handleDetectorMessages(self) of '@selfcollide/three/worker'";
      this.end(new Error(`createBackgroundCollider: ${rule}. ${advice}.`));
    }, timeout);
    worker.addEventListener('message', (event: MessageEvent<DetectorReply>) => {
      const reply = event.data;
      if (reply?.selfcollide) clearTimeout(this.#silence);
      if (reply?.selfcollide === 'listening') return;
      if (reply?.selfcollide === 'progress') onProgress?.(reply.fraction);
      else if (reply?.selfcollide === 'failed') this.#settle()?.reject(revive(reply));
      else if (reply?.selfcollide) this.#settle()?.resolve(reply);
    });
    worker.addEventListener('error', (event) => {
      const detail = event.message ? `: ${event.message}` : '. Does its file call handleDetectorMessages(self)?';
      this.end(new Error(`createBackgroundCollider: the worker could not run${detail}`));
    });
  }

  ask(request: DetectorRequest, transfer: ArrayBuffer[] = []): Promise<DetectorReply> {
    if (this.#ended) return Promise.reject(this.#ended.reason);
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#worker.postMessage(request, transfer);
    });
  }

  end(reason: unknown): void {
    if (this.#ended) return;
    this.#ended = { reason };
    clearTimeout(this.#silence);
    this.#worker.terminate();
    this.#settle()?.reject(reason);
  }

  #settle() {
    const waiting = this.#waiting;
    this.#waiting = null;
    return waiting;
  }
}

function revive({ name, message, code }: DetectorReply & { selfcollide: 'failed' }): Error {
  if (name === 'MeshError') return new MeshError(code as MeshErrorCode, message);
  return name === 'RangeError' ? new RangeError(message) : new Error(message);
}
