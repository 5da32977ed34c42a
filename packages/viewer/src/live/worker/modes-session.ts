import type { ReducedBodiesScene, ReducedScene } from '@selfcollide/scenes';
import { createSubspaceDetectorAsync, type SubspaceDetector } from 'selfcollide';
import type { LiveReply, LiveRequest, ModesFrame } from '../live-messages.ts';
import type { LiveSession } from './live-worker.ts';
import { Ringing } from './ringing.ts';

/** A slider goes so many times as far as its mode alone may go within the radius. */
const REACH = 2.5;
/** How often a pose that is proved free is taken, to tell how long that takes. */
const TIMES = 1000;
/** Contacts that get a marker. */
const MARKERS = 300;

export async function openModes(
  scene: ReducedScene | ReducedBodiesScene,
  reply: (message: LiveReply) => void,
): Promise<LiveSession> {
  const started = performance.now();
  const { mesh, modes, weights } = scene;
  const shape = { triangles: mesh.triangles.slice(), positions: Float32Array.from(mesh.positions) };
  reply({ kind: 'shape', ...shape });
  const detector = await createSubspaceDetectorAsync(mesh, modes, {
    ...(weights && { weights }),
    onProgress: (fraction) => reply({ kind: 'progress', doing: 'Working out radii', fraction }),
  });
  return new ModesSession(scene, detector, performance.now() - started, reply);
}

/** A mesh in modes, as sliders set them or as it rings. */
class ModesSession implements LiveSession {
  readonly #scene: ReducedScene;
  readonly #detector: SubspaceDetector;
  readonly #reply: (message: LiveReply) => void;
  readonly #positions: Float64Array;
  readonly #ringing: Ringing | null;
  #q: ArrayLike<number>;
  #ready = true;
  #stale = false;

  constructor(
    scene: ReducedScene | ReducedBodiesScene,
    detector: SubspaceDetector,
    prepareMs: number,
    reply: (message: LiveReply) => void,
  ) {
    this.#scene = scene;
    this.#detector = detector;
    this.#reply = reply;
    this.#positions = new Float64Array(scene.mesh.positions.length);
    this.#q = new Float64Array(scene.modeCount);
    this.#ringing = isHeard(scene) ? new Ringing(scene, detector) : null;
    const { about, mesh, modes, modeCount, names, weights } = scene;
    const { radius, restPairCount } = detector;
    const hertz = isHeard(scene) ? scene.frequencies : undefined;
    const opened = {
      about,
      triangles: Uint32Array.from(mesh.triangles),
      modes: Array.from({ length: modeCount }, (_, i) => {
        const reach = (REACH * radius) / Math.sqrt(weights?.[i] ?? 1);
        const name = names?.[i] ?? (hertz ? `${Math.round(hertz[i])} Hz` : `mode ${i + 1}`);
        return { name, low: modes.low?.[i] ?? -reach, high: modes.high?.[i] ?? reach };
      }),
      radius,
      restPairs: restPairCount,
      prepareMs,
      sampleRate: this.#ringing?.sampleRate ?? 0,
    };
    reply({ kind: 'modes', opened });
    this.#offer();
  }

  take(request: LiveRequest): void {
    if (request.kind === 'pose') {
      this.#ringing?.stop();
      this.#q = request.q;
      this.#offer();
    } else if (request.kind === 'level') {
      this.#reply({ kind: 'radii', radii: this.#detector.patchRadii(request.level) });
    } else if (request.kind === 'strike') this.#strike(request.triangle, request.strength);
    else if (request.kind === 'samples') this.#ring(request.count);
    else if (request.kind === 'drawn') {
      this.#ready = true;
      if (this.#stale) this.#offer();
    }
  }

  end(): void {
    this.#detector.dispose();
  }

  #strike(triangle: number, strength: number): void {
    const { triangles } = this.#scene.mesh;
    const struck = triangle >= 0 ? triangle : Math.floor(triangles.length / 9);
    this.#ringing?.strike(triangles[3 * struck], strength);
  }

  #ring(count: number): void {
    const ringing = this.#ringing;
    if (!ringing) return;
    const silent = ringing.isSilent;
    this.#reply({ kind: 'sound', chunk: ringing.next(count) });
    if (silent) return;
    this.#q = Float64Array.from(ringing.q);
    this.#offer();
  }

  /** Unless the page is still busy with the pose before. */
  #offer(): void {
    this.#stale = !this.#ready;
    if (!this.#ready) return;
    this.#ready = false;
    this.#reply({ kind: 'modes-frame', frame: this.#pose() });
  }

  #pose(): ModesFrame {
    const detector = this.#detector;
    detector.update(this.#q);
    const { certified, norm } = detector;
    // clocks of browsers tick every 0.1 ms: a norm is computed often enough to be measured
    const times = certified ? TIMES : 1;
    const started = performance.now();
    for (let i = 0; i < times; i++) {
      detector.update(this.#q);
      detector.selfIntersects();
    }
    const microseconds = (1000 * (performance.now() - started)) / times;
    const found = detector.findIntersections();
    const marked = new Set<number>();
    const points: number[] = [];
    for (let i = 0; i < found.count; i++) {
      marked.add(found.edgeTriangle[i]).add(found.triangle[i]);
      if (i < MARKERS) points.push(...detector.locate(i).point);
    }
    const contacts = found.count;
    detector.deform(this.#q, this.#positions);
    return {
      q: Array.from(this.#q),
      positions: Float32Array.from(this.#positions),
      norm,
      certified,
      contacts,
      marked: Uint32Array.from(marked),
      points: Float32Array.from(points),
      microseconds,
    };
  }
}

function isHeard(scene: ReducedScene | ReducedBodiesScene): scene is ReducedBodiesScene {
  return 'loudness' in scene && scene.loudness !== undefined && scene.frequencies !== undefined;
}
