import { contactScenes } from '@selfcollide/scenes';
import { createDetector } from 'selfcollide';
import { describe, expect, it } from 'vitest';

const SMALL: Record<string, number> = { 'wrung-cloth': 256, 'dropped-cloth': 288, 'deflating-ball': 320 };
/** The motion is the same for any number of frames. */
const FRAMES = 76;

it('are the three of the issue', () => {
  expect(contactScenes.map(({ name }) => name)).toEqual(Object.keys(SMALL));
});

describe.each(contactScenes)('$name, small,', (entry) => {
  const run = (selfContact: boolean) => {
    const scene = entry.make({ triangles: SMALL[entry.name], frames: FRAMES, selfContact });
    const detector = createDetector(scene.mesh);
    const { shell, frames } = scene.begin();
    let [touching, seen, impacts] = [0, 0, 0];
    for (const positions of frames) {
      detector.update(positions);
      if (detector.findIntersections().count > 0) touching++;
      impacts += shell.contact?.impacts ?? 0;
      seen++;
    }
    return { touching, seen, impacts, covered: shell.time / scene.duration };
  };

  it('is free of contacts in every frame, in its time', () => {
    const { touching, seen, impacts, covered } = run(true);
    expect({ touching, seen }).toEqual({ touching: 0, seen: FRAMES });
    expect(impacts).toBeGreaterThan(20); // or there was nothing to keep apart
    expect(covered).toBeGreaterThanOrEqual(0.95);
    expect(covered).toBeLessThan(1 + 1e-9);
  });

  it('control: without self-contact it passes into itself', () => {
    expect(run(false).touching).toBeGreaterThan(5);
  });

  it('refuses options out of range', () => {
    expect(() => entry.make({ triangles: 0 })).toThrow(`${entry.name}: triangles must be a whole number from 1`);
    expect(() => entry.make({ frames: 0.5 })).toThrow(`${entry.name}: frames must be a whole number`);
  });
});
