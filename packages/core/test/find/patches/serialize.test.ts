import { optimisedBoxTree } from '@selfcollide/papers';
import { describe, expect, it } from 'vitest';
import { createDetector } from '../../../src/create-detector.ts';
import { contactsFound } from '../../contact-oracle.ts';
import { oddities, sheet, torus } from './meshes.ts';

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
    expect(contactsFound(createDetector(mesh, { method: optimisedBoxTree({ prepared: bytes }) }))).toEqual(
      contactsFound(createDetector(mesh)),
    );
  });

  it('take bytes at any offset', () => {
    const shifted = new Uint8Array(bytes.length + 3);
    shifted.set(bytes, 3);
    expect(contactsFound(load(shifted.subarray(3)))).toEqual(contactsFound(createDetector(mesh)));
  });

  it('refuse bytes that are cut short, at every length', () => {
    const whole = createDetector(sheet(3, 2)).serialize();
    for (let length = 0; length < whole.length; length++) {
      const rule = length < 20 ? 'hold at least 20 bytes' : 'be complete( with \\d+ bytes)?';
      const got = length < 20 ? length : `(${length}|a broken table)`;
      expect(() => load(whole.slice(0, length), sheet(3, 2)), `${length} bytes`).toThrow(
        new RegExp(`^createDetector: prepared must ${rule}, got ${got}\\.$`),
      );
    }
    expect(() => load(bytes.slice(0, 10))).toThrow('createDetector: prepared must hold at least 20 bytes, got 10.');
    expect(() => load(bytes.slice(0, 100))).toThrow('createDetector: prepared must be complete, got a broken table.');
    expect(() => load(bytes.slice(0, -4))).toThrow(
      `createDetector: prepared must be complete with ${bytes.length} bytes, got ${bytes.length - 4}.`,
    );
    expect(() => load(bytes.slice(0, -1))).toThrow(RangeError);
  });

  it('refuse bytes with more behind them', () => {
    for (const more of [1, 4, 100]) {
      const longer = new Uint8Array(bytes.length + more);
      longer.set(bytes);
      expect(() => load(longer)).toThrow(
        `createDetector: prepared must be complete with ${bytes.length} bytes, got ${bytes.length + more}.`,
      );
    }
  });

  it('refuse damaged bytes, wherever the damage is: every bit of the head, and of a small file', () => {
    const whole = createDetector(sheet(3, 2)).serialize();
    for (let at = 0; at < whole.length; at++) {
      for (let bit = 0; bit < (at < 48 ? 8 : 1); bit++) {
        const damaged = whole.slice();
        damaged[at] ^= 1 << ((bit + at) & 7);
        expect(() => load(damaged, sheet(3, 2)), `byte ${at}, bit ${bit}`).toThrow(/^createDetector: prepared must /);
      }
    }
    for (let at = 0; at < bytes.length; at += 41) {
      const damaged = bytes.slice();
      damaged[at] ^= 0x55;
      expect(() => load(damaged), `byte ${at}`).toThrow(RangeError);
    }
  });

  it('refuse words that were made larger, zeroed or exchanged', () => {
    for (let at = 16; at + 8 <= bytes.length; at += 240) {
      const swapped = bytes.slice();
      swapped.copyWithin(at, at + 4, at + 8);
      swapped.set(bytes.subarray(at, at + 4), at + 4);
      for (const damaged of [bytes.slice().fill(0xff, at, at + 4), bytes.slice().fill(0, at, at + 4), swapped]) {
        if (damaged.every((byte, i) => byte === bytes[i])) continue;
        expect(() => load(damaged), `word at ${at}`).toThrow(/^createDetector: prepared must be (complete|undamaged)/);
      }
    }
  });

  it('refuse what is no Uint8Array', () => {
    for (const prepared of [{}, 'bytes', bytes.buffer, [1, 2, 3]]) {
      expect(() => load(prepared as unknown as Uint8Array)).toThrow(
        `createDetector: prepared must be a Uint8Array from serialize(), got ${typeof prepared}.`,
      );
    }
  });

  it('fit any pose and any numbers of the same triangles, but not another welding', () => {
    const moved = { ...mesh, positions: mesh.positions.map((x) => Math.sin(x)) };
    expect(contactsFound(load(bytes, moved))).toEqual(contactsFound(createDetector(moved)));
    const seam = { ...mesh, positions: mesh.positions.slice() };
    seam.positions.copyWithin(0, 3, 6); // vertices 0 and 1 become one
    expect(() => load(bytes, seam)).toThrow('with the same triangles and welding, got that of another mesh.');
    expect(contactsFound(createDetector(seam, { prepared: bytes, weld: false }))).toEqual(
      contactsFound(createDetector(seam, { weld: false })),
    );
  });

  it('say what is wrong', () => {
    const version = bytes.slice();
    version[4] = 9;
    expect(() => load(version)).toThrow('createDetector: prepared must be of format 3, got format 9.');
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
