import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildCli } from '../../../packages/cli/test/build-cli.ts';

const script = fileURLToPath(new URL('../check-changes.mjs', import.meta.url));
const CROSSING = 'v 0 0 0\nv 2 0 0\nv 0 2 0\nv 0.5 0.5 -1\nv 0.5 0.5 1\nv 3 3 0.5\nf 1 2 3\nf 4 5 6\n';
const CLEAN = 'v 0 0 0\nv 2 0 0\nv 0 2 0\nf 1 2 3\n';

interface Call {
  readonly method: string;
  readonly url: string;
  readonly body?: { body: string };
  readonly authorization?: string;
}

/** As a runner would call it: a checkout, an event, environment files; and a server in place of GitHub's. */
describe('the GitHub action', () => {
  let home: string;
  let workspace: string;
  let base: string;
  let server: Server;
  let calls: Call[];
  let comments: { id: number; body: string }[];
  let answerStatus: number;

  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
      cwd: workspace,
      encoding: 'utf8',
    }).trim();
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(workspace, name)), { recursive: true });
    writeFileSync(join(workspace, name), text);
  };

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'selfcollide-action-'));
    workspace = join(home, 'checkout');
    mkdirSync(workspace);
    git('init', '-q', '-b', 'main');
    write('old/always-bad.obj', CROSSING);
    write('readme.md', 'models');
    git('add', '-A');
    git('commit', '-qm', 'before');
    base = git('rev-parse', 'HEAD');
    git('checkout', '-qb', 'change');
    write('models/new one.obj', CROSSING);
    write('models/clean.obj', CLEAN);
    write('notes.txt', 'no model');
    git('add', '-A');
    git('commit', '-qm', 'change');
    // the base goes on meanwhile: that is none of this pull request's doing
    git('checkout', '-q', 'main');
    write('old/other.obj', CROSSING);
    git('add', '-A');
    git('commit', '-qm', 'meanwhile');
    base = git('rev-parse', 'HEAD');
    git('checkout', '-q', 'change');
    server = createServer((request, response) => {
      let text = '';
      request.on('data', (part) => {
        text += part;
      });
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        calls.push({ method, url, ...(text && { body: JSON.parse(text) }), authorization: headers.authorization });
        response.writeHead(answerStatus, { 'content-type': 'application/json' });
        response.end(JSON.stringify(method === 'GET' ? comments : {}));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await buildCli();
  });
  afterAll(() => {
    server?.close();
    rmSync(home, { recursive: true, force: true });
  });
  beforeEach(() => {
    calls = [];
    comments = [];
    answerStatus = 200;
  });

  const act = async (event: object, inputs: Record<string, string> = {}) => {
    const runner = mkdtempSync(join(home, 'runner-'));
    const file = (name: string, text = '') => {
      writeFileSync(join(runner, name), text);
      return join(runner, name);
    };
    const env = {
      PATH: process.env.PATH,
      GITHUB_WORKSPACE: workspace,
      GITHUB_EVENT_PATH: file('event.json', JSON.stringify(event)),
      GITHUB_OUTPUT: file('output'),
      GITHUB_STEP_SUMMARY: file('summary'),
      GITHUB_REPOSITORY: 'studio/models',
      GITHUB_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      RUNNER_TEMP: runner,
      SELFCOLLIDE_PROGRAM: await buildCli(),
      INPUT_TOKEN: 'secret',
      ...inputs,
    };
    const child = spawn(process.execPath, [script], { env, cwd: home });
    let out = '';
    child.stdout.on('data', (part) => {
      out += part;
    });
    child.stderr.on('data', (part) => {
      out += part;
    });
    const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
    const outputs = Object.fromEntries(
      readFileSync(env.GITHUB_OUTPUT, 'utf8')
        .split('\n')
        .flatMap((line) => (line ? [line.split('=', 2)] : [])),
    );
    return { status, out, outputs, summary: readFileSync(env.GITHUB_STEP_SUMMARY, 'utf8') };
  };
  const pull = () => ({ pull_request: { number: 12, base: { sha: base } } });

  it('checks the models that a pull request changes, annotates, comments, and fails', async () => {
    const { status, out, outputs, summary } = await act(pull());
    expect(status, out).toBe(1);
    expect(outputs.status).toBe('1');
    expect(out).toMatch(/^::error file=models\/new one\.obj/m);
    expect(out).not.toContain('always-bad');
    expect(out).not.toContain('other.obj');
    const report = JSON.parse(readFileSync(outputs.json, 'utf8'));
    expect(report.files.map(({ name }: { name: string }) => name).sort()).toEqual([
      'models/clean.obj',
      'models/new one.obj',
    ]);
    expect(readFileSync(outputs.report, 'utf8')).toContain('<title>');
    expect(summary).toContain('new one.obj');
    expect(calls.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /repos/studio/models/issues/12/comments?per_page=100&page=1',
      'POST /repos/studio/models/issues/12/comments',
    ]);
    expect(calls[1].body!.body).toContain('new one.obj');
    expect(calls[1].authorization).toBe('Bearer secret');
    expect(out).not.toContain('secret');
  });

  it('changes the comment that is there', async () => {
    comments = [
      { id: 4, body: 'looks good' },
      { id: 5, body: '<!-- selfcollide -->\nold' },
    ];
    await act(pull());
    expect(calls.map(({ method, url }) => `${method} ${url}`)[1]).toBe('PATCH /repos/studio/models/issues/comments/5');
  });

  it('goes on where it may not comment, and says so', async () => {
    answerStatus = 403;
    const { status, out } = await act(pull());
    expect(out).toMatch(/::warning::.*could not be commented.*403/);
    expect(status).toBe(1);
  });

  it('does not fail, or comment, where that is not wanted', async () => {
    const { status, outputs } = await act(pull(), { INPUT_FAIL: 'false', INPUT_COMMENT: 'false' });
    expect([status, outputs.status, calls.length]).toEqual([0, '1', 0]);
  });

  it('does not follow links', async () => {
    writeFileSync(join(home, 'secret.obj'), CROSSING);
    git('checkout', '-qb', 'links', 'change');
    symlinkSync(join(home, 'secret.obj'), join(workspace, 'models/link.obj'));
    git('add', '-A');
    git('commit', '-qm', 'a link');
    const { out, outputs } = await act({ before: git('rev-parse', 'HEAD~1') });
    git('checkout', '-q', 'change');
    expect(out).toMatch(/::warning::.*models\/link\.obj.*is a link/);
    expect(outputs.report).toBe('');
  });

  it('is content where no model was changed', async () => {
    const head = git('rev-parse', 'HEAD');
    const { status, out, outputs } = await act({ before: head });
    expect([status, outputs.report]).toEqual([0, '']);
    expect(out).toContain('no model was changed');
  });

  it('takes files and options that are named', async () => {
    const { status, outputs } = await act(pull(), { INPUT_FILES: 'old\n', INPUT_OPTIONS: '--fail-over=contacts=50\n' });
    expect(status).toBe(0);
    const { files } = JSON.parse(readFileSync(outputs.json, 'utf8'));
    expect(files.map(({ name }: { name: string }) => name)).toEqual(['old/always-bad.obj']);
  });

  it('looks at all models where there is nothing to compare with, and tells what a shallow checkout lacks', async () => {
    const first = await act({ before: '0'.repeat(40) });
    expect(JSON.parse(readFileSync(first.outputs.json, 'utf8')).files).toHaveLength(3);
    const shallow = await act({ pull_request: { number: 1, base: { sha: 'f'.repeat(40) } } });
    expect(shallow.status).toBe(2);
    expect(shallow.out).toMatch(/::error::.*fetch-depth: 0/);
  });

  it('an option that does not exist fails with the command’s own words', async () => {
    const { status, out } = await act(pull(), { INPUT_OPTIONS: '--colour=red' });
    expect(status).toBe(2);
    expect(out).toContain('--colour');
  });

  it('action.yml hands over every input that the script reads, and no other', () => {
    const root = fileURLToPath(new URL('../../../', import.meta.url));
    const action = readFileSync(join(root, 'action.yml'), 'utf8');
    const read = new Set(
      ['check-changes.mjs', 'comment.mjs'].flatMap((name) =>
        [...readFileSync(join(root, 'integrations/github', name), 'utf8').matchAll(/INPUT_[A-Z]+/g)].map(
          ([input]) => input,
        ),
      ),
    );
    const handed = [...action.matchAll(/^ +(INPUT_[A-Z]+): \$\{\{ inputs\.([a-z]+) \}\}$/gm)];
    expect(handed.map(([, name]) => name).sort()).toEqual([...read].sort());
    for (const [, name, input] of handed) {
      expect(name).toBe(`INPUT_${input.toUpperCase()}`);
      expect(action).toMatch(new RegExp(`^  ${input}:$`, 'm'));
    }
    expect(existsSync(join(root, 'integrations/github/check-changes.mjs'))).toBe(true);
  });
});
