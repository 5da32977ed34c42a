import type { MeshObject, Model } from '@selfcollide/io';
import type { Scene } from '@selfcollide/scenes';
import { makeNamedScene } from '../scenes/named-scene.ts';
import { buildClips, countUp } from './build-clips.ts';
import type { SceneInput } from './input.ts';
import type { PoseOptions, Source } from './source.ts';

/** Opens a built-in scene. */
export async function openScene(input: SceneInput, options: PoseOptions): Promise<Source> {
  const { name, triangles } = input;
  const scene = await makeNamedScene(input.scene, triangles === undefined ? {} : { triangles });
  const raw = { name: '', numbers: countUp(scene.frameCount) };
  const [{ clip, places }] = buildClips(name, [raw], options.frames);
  const positions = new Float64Array(scene.mesh.positions.length);
  return {
    name,
    format: 'scene',
    base: sceneModel(scene),
    rest: scene.mesh.positions,
    restKind: scene.frameCount > 1 ? 'first frame' : 'only pose',
    clips: [clip],
    frameCount: clip.frameCount,
    warnings: [],
    async pose(frame) {
      scene.frame(places[frame], positions);
      return { positions };
    },
  };
}

/** A scene as a model: numbers count from 0, as in PLY. */
export function sceneModel(scene: Scene): Model {
  const { mesh, objects } = scene;
  return {
    name: scene.name,
    format: 'ply',
    positions: mesh.positions,
    triangles: mesh.triangles,
    objects: sceneObjects(scene, objects),
    numbers: { base: 0, perPart: false },
    animations: [],
    warnings: [],
  };
}

/** Bodies of a scene follow each other, so every run of equal labels is an object. */
function sceneObjects({ name, mesh }: Scene, labels: Uint32Array | undefined): MeshObject[] {
  const count = mesh.triangles.length / 3;
  const starts: number[] = [];
  for (let t = 0; t < count; t++) if (t === 0 || (labels && labels[t] !== labels[t - 1])) starts.push(t);
  return starts.map((firstTriangle, i) => {
    const end = starts[i + 1] ?? count;
    const corners = mesh.triangles.subarray(3 * firstTriangle, 3 * end);
    const firstVertex = corners.reduce((least, v) => Math.min(least, v), corners[0]);
    const vertexCount = corners.reduce((most, v) => Math.max(most, v), 0) - firstVertex + 1;
    const part = { firstTriangle, triangleCount: end - firstTriangle, firstVertex, vertexCount };
    return { name: starts.length > 1 ? `${name} ${i + 1}` : name, ...part, parts: [part] };
  });
}
