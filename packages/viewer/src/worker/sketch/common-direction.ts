export type Vector = readonly [number, number, number];

/** Least cosine between a normal and a direction that faces it. */
const LEAST_COSINE = 1e-3;
/** The detector sorts unit normals into a grid of this many cells an axis; a direction must face all of a cell. */
const CELLS = 32;
const HALF_CELL = 1 / CELLS + 1e-6;

/** The directions that the detector tries: nearly even all around. */
const directions: readonly Vector[] = [...axes(), ...roundAxes(), [15, 15, 15]];

function axes(): Vector[] {
  return [26, -26].flatMap((x): Vector[] => [
    [x, 0, 0],
    [0, x, 0],
    [0, 0, x],
  ]);
}

function roundAxes(): Vector[] {
  const signs = [1, -1];
  return signs.flatMap((a) =>
    signs.flatMap((b) =>
      signs.flatMap((c): Vector[] => [
        [8 * a, 13 * b, 21 * c],
        [21 * c, 8 * a, 13 * b],
        [13 * b, 21 * c, 8 * a],
      ]),
    ),
  );
}

/**
 * A direction that all normals (xyz each, any length) face, found as the detector finds it: the sum of those tried that do. If none does,
 * the sum of the normals, and `faced` is false. Of unit length, unless all normals are 0.
 */
export function commonDirection(normals: Float64Array): { direction: Vector; faced: boolean } {
  const middles = cellMiddles(normals);
  const facing = directions.filter(([x, y, z]) => {
    const least = LEAST_COSINE * Math.hypot(x, y, z) + HALF_CELL * (Math.abs(x) + Math.abs(y) + Math.abs(z));
    for (let i = 0; i < middles.length; i += 3) {
      if (!(x * middles[i] + y * middles[i + 1] + z * middles[i + 2] >= least)) return false;
    }
    return true;
  });
  const sum = [0, 0, 0];
  for (const direction of facing) for (let k = 0; k < 3; k++) sum[k] += direction[k];
  if (facing.length === 0) for (let i = 0; i < normals.length; i++) sum[i % 3] += normals[i];
  const length = Math.hypot(...sum) || 1;
  return { direction: [sum[0] / length, sum[1] / length, sum[2] / length], faced: facing.length > 0 };
}

/** The middle of the cell of each unit normal; NaN for a normal without length, which nothing faces. */
function cellMiddles(normals: Float64Array): Float64Array {
  const middles = new Float64Array(normals.length);
  for (let i = 0; i < normals.length; i += 3) {
    const length = Math.hypot(normals[i], normals[i + 1], normals[i + 2]);
    for (let k = i; k < i + 3; k++) {
      const cell = Math.min(CELLS - 1, Math.floor(((normals[k] / length + 1) * CELLS) / 2));
      middles[k] = (2 * cell + 1) / CELLS - 1;
    }
  }
  return middles;
}
