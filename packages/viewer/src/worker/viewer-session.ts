import type { OpenedMesh, SourceRequest, ViewerReply, ViewerRequest } from '../messages.ts';
import { MethodBench } from './method-bench.ts';
import type { MovingMesh } from './moving-mesh.ts';
import { fitToUnitSphere } from './moving-mesh.ts';
import { openScene, sceneThumbnail } from './open-scene.ts';
import { type SearchContext, searchFrame } from './search-frame.ts';

interface OpenMesh extends SearchContext {
  readonly mesh: MovingMesh;
  /** Of the frame asked for. */
  readonly pose: Float64Array;
}

/** What a worker holds for the page: one mesh, and its detectors. */
export class ViewerSession {
  readonly #reply: (message: ViewerReply) => void;
  #open: OpenMesh | null = null;
  #turn: Promise<void> = Promise.resolve();

  constructor(reply: (message: ViewerReply) => void) {
    this.#reply = reply;
  }

  /** Requests are answered one after another, in order: a frame must not overtake the file it belongs to. */
  take(request: ViewerRequest): Promise<void> {
    this.#turn = this.#turn.then(async () => {
      try {
        this.#reply(await this.#answer(request));
      } catch (cause) {
        const message = cause instanceof Error ? cause.message : String(cause);
        this.#reply({ kind: 'failed', request: request.kind, message });
      }
    });
    return this.#turn;
  }

  async #answer(request: ViewerRequest): Promise<ViewerReply> {
    if (request.kind === 'thumbnail') return { kind: 'thumbnail', thumbnail: await sceneThumbnail(request.name) };
    if (request.kind === 'open') return { kind: 'opened', mesh: await this.#openSource(request.source) };
    if (!this.#open) throw new Error('Nothing is open. Choose a scene from the gallery, or drop a file.');
    const { mesh, pose } = this.#open;
    await mesh.frame(request.frame, pose);
    return { kind: 'frame', result: searchFrame(this.#open, pose, request.frame, request.wishes) };
  }

  async #openSource(source: SourceRequest): Promise<OpenedMesh> {
    const mesh =
      source.kind === 'scene' ? await openScene(source.name, source.triangles) : await openDropped(source.files);
    const { triangles, name, about, warnings, frameCount } = mesh;
    if (triangles.length === 0) throw new Error(`${name} has no triangles. Export it as a triangle mesh.`);
    const pose = new Float64Array(mesh.rest.length);
    await mesh.frame(0, pose);
    const fit = fitToUnitSphere(pose);
    const bench = new MethodBench(mesh, (doing, fraction) => this.#reply({ kind: 'progress', doing, fraction }));
    // only now: what cannot be read leaves what was open before as it is
    this.#open = { mesh, pose, fit, bench, triangles };
    const vertexCount = pose.length / 3;
    return { name, about, triangles, positions: fit.apply(pose), vertexCount, frameCount, warnings };
  }
}

/** File formats are loaded only when there is a file. */
async function openDropped(files: Extract<SourceRequest, { kind: 'files' }>['files']): Promise<MovingMesh> {
  const { openFiles } = await import('./open-files.ts');
  return openFiles(files);
}
