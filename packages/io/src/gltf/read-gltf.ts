import { countOf, wereSkipped } from '../count-of.ts';
import type { ResolveFile } from '../fetch-file.ts';
import { IoError } from '../io-error.ts';
import type { Model } from '../model.ts';
import { AccessorPlanner } from './accessor-plan.ts';
import { BlockBuilder, checkPartCount } from './build-blocks.ts';
import { decodeAccessors } from './decode-accessors.ts';
import { buildInstances, planInstancing } from './instancing.ts';
import { JsonCheck, type JsonObject } from './json-check.ts';
import { GltfBuffers } from './load-buffers.ts';
import type { DecoderOptions } from './load-decoders.ts';
import { parseGlb } from './parse-glb.ts';
import { buildAnimation, planAnimations } from './plan-animations.ts';
import { type PlannedMesh, planMesh } from './plan-primitives.ts';
import { buildSkin, planSkins } from './plan-skins.ts';
import { createPoseScratch, deformVertices, poseNodes } from './pose-rig.ts';
import { readLook, texCoordOf } from './read-look.ts';
import { readNodes } from './read-nodes.ts';
import type { Rig } from './rig.ts';

export interface ReadGltfOptions extends DecoderOptions {
  readonly resolve?: ResolveFile;
  /** Also read how it looks: materials, pictures, texture coordinates. */
  readonly look?: boolean;
}

/** Extensions that are read, or that change nothing about shape. */
const HARMLESS =
  /^(KHR_(draco_mesh_compression|mesh_quantization|meshopt_compression|materials_\w+|texture_\w+|lights_\w+|mesh_primitive_restart|xmp\w*)|EXT_(meshopt_compression|mesh_gpu_instancing|texture_\w+|lights_\w+|structural_metadata|mesh_features)|VRM\w*)$/;

/** Reads glTF 2.0, .glb or .gltf: the shown scene in world space, with its skins, morph targets and animations. */
export async function readGltf(bytes: Uint8Array, file: string, options: ReadGltfOptions = {}): Promise<Model> {
  const { json: parsed, bin } = parseGlb(bytes, file);
  const check = new JsonCheck(file);
  const json = check.object(parsed, 'the top of the JSON');
  const version = check.text(check.object(json.asset, 'asset').version);
  if (!/^2\./.test(version)) throw check.error('asset.version', 'glTF version 2', version);

  const warnings: string[] = [];
  for (const name of check.list(json.extensionsRequired, 'extensionsRequired')) {
    if (HARMLESS.test(String(name))) continue;
    // the format asks for this: without it the shape may be another
    throw check.error('extensionsRequired', 'extensions that are known here', String(name));
  }

  // what is needed, checked against the bytes there are
  const tree = readNodes(check, json);
  const buffers = new GltfBuffers(check, json, bin, options.resolve);
  const planner = new AccessorPlanner(check, json, buffers.defs);
  const dracoPrimitives: JsonObject[] = [];
  const skipped = { pointsOrLines: 0 };
  const texCoords = options.look ? (material: number) => texCoordOf(json, material) : null;
  const meshDefs = check.list(json.meshes, 'meshes');
  const meshes = new Map<number, PlannedMesh>();
  const meshOfNode = new Map<number, PlannedMesh>();
  let hidden = 0;
  tree.defs.forEach((def, n) => {
    if (def.mesh === undefined) return;
    const m = check.index(def.mesh, meshDefs.length, `nodes[${n}].mesh`);
    if (!tree.shown[n]) {
      hidden++;
      return;
    }
    const mesh =
      meshes.get(m) ?? planMesh(check, planner, meshDefs[m], `meshes[${m}]`, dracoPrimitives, skipped, texCoords);
    meshes.set(m, mesh);
    meshOfNode.set(n, mesh);
  });
  let partCount = 0;
  for (const mesh of meshOfNode.values()) partCount += mesh.primitives.length;
  checkPartCount(file, partCount);
  if (skipped.pointsOrLines > 0) warnings.push(wereSkipped(skipped.pointsOrLines, 'primitive', ' of points or lines'));
  if (hidden > 0) warnings.push(wereSkipped(hidden, 'node', ' with a mesh outside the scene that is shown'));
  const plannedSkins = planSkins(check, planner, json, tree.defs.length);
  const plannedAnimations = planAnimations(check, planner, json, tree.defs.length, warnings);
  const instancing = new Map(
    [...meshOfNode.keys()].flatMap((n) => {
      const planned = planInstancing(check, planner, tree.defs[n], `nodes[${n}]`);
      return planned ? [[n, planned] as const] : [];
    }),
  );

  const decoded = await decodeAccessors(check, planner.finish(), buffers, dracoPrimitives, options);

  // what moves, in flat arrays
  const skins = plannedSkins.map((skin, s) => buildSkin(check, decoded, skin, `skins[${s}]`));
  const builder = new BlockBuilder(check, decoded, skins);
  const morphWeights = new Map<number, Float64Array>();
  const morphNames = new Map<number, string[]>();
  for (const [n, mesh] of meshOfNode) {
    const def = tree.defs[n];
    const name = check.text(def.name) || mesh.name || `node ${n}`;
    const skin = def.skin === undefined ? -1 : check.index(def.skin, skins.length, `nodes[${n}].skin`);
    if (mesh.targetCount > 0) {
      const weights = new Float64Array(mesh.targetCount);
      const given = def.weights === undefined ? mesh.weights : check.numbers(def.weights, `nodes[${n}].weights`);
      weights.set(given.slice(0, mesh.targetCount));
      morphWeights.set(n, weights);
      morphNames.set(
        n,
        Array.from({ length: mesh.targetCount }, (_, i) => mesh.targetNames[i] || `target ${i}`),
      );
    }
    const planned = instancing.get(n);
    if (planned && skin < 0) {
      buildInstances(check, decoded, planned, `nodes[${n}]`).forEach((matrix, i) => {
        builder.addObject(`${name} [${i}]`, mesh, n, skin, matrix);
      });
    } else {
      builder.addObject(name, mesh, n, skin);
    }
  }
  if (builder.triangleCount === 0) {
    throw new IoError({
      file,
      expected: 'at least one triangle in the scene',
      found: `found ${countOf(meshDefs.length, 'mesh', 'meshes')}`,
    });
  }
  const animations = plannedAnimations.map((planned) =>
    buildAnimation(check, decoded, planned, (node) => morphWeights.get(node)?.length ?? 0),
  );

  const rig: Rig = {
    file,
    nodeCount: tree.defs.length,
    nodeNames: tree.defs.map((def) => check.text(def.name) || ''),
    parent: tree.parent,
    order: tree.order,
    rest: tree.rest,
    matrices: tree.matrices,
    morphWeights,
    morphNames,
    skins,
    blocks: builder.blocks,
    animations: animations.map(({ animation }) => animation),
    vertexCount: builder.vertexCount,
  };
  const positions = new Float64Array(3 * builder.vertexCount);
  const scratch = createPoseScratch(rig);
  poseNodes(rig, undefined, 0, scratch);
  deformVertices(rig, scratch, positions);
  if (!positions.every(Number.isFinite)) {
    throw new IoError({ file, expected: 'finite positions', found: 'transforms in the file overflow' });
  }
  const look = options.look ? await readLook(check, json, buffers, decoded, builder, options.resolve) : undefined;
  if (look && look.missing > 0) {
    warnings.push(`${countOf(look.missing, 'picture')} could not be read: some colours are missing.`);
  }
  const materials = builder.materials(check.list(json.materials, 'materials'));
  return {
    name: file,
    format: 'gltf',
    positions,
    triangles: builder.triangles(),
    objects: builder.objects,
    ...(materials && { materials }),
    ...(look && materials && { look }),
    numbers: { base: 0, perPart: true, faces: builder.faces() },
    animations: animations.map(({ info }) => info),
    warnings,
    rig,
  };
}
