import { beforeAll, describe, expect, it } from 'vitest';
import { createDirectionSet } from '../../../src/bounds/direction-set.ts';
import { ProjectedLoops } from '../../../src/find/patches/projected-loops.ts';
import { createProjection, type Projection, projectAlongMask } from '../../../src/find/patches/projection.ts';
import { ACROSS_EDGE, ACROSS_VERTEX, NEVER_CULLED } from '../../../src/find/patches/test-tree.ts';
import { PatchRoom } from '../../kernel/patch-room.ts';
import { RandomPoints } from '../../predicates/random.ts';
import { hook } from './flat-layouts.ts';
import { layoutMakers, type RandomPatch, randomPatches } from './random-patches.ts';
import { ContactOracle } from './separating-oracle.ts';
import { prepareTwoPatches, type TwoPatches } from './two-patches.ts';
import { apartButForTheLine, edgesAreDisjoint, edgesDoNotCross, meanSeesAllEdges } from './weakened-tests.ts';

const PATCHES = 100_000;
/** Edges of the longest contour that may come. */
const LONGEST = 400;

/** Runs real and weakened tests on patches; whenever one claims that there is no contact, the oracle is asked. */
class Fuzz {
  patches = 0;
  readonly passes = new Map<string, number>();
  readonly violations = new Map<string, string[]>();
  readonly passingLayouts = new Set<string>();
  readonly #directions = [createDirectionSet(14), createDirectionSet(31)];
  readonly #projection = createProjection();
  // one kernel for all patches, as in a detector: what a test leaves behind must not matter
  readonly #room: PatchRoom;
  /** A control: rounding is taken for exact. */
  readonly #exact: PatchRoom;
  readonly #contour = new ProjectedLoops({
    start: Uint32Array.of(0, LONGEST),
    vertices: new Uint32Array(0),
    nodeOfPatch: new Uint32Array(0),
  });

  private constructor(room: PatchRoom, exact: PatchRoom) {
    this.#room = room;
    this.#exact = exact;
  }

  static async create(): Promise<Fuzz> {
    const unit = 'const UNIT: f64 = reinterpret<f64>(<u64>(1023 - 53) << 52); // 2⁻⁵³\n/** Edges that are compared';
    const change = [unit, unit.replace('reinterpret<f64>(<u64>(1023 - 53) << 52)', '0')] as const;
    return new Fuzz(await PatchRoom.create(LONGEST), await PatchRoom.create(LONGEST, [change]));
  }

  violationsOf(test: string): readonly string[] {
    return this.violations.get(test) ?? [];
  }

  try(patch: RandomPatch): void {
    const directions = this.#directions[this.patches & 1];
    const patches = prepareTwoPatches(patch.positions, patch.triangles, patch.cut);
    const { testTree } = patches;
    const projection = this.#projection;
    for (const room of [this.#room, this.#exact]) {
      room.use(directions);
      room.take(patches);
    }
    const masks = this.#room.masks();
    if ((masks[1] | masks[2]) === 0) return; // no direction faces even one of the two
    this.patches++;

    let wholeIsClean = false;
    if (masks[0] !== 0) {
      projectAlongMask(projection, masks[0], directions.components);
      wholeIsClean = !hasContact(patches, projection, 0, 0);
    }
    for (let node = 0; node < testTree.nodeCount; node++) {
      const kind = testTree.kind[node];
      const a = testTree.patchA[node];
      const b = testTree.patchB[node];
      if ((masks[a] & masks[b]) === 0 || kind === NEVER_CULLED) continue;
      projectAlongMask(projection, masks[a] & masks[b], directions.components);

      let known = wholeIsClean ? false : undefined;
      const claim = (test: string, passes: boolean): void => {
        if (!passes) return;
        this.passes.set(test, (this.passes.get(test) ?? 0) + 1);
        this.passingLayouts.add(patch.layout);
        // the contour of two patches speaks for all that they hold, a line through their common vertex only for what is between them
        known ??= kind === ACROSS_EDGE ? hasContact(patches, projection, 0, 0) : hasContact(patches, projection, a, b);
        if (!known) return;
        const list = this.violations.get(test) ?? [];
        list.push(JSON.stringify({ ...patch, node }));
        this.violations.set(test, list);
      };
      const mask = masks[a] & masks[b];
      if (kind === ACROSS_VERTEX) this.#tryAtVertex(patches, node, mask, claim);
      else this.#tryContour(patches, node, mask, claim);
    }
  }

  #tryAtVertex({ contourLoops, positions, testTree }: TwoPatches, node: number, mask: number, claim: Claim): void {
    const v = testTree.sharedVertex[node];
    claim('line through the vertex', this.#room.isApart(1, 2, v, mask));
    claim('line may be touched', apartButForTheLine(contourLoops, positions, v, this.#projection));
  }

  #tryContour({ contourLoops, positions }: TwoPatches, node: number, mask: number, claim: Claim): void {
    const contour = this.#contour;
    contour.load(contourLoops, node, positions, this.#projection);
    contour.link();
    const simple = this.#room.isSimple(node, mask);
    claim('contour', simple);
    claim(meanSeesAllEdges(contour) ? 'star-shaped contour' : 'other contour', simple);
    claim('turns not counted', meanSeesAllEdges(contour));
    claim('several outer loops', edgesAreDisjoint(contour));
    claim('touching allowed', edgesDoNotCross(contour));
    claim('no room for rounding', this.#exact.isSimple(node, mask));
  }
}

type Claim = (test: string, passes: boolean) => void;

function hasContact({ positions, surface, tree }: TwoPatches, projection: Projection, a: number, b: number): boolean {
  const range = (patch: number) => [tree.firstTriangle[patch], tree.endTriangle[patch]] as const;
  return new ContactOracle(positions, surface.triangles, projection).hasContact(range(a), range(b));
}

/** Each is what the detector runs; the least number of patches that it must have let pass. */
const tests: readonly (readonly [string, number])[] = [
  ['contour', 100_000],
  ['star-shaped contour', 50_000],
  ['other contour', 30_000],
  ['line through the vertex', 3_000],
];

/** Each lacks one thing that the proof needs; the least number of contacts that it must hide. */
const controls: readonly (readonly [string, number])[] = [
  ['turns not counted', 1000],
  ['several outer loops', 20],
  ['touching allowed', 1000],
  ['line may be touched', 500],
];

describe('the theorem behind culling, on 100,000 random patches', () => {
  let fuzz: Fuzz;

  beforeAll(async () => {
    fuzz = await Fuzz.create();
    for (const patch of randomPatches(1)) {
      fuzz.try(patch);
      if (fuzz.patches === PATCHES) break;
    }
  }, 300_000);

  it('has patches of every kind among those that pass', () => {
    expect(fuzz.patches).toBe(PATCHES);
    expect([...fuzz.passingLayouts].sort()).toEqual(Object.keys(layoutMakers).sort());
  });

  it.each(tests)('%s: no contact where it passes, and it passes often', (test, least) => {
    expect(fuzz.violationsOf(test).slice(0, 3)).toEqual([]);
    expect(fuzz.passes.get(test)).toBeGreaterThan(least);
  });

  it.each(controls)('control, %s: hides contacts, so the patches are hard enough', (control, least) => {
    expect(fuzz.violationsOf(control).length).toBeGreaterThan(least);
  });
});

describe('rings that end on their own first edge, but for rounding', () => {
  let fuzz: Fuzz;
  beforeAll(async () => {
    fuzz = await Fuzz.create();
    const random = new RandomPoints(2);
    while (fuzz.patches < 4000) {
      const { points, triangles } = hook(random, false);
      const positions: number[] = [];
      for (let v = 0; v < points.length / 2; v++) positions.push(points[2 * v], points[2 * v + 1], 0);
      fuzz.try({ layout: 'hook', positions, triangles, cut: 3 });
    }
  });

  it('no contact where a test passes', () => {
    for (const [test] of tests) expect(fuzz.violationsOf(test)).toEqual([]);
    expect(fuzz.passes.get('contour')).toBeGreaterThan(1000);
  });

  it('control, no room for rounding: hides contacts', () => {
    expect(fuzz.violationsOf('no room for rounding').length).toBeGreaterThan(20);
  });
});
