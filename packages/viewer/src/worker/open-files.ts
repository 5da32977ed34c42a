import {
  type Animation,
  bindPose,
  locateInFile,
  type Model,
  matchSequence,
  objectLabels,
  readModel,
  sameTopology,
  sampleAnimation,
} from '@selfcollide/io';
import { plural, type ReviewClip } from '@selfcollide/kit';
import wasmUrl from 'draco3dgltf/draco_decoder_gltf.wasm?url';
import type { FileToOpen } from '../messages.ts';
import { joinMeshes } from './join-meshes.ts';
import type { MovingMesh } from './moving-mesh.ts';

/** Formats whose look is read. */
const DRESSED = /\.(glb|gltf|vrm)$/i;
const MESH_FILE = /\.(glb|gltf|vrm|obj|ply|stl|off|coff|noff|msh|node|ele|veg|t)$/i;

/** `look`: with materials and pictures. */
type Read = (file: FileToOpen, look?: boolean) => Promise<Model>;

/** Files that are frames of one mesh, or a single one. */
interface FileGroup {
  /** As `selfcollide check` takes it. */
  readonly argument: string;
  readonly files: readonly FileToOpen[];
  readonly numbers: readonly number[];
}

/**
 * Opens files that belong together: meshes with what they refer to, and frames of numbered sequences. Several are objects of one scene,
 * unless `only` names one of them.
 */
export async function openFiles(files: readonly FileToOpen[], only?: string): Promise<MovingMesh> {
  const meshes = files.filter(({ name }) => MESH_FILE.test(name));
  const used = new Set<string>();
  const resolve = async (uri: string) => {
    const wanted = decodeURIComponent(uri).split('/').pop();
    const found = files.find(({ name }) => name === wanted);
    if (!found) throw new Error(`it refers to "${uri}": open both files together, or export it as one GLB`);
    used.add(found.name);
    return readBytes(found);
  };
  const read: Read = async (file, look = false) =>
    readModel(await readBytes(file), { name: file.name, resolve, loadDracoWasm, look });

  const groups = groupFiles(meshes.length > 0 ? meshes : files);
  const opened: MovingMesh[] = [];
  for (const group of groups) {
    // TetGen's .node and .ele are two files of one mesh
    if (group.files.length === 1 && used.has(group.files[0].name)) continue;
    const mesh = group.files.length > 1 ? await openFrames(group, read) : await openModel(group, read);
    opened.push(mesh);
  }
  const names = opened.map(({ name }) => name);
  const chosen = opened.find(({ name }) => name === only) ?? (opened.length === 1 ? opened[0] : undefined);
  return { ...(chosen ?? joinMeshes(opened)), files: names };
}

/** Files that differ in one number only are frames, in the order of that number; whoever gave them may know better. */
function groupFiles(files: readonly FileToOpen[]): FileGroup[] {
  const byPattern = new Map<string, FileToOpen[]>();
  for (const file of files) {
    const pattern = file.sequence ?? file.name.replace(/\d+(?=\D*$)/, '*');
    byPattern.set(pattern, [...(byPattern.get(pattern) ?? []), file]);
  }
  return Array.from(byPattern, ([pattern, members]): FileGroup => {
    if (members.length === 1) return { argument: members[0].path ?? members[0].name, files: members, numbers: [0] };
    if (members.every(({ frame }) => frame !== undefined)) {
      return { argument: pattern, files: members, numbers: members.map(({ frame }) => frame!) };
    }
    const { names, frames } = matchSequence(
      members.map(({ name }) => name),
      pattern,
    );
    const known = new Map(members.map((file) => [file.name, file]));
    return { argument: pattern, files: names.map((name) => known.get(name)!), numbers: frames };
  });
}

/** All animations of a file, one after another. */
async function openModel({ files: [file], argument }: FileGroup, read: Read): Promise<MovingMesh> {
  const model = await readDressed(file, read);
  const animations = model.animations.map((_, animation) => sampleAnimation(model, { animation }));
  const clips = listClips(animations);
  const names = animations.map(({ name, frameCount }) => `"${name}" (${frameCount} frames)`).join(', ');
  return {
    ...describeModel(model, animations.length > 0 ? `moving: ${names}` : 'one pose'),
    argument,
    rest: bindPose(model),
    frameCount: clips.reduce((sum, { frameCount }) => sum + frameCount, 0),
    clips,
    frame(i, out) {
      const at = clips.findLastIndex(({ firstFrame }) => firstFrame <= i);
      if (animations.length === 0) out.set(model.positions);
      else animations[at].frame(i - clips[at].firstFrame, out);
    },
  };
}

/** A look that cannot be read is no reason to show nothing. */
async function readDressed(file: FileToOpen, read: Read): Promise<Model> {
  if (!DRESSED.test(file.name)) return read(file);
  try {
    return await read(file, true);
  } catch {
    return read(file);
  }
}

function listClips(animations: readonly Animation[]): ReviewClip[] {
  if (animations.length === 0) return [{ name: '', firstFrame: 0, frameCount: 1, numbers: [0] }];
  let firstFrame = 0;
  return animations.map(({ name, frameCount, time }) => {
    const numbers = Uint32Array.from({ length: frameCount }, (_, i) => i);
    const clip = { name, firstFrame, frameCount, numbers, times: Float64Array.from(numbers, (i) => time(i)) };
    firstFrame += frameCount;
    return clip;
  });
}

async function openFrames({ files, numbers, argument }: FileGroup, read: Read): Promise<MovingMesh> {
  const base = await read(files[0]);
  const [first, last] = [files[0].name, files[files.length - 1].name];
  return {
    ...describeModel(base, `${files.length} files, a frame each`),
    name: `${first} … ${last}`,
    argument,
    rest: base.positions,
    frameCount: files.length,
    clips: [{ name: '', firstFrame: 0, frameCount: files.length, numbers, files: files.map(({ name }) => name) }],
    async frame(i, out) {
      const model = i === 0 ? base : await read(files[i]);
      if (!sameTopology(base, model)) {
        const [own, other] = [model, base].map(({ triangles }) => plural(triangles.length / 3, 'triangle'));
        throw new Error(
          `${files[i].name} is another mesh (${own}) than ${first} (${other}). A sequence shows one mesh in motion: open ${files[i].name} alone, or check such sequences with "selfcollide check", which allows this.`,
        );
      }
      out.set(model.positions);
    },
  };
}

function describeModel(model: Model, motion: string) {
  const { name, objects, format, triangles, warnings } = model;
  const things = objects.length === 1 ? 'one object' : `${objects.length} objects`;
  return {
    name,
    about: `${format === 'gltf' ? 'glTF' : format.toUpperCase()} file with ${things}, ${motion}.`,
    triangles,
    objects: objectLabels(model),
    objectNames: objects.map((object) => object.name),
    warnings,
    locate: (triangle: number) => locateInFile(model, triangle),
    ...(model.look && model.materials && { look: { ...model.look, ofTriangle: model.materials.ofTriangle } }),
    files: [],
  };
}

async function readBytes({ name, data }: FileToOpen): Promise<Uint8Array> {
  if (data instanceof Uint8Array) return data;
  if (typeof data !== 'string') return new Uint8Array(await data.arrayBuffer());
  let status = 'no answer';
  try {
    const response = await fetch(data);
    if (response.ok) return new Uint8Array(await response.arrayBuffer());
    status = `answer ${response.status}`;
  } catch {}
  throw new Error(`${name} could not be loaded (${status}). Is "selfcollide view" still running? Or drop it here.`);
}

/** Comes with the page itself; loaded only for files that need it. */
export async function loadDracoWasm(): Promise<Uint8Array> {
  const response = await fetch(wasmUrl);
  if (!response.ok) throw new Error(`the Draco decoder could not be loaded (${response.status})`);
  return new Uint8Array(await response.arrayBuffer());
}
