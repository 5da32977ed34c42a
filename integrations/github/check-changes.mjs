import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, lstatSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commentOnPullRequest } from './comment.mjs';

/** Ends of names that are models by themselves; others can be named by `files`. */
const MODELS = /\.(glb|gltf|vrm|obj|ply|stl|off|3mf|fbx|dae|usd|usda|usdc|usdz|msh|node|veg)$/i;
const NOTHING_BEFORE = /^0+$/;

/** What stops the action before anything was checked: a sentence for the log. */
class ActionError extends Error {}

/** Runs the action in the environment that a runner makes: inputs as INPUT_…, files for outputs and summary. Returns the exit status. */
async function run(env) {
  const workspace = env.GITHUB_WORKSPACE ?? process.cwd();
  const files = linesOf(env.INPUT_FILES);
  const changed =
    files.length > 0 ? files : changedModels(workspace, readEvent(env)).filter((name) => isOwn(workspace, name));
  if (changed.length === 0) {
    console.log('selfcollide: no model was changed.');
    writeOutputs(env, { status: 0, report: '', json: '' });
    return 0;
  }
  const folder = mkdtempSync(join(env.RUNNER_TEMP ?? tmpdir(), 'selfcollide-'));
  const paths = { report: join(folder, 'report.html'), json: join(folder, 'report.json') };
  const markdown = join(folder, 'summary.md');
  const list = join(folder, 'files');
  writeFileSync(list, changed.map((name) => `${name}\0`).join(''));
  const words = ['check', '--files-from', list, '--each', '--format', 'github', '--html', paths.report];
  words.push('--json', paths.json, '--markdown', markdown, ...linesOf(env.INPUT_OPTIONS));
  const [program, ...first] = programOf(env);
  const { status, error } = spawnSync(program, [...first, ...words], { cwd: workspace, stdio: 'inherit' });
  if (error) throw new ActionError(`cannot start ${program}: ${error.message}`);
  const written = Object.entries(paths).map(([name, path]) => [name, existsSync(path) ? path : '']);
  writeOutputs(env, { status, ...Object.fromEntries(written) });
  const summary = existsSync(markdown) ? readFileSync(markdown, 'utf8') : '';
  if (summary !== '' && env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, summary);
  if (summary !== '' && env.INPUT_COMMENT !== 'false') await commentOnPullRequest(env, readEvent(env), summary);
  return status === 1 && env.INPUT_FAIL === 'false' ? 0 : (status ?? 1);
}

/** Tests name a program of their own; users get the published one. */
function programOf({ SELFCOLLIDE_PROGRAM, INPUT_VERSION }) {
  if (SELFCOLLIDE_PROGRAM) return [process.execPath, SELFCOLLIDE_PROGRAM];
  return ['npx', '--yes', `@selfcollide/cli@${INPUT_VERSION || 'latest'}`];
}

function readEvent({ GITHUB_EVENT_PATH }) {
  return GITHUB_EVENT_PATH ? JSON.parse(readFileSync(GITHUB_EVENT_PATH, 'utf8')) : {};
}

/** Models that a pull request or push adds or changes; for other events all that are tracked. */
function changedModels(workspace, event) {
  const base = event.pull_request?.base?.sha ?? event.before;
  if (base === undefined || NOTHING_BEFORE.test(base)) return git(workspace, ['ls-files', '-z']).filter(isModel);
  if (!hasCommit(workspace, base)) {
    throw new ActionError(
      `the commit ${base} to compare with is not here: give actions/checkout "fetch-depth: 0", or name files.`,
    );
  }
  // three dots: what the branch has done, not what has happened to its base meanwhile
  const range = event.pull_request ? `${base}...HEAD` : `${base}..HEAD`;
  return git(workspace, ['diff', '--name-only', '-z', '--diff-filter=d', range]).filter(isModel);
}

/** A link in a pull request may lead to any file of the runner. */
function isOwn(workspace, name) {
  if (lstatSync(join(workspace, name), { throwIfNoEntry: false })?.isSymbolicLink() !== true) return true;
  console.log(`::warning::selfcollide: ${JSON.stringify(name)} is a link, and was not checked.`);
  return false;
}

function isModel(name) {
  return MODELS.test(name);
}

function hasCommit(workspace, commit) {
  return spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: workspace, stdio: 'ignore' }).status === 0;
}

function git(workspace, args) {
  const { status, stdout, stderr, error } = spawnSync('git', args, {
    cwd: workspace,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (error || status !== 0) throw new ActionError(`git ${args[0]} failed: ${(error?.message ?? stderr).trim()}`);
  return stdout.split('\0').filter((name) => name !== '');
}

function linesOf(text = '') {
  return text.split('\n').flatMap((line) => line.trim() || []);
}

function writeOutputs({ GITHUB_OUTPUT }, outputs) {
  if (!GITHUB_OUTPUT) return;
  for (const [name, value] of Object.entries(outputs)) appendFileSync(GITHUB_OUTPUT, `${name}=${value}\n`);
}

try {
  process.exitCode = await run(process.env);
} catch (error) {
  if (!(error instanceof ActionError)) throw error;
  console.log(`::error::selfcollide: ${error.message}`);
  process.exitCode = 2;
}
