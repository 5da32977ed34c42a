import type { Object3D } from 'three';
import type { DecoderOptions } from '../gltf/load-decoders.ts';
import { readGltf } from '../gltf/read-gltf.ts';
import { IoError } from '../io-error.ts';
import type { Model, ModelFormat } from '../model.ts';
import { checkDeclared } from './check-declared.ts';
import { withPage } from './dom-parts.ts';
import { sceneToGlb } from './scene-to-glb.ts';

export type ThreeFormat = Extract<ModelFormat, 'fbx' | 'collada' | 'usd'>;

/** What the readers cannot do, which a user must know before trusting the answer. */
const LIMITS: Readonly<Record<ThreeFormat, string>> = {
  fbx: 'FBX is read by three.js: at most four skin weights a vertex, the first layer of each animation; faces are numbered as triangles from 0 in each object.',
  collada:
    'Collada is read by three.js: skins and node animations; faces are numbered as triangles from 0 in each object.',
  usd: 'USD is read by three.js: of animated transforms what it knows, no blend shapes; faces are numbered as triangles from 0 in each object.',
};

/** Reads FBX, Collada and USD with three.js' loaders, by way of glTF: so that skins, morph targets and animations go the one tested way. */
export async function readWithThree(
  bytes: Uint8Array,
  file: string,
  format: ThreeFormat,
  options: DecoderOptions,
): Promise<Model> {
  const said: string[] = [];
  let scene: Object3D | undefined;
  try {
    const parse = await loadParser(format, bytes);
    scene = await withPage(() => withQuietConsole(said, parse));
  } catch (cause) {
    const found = describeCause(cause);
    throw new IoError({ file, expected: `${NAMES[format]} that three.js can read`, found, cause });
  }
  if (!scene) throw new IoError({ file, expected: `${NAMES[format]} that three.js can read`, found: said[0] ?? '' });
  const { glb, warnings } = await sceneToGlb(scene, file);
  const model = await readGltf(glb, file, options);
  const own = [...new Set(said.filter((text) => !/texture|material|Z-UP/i.test(text)))];
  return { ...model, format, warnings: [LIMITS[format], ...own, ...warnings, ...model.warnings] };
}

/** What a loader says on purpose; that it stumbled over something missing tells nobody anything, and stays as the cause. */
function describeCause(cause: unknown): string {
  if (cause instanceof TypeError || cause instanceof RangeError || cause instanceof ReferenceError) {
    return 'the file is damaged, or uses what that does not know';
  }
  return cause instanceof Error ? cause.message.replace(/^THREE\.\w+: /, '').replace(/\.$/, '') : String(cause);
}

const NAMES: Readonly<Record<ThreeFormat, string>> = { fbx: 'FBX', collada: 'Collada', usd: 'USD' };

/** Loaded only when such a file comes: each is larger than all readers of our own. */
async function loadParser(format: ThreeFormat, bytes: Uint8Array): Promise<() => Object3D | undefined> {
  // bytes may be shared memory, which decoders of text refuse
  const copy = new ArrayBuffer(bytes.length);
  new Uint8Array(copy).set(bytes);
  switch (format) {
    case 'fbx': {
      const { FBXLoader } = await import('three/examples/jsm/loaders/FBXLoader.js');
      const text = isTextFbx(copy) ? new TextDecoder().decode(copy) : undefined;
      return () => {
        if (text !== undefined) checkDeclared('fbx', text);
        return new FBXLoader().parse(copy, '');
      };
    }
    case 'collada': {
      const { ColladaLoader } = await import('three/examples/jsm/loaders/ColladaLoader.js');
      return () => {
        const text = new TextDecoder().decode(copy);
        checkDeclared('collada', text);
        return new ColladaLoader().parse(text, '')?.scene;
      };
    }
    case 'usd': {
      const { USDLoader } = await import('three/examples/jsm/loaders/USDLoader.js');
      const text = new Uint8Array(copy, 0, Math.min(5, copy.byteLength));
      const isText = String.fromCharCode(...text) === '#usda';
      const { USDComposer } = await import('three/examples/jsm/loaders/usd/USDComposer.js');
      const { USDAParser } = await import('three/examples/jsm/loaders/usd/USDAParser.js');
      const { withTimeSamples } = await import('./usd-time-samples.ts');
      const source = isText ? new TextDecoder().decode(copy) : copy;
      return () => withTimeSamples(USDComposer.prototype, USDAParser.prototype, () => new USDLoader().parse(source));
    }
  }
}

/** The other kind begins with its name. */
function isTextFbx(bytes: ArrayBuffer): boolean {
  const name = 'Kaydara FBX Binary';
  return String.fromCharCode(...new Uint8Array(bytes, 0, Math.min(name.length, bytes.byteLength))) !== name;
}

/** The loaders talk to the console; what they say belongs into the report. */
function withQuietConsole<T>(said: string[], run: () => T): T {
  const { debug, info, log, warn, error } = console;
  const note = (...parts: unknown[]) => {
    said.push(
      parts
        .map(String)
        .join(' ')
        .replace(/^THREE\.\w+: /, ''),
    );
  };
  console.debug = console.info = console.log = () => {};
  console.warn = note;
  console.error = note;
  try {
    return run();
  } finally {
    Object.assign(console, { debug, info, log, warn, error });
  }
}
