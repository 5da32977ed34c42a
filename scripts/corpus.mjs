import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildPackages } from './build.mjs';
import { seededRandom, spoil } from './spoil.mjs';

const HELP = `npm run corpus -- DIR [--spoil N] [--seed N] [--seconds N] [--megabytes N]

Runs \`selfcollide check\` on every model below a folder, each in a process of its own, and prints exit status, time and peak memory.
With --spoil, on N copies of them instead that are cut off or have bytes flipped.
Ends with 1 if a status is none of those a file can have (0, 1, 3), a trace was printed, or a limit was passed.`;

/** Seconds and megabytes that a model of megabytes may take, and a spoilt one. */
const LIMITS = { whole: { seconds: 120, megabytes: 4000 }, spoilt: { seconds: 30, megabytes: 4000 } };
const MODELS = new Set('.glb .gltf .vrm .obj .ply .stl .off .msh .node .ele .veg .t'.split(' '));
const STATUSES = new Set([0, 1, 3]);

/**
 * Makes the program say its peak memory in kB when it ends. Linux hands `maxRSS` down from the process that started it, so what
 * the kernel knows of this address space alone is asked first.
 */
const TELL_PEAK = `
import { readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
function peak() {
  try {
    return Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
  } catch {
    return process.resourceUsage().maxRSS;
  }
}
if (isMainThread) process.on('exit', () => process.stderr.write('\\npeak ' + peak()));
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    spoil: { type: 'string' },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string' },
    megabytes: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help || positionals.length !== 1) {
  console.log(HELP);
  process.exit(values.help ? 0 : 2);
}
await buildPackages();
const program = fileURLToPath(new URL('../packages/cli/dist/main.mjs', import.meta.url));
const [folder] = positionals;
const models = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && MODELS.has(extname(entry.name).toLowerCase()))
  .map((entry) => join(entry.parentPath, entry.name))
  .sort();
if (models.length === 0) {
  console.error(`corpus: DIR must hold models, got ${folder}.`);
  process.exit(2);
}
const limits = { ...(values.spoil ? LIMITS.spoilt : LIMITS.whole) };
if (values.seconds) limits.seconds = Number(values.seconds);
if (values.megabytes) limits.megabytes = Number(values.megabytes);
/** Set by Ctrl-C or termination: what was run so far is still told. */
let interrupted = 0;
let running = null;
for (const [signal, status] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
]) {
  process.on(signal, () => {
    if (interrupted > 0) process.exit(interrupted); // asked twice
    interrupted = status;
    running?.kill('SIGKILL');
  });
}
process.exitCode = values.spoil ? await runSpoilt(Number(values.spoil)) : await runWhole();

async function runWhole() {
  const rows = [];
  let bad = 0;
  for (const file of models) {
    const result = await runOne(file);
    if (interrupted) break;
    if (result.faults.length > 0) bad++;
    rows.push([relative(folder, file), result, result.faults.join(', ') || result.said]);
    showProgress(rows.length, models.length, bad);
  }
  printTable(rows);
  console.log(`\n${countOf(rows.length, models.length)} models, ${bad} with faults`);
  return interrupted || (bad > 0 ? 1 : 0);
}

/** One row a format: how spoilt files of it ended. Faults are printed with the number that gives the file again. */
async function runSpoilt(count) {
  const work = mkdtempSync(join(tmpdir(), 'selfcollide-corpus-'));
  const byFormat = new Map();
  let bad = 0;
  let done = 0;
  try {
    for (let i = 0; i < count; i++) {
      const source = models[i % models.length];
      const file = join(work, basename(source));
      writeFileSync(file, spoil(readFileSync(source), seededRandom(Number(values.seed) * 1_000_003 + i)));
      const result = await runOne(file);
      rmSync(file);
      if (interrupted) break;
      done++;
      const format = extname(source).toLowerCase();
      const sum = byFormat.get(format) ?? { files: 0, statuses: {}, seconds: 0, megabytes: 0 };
      byFormat.set(format, sum);
      sum.files++;
      sum.statuses[result.status] = (sum.statuses[result.status] ?? 0) + 1;
      sum.seconds = Math.max(sum.seconds, result.seconds);
      sum.megabytes = Math.max(sum.megabytes, result.megabytes);
      if (result.faults.length > 0) bad++;
      showProgress(done, count, bad);
      if (result.faults.length === 0) continue;
      console.log(
        `file ${i} of seed ${values.seed}, from ${relative(folder, source)}: ${result.faults.join(', ')}\n${result.said}`,
      );
    }
  } finally {
    rmSync(work, { recursive: true });
  }
  printTable(
    [...byFormat].sort().map(([format, { files, statuses, seconds, megabytes }]) => [
      `${files} × ${format}`,
      {
        status: Object.entries(statuses)
          .map(([status, times]) => `${status}: ${times}`)
          .join(', '),
        seconds,
        megabytes,
      },
      '',
    ]),
  );
  console.log(`\n${countOf(done, count)} spoilt files, seed ${values.seed}: ${bad} with faults`);
  return interrupted || (bad > 0 ? 1 : 0);
}

function countOf(done, total) {
  return done < total ? `interrupted after ${done} of ${total}` : String(total);
}

/** A line that is written over on a terminal, one now and then elsewhere. */
function showProgress(done, total, bad) {
  const text = `${done} of ${total}, ${bad} with faults`;
  if (process.stderr.isTTY) process.stderr.write(`\r${text}${done === total ? '\n' : ''}`);
  else if (done % 25 === 0) process.stderr.write(`${text}\n`);
}

async function runOne(file) {
  const hook = `data:text/javascript,${encodeURIComponent(TELL_PEAK)}`;
  const started = performance.now();
  const child = spawn(process.execPath, ['--import', hook, program, 'check', file], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running = child;
  const timer = setTimeout(() => child.kill('SIGKILL'), 2000 * limits.seconds);
  const [out, err] = [collect(child.stdout), collect(child.stderr)];
  const [status, signal] = await new Promise((resolve) => child.on('close', (...end) => resolve(end)));
  clearTimeout(timer);
  const seconds = (performance.now() - started) / 1000;
  const megabytes = Number(/\npeak (\d+)$/.exec(err())?.[1] ?? 0) / 1024;
  const faults = [];
  if (!STATUSES.has(status)) faults.push(`status ${signal ?? status}`);
  if (/^\s+at |unexpected error/m.test(err())) faults.push('a trace');
  if (seconds > limits.seconds) faults.push(`more than ${limits.seconds} s`);
  if (megabytes > limits.megabytes) faults.push(`more than ${limits.megabytes} MB`);
  const said = status === 3 ? err().split('\n')[0] : (/^[✓✗] (.*?)( \[.*)?$/m.exec(out())?.[1] ?? err());
  return { status: signal ?? status, seconds, megabytes, faults, said };
}

function collect(stream) {
  let text = '';
  stream.setEncoding('utf8').on('data', (part) => {
    text += part;
  });
  return () => text;
}

function printTable(rows) {
  const cells = rows.map(([name, { status, seconds, megabytes }, said]) => [
    name,
    String(status),
    seconds.toFixed(2),
    megabytes.toFixed(0),
    said,
  ]);
  const table = [['file', 'status', 'seconds', 'MB', 'verdict'], ...cells];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column].length)));
  for (const [name, status, seconds, megabytes, said] of table) {
    const line = [
      name.padEnd(widths[0]),
      status.padEnd(widths[1]),
      seconds.padStart(widths[2]),
      megabytes.padStart(widths[3]),
    ];
    console.log(`${line.join('  ')}  ${said}`.trimEnd());
  }
}
