import type { Positions } from './triangle-mesh.ts';

/**
 * For every vertex the lowest-numbered vertex at the same position: bit for bit, except that −0 equals 0.
 * With `group`, only vertices of the same group count as one, and a negative group keeps a vertex alone. Open addressing in a table
 * at least twice as large as the number of vertices, so a free slot always exists.
 */
export function weldPositions(positions: Positions, group?: Float64Array): Uint32Array {
  const vertexCount = positions.length / 3;
  const firstAt = new Uint32Array(vertexCount);
  const size = 2 ** Math.ceil(Math.log2(2 * vertexCount + 1));
  const table = new Int32Array(size).fill(-1);
  const number = new Float64Array(1);
  const words = new Int32Array(number.buffer);

  for (let vertex = 0; vertex < vertexCount; vertex++) {
    if (group && group[vertex] < 0) {
      firstAt[vertex] = vertex;
      continue;
    }
    let hash = 0;
    for (let axis = 0; axis < 3; axis++) {
      number[0] = positions[3 * vertex + axis] + 0; // −0 + 0 is 0
      hash = Math.imul(hash ^ words[0], 0x85ebca6b);
      hash = Math.imul((hash ^ (hash >>> 15)) + words[1], 0xc2b2ae35);
      hash ^= hash >>> 13;
    }
    let slot = hash & (size - 1);
    for (;;) {
      const other = table[slot];
      if (other < 0) {
        table[slot] = vertex;
        firstAt[vertex] = vertex;
        break;
      }
      if (
        positions[3 * other] === positions[3 * vertex] &&
        positions[3 * other + 1] === positions[3 * vertex + 1] &&
        positions[3 * other + 2] === positions[3 * vertex + 2] &&
        (!group || group[other] === group[vertex])
      ) {
        firstAt[vertex] = other;
        break;
      }
      slot = (slot + 1) & (size - 1);
    }
  }
  return firstAt;
}
