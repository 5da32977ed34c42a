import { formatTable } from '../format-table.ts';
import type { MeasuredProximities } from './measure-proximities.ts';

/** What a run measured; the first contender is star-contour, the second the optimised box tree, others are peers. */
export interface ClothMeasured {
  readonly atRest: readonly MeasuredProximities[];
  /** findProximities over findIntersections, by scene. */
  readonly over: readonly (readonly [scene: string, ratio: number])[];
  /** By animation, the frames of each. */
  readonly inMotion: readonly (readonly MeasuredProximities[])[];
  readonly real: readonly MeasuredProximities[];
  readonly many: MeasuredProximities;
  /** ρ = 0 over ρ = 4ε. */
  readonly radius: number;
  readonly rates: readonly MeasuredProximities[];
}

type Goal = readonly [what: string, measured: number, least: boolean, wanted: number];

/** Each goal with what was measured. A row for each peer that was there. */
export function formatGoals(measured: ClothMeasured): string {
  const goals = [...listGoals(measured)];
  const met = goals.filter(([, value, least, wanted]) => (least ? value >= wanted : value <= wanted));
  const rows = goals.map((goal) => {
    const [what, value, least, wanted] = goal;
    return [what, `${value.toFixed(2)}×`, `${least ? '≥' : '≤'} ${wanted}×`, met.includes(goal) ? 'yes' : 'SHORT'];
  });
  return `To reach: ${met.length} of ${goals.length}\n${formatTable(['', 'measured', 'reach', 'met'], rows)}`;
}

function* listGoals({ atRest, over, inMotion, real, many, radius, rates }: ClothMeasured): Generator<Goal> {
  for (const { scene, measurements } of atRest) {
    const [star, , ...peers] = measurements;
    for (const { contender, ms } of peers) yield [`${scene}: ${contender} / star-contour`, ms / star.ms, true, 10];
  }
  for (const [scene, ratio] of over) yield [`${scene}: findProximities / findIntersections`, ratio, false, 2];
  if (inMotion[0]?.[0].measurements.length > 2) {
    const total = (i: number) => inMotion.flat().reduce((sum, { measurements }) => sum + measurements[i].ms, 0);
    const totals = inMotion[0][0].measurements.map((_, i) => total(i));
    yield ['in motion, all frames: best peer / star-contour', Math.min(...totals.slice(2)) / totals[0], true, 1.5];
  }
  for (const { scene, measurements } of real) {
    const [star, boxes, ...peers] = measurements;
    for (const { contender, ms } of peers) {
      yield [`${scene}: ${contender} / our faster method`, ms / Math.min(star.ms, boxes.ms), true, 1];
    }
  }
  const [star, , ...peers] = many.measurements;
  for (const { contender, ms } of peers) {
    const threeMeshBvh = contender === 'three-mesh-bvh';
    yield threeMeshBvh
      ? [`${many.scene}: ${contender} / star-contour`, ms / star.ms, true, 5]
      : [`${many.scene}: star-contour / ${contender}`, star.ms / ms, false, 1.5];
  }
  yield ['1.3 edges at rest: ρ = 0 / ρ = 4ε', radius, true, 20];
  for (const { scene, measurements } of rates) {
    const [{ distanceTests = 0, queryMs }] = measurements;
    yield [
      `${scene}: million distances a second, search included (4 wanted without)`,
      distanceTests / queryMs / 1000,
      true,
      4,
    ];
  }
}
