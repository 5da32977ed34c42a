import { expect, it } from 'vitest';
import { layOut } from '../../src/pose/arena.ts';

const makers = {
  ArrayBuffer: (bytes: number) => new ArrayBuffer(bytes),
  SharedArrayBuffer: (bytes: number) => new SharedArrayBuffer(bytes),
};

it.each(Object.entries(makers))('lays arrays out in one %s, apart from each other', (name, allocate) => {
  const arena = layOut(
    { places: ['float64', 5], flags: ['uint8', 3], order: Uint32Array.of(4, 5, 6), signs: Int32Array.of(-1) },
    allocate,
  );
  expect(arena.buffer.constructor.name).toBe(name);
  const arrays = [arena.places, arena.flags, arena.order, arena.signs];
  for (const array of arrays) {
    expect(array.buffer).toBe(arena.buffer);
    expect(array.byteOffset % 64).toBe(0);
  }
  expect([...arena.places, ...arena.flags]).toEqual(new Array(8).fill(0));
  expect([...arena.order, ...arena.signs]).toEqual([4, 5, 6, -1]);
  // writing all of one changes no other
  arena.places.fill(7);
  arena.flags.fill(255);
  expect([...arena.places]).toEqual([7, 7, 7, 7, 7]);
  expect([...arena.flags]).toEqual([255, 255, 255]);
  expect([...arena.order, ...arena.signs]).toEqual([4, 5, 6, -1]);
  // another view on the same memory sees it, as a thread would
  expect(new Float64Array(arena.buffer as ArrayBuffer, arena.places.byteOffset, 5)[4]).toBe(7);
});
