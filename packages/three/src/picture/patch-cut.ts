import type { Outcome, QueryTrace, TraceVisit } from 'selfcollide';

/** One patch of a cut. */
export interface CutPatch {
  readonly patch: number;
  readonly level: number;
  readonly outcome: Outcome;
  readonly visit: TraceVisit;
}

/** The patches that a query was about at one level: together they cover every triangle that it looked at once. */
export interface PatchCut {
  readonly patches: readonly CutPatch[];
  /** For every triangle its place in `patches`; −1 for triangles that the query never came to. */
  readonly patchOf: Int32Array;
}

/**
 * Cuts the tree of a trace at a level: patches of that level, and above it those where the query stopped.
 * With `level` Infinity: where the query ended everywhere, so that each patch tells why it was left.
 */
export function cutPatches(trace: QueryTrace, level: number, triangleCount: number): PatchCut {
  const patchOf = new Int32Array(triangleCount).fill(-1);
  const within = trace.visits
    .filter((visit) => visit.patchA === visit.patchB)
    .map((visit) => ({ patch: visit.patchA, level: trace.levelOf(visit.patchA), outcome: visit.outcome, visit }))
    .filter((patch) => patch.level <= level)
    .sort((a, b) => a.level - b.level);
  // deeper patches paint over those they are part of
  const remaining = new Int32Array(within.length);
  within.forEach(({ patch }, place) => {
    for (const t of trace.trianglesOf(patch)) {
      if (patchOf[t] >= 0) remaining[patchOf[t]]--;
      patchOf[t] = place;
      remaining[place]++;
    }
  });
  const newPlace = new Int32Array(within.length).fill(-1);
  const patches: CutPatch[] = [];
  within.forEach((patch, place) => {
    if (remaining[place] === 0) return;
    newPlace[place] = patches.length;
    patches.push(patch);
  });
  for (let t = 0; t < triangleCount; t++) if (patchOf[t] >= 0) patchOf[t] = newPlace[patchOf[t]];
  return { patches, patchOf };
}
