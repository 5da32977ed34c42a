import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bindPose, readModel, sampleAnimation } from '@selfcollide/io';
import type { TriangleMesh } from 'selfcollide';
import type { PosedFrame } from './measure-animation.ts';

/** Frames of real data, with the first as rest shape. */
export interface DataScene {
  readonly name: string;
  readonly mesh: TriangleMesh & { readonly triangles: Uint32Array };
  readonly frames: readonly (PosedFrame & { readonly label: string })[];
}

/** Sequences of ../shared/data: name, file name around the frame, and which frames. */
const SEQUENCES = [
  ['cloth-ball', 'cloth-ball_#.ply', [92, 93]],
  ['cloth-funnel', 'cloth-funnel_#.ply', [227, 228]],
  ['rod-twist', 'rod-twist_#.ply', [3036, 3037]],
  ['armadillo-rollers', 'armadillo-rollers_#.ply', [326, 327]],
  ['kick', 'kick_shell#.obj', [0, 30, 45]],
] as const;

const CHARACTER = 'CesiumMan';

export const dataSceneNames: readonly string[] = [...SEQUENCES.map(([name]) => name), CHARACTER];

/** Reads one of `dataSceneNames`. For the character at most `frames` of its walk, evenly. */
export async function readDataScene(folder: string, name: string, frames: number): Promise<DataScene> {
  const read = (path: string) => readModel(readFileSync(join(folder, path)), { name: path });
  if (name === CHARACTER) {
    const model = await read(`skinned/${CHARACTER}.glb`);
    const walk = sampleAnimation(model);
    const count = Math.min(frames, walk.frameCount);
    const chosen = Array.from({ length: count }, (_, i) => Math.floor((i * walk.frameCount) / count));
    return {
      name,
      mesh: { positions: bindPose(model), triangles: Uint32Array.from(model.triangles) },
      frames: chosen.map((number) => {
        const positions = new Float64Array(walk.length);
        walk.frame(number, positions);
        return { number, label: String(number), positions };
      }),
    };
  }
  const sequence = SEQUENCES.find(([known]) => known === name);
  if (!sequence) throw new RangeError(`readDataScene: name must be one of ${dataSceneNames.join(', ')}; got ${name}.`);
  const [, pattern, numbers] = sequence;
  const models = await Promise.all(numbers.map((number) => read(`sequences/${pattern.replace('#', String(number))}`)));
  return {
    name,
    mesh: { positions: models[0].positions, triangles: Uint32Array.from(models[0].triangles) },
    frames: models.map(({ positions }, i) => ({ number: numbers[i], label: String(numbers[i]), positions })),
  };
}
