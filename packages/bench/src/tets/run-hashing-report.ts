import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TetSceneName, tetSceneNames } from '@selfcollide/scenes';
import { drawPlot } from '../draw-plot.ts';
import { formatTable } from '../format-table.ts';
import { describeMachine } from '../machine.ts';
import { repositoryFolder } from '../repository-folder.ts';
import { hashingPage } from './hashing-page.ts';
import { type Figure, growth, TABLE_HEAD, tableRows } from './hashing-report.ts';
import { studyCellSize, studyTableSize, takePoses } from './study.ts';
import { type SetupTimes, timeSetup } from './time-setup.ts';

export interface HashingReportOptions {
  /** Simulation steps a setup; the paper has 1000, and so is the default. */
  readonly steps?: number;
  /** Setups to run; default all. */
  readonly names?: readonly TetSceneName[];
  /** Few points a figure and few rounds: to see that it works. */
  readonly quick?: boolean;
  /** Write docs/papers/hashing.md and its plots. Default false: print only. */
  readonly write?: boolean;
  /** Where to write instead of the repository's docs/papers. */
  readonly folder?: string;
  readonly print?: (text: string) => void;
}

/** Runs setups A to E and the studies of figures 3 to 6 of the hashing paper, and tells them beside the paper's numbers. */
export function runHashingReport(options: HashingReportOptions = {}): { setups: SetupTimes[]; figures: Figure[] } {
  const { steps = 1000, names = tetSceneNames, quick = false, write = false, print = console.log } = options;
  const machine = describeMachine();
  print(
    `Hashing paper, table 2: ${steps} steps, milliseconds. ${machine.cpu}, Node ${machine.node}; the paper: Pentium 4, 1.8 GHz.`,
  );
  const setups = names.map((name) => timeSetup(name, steps));
  print(formatTable(TABLE_HEAD, tableRows(setups)));
  const ratio = growth(setups);
  if (ratio !== undefined) print(`Time per primitive, setup E over setup B: ${ratio.toFixed(2)}`);

  const figures = runStudies(quick);
  for (const { number, title, series } of figures) {
    const best = series.map(({ name, points }) => {
      const [x, y] = points.reduce((least, point) => (point[1] < least[1] ? point : least));
      return `${name} best ${y.toFixed(2)} ms at ${x}`;
    });
    print(`Figure ${number}: ${title}: ${best.join(', ')}`);
  }
  if (write) {
    const folder = options.folder ?? join(repositoryFolder(), 'docs', 'papers');
    mkdirSync(folder, { recursive: true });
    for (const figure of figures) {
      const { number, title, x, series } = figure;
      const labels = { title: `Figure ${number}: ${title}`, x, y: 'detection, ms' };
      writeFileSync(join(folder, `hashing-figure-${number}.svg`), drawPlot(series, labels));
    }
    writeFileSync(join(folder, 'hashing.md'), hashingPage({ setups, figures, steps, machine, date: new Date() }));
    print(`Written to ${folder}`);
  }
  return { setups, figures };
}

function runStudies(quick: boolean): Figure[] {
  const rounds = quick ? 1 : 3;
  const sizes = steps(99, 9999, quick ? 3300 : 100);
  const ratios = steps(3, 50, quick ? 20 : 1).map((tenths) => tenths / 10);
  const vessels = takePoses('D', quick ? 1 : 3, quick ? 10 : 120);
  const bars = takePoses('A', quick ? 1 : 3, quick ? 10 : 120);
  const tableLabel = 'places in the hash table';
  const cellLabel = 'cell size / mean edge length';
  return [
    { number: 3, title: 'two vessels, table size', x: tableLabel, series: studyTableSize(vessels, sizes, rounds) },
    { number: 4, title: '100 bars, table size', x: tableLabel, series: studyTableSize(bars, sizes, rounds) },
    { number: 5, title: 'two vessels, cell size', x: cellLabel, series: studyCellSize(vessels, ratios, 9973, rounds) },
    { number: 6, title: '100 bars, cell size', x: cellLabel, series: studyCellSize(bars, ratios, 4999, rounds) },
  ];
}

function steps(from: number, to: number, by: number): number[] {
  return Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, i) => from + i * by);
}
