import { objectLabels } from '@selfcollide/io';
import { buildVertexRings, createResponse, exemptRest, RingWalk } from '@selfcollide/response';
import { createDetector, type Detector, type Positions } from 'selfcollide';
import { weldTriangles, weldVertices } from 'selfcollide/mesh';
import type { Source } from '../source/source.ts';
import {
  describeFrame,
  type FixedClip,
  type FixPlan,
  type FixSettings,
  FrameWalk,
  holdObjects,
  readFrames,
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

/** Frames of something held, a body, and of something over it, a garment, of which none may be free. */
export interface GarmentPlan extends FixPlan {
  /** The frame with the fewest contacts: the garment is taken out of the body there. */
  readonly start: number;
}

/**
 * A body and a garment that pass through each other. The body may do with itself what it does; a garment may go on touching itself where it does in the frame that it
 * begins with, in no more places.
 */
export async function planGarment(source: Source, hold: readonly string[], is32: boolean): Promise<GarmentPlan> {
  const { base, rest } = source;
  const wanted = await readFrames(source, is32);
  const first = weldVertices(is32 ? Float32Array.from(rest) : rest, {
    triangles: base.triangles,
    objects: objectLabels(base),
  });
  const triangles = weldTriangles(base.triangles, first);
  const held = holdObjects(source, hold, first);
  const cloth: number[] = [];
  for (let t = 0; t < triangles.length / 3; t++) if (!held[triangles[3 * t]]) cloth.push(t);
  // group 0 is the body
  const bodyAndCloth = new Uint32Array(triangles.length / 3);
  for (const t of cloth) bodyAndCloth[t] = 1;
  const counter = (groups: Uint32Array, ignore: [number, number][]) => {
    const detector = createDetector({ positions: wanted[0], triangles }, { weld: false, groups, ignore });
    const count = (at: Positions): number => {
      detector.update(at);
      return detector.findIntersections().count;
    };
    return { count, dispose: () => detector.dispose() };
  };
  const all = counter(bodyAndCloth, [[0, 0]]);
  const counts = wanted.map(all.count);
  const start = counts.indexOf(Math.min(...counts));
  const own = exemptRest(wanted[start], trianglesOf(triangles, cloth), { rings: 0, pieces: 'regions' });
  const groups = new Uint32Array(triangles.length / 3);
  cloth.forEach((t, i) => {
    groups[t] = own.groups[i] + 1;
  });
  const ignore: [number, number][] = [[0, 0], ...own.ignore.map(([a, b]): [number, number] => [a + 1, b + 1])];
  const judge = counter(groups, ignore);
  const exempt = { ...own, groups, ignore };
  const letThrough = own.between + own.within;
  const countAt = (at: Positions): number => {
    const beyond = judge.count(at);
    return beyond + Math.max(0, all.count(at) - beyond - letThrough);
  };
  const dispose = () => {
    all.dispose();
    judge.dispose();
  };
  const before = wanted.map(countAt);
  return { wanted, before, first, triangles, atRest: wanted[start], exempt, start, countAt, dispose };
}

function trianglesOf(triangles: Uint32Array, which: readonly number[]): Uint32Array {
  return Uint32Array.from(which.flatMap((t) => [...triangles.subarray(3 * t, 3 * t + 3)]));
}

/**
 * Takes a garment out of the body it is on. Draws the body in, under the cloth, until nothing crosses; then lets it come out to where it was, step by step, and what it
 * would meet is pushed ahead. Every step is proved free, so the cloth ends outside. The body ends where it was, to the last bit, or nothing is changed.
 */
export async function fixGarment(
  source: Source,
  plan: GarmentPlan,
  settings: FixSettings,
  size: number,
): Promise<FixedClip> {
  const { atRest, triangles, first, before, wanted, start } = plan;
  const { groups, ignore, links } = plan.exempt;
  const { gap, smooth, signal } = settings;
  const held = holdObjects(source, settings.hold, first);
  const name = wanted.length > 1 ? `frame ${source.clips[0].numbers[start]}, ` : '';
  const unchanged = (how: string, skipped = 0): FixedClip => ({
    frames: wanted.map((positions, frame) => describeFrame(source, plan, frame, positions, before[frame])),
    starts: [`${name}${how}`],
    skipped,
  });
  if (before.every((count) => count === 0)) return unchanged('which is free');
  const mesh = { positions: atRest, triangles };
  const detector = createDetector(mesh, { weld: false, groups, ignore });
  const drawn = drawIn(detector, plan, held, size);
  detector.dispose();
  if (!drawn) return unchanged('where the body could not be drawn in until nothing crosses it');

  const response = createResponse(mesh, { gap, smooth, groups, ignore, links, hold: held });
  const walk = new FrameWalk(source, plan, settings, response, held);
  response.reset(drawn.at(1));
  const steps = Math.max(LEAST_STEPS, Math.ceil(drawn.farthest / (OUT_STEP * size)));
  let step = response.advance(drawn.at(1 - 1 / steps));
  for (let k = 2; k <= steps && !signal?.aborted; k++) {
    step = response.advance(drawn.at(1 - k / steps));
    await new Promise((resolve) => setImmediate(resolve));
  }
  const how =
    before[start] === 0 ? 'which is free' : `the body drawn in by up to ${Number(drawn.farthest.toPrecision(2))}`;
  if (signal?.aborted) {
    response.dispose();
    return unchanged(how, wanted.length);
  }
  const began = step.positions.slice();
  await walk.accept(start, step);
  for (let frame = start + 1; frame < wanted.length; frame++) await walk.goTo(frame, frame - 1);
  response.reset(began);
  for (let frame = start - 1; frame >= 0; frame--) await walk.goTo(frame, frame + 1);
  response.dispose();
  return { frames: walk.frames, starts: [`${name}${how}`], skipped: walk.skipped };
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
  const walk = new RingWalk(buildVertexRings(triangles, atRest.length / 3));
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
    walk.grow([...seeds], seeds.size, DRAW_RINGS);
    for (const v of walk.reached.subarray(0, walk.count)) {
      depth[v] += DRAW_STEP * size * (1 - walk.ringOf(v) / (DRAW_RINGS + 1));
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
