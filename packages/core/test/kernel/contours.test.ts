import { beforeAll, describe, expect, it } from 'vitest';
import { compileKernel } from '../../../../scripts/build-kernel.mjs';
import { CrossingTest } from '../../src/find/patches/crossing-test.ts';
import { ProjectedLoops } from '../../src/find/patches/projected-loops.ts';
import { createProjection, projectAlong } from '../../src/find/patches/projection.ts';
import { RadialOrder } from '../../src/find/patches/radial-order.ts';
import type { KernelCalls } from '../../src/kernel/kernel.ts';
import { CONTOUR_BYTES, CONTOUR_EDGE_BYTES } from '../../src/kernel/layout-mesh.ts';
import { RandomPoints } from '../predicates/random.ts';
import { createKernelRoom } from './kernel-room.ts';

type Plane = [x: number, y: number];

/** Along which contours are seen: no component is a power of two, so that products are rounded. */
const DIRECTION = [3, 5, 7] as const;
const MOST_EDGES = 64;
const LOOP_END = 0x80000000;

interface ContourCalls extends KernelCalls {
  projectAlongMask(mask: number): void;
  testContour(node: number): number;
}

/** The parts of the kernel that are not called from outside are for once. */
const withContours = (text: string) =>
  text.includes("from './sieve';")
    ? `${text}\nexport { testContour } from './contours';\nexport { projectAlongMask } from './projection';`
    : text;

/** Chains of edges that run one way in all contours. */
const withChains = (text: string) => text.replace('WITH_CHAINS: i32 = 64', 'WITH_CHAINS: i32 = 3');
const ofChains = /along|isLong|e, end/;

function createRoom(binary: Uint8Array) {
  const fields = {
    positions: ['float64', 3 * 4 * MOST_EDGES],
    loopStart: ['uint32', 2],
    loopVertices: ['uint32', 4 * MOST_EDGES],
    directions: ['int32', 3],
    contour: ['uint8', CONTOUR_EDGE_BYTES * MOST_EDGES + CONTOUR_BYTES],
  } as const;
  const { arena, calls } = createKernelRoom(binary, fields, { mostEdges: MOST_EDGES });
  arena.directions.set(DIRECTION);
  return { arena, calls: calls as ContourCalls };
}

/** Puts loops of whole-numbered points into space, each moved along the direction: seen along it, they are what they were. */
function place({ arena }: ReturnType<typeof createRoom>, loops: readonly Plane[][], random: RandomPoints, far: number) {
  const { positions, loopStart: start, loopVertices: vertices } = arena;
  let v = 0;
  for (const loop of loops) {
    loop.forEach(([x, y], i) => {
      const s = Math.round(far * random.inCube()[0]);
      positions.set([x + DIRECTION[0] * s, y + DIRECTION[1] * s, DIRECTION[2] * s], 3 * v);
      vertices[v] = i === loop.length - 1 ? v + LOOP_END : v;
      v++;
    });
  }
  start[1] = v;
}

/** By whole-number arithmetic: no edges meet but where they follow each other, and none folds back. */
function isStrictlySimple(loops: readonly Plane[][]): boolean {
  const edges = loops.flatMap((loop, l) =>
    loop.map((p, i) => ({ p, q: loop[(i + 1) % loop.length], l, i, n: loop.length })),
  );
  const turn = ([ax, ay]: Plane, [bx, by]: Plane, [cx, cy]: Plane) => {
    const cross = BigInt(bx - ax) * BigInt(cy - ay) - BigInt(by - ay) * BigInt(cx - ax);
    return cross > 0n ? 1 : cross < 0n ? -1 : 0;
  };
  const between = (a: number, b: number, c: number) => Math.min(a, b) <= c && c <= Math.max(a, b);
  const isOn = (p: Plane, q: Plane, r: Plane) =>
    turn(p, q, r) === 0 && between(p[0], q[0], r[0]) && between(p[1], q[1], r[1]);
  for (const e of edges) {
    for (const f of edges) {
      if (e === f) continue;
      if (e.l === f.l && (e.i + 1) % e.n === f.i) {
        if (isOn(e.p, e.q, f.q) || isOn(f.p, f.q, e.p)) return false;
        continue;
      }
      if (e.l === f.l && (f.i + 1) % f.n === e.i) continue;
      const crosses = turn(e.p, e.q, f.p) * turn(e.p, e.q, f.q) < 0 && turn(f.p, f.q, e.p) * turn(f.p, f.q, e.q) < 0;
      if (crosses || isOn(e.p, e.q, f.p) || isOn(e.p, e.q, f.q) || isOn(f.p, f.q, e.p) || isOn(f.p, f.q, e.q)) {
        return false;
      }
    }
  }
  return true;
}

function star(random: RandomPoints, corners: number, size: number, least: number): Plane[] {
  return Array.from({ length: corners }, (_, i) => {
    const radius = size * (least + (1 - least) * Math.abs(random.inCube()[0]));
    const angle = (2 * Math.PI * i) / corners;
    return [Math.round(radius * Math.cos(angle)), Math.round(radius * Math.sin(angle))];
  });
}

/** One corner of a star moved onto another edge, or a unit beside it: only rounding tells. */
function touching(random: RandomPoints, size: number): Plane[] {
  const points = star(random, 8 + random.below(20), size, 0.8);
  const [[px, py], [qx, qy]] = points;
  const d = [Math.round((qx - px) / 3), Math.round((qy - py) / 3)];
  points[1] = [px + 3 * d[0], py + 3 * d[1]];
  points[4 + random.below(points.length - 5)] = [px + d[0] + random.below(3) - 1, py + d[1] + random.below(3) - 1];
  return points;
}

/** All kinds: stars, dents, crossings, holes, two loops beside each other, few corners on a small lattice. */
function loopsOf(random: RandomPoints): Plane[][] {
  const size = 2 ** (6 + random.below(45));
  const kind = random.below(6);
  if (kind === 0) return [star(random, 3 + random.below(60), size, 0.3)];
  if (kind === 1) return [touching(random, 2 ** 50)];
  if (kind === 2) return [Array.from({ length: 3 + random.below(5) }, (): Plane => [random.below(5), random.below(5)])];
  if (kind === 3) {
    const hole = star(random, 3 + random.below(9), size / 4, 0.3).reverse();
    return [star(random, 12 + random.below(20), size, 0.5), hole];
  }
  if (kind === 4) {
    const beside = star(random, 5 + random.below(9), size / 4, 0.3).map(([x, y]): Plane => [x + 3 * size, y]);
    return [star(random, 12, size, 0.5), random.below(2) === 0 ? beside : beside.reverse()];
  }
  const walk = star(random, 9 + random.below(40), size, 0.6);
  const i = random.below(walk.length - 4);
  walk.splice(i, 4, ...walk.slice(i, i + 4).sort(() => random.below(3) - 1));
  return [walk];
}

/** How the kernel's answers compare with the truth and with TypeScript's. */
function run(binary: Uint8Array, cases: number) {
  const room = createRoom(binary);
  const { arena, calls } = room;
  const random = new RandomPoints(16);
  const projection = createProjection();
  projectAlong(projection, ...DIRECTION);
  const result = { simple: 0, wrong: 0, differs: 0, several: 0 };
  for (let i = 0; i < cases; i++) {
    const loops = loopsOf(random);
    place(room, loops, random, random.below(2) === 0 ? 0 : 2 ** 50);
    calls.projectAlongMask(1);
    const isSimple = calls.testContour(0) === 1;
    const contourLoops = { start: arena.loopStart, vertices: arena.loopVertices, nodeOfPatch: new Uint32Array(1) };
    const projected = new ProjectedLoops(contourLoops);
    projected.load(contourLoops, 0, arena.positions, projection);
    const reference =
      new RadialOrder(projected.capacity).test(projected) || new CrossingTest(projected.capacity).test(projected);
    if (isSimple !== reference) result.differs++;
    if (!isSimple) continue;
    result.simple++;
    if (loops.length > 1) result.several++;
    if (!isStrictlySimple(loops)) result.wrong++;
  }
  return result;
}

describe('contours in the kernel', () => {
  let binary: Uint8Array;
  beforeAll(async () => {
    binary = await compileKernel(withContours);
  }, 240_000);

  it('are called simple only where they are, by whole-number arithmetic, and as in TypeScript', () => {
    const { simple, wrong, differs, several } = run(binary, 2500);
    expect(wrong).toBe(0);
    expect(differs).toBe(0);
    expect(simple).toBeGreaterThan(500);
    expect(several).toBeGreaterThan(100);
  });

  it('are so with chains in short contours too', async () => {
    const { simple, wrong, differs } = run(
      await compileKernel((text: string) => withContours(withChains(text)), []),
      2500,
    );
    expect({ wrong, differs }).toEqual({ wrong: 0, differs: 0 });
    expect(simple).toBeGreaterThan(500);
  }, 240_000);

  it.each([
    ['error bounds', 'error = 4 * UNIT * gain * reach', 'error = 0', 'wrong'],
    ['edges close along the contour', 'isLong ? closeOnesOfLoopAreApart() : closeOnesAreApart()', 'true', 'wrong'],
    ['a look at where chains run', 'f64x2.gt(along, least)', 'i64x2.splat(-1)', 'wrong'],
    ['edges of chains that turn', 'if (loopFoldsBack(e, end)) return false;', '', 'wrong'],
    ['blocks', 'c = b + 2; c < blockCount', 'c = blockCount; c < blockCount', 'wrong'],
    ['folds', 'loops == 1 ? loopFoldsBack(0, count)', 'loops == 1 ? false', 'wrong'],
    // a second loop that runs counterclockwise crosses nothing: only TypeScript's answer tells
    ['a look at loops', 'foldsBack() || !hasOneOuterLoop()', 'foldsBack()', 'differs'],
  ] as const)(
    'are called simple wrongly without %s (control)',
    async (_what, from, to, how) => {
      let changed = 0;
      const careless = await compileKernel((text: string) => {
        if (text.includes(from)) changed++;
        const other = text.replace(from, to);
        return withContours(ofChains.test(from) ? withChains(other) : other);
      }, []);
      expect(changed).toBeGreaterThan(0);
      expect(run(careless, 2500)[how]).toBeGreaterThan(0);
    },
    240_000,
  );
});
