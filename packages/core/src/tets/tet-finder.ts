import type { TetSearch } from './tet-search.ts';
import type { TetWorld } from './tet-world.ts';

/** How the vertices of a world are compared with its tets. */
export interface TetFinder {
  /** With positions where the finder reads them. */
  readonly world: TetWorld;
  /** Empty if the kernel finds; else why it does not. */
  readonly engineReason: string;
  /** Bytes of its arrays, without those of the world. */
  readonly byteLength: number;
  /** Finds every vertex in a tet that it is no corner of. */
  find(search: TetSearch): void;
}

export function bytesOf(parts: readonly object[]): number {
  let bytes = 0;
  for (const part of parts) {
    for (const array of Object.values(part)) if (ArrayBuffer.isView(array)) bytes += array.byteLength;
  }
  return bytes;
}
