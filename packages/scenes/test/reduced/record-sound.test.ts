import { describe, expect, it } from 'vitest';
import { strength } from '../../../physics/test/sound/pitch-strength.ts';
import { recordSound, spring } from '../../src/index.ts';

const RATE = 44_100;

describe('recordSound', () => {
  const scene = spring({ triangles: 1600, modes: 4, heard: 40 });
  // contacts with itself do not matter here, and are the expensive part
  const options = { seconds: 1, selfContacts: () => null };
  const samples = recordSound(scene, options);

  it('is the same, bit by bit, on every run', () => {
    expect(recordSound(scene, options)).toEqual(samples);
    expect(recordSound(spring({ triangles: 1600, modes: 4, heard: 40 }), options)).toEqual(samples);
  });

  it('rings at the frequencies of the modes, within 1 Hz', () => {
    const { frequencies } = scene;
    expect(frequencies?.every((hertz) => hertz < 20_000)).toBe(true);
    // after the fall, while nothing touches; the loudest pitches of the lowest modes, which are apart enough to be told apart
    const quiet = samples.subarray(Math.round(0.4 * RATE));
    let loud = 0;
    for (const hertz of [...(frequencies ?? [])].slice(0, 4)) {
      let best = 0;
      let at = 0;
      for (let offset = -8; offset <= 8; offset += 0.25) {
        const found = strength(quiet, hertz + offset, RATE);
        if (found > best) [best, at] = [found, offset];
      }
      expect(Math.abs(at)).toBeLessThanOrEqual(1);
      if (best > 0) loud++;
    }
    expect(loud).toBe(4);
  });

  it('refuses what cannot be heard', () => {
    expect(() => recordSound(scene, { seconds: 0 })).toThrow(
      'recordSound: seconds must be a finite number above 0, got 0.',
    );
    const { loudness: _, ...silent } = scene;
    expect(() => recordSound(silent, { seconds: 1 })).toThrow('must be a scene that can be heard');
  });
});
