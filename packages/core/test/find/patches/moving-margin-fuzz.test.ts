import { beforeAll, describe, expect, it } from 'vitest';
import { createDirectionSet } from '../../../src/bounds/direction-set.ts';
import { ImpactConfirmer } from '../../../src/confirm/impacts/confirm-impacts.ts';
import { ACROSS_EDGE, ACROSS_VERTEX, NEVER_CULLED } from '../../../src/find/patches/test-tree.ts';
import { createCounters } from '../../../src/results/counters.ts';
import { PatchRoom } from '../../kernel/patch-room.ts';
import { everWithin } from '../../predicates/impact-oracle.ts';
import { RandomPoints } from '../../predicates/random.ts';
import { move } from './random-motion.ts';
import { type RandomPatch, randomPatches } from './random-patches.ts';
import { prepareTwoPatches, type TwoPatches } from './two-patches.ts';

/** How many are tried here; for longer runs, with other patches, see `npm run fuzz -- --help`. */
const PATCHES = Number(process.env.FUZZ_PATCHES ?? 4_000);
const SEED = 16 * Number(process.env.FUZZ_SEED ?? 0);
const LONGEST = 400;

/** The kernel, and controls: corners need not be blunt, or edges not be apart. */
interface Rooms {
  readonly kernel: PatchRoom;
  readonly anyCorners: PatchRoom;
  readonly anyGaps: PatchRoom;
}

async function createRooms(): Promise<Rooms> {
  const rooms = [
    PatchRoom.create(LONGEST),
    PatchRoom.create(LONGEST, [['|| !isBlunt(e, f, nextOf(f))', '']]),
    PatchRoom.create(LONGEST, [
      ['hasMargin ? !keepMargin(e, next, f, nextF) : mayMeet', 'mayMeet'],
      ['edgesAreApart(gap, true)', 'edgesAreApart(4 * error, true)'],
    ]),
  ];
  const [kernel, anyCorners, anyGaps] = await Promise.all(rooms);
  for (const room of [kernel, anyCorners, anyGaps]) room.use(createDirectionSet(31));
  return { kernel, anyCorners, anyGaps };
}

/** Mean length of the edges. */
function edgeOf({ surface, positions }: TwoPatches): number {
  const { triangles } = surface;
  let sum = 0;
  for (let i = 0; i < triangles.length; i++) {
    const [v, w] = [3 * triangles[i], 3 * triangles[i % 3 === 2 ? i - 2 : i + 1]];
    sum += Math.hypot(...[0, 1, 2].map((k) => positions[v + k] - positions[w + k]));
  }
  return sum / triangles.length;
}

class Fuzz {
  patches = 0;
  readonly passes = new Map<string, number>();
  readonly violations = new Map<string, string[]>();
  readonly #random = new RandomPoints(23 + SEED);
  readonly #rooms: Rooms;

  constructor(rooms: Rooms) {
    this.#rooms = rooms;
  }

  /** A random motion and reach, or the ones given. */
  try(patch: RandomPatch, given?: { to: readonly number[]; reach: number }): void {
    const patches = prepareTwoPatches(patch.positions, patch.triangles, patch.cut);
    const { surface, positions: from, testTree } = patches;
    const { kernel, anyCorners, anyGaps } = this.#rooms;
    const to = given
      ? Float64Array.from(from, (_, i) => given.to[3 * surface.vertexSource[Math.floor(i / 3)] + (i % 3)])
      : move(this.#random, from);
    const edge = edgeOf(patches);
    this.patches++;
    if (!(edge > 0)) return;
    for (const room of [kernel, anyCorners, anyGaps]) room.take(patches, to);
    const reach =
      given?.reach ??
      (this.patches % 2 === 0
        ? this.#tightReach(edge)
        : edge * [0.01, 0.1, 0.3, 0.6][this.#random.below(4)] * (0.5 + this.#random.random()));
    kernel.masks();
    const faces = kernel.movingMasks();
    const margin = kernel.marginMasks(reach);
    kernel.moveTo(from);
    const start = kernel.marginMasks(reach);
    kernel.moveTo(to);
    for (let node = 0; node < testTree.nodeCount; node++) {
      const kind = testTree.kind[node];
      if (kind === NEVER_CULLED || kind === ACROSS_VERTEX) continue;
      const a = testTree.patchA[node];
      const b = testTree.patchB[node];
      let known: boolean | undefined;
      const claim = (test: string, mask: number, passes: () => boolean): void => {
        if (mask === 0) return;
        if (!passes()) return;
        this.passes.set(test, (this.passes.get(test) ?? 0) + 1);
        known ??= comesWithin(patches, to, reach, ...((kind === ACROSS_EDGE ? [0, 0] : [a, b]) as [number, number]));
        if (!known) return;
        const list = this.violations.get(test) ?? [];
        list.push(JSON.stringify({ ...patch, to: [...to], reach, node }));
        this.violations.set(test, list);
      };
      const tested = (room: PatchRoom, mask: number) => () => room.keepsMargin(node, mask, reach);
      const mask = margin[a] & margin[b];
      const facing = faces[a] & faces[b];
      const atStart = start[a] & start[b] & facing;
      claim('margin', mask, tested(kernel, mask));
      claim('any altitudes', facing, tested(kernel, facing));
      claim('any gaps', mask, tested(anyGaps, mask));
      claim('any corners', mask, tested(anyCorners, mask));
      claim('altitudes at t0 only', atStart, tested(kernel, atStart));
      kernel.moveTo(from);
      claim('contour at t0 only', mask, tested(kernel, mask));
      kernel.moveTo(to);
    }
  }

  /** About the largest that would do if corners did not matter: what they are for is rare. */
  #tightReach(edge: number): number {
    const { anyCorners } = this.#rooms;
    let low = 0;
    for (let high = edge; high - low > edge / 512; ) {
      const reach = (low + high) / 2;
      const [mask] = anyCorners.marginMasks(reach);
      if (mask !== 0 && anyCorners.keepsMargin(0, mask, reach)) low = reach;
      else high = reach;
    }
    return low > 0 ? low : edge / 64;
  }
}

/** Whether features of the patches without common vertex come that close: exactly, after doubles have picked them. */
function comesWithin({ surface, tree, positions }: TwoPatches, to: Float64Array, reach: number, a: number, b: number) {
  const pairs: number[] = [];
  for (let s = tree.firstTriangle[a]; s < tree.endTriangle[a]; s++) {
    for (let t = a === b ? s + 1 : tree.firstTriangle[b]; t < tree.endTriangle[b]; t++) pairs.push(s, t);
  }
  const confirmer = new ImpactConfirmer(surface, createCounters());
  confirmer.begin({ minSeparation: reach, maxTime: 1, tolerance: reach * 2 ** -20 });
  let found = false;
  const sink = {
    latest: Number.POSITIVE_INFINITY,
    startReach: Number.POSITIVE_INFINITY,
    get done() {
      return found;
    },
    addVertex: () => {
      found ||= everWithin(Array.from(confirmer.test.points), 'vertex-triangle', reach, 1);
    },
    addEdges: () => {
      found ||= everWithin(Array.from(confirmer.test.points), 'edge-edge', reach, 1);
    },
  };
  const step = { from: positions, to, exactOnly: false };
  for (let i = 0; i < pairs.length && !found; i += 64) {
    const some = Uint32Array.from(pairs.slice(i, i + 64));
    confirmer.confirm(step, some, some.length / 2, sink);
  }
  return found;
}

describe(`margins over a step, on ${PATCHES} random patches`, () => {
  let fuzz: Fuzz;
  beforeAll(async () => {
    fuzz = new Fuzz(await createRooms());
    for (const patch of randomPatches(5 + SEED)) {
      fuzz.try(patch);
      if (fuzz.patches === PATCHES) break;
    }
    if (process.env.FUZZ_SEED !== undefined) {
      const wrong = (test: string) => fuzz.violations.get(test)?.length ?? 0;
      const lines = [...fuzz.passes].map(([test, passes]) => `${test}: ${passes} accepted, ${wrong(test)} too close`);
      console.log([`${fuzz.patches} patches with a margin`, ...lines].join('\n'));
    }
  }, 3_600_000);

  it('features of patches that pass stay apart, and many pass', () => {
    expect((fuzz.violations.get('margin') ?? []).slice(0, 2)).toEqual([]);
    expect(fuzz.passes.get('margin')).toBeGreaterThan(300);
  });

  it.each(['any altitudes', 'any gaps', 'altitudes at t0 only', 'contour at t0 only'])(
    'control, %s: some come closer',
    (control) => {
      expect(fuzz.violations.get(control)?.length ?? 0).toBeGreaterThan(0);
    },
  );

  it('control, any corners: passes more', () => {
    expect(fuzz.passes.get('any corners')).toBeGreaterThan(fuzz.passes.get('margin') ?? 0);
  });
});

/**
 * Six triangles around a hole of three edges, whose third corner goes from one height above the first edge to another. All edges of the hole follow each other, so no gap is asked for between them: what keeps that corner away from
 * the edge is the rule of corners alone.
 */
function aroundHole(random: RandomPoints): { patch: RandomPatch; to: number[]; reach: number } {
  const reach = 0.1 + 0.1 * random.random();
  const x = 0.3 + 0.4 * random.random();
  const pose = (height: number) => [0, 0, 0, 1, 0, 0, x, height, 0, -3, 3, 0, 0.5, -4, 0, 4, 3, 0];
  const triangles = [0, 1, 2].flatMap((i) => {
    const k = (i + 1) % 3;
    return [i, 3 + i, 3 + k, i, 3 + k, k];
  });
  const [from, to] = [0.5 + random.random(), reach * (0.4 + 2 * random.random())];
  return { patch: { layout: 'hole', positions: pose(from), triangles, cut: 3 }, to: pose(to), reach };
}

describe('margins around a hole of three edges that narrows', () => {
  let fuzz: Fuzz;
  beforeAll(async () => {
    fuzz = new Fuzz(await createRooms());
    const random = new RandomPoints(31 + SEED);
    for (let i = 0; i < 300; i++) {
      const { patch, to, reach } = aroundHole(random);
      fuzz.try(patch, { to, reach });
    }
  });

  it('features of patches that pass stay apart, and some pass', () => {
    expect(fuzz.violations.get('margin') ?? []).toEqual([]);
    expect(fuzz.passes.get('margin')).toBeGreaterThan(20);
  });

  it('control, any corners: some come closer', () => {
    expect(fuzz.violations.get('any corners')?.length ?? 0).toBeGreaterThan(20);
  });
});
