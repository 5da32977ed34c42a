import { objectLabels } from '@selfcollide/io';
import { buildVertexRings, createResponse, exemptRest, growRings, type VertexRings } from '@selfcollide/response';
import { createDetector, type Detector, type Positions } from 'selfcollide';
import { weldTriangles, weldVertices } from 'selfcollide/mesh';
import type { Source } from '../source/source.ts';
import {
  describeFrame,
  type FixedClip,
  type FixPlan,
  type FixSettings,
  holdObjects,
  withCopies,
} from './fix-frames.ts';

/** Held where nothing else is said. */
export const BODY = 'body';
/** How far a round draws in the body where cloth crosses it, and the farthest it goes in all; in sizes of the model. */
const DRAW_STEP = 0.0005;
const MOST_DRAWN = 0.04;
/** Edges around a contact over which drawing in fades. */
const DRAW_RINGS = 3;
/** How far the body comes out again per step, in sizes of the model. */
const OUT_STEP = 0.001;
const LEAST_STEPS = 8;

/**
 * One pose in which something held, a body, and something over it, a garment, pass through each other. The body may do with itself what it does; a garment may go
 * on touching itself where it does.
 */
export async function planGarment(source: Source, hold: readonly string[], is32: boolean): Promise<FixPlan> {
  const { base, frameCount } = source;
  const { positions } = await source.pose(frameCount - 1);
  const atRest: Positions = is32 ? Float32Array.from(positions) : positions.slice();
  const first = weldVertices(atRest, { triangles: base.triangles, objects: objectLabels(base) });
  const triangles = weldTriangles(base.triangles, first);
  const held = holdObjects(source, hold, first);
  const cloth: number[] = [];
  for (let t = 0; t < triangles.length / 3; t++) if (!held[triangles[3 * t]]) cloth.push(t);
  const own = exemptRest(atRest, Uint32Array.from(cloth.flatMap((t) => [...triangles.subarray(3 * t, 3 * t + 3)])));
  // group 0 is the body
  const groups = new Uint32Array(triangles.length / 3);
  cloth.forEach((t, i) => {
    groups[t] = own.groups[i] + 1;
  });
  const ignore: [number, number][] = [[0, 0], ...own.ignore.map(([a, b]): [number, number] => [a + 1, b + 1])];
  const judge = createDetector({ positions: atRest, triangles }, { weld: false, groups, ignore });
  const countAt = (at: Positions): number => {
    judge.update(at);
    return judge.findIntersections().count;
  };
  const exempt = { ...own, groups, ignore };
  const before = [countAt(atRest)];
  return { wanted: [atRest], before, first, triangles, atRest, exempt, countAt, dispose: () => judge.dispose() };
}

/**
 * Takes a garment out of the body it is on. Draws the body in, under the cloth, until nothing crosses; then lets it come out to where it was, step by step, and what it
 * would meet is pushed ahead. Every step is proved free, so the cloth ends outside. The body ends where it was, to the last bit, or nothing is changed.
 */
export async function fixGarment(
  source: Source,
  plan: FixPlan,
  { gap, smooth, hold, limit, signal, onFrame }: FixSettings,
  size: number,
): Promise<FixedClip> {
  const { atRest, triangles, first, before, countAt } = plan;
  const { groups, ignore } = plan.exempt;
  const held = holdObjects(source, hold, first);
  const unchanged = (start: string, skipped = 0): FixedClip => ({
    frames: [describeFrame(source, plan, 0, atRest, before[0])],
    starts: [start],
    skipped,
  });
  if (before[0] === 0) return unchanged('the pose itself, which is free');
  const detector = createDetector({ positions: atRest, triangles }, { weld: false, groups, ignore });
  const drawn = drawIn(detector, plan, held, size);
  detector.dispose();
  if (!drawn) return unchanged('no pose: the body could not be drawn in until nothing crosses it');

  const response = createResponse({ positions: atRest, triangles }, { gap, smooth, groups, ignore, hold: held });
  response.reset(drawn.at(1));
  const steps = Math.max(LEAST_STEPS, Math.ceil(drawn.farthest / (OUT_STEP * size)));
  let step = response.advance(drawn.at(1 - 1 / steps));
  for (let k = 2; k <= steps && !signal?.aborted; k++) {
    step = response.advance(drawn.at(1 - k / steps));
    onFrame(k, steps);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const positions = withCopies(first, step.positions, atRest);
  response.dispose();
  const start = `the body drawn in by up to ${Number(drawn.farthest.toPrecision(2))}`;
  if (signal?.aborted) return unchanged(start, 1);
  const isThere = held.every((is, v) => !is || [0, 1, 2].every((k) => positions[3 * v + k] === atRest[3 * v + k]));
  const after = isThere ? countAt(positions) : before[0];
  const frame = describeFrame(source, plan, 0, positions, after);
  if (!isThere || after >= before[0] || frame.largest > limit) return unchanged(start);
  return { frames: [frame], starts: [start], skipped: 0 };
}

interface DrawnIn {
  readonly farthest: number;
  /** The pose with this share of it. */
  at(share: number): Positions;
}

/** Moves the body inwards where something crosses it, until nothing does; undefined if that is not reached. */
function drawIn(
  detector: Detector,
  { atRest, triangles }: FixPlan,
  held: Uint8Array,
  size: number,
): DrawnIn | undefined {
  const normals = vertexNormals(atRest, triangles);
  const rings: VertexRings = buildVertexRings(triangles, atRest.length / 3);
  const depth = new Float64Array(atRest.length / 3);
  const at = (share: number): Positions =>
    share === 0 ? atRest : (atRest.map((x, i) => x - share * depth[Math.floor(i / 3)] * normals[i]) as Positions);
  for (;;) {
    detector.update(at(1));
    const { count, edgeTriangle, triangle } = detector.findIntersections();
    const farthest = depth.reduce((most, d) => Math.max(most, d), 0);
    if (count === 0) return { farthest, at };
    const seeds = new Set<number>();
    for (let i = 0; i < count; i++) {
      for (const t of [edgeTriangle[i], triangle[i]]) {
        for (const v of triangles.subarray(3 * t, 3 * t + 3)) if (held[v]) seeds.add(v);
      }
    }
    if (seeds.size === 0 || farthest > MOST_DRAWN * size) return undefined;
    const ringOf = new Map<number, number>();
    for (const v of growRings(rings, seeds, DRAW_RINGS, ringOf)) {
      depth[v] += DRAW_STEP * size * (1 - ringOf.get(v)! / (DRAW_RINGS + 1));
    }
  }
}

function vertexNormals(positions: Positions, triangles: Uint32Array): Float64Array {
  const normals = new Float64Array(positions.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const u = [0, 1, 2].map((k) => positions[b + k] - positions[a + k]);
    const w = [0, 1, 2].map((k) => positions[c + k] - positions[a + k]);
    for (let k = 0; k < 3; k++) {
      const n = u[(k + 1) % 3] * w[(k + 2) % 3] - u[(k + 2) % 3] * w[(k + 1) % 3];
      normals[a + k] += n;
      normals[b + k] += n;
      normals[c + k] += n;
    }
  }
  for (let v = 0; v < normals.length; v += 3) {
    const length = Math.hypot(normals[v], normals[v + 1], normals[v + 2]) || 1;
    for (let k = 0; k < 3; k++) normals[v + k] /= length;
  }
  return normals;
}
