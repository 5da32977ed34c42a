import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './packages.mjs';

const reportFolder = mkdtempSync(join(tmpdir(), 'selfcollide-test-'));
const report = join(reportFolder, 'unit.json');

/** `npm run test:quick`: for every save. */
const isQuick = process.argv.includes('--quick');

// One line per stage: what it is called, the command, its arguments. The first that fails ends the run.
// Building comes first, as in a fresh clone: types compiled before would hide that a package cannot be built without them.
const stages = [
  ...(isQuick ? [] : [['build', process.execPath, 'scripts/build.mjs']]),
  ['types', 'tsc', '-b'],
  ['lint', 'biome', 'check', '--error-on-warnings', '.'],
  ...(isQuick ? [] : [['packages', process.execPath, 'scripts/check-packages.mjs']]),
  ['unit', 'vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
];

const env = isQuick ? { ...process.env, SELFCOLLIDE_QUICK: '1' } : process.env;

const exitCode = runStages();
const totals = readTotals();
rmSync(reportFolder, { recursive: true });
// the last line is for programs: it stands alone and counts unit tests
if (totals) console.log(totals);
process.exit(exitCode);

function runStages() {
  for (const [name, command, ...args] of stages) {
    console.log(`\n── ${name}`);
    const started = performance.now();
    const program = command === process.execPath ? command : join(root, 'node_modules', '.bin', command);
    const { status, signal, error } = spawnSync(program, args, { cwd: root, stdio: 'inherit', env });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    if (status !== 0) {
      console.error(
        `\nnpm test: stage '${name}' failed (${error ?? signal ?? `exit status ${status}`}) after ${seconds} s.`,
      );
      return 1;
    }
    console.log(`── ${name}: ${seconds} s`);
  }
  return 0;
}

/** A file that could not be loaded holds no counted test, so it is counted as one failed test itself. */
function readTotals() {
  let results;
  try {
    results = JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return; // the run ended before the unit tests
  }
  const unloaded = results.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const skipped = results.numPendingTests + (results.numTodoTests ?? 0);
  const failed = results.numFailedTests + unloaded.length;
  return `${results.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
