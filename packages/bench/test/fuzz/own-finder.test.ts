import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { checkCase } from '../../src/fuzz/check-case.ts';
import { checkImpacts } from '../../src/fuzz/check-impacts.ts';
import { checkProximities } from '../../src/fuzz/check-proximities.ts';
import { generateCase } from '../../src/fuzz/generate-case.ts';
import { loadFinder } from '../../src/fuzz/load-finder.ts';
import { runFuzz } from '../../src/run-fuzz.ts';

const example = fileURLToPath(new URL('../../../../examples/sweep-and-prune.js', import.meta.url));
const dropping = fileURLToPath(new URL('./dropping-finder.mjs', import.meta.url));
const SEEDS = 12;
const checks = { contacts: checkCase, proximities: checkProximities, impacts: checkImpacts };

describe.each(Object.entries(checks))('a finder of one’s own: %s', (_, check) => {
  it('are the oracle’s', async () => {
    const finder = await loadFinder(example);
    let right = 0;
    for (let seed = 1; seed <= SEEDS; seed++) {
      const said = check(await generateCase(seed), [finder]);
      // of some cases exact arithmetic says the same of every method
      if (said !== undefined && check(await generateCase(seed), ['star-contour']) !== undefined) continue;
      expect(said, `seed ${seed}`).toBeUndefined();
      right++;
    }
    expect(right).toBeGreaterThan(SEEDS - 4);
  });

  it('control: one that loses pairs is found out', async () => {
    const finder = await loadFinder(dropping);
    const wrong: string[] = [];
    for (let seed = 1; seed <= SEEDS; seed++) {
      const said = check(await generateCase(seed), [finder]);
      if (said) wrong.push(said);
    }
    expect(wrong.length).toBeGreaterThan(1);
    expect(wrong.join()).toContain('dropping');
  });
});

describe('npm run fuzz -- --method', () => {
  const run = async (...args: string[]) => {
    const said: string[] = [];
    const log = vi.spyOn(console, 'log').mockImplementation((text) => void said.push(String(text)));
    const error = vi.spyOn(console, 'error').mockImplementation((text) => void said.push(String(text)));
    const status = await runFuzz(args);
    log.mockRestore();
    error.mockRestore();
    return { status, text: said.join('\n') };
  };

  it.each(['contacts', '--proximity', '--impacts'])('tries a module’s default export: %s', async (kind) => {
    const flags = kind === 'contacts' ? [] : [kind];
    const found = await run('--method', example, '--minutes', '0.005', '--seed', '1', ...flags);
    expect(found.status, found.text).toBe(0);
    expect(found.text).toContain('sweep-and-prune');
  });

  it('finds one out that loses pairs, and prints a case', async () => {
    const found = await run('--method', dropping, '--minutes', '1', '--seed', '1');
    expect(found.status).toBe(1);
    expect(found.text).toMatch(/dropping: /);
    expect(found.text).toContain('--replay');
  });

  it('says what is no finder', async () => {
    const missing = await run('--method', 'no-such-file.js');
    expect(missing).toMatchObject({ status: 2, text: expect.stringMatching(/^fuzz: --method must name a module/) });
    const other = await run('--method', fileURLToPath(new URL('../../src/methods.ts', import.meta.url)));
    expect(other.text).toContain('which exports safeMethods, unsafeMethods, methodOf, nameOf');
  });
});
