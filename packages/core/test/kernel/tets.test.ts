import { afterEach, describe, expect, it, vi } from 'vitest';
import { compileKernel, KERNELS } from '../../../../scripts/build-kernel.mjs';
import { type TetCalls, TetKernel } from '../../src/kernel/tet-kernel.ts';
import { TET_KERNEL_HEX } from '../../src/kernel/tet-kernel-bytes.ts';
import { createTetCollider, type TetColliderOptions } from '../../src/tets/create-tet-collider.ts';
import { createTetBody } from '../../src/tets/tet-body.ts';
import { joinTetBodies } from '../../src/tets/tet-world.ts';
import { typicalEdge } from '../../src/tets/typical-edge.ts';
import { chooseCells } from '../../src/tets/vertex-grid.ts';
import type { Point } from '../predicates/exact-oracle.ts';
import { RandomPoints } from '../predicates/random.ts';
import { isInClosedTet } from '../tets/exact-tet.ts';
import { penetrationSet } from '../tets/penetration-set.ts';
import { scatter, tetBlock } from '../tets/tet-block.ts';
import { memoryOf } from './kernel-room.ts';

const kernelBytes = Buffer.from(TET_KERNEL_HEX, 'hex');

type Corners = readonly Point[];

/** A few tets that hang together, and points in, on and beside them: on faces but for some rounding, on a lattice, or anywhere. */
function throwCase(random: RandomPoints, scale: number, offset: Point) {
  const kind = random.below(3);
  const moved = (p: Point) => p.map((x, axis) => x * scale + offset[axis]) as unknown as Point;
  const point = () => moved(kind === 0 ? random.onLattice(1) : random.inCube());
  const positions: Point[] = Array.from({ length: 7 }, point);
  if (kind === 2) positions[3] = random.nearPlane(positions, 4); // hardly any volume
  const tets = [0, 1, 2, 3, 1, 2, 3, 4, 2, 3, 4, 5, 3, 4, 5, 6];
  const cornersOf = (t: number): Corners => tets.slice(4 * t, 4 * t + 4).map((v) => positions[v]);
  const points = Array.from({ length: 24 }, (_, i) => {
    const corners = cornersOf(i % 4);
    if (kind === 0) return point();
    if (i % 3 === 0) return point();
    const face = corners.filter((_, k) => k !== i % 4);
    return random.nearPlane(face, 2);
  });
  return { tets, positions: [...positions, ...points], cornersOf };
}

const SCALES = [1, 1, 2 ** -40, 2 ** 40, 2 ** -300, 2 ** 300, 1e-3];

/** Vertices in tets that a kernel does not list, of how many, and how many it lists that are in none. */
function missed(binary: Uint8Array, seed: number, cases: number) {
  const random = new RandomPoints(seed);
  const createMemory = memoryOf<TetCalls>(binary);
  let [lost, inside, besides, twice, asked] = [0, 0, 0, 0, 0];
  for (let i = 0; i < cases; i++) {
    const scale = SCALES[random.below(SCALES.length)];
    const far = random.below(3) === 0 ? scale * 10 ** random.below(7) : 0;
    const offset = random.inCube().map((x) => x * far) as unknown as Point;
    const one = throwCase(random, scale, offset);
    const object = { positions: Float64Array.from(one.positions.flat()), tets: Uint32Array.from(one.tets) };
    const world = joinTetBodies([createTetBody('test', 0, object)], () => object.positions);
    const meanEdge = typicalEdge(world.tets, world.positions);
    const cells = chooseCells(random.below(2) === 0 ? 'mix' : 'paper', meanEdge || 1, 64, meanEdge);
    const kernel = new TetKernel(world, cells, createMemory);
    kernel.sortVertices();
    const listed = new Set<number>();
    const count = kernel.listPairs(0, world.groupCount, 0);
    expect(kernel.nextGroup).toBe(world.groupCount);
    for (let k = 0; k < count; k++) {
      const key = kernel.pairs[2 * k] * 4 + world.tetSource[kernel.pairs[2 * k + 1]];
      if (listed.has(key)) twice++;
      listed.add(key);
    }
    for (let k = 0; k < kernel.giantCount; k++) {
      for (let v = 0; v < world.vertexCount; v++) listed.add(v * 4 + world.tetSource[kernel.giants[k]]);
    }
    for (let t = 0; t < 4; t++) {
      for (let v = 0; v < one.positions.length; v++) {
        if (one.tets.slice(4 * t, 4 * t + 4).includes(v)) continue;
        asked++;
        const isInside = isInClosedTet(one.positions[v], one.cornersOf(t));
        if (isInside) inside++;
        if (isInside && !listed.has(v * 4 + t)) lost++;
        if (!isInside && listed.has(v * 4 + t)) besides++;
      }
    }
  }
  return { lost, inside, besides, twice, asked };
}

const CASES = Number(process.env.FUZZ_TETS ?? 400);

describe('tets in the kernel', () => {
  it('lose no vertex that is inside or on the boundary, and list few others', { timeout: 1e8 }, () => {
    const { lost, inside, besides, twice, asked } = missed(kernelBytes, 1, CASES);
    expect(lost).toBe(0);
    expect(twice).toBe(0);
    expect(inside).toBeGreaterThan(2 * CASES);
    // half of all points were put next to a face, a third of the tets is next to flat
    expect(besides).toBeLessThan(0.25 * asked);
  });

  it.each([
    ['room for rounding', '1.0 / 32768', '0.0'],
    ['a corner', 'i8x16.max_u(i8x16.max_u(a, b), i8x16.max_u(c, d))', 'i8x16.max_u(i8x16.max_u(a, b), c)'],
    ['the last cells', 'x <= lastX', 'x < lastX'],
    ['both signs', 'v128.and(positive, negative)', 'v128.or(positive, negative)'],
    ['four at a time', 'listed += 4;', ''],
  ])('controls that lose some: without %s', async (_, right, wrong) => {
    let changed = 0;
    const change = (text: string) => {
      if (text.includes(right)) changed++;
      return text.replaceAll(right, wrong);
    };
    const binary = await compileKernel(change, ['-O1'], KERNELS.tets);
    expect(changed).toBe(1);
    expect(missed(binary, 1, 400).lost).toBeGreaterThan(0);
  });

  it('marks come again without harm', async () => {
    const change = (text: string) => text.replace('const MAX_MARK: i32 = 0x40000000', 'const MAX_MARK: i32 = 1');
    const binary = await compileKernel(change, ['-O1'], KERNELS.tets);
    expect(Buffer.from(binary).equals(Buffer.from(await compileKernel(undefined, ['-O1'], KERNELS.tets)))).toBe(false);
    expect(missed(binary, 2, 100).lost).toBe(0);
  });

  it('go on where the list was full', () => {
    const random = new RandomPoints(5);
    const { positions, tets } = tetBlock(1, 1, 1);
    // every tet many times, all full of points: more pairs than there is room for at once
    const objects = [
      ...Array.from({ length: 8 }, () => ({ positions, tets })),
      { positions: Float64Array.from({ length: 3 * 5000 }, () => random.random()), tets: new Uint32Array(0) },
    ];
    const find = (options: TetColliderOptions) => createTetCollider({ objects }, options).findPenetrations();
    const expected = find({ engine: 'plain' });
    expect(expected.count).toBeGreaterThan(8 * 5000);
    expect(penetrationSet(find({ engine: 'kernel' }))).toEqual(penetrationSet(expected));
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('engine of a collider', () => {
  const objects = scatter(tetBlock(4, 4, 2), 4, 0.7, 0.2, new RandomPoints(3).random);

  it('is the kernel where it runs, and says why not', () => {
    const engineOf = (options: TetColliderOptions, count = 4) => {
      const { engine, engineReason } = createTetCollider({ objects: objects.slice(0, count) }, options);
      return [engine, engineReason];
    };
    expect(engineOf({})).toEqual(['kernel', '']);
    expect(engineOf({ hash: 'paper', tableSize: 99 })).toEqual(['kernel', '']);
    expect(engineOf({ engine: 'plain' })).toEqual(['plain', "engine: 'plain' was asked for"]);
    expect(engineOf({}, 1)).toEqual(['plain', 'fewer than 256 tets']);
    expect(engineOf({ engine: 'kernel' }, 1)).toEqual(['kernel', '']);
    expect(engineOf({ engine: 'kernel' }, 0)).toEqual(['kernel', '']);
    expect(engineOf({ method: 'brute-force' })).toEqual(['plain', "method 'brute-force' has no kernel"]);
    expect(() => engineOf({ method: 'brute-force', engine: 'kernel' })).toThrow(
      "createTetCollider: engine must be one that runs here, got 'kernel' (method 'brute-force' has no kernel).",
    );
    expect(() => engineOf({ engine: 'gpu' as 'plain' })).toThrow(
      "engine must be one of 'auto', 'plain', 'kernel', got 'gpu'.",
    );
  });

  it('follows objects that come and go', () => {
    const collider = createTetCollider({ objects: objects.slice(0, 1) });
    expect(collider.engine).toBe('plain');
    for (const object of objects.slice(1)) collider.addObject(object);
    expect(collider.engine).toBe('kernel');
    const shift = objects[1].positions.map((x) => x + 0.1);
    collider.update(1, shift);
    collider.removeObject(0);
    const wanted = createTetCollider({ objects: [{ ...objects[1], positions: shift }, objects[2], objects[3]] });
    const found = penetrationSet(collider.findPenetrations());
    expect(found.length).toBeGreaterThan(10);
    expect(found.map((line) => line.replace(/\d+:/g, (n) => `${Number.parseInt(n, 10) - 1}:`)).sort()).toEqual(
      penetrationSet(wanted.findPenetrations()),
    );
  });

  it('is TypeScript without WebAssembly, with the same penetrations; nothing changes if it was asked for', () => {
    const wanted = penetrationSet(createTetCollider({ objects }, { engine: 'kernel' }).findPenetrations());
    expect(wanted.length).toBeGreaterThan(10);
    const collider = createTetCollider({ objects: objects.slice(0, 3) }, { engine: 'kernel' });
    vi.stubGlobal('WebAssembly', undefined);
    const other = createTetCollider({ objects });
    expect(other.engine).toBe('plain');
    expect(other.engineReason).toMatch(/^(Type|Reference)Error: /);
    expect(penetrationSet(other.findPenetrations())).toEqual(wanted);
    expect(() => collider.addObject(objects[3])).toThrow('addObject: engine must be one that runs here, got');
    expect(collider.objects).toEqual([0, 1, 2]);
    expect(collider.findPenetrations().count).toBeGreaterThan(0);
    vi.unstubAllGlobals();
    expect(collider.addObject(objects[3])).toBe(3);
    expect(penetrationSet(collider.findPenetrations())).toEqual(wanted);
  });
});
