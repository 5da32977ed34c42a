import { makeScene } from '@selfcollide/scenes';
import type { BenchOptions } from './bench-options.ts';
import { selectContenders } from './contenders.ts';
import { type MeasureOptions, measure } from './measure.ts';
import type { SceneReport } from './scene-report.ts';
import { selectFrames } from './select-frames.ts';

const FULL: MeasureOptions = { warmUpRounds: 3, rounds: 15, maxSeconds: 30 };
const QUICK: MeasureOptions = { warmUpRounds: 1, rounds: 3, maxSeconds: 5 };

/** The strongest peer, so that a speed-up means something. */
const DEFAULT_BASELINE = 'three-mesh-bvh-tuned';

/** Times the chosen contenders on one scene, given as `name` or `name:triangles`. */
export async function benchScene(
  wanted: string,
  options: Pick<BenchOptions, 'methods' | 'frames' | 'triangles' | 'baseline' | 'quick'>,
): Promise<SceneReport> {
  const [name, size] = wanted.split(':');
  const triangles = size === undefined ? options.triangles : Number(size);
  const contenders = selectContenders(options.methods);
  const baseline = options.baseline ?? (contenders.find(({ name }) => name === DEFAULT_BASELINE) ?? contenders[0]).name;
  if (!contenders.some((contender) => contender.name === baseline)) {
    throw new RangeError(`--baseline must be one of the methods that run, got ${baseline}.`);
  }
  const scene = await makeScene(name, triangles === undefined ? {} : { triangles });

  // single precision, since that is what three-mesh-bvh keeps: everyone then sees the same numbers
  const pose = new Float64Array(scene.mesh.positions.length);
  const frames = selectFrames(options.frames, scene.frameCount).map((number) => {
    scene.frame(number, pose);
    return { number, positions: new Float32Array(pose) };
  });
  const mesh = { positions: new Float32Array(scene.mesh.positions), triangles: scene.mesh.triangles };
  const measurements = measure(contenders, mesh, frames, options.quick ? QUICK : FULL, baseline);
  return {
    scene: scene.name,
    triangles: mesh.triangles.length / 3,
    frames: frames.map(({ number }) => number),
    baseline,
    measurements,
  };
}
