import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { kdop, optimisedBoxTree } from '@selfcollide/papers';
import { afterEach, describe, expect, it } from 'vitest';
import { layoutFiles, TABLES } from '../../../../scripts/kernel-layout.mjs';
import { createDetector } from '../../src/create-detector.ts';
import { createSubspaceDetector } from '../../src/create-subspace-detector.ts';
import { KERNEL_HEX } from '../../src/kernel/kernel-bytes.ts';
import { watchKernels } from '../../src/kernel/kernel-memory.ts';
import { createTetCollider } from '../../src/tets/create-tet-collider.ts';
import { waveModes } from '../find/subspace/modes.ts';
import { sheet } from '../partition/small-meshes.ts';
import { seededRandom } from '../predicates/random.ts';
import { scatter, tetBlock } from '../tets/tet-block.ts';
import { GUARDS, shortened } from './guards.ts';
import { createKernelRoom } from './kernel-room.ts';

const mesh = sheet(32, 24);
const shaken = (seed: number, amount: number) => {
  const random = seededRandom(seed);
  return mesh.positions.map((x) => x + amount * (random() - 0.5));
};

/** Contacts, proximities and a step, by patches and by boxes. */
function askMesh(): void {
  for (const method of ['star-contour', 'box-tree', optimisedBoxTree()] as const) {
    const detector = createDetector(mesh, { method, engine: 'kernel' });
    for (const amount of [0.02, 1.5]) {
      detector.update(shaken(1, amount));
      detector.findIntersections();
      detector.findProximities({ distance: 0.1 });
      detector.findImpacts(shaken(2, amount));
    }
  }
}

/** Poses and a step of a subspace, without and with contacts. */
function askSubspace(): void {
  const small = sheet(16, 12);
  const options = { weld: false, subdivisions: 0 };
  const detector = createSubspaceDetector(small, { vectors: waveModes(small, 3, 1) }, options);
  const at = (factor: number) => [1, 0.5, 0.2].map((x) => x * factor * detector.radius);
  for (const factor of [1.01, 3]) {
    detector.update(at(factor));
    detector.findIntersections();
    detector.findImpacts(at(1), at(factor));
  }
}

function askDops(): void {
  const [one, other] = [1, 2].map((seed) =>
    createDetector({ ...mesh, positions: shaken(seed, 0.5) }, { method: kdop(), engine: 'kernel' }),
  );
  one.findProximities({ distance: 0.1 });
  one.findProximities({ distance: 0.1, velocities: shaken(3, 1), timeStep: 0.1 });
  one.findProximities({ distance: 0.1, against: other });
}

function askTets(): void {
  const bodies = scatter(tetBlock(4, 4, 4), 3, 2, 0.1, seededRandom(1));
  createTetCollider({ objects: bodies }, { engine: 'kernel' }).findPenetrations();
}

/** What is said if a row is one element too short, '' if nothing. */
function findOut(row: string, ask: () => void): string {
  watchKernels(shortened(row));
  try {
    ask();
    return '';
  } catch (error) {
    return String(error);
  }
}

describe('one table for the memory of kernels', () => {
  it('is what generated files are made of', () => {
    for (const { path, text } of layoutFiles()) expect(readFileSync(path, 'utf8'), path).toBe(text);
    // and of no table that is gone
    const written = new Set(layoutFiles().map(({ path }) => path));
    for (const folder of new Set([...written].map((path) => dirname(path)))) {
      const named = readdirSync(folder).filter((name) => /^layout-.*\.ts$/.test(name));
      for (const name of named) expect(written.has(join(folder, name)), name).toBe(true);
    }
  });

  it('says who writes an array, once per name', () => {
    for (const { rows, more } of Object.values(TABLES)) {
      const all = [...rows, ...(more?.rows ?? [])];
      expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
      for (const { name, owner } of all) expect(owner, name).not.toBe('');
    }
  });
});

describe('guards between arrays', () => {
  afterEach(() => {
    watchKernels(GUARDS);
  });

  it('are there in tests of core', () => {
    expect(watchKernels(GUARDS)).toBe(GUARDS);
  });

  // rows that these questions fill to the last element: others have room for what rarely comes
  it.each([
    [
      'meshes',
      askMesh,
      'numbers nodeKinds pairNeighbours lanes triangleMasks asked nextPositions movingMasks endMasks stepMasks stepCounts altitudeMasks nodeBoxes triangleBoxes',
    ],
    ['subspaces', askSubspace, 'vertexTicks nodeTicks'],
    ['polytopes', askDops, 'numbers vertexDopsA dopsA lengthsA vertexDopsB dopsB lengthsB outsideB'],
    ['distances', askDops, 'doubles vertices'],
    ['tets', askTets, 'units keys starts entries marks'],
  ])('control: a row of %s that is one element too short is found out', (_, ask, rows) => {
    expect(ask).not.toThrow();
    for (const row of rows.split(' ')) expect(findOut(row, ask)).toContain(`must not write beyond ${row}.`);
  });

  it('control: a write to an array that is not there is found out', () => {
    const { arena, calls } = createKernelRoom(
      Buffer.from(KERNEL_HEX, 'hex'),
      { positions: ['float64', 9] },
      { vertexCount: 3 },
    );
    arena.positions.fill(1);
    expect(() => calls.measureExtent()).toThrow('measureExtent must not write beyond an array that is not there.');
  });
});
