import { describe, expect, it, vi } from 'vitest';
import { compileKernel } from '../../../../scripts/build-kernel.mjs';
import { createDetector } from '../../src/create-detector.ts';
import { listChunks } from '../../src/kernel/chunks.ts';
import { KERNEL_HEX } from '../../src/kernel/kernel-bytes.ts';
import { KERNEL_STRIDE, LANES } from '../../src/kernel/layout-mesh.ts';
import { MeshKernel } from '../../src/kernel/mesh-kernel.ts';
import { partitionByCentroids } from '../../src/partition/centroid-partition.ts';
import { PLACES } from '../../src/pose/place-range.ts';
import { contactsFound } from '../contact-oracle.ts';
import { sheet, together } from '../partition/small-meshes.ts';
import { seededRandom } from '../predicates/random.ts';
import { createKernelRoom } from './kernel-room.ts';

const CAPACITY = 2 ** 16;

/** A sheet with the triangles of its tree in order, and vertices in order of first use, or any other. */
function orderedSheet(inOrder: boolean) {
  const mesh = sheet(40, 30);
  const tree = partitionByCentroids(mesh.triangles, mesh.positions, 4);
  const number = new Map<number, number>();
  const triangles = Uint32Array.from(tree.order, (t) => t).reduce<number[]>((list, t) => {
    for (let i = 0; i < 3; i++) {
      const v = mesh.triangles[3 * t + i];
      if (!number.has(v)) number.set(v, number.size);
      list.push(inOrder ? number.get(v)! : v);
    }
    return list;
  }, []);
  const rest = new Float64Array(mesh.positions.length);
  for (const [v, n] of number) for (let k = 0; k < 3; k++) rest[3 * (inOrder ? n : v) + k] = mesh.positions[3 * v + k];
  return { tree, triangles: Uint32Array.from(triangles), vertexCount: rest.length / 3, rest };
}

function createRoom(binary: Uint8Array, inOrder: boolean) {
  const { tree, triangles, vertexCount, rest } = orderedSheet(inOrder);
  const { nodeCount } = tree;
  const chunks = listChunks(tree, triangles, vertexCount);
  const fields = {
    positions: ['float64', 3 * vertexCount],
    triangles,
    places: ['int32', 4 * vertexCount],
    nodeBoxes: ['int32', KERNEL_STRIDE * nodeCount],
    triangleBoxes: ['int32', KERNEL_STRIDE * (triangles.length / 3)],
    rightChild: tree.rightChild,
    firstTriangle: tree.firstTriangle,
    endTriangle: tree.endTriangle,
    nodeKinds: ['float64', 2 * Math.ceil(nodeCount / 64)],
    nodeTick: ['uint32', nodeCount],
    ...chunks,
    chunkBoxes: ['int32', KERNEL_STRIDE * chunks.chunkTriangle.length],
    stack: ['uint32', 4096],
    pairs: ['uint32', 2 * CAPACITY],
    lanes: ['int32', 4 * LANES],
  } as const;
  const counts = { vertexCount, triangleCount: triangles.length / 3, nodeCount, capacity: CAPACITY };
  const { arena, calls } = createKernelRoom(binary, fields, { ...counts, chunkCount: chunks.chunkTriangle.length - 1 });
  calls.sortNodes();
  return { arena, calls, tree, rest };
}

/** Pairs of sheets' patches one after the other in several poses: how often boxes, and pairs found, differ from those of a kernel that has all boxes. */
function compare(binary: Uint8Array, inOrder: boolean) {
  const asked = createRoom(binary, inOrder);
  const whole = createRoom(binary, inOrder);
  const { nodeCount, rightChild } = asked.tree;
  const result = { different: 0, smaller: 0, otherPairs: 0, found: 0, fitted: 0, nodeCount };
  for (let pose = 1; pose <= 6; pose++) {
    const random = seededRandom(pose);
    const grow = pose % 2 === 0 ? 0 : 1000;
    for (const { arena, calls, rest } of [asked, whole]) {
      const next = seededRandom(pose);
      for (let i = 0; i < arena.positions.length; i++) arena.positions[i] = 0.1 + rest[i] / 60 + 0.05 * next();
      calls.writeLinearPlaces(0, 0, 0, PLACES);
    }
    asked.calls.beginBoxes(pose, grow);
    whole.calls.refitBoxes(grow);
    for (let i = 0; i < 40; i++) {
      const node = Math.floor(random() ** 4 * nodeCount);
      if (rightChild[node] === 0) continue;
      const [a, b] = [node + 1, rightChild[node]];
      const found = [asked, whole].map(({ arena, calls }) => {
        const count = calls.findPairs(a, b, 0);
        expect(calls.isWaiting()).toBe(0);
        return Array.from({ length: count }, (_, k) => `${arena.pairs[2 * k]} ${arena.pairs[2 * k + 1]}`).sort();
      });
      result.found += found[1].length;
      if (found[0].join() !== found[1].join()) result.otherPairs++;
      for (const n of [a, b]) {
        const [mine, theirs] = [asked, whole].map(({ arena }) =>
          arena.nodeBoxes.subarray(KERNEL_STRIDE * n, KERNEL_STRIDE * (n + 1)),
        );
        if (mine.some((x, k) => x !== theirs[k])) result.different++;
        if (mine.some((x, k) => (k < 4 ? x > theirs[k] : x < theirs[k]))) result.smaller++;
      }
    }
    result.fitted += asked.calls.fittedBoxes();
  }
  return result;
}

describe('boxes when they are asked for', () => {
  it('are those that are computed all at once, pose after pose', () => {
    const binary = Buffer.from(KERNEL_HEX, 'hex');
    const { different, otherPairs, found, fitted, nodeCount } = compare(binary, true);
    expect({ different, otherPairs }).toEqual({ different: 0, otherPairs: 0 });
    expect(found).toBeGreaterThan(10_000);
    expect(fitted).toBeGreaterThan(nodeCount / 2);
  }, 240_000);

  it('hold all that they should where vertices are not in order of first use', () => {
    const { smaller, otherPairs } = compare(Buffer.from(KERNEL_HEX, 'hex'), false);
    expect({ smaller, otherPairs }).toEqual({ smaller: 0, otherPairs: 0 });
  }, 240_000);

  it.each([
    ['that nobody forgets', '!= tick) fit(node)', '== 0) fit(node)'],
    ['without vertices of earlier chunks', 'vertex < stop; vertex += 4', 'vertex < 0; vertex += 4'],
    ['of one chunk only', '< end; chunk++', '< 0; chunk++'],
    ['without growth', 'wider = growthOf(grow);', 'wider = growthOf(0);'],
  ])(
    'control: boxes %s are others',
    async (_what, from, to) => {
      let changed = 0;
      const binary = await compileKernel((text: string) => {
        if (text.includes(from)) changed++;
        return text.replace(from, to);
      }, []);
      expect(changed).toBe(1);
      expect(compare(binary, true).smaller).toBeGreaterThan(0);
    },
    240_000,
  );

  // places lie where positions are read, so a call that fails leaves others there
  const mesh = together(sheet(60, 48), sheet(24, 24));
  const pose = (seed: number) => {
    const random = seededRandom(seed);
    return mesh.positions.map((x) => x + 0.9 * (random() - 0.5));
  };

  function askAroundBadCalls(): boolean[] {
    const detector = createDetector(mesh);
    expect(detector.engine).toBe('kernel');
    return [1, 2, 3].map((seed) => {
      const wanted = contactsFound(createDetector({ ...mesh, positions: pose(seed) }, { engine: 'plain' }));
      detector.update(pose(seed));
      detector.selfIntersects(); // few boxes
      const bad = pose(seed + 10);
      bad[7] = Number.NaN;
      expect(() => detector.update(bad)).toThrow();
      expect(() => detector.findImpacts(bad)).toThrow();
      return contactsFound(detector).join() === wanted.join();
    });
  }

  it('are those of the pose after calls that fail', () => {
    expect(askAroundBadCalls()).toEqual([true, true, true]);
  });

  it('control: are not if nobody says that places are gone', () => {
    const { check } = MeshKernel.prototype;
    const spy = vi.spyOn(MeshKernel.prototype, 'check').mockImplementation(function (this: MeshKernel, source) {
      const had = this.hasPlaces;
      const isPlain = check.call(this, source);
      this.hasPlaces = had;
      return isPlain;
    });
    try {
      expect(askAroundBadCalls()).toContain(false);
    } finally {
      spy.mockRestore();
    }
  });
});
