import { collapseEdges } from '../bunny/collapse-edges.ts';
import { loopSubdivide } from '../bunny/loop-subdivide.ts';
import type { SceneMesh } from '../scene.ts';

export interface SubdividedMesh {
  /** The coarse mesh: the base, or a thinned one. */
  readonly coarse: SceneMesh;
  /** The coarse mesh after all steps of Loop subdivision. */
  readonly fine: SceneMesh;
  /** Three numbers for each coarse vertex (positions, or anything else) to three for each fine one; linear. */
  refine(coarse: Float64Array): Float64Array;
}

/**
 * A closed mesh of about `triangles` triangles with subdivision connectivity: whole steps of Loop subdivision, from the
 * base if that leads to the count wanted, else from a thinned one.
 */
export function subdividedMesh(base: SceneMesh, triangles: number): SubdividedMesh {
  const baseTriangles = base.triangles.length / 3;
  let steps = 0;
  // 1 % of slack: 58,800 is meant to be two steps from a base of 3,674, not three from a thinned one
  while (triangles / 4 ** steps > 1.01 * baseTriangles) steps++;
  const wanted = triangles / 4 ** steps;
  const coarse = wanted < baseTriangles ? collapseEdges(base, wanted) : base;
  const refine = (mesh: SceneMesh): SceneMesh => {
    for (let i = 0; i < steps; i++) mesh = loopSubdivide(mesh);
    return mesh;
  };
  return {
    coarse,
    fine: refine(coarse),
    refine: (values) => refine({ positions: values, triangles: coarse.triangles }).positions,
  };
}
