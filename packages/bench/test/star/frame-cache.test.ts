import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SimulatedScene } from '@selfcollide/scenes';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createProgressLine } from '../../src/progress-line.ts';
import { hashSources, loadFrames } from '../../src/star/frame-cache.ts';

let folder: string;
let simulated = 0;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'selfcollide-frames-'));
  simulated = 0;
});
afterEach(() => rmSync(folder, { recursive: true }));

const scene: SimulatedScene = {
  ...{ name: 'made-up', about: '', frameCount: 3 },
  mesh: { positions: new Float64Array(9), triangles: Uint32Array.of(0, 1, 2) },
  *frames() {
    simulated++;
    for (let i = 0; i < 3; i++) yield new Float64Array(9).fill(i + 0.1);
  },
};

function heights(version: string, onProgress?: (done: number, total: number) => void): number[] {
  const loaded = loadFrames(scene, { folder, version, onProgress });
  const pose = new Float64Array(9);
  return [0, 1, 2].map((i) => {
    loaded.frame(i, pose);
    return pose[8];
  });
}

it('simulates once, then reads the same frames', () => {
  const progress: number[] = [];
  const first = heights('v1', (done) => progress.push(done));
  expect(first).toEqual([0.1, 1.1, 2.1].map(Math.fround));
  expect(progress).toEqual([1, 2, 3]);
  expect(heights('v1')).toEqual(first);
  expect(simulated).toBe(1);
  expect(readdirSync(folder)).toEqual(['made-up-1-3-v1.f32']);
});

it('simulates anew when the sources changed, and removes what they made before', () => {
  heights('v1');
  heights('v2');
  expect(simulated).toBe(2);
  expect(readdirSync(folder)).toEqual(['made-up-1-3-v2.f32']);
});

it('has a version that stays while sources do', () => {
  expect(hashSources()).toMatch(/^[0-9a-f]{12}$/);
  expect(hashSources()).toBe(hashSources());
});

it('draws a bar on a terminal and quarters in a log', () => {
  const show = (isTTY: boolean) => {
    let text = '';
    const line = createProgressLine('made-up', { isTTY, write: (more) => (text += more) });
    for (let done = 1; done <= 8; done++) line.show(done, 8);
    line.end();
    return text;
  };
  expect(show(false)).toBe('made-up 2/8\nmade-up 4/8\nmade-up 6/8\nmade-up 8/8\n');
  expect(show(true)).toContain(`\rmade-up ${'█'.repeat(12)}${'░'.repeat(12)} 4/8`);
});
