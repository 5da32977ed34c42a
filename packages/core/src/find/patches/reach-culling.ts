import { createSteepDirectionSet, LEVELS, type SteepDirectionSet } from '../../bounds/direction-set.ts';
import { measureRest, refitStretchMasks } from '../../bounds/steep-masks.ts';
import type { MeshKernel } from '../../kernel/mesh-kernel.ts';
import type { Surface } from '../../mesh/surface.ts';
import type { Pose } from '../../pose/pose.ts';
import type { Counters } from '../../results/counters.ts';
import type { RestShape } from '../pair-finder.ts';
import { ApartJudge, ArcJudge, isApart, isJoined } from './contour-gaps.ts';
import { GapTest } from './gap-test.ts';
import type { CullingSettings } from './patch-culling.ts';
import type { Preparation } from './preparation.ts';
import type { ProjectedLoops } from './projected-loops.ts';
import { createProjection, projectAlongMask } from './projection.ts';
import { StraightLoops } from './straight-loops.ts';
import { ACROSS_EDGE, ACROSS_VERTEX, NEVER_CULLED, WITHIN_PATCH } from './test-tree.ts';
import { isWorthTestingInPose } from './worth-testing.ts';

/** A test that keeps failing is left out for 1, 2, 4 … up to this many poses. */
const LONGEST_WAIT_BITS = 5;
/** Triangles that are looked at to see whether a rule is worth a pass over all. */
const SAMPLES = 64;
/** Along how slanting a direction a triangle may be seen at rest, at least, for the second rule to be worth it. */
const MOST_COSINE = 0.8;

/**
 * Proves patches free of proximities. As for contacts there is a direction d that all triangles of a patch face, and the contour seen along it is
 * strictly simple: then the patch is a graph over its image, and triangles without common vertex have disjoint images. Distances and lengths
 * are those of the orthogonal projection.
 *
 * **First rule** (reach below the edges). All altitudes of the images exceed the reach, and so do the distances of contour edges without common
 * end (in loops of three: of each corner from the edge across). Then no two triangles without common vertex are within reach. For they are no
 * closer than their images, of which a corner v of one is closest to a point q of the other. The segment from v to q leaves a triangle at v
 * by the edge across from v, which is an altitude or more away; or it starts outside of the patch and comes back by a contour edge without v.
 *
 * **Second rule** (rest radius ρ). A way on the patch is at most κ times as long at rest as its image is now, L = κ · reach ≤ ρ. Contour edges of
 * different loops are more than the reach apart. Where the contour turns away from the patch, leaving an angle φ outside between edges e and f,
 * L / sin(φ/2) ≤ ρ or L + |e| + |f| ≤ ρ, lengths at rest. Other edges of one loop, δ ≤ reach apart, have κ(reach − δ) + s ≤ ρ, s the rest
 * length of the shorter piece of the loop that has both. Then triangles within reach are rest neighbours. For take points of them that close.
 * Where the segment between their images stays inside, the way above it is at most L long at rest. Else go along the contour from where it
 * first leaves to where it last returns: that is in one loop, and no longer than was said. All triangles passed are within ρ of both.
 */
export class ReachCulling {
  readonly #surface: Surface;
  readonly #preparation: Preparation;
  readonly #settings: CullingSettings;
  readonly #kernel: MeshKernel | null;
  readonly #directions: SteepDirectionSet;
  /** Per patch: directions for the second rule; the kernel has those for the first, which is left out without it. */
  #stretchMasks: Int32Array | null = null;
  readonly #failures: Uint8Array;
  readonly #nextTry: Uint32Array;
  /** Per patch: the last pose in which it was shown free together with another. */
  readonly #freePose: Uint32Array;
  readonly #projection = createProjection();
  readonly #loops: StraightLoops;
  readonly #crossing: GapTest;
  readonly #apart = new ApartJudge();
  readonly #arcs: ArcJudge;
  /** Triangles of the rest shape as `measureRest` sees them. */
  #restTriangles: Float64Array | null = null;
  #rest: RestShape | null = null;
  #positions: Float64Array | null = null;
  #reach = -1;
  #usesAltitudes = false;
  #usesStretch = false;
  #factor = 0;
  #stretchFitted = false;
  #pose = 0;

  constructor(surface: Surface, preparation: Preparation, settings: CullingSettings, kernel: MeshKernel | null) {
    const { tree, testTree, contourLoops } = preparation;
    this.#surface = surface;
    this.#preparation = preparation;
    this.#settings = settings;
    this.#kernel = kernel;
    this.#directions = createSteepDirectionSet(settings.directions, kernel?.steepTables);
    this.#failures = new Uint8Array(testTree.nodeCount);
    this.#nextTry = new Uint32Array(testTree.nodeCount);
    this.#freePose = new Uint32Array(tree.nodeCount);
    this.#loops = new StraightLoops(contourLoops);
    this.#crossing = new GapTest(this.#loops.capacity);
    this.#arcs = new ArcJudge(this.#loops.capacity);
  }

  get byteLength(): number {
    const shared = this.#kernel === null ? [this.#directions.tables] : [];
    const own = [this.#failures, this.#nextTry, this.#freePose, ...shared];
    const made = (this.#stretchMasks?.byteLength ?? 0) + (this.#restTriangles?.byteLength ?? 0);
    const parts = this.#loops.byteLength + this.#crossing.byteLength + this.#arcs.byteLength;
    return own.reduce((sum, { byteLength }) => sum + byteLength, parts + made);
  }

  /** Positions have changed. */
  forget(): void {
    this.#positions = null;
  }

  /** Takes a pose and a reach, in a pass or two over the triangles, unless these are the last ones. False if nothing can be shown. */
  begin(pose: Pose, reach: number, rest: RestShape | null): boolean {
    if (pose.exactOnly) return false;
    if (pose.positions !== this.#positions || reach !== this.#reach || rest !== this.#rest)
      this.#take(pose, reach, rest);
    return this.#usesAltitudes || this.#usesStretch;
  }

  #take({ positions, scale }: Pose, reach: number, rest: RestShape | null): void {
    this.#positions = positions;
    this.#reach = reach;
    if (rest !== this.#rest) this.#restTriangles = null;
    this.#rest = rest;
    this.#pose++;
    const { tree } = this.#preparation;
    const { triangles } = this.#surface;
    this.#apart.choose(reach);
    const kernel = this.#kernel;
    this.#usesAltitudes =
      kernel !== null && positions === kernel.positions && manyHaveAltitude(triangles, positions, reach);
    if (this.#usesAltitudes) kernel?.calls.refitAltitudeMasks(reach);
    this.#usesStretch = rest !== null && rest.pose.scale === scale && !rest.pose.exactOnly && reach > 0;
    if (rest === null || !this.#usesStretch) return;
    const radius = rest.radius * scale;
    // half of the radius is left for going round corners, unless that allows too few directions
    const factor = Math.max(radius / (2 * reach), Math.min(1 / MOST_COSINE, radius / reach));
    this.#usesStretch = factor * MOST_COSINE >= 1 - 2 ** -20 && factor * reach < radius * (1 - 2 ** -18);
    if (!this.#usesStretch) return;
    this.#arcs.choose(reach, factor, radius);
    this.#factor = factor;
    this.#stretchFitted = false;
    this.#restTriangles ??= measureRest(triangles, rest.pose.positions);
    this.#stretchMasks ??= new Int32Array(tree.nodeCount);
  }

  /** In a pass over the triangles, once the first rule has failed somewhere. */
  #fitStretch(masks: Int32Array): void {
    this.#stretchFitted = true;
    const { tree } = this.#preparation;
    const { triangles, objects } = this.#surface;
    refitStretchMasks(masks, tree, this.#directions, triangles, this.#positions!, this.#restTriangles!, this.#factor);
    if (objects !== null) clearMixed(masks, tree, objects);
  }

  /** Whether the patches of a test node are shown to hold no proximity between them. */
  isFree(node: number, counters: Counters): boolean {
    const { testTree } = this.#preparation;
    const kind = testTree.kind[node];
    if (kind === NEVER_CULLED || kind === ACROSS_VERTEX) return false;
    const a = testTree.patchA[node];
    const b = testTree.patchB[node];
    if (kind === WITHIN_PATCH && this.#freePose[a] === this.#pose) return true;
    if (!isWorthTestingInPose(this.#preparation, node)) return false;
    counters.orientationTests++;
    const waits = this.#nextTry[node] > this.#pose;
    const altitudes = this.#usesAltitudes ? this.#kernel?.altitudeMasks : undefined;
    const altitude = altitudes === undefined ? 0 : altitudes[a] & altitudes[b];
    if (altitude !== 0 && this.#settings.cull === 'orientation') return true;
    let isFree = false;
    let isTried = false;
    if (altitude !== 0 && !waits) {
      isTried = true;
      isFree = this.#isApart(node, altitude, counters);
    }
    const masks = this.#stretchMasks;
    if (!isFree && !waits && this.#usesStretch && masks !== null) {
      if (!this.#stretchFitted) this.#fitStretch(masks);
      const stretch = this.#isOneObject(a, b) ? masks[a] & masks[b] : 0;
      isTried ||= stretch !== 0;
      isFree = stretch !== 0 && this.#isJoined(node, stretch, counters);
    }
    if (!isTried) return false;
    if (isFree && kind === ACROSS_EDGE) {
      this.#freePose[a] = this.#pose;
      this.#freePose[b] = this.#pose;
    }
    this.#remember(node, isFree);
    return isFree;
  }

  /** Of patches that are of one object each: only within an object are there rest neighbours. */
  #isOneObject(a: number, b: number): boolean {
    const { objects } = this.#surface;
    const { firstTriangle } = this.#preparation.tree;
    return objects === null || objects[firstTriangle[a]] === objects[firstTriangle[b]];
  }

  #isApart(node: number, mask: number, counters: Counters): boolean {
    return isApart(this.#load(node, mask, counters), this.#crossing, this.#apart);
  }

  #isJoined(node: number, mask: number, counters: Counters): boolean {
    const { contourLoops } = this.#preparation;
    const rest = this.#rest!.pose.positions;
    return isJoined(this.#load(node, mask, counters), contourLoops, node, rest, this.#crossing, this.#arcs);
  }

  #load(node: number, mask: number, counters: Counters): ProjectedLoops {
    const projection = this.#projection;
    projectAlongMask(projection, mask, this.#directions.components);
    this.#loops.load(this.#preparation.contourLoops, node, this.#positions!, projection);
    this.#loops.straighten(projection);
    counters.contourTests++;
    counters.contourEdges += this.#loops.count;
    return this.#loops;
  }

  #remember(node: number, isFree: boolean): void {
    if (isFree) this.#failures[node] = 0;
    if (isFree || this.#settings.retry === 'always') return;
    const inARow = this.#failures[node];
    this.#nextTry[node] = this.#pose + (1 << inARow) + 1;
    if (inARow < LONGEST_WAIT_BITS) this.#failures[node] = inARow + 1;
  }
}

/** Whether a quarter of a sample of triangles is so high that the first rule may hold for them. */
export function manyHaveAltitude(triangles: Uint32Array, positions: Float64Array, reach: number): boolean {
  const count = triangles.length / 3;
  const step = count > SAMPLES ? count / SAMPLES : 1;
  // the table of the largest cosine
  const most = (LEVELS - 1) / LEVELS;
  let seen = 0;
  let high = 0;
  for (let t = 0; t < count; t += step) {
    const i = 3 * Math.floor(t);
    const a = 3 * triangles[i];
    const b = 3 * triangles[i + 1];
    const c = 3 * triangles[i + 2];
    const ux = positions[b] - positions[a];
    const uy = positions[b + 1] - positions[a + 1];
    const uz = positions[b + 2] - positions[a + 2];
    const vx = positions[c] - positions[a];
    const vy = positions[c + 1] - positions[a + 1];
    const vz = positions[c + 2] - positions[a + 2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const wx = vx - ux;
    const wy = vy - uy;
    const wz = vz - uz;
    const uu = ux * ux + uy * uy + uz * uz;
    const vv = vx * vx + vy * vy + vz * vz;
    const longest = Math.max(uu, vv, wx * wx + wy * wy + wz * wz);
    seen++;
    if (reach * reach * longest < most * most * (nx * nx + ny * ny + nz * nz)) high++;
  }
  return 4 * high >= seen;
}

/** Triangles of different objects are no rest neighbours, however they hang together. */
function clearMixed(masks: Int32Array, tree: Preparation['tree'], objects: Uint32Array): void {
  const { nodeCount, rightChild, firstTriangle, endTriangle } = tree;
  for (let node = nodeCount - 1; node >= 0; node--) {
    const right = rightChild[node];
    if (right === 0) {
      const first = firstTriangle[node];
      for (let t = first + 1; t < endTriangle[node]; t++) if (objects[t] !== objects[first]) masks[node] = 0;
    } else if (
      masks[node + 1] === 0 ||
      masks[right] === 0 ||
      objects[firstTriangle[node]] !== objects[firstTriangle[right]]
    ) {
      masks[node] = 0;
    }
  }
}
