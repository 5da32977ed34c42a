import { makeScene } from '@selfcollide/scenes';
import type { MovingStep } from './moving-step.ts';

/** Scene, triangles, and which frame the step starts from: the first, or the one before the last. */
const STEPS = [
  ['draped-sheet', 20_000, 'first'],
  ['knee', 41_000, 'first'],
  ['knee', 41_000, 'last'],
  ['bunny', 14_696, 'first'],
  ['twisted-sheet', 16_384, 'first'],
  ['twisted-sheet', 16_384, 'last'],
] as const;

/** Steps without contact and with, of generated scenes; `scale` makes them smaller. */
export async function generatedSteps(scale: number): Promise<MovingStep[]> {
  const steps = [await waveStep(Math.round(80_000 * scale))];
  for (const [name, triangles, which] of STEPS) {
    steps.push(await sceneStep(name, Math.round(triangles * scale), which));
  }
  return steps;
}

async function sceneStep(name: string, triangles: number, which: 'first' | 'last'): Promise<MovingStep> {
  const scene = await makeScene(name, { triangles });
  const number = which === 'first' ? 0 : scene.frameCount - 2;
  const [from, to] = [number, number + 1].map((frame) => {
    const pose = new Float64Array(scene.mesh.positions.length);
    scene.frame(frame, pose);
    return pose;
  });
  const size = scene.mesh.triangles.length / 3;
  return { name: `${name} ${size}, ${number}→${number + 1}`, triangles: scene.mesh.triangles, from, to };
}

/** A flat sheet that a wave begins to lift: a quarter of an edge, some ten waves across. */
export async function waveStep(triangles: number): Promise<MovingStep> {
  const { mesh } = await makeScene('flat-sheet', { triangles });
  const from = Float64Array.from(mesh.positions);
  const axes = [0, 1, 2].map((axis) => {
    let [low, high] = [Infinity, -Infinity];
    for (let i = axis; i < from.length; i += 3) {
      low = Math.min(low, from[i]);
      high = Math.max(high, from[i]);
    }
    return { axis, extent: high - low };
  });
  const [across, wide, long] = axes.sort((a, b) => a.extent - b.extent);
  const size = mesh.triangles.length / 3;
  const height = 0.25 * Math.sqrt((2 * wide.extent * long.extent) / size);
  const to = from.slice();
  for (let v = 0; v < from.length; v += 3) {
    const along = (axis: typeof wide) => Math.sin((60 * from[v + axis.axis]) / long.extent);
    to[v + across.axis] += height * along(wide) * along(long);
  }
  return { name: `flat-sheet ${size}, wave`, triangles: mesh.triangles, from, to };
}
