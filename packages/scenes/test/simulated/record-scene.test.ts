import { recordScene, replayScene, type SimulatedScene } from '@selfcollide/scenes';
import { describe, expect, it } from 'vitest';
import { simulateFrames } from '../../src/simulated/simulated-scene.ts';

/** One triangle that rises by 0.1 a frame. */
function rising(frameCount: number): SimulatedScene {
  const mesh = { positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), triangles: Uint32Array.of(0, 1, 2) };
  return {
    name: 'rising',
    about: 'A triangle rises.',
    mesh,
    frameCount,
    *frames() {
      const positions = mesh.positions.slice();
      for (let i = 0; i < frameCount; i++) {
        positions.forEach((_, k) => {
          positions[k] = mesh.positions[k] + (k % 3 === 2 ? 0.1 * i : 0);
        });
        yield positions;
      }
    },
  };
}

describe('recordScene', () => {
  it('gives every frame in any order, rounded to single precision', () => {
    const scene = recordScene(rising(4));
    expect([scene.name, scene.about, scene.frameCount]).toEqual(['rising', 'A triangle rises.', 4]);
    const out = new Float64Array(9);
    for (const i of [3, 0, 2, 1]) {
      scene.frame(i, out);
      expect(out[2]).toBe(Math.fround(0.1 * i));
      if (i === 0) expect(out).toEqual(scene.mesh.positions);
    }
  });

  it('reports progress', () => {
    const seen: number[][] = [];
    recordScene(rising(3), { onProgress: (done, total) => seen.push([done, total]) });
    expect(seen).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
  });

  it('stops when aborted, with the reason', () => {
    const stop = new AbortController();
    let frames = 0;
    const onProgress = (done: number) => {
      frames = done;
      if (done === 2) stop.abort(new Error('enough'));
    };
    expect(() => recordScene(rising(5), { onProgress, signal: stop.signal })).toThrow('enough');
    expect(frames).toBe(2);
  });
});

describe('replayScene', () => {
  it('refuses frames of another length, and frames that are not there', () => {
    const scene = rising(4);
    expect(() => replayScene(scene, new Float32Array(35))).toThrow(
      'replayScene: frames must have 4 × 9 = 36 numbers, got 35.',
    );
    const replayed = replayScene(scene, new Float32Array(36));
    expect(() => replayed.frame(4, new Float64Array(9))).toThrow('frame: i must be a whole number from 0 to 3, got 4.');
    expect(() => replayed.frame(0, new Float64Array(8))).toThrow('frame: out must have 9 numbers, got 8.');
  });
});

describe('simulateFrames', () => {
  it('takes frames evenly and ends with the last step, however many frames there are', () => {
    const run = (frames: number) => {
      const positions = new Float64Array(1);
      const step = (share: number) => {
        positions[0] = share;
      };
      return [...simulateFrames({ frames, steps: 12, positions, step })].length === frames
        ? Array.from(simulateFrames({ frames, steps: 12, positions: positions.fill(0), step }), ([x]) => x)
        : [];
    };
    expect(run(1)).toEqual([0]);
    expect(run(2)).toEqual([0, 1]);
    expect(run(4)).toEqual([0, 4 / 12, 8 / 12, 1]);
    expect(run(25).filter((x, i, all) => i > 0 && x === all[i - 1]).length).toBe(12);
  });
});
