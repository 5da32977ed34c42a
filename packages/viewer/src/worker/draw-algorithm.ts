import { cutPatches } from '@selfcollide/three';
import type { Outcome, QueryTrace } from 'selfcollide';
import { type AlgorithmPicture, type AlgorithmWishes, type OutcomeTally, outcomeNames } from '../messages.ts';
import { drawBoxes } from './draw-boxes.ts';
import type { MethodBench } from './method-bench.ts';
import type { Fit } from './moving-mesh.ts';
import { sketchPatch } from './sketch/sketch-patch.ts';

/** Searches once more, writes down how, and draws that. */
export async function drawAlgorithm(
  bench: MethodBench,
  pose: Float64Array,
  triangles: Uint32Array,
  fit: Fit,
  { level, boxes, clicked }: AlgorithmWishes,
  next: Float64Array | null,
): Promise<AlgorithmPicture> {
  const { detector } = await bench.take('star-contour', pose, 'trace');
  detector.findIntersections();
  const trace = detector.trace!;
  const triangleCount = triangles.length / 3;
  const { patches, patchOf } = cutPatches(trace, level, triangleCount);
  const lines: number[] = [];
  for (const { visit } of patches) {
    for (const loop of trace.contourOf(visit)) {
      for (let i = 0; i < loop.length; i++) lines.push(loop[i], loop[(i + 1) % loop.length]);
    }
  }
  let deepest = 0;
  for (const { patchA } of trace.visits) deepest = Math.max(deepest, trace.levelOf(patchA));
  const apart = trace.boxPairs.reduce((sum, pair) => sum + Number(pair.apart), 0);
  return {
    level,
    deepest,
    patchCount: patches.length,
    patchOf,
    outcomeOf: Uint8Array.from(patches, ({ outcome }) => outcomeNames.indexOf(outcome)),
    betweenOf: paintBetween(trace, triangleCount),
    contourLines: Uint32Array.from(lines),
    tally: tallyOutcomes(trace),
    boxPairsApart: apart,
    boxPairsMeeting: trace.boxPairs.length - apart,
    boxes: boxes ? drawBoxes(trace, pose, triangles, level, fit) : null,
    sketch: clicked < 0 ? null : sketchPatch(trace, { positions: pose, triangles }, clicked, level, next),
  };
}

function tallyOutcomes({ visits }: QueryTrace): OutcomeTally[] {
  const tally = new Map<Outcome, { within: number; between: number }>();
  for (const { patchA, patchB, outcome } of visits) {
    const entry = tally.get(outcome) ?? { within: 0, between: 0 };
    if (patchA === patchB) entry.within++;
    else entry.between++;
    tally.set(outcome, entry);
  }
  return outcomeNames.filter((name) => tally.has(name)).map((outcome) => ({ outcome, ...tally.get(outcome)! }));
}

/** Where several searches end at one triangle, the costliest is painted: triangles tested over patches culled. */
function paintBetween(trace: QueryTrace, triangleCount: number): Uint8Array {
  const painted = new Uint8Array(triangleCount).fill(255);
  for (const tested of [false, true]) {
    for (const { patchA, patchB, outcome } of trace.visits) {
      if (patchA === patchB || (outcome === 'triangles tested') !== tested) continue;
      if (!tested && !outcome.startsWith('culled')) continue;
      const place = outcomeNames.indexOf(outcome);
      for (const patch of [patchA, patchB]) for (const t of trace.trianglesOf(patch)) painted[t] = place;
    }
  }
  return painted;
}
