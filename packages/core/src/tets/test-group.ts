import { type GridScratch, MAX_ACTIVE } from './grid-scratch.ts';
import { examine, type TetSearch } from './tet-search.ts';
import type { TetWorld } from './tet-world.ts';
import { FIELD_BITS, GUARDS } from './vertex-grid.ts';

/** Tests the `count` candidates listed in `scratch` against every tet of their group. */
export function testGroup(
  world: TetWorld,
  scratch: GridScratch,
  search: TetSearch,
  group: number,
  count: number,
): void {
  const { groupTetStart, tetCorners } = world;
  const { fields } = scratch;
  // each tet: more than its four corners in its box?
  const { activeTets, activeBases, activeBits } = scratch;
  let active = 0;
  const endTet = groupTetStart[group + 1];
  for (let t = groupTetStart[group]; t < endTet; t++) {
    const packed = tetCorners[t];
    const placeA = packed & 255;
    const placeB = (packed >>> 8) & 255;
    const placeC = (packed >>> 16) & 255;
    const placeD = packed >>> 24;
    const a = fields[placeA];
    const b = fields[placeB] & ~GUARDS;
    const c = fields[placeC];
    const d = fields[placeD] & ~GUARDS;
    let guard = (a - b) & GUARDS;
    let swap = (a ^ b) & (guard - (guard >>> FIELD_BITS));
    const lowAB = (a ^ swap) | GUARDS;
    const highAB = (b ^ swap) | GUARDS;
    guard = (c - d) & GUARDS;
    swap = (c ^ d) & (guard - (guard >>> FIELD_BITS));
    const lowCD = (c ^ swap) & ~GUARDS;
    const highCD = (d ^ swap) & ~GUARDS;
    guard = (lowAB - lowCD) & GUARDS;
    const tetLow = (lowAB ^ ((lowAB ^ lowCD) & (guard - (guard >>> FIELD_BITS)))) & ~GUARDS;
    guard = (highAB - highCD) & GUARDS;
    const tetHigh = (highCD ^ ((highAB ^ highCD) & (guard - (guard >>> FIELD_BITS)))) | GUARDS;

    // which candidates lie in the tet's box, as bits of a word, 32 at a time; four a turn, of which the last may be
    // beyond the end, where anything may stand: their bits are dropped
    for (let base = 0; base < count; base += 32) {
      const stop = count - base < 32 ? count : base + 32;
      let inside = 0;
      for (let i = base, shift = 0; i < stop; i += 4, shift += 4) {
        const at0 = fields[i];
        const at1 = fields[(i + 1) | 0];
        const at2 = fields[(i + 2) | 0];
        const at3 = fields[(i + 3) | 0];
        const kept0 = (at0 - tetLow) & (tetHigh - (at0 & ~GUARDS)) & GUARDS;
        const kept1 = (at1 - tetLow) & (tetHigh - (at1 & ~GUARDS)) & GUARDS;
        const kept2 = (at2 - tetLow) & (tetHigh - (at2 & ~GUARDS)) & GUARDS;
        const kept3 = (at3 - tetLow) & (tetHigh - (at3 & ~GUARDS)) & GUARDS;
        const four =
          (((kept0 ^ GUARDS) - 1) >>> 31) |
          ((((kept1 ^ GUARDS) - 1) >>> 31) << 1) |
          ((((kept2 ^ GUARDS) - 1) >>> 31) << 2) |
          ((((kept3 ^ GUARDS) - 1) >>> 31) << 3);
        inside |= four << shift;
      }
      if (stop - base < 32) inside &= (1 << (stop - base)) - 1;
      // the tet's own corners; a group has at most 32, so they are in the first word
      if (base === 0) inside &= ~((1 << placeA) | (1 << placeB) | (1 << placeC) | (1 << placeD));
      if (inside === 0) continue;
      activeTets[active] = t;
      activeBases[active] = base;
      activeBits[active++] = inside;
      if (active === MAX_ACTIVE) {
        searchTets(world, scratch, search, active);
        active = 0;
      }
    }
  }
  if (active > 0) searchTets(world, scratch, search, active);
}

/**
 * Tests the listed tets against the candidates whose bits are set. Nearly all of them are outside, which a few products
 * show; the others go to the exact test.
 *
 * With e, f, g the edges at the first corner and q the way from there to the vertex, the determinants that vertexInTet
 * compares are q·(f×g), q·(g×e), q·(e×f) and what remains of e·(f×g). Each is a sum of six products of at most wx·wy·wz,
 * so together their rounding errors stay below 3e−14 of that (4 · 42ε for the determinants, 72ε for the differences,
 * ε = 2^−53). That holds for q in the box of the group; where it does not, a rejection is right anyway.
 */
function searchTets(world: TetWorld, scratch: GridScratch, search: TetSearch, active: number): void {
  const { positions, tets } = world;
  const { vertices, activeTets, activeBases, activeBits } = scratch;
  const { widths } = search.test;
  const tolerance = 5e-14 * (widths[0] * widths[1] * widths[2]);
  // beyond, products could overflow or underflow
  const usual = tolerance > 1e-190 && tolerance < 1e290;
  for (let k = 0; k < active; k++) {
    const t = activeTets[k];
    const base = activeBases[k];
    const a = 3 * tets[4 * t];
    const b = 3 * tets[4 * t + 1];
    const c = 3 * tets[4 * t + 2];
    const d = 3 * tets[4 * t + 3];
    const ax = positions[a];
    const ay = positions[a + 1];
    const az = positions[a + 2];
    const ex = positions[b] - ax;
    const ey = positions[b + 1] - ay;
    const ez = positions[b + 2] - az;
    const fx = positions[c] - ax;
    const fy = positions[c + 1] - ay;
    const fz = positions[c + 2] - az;
    const gx = positions[d] - ax;
    const gy = positions[d + 1] - ay;
    const gz = positions[d + 2] - az;
    const determinant = ex * (fy * gz - fz * gy) + ey * (fz * gx - fx * gz) + ez * (fx * gy - fy * gx);
    // an inverted tet is tested with all signs turned
    const sign = determinant < 0 ? -1 : 1;
    const whole = sign * determinant;
    const bx = sign * (fy * gz - fz * gy);
    const by = sign * (fz * gx - fx * gz);
    const bz = sign * (fx * gy - fy * gx);
    const cx = sign * (gy * ez - gz * ey);
    const cy = sign * (gz * ex - gx * ez);
    const cz = sign * (gx * ey - gy * ex);
    const dx = sign * (ey * fz - ez * fy);
    const dy = sign * (ez * fx - ex * fz);
    const dz = sign * (ex * fy - ey * fx);
    // where the volume is as small as errors, nothing may be rejected
    const error = usual && whole > tolerance ? tolerance : Number.POSITIVE_INFINITY;

    let rest = activeBits[k];
    while (rest !== 0) {
      const bit = 31 - Math.clz32(rest);
      rest ^= 1 << bit;
      const vertex = vertices[base + bit];
      const p = 3 * vertex;
      const x = positions[p] - ax;
      const y = positions[p + 1] - ay;
      const z = positions[p + 2] - az;
      const partB = x * bx + y * by + z * bz;
      const partC = x * cx + y * cy + z * cz;
      const partD = x * dx + y * dy + z * dz;
      const marginA = whole - partB - partC - partD + error;
      const marginB = partB + error;
      const marginC = partC + error;
      const marginD = partD + error;
      // x − |x| is 0 or 2x: below 0 in sum if any is, in one branch that is nearly always taken
      const outside =
        marginA -
        Math.abs(marginA) +
        (marginB - Math.abs(marginB)) +
        (marginC - Math.abs(marginC)) +
        (marginD - Math.abs(marginD));
      if (outside < 0) continue;
      examine(world, search, vertex, t);
    }
  }
}
