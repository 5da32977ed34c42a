import type { FuzzCase } from './fuzz-case.ts';

/**
 * A smaller case that still fails: drops poses, then runs of triangles, halving the run down to one, until nothing more can go; then
 * the vertices that no triangle uses.
 */
export function shrinkCase(failing: FuzzCase, fails: (smaller: FuzzCase) => boolean): FuzzCase {
  let current = failing;
  const tryInstead = (smaller: FuzzCase): boolean => {
    if (!fails(smaller)) return false;
    current = smaller;
    return true;
  };
  for (let i = current.poses.length - 1; i >= 0; i--) {
    tryInstead({ ...current, poses: current.poses.filter((_, pose) => pose !== i) });
  }
  for (let run = Math.floor(triangleCount(current) / 2); run >= 1; run = run === 1 ? 0 : Math.ceil(run / 2)) {
    let dropped: boolean;
    do {
      dropped = false;
      for (let from = 0; from < triangleCount(current) && triangleCount(current) > run; ) {
        if (tryInstead(withoutTriangles(current, from, run))) dropped = true;
        else from += run;
      }
    } while (dropped && run === 1);
  }
  tryInstead(withoutUnusedVertices(current));
  return current;
}

function triangleCount(fuzzCase: FuzzCase): number {
  return fuzzCase.triangles.length / 3;
}

function withoutTriangles(fuzzCase: FuzzCase, from: number, count: number): FuzzCase {
  const kept = (triangle: number) => triangle < from || triangle >= from + count;
  return {
    ...fuzzCase,
    triangles: fuzzCase.triangles.filter((_, i) => kept(Math.floor(i / 3))),
    ...(fuzzCase.objects && { objects: fuzzCase.objects.filter((_, triangle) => kept(triangle)) }),
  };
}

function withoutUnusedVertices(fuzzCase: FuzzCase): FuzzCase {
  const used = [...new Set(fuzzCase.triangles)].sort((a, b) => a - b);
  const select = (positions: readonly number[]) => used.flatMap((v) => positions.slice(3 * v, 3 * v + 3));
  return {
    ...fuzzCase,
    positions: select(fuzzCase.positions),
    poses: fuzzCase.poses.map(select),
    triangles: fuzzCase.triangles.map((vertex) => used.indexOf(vertex)),
  };
}
