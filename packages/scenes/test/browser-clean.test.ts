import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const src = fileURLToPath(new URL('../src/', import.meta.url));
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

it('has one file with node: modules, imported on demand', () => {
  const text = (file: string): string => readFileSync(src + file, 'utf8');
  expect(files.filter((file) => /from 'node:/.test(text(file)))).toEqual(['dragon/load-dragon.ts']);
  expect(files.filter((file) => /from '.*load-dragon/.test(text(file)))).toEqual([]);
  expect(files.filter((file) => /import\('.*load-dragon/.test(text(file)))).toEqual(['dragon/dragon-scene.ts']);
});
