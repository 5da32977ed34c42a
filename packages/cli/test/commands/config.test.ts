import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { chooseInputs } from '../../src/commands/init-command.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { dataFolder, hasData } from '../data/shared-data.ts';
import { crossing, toObj } from '../meshes.ts';
import { callCli, makeFolder, startCli } from '../start-cli.ts';

const fault = async (text: string): Promise<string> => {
  const path = join(makeFolder(), 'selfcollide.config.json');
  writeFileSync(path, text);
  const error = await loadConfig(path).catch((thrown: Error) => thrown);
  return error instanceof Error ? error.message.slice(path.length) : 'none';
};

describe('selfcollide.config.json', () => {
  it.each([
    ['an unknown key', '{\n  // comment\n  "inputs": [],\n  "fial": 1,\n}', ':4: unknown key "fial" in the config.'],
    [
      'one in an override',
      '{"overrides": [\n{"files": ["a"],\n"nope": 1}]}',
      ':3: unknown key "nope" in overrides[0].',
    ],
    ['an unknown limit', '{"failOver":\n {"size": 1}}', ':2: unknown key "size" in failOver.'],
    ['a wrong value', '{\n"find": ["intersection",\n"folds"]}', ':3: find[1] must be one of intersection,'],
    ['a flag by its name', '{\n"selfOnly": true}', ':2: unknown key "selfOnly" in the config; say "scope": "self".'],
    ['a wrong type', '{\n"ignoreRest": 1}', ':2: ignoreRest must be true or false, got 1.'],
    ['a bad glob', '{\n"inputs": [\n"models/[ab/*.glb"]}', ':3: inputs: "models/[ab/*.glb" is no glob: its brackets'],
    ['a bad brace', '{"exclude": ["a/{b,c/*.glb"]}', ':1: exclude: "a/{b,c/*.glb" is no glob:'],
    ['a backslash', '{"inputs": ["models\\\\a.glb"]}', 'use / between folders'],
    ['a rate and times', '{"fps": 10,\n\n"times": [1]}', ':3: times contradicts fps beside it.'],
    [
      'two overrides that disagree',
      '{"overrides": [\n{"files": ["a", "b"], "fps": 1},\n{"files": ["b", "a"],\n"fps": 2}]}',
      ':4: overrides[1].fps contradicts overrides[0], which has the same files.',
    ],
    ['a radius of nothing', '{"restRadius": 1}', ':1: restRadius goes with proximity'],
    ['a length', '{"weld":\n"2km"}', ':1: weld must be a number from 0, or one with a unit'],
    ['frames', '{"frames": "9:1"}', ':1: frames must be first:last:step'],
    ['no JSON', '{\n"find": [,}', ':2: value expected.'],
    ['nothing', '', ':1: value expected.'],
    ['no object', '[]', ':1: the config must be an object, got [].'],
  ])('refuses %s', async (_, text, message) => {
    expect(await fault(text)).toContain(message);
  });

  it('is described by a schema of its own, strictly', () => {
    const schema = JSON.parse(readFileSync(new URL('../../schema/config.schema.json', import.meta.url), 'utf8'));
    const validate = new Ajv2020({ strict: true, strictTypes: false, allowUnionTypes: true }).compile(schema);
    expect(validate({ overrides: [{ files: ['**'], weld: '1mm', ignore: ['a', ['a', 'b']] }] })).toBe(true);
    expect(validate({ overrides: [{ weld: '1mm' }] })).toBe(false);
  });

  it('is found in folders above, with overrides by glob, and flags win', async () => {
    const folder = makeFolder();
    mkdirSync(join(folder, 'models/hair'), { recursive: true });
    writeFileSync(join(folder, 'models/hair/wig.obj'), toObj({ wig: crossing }));
    writeFileSync(join(folder, 'models/body.obj'), toObj({ body: crossing }));
    const config = {
      inputs: ['models/**/*.obj'],
      ignore: ['body'],
      threads: 1,
      overrides: [{ files: ['models/hair/**'], failOver: { contacts: 5 } }],
    };
    writeFileSync(join(folder, 'selfcollide.config.json'), `// here\n${JSON.stringify(config)}`);
    const run = (...args: string[]) => startCli(['check', ...args], { cwd: join(folder, 'models/hair') });
    const clean = await run();
    expect(clean).toMatchObject({ status: 0, err: '' });
    expect(clean.out).toContain('wig.obj hits itself: 2 contacts (which it may).');
    expect(clean.out).toContain('../body.obj does not hit itself, apart from what is ignored.');
    expect((await run('--fail-over', 'contacts=1')).status).toBe(1);
    expect((await run('--no-config')).status).toBe(2);
    expect((await run('..', '--no-config', '--quiet')).status).toBe(1);
  });
});

describe('selfcollide init', () => {
  it('takes numbered files for sequences and the rest by folder', () => {
    const frames = ['sim/cloth_0001.obj', 'sim/cloth_0002.obj', 'sim/cloth_0003.obj', 'sim/cloth_0004.obj'];
    expect(chooseInputs([...frames, 'a.glb', 'b/c/d.glb', 'b/e.glb'])).toEqual([
      '*.glb',
      'b/**/*.glb',
      'sim/cloth_%04d.obj',
    ]);
  });

  it('writes a config that loads, once', async () => {
    const folder = makeFolder();
    expect(await callCli(['init', folder])).toMatchObject({ status: 0 });
    expect(await fault(readFileSync(join(folder, 'selfcollide.config.json'), 'utf8'))).toBe('none');
    const again = await callCli(['init', folder]);
    expect(again).toMatchObject({ status: 2, err: expect.stringContaining('is there already') });
  });

  it.skipIf(!hasData)('runs on the models of ../shared/data', async () => {
    const folder = makeFolder();
    for (const name of ['static', 'skinned']) cpSync(join(dataFolder, name), join(folder, name), { recursive: true });
    expect((await startCli(['init'], { cwd: folder })).status).toBe(0);
    const { status, out, err } = await startCli(['check', '--max-contacts', '1', '--frames', '0'], { cwd: folder });
    expect(err).toBe('');
    expect(status).toBe(1);
    expect(out).toMatch(/\d+ files: \d+ with findings/);
  });
});
