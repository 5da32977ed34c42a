import type { Contender } from '../contender.ts';
import { formatCount, formatMs, formatTable } from '../format-table.ts';
import { timeFrame } from '../measure.ts';
import { quantile } from '../quantile.ts';

/** A mesh in one pose, and how close is close. */
export interface ProximityScene {
  readonly name: string;
  readonly mesh: { readonly positions: Float32Array | Float64Array; readonly triangles: Uint32Array };
  readonly pose: Float32Array | Float64Array;
  readonly distance: number;
}

export interface ProximityMeasurement {
  readonly contender: string;
  readonly pairs: number;
  /** Median of update + query. */
  readonly ms: number;
  readonly queryMs: number;
  readonly distanceTests?: number;
}

export interface MeasuredProximities {
  readonly scene: string;
  readonly measurements: readonly ProximityMeasurement[];
  /** Safe contenders that counted other pairs than the first, a sentence each. */
  readonly wrong: readonly string[];
}

export interface ProximityEffort {
  /** Rounds that count; two more warm up. */
  readonly rounds: number;
  /** No further round of a contender once it took this long; the first then counts. */
  readonly maxSeconds: number;
}

/** Times contenders on one pose, in turns. */
export function measureProximities(
  contenders: readonly Contender[],
  { name, mesh, pose }: ProximityScene,
  { rounds, maxSeconds }: ProximityEffort,
): MeasuredProximities {
  const runs = contenders.map((contender) => ({
    ...{ contender, prepared: contender.prepare(mesh), frames: [] as number[], queries: [] as number[], spent: 0 },
  }));
  for (let round = -2; round < rounds; round++) {
    for (const run of runs) {
      if (run.frames.length > 0 && run.spent > 1000 * maxSeconds) continue;
      const { update, query } = timeFrame(run.prepared, pose);
      run.spent += update + query;
      if (round < 0 && run.spent <= 1000 * maxSeconds) continue;
      run.frames.push(update + query);
      run.queries.push(query);
    }
  }
  const measurements = runs.map(({ contender, prepared, frames, queries }): ProximityMeasurement => {
    const pairs = prepared.countTrianglePairs();
    const distanceTests = prepared.lastCounters?.().distanceTests;
    prepared.close?.();
    return {
      ...{ contender: contender.name, pairs, ms: quantile(frames, 0.5), queryMs: quantile(queries, 0.5) },
      ...(distanceTests !== undefined && { distanceTests }),
    };
  });
  const [first] = measurements;
  const wrong = measurements
    .filter(({ pairs }, i) => contenders[i].safe && pairs !== first.pairs)
    .map(({ contender, pairs }) => `${name}: ${contender} found ${pairs} pairs, ${first.contender} ${first.pairs}.`);
  return { scene: name, measurements, wrong };
}

/** Update + query in ms; × how many times as long as the first contender; pairs where they differ from its. */
export function formatProximities(results: readonly MeasuredProximities[]): string {
  const names = [...new Set(results.flatMap(({ measurements }) => measurements.map(({ contender }) => contender)))];
  const head = ['scene', 'pairs', ...names.flatMap((name, i) => (i === 0 ? [`${name} ms`] : [name, '×']))];
  const rows = results.map(({ scene, measurements }) => {
    const [first] = measurements;
    const cells = names.flatMap((name, i) => {
      const found = measurements.find(({ contender }) => contender === name);
      if (!found) return i === 0 ? ['–'] : ['–', '–'];
      const other = found.pairs === first.pairs ? '' : ` (${formatCount(found.pairs)})`;
      return i === 0 ? [formatMs(found.ms)] : [`${formatMs(found.ms)}${other}`, (found.ms / first.ms).toFixed(2)];
    });
    return [scene, formatCount(first.pairs), ...cells];
  });
  return formatTable(head, rows);
}

/** Means over the scenes of each group, as `formatProximities`, and how many times as long as the first the best peer takes. */
export function formatMeans(
  groups: readonly (readonly [name: string, results: readonly MeasuredProximities[]])[],
): string {
  const names = groups[0][1][0].measurements.map(({ contender }) => contender);
  const rows = groups.map(([name, results]) => {
    const means = names.map(
      (_, i) => results.reduce((sum, { measurements }) => sum + measurements[i].ms, 0) / results.length,
    );
    return [name, ...means.flatMap((ms, i) => (i === 0 ? [formatMs(ms)] : [formatMs(ms), (ms / means[0]).toFixed(2)]))];
  });
  return formatTable(['mean of', ...names.flatMap((name, i) => (i === 0 ? [`${name} ms`] : [name, '×']))], rows);
}

/** Time and distances computed of each contender, a row each. */
export function formatVariants(results: readonly MeasuredProximities[]): string {
  const head = ['variant', ...results.flatMap(({ scene }) => [`${scene}: ms`, 'distances'])];
  const rows = results[0].measurements.map(({ contender }, i) => [
    contender,
    ...results.flatMap(({ measurements }) => [
      formatMs(measurements[i].ms),
      formatCount(measurements[i].distanceTests ?? 0),
    ]),
  ]);
  return formatTable(head, rows);
}
