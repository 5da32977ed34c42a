/** Bytes of the header: a mark, version 1, points, first frame, frames per sample, samples. */
const HEADER_BYTES = 32;

/**
 * Writes a PC2 point cache, little-endian and in 32 bits. Frames are handed over one by one with `frame(i)`, each xyz per vertex in the order of the mesh file.
 *
 * @throws RangeError if a frame has another length, or a number that 32 bits do not hold as finite.
 */
export function writePc2(vertexCount: number, frameCount: number, frame: (i: number) => ArrayLike<number>): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + 12 * vertexCount * frameCount);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode('POINTCACHE2'));
  view.setInt32(12, 1, true);
  view.setInt32(16, vertexCount, true);
  view.setFloat32(20, 0, true);
  view.setFloat32(24, 1, true);
  view.setInt32(28, frameCount, true);
  let at = HEADER_BYTES;
  for (let i = 0; i < frameCount; i++) {
    const positions = frame(i);
    if (positions.length !== 3 * vertexCount) {
      throw new RangeError(`writePc2: frame ${i} must have ${3 * vertexCount} numbers, got ${positions.length}.`);
    }
    for (let k = 0; k < positions.length; k++, at += 4) {
      if (!Number.isFinite(Math.fround(positions[k]))) {
        throw new RangeError(`writePc2: coordinates must be finite in 32 bits, got ${positions[k]} in frame ${i}.`);
      }
      view.setFloat32(at, positions[k], true);
    }
  }
  return bytes;
}
