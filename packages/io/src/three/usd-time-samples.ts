import {
  AnimationClip,
  BufferAttribute,
  BufferGeometry,
  type Group,
  type Mesh,
  NumberKeyframeTrack,
  type Object3D,
} from 'three';
import type { USDAParser } from 'three/examples/jsm/loaders/usd/USDAParser.js';
import type { USDComposer, UsdAttributes } from 'three/examples/jsm/loaders/usd/USDComposer.js';
import { countMeshes, tidyUsdText } from './tidy-usd-text.ts';

/** What a geometry made here knows of its shapes over time. */
interface Samples {
  /** Seconds. */
  readonly times: readonly number[];
  /** Morph targets that make the shape of each time, at full weight. */
  readonly targets: readonly (readonly number[])[];
}

/** Point numbers go through texture coordinates, two floats each, as digits of this base: exact. */
const DIGIT = 4096;
/** Attributes of points that decide how they move or how faces are cut; all other ones are looks. */
const KEPT = /^primvars:(skel|arnold:polygon_holes)/;
/** What has no shape may come from files that are not there. */
const LOOKS = /^(Material|Shader|NodeGraph|Scope)$/;

const OTHER_FILES = /^\s*(?!prepend references)(?:\w+ )?(?:references|payload|subLayers)\s*=\s*\[?\s*(@[^@\n]*@)/m;
const MOVING = /^(.*)\.(xformOp:.*|blendShapeWeights)$/;
const KNOWN_OPS = /^xformOp:(translate|orient|rotateXYZ|scale|transform.*)$/;

/**
 * Runs three.js' USDLoader, which takes one sample of points that change with time, so that all of them are read: every sample becomes a morph
 * target, and an animation leads from one to the next. What would be left out without a word is refused.
 *
 * @throws Error if faces change with time, or a reference leads to a file that is not there.
 */
export function withTimeSamples(composer: USDComposer, parser: USDAParser, load: () => Group): Group {
  const { _buildMesh, _buildGeometry, _buildGeometryWithSubsets, _buildAnimations } = composer;
  const { _getReferences, _resolveReference } = composer;
  const before = {
    _buildMesh,
    _buildGeometry,
    _buildGeometryWithSubsets,
    _buildAnimations,
    _getReferences,
    _resolveReference,
  };
  const { parseData } = parser;
  let metersPerUnit: number | undefined;
  let path = '';
  let typeName = '';
  // `this` is a composer made for the file, or for one within the archive
  const own: Partial<USDComposer> = {
    _buildMesh(at, spec) {
      path = at;
      return _buildMesh.call(this, at, spec);
    },
    _buildGeometry(at, attributes, skinned) {
      return addSamples(this as USDComposer, at, attributes, skinned, (changed) =>
        _buildGeometry.call(this, at, changed, skinned),
      );
    },
    _buildGeometryWithSubsets(attributes, subsets, skinned) {
      return addSamples(this as USDComposer, path, attributes, skinned, (changed) =>
        _buildGeometryWithSubsets.call(this, changed, subsets, skinned),
      );
    },
    _buildAnimations() {
      noteUnread(this as USDComposer);
      metersPerUnit = this.specsByPath?.['/']?.fields.metersPerUnit; // that of the outermost file comes last
      return _buildAnimations.call(this);
    },
    _getReferences(spec) {
      typeName = spec.fields.typeName ?? '';
      return _getReferences.call(this, spec);
    },
    _resolveReference(reference, variants) {
      const looks = LOOKS.test(typeName);
      const found = _resolveReference.call(this, reference, variants);
      if (!found && !looks && reference.includes('@')) {
        throw unreadReference(reference);
      }
      return found;
    },
  };
  Object.assign(composer, own);
  parser.parseData = (text) => parseWhole(parseData.bind(parser), text);
  try {
    const scene = load();
    // as the format says for files that say nothing; three.js takes them to be in metres
    if (metersPerUnit === undefined) scene.scale.setScalar(0.01);
    playTogether(scene);
    return scene;
  } finally {
    Object.assign(composer, before);
    parser.parseData = parseData;
  }
}

/**
 * Parses a file of text, all of it.
 *
 * @throws Error if it is cut off, refers to others in a way that three.js passes over, or has meshes that it does not find.
 */
function parseWhole(parse: USDAParser['parseData'], text: string): ReturnType<USDAParser['parseData']> {
  const tidy = tidyUsdText(text);
  const reference = OTHER_FILES.exec(tidy);
  if (reference) throw unreadReference(reference[1]);
  const data = parse(tidy);
  const found = Object.values(data.specsByPath).filter((spec) => spec?.fields.typeName === 'Mesh').length;
  const meshes = countMeshes(tidy);
  if (found < meshes) throw new Error(`three.js finds ${found} of ${meshes} meshes`);
  return data;
}

function unreadReference(reference: string): Error {
  return new Error(`it refers to ${reference}, which is not read: flatten it first (usdcat --flatten)`);
}

/** What is in the file and not known to three.js: other layers, and what moves but would stand still here. */
function noteUnread({ specsByPath }: USDComposer): void {
  const layers = specsByPath['/']?.fields.subLayers ?? [];
  if (layers.length > 0) throw unreadReference(`@${String(layers[0])}@`);
  for (const [path, spec] of Object.entries(specsByPath)) {
    const [, prim, name] = MOVING.exec(path) ?? [];
    if (name === undefined || KNOWN_OPS.test(name) || (spec?.fields.timeSamples?.times.length ?? 0) < 2) continue;
    console.warn(`Animated ${name} of ${prim} is not read: it stands still.`);
  }
}

function addSamples(
  { specsByPath, fps }: USDComposer,
  path: string,
  attributes: UsdAttributes,
  skinned: boolean,
  build: (attributes: UsdAttributes) => BufferGeometry,
): BufferGeometry {
  for (const name of ['faceVertexIndices', 'faceVertexCounts']) {
    const { values } = specsByPath[`${path}.${name}`]?.fields.timeSamples ?? { values: [] };
    if (values.some((value) => !isSame(value, values[0]))) {
      throw new Error(`the faces of ${path} change with time: export numbered OBJ or PLY files instead`);
    }
  }
  const samples = specsByPath[`${path}.points`]?.fields.timeSamples;
  const rest = attributes.points;
  if (!rest) throw new Error(`three.js finds no points of ${path}`);
  if (!samples || samples.times.length < 2 || rest.length === 0) return build(attributes);
  for (const [i, { length }] of samples.values.entries()) {
    if (length === rest.length) continue;
    const found = `${length / 3} points at ${samples.times[i]} where there were ${rest.length / 3}`;
    throw new Error(`${path} has ${found}: export numbered OBJ or PLY files instead`);
  }
  const made = build(numberPoints(attributes, rest.length / 3));
  const digits = made.getAttribute('uv');
  const points = Uint32Array.from({ length: digits.count }, (_, i) => digits.getX(i) + DIGIT * digits.getY(i));
  const geometry = skinned ? made : indexed(made, rest, points);
  const targets: number[][] = [];
  const attributesOfTargets: BufferAttribute[] = [];
  geometry.deleteAttribute('uv');
  for (const values of samples.values) {
    const [high, low] = splitOffsets(values, rest);
    const some = low.some((value) => value !== 0) ? [high, low] : [high];
    targets.push(some.map((_, i) => attributesOfTargets.length + i));
    for (const offsets of some) {
      attributesOfTargets.push(new BufferAttribute(skinned ? gather(offsets, points) : offsets, 3));
    }
  }
  geometry.morphTargetsRelative = true;
  geometry.morphAttributes.position = attributesOfTargets;
  geometry.userData.samples = { times: samples.times.map((time) => time / fps), targets } satisfies Samples;
  return geometry;
}

/** The attributes with the number of every point in place of texture coordinates: so corners can be traced back to points. */
function numberPoints(attributes: UsdAttributes, count: number): UsdAttributes {
  const kept = Object.entries(attributes).filter(([name]) => !name.startsWith('primvars:') || KEPT.test(name));
  const digits = new Float32Array(2 * count);
  for (let i = 0; i < count; i++) digits.set([i % DIGIT, Math.floor(i / DIGIT)], 2 * i);
  return { ...Object.fromEntries(kept), 'primvars:st': digits };
}

/** The loader gives every corner a vertex of its own; this one has the points of the file. */
function indexed(made: BufferGeometry, rest: ArrayLike<number>, points: Uint32Array): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(rest), 3));
  geometry.setIndex(new BufferAttribute(points, 1));
  for (const { start, count, materialIndex } of made.groups) geometry.addGroup(start, count, materialIndex);
  return geometry;
}

/**
 * What leads from the rest shape to another, as sums of two floats. Differences of floats are exact as doubles unless their sizes differ by more
 * than 2²⁹, and two floats hold 48 bits: rest plus both is the sample itself, to the last bit.
 */
function splitOffsets(values: ArrayLike<number>, rest: ArrayLike<number>): [high: Float32Array, low: Float32Array] {
  const high = new Float32Array(rest.length);
  const low = new Float32Array(rest.length);
  for (let i = 0; i < rest.length; i++) {
    const offset = Math.fround(values[i]) - Math.fround(rest[i]);
    high[i] = offset;
    low[i] = offset - high[i];
  }
  return [high, low];
}

function gather(offsets: Float32Array, points: Uint32Array): Float32Array {
  const gathered = new Float32Array(3 * points.length);
  points.forEach((point, i) => {
    gathered.set(offsets.subarray(3 * point, 3 * point + 3), 3 * i);
  });
  return gathered;
}

/** A stage has one timeline: clips that do not contradict each other become one, with the samples of all points. */
function playTogether(scene: Group): void {
  const tracks: NumberKeyframeTrack[] = [];
  scene.traverse((object: Object3D) => {
    const samples = (object as Mesh).geometry?.userData.samples as Samples | undefined;
    if (samples) tracks.push(trackOf(object, samples));
  });
  const clips = tracks.length > 0 ? [new AnimationClip('points', -1, tracks), ...scene.animations] : scene.animations;
  const all = clips.flatMap((clip) => clip.tracks);
  const contradict = new Set(all.map(({ name }) => name)).size < all.length;
  if (contradict) console.warn('Several animations move the same joints; each is played alone.');
  scene.animations = clips.length < 2 || contradict ? clips : [new AnimationClip('animation', -1, all)];
}

function trackOf({ uuid }: Object3D, { times, targets }: Samples): NumberKeyframeTrack {
  const count = targets.reduce((sum, { length }) => sum + length, 0);
  const weights = new Float32Array(times.length * count);
  for (const [i, some] of targets.entries()) for (const target of some) weights[i * count + target] = 1;
  return new NumberKeyframeTrack(`${uuid}.morphTargetInfluences`, [...times], weights as never);
}

function isSame(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  return a.length === b.length && Array.from(a).every((value, i) => value === b[i]);
}
