import type { Detector } from '../../src/detector.ts';
import type { FindImpactsOptions } from '../../src/impact-options.ts';
import type { Positions } from '../../src/mesh/triangle-mesh.ts';
import type { Impacts } from '../../src/results/impacts.ts';

/** Impacts as sorted text: features, then the time to the last digit. */
export function impactsFound(detector: Detector, next: Positions, options?: FindImpactsOptions): string[] {
  return listImpacts(detector.findImpacts(next, options));
}

export function listImpacts(impacts: Impacts): string[] {
  const { vertexCount, vertex, triangle, vertexTime, edgeCount, edgeA, edgeB, edgeC, edgeD, edgeTime } = impacts;
  const list: string[] = [];
  for (let i = 0; i < vertexCount; i++) list.push(`${vertex[i]}:${triangle[i]} ${vertexTime[i]}`);
  for (let i = 0; i < edgeCount; i++) list.push(`${edgeA[i]},${edgeB[i]}:${edgeC[i]},${edgeD[i]} ${edgeTime[i]}`);
  return list.sort();
}

export const withoutTimes = (list: readonly string[]): string[] => list.map((line) => line.split(' ')[0]);
