import type { SharedBytes } from '../source/input.ts';

/** Bytes as the readers take them. */
export function share(bytes: Uint8Array): SharedBytes {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
}
