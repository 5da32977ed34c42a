import { simulatedScenes } from '@selfcollide/scenes';
import { createDetector } from 'selfcollide';
import { describe, expect, it } from 'vitest';
import { dataFolder, readManifest } from '../../src/data/data-folder.ts';
import { dataSceneNames, readDataScene } from '../../src/star/data-scenes.ts';
import { measureAnimation } from '../../src/star/measure-animation.ts';
import { chooseSizes } from '../../src/star/measure-scenes.ts';
import { paperSpeedUps, paperTable } from '../../src/star/paper-table.ts';
import { NO_CONTOUR, starContenders } from '../../src/star/star-contenders.ts';
import { taskShares } from '../../src/star/task-shares.ts';

describe('scenes of Table 1', () => {
  it('stand for each of the paper’s, at its sizes', () => {
    const names = simulatedScenes.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining([...Object.keys(paperTable), ...Object.keys(paperSpeedUps)]));
    for (const entry of simulatedScenes) {
      const columns = paperTable[entry.name];
      const sizes = chooseSizes(entry, false);
      expect(sizes).toHaveLength(columns?.length ?? 1);
      for (const [i, { triangles }] of (columns ?? []).entries()) {
        expect(Math.abs(sizes[i] / triangles - 1)).toBeLessThan(0.1);
      }
      expect(chooseSizes(entry, true)).toEqual([entry.sizes[0]]);
    }
  });

  it('all safe contenders find the same set, in the paper’s form too', () => {
    // a strip folded over so that it passes through itself
    const positions = Float64Array.from({ length: 3 * 2 * 41 }, (_, i) => {
      const [at, side] = [Math.floor(i / 6), Math.floor(i / 3) % 2];
      const angle = at * 0.25;
      return [Math.cos(angle) * (1 + 0.02 * side), Math.sin(angle), side + 0.3 * Math.sin(2.1 * angle)][i % 3];
    });
    const triangles = Uint32Array.from(
      Array.from({ length: 40 }, (_, i) => [2 * i, 2 * i + 1, 2 * i + 2, 2 * i + 2, 2 * i + 1, 2 * i + 3]).flat(),
    );
    const mesh = { positions, triangles };
    const effort = { rounds: 1, restRounds: 1, seconds: [0, 0] } as const;
    const { contenders, exactPairs } = measureAnimation(
      starContenders(mesh, []),
      mesh,
      [{ number: 0, positions }],
      effort,
    );
    expect(contenders).toHaveLength(6);
    const safe = contenders.filter((contender) => contender.safe);
    expect(safe).toHaveLength(4);
    expect(safe.some(({ name }) => name === NO_CONTOUR)).toBe(false);
    expect(new Set(safe.map(({ hash }) => hash)).size).toBe(1);
    expect(exactPairs[0]).toBeGreaterThan(0);
    const shares = taskShares(mesh, [{ number: 0, positions }], {});
    expect(shares).toHaveLength(9);
    expect(shares.reduce((a, b) => a + b)).toBeCloseTo(100);
  });
});

const folder = dataFolder();

describe.skipIf(folder === undefined)('real data (skipped where ../shared/data is absent)', () => {
  it('frames have the contacts that the manifest knows', async () => {
    const { mesh, frames } = await readDataScene(folder!, 'cloth-funnel', 10);
    const known = readManifest(folder!);
    const detector = createDetector(mesh, { weld: 'keep' });
    expect(frames.map(({ label }) => label)).toEqual(['227', '228']);
    for (const { label, positions } of frames) {
      detector.update(positions);
      const { contacts } = known.find(({ file }) => file.endsWith(`cloth-funnel_${label}.ply`))!;
      expect(detector.findIntersections().count).toBe(contacts);
    }
  });

  it('a character comes in its bind pose, and walks', async () => {
    const { mesh, frames } = await readDataScene(folder!, 'CesiumMan', 4);
    const detector = createDetector(mesh, { weld: 'keep' });
    expect(detector.findIntersections().count).toBe(0);
    expect(frames).toHaveLength(4);
    for (const { positions } of frames) {
      detector.update(positions);
      expect(detector.findIntersections().count).toBeGreaterThan(50);
    }
  });

  it('other names are refused', async () => {
    await expect(readDataScene(folder!, 'nonsense', 1)).rejects.toThrow(dataSceneNames.join(', '));
  });
});
