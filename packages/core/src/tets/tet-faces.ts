/** Corners of the face opposite corner i, three a face. */
export const FACE_CORNERS: readonly number[] = [1, 2, 3, 0, 2, 3, 0, 1, 3, 0, 1, 2];

/** The faces of tets by their vertices. Face 4t + i is the one opposite corner i of tet t. */
export interface TetFaces {
  /** The next face with the same three vertices, around in a ring; −1 if the face belongs to one tet only. */
  readonly twin: Int32Array;
  /** A face with these vertices, in any order; −1 if no tet has it. */
  find(a: number, b: number, c: number): number;
}

export function matchTetFaces(tets: Uint32Array): TetFaces {
  const faceCount = tets.length;
  // open addressing, at most half full: a free slot always ends the search
  let slots = 16;
  while (slots < 2 * faceCount) slots *= 2;
  const mask = slots - 1;
  const faceInSlot = new Int32Array(slots).fill(-1);
  const sorted = new Uint32Array(3 * faceCount);
  const twin = new Int32Array(faceCount).fill(-1);

  const slotOf = (a: number, b: number, c: number): number => {
    let hash = Math.imul(a, 0x9e3779b1);
    hash = Math.imul(hash ^ (hash >>> 15) ^ b, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13) ^ c, 0xc2b2ae35);
    let slot = (hash ^ (hash >>> 16)) & mask;
    for (;;) {
      const face = faceInSlot[slot];
      if (face < 0 || (sorted[3 * face] === a && sorted[3 * face + 1] === b && sorted[3 * face + 2] === c)) return slot;
      slot = (slot + 1) & mask;
    }
  };

  for (let face = 0; face < faceCount; face++) {
    const tet = face & ~3;
    const corner = 3 * (face & 3);
    const [a, b, c] = inOrder(
      tets[tet + FACE_CORNERS[corner]],
      tets[tet + FACE_CORNERS[corner + 1]],
      tets[tet + FACE_CORNERS[corner + 2]],
    );
    sorted[3 * face] = a;
    sorted[3 * face + 1] = b;
    sorted[3 * face + 2] = c;
    const slot = slotOf(a, b, c);
    const other = faceInSlot[slot];
    if (other < 0) {
      faceInSlot[slot] = face;
    } else {
      twin[face] = twin[other] < 0 ? other : twin[other];
      twin[other] = face;
    }
  }

  return {
    twin,
    find: (a, b, c) => faceInSlot[slotOf(...inOrder(a, b, c))],
  };
}

function inOrder(a: number, b: number, c: number): [number, number, number] {
  let [x, y, z] = [a, b, c];
  if (x > y) [x, y] = [y, x];
  if (y > z) [y, z] = [z, y];
  if (x > y) [x, y] = [y, x];
  return [x, y, z];
}
