import type { ReducedBodiesScene } from '@selfcollide/scenes';
import type { SubspaceDetector } from 'selfcollide';
import type { SoundChunk } from '../live-messages.ts';

/** Loudest sample of a blow that brings the norm to the radius. */
const LOUDEST = 0.7;
/** Part of the loudest below which nothing is heard any more. */
const SILENT = 1e-4;

/** A body that rings after blows, sample by sample; each pose is asked whether it is proved free. */
export class Ringing {
  readonly #scene: ReducedBodiesScene;
  readonly #detector: SubspaceDetector;
  /** A bank of resonators: every step is a sample. */
  readonly #bank;
  readonly #loudness: Float64Array;
  /** ω² of each. */
  readonly #eigenvalues: Float64Array;
  readonly #q: Float64Array;
  readonly #noForce: Float64Array;
  #volume = 0;

  constructor(scene: ReducedBodiesScene, detector: SubspaceDetector) {
    this.#scene = scene;
    this.#detector = detector;
    this.#bank = scene.begin().bodies[0].motion;
    this.#loudness = scene.loudness!;
    this.#eigenvalues = scene.frequencies!.map((hertz) => (2 * Math.PI * hertz) ** 2);
    this.#q = new Float64Array(scene.modeCount);
    this.#noForce = new Float64Array(this.#loudness.length);
  }

  get sampleRate(): number {
    return Math.round(1 / this.#scene.timeStep);
  }

  /** Coordinates that move the surface. */
  get q(): Float64Array {
    this.#q.set(this.#bank.q.subarray(0, this.#q.length));
    return this.#q;
  }

  get isSilent(): boolean {
    return this.#amplitude() * this.#volume < SILENT;
  }

  stop(): void {
    this.#bank.q.fill(0);
    this.#bank.velocity.fill(0);
  }

  /** Along the normal of a vertex, so hard that the norm, if all modes swing out at once, comes to `strength` times the radius. */
  strike(vertex: number, strength: number): void {
    const { surface, normals } = this.#scene.shape;
    const { rows, stride } = surface;
    const blow = new Float64Array(this.#loudness.length);
    for (let k = 0; k < blow.length; k++) {
      for (let axis = 0; axis < 3; axis++)
        blow[k] += rows[(3 * vertex + axis) * stride + k] * normals[3 * vertex + axis];
    }
    let square = 0;
    const { weights } = this.#scene;
    for (let k = 0; k < this.#q.length; k++) square += ((weights?.[k] ?? 1) * blow[k] ** 2) / this.#eigenvalues[k];
    const size = (strength * this.#detector.radius) / (Math.sqrt(square) || 1);
    for (let k = 0; k < blow.length; k++) this.#bank.velocity[k] += size * blow[k];
    if (this.#volume === 0) this.#volume = (LOUDEST * strength) / (this.#amplitude() || 1);
  }

  next(count: number): SoundChunk {
    const samples = new Float32Array(count);
    let certified = 0;
    let norm = 0;
    for (let i = 0; i < count; i++) {
      this.#bank.step(this.#noForce);
      let sum = 0;
      for (let k = 0; k < this.#loudness.length; k++) sum += this.#loudness[k] * this.#bank.velocity[k];
      samples[i] = Math.max(-1, Math.min(1, this.#volume * sum));
      this.#detector.update(this.q);
      if (this.#detector.certified) certified++;
      norm = Math.max(norm, this.#detector.norm);
    }
    return { samples, certified, norm };
  }

  /** How loud it could be now. */
  #amplitude(): number {
    const { q, velocity } = this.#bank;
    let sum = 0;
    for (let k = 0; k < this.#loudness.length; k++) {
      sum += this.#loudness[k] * Math.sqrt(velocity[k] ** 2 + this.#eigenvalues[k] * q[k] ** 2);
    }
    return sum;
  }
}
