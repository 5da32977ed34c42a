import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('every test that the quick tier leaves out exists', () => {
  const names: string[] = JSON.parse(readFileSync(new URL('./long-tests.json', import.meta.url), 'utf8'));
  const missing = names.filter((name) => !existsSync(new URL(`../${name}`, import.meta.url)));
  expect(missing).toEqual([]);
  expect(names).toEqual([...new Set(names)].sort());
});
