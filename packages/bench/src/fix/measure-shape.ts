import type { Positions } from 'selfcollide';

/** How far one frame is from what it should have been. */
export interface FrameShape {
  readonly moved: number;
  readonly largest: number;
  readonly rms: number;
  /** Smallest and largest length of an edge, in its lengths in the wanted frame. */
  readonly shortest: number;
  readonly longest: number;
  /** Triangles that are turned by more than {@link MOST_TURN} against the wanted frame, and are not near a contact of it. */
  readonly turned: number;
}

const MOST_TURN = 60;
/** Vertices that are moved by less than this share of the size count as unmoved. */
const UNMOVED = 1e-6;
/** Edges that belong to no shape: vertices of a seam, or of a triangle without area. In sizes of the model. */
const SHORTEST_EDGE = 1e-7;

/**
 * @param near Per triangle 1 if it is within two rings of a contact of the wanted frame.
 * @param size Of the model.
 */
export function measureShape(
  wanted: Positions,
  fixed: Positions,
  triangles: Uint32Array,
  near: Uint8Array,
  size: number,
): FrameShape {
  let moved = 0;
  let largest = 0;
  let sum = 0;
  for (let i = 0; i < wanted.length; i += 3) {
    const away = distance(wanted, i, fixed, i);
    if (away > UNMOVED * size) moved++;
    if (away > largest) largest = away;
    sum += away ** 2;
  }
  let shortest = Number.POSITIVE_INFINITY;
  let longest = 0;
  let turned = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const a = 3 * triangles[t + k];
      const b = 3 * triangles[t + ((k + 1) % 3)];
      const before = distance(wanted, a, wanted, b);
      if (before <= SHORTEST_EDGE * size) continue;
      const stretch = distance(fixed, a, fixed, b) / before;
      if (stretch < shortest) shortest = stretch;
      if (stretch > longest) longest = stretch;
    }
    if (near[t / 3] === 0 && turnOf(wanted, fixed, triangles, t) > MOST_TURN) turned++;
  }
  return { moved, largest, rms: Math.sqrt((3 * sum) / wanted.length), shortest, longest, turned };
}

/** The largest second difference in time of the correction, and of the clip itself. */
export function measureTremble(
  wanted: readonly Positions[],
  fixed: readonly Positions[],
): { correction: number; clip: number } {
  let correction = 0;
  let clip = 0;
  for (let f = 1; f + 1 < wanted.length; f++) {
    for (let i = 0; i < wanted[f].length; i += 3) {
      let own = 0;
      let added = 0;
      for (let k = i; k < i + 3; k++) {
        const y = wanted[f - 1][k] - 2 * wanted[f][k] + wanted[f + 1][k];
        const x = fixed[f - 1][k] - 2 * fixed[f][k] + fixed[f + 1][k];
        own += y * y;
        added += (x - y) ** 2;
      }
      if (own > clip) clip = own;
      if (added > correction) correction = added;
    }
  }
  return { correction: Math.sqrt(correction), clip: Math.sqrt(clip) };
}

function distance(p: Positions, a: number, q: Positions, b: number): number {
  return Math.hypot(p[a] - q[b], p[a + 1] - q[b + 1], p[a + 2] - q[b + 2]);
}

/** Degrees between the normals; 0 where one has none. */
function turnOf(wanted: Positions, fixed: Positions, triangles: Uint32Array, t: number): number {
  const n = normalOf(wanted, triangles, t);
  const m = normalOf(fixed, triangles, t);
  const length = Math.hypot(...n) * Math.hypot(...m);
  if (length === 0) return 0;
  const cos = (n[0] * m[0] + n[1] * m[1] + n[2] * m[2]) / length;
  return (Math.acos(Math.max(-1, Math.min(1, cos))) * 180) / Math.PI;
}

function normalOf(p: Positions, triangles: Uint32Array, t: number): [number, number, number] {
  const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
  const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
  const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}
