import { formatTable } from '../format-table.ts';
import { timesOf } from './animation-arithmetic.ts';
import { type Comparison, comparisons, fastestRival } from './peer-tables.ts';
import { OURS } from './star-contenders.ts';
import type { StarResult } from './star-result.ts';

/** One figure that the project wants to show. */
export interface Goal {
  readonly text: string;
  readonly measured: number;
  /** The least it should be. */
  readonly reach: number;
}

export function isMet({ measured, reach }: Goal): boolean {
  return measured >= reach;
}

const CGAL = ['cgal-boxes', 'cgal-pmp'];

/** What was asked for, as far as it was measured: peers that are not installed and data that is not there leave their rows out. */
export function listGoals(results: readonly StarResult[]): Goal[] {
  const goals: Goal[] = [];
  const against = (row: Comparison, rivals: readonly string[], label: string, reach: number) => {
    const ratio = ratioToFastest(row, rivals);
    if (ratio !== undefined) {
      goals.push({ text: `${row.title}: ${label} / star-contour`, measured: ratio, reach });
    }
  };
  const rows = comparisons(results);
  for (const row of rows) {
    const { scene, triangles, kind } = row.result;
    const sheet = kind === 'sheet' || scene === 'dragged-cloth';
    if (sheet && triangles > 70_000 && row.title.endsWith('rest')) {
      against(row, ['embree'], 'Embree', 8);
      against(row, CGAL, 'CGAL, the faster form', 8);
    }
    if (scene === 'twisted-cloth' && row.title.endsWith('avg')) {
      against(row, ['embree'], 'Embree', 2);
      against(row, CGAL, 'CGAL, the faster form', 2);
    }
  }
  for (const row of rows) {
    const rival = fastestRival(row);
    const text = `${row.title}: next best (${rival.name}) / star-contour`;
    goals.push({ text, measured: rival.ratio, reach: 1 });
  }
  return goals;
}

export function formatGoals(goals: readonly Goal[]): string {
  const rows = goals.map((goal) => [
    goal.text,
    `${goal.measured.toFixed(2)}×`,
    `≥ ${goal.reach}×`,
    isMet(goal) ? 'yes' : 'SHORT',
  ]);
  return formatTable(['', 'measured', 'reach', 'met'], rows);
}

function ratioToFastest({ result, ratio }: Comparison, rivals: readonly string[]): number | undefined {
  const ours = timesOf(result.times, OURS)!;
  const ratios = rivals.flatMap((name) => {
    const rival = timesOf(result.times, name);
    return rival ? [ratio(rival, ours)] : [];
  });
  return ratios.length > 0 ? Math.min(...ratios) : undefined;
}
