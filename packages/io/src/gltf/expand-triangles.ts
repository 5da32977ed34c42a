import type { JsonCheck } from './json-check.ts';

export interface ExpandedTriangles {
  readonly triangles: Uint32Array;
  /** Triangle → its number in the primitive, if some were left out. */
  readonly faces: Uint32Array | undefined;
}

/**
 * Turns a triangle list (mode 4), strip (5) or fan (6) into plain triangles. In strips and fans triangles with
 * repeated corners only steer and are left out, and the highest index of its type starts anew
 * (KHR_mesh_primitive_restart).
 */
export function expandTriangles(
  check: JsonCheck,
  where: string,
  mode: 4 | 5 | 6,
  indices: Uint8Array | Uint16Array | Uint32Array | undefined,
  vertexCount: number,
): ExpandedTriangles {
  const cornerCount = indices ? indices.length : vertexCount;
  const restart = indices && mode !== 4 ? 2 ** (8 * indices.BYTES_PER_ELEMENT) - 1 : -1;
  if (indices) {
    for (let i = 0; i < cornerCount; i++) {
      if (indices[i] >= vertexCount && indices[i] !== restart) {
        throw check.error(`${where}.indices, item ${i}`, `a vertex number below ${vertexCount}`, indices[i]);
      }
    }
  }
  const vertexAt = (i: number): number => (indices ? indices[i] : i);

  if (mode === 4) {
    const triangles = new Uint32Array(3 * Math.floor(cornerCount / 3));
    for (let i = 0; i < triangles.length; i++) triangles[i] = vertexAt(i);
    return { triangles, faces: undefined };
  }

  const most = Math.max(0, cornerCount - 2);
  const triangles = new Uint32Array(3 * most);
  const faces = new Uint32Array(most);
  let count = 0;
  let face = 0;
  let start = 0;
  for (let i = 0; i < cornerCount; i++) {
    const c = vertexAt(i);
    if (c === restart) {
      start = i + 1;
      continue;
    }
    const run = i - start;
    if (run < 2) continue;
    const a = vertexAt(mode === 6 ? start : i - 2);
    const b = vertexAt(i - 1);
    // every other triangle of a strip is turned round
    const flip = mode === 5 && run % 2 === 1;
    if (a !== b && b !== c && a !== c) {
      triangles[3 * count] = flip ? b : a;
      triangles[3 * count + 1] = flip ? a : b;
      triangles[3 * count + 2] = c;
      faces[count++] = face;
    }
    face++;
  }
  const all = count === face;
  return { triangles: triangles.slice(0, 3 * count), faces: all ? undefined : faces.slice(0, count) };
}
