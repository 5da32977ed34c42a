import { makeScene, type Scene, scenes } from '@selfcollide/scenes';
import { type Choices, createChoices } from './choices.ts';
import { firstCopies } from './first-copies.ts';
import type { FuzzCase } from './fuzz-case.ts';
import { crumpledSheet, degenerateSoup, latticeSoup, nearLattice, randomSoup, type Shape } from './shapes.ts';

const SHAPES = [randomSoup, latticeSoup, latticeSoup, nearLattice, crumpledSheet, degenerateSoup];

/** The case of a seed, always the same one; one in eight comes from the scenes. */
export async function generateCase(seed: number): Promise<FuzzCase> {
  const choices = createChoices(seed);
  return choices.chance(1 / 8) ? sceneCase(choices) : shapeCase(choices);
}

/** As {@link generateCase}, without scenes, which take longer. */
export function generateShapeCase(seed: number): FuzzCase {
  return shapeCase(createChoices(seed));
}

function shapeCase(choices: Choices): FuzzCase {
  const shape = choices.pick(SHAPES)(choices);
  const poses: number[][] = [];
  for (let count = choices.whole(0, 3); count > 0; count--) poses.push(shape.move(poses.at(-1) ?? shape.positions));
  return withOptions(choices, shape, poses);
}

async function sceneCase(choices: Choices): Promise<FuzzCase> {
  const { name, defaultTriangles } = choices.pick(scenes);
  // scenes that are small by default are so for a reason, such as slow arithmetic
  const size = choices.whole(Math.min(20, defaultTriangles), Math.min(300, defaultTriangles));
  const scene = await makeScene(name, { triangles: size, seed: choices.whole(0, 1000) });
  const poses = Array.from({ length: choices.whole(1, 3) }, () =>
    framePositions(scene, choices.whole(0, scene.frameCount - 1)),
  );
  const { positions, triangles } = scene.mesh;
  const shape = { kind: `scene ${name}`, positions: [...positions], triangles: [...triangles] };
  return withOptions(choices, shape, poses);
}

function framePositions(scene: Scene, frame: number): number[] {
  const out = new Float64Array(scene.mesh.positions.length);
  scene.frame(frame, out);
  return [...out];
}

function withOptions(choices: Choices, shape: Omit<Shape, 'move'>, poses: number[][]): FuzzCase {
  const { kind, positions, triangles, lattice } = shape;
  const labels = choices.whole(1, 3);
  const label = choices.chance(0.5)
    ? () => choices.whole(0, labels - 1)
    : (t: number) => Math.floor((t * labels * 3) / triangles.length);
  const labelled = choices.chance(0.3);
  // single precision would change lattice steps beyond its range, and the oracle needs them exact
  const single = choices.chance(0.3) && [positions, ...poses].every((pose) => pose.every((x) => Math.abs(x) < 1e30));
  const weld = choices.pick([true, 'keep', false] as const);
  return {
    kind,
    single,
    positions,
    triangles,
    poses: weld === true ? keepCopiesTogether(positions, triangles, poses, single) : poses,
    weld,
    ...(choices.chance(0.3) && { maxLeafTriangles: choices.whole(1, 8) }),
    ...(labelled && { objects: Array.from({ length: triangles.length / 3 }, (_, t) => label(t)) }),
    pairs: labelled ? choices.pick(['all', 'same-object', 'between-objects']) : 'all',
    ...(lattice !== undefined && (!single || lattice === 1) && { lattice }),
  };
}

/** Welded vertices must move as one, or `update` refuses the pose. */
function keepCopiesTogether(positions: number[], triangles: number[], poses: number[][], single: boolean): number[][] {
  const first = firstCopies(single ? positions.map(Math.fround) : positions, triangles);
  return poses.map((pose) => pose.map((_, i) => pose[3 * first[Math.floor(i / 3)] + (i % 3)]));
}
