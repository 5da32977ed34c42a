import { writeFileSync } from 'node:fs';
import { runAgainst } from './against/run-against.ts';
import { appendCsv, resultsFile } from './append-csv.ts';
import { type BenchOptions, parseBenchOptions } from './bench-options.ts';
import { benchScene } from './bench-scene.ts';
import { runClothReport } from './cloth/run-cloth-report.ts';
import { compareContacts } from './compare-contacts.ts';
import { compareResults, formatChanges, readEarlierResults } from './compare-results.ts';
import { runContactReport } from './contact/run-contact-report.ts';
import { printCulling } from './culling-tables.ts';
import { checkData } from './data/check-data.ts';
import { runFixReport } from './fix/run-fix-report.ts';
import { runFleetReport } from './fleet/run-fleet-report.ts';
import { runImpactsReport } from './impacts/run-impacts-report.ts';
import { runKernelReport } from './kernel/run-kernel-report.ts';
import { describeMachine } from './machine.ts';
import { runPrepareReport } from './prepare/run-prepare-report.ts';
import { formatCounters, formatReport, type SceneReport } from './scene-report.ts';
import { runStarReport } from './star/run-star-report.ts';
import { runSubspaceReport } from './subspace/run-subspace-report.ts';
import { printThroughput } from './throughput.ts';

/** The scenes of the benchmark in the README, each with the size that makes it comparable from release to release. */
const DEFAULT_SCENES = ['bunny:14700', 'scan', 'torus-knot:80000', 'twisted-sheet:80000'];

/** `npm run bench`. Returns the exit status: 1 if results were wrong, 2 if the arguments were. */
export async function runBench(args: readonly string[]): Promise<number> {
  const options = parseBenchOptions(args);
  if (typeof options === 'number') return options;
  if (options.data) return checkData(options.methods);
  if (options.table === 'culling') return printCulling(options.quick);
  if (options.table === 'throughput') return printThroughput(options.quick);
  if (options.table === 'impacts') return runImpactsReport(options);
  if (options.table === 'contact') return runContactReport(options);
  try {
    if (options.table === 'cloth') return await runClothReport(options);
    if (options.table === 'fix') return await runFixReport(options);
    if (options.table === 'fleet') return await runFleetReport(options);
    if (options.table === 'kernel') return await runKernelReport(options);
    if (options.table === 'prepare') return await runPrepareReport(options);
    if (options.table === 'subspace') return await runSubspaceReport(options);
    if (options.against !== undefined) return await runAgainst(options.against, options);
    return options.table === 'star' ? await runStarReport(options) : await benchScenes(options);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    console.error(`bench: ${error.message}`);
    return 2;
  }
}

async function benchScenes(options: BenchOptions): Promise<number> {
  const machine = describeMachine();
  // before the work, so that a wrong name costs nothing
  const earlier = options.compare === undefined ? undefined : readEarlierResults(options.compare);
  // standard output stays pure when it carries the JSON
  const print = options.json === '-' ? console.error : console.log;
  print(`${machine.cpu}, Node ${machine.node}; milliseconds, medians\n`);
  const reports: SceneReport[] = [];
  let wrong = 0;
  for (const scene of options.scenes.length > 0 ? options.scenes : DEFAULT_SCENES) {
    const report = await benchScene(scene, options);
    reports.push(report);
    print(`${formatReport(report)}\n`);
    if (options.counters) print(`${formatCounters(report)}\n`);
    const mismatch = compareContacts(report.scene, report.measurements);
    if (mismatch) {
      console.error(mismatch);
      wrong++;
    }
  }
  if (earlier) print(`${formatChanges(compareResults(reports, earlier), options.compare!, machine)}\n`);
  if (options.json !== undefined) {
    const text = `${JSON.stringify({ machine, reports }, null, 2)}\n`;
    if (options.json === '-') process.stdout.write(text);
    else writeFileSync(options.json, text);
  }
  // wrong results are no record of speed
  if (options.append && wrong === 0) {
    const file = resultsFile(machine);
    appendCsv(file, machine, reports, new Date());
    print(`Added to ${file}`);
  }
  return wrong > 0 ? 1 : 0;
}
