import type { ImpactKind, Impacts } from 'selfcollide';
import { MeshError } from 'selfcollide/mesh';
import type { StepImpact, StepPicture } from '../messages.ts';
import type { MethodBench } from './method-bench.ts';
import type { Fit, MovingMesh } from './moving-mesh.ts';

/** Impacts that are listed; the earliest. */
const LISTED = 200;

/** What comes together from a frame to the next one of its clip, and the pose of that. */
export async function findStep(
  mesh: MovingMesh,
  bench: MethodBench,
  fit: Fit,
  pose: Float64Array,
  frame: number,
): Promise<{ next: Float64Array | null; picture: StepPicture }> {
  const nothing = { positions: new Float32Array(0), count: 0, startCount: 0, impacts: [] };
  if (isLast(mesh, frame)) {
    const what = mesh.frameCount > 1 ? 'This is the last frame' : 'There is one frame';
    return { next: null, picture: { ...nothing, problem: `${what}: nothing follows that it could move to.` } };
  }
  const next = new Float64Array(pose.length);
  await mesh.frame(frame + 1, next);
  const { detector } = await bench.take('star-contour', pose, 'step');
  let found: Impacts;
  try {
    found = detector.findImpacts!(next);
  } catch (error) {
    if (!(error instanceof MeshError && error.code === 'WELD_BROKEN')) throw error;
    const problem =
      'On the way to the next frame a seam opens: vertices part that are one here. Such a step is not searched.';
    return { next, picture: { ...nothing, problem } };
  }
  const { vertexCount, edgeCount, startCount } = found;
  const impacts = earliest(found).map(([kind, i]) => describe(found, kind, i, mesh, fit));
  const picture = { problem: '', positions: fit.apply(next), count: vertexCount + edgeCount, startCount, impacts };
  return { next, picture };
}

function isLast({ clips, frameCount }: MovingMesh, frame: number): boolean {
  return frame + 1 >= frameCount || clips.some(({ firstFrame, frameCount: count }) => frame === firstFrame + count - 1);
}

function earliest({ vertexCount, vertexTime, edgeCount, edgeTime }: Impacts): [ImpactKind, number][] {
  const all: [ImpactKind, number][] = [
    ...Array.from({ length: vertexCount }, (_, i): [ImpactKind, number] => ['vertex-triangle', i]),
    ...Array.from({ length: edgeCount }, (_, i): [ImpactKind, number] => ['edge-edge', i]),
  ];
  const timeOf = ([kind, i]: [ImpactKind, number]) => (kind === 'edge-edge' ? edgeTime[i] : vertexTime[i]);
  return all.sort((a, b) => timeOf(a) - timeOf(b)).slice(0, LISTED);
}

function describe(found: Impacts, kind: ImpactKind, i: number, mesh: MovingMesh, fit: Fit): StepImpact {
  const { triangles } = mesh;
  const { time, point, normal } = found.locateImpact(kind, i);
  const common = { kind, time, point: [...fit.apply(point)], normal };
  if (kind === 'vertex-triangle') {
    const [v, t] = [found.vertex[i], found.triangle[i]];
    const around = trianglesWith(triangles, [v]);
    const { face, vertices } = nameOf(mesh, t, v, around[0]);
    return {
      ...common,
      vertices: [v, ...triangles.subarray(3 * t, 3 * t + 3)],
      sides: [around, [t]],
      text: `vertex ${vertices[0]} meets face ${face}`,
    };
  }
  const [e, f] = [
    [found.edgeA[i], found.edgeB[i]],
    [found.edgeC[i], found.edgeD[i]],
  ];
  const sides = [trianglesWith(triangles, e), trianglesWith(triangles, f)] as const;
  const name = (ends: number[], t: number | undefined) =>
    ends.map((v) => nameOf(mesh, t ?? 0, v, t).vertices[0]).join('–');
  return {
    ...common,
    vertices: [...e, ...f],
    sides,
    text: `edge ${name(e, sides[0][0])} meets edge ${name(f, sides[1][0])}`,
  };
}

/** Triangles that have all of these vertices. */
function trianglesWith(triangles: Uint32Array, vertices: readonly number[]): number[] {
  const found: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    let has = 0;
    for (let k = t; k < t + 3; k++) if (vertices.includes(triangles[k])) has++;
    if (has >= vertices.length) found.push(t / 3);
  }
  return found;
}

/** In the file's numbers: a face, and a vertex as the triangle `of` knows it. */
function nameOf(
  mesh: MovingMesh,
  face: number,
  vertex: number,
  of: number | undefined,
): { face: number; vertices: number[] } {
  const { face: name } = mesh.locate(face);
  if (of === undefined) return { face: name, vertices: [vertex] };
  const corner = mesh.triangles.subarray(3 * of, 3 * of + 3).indexOf(vertex);
  return { face: name, vertices: [corner < 0 ? vertex : mesh.locate(of).vertices[corner]] };
}
