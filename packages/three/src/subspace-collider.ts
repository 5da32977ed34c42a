import { createSubspaceDetector, type Intersections, type SubspaceDetector, type SubspaceOptions } from 'selfcollide';
import type { Mesh } from 'three';
import { type MorphModes, type MorphModesOptions, morphModes } from './morph-modes.ts';

export interface SubspaceColliderOptions extends SubspaceOptions, MorphModesOptions {}

/** A step that still ends in a contact is shortened this often, each time by twice as much, at last to nothing. */
const SHORTENINGS = 12;

/**
 * Finds where a mesh with morph targets hits itself, by its weights: once prepared, a pose that is proved free costs next to nothing. Preparation may
 * take seconds; `serialize()` of the detector, or `selfcollide certify --prepared`, keeps it for the option `prepared`.
 *
 * @example
 * const collider = new SubspaceCollider(face);
 * collider.moveTowards(wanted); // every frame: sets the mesh's weights, and stops at contact
 */
export class SubspaceCollider {
  readonly detector: SubspaceDetector;
  readonly modes: MorphModes;
  readonly #mesh: Mesh;
  readonly #from: Float64Array;
  readonly #to: Float64Array;

  constructor(mesh: Mesh, { bindPose = false, ...options }: SubspaceColliderOptions = {}) {
    this.#mesh = mesh;
    this.modes = morphModes(mesh, { bindPose });
    const { vectors } = this.modes;
    this.detector = createSubspaceDetector(this.modes.mesh, { vectors }, options);
    this.#from = new Float64Array(this.detector.modeCount);
    this.#to = new Float64Array(this.detector.modeCount);
    this.update();
  }

  /** Takes the mesh's weights as they are now. */
  update(): this {
    this.detector.update(this.#readWeights());
    return this;
  }

  /** Whether the weights of the last `update` are proved to be free of contact, but for what touches at rest. */
  get certified(): boolean {
    return this.detector.certified;
  }

  selfIntersects(): boolean {
    return this.detector.selfIntersects();
  }

  findIntersections(): Intersections {
    return this.detector.findIntersections();
  }

  /**
   * Moves the mesh's weights straight towards others, and stops before something touches that does not touch yet. Returns the share of the way that was
   * taken: 1 if nothing was in it.
   *
   * @throws RangeError if `weights` has another length than the mesh has targets, or holds what is not finite; nothing changes then.
   */
  moveTowards(weights: ArrayLike<number>): number {
    const { detector } = this;
    if (weights?.length !== this.#to.length || !Array.prototype.every.call(weights, Number.isFinite)) {
      const got = weights?.length === this.#to.length ? Array.from(weights).join(', ') : `length ${weights?.length}`;
      throw new RangeError(
        `moveTowards: weights must hold ${this.#to.length} finite numbers, one a target, got ${got}.`,
      );
    }
    const from = this.#readWeights();
    const to = this.#to;
    let share = detector.earliestImpact(from, weights, { start: 'ignore' })?.time ?? 1;
    const contactsBefore = this.#contactsAt(from);
    for (let k = SHORTENINGS; k >= 0; k--) {
      for (let i = 0; i < to.length; i++) to[i] = share === 1 ? weights[i] : from[i] + share * (weights[i] - from[i]);
      // an impact's time is never late, but may be that of the touch itself
      if (share === 0 || this.#contactsAt(to) <= contactsBefore) break;
      share *= 1 - 2 ** -k;
    }
    if (share === 0) to.set(from);
    const influences = this.#mesh.morphTargetInfluences;
    for (let i = 0; influences && i < to.length; i++) influences[i] = to[i];
    detector.update(to);
    return share;
  }

  #contactsAt(weights: Float64Array): number {
    this.detector.update(weights);
    return this.detector.certified && this.detector.restPairCount === 0 ? 0 : this.detector.findIntersections().count;
  }

  #readWeights(): Float64Array {
    const influences = this.#mesh.morphTargetInfluences ?? [];
    for (let i = 0; i < this.#from.length; i++) this.#from[i] = influences[i] ?? 0;
    return this.#from;
  }
}
