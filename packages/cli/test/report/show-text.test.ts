import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { crossing, toObj } from '../meshes.ts';
import { parseReport } from '../report-schema.ts';
import { callCli, makeFolder } from '../start-cli.ts';

const EVIL = 'a\x1b[2J\x9b31m\u202egnp.\u2066b\x07';
const SHOWN = 'a\\x1b[2J\\x9b31m\\u202egnp.\\u2066b\\x07';
const OBEYED = /[^\P{Cc}\n]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

function makeFile(): string {
  const file = join(makeFolder(), `${EVIL}.obj`);
  writeFileSync(file, toObj({ [EVIL]: crossing, other: crossing }));
  return file;
}

describe('names', () => {
  it.each([['check'], ['check', '--quiet', '--json', '-', '--all'], ['info'], ['info', '--json']])(
    'are shown, not obeyed: %s %s %s',
    async (command, ...options) => {
      const { out, err } = await callCli([
        command,
        makeFile(),
        ...options,
        ...(command === 'check' ? ['--threads', '1'] : []),
      ]);
      expect(out + err).not.toMatch(OBEYED);
      if (!options.includes('--json')) expect(out).toContain(SHOWN);
    },
  );

  it('are shown in errors', async () => {
    for (const args of [['check', `${EVIL}.obj`], ['info', `${EVIL}.obj`], ['check', `--${EVIL}`], [EVIL]]) {
      const { status, err } = await callCli(args);
      expect(status).toBeGreaterThan(1);
      expect(err).not.toMatch(OBEYED);
      expect(err).toContain(SHOWN);
    }
  });

  it('are themselves in JSON', async () => {
    const { out } = await callCli(['check', makeFile(), '--threads', '1', '--json', '-']);
    expect(parseReport(out).files[0]).toMatchObject({ objects: [EVIL, 'other'] });
  });
});
