import type { TetMesh } from '../../src/modal/check-tet-mesh.ts';

/** The same numbers on every run, from 0 to 1. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * A block of cubes with edge `size`, six tets each around the long diagonal. Inner and outer vertices are shaken by up to
 * `jitter` of the edge.
 */
export function tetBlock(
  counts: readonly number[],
  { size = 1, jitter = 0, seed = 1 }: { size?: number; jitter?: number; seed?: number } = {},
): TetMesh & { readonly positions: Float64Array; readonly tets: Uint32Array } {
  const [nx, ny, nz] = counts;
  const random = seeded(seed);
  const positions: number[] = [];
  for (let x = 0; x <= nx; x++) {
    for (let y = 0; y <= ny; y++) {
      for (let z = 0; z <= nz; z++) {
        for (const k of [x, y, z]) positions.push(size * (k + jitter * (2 * random() - 1)));
      }
    }
  }
  const at = (x: number, y: number, z: number) => (x * (ny + 1) + y) * (nz + 1) + z;
  const tets: number[] = [];
  // each way from corner 000 to corner 111 along edges is a tet; an odd order of axes turns it inside out
  const ways = [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
    [0, 2, 1],
    [2, 1, 0],
    [1, 0, 2],
  ];
  for (let x = 0; x < nx; x++) {
    for (let y = 0; y < ny; y++) {
      for (let z = 0; z < nz; z++) {
        ways.forEach((axes, way) => {
          const corner = [x, y, z];
          const four = [at(x, y, z)];
          for (const axis of axes) {
            corner[axis]++;
            four.push(at(corner[0], corner[1], corner[2]));
          }
          tets.push(...(way < 3 ? four : [four[0], four[2], four[1], four[3]]));
        });
      }
    }
  }
  return { positions: Float64Array.from(positions), tets: Uint32Array.from(tets) };
}

export const RUBBER = { youngsModulus: 1e5, poissonRatio: 0.45, density: 1000 };
