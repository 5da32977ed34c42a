import { type Accessor, type AnimationSampler, type Buffer, Document, type Node, WebIO } from '@gltf-transform/core';
import {
  type AnimationClip,
  type BufferAttribute,
  type InterleavedBufferAttribute,
  type Interpolant,
  InterpolateDiscrete,
  type KeyframeTrack,
  type Mesh,
  type Object3D,
  PropertyBinding,
  type SkinnedMesh,
} from 'three';
import { IoError } from '../io-error.ts';

type Attribute = BufferAttribute | InterleavedBufferAttribute;

/** A scene of three.js as GLB: positions, skins, morph targets, animations, names; nothing of how it looks. */
export async function sceneToGlb(
  root: Object3D,
  file: string,
): Promise<{ glb: Uint8Array; warnings: readonly string[] }> {
  const writer = new SceneWriter(root);
  if (writer.meshes === 0) throw new IoError({ file, expected: 'at least one mesh', found: 'found none' });
  return { glb: await new WebIO().writeBinary(writer.document), warnings: [...writer.warnings] };
}

class SceneWriter {
  readonly document = new Document();
  readonly warnings = new Set<string>();
  meshes = 0;
  readonly #buffer: Buffer;
  readonly #nodes = new Map<Object3D, Node>();
  readonly #root: Object3D;

  constructor(root: Object3D) {
    this.#root = root;
    this.#buffer = this.document.createBuffer();
    root.updateMatrixWorld(true);
    this.document.createScene().addChild(this.#addNode(root));
    for (const [object, node] of this.#nodes) if (isSkinned(object)) this.#addSkin(object, node);
    for (const clip of root.animations) this.#addClip(clip);
  }

  #addNode(object: Object3D): Node {
    const node = this.document.createNode(object.name);
    this.#nodes.set(object, node);
    if (object.matrixAutoUpdate) {
      node.setTranslation(object.position.toArray());
      node.setRotation(object.quaternion.toArray() as [number, number, number, number]);
      node.setScale(object.scale.toArray());
    } else node.setMatrix(object.matrix.toArray() as never);
    if ((object as Mesh).isMesh && (object as Mesh).geometry.getAttribute('position')?.count > 0) {
      this.#addMesh(object as Mesh, node);
    }
    for (const child of object.children) node.addChild(this.#addNode(child));
    return node;
  }

  #addMesh(object: Mesh, node: Node): void {
    const { geometry } = object;
    this.meshes++;
    const mesh = this.document.createMesh(object.name);
    const attributes = Object.entries({ POSITION: 'position' } as Record<string, string>);
    if (isSkinned(object)) attributes.push(['WEIGHTS_0', 'skinWeight']);
    const shared = attributes.map(([semantic, name]) => [semantic, this.#floats(geometry.getAttribute(name))] as const);
    const joints = isSkinned(object) ? this.#joints(geometry.getAttribute('skinIndex')) : undefined;
    const targets = (geometry.morphAttributes.position ?? []).map((attribute, i) => {
      const offsets = toFloats(attribute);
      if (!geometry.morphTargetsRelative) {
        const base = toFloats(geometry.getAttribute('position'));
        for (let k = 0; k < offsets.length; k++) offsets[k] -= base[k];
      }
      return this.document
        .createPrimitiveTarget(attribute.name || `target ${i}`)
        .setAttribute('POSITION', this.#accessor(offsets, 'VEC3'));
    });
    const index = geometry.getIndex();
    const count = index?.count ?? geometry.getAttribute('position').count;
    const materials = Array.isArray(object.material) ? object.material : [object.material];
    const groups = geometry.groups.length > 0 ? geometry.groups : [{ start: 0, count, materialIndex: 0 }];
    for (const { start, count: length, materialIndex = 0 } of groups) {
      const end = Math.min(start + length, count);
      const numbers = Uint32Array.from(
        { length: Math.max(0, end - start) },
        (_, i) => index?.getX(start + i) ?? start + i,
      );
      if (numbers.length < 3) continue;
      const primitive = this.document
        .createPrimitive()
        .setIndices(this.#accessor(numbers.slice(0, numbers.length - (numbers.length % 3)), 'SCALAR'));
      for (const [semantic, accessor] of shared) primitive.setAttribute(semantic, accessor);
      if (joints) primitive.setAttribute('JOINTS_0', joints);
      for (const target of targets) primitive.addTarget(target);
      const name = materials[materialIndex]?.name;
      if (name) primitive.setMaterial(this.document.createMaterial(name));
      mesh.addPrimitive(primitive);
    }
    if (targets.length > 0) mesh.setWeights(targets.map((_, i) => object.morphTargetInfluences?.[i] ?? 0));
    node.setMesh(mesh);
  }

  #addSkin(object: SkinnedMesh, node: Node): void {
    const { bones, boneInverses } = object.skeleton;
    const inverses = new Float32Array(16 * bones.length);
    const skin = this.document.createSkin();
    bones.forEach((bone, i) => {
      // three.js moves a vertex by bindMatrix first
      inverses.set(boneInverses[i].clone().multiply(object.bindMatrix).toArray(), 16 * i);
      const joint = this.#nodes.get(bone);
      if (joint) skin.addJoint(joint);
      else this.warnings.add('A bone outside the scene was left out.');
    });
    if (skin.listJoints().length !== bones.length) return;
    node.setSkin(skin.setInverseBindMatrices(this.#accessor(inverses, 'MAT4')));
  }

  #addClip(clip: AnimationClip): void {
    const animation = this.document.createAnimation(clip.name);
    const weights = new Map<Object3D, { track: KeyframeTrack; target: number }[]>();
    for (const track of clip.tracks) {
      const { nodeName, propertyName, propertyIndex } = PropertyBinding.parseTrackName(track.name);
      const object = PropertyBinding.findNode(this.#root, nodeName) as Object3D | undefined;
      const node = object && this.#nodes.get(object);
      const path = PATHS[propertyName];
      if (!object || !node || !path) {
        this.warnings.add(`Animated ${propertyName} of "${nodeName}" is not read.`);
        continue;
      }
      if (path === 'weights') {
        const list = weights.get(object) ?? [];
        weights.set(object, list);
        list.push({ track, target: this.#targetNumber(object as Mesh, propertyIndex) });
        continue;
      }
      const sampler = this.#sampler(track.times, track.values, path === 'rotation' ? 'VEC4' : 'VEC3', track);
      const channel = this.document
        .createAnimationChannel()
        .setTargetNode(node)
        .setTargetPath(path)
        .setSampler(sampler);
      animation.addSampler(sampler).addChannel(channel);
    }
    for (const [object, list] of weights) {
      const times = Float32Array.from(new Set(list.flatMap(({ track }) => Array.from(track.times)))).sort();
      const size = (object as Mesh).morphTargetInfluences?.length ?? 0;
      const values = new Float32Array(times.length * size);
      for (const { track, target } of list) {
        const evaluate = (track as unknown as { createInterpolant(): Interpolant }).createInterpolant();
        times.forEach((time, i) => {
          const found = evaluate.evaluate(time) as ArrayLike<number>;
          if (target >= 0) values[i * size + target] = found[0];
          else for (let k = 0; k < size; k++) values[i * size + k] = found[k];
        });
      }
      const sampler = this.#sampler(times, values, 'SCALAR', list[0].track);
      const node = this.#nodes.get(object)!;
      const channel = this.document
        .createAnimationChannel()
        .setTargetNode(node)
        .setTargetPath('weights')
        .setSampler(sampler);
      animation.addSampler(sampler).addChannel(channel);
    }
    if (animation.listChannels().length === 0) animation.dispose();
  }

  /** A track may move one morph target, by number or name, or all of them: −1. */
  #targetNumber(mesh: Mesh, which: string | undefined): number {
    if (which === undefined) return -1;
    return mesh.morphTargetDictionary?.[which] ?? Number(which);
  }

  #sampler(
    times: ArrayLike<number>,
    values: ArrayLike<number>,
    type: 'VEC3' | 'VEC4' | 'SCALAR',
    track: KeyframeTrack,
  ): AnimationSampler {
    const step = track.getInterpolation() === InterpolateDiscrete;
    return this.document
      .createAnimationSampler()
      .setInput(this.#accessor(Float32Array.from(times), 'SCALAR'))
      .setOutput(this.#accessor(Float32Array.from(values), type))
      .setInterpolation(step ? 'STEP' : 'LINEAR');
  }

  #floats(attribute: Attribute): Accessor {
    return this.#accessor(toFloats(attribute), attribute.itemSize === 4 ? 'VEC4' : 'VEC3');
  }

  #joints(attribute: Attribute): Accessor {
    return this.#accessor(Uint16Array.from(toFloats(attribute)), 'VEC4');
  }

  #accessor(array: Float32Array | Uint32Array | Uint16Array, type: 'SCALAR' | 'VEC3' | 'VEC4' | 'MAT4'): Accessor {
    return this.document
      .createAccessor()
      .setType(type)
      .setArray(array as never)
      .setBuffer(this.#buffer);
  }
}

const PATHS: Readonly<Record<string, 'translation' | 'rotation' | 'scale' | 'weights'>> = {
  position: 'translation',
  quaternion: 'rotation',
  scale: 'scale',
  morphTargetInfluences: 'weights',
};

function isSkinned(object: Object3D): object is SkinnedMesh {
  return (object as SkinnedMesh).isSkinnedMesh === true;
}

function toFloats(attribute: Attribute): Float32Array {
  const { count, itemSize } = attribute;
  return Float32Array.from({ length: count * itemSize }, (_, i) =>
    attribute.getComponent(Math.floor(i / itemSize), i % itemSize),
  );
}
