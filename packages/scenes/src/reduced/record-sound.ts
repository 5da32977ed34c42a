import type { ReducedBodiesScene, ReducedRunOptions } from './reduced-scene.ts';

export interface RecordSoundOptions extends ReducedRunOptions {
  readonly seconds: number;
  /** After some hundred samples, with the share that is done. */
  readonly onProgress?: (share: number) => void;
}

/** What a scene of one body sounds like, a sample a step: the velocities of all modes that contacts excite, each as loud as its surface moves. */
export function recordSound(scene: ReducedBodiesScene, options: RecordSoundOptions): Float64Array {
  const { seconds, onProgress, ...run } = options;
  const { loudness, timeStep } = scene;
  if (loudness === undefined) throw new RangeError(`recordSound: ${scene.name} must be a scene that can be heard.`);
  if (!(seconds > 0 && seconds < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`recordSound: seconds must be a finite number above 0, got ${seconds}.`);
  }
  const world = scene.begin(run);
  const samples = new Float64Array(Math.round(seconds / timeStep));
  const { velocity } = world.bodies[0].motion;
  for (let i = 0; i < samples.length; i++) {
    world.step();
    let sum = 0;
    for (let k = 0; k < loudness.length; k++) sum += loudness[k] * velocity[k];
    samples[i] = sum;
    if (i % 441 === 440) onProgress?.((i + 1) / samples.length);
  }
  return samples;
}
