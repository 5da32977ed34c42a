import { frameAllPoses, type Sphere } from '@selfcollide/kit';
import type { OpenedMesh, SourceRequest, ViewerReply, ViewerRequest } from '../messages.ts';
import { ContactFilter } from './contact-filter.ts';
import { ContactLister } from './list-contacts.ts';
import { MethodBench } from './method-bench.ts';
import type { MovingMesh } from './moving-mesh.ts';
import { fitToUnit } from './moving-mesh.ts';
import { openScene, sceneThumbnail } from './open-scene.ts';
import { countFrame, type SearchContext, searchFrame } from './search-frame.ts';

interface OpenMesh extends SearchContext {
  /** Of the frame asked for. */
  readonly pose: Float64Array;
}

/** Poses looked at to choose where the camera stands; fewer where each is a file to be read. */
const SAMPLE_POSES = 9;
const SAMPLE_FILES = 3;

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
    if (request.kind === 'scenes') {
      const { galleryScenes } = await import('./scene-list.ts');
      return { kind: 'scenes', scenes: galleryScenes.map(({ name, group, about }) => ({ name, group, about })) };
    }
    if (request.kind === 'open') return { kind: 'opened', mesh: await this.#openSource(request.source) };
    if (!this.#open) throw new Error('Nothing is open. Choose a scene from the gallery, or drop a file.');
    const { mesh, pose } = this.#open;
    if (request.kind === 'count') {
      const { frame, filter, turn } = request;
      try {
        await mesh.frame(frame, pose);
        return { kind: 'counted', frame, turn, count: await countFrame(this.#open, pose, filter) };
      } catch {
        return { kind: 'counted', frame, turn, count: null }; // whoever goes to that frame is told why
      }
    }
    await mesh.frame(request.frame, pose);
    return { kind: 'frame', result: await searchFrame(this.#open, pose, request.frame, request.wishes) };
  }

  async #openSource(source: SourceRequest): Promise<OpenedMesh> {
    const mesh =
      source.kind === 'scene'
        ? await openScene(source.name, source.triangles)
        : await openDropped(source.files, source.only);
    const { triangles, name, about, warnings, frameCount, clips, objectNames, argument, files } = mesh;
    if (triangles.length === 0) throw new Error(`${name} has no triangles. Export it as a triangle mesh.`);
    const pose = new Float64Array(mesh.rest.length);
    const extent = await frameSamples(mesh, pose);
    await mesh.frame(0, pose);
    const fit = fitToUnit(extent);
    const bench = new MethodBench(mesh, (doing, fraction) => this.#reply({ kind: 'progress', doing, fraction }));
    const filter = new ContactFilter(mesh);
    const lister = new ContactLister(mesh, filter, fit);
    // only now: what cannot be read leaves what was open before as it is
    this.#open = { mesh, pose, fit, bench, triangles, filter, lister };
    return {
      ...{ name, about, triangles, positions: fit.apply(pose), vertexCount: pose.length / 3, frameCount, warnings },
      ...{ clips, objectNames, argument, files },
      look: mesh.look ?? null,
      low: [...fit.apply(extent.low)],
      high: [...fit.apply(extent.high)],
    };
  }
}

/** A sphere around some poses, spread over all. Poses that cannot be read do not count. */
async function frameSamples(mesh: MovingMesh, pose: Float64Array): Promise<Sphere> {
  const most = mesh.clips.some(({ files }) => files) ? SAMPLE_FILES : SAMPLE_POSES;
  const count = Math.min(most, mesh.frameCount);
  const poses: Float64Array[] = [];
  for (let i = 0; i < count; i++) {
    try {
      await mesh.frame(Math.round((i * (mesh.frameCount - 1)) / Math.max(1, count - 1)), pose);
      poses.push(pose.slice());
    } catch (error) {
      if (i === 0) throw error;
    }
  }
  return frameAllPoses(poses, [], mesh.triangles);
}

/** File formats are loaded only when there is a file. */
async function openDropped(files: Extract<SourceRequest, { kind: 'files' }>['files'], only?: string) {
  const { openFiles } = await import('./open-files.ts');
  return openFiles(files, only);
}
