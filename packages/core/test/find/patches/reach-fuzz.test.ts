import { beforeAll, describe, expect, it } from 'vitest';
import { createSteepDirectionSet } from '../../../src/bounds/direction-set.ts';
import { measureRest, refitStretchMasks } from '../../../src/bounds/steep-masks.ts';
import { ApartJudge, ArcJudge, isApart, isJoined } from '../../../src/find/patches/contour-gaps.ts';
import { GapTest } from '../../../src/find/patches/gap-test.ts';
import { createProjection, projectAlongMask } from '../../../src/find/patches/projection.ts';
import { StraightLoops } from '../../../src/find/patches/straight-loops.ts';
import { ACROSS_EDGE, WITHIN_PATCH } from '../../../src/find/patches/test-tree.ts';
import { DISTANCE_WORKSPACE } from '../../../src/predicates/distance-workspace.ts';
import { triangleDistance } from '../../../src/predicates/triangle-distance.ts';
import { PatchRoom } from '../../kernel/patch-room.ts';
import { RandomPoints } from '../../predicates/random.ts';
import { type RandomPatch, randomPatches } from './random-patches.ts';
import { prepareTwoPatches, type TwoPatches } from './two-patches.ts';

/** Half of them slit rings. */
const PATCHES = 1600;
const LONGEST = 400;

/** Runs both rules of `ReachCulling`, and weakened ones, on patches; whenever one claims that nothing is near, all pairs are measured. */
class Fuzz {
  /** Has the altitudes. */
  readonly #room: PatchRoom;
  patches = 0;
  /** Pairs left out for being rest neighbours where the second rule passed: without them it would be no test. */
  neighbours = 0;
  readonly passes = new Map<string, number>();
  readonly violations = new Map<string, string[]>();
  readonly #random = new RandomPoints(5);
  readonly #directions = [createSteepDirectionSet(31), createSteepDirectionSet(14)];
  readonly #projection = createProjection();
  readonly #masks = new Int32Array(3);
  readonly #contour = new StraightLoops({
    start: Uint32Array.of(0, LONGEST),
    vertices: new Uint32Array(0),
    nodeOfPatch: new Uint32Array(0),
  });
  readonly #crossing = new GapTest(LONGEST);
  readonly #apart = new ApartJudge();
  readonly #arcs = new ArcJudge(LONGEST);

  constructor(room: PatchRoom) {
    this.#room = room;
  }

  try(patch: RandomPatch): void {
    this.patches++;
    const random = this.#random;
    // near 1, where measuring a distance needs no whole numbers
    const largest = Math.max(...patch.positions.map(Math.abs));
    const scale = largest > 2 ** 100 ? 2 ** -160 : largest < 2 ** -100 ? 2 ** 160 : 1;
    const positions = patch.positions.map((x) => x * scale);
    const patches = prepareTwoPatches(positions, patch.triangles, patch.cut);
    const edge = meanEdge(patches);
    const share = [0.02, 0.1, 0.3, 0.7, 1.2, 2][random.below(6)];
    this.#tryApart(patch, patches, share * edge);
    const rest = restOf(random, patches.positions, edge);
    this.#tryJoined(patch, patches, rest, share * edge, share * edge * [1.5, 4, 8][random.below(3)]);
  }

  /** The first rule. */
  #tryApart(patch: RandomPatch, patches: TwoPatches, reach: number): void {
    const { positions, testTree, contourLoops } = patches;
    const directions = this.#directions[this.patches & 1];
    const contour = this.#contour;
    const isClean = (node: number) =>
      !this.#pairsOf(patches, node).some(([s, t]) => this.#near(patches, positions, s, t, reach));
    this.#room.useSteep(directions);
    this.#room.take(patches);
    for (const steep of [true, false]) {
      this.#masks.set(this.#room.altitudeMasks(steep ? reach : 0));
      for (let node = 0; node < testTree.nodeCount; node++) {
        if (!this.#project(patches, node, directions.components)) continue;
        contour.load(contourLoops, node, positions, this.#projection);
        contour.straighten(this.#projection);
        this.#apart.choose(reach);
        const gaps = isApart(contour, this.#crossing, this.#apart);
        this.#claim(patch, steep ? 'first rule' : 'without altitudes', gaps, () => isClean(node));
        if (steep) this.#claim(patch, 'without contour gaps', this.#crossing.test(contour), () => isClean(node));
      }
    }
  }

  /** The second. */
  #tryJoined(patch: RandomPatch, patches: TwoPatches, rest: Float64Array, reach: number, radius: number): void {
    const { surface, positions, tree, testTree, contourLoops } = patches;
    const directions = this.#directions[this.patches & 1];
    const contour = this.#contour;
    const factor = Math.max(radius / (2 * reach), Math.min(1.25, radius / reach));
    if (factor * reach >= radius * (1 - 2 ** -18)) return;
    this.#arcs.choose(reach, factor, radius);
    const isClean = (node: number) =>
      this.#pairsOf(patches, node).every(([s, t]) => {
        if (!this.#near(patches, positions, s, t, reach)) return true;
        this.neighbours++;
        return this.#areNeighbours(patches, rest, s, t, radius);
      });
    for (const shape of [rest, positions]) {
      const metric = measureRest(surface.triangles, shape);
      refitStretchMasks(this.#masks, tree, directions, surface.triangles, positions, metric, factor);
      for (let node = 0; node < testTree.nodeCount; node++) {
        if (!this.#project(patches, node, directions.components)) continue;
        contour.load(contourLoops, node, positions, this.#projection);
        contour.straighten(this.#projection);
        const joined = isJoined(contour, contourLoops, node, rest, this.#crossing, this.#arcs);
        this.#claim(patch, shape === rest ? 'second rule' : 'without stretch', joined, () => isClean(node));
        if (shape !== rest) continue;
        this.#claim(patch, 'a simple contour alone', this.#crossing.test(contour), () => isClean(node));
      }
    }
  }

  #project({ testTree }: TwoPatches, node: number, components: Int32Array): boolean {
    const kind = testTree.kind[node];
    const mask = this.#masks[testTree.patchA[node]] & this.#masks[testTree.patchB[node]];
    if (mask === 0 || (kind !== WITHIN_PATCH && kind !== ACROSS_EDGE)) return false;
    projectAlongMask(this.#projection, mask, components);
    return true;
  }

  #claim(patch: RandomPatch, test: string, passes: boolean, isClean: () => boolean): void {
    if (!passes) return;
    this.passes.set(test, (this.passes.get(test) ?? 0) + 1);
    if (isClean()) return;
    const list = this.violations.get(test) ?? [];
    list.push(JSON.stringify(patch));
    this.violations.set(test, list);
  }

  /** All pairs of triangles of a node's patches that share no vertex. */
  #pairsOf({ testTree, tree, surface }: TwoPatches, node: number): [number, number][] {
    const { triangles } = surface;
    const within = (patch: number) => {
      const first = tree.firstTriangle[patch];
      return Array.from({ length: tree.endTriangle[patch] - first }, (_, i) => first + i);
    };
    const [a, b] = [testTree.patchA[node], testTree.patchB[node]];
    const all = a === b ? within(a) : [...within(a), ...within(b)];
    return all.flatMap((s) =>
      all.filter((t) => s < t && !shareVertex(triangles, s, t)).map((t): [number, number] => [s, t]),
    );
  }

  /** In plain doubles, and a little less near than said: who is wrong is so by more. */
  #near(
    { surface: { triangles } }: TwoPatches,
    positions: Float64Array,
    s: number,
    t: number,
    distance: number,
  ): boolean {
    return distanceOf(positions, triangles, s, t, distance) < distance * (1 - 1e-6);
  }

  /** As GLOSSARY.md has it: chains of triangles, each sharing a vertex with the next, all within the radius of where they begin; both ways. */
  #areNeighbours(
    { surface: { triangles, triangleCount } }: TwoPatches,
    rest: Float64Array,
    s: number,
    t: number,
    radius: number,
  ): boolean {
    const reaches = (from: number, to: number) => {
      const seen = new Set([from]);
      for (const current of seen) {
        for (let next = 0; next < triangleCount; next++) {
          if (seen.has(next) || !shareVertex(triangles, current, next)) continue;
          if (distanceOf(rest, triangles, from, next, 2 * radius) <= radius * (1 + 1e-6)) seen.add(next);
        }
      }
      return seen.has(to);
    };
    return reaches(s, t) && reaches(t, s);
  }
}

const work = new Float64Array(DISTANCE_WORKSPACE);

/** Infinity beyond `limit`. */
function distanceOf(positions: Float64Array, triangles: Uint32Array, s: number, t: number, limit: number): number {
  const [i, j] = [3 * s, 3 * t];
  const [a, b, c] = [triangles[i], triangles[i + 1], triangles[i + 2]];
  return triangleDistance(positions, a, b, c, triangles[j], triangles[j + 1], triangles[j + 2], limit, work);
}

function shareVertex(triangles: Uint32Array, s: number, t: number): boolean {
  for (let i = 3 * s; i < 3 * s + 3; i++) {
    for (let j = 3 * t; j < 3 * t + 3; j++) if (triangles[i] === triangles[j]) return true;
  }
  return false;
}

function meanEdge({ surface: { triangles }, positions }: TwoPatches): number {
  let sum = 0;
  for (let h = 0; h < triangles.length; h++) {
    const [a, b] = [3 * triangles[h], 3 * triangles[h % 3 === 2 ? h - 2 : h + 1]];
    sum += Math.hypot(...[0, 1, 2].map((axis) => positions[a + axis] - positions[b + axis]));
  }
  return sum / triangles.length;
}

/** Larger, wider along one axis, or narrower, and shaken. */
function restOf(random: RandomPoints, positions: Float64Array, edge: number): Float64Array {
  const factors: number[] = new Array(3).fill([1, 1, 3, 8][random.below(4)]);
  factors[random.below(3)] *= [1, 1, 0.5, 1.6, 3][random.below(5)];
  const shake = [0, 0, 0.1, 0.4][random.below(4)] * edge;
  return positions.map(
    (x, i) => positions[i % 3] + factors[i % 3] * (x - positions[i % 3]) + shake * (random.random() - 0.5),
  );
}

/**
 * A ring that does not quite close, so that its ends are near each other and far apart along it: what a contour that is merely simple
 * does not tell. Flat, or slightly rising, and turned.
 */
function slitRing(random: RandomPoints): RandomPatch {
  const segments = 7 + random.below(8);
  const span = 2 * Math.PI - [0.02, 0.06, 0.15, 0.4][random.below(4)];
  const width = 0.3 + 0.7 * random.random();
  const rise = [0, 0, 0.1, 0.5][random.below(4)];
  const [sin, cos] = [Math.sin(random.random()), Math.cos(1)];
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i <= segments; i++) {
    const angle = (span * i) / segments;
    for (const radius of [1, 1 + width]) {
      const [x, y, z] = [radius * Math.cos(angle), radius * Math.sin(angle), (rise * i) / segments];
      positions.push(x, cos * y - sin * z, sin * y + cos * z);
    }
    if (i === segments) break;
    triangles.push(2 * i, 2 * i + 1, 2 * i + 3, 2 * i, 2 * i + 3, 2 * i + 2);
  }
  return { layout: 'slit ring', positions, triangles, cut: 2 + 2 * random.below(segments - 2) };
}

describe('skipping patches when what is near is wanted', () => {
  let fuzz: Fuzz;

  beforeAll(async () => {
    fuzz = new Fuzz(await PatchRoom.create(LONGEST));
    const random = new RandomPoints(9);
    for (const patch of randomPatches(7)) {
      fuzz.try(patch);
      fuzz.try(slitRing(random));
      if (fuzz.patches >= PATCHES) break;
    }
  }, 120_000);

  it.each([
    ['first rule', 500],
    ['second rule', 300],
  ])('%s: no proximity where it passes, and it passes often', (rule, least) => {
    expect((fuzz.violations.get(rule) ?? []).slice(0, 3)).toEqual([]);
    expect(fuzz.passes.get(rule)).toBeGreaterThan(least);
    expect(fuzz.neighbours).toBeGreaterThan(1000);
  });

  it.each([
    ['without altitudes', 50],
    ['without contour gaps', 20],
    ['without stretch', 5],
    ['a simple contour alone', 10],
  ])('control, %s: hides proximities, so the patches are hard enough', (control, least) => {
    expect(fuzz.violations.get(control)?.length ?? 0).toBeGreaterThan(least);
  });
});
