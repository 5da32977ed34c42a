import type { Surface } from '../../mesh/surface.ts';
import { topologyHash, writePrepared } from '../prepared-bytes.ts';
import { arraysOf, PREPARED_PATCHES, type Preparation } from './preparation.ts';

/** Turns preparations of this surface into bytes. It must be in the caller's order, which is what bytes to be loaded are compared with. */
export function preparationWriter(surface: Surface): (preparation: Preparation) => Uint8Array {
  const topology = topologyHash(surface);
  return (preparation) => writePrepared({ ...PREPARED_PATCHES, arrays: arraysOf(preparation) }, topology);
}
