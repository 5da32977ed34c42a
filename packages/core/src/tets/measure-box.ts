/**
 * Writes low x, y, z and high x, y, z of the positions to `box`. A coordinate that is not finite makes the box so too:
 * NaN is looked for apart, since comparisons pass over it.
 */
export function measureBox(positions: ArrayLike<number>, box: Float64Array): void {
  let minX = Number.POSITIVE_INFINITY;
  let minY = minX;
  let minZ = minX;
  let maxX = Number.NEGATIVE_INFINITY;
  let maxY = maxX;
  let maxZ = maxX;
  // 0, or NaN once a coordinate was not finite
  let spoiltX = 0;
  let spoiltY = 0;
  let spoiltZ = 0;
  for (let i = 0; i < positions.length; i += 3) {
    const x = positions[i];
    const y = positions[i + 1];
    const z = positions[i + 2];
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
    if (z < minZ) minZ = z;
    if (z > maxZ) maxZ = z;
    spoiltX += x * 0;
    spoiltY += y * 0;
    spoiltZ += z * 0;
  }
  box[0] = minX + spoiltX;
  box[1] = minY + spoiltY;
  box[2] = minZ + spoiltZ;
  box[3] = maxX;
  box[4] = maxY;
  box[5] = maxZ;
}

export function boxIsFinite(box: Float64Array): boolean {
  for (let i = 0; i < 6; i++) if (!Number.isFinite(box[i])) return false;
  return true;
}
