import type { ContactDetector, Detector, DetectorMethod, DetectorOptions } from 'selfcollide';
import { kernel } from 'selfcollide/kernel';
import { MeshError, partWeld, weldTriangles, weldVertices } from 'selfcollide/mesh';
import { createContactDetector } from 'selfcollide/star-contour';
import { slowAbove } from '../methods.ts';
import type { MovingMesh } from './moving-mesh.ts';

type Progress = (doing: string, fraction: number) => void;

/** A detector of each method for one mesh, made when first needed. */
export class MethodBench {
  readonly #mesh: MovingMesh;
  readonly #onProgress: Progress;
  /** As welded at rest, and again for poses where that breaks a seam. */
  readonly #welds: { readonly triangles: Uint32Array; readonly whole: boolean; readonly detectors: Detectors }[] = [];

  constructor(mesh: MovingMesh, onProgress: Progress) {
    this.#mesh = mesh;
    this.#onProgress = onProgress;
    this.#welds.push({ triangles: mesh.triangles, whole: true, detectors: new Map() });
  }

  /** A detector with this pose taken, and how long taking it took. */
  async take(method: DetectorMethod, pose: Float64Array, use: Use = 'contacts'): Promise<Taken> {
    const limit = slowAbove(method);
    if (this.#mesh.triangles.length / 3 > limit) {
      throw new RangeError(
        `${method} compares every pair of triangles; it is offered up to ${limit} triangles. Choose another method.`,
      );
    }
    for (let i = 0; ; i++) {
      if (i === this.#welds.length) this.#partSeams(pose);
      const detector = await this.#detector(i, method, use);
      const started = performance.now();
      try {
        detector.update(pose);
        return { detector, milliseconds: performance.now() - started };
      } catch (error) {
        if (!(error instanceof MeshError && error.code === 'WELD_BROKEN') || i > this.#welds.length) throw error;
      }
    }
  }

  #partSeams(pose: Float64Array): void {
    const { rest, triangles: original, objects } = this.#mesh;
    const weld = weldVertices(rest, { triangles: original, ...(objects && { objects }) });
    const triangles = weldTriangles(original, partWeld(weld, pose));
    this.#welds.push({ triangles, whole: false, detectors: new Map() });
  }

  async #detector(place: number, method: DetectorMethod, use: Use): Promise<ContactDetector> {
    const { triangles, whole, detectors } = this.#welds[place];
    const key = `${method} ${use}`;
    const known = detectors.get(key);
    if (known) return known;
    const doing = `Preparing ${method}`;
    this.#onProgress(doing, 0);
    // the costly part is the same for all that cull patches
    const twin = [...detectors.values()].find((detector) => usesPatches(detector.method));
    const mesh = { positions: this.#mesh.rest, triangles };
    const options = {
      // vertices that were parted stay apart even where they touch
      weld: whole,
      ...(this.#mesh.objects && { objects: this.#mesh.objects }),
      ...(usesPatches(method) && twin && { prepared: twin.serialize() }),
      onProgress: (fraction: number) => this.#onProgress(doing, fraction),
    };
    const tracing = use === 'trace' && ({ trace: true } as const);
    const detector =
      method === 'star-contour' && use === 'contacts'
        ? createContactDetector(mesh, { ...options, kernel })
        : (await import('./every-method.ts')).createDetector(mesh, {
            method,
            ...options,
            ...tracing,
          } as DetectorOptions);
    // the first search grows buffers and runs before the browser has compiled it: it is not what a chart should show
    if (use === 'contacts') detector.findIntersections();
    detectors.set(key, detector);
    this.#onProgress(doing, 1);
    return detector;
  }
}

type Detectors = Map<string, ContactDetector>;

/** What a detector is for: contacts alone, writing down what it visits, or what happens until the next frame. */
type Use = 'contacts' | 'trace' | 'step';

interface Taken {
  /** With what its use needs. */
  readonly detector: ContactDetector & Partial<Pick<Detector, 'trace' | 'findImpacts'>>;
  readonly milliseconds: number;
}

function usesPatches(method: string): boolean {
  return method === 'star-contour' || method === 'unsafe-normal-cone';
}
