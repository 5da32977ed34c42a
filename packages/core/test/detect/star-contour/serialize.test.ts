import { describe, expect, it } from 'vitest';
import { createDetector } from '../../../src/create-detector.ts';
import { oddities, sheet, torus } from '../../hierarchy/meshes.ts';
import { contactsFound } from '../contact-oracle.ts';

const mesh = sheet(12, 9, (x, y) => 2 * Math.sin(x) * Math.cos(y));
const bytes = createDetector(mesh).serialize();
const load = (prepared: Uint8Array, from = mesh) => createDetector(from, { prepared });

describe('serialize and prepared', () => {
  it.each([sheet(12, 9), torus(20, 10), oddities()])('give the same results as a new preparation', (each) => {
    const fresh = createDetector(each, { trace: true });
    const loaded = createDetector(each, { trace: true, prepared: fresh.serialize() });
    expect(loaded.serialize()).toEqual(fresh.serialize());
    expect(contactsFound(loaded)).toEqual(contactsFound(fresh));
    expect(loaded.trace?.visits).toEqual(fresh.trace?.visits);
  });

  it('work for other methods on the same preparation', () => {
    expect(contactsFound(createDetector(mesh, { method: 'aabb', prepared: bytes }))).toEqual(
      contactsFound(createDetector(mesh)),
    );
  });

  it('take bytes at any offset', () => {
    const shifted = new Uint8Array(bytes.length + 3);
    shifted.set(bytes, 3);
    expect(contactsFound(load(shifted.subarray(3)))).toEqual(contactsFound(createDetector(mesh)));
  });

  it('refuse bytes that are cut short, at every length', () => {
    for (let length = 0; length < bytes.length; length += 37) {
      expect(() => load(bytes.slice(0, length)), `${length} bytes`).toThrow(RangeError);
    }
    expect(() => load(bytes.slice(0, 10))).toThrow('createDetector: prepared must hold at least 24 bytes, got 10.');
    expect(() => load(bytes.slice(0, 400))).toThrow(
      'createDetector: prepared must be complete, got 400 bytes of a longer file.',
    );
  });

  it('refuse damaged bytes, wherever the damage is', () => {
    for (let at = 0; at < bytes.length; at += 41) {
      const damaged = bytes.slice();
      damaged[at] ^= 0x55;
      expect(() => load(damaged), `byte ${at}`).toThrow(RangeError);
    }
  });

  it('say what is wrong', () => {
    const version = bytes.slice();
    version[4] = 9;
    expect(() => load(version)).toThrow('createDetector: prepared must be of format version 1, got version 9.');
    expect(() => load(bytes, sheet(12, 10))).toThrow(
      'createDetector: prepared must be made for a mesh with the same triangles and welding, got that of another mesh.',
    );
    expect(() => load(new Uint8Array(100))).toThrow(
      'createDetector: prepared must come from serialize(), got other bytes.',
    );
    expect(() => createDetector(mesh, { method: 'brute-force' }).serialize()).toThrow(
      "serialize: method must have a preparation to keep, got 'brute-force'.",
    );
  });
});
