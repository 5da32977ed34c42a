import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
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
});
