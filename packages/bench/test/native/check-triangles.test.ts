import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { nativeFolder } from '../../src/native/build-native.ts';

const compiler = process.env.CXX || 'g++';
const there = spawnSync(compiler, ['--version']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'selfcollide-triangles-'));
afterAll(() => rmSync(folder, { recursive: true }));

function run(...flags: string[]): { wrong: number; answered: number; open: number } {
  const program = join(folder, `check${flags.join('')}`);
  const args = ['-std=c++17', '-O2', '-march=native', ...flags, '-o', program, 'check-triangles.cpp'];
  const built = spawnSync(compiler, args, { cwd: nativeFolder(), encoding: 'utf8' });
  expect(built.stderr).toBe('');
  const [wrong, answered, open] = spawnSync(program, { encoding: 'utf8' }).stdout.split(' ').map(Number);
  return { wrong, answered, open };
}

describe.skipIf(!there)('the triangle test of the peers in C++ (skipped without a compiler)', () => {
  it('is never wrong where it answers in doubles, and answers most', () => {
    const { wrong, answered, open } = run();
    expect(wrong).toBe(0);
    expect(answered).toBeGreaterThan(2 * open);
  }, 60_000);

  it('would be wrong without its bounds', () => {
    expect(run('-DWITHOUT_BOUNDS').wrong).toBeGreaterThan(100);
  }, 60_000);
});
