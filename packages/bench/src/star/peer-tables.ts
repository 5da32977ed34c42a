import { formatCount, formatMs, formatTable } from '../format-table.ts';
import { averageMs, averageRatio, frameMs, restMs, restRatio, timesOf, total } from './animation-arithmetic.ts';
import type { ContenderTimes } from './measure-animation.ts';
import { NO_CONTOUR, OURS } from './star-contenders.ts';
import type { StarResult } from './star-result.ts';

/** What one row compares: a pose, or the average over an animation. */
export interface Comparison {
  readonly result: StarResult;
  readonly title: string;
  ms(times: ContenderTimes): number;
  ratio(slow: ContenderTimes, quick: ContenderTimes): number;
}

/** Simulated scenes and sheets have a rest pose and an average; data of few frames has each of them. */
export function comparisons(results: readonly StarResult[]): Comparison[] {
  return results.flatMap((result) => {
    const title = `${result.scene} ${formatCount(result.triangles)}`;
    if (result.kind === 'data' && result.frames.length <= 3) {
      return result.frames.map((name, frame) => ({
        result,
        title: `${result.scene} ${name}`,
        ms: (times: ContenderTimes) => frameMs(times)[frame],
        ratio: (slow: ContenderTimes, quick: ContenderTimes) => averageRatio(slow, quick, frame),
      }));
    }
    const rest = { result, title: `${title}, rest`, ms: restMs, ratio: restRatio };
    if (result.frames.length === 0) return [rest];
    return [rest, { result, title: `${title}, avg`, ms: averageMs, ratio: (slow, quick) => averageRatio(slow, quick) }];
  });
}

/** Who is fastest besides star-contour, of all that miss nothing by design, and how many times as long it takes. */
export function fastestRival({ result, ratio }: Comparison): { name: string; ratio: number } {
  const ours = timesOf(result.times, OURS)!;
  const rivals = result.times.contenders
    .filter(({ name }) => !name.startsWith(OURS) && name !== NO_CONTOUR)
    .map((rival) => ({ name: rival.name, ratio: ratio(rival, ours) }));
  return rivals.reduce((best, rival) => (rival.ratio < best.ratio ? rival : best));
}

/** Times of all safe methods and peers, a row a comparison. */
export function formatPeerTimes(title: string, rows: readonly Comparison[]): string {
  const names = contenderNames(rows);
  const cells = rows.map((comparison) => {
    const rival = fastestRival(comparison);
    const each = names.map((name) => {
      const times = timesOf(comparison.result.times, name);
      return times ? formatMs(comparison.ms(times)) : '–';
    });
    const star = rival.ratio < 1 ? ' *' : '';
    return [comparison.title, ...each, rival.name, `${rival.ratio.toFixed(2)}×${star}`];
  });
  return `${title}\n${formatTable(['', ...names, 'next best', 'takes'], cells)}`;
}

/** Pairs of triangles that share no vertex: exactly, and as each peer counts them, where that differs. */
export function formatPairCounts(results: readonly StarResult[]): string {
  const counted = results.filter(({ frames }) => frames.length > 0);
  const peers = [
    ...new Set(counted.flatMap((r) => r.times.contenders.filter(({ pairs }) => pairs).map(({ name }) => name))),
  ];
  const rows = counted.map(({ scene, triangles, frames, times }) => [
    `${scene} ${formatCount(triangles)}`,
    String(frames.length),
    formatCount(total(times.exactPairs)),
    ...peers.map((name) => {
      const pairs = timesOf(times, name)?.pairs;
      if (!pairs) return '–';
      return pairs.every((count, frame) => count === times.exactPairs[frame]) ? '=' : formatCount(total(pairs));
    }),
  ]);
  const title =
    'Pairs of triangles that intersect and share no vertex, over all frames; = is the exact count in each frame';
  return `${title}\n${formatTable(['', 'frames', 'exact', ...peers], rows)}`;
}

function contenderNames(rows: readonly Comparison[]): string[] {
  const names = new Set(rows.flatMap(({ result }) => result.times.contenders.map(({ name }) => name)));
  names.delete(NO_CONTOUR);
  return [OURS, ...[...names].filter((name) => name !== OURS)];
}
