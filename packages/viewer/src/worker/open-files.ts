import {
  bindPose,
  type Model,
  matchSequence,
  objectLabels,
  readModel,
  sameTopology,
  sampleAnimation,
} from '@selfcollide/io';
import { plural } from '@selfcollide/kit';
import wasmUrl from 'draco3dgltf/draco_decoder_gltf.wasm?url';
import type { NamedBytes } from '../messages.ts';
import type { MovingMesh } from './moving-mesh.ts';

const MESH_FILE = /\.(glb|gltf|vrm|obj|ply|stl|off|coff|noff|msh|node|ele|veg|t)$/i;

/** Opens files that were dropped together: a mesh with what it refers to, or the frames of a numbered sequence. */
export async function openFiles(files: readonly NamedBytes[]): Promise<MovingMesh> {
  const meshes = files.filter(({ name }) => MESH_FILE.test(name));
  const used = new Set<string>();
  const resolve = async (uri: string) => {
    const wanted = decodeURIComponent(uri).split('/').pop();
    const found = files.find(({ name }) => name === wanted);
    if (!found) throw new Error(`it refers to "${uri}": open both files together, or export it as one GLB`);
    used.add(found.name);
    return found.bytes;
  };
  const read = ({ name, bytes }: NamedBytes) => readModel(bytes, { name, resolve, loadDracoWasm });

  const frames = meshes.length > 1 ? sortSequence(meshes) : [];
  if (frames.length > 1) return openFrames(frames, read);
  const [file] = meshes.length > 0 ? meshes : files;
  const mesh = movingModel(await read(file));
  const left = meshes.filter(({ name }) => name !== file.name && !used.has(name)).map(({ name }) => name);
  if (left.length === 0) return mesh;
  const warning = `Not opened: ${left.join(', ')}. Files are frames of one sequence if only a number in their names differs.`;
  return { ...mesh, warnings: [warning, ...mesh.warnings] };
}

/** All animations of a file, one after another. */
function movingModel(model: Model): MovingMesh {
  const clips = model.animations.map((_, animation) => sampleAnimation(model, { animation }));
  const names = clips.map(({ name, frameCount }) => `"${name}" (${frameCount} frames)`).join(', ');
  return {
    name: model.name,
    about: describe(model, clips.length > 0 ? `moving: ${names}` : 'one pose'),
    triangles: model.triangles,
    objects: objectLabels(model),
    rest: bindPose(model),
    frameCount: clips.reduce((sum, { frameCount }) => sum + frameCount, 0) || 1,
    frame(i, out) {
      let frame = i;
      for (const clip of clips) {
        if (frame < clip.frameCount) {
          clip.frame(frame, out);
          return;
        }
        frame -= clip.frameCount;
      }
      out.set(model.positions);
    },
    warnings: model.warnings,
  };
}

async function openFrames(
  files: readonly NamedBytes[],
  read: (file: NamedBytes) => Promise<Model>,
): Promise<MovingMesh> {
  const base = await read(files[0]);
  return {
    name: `${files[0].name} … ${files[files.length - 1].name}`,
    about: describe(base, `${files.length} files, a frame each`),
    triangles: base.triangles,
    objects: objectLabels(base),
    rest: base.positions,
    frameCount: files.length,
    async frame(i, out) {
      const model = i === 0 ? base : await read(files[i]);
      if (!sameTopology(base, model)) {
        const [own, first] = [model, base].map(({ triangles }) => plural(triangles.length / 3, 'triangle'));
        throw new Error(
          `${files[i].name} is another mesh (${own}) than ${files[0].name} (${first}). A sequence shows one mesh in motion: open ${files[i].name} alone, or check such sequences with "selfcollide check", which allows this.`,
        );
      }
      out.set(model.positions);
    },
    warnings: base.warnings,
  };
}

/** Files that differ in one number only, in the order of that number; none if they do not. */
function sortSequence(files: readonly NamedBytes[]): NamedBytes[] {
  const pattern = files[0].name.replace(/\d+(?=\D*$)/, '*');
  const { names } = matchSequence(
    files.map(({ name }) => name),
    pattern,
  );
  return names.map((wanted) => files.find(({ name }) => name === wanted)!);
}

function describe({ objects, format }: Model, motion: string): string {
  const things = objects.length === 1 ? 'one object' : `${objects.length} objects`;
  return `${format === 'gltf' ? 'glTF' : format.toUpperCase()} file with ${things}, ${motion}.`;
}

/** Comes with the page itself; loaded only for files that need it. */
export async function loadDracoWasm(): Promise<Uint8Array> {
  const response = await fetch(wasmUrl);
  if (!response.ok) throw new Error(`the Draco decoder could not be loaded (${response.status})`);
  return new Uint8Array(await response.arrayBuffer());
}
