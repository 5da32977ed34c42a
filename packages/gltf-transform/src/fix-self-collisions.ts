import { type Animation, type Document, type Mesh, type Node, type Transform, WebIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { createTransform } from '@gltf-transform/functions';
import { type FixedGlbFile, type FixGlbOptions, fixGlb } from '@selfcollide/cli';
import { documentBytes } from './document-bytes.ts';

export interface FixSelfCollisionsOptions extends FixGlbOptions {
  /** Throw if a frame could not be freed. Default false: it is logged as a warning. */
  readonly fail?: boolean;
  /** Takes what was done, frame by frame. */
  readonly onResult?: (frames: FixedGlbFile['frames']) => void;
}

/**
 * Frees every frame of every animation from contacts beyond those of the rest pose, as `selfcollide fix` does: meshes get corrective morph
 * targets, keyed once per frame. Everything else of the document stays as it is.
 *
 * @example
 * await document.transform(fixSelfCollisions(), selfcollide({ fail: true, ignoreRest: true }));
 */
export function fixSelfCollisions(options: FixSelfCollisionsOptions = {}): Transform {
  const { fail = false, onResult, ...fix } = options;
  return createTransform('fixSelfCollisions', async (document: Document) => {
    const { bytes, frames, targets } = await fixGlb(await documentBytes(document), fix);
    const left = frames.filter(({ after }) => after > 0);
    if (left.length > 0 && fail) throw new Error(describe(left.length, frames.length));
    if (targets > 0) copyCorrection(await new WebIO().registerExtensions(ALL_EXTENSIONS).readBinary(bytes), document);
    onResult?.(frames);
    const logger = document.getLogger();
    if (left.length > 0) logger.warn(describe(left.length, frames.length));
    else
      logger.info(`fixSelfCollisions: ${frames.length} frames are free; ${targets} corrective morph targets at most.`);
  });
}

function describe(left: number, all: number): string {
  return `fixSelfCollisions: ${left} of ${all} frames could not be freed, and stay as they were.`;
}

/** Both documents have the same meshes, nodes and animations in the same order: only morph targets and their weights differ. */
function copyCorrection(from: Document, to: Document): void {
  const buffer = to.getRoot().listBuffers()[0] ?? to.createBuffer();
  const meshes = to.getRoot().listMeshes();
  from
    .getRoot()
    .listMeshes()
    .forEach((mesh, i) => {
      copyTargets(mesh, meshes[i], to, buffer);
    });
  const nodes = to.getRoot().listNodes();
  const ofNode = new Map<Node, Node>();
  from
    .getRoot()
    .listNodes()
    .forEach((node, i) => {
      ofNode.set(node, nodes[i]);
      if (node.getWeights().length > 0) nodes[i].setWeights(node.getWeights());
    });
  const animations = to.getRoot().listAnimations();
  from
    .getRoot()
    .listAnimations()
    .forEach((animation, i) => {
      copyWeights(animation, animations[i], ofNode, to, buffer);
    });
}

type Buffer = ReturnType<Document['createBuffer']>;

function copyTargets(from: Mesh, to: Mesh, document: Document, buffer: Buffer): void {
  const primitives = to.listPrimitives();
  let hasNew = false;
  from.listPrimitives().forEach((primitive, i) => {
    for (const target of primitive.listTargets().slice(primitives[i].listTargets().length)) {
      const copy = document.createPrimitiveTarget(target.getName());
      for (const semantic of target.listSemantics()) {
        const accessor = target.getAttribute(semantic)!;
        copy.setAttribute(
          semantic,
          document
            .createAccessor()
            .setType(accessor.getType())
            .setArray(accessor.getArray()!.slice())
            .setBuffer(buffer),
        );
      }
      primitives[i].addTarget(copy);
      hasNew = true;
    }
  });
  if (hasNew) to.setWeights(from.getWeights()).setExtras(from.getExtras());
}

function copyWeights(
  from: Animation,
  to: Animation,
  ofNode: Map<Node, Node>,
  document: Document,
  buffer: Buffer,
): void {
  for (const channel of from.listChannels()) {
    const node = channel.getTargetNode();
    const sampler = channel.getSampler();
    if (channel.getTargetPath() !== 'weights' || !node || !sampler) continue;
    const target = ofNode.get(node)!;
    const accessor = (array: ReturnType<NonNullable<ReturnType<typeof sampler.getInput>>['getArray']>) =>
      document.createAccessor().setType('SCALAR').setArray(array!.slice()).setBuffer(buffer);
    const copy = document
      .createAnimationSampler()
      .setInput(accessor(sampler.getInput()!.getArray()))
      .setOutput(accessor(sampler.getOutput()!.getArray()))
      .setInterpolation(sampler.getInterpolation());
    const known = to
      .listChannels()
      .find((each) => each.getTargetNode() === target && each.getTargetPath() === 'weights');
    const own = known ?? document.createAnimationChannel().setTargetNode(target).setTargetPath('weights');
    to.addSampler(copy);
    own.setSampler(copy);
    if (!known) to.addChannel(own);
  }
}
