import type { CommonOptions, ContactDetector, Detector, TriangleMesh } from 'selfcollide';
import { kernel } from 'selfcollide/kernel';
import { MeshError, partWeld, weldTriangles, weldVertices } from 'selfcollide/mesh';
import { createContactDetector } from 'selfcollide/star-contour';
import { type MethodName, slowAbove } from '../methods.ts';
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
  async take(method: MethodName, pose: Float64Array, use: Use = 'contacts'): Promise<Taken> {
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

  async #detector(place: number, method: MethodName, use: Use): Promise<TakenDetector> {
    const { triangles, whole, detectors } = this.#welds[place];
    const key = `${method} ${use}`;
    const known = detectors.get(key);
    if (known) return known;
    const doing = `Preparing ${method}`;
    this.#onProgress(doing, 0);
    // the costly part is the same for all that cull patches
    const twin = detectors.get('star-contour contacts');
    const mesh = { positions: this.#mesh.rest, triangles };
    const options = {
      // vertices that were parted stay apart even where they touch
      weld: whole,
      ...(this.#mesh.objects && { objects: this.#mesh.objects }),
      onProgress: (fraction: number) => this.#onProgress(doing, fraction),
    };
    const prepared = twin?.serialize();
    const detector =
      method === 'star-contour' && use === 'contacts'
        ? createContactDetector(mesh, { ...options, kernel })
        : await createOther(mesh, method, use, prepared, options);
    // the first search grows buffers and runs before the browser has compiled it: it is not what a chart should show
    if (use === 'contacts') detector.findIntersections();
    detectors.set(key, detector);
    this.#onProgress(doing, 1);
    return detector;
  }
}

type Detectors = Map<string, TakenDetector>;

/** What a detector is for: contacts alone, writing down what it visits, or what happens until the next frame. */
type Use = 'contacts' | 'trace' | 'step';

type TakenDetector = ContactDetector & Partial<Pick<Detector, 'findImpacts' | 'trace'>>;

interface Taken {
  /** With what its use needs. */
  readonly detector: TakenDetector;
  readonly milliseconds: number;
}

async function createOther(
  mesh: TriangleMesh,
  method: MethodName,
  use: Use,
  prepared: Uint8Array | undefined,
  options: CommonOptions,
): Promise<TakenDetector> {
  const { createDetector, methodNamed, noContour } = await import('./every-method.ts');
  if (use === 'trace') return createDetector(mesh, { ...options, trace: true, prepared });
  if (method === 'unsafe-normal-cone') return createDetector(mesh, { ...options, method: noContour({ prepared }) });
  if (method === 'star-contour') return createDetector(mesh, { ...options, prepared });
  return createDetector(mesh, { ...options, method: methodNamed(method) });
}
