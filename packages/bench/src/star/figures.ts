import { drawPlot, type Series } from '../draw-plot.ts';
import { formatCount } from '../format-table.ts';
import { frameMs } from './animation-arithmetic.ts';
import type { StarResult } from './star-result.ts';

export interface StarFigure {
  /** File name, below docs/papers. */
  readonly file: string;
  readonly title: string;
  readonly svg: string;
}

/** The star paper's Figure 8, time per frame over the animation of every method, for the largest mesh measured of each scene. */
export function drawFigures(results: readonly StarResult[]): StarFigure[] {
  const largest = new Map<string, StarResult>();
  for (const result of results) {
    if (result.kind !== 'simulated' || result.frames.length < 2) continue;
    if ((largest.get(result.scene)?.triangles ?? 0) < result.triangles) largest.set(result.scene, result);
  }
  return [...largest.values()].map((result) => {
    const { scene, triangles, frames, times } = result;
    const series: Series[] = times.contenders.map((contender) => ({
      name: contender.name,
      points: frameMs(contender).map((ms, i) => [Number(frames[i]), ms] as const),
    }));
    const title = `${scene}, ${formatCount(triangles)} triangles`;
    const labels = { title, x: 'frame', y: 'update + query, ms', logY: true, legendOutside: true };
    return { file: `star-contour-${scene}.svg`, title, svg: drawPlot(series, labels) };
  });
}
