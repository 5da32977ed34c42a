export interface WeldedSoup {
  readonly positions: Float64Array;
  /** Three vertex numbers per triangle; vertices are numbered as they first come up. */
  readonly triangles: Uint32Array;
}

/**
 * Joins corners of a triangle soup at bit-identical positions, −0 being 0, if their triangles have the same label. Changes the sign of zeros
 * in `corners`.
 */
export function weldSoup(corners: Float64Array, label: Uint32Array): WeldedSoup {
  const cornerCount = corners.length / 3;
  // adding 0 turns −0 into 0, so that equal numbers have equal bits
  for (let i = 0; i < corners.length; i++) corners[i] += 0;
  const bits = new Uint32Array(corners.buffer, corners.byteOffset, 2 * corners.length);

  // open addressing, at most half full: a free slot always ends the search
  let slots = 16;
  while (slots < 2 * cornerCount) slots *= 2;
  const mask = slots - 1;
  const vertexInSlot = new Int32Array(slots).fill(-1);
  const triangles = new Uint32Array(cornerCount);
  const cornerOfVertex = new Uint32Array(cornerCount);
  let vertexCount = 0;

  for (let corner = 0; corner < cornerCount; corner++) {
    const own = label[Math.floor(corner / 3)];
    let hash = own;
    for (let i = 6 * corner; i < 6 * corner + 6; i++) {
      hash = Math.imul(hash ^ bits[i], 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    let slot = hash & mask;
    for (;;) {
      const vertex = vertexInSlot[slot];
      if (vertex < 0) {
        vertexInSlot[slot] = vertexCount;
        cornerOfVertex[vertexCount] = corner;
        triangles[corner] = vertexCount++;
        break;
      }
      const other = 3 * cornerOfVertex[vertex];
      if (
        corners[other] === corners[3 * corner] &&
        corners[other + 1] === corners[3 * corner + 1] &&
        corners[other + 2] === corners[3 * corner + 2] &&
        label[Math.floor(cornerOfVertex[vertex] / 3)] === own
      ) {
        triangles[corner] = vertex;
        break;
      }
      slot = (slot + 1) & mask;
    }
  }

  const positions = new Float64Array(3 * vertexCount);
  for (let v = 0; v < vertexCount; v++) {
    for (let axis = 0; axis < 3; axis++) positions[3 * v + axis] = corners[3 * cornerOfVertex[v] + axis];
  }
  return { positions, triangles };
}
