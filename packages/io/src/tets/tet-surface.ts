/** Corners of the four faces of a tetrahedron with positive volume, counter-clockwise seen from outside. */
const FACES = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];

/**
 * The triangles that belong to exactly one tetrahedron, counter-clockwise seen from outside whatever the order of
 * corners in the file.
 */
export function tetSurface(tets: Uint32Array, positions: Float64Array): Uint32Array {
  const faceCount = tets.length; // four faces of four-cornered tets
  // open addressing, at most half full: a free slot always ends the search
  let slots = 16;
  while (slots < 2 * faceCount) slots *= 2;
  const mask = slots - 1;
  const faceInSlot = new Int32Array(slots).fill(-1);
  const sorted = new Uint32Array(3 * faceCount);
  const uses = new Uint8Array(faceCount);

  for (let face = 0; face < faceCount; face++) {
    const tet = face >> 2;
    const local = 3 * (face & 3);
    let a = tets[4 * tet + FACES[local]];
    let b = tets[4 * tet + FACES[local + 1]];
    let c = tets[4 * tet + FACES[local + 2]];
    if (a > b) [a, b] = [b, a];
    if (b > c) [b, c] = [c, b];
    if (a > b) [a, b] = [b, a];
    sorted[3 * face] = a;
    sorted[3 * face + 1] = b;
    sorted[3 * face + 2] = c;

    let hash = Math.imul(a, 0x9e3779b1);
    hash = Math.imul(hash ^ (hash >>> 15) ^ b, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13) ^ c, 0xc2b2ae35);
    let slot = (hash ^ (hash >>> 16)) & mask;
    for (;;) {
      const other = faceInSlot[slot];
      if (other < 0) {
        faceInSlot[slot] = face;
        uses[face] = 1;
        break;
      }
      if (sorted[3 * other] === a && sorted[3 * other + 1] === b && sorted[3 * other + 2] === c) {
        uses[other] = 2; // two or more: inside
        break;
      }
      slot = (slot + 1) & mask;
    }
  }

  let triangleCount = 0;
  for (let face = 0; face < faceCount; face++) if (uses[face] === 1) triangleCount++;
  const triangles = new Uint32Array(3 * triangleCount);
  let at = 0;
  for (let face = 0; face < faceCount; face++) {
    if (uses[face] !== 1) continue;
    const tet = face >> 2;
    const local = 3 * (face & 3);
    const flip = volumeIsNegative(tets, tet, positions) ? 1 : 0;
    triangles[at] = tets[4 * tet + FACES[local]];
    triangles[at + 1 + flip] = tets[4 * tet + FACES[local + 1]];
    triangles[at + 2 - flip] = tets[4 * tet + FACES[local + 2]];
    at += 3;
  }
  return triangles;
}

function volumeIsNegative(tets: Uint32Array, tet: number, p: Float64Array): boolean {
  const a = 3 * tets[4 * tet];
  const b = 3 * tets[4 * tet + 1];
  const c = 3 * tets[4 * tet + 2];
  const d = 3 * tets[4 * tet + 3];
  const bx = p[b] - p[a];
  const by = p[b + 1] - p[a + 1];
  const bz = p[b + 2] - p[a + 2];
  const cx = p[c] - p[a];
  const cy = p[c + 1] - p[a + 1];
  const cz = p[c + 2] - p[a + 2];
  const dx = p[d] - p[a];
  const dy = p[d + 1] - p[a + 1];
  const dz = p[d + 2] - p[a + 2];
  return (by * cz - bz * cy) * dx + (bz * cx - bx * cz) * dy + (bx * cy - by * cx) * dz < 0;
}
