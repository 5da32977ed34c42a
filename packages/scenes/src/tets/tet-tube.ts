import { cubeTets } from './cube-tets.ts';
import type { TetMesh } from './tet-mesh.ts';

export interface TetTubeOptions {
  /** Cells around the wall; even, since neighbours use mirrored patterns. */
  readonly around: number;
  readonly along: number;
  /** Layers of the wall. */
  readonly layers: number;
  readonly innerRadius: number;
  readonly outerRadius: number;
  /** Middle of the tube at 0 … 1 of its length; it may bend, but not upright (along y). */
  readonly centre: (share: number) => readonly [number, number, number];
  /** Cells cut into twelve tets around their middle instead of five: each adds a vertex and seven tets. Default 0. */
  readonly splitCells?: number;
  /** Tets cut into four around their middle: each adds a vertex and three tets. Default 0. */
  readonly splitTets?: number;
}

/** A tube with a thick wall, open at both ends, such as a blood vessel. */
export function tetTube(options: TetTubeOptions): TetMesh {
  const { around, along, layers, splitCells = 0, splitTets = 0 } = options;
  if (around % 2 !== 0 || around < 4)
    throw new RangeError(`tetTube: around must be even and at least 4, got ${around}.`);
  const cellCount = around * along * layers;
  if (splitCells + splitTets > cellCount) {
    throw new RangeError(
      `tetTube: splitCells + splitTets must be at most ${cellCount}, got ${splitCells + splitTets}.`,
    );
  }
  const positions: number[] = [];
  for (let j = 0; j <= along; j++) pushRing(positions, options, j / along);

  const tets: number[] = [];
  const vertex = (i: number, l: number, j: number) => (j * (layers + 1) + l) * around + (i % around);
  const middleOf = (corners: readonly number[]): number => {
    const middle = [0, 1, 2].map(
      (axis) => corners.reduce((sum, v) => sum + positions[3 * v + axis], 0) / corners.length,
    );
    return positions.push(...middle) / 3 - 1;
  };
  let whole = 0; // cells not split so far
  for (let cell = 0; cell < cellCount; cell++) {
    const i = cell % around;
    const l = Math.floor(cell / around) % layers;
    const j = Math.floor(cell / (around * layers));
    const corners = Array.from({ length: 8 }, (_, c) => vertex(i + (c & 1), l + ((c >> 1) & 1), j + (c >> 2)));
    const five = cubeTets(corners, (i + l + j) % 2 === 1);
    // spread evenly: this cell is split if the count of splits steps up here
    if (stepsUp(splitCells, cell, cellCount)) {
      const middle = middleOf(corners);
      for (let t = 0; t < 16; t += 4) {
        const [a, b, c, d] = five.slice(t, t + 4); // a is the corner of the cell: faces with it are on its sides
        tets.push(a, b, c, middle, a, b, middle, d, a, middle, c, d);
      }
    } else {
      const kept = stepsUp(splitTets, whole++, cellCount - splitCells) ? 16 : 20;
      tets.push(...five.slice(0, kept));
      if (kept === 16) {
        const [a, b, c, d] = five.slice(16);
        const middle = middleOf([a, b, c, d]);
        tets.push(middle, b, c, d, a, middle, c, d, a, b, middle, d, a, b, c, middle);
      }
    }
  }
  return { positions: Float64Array.from(positions), tets: Uint32Array.from(tets) };
}

function stepsUp(splits: number, cell: number, cellCount: number): boolean {
  return Math.floor((splits * (cell + 1)) / cellCount) > Math.floor((splits * cell) / cellCount);
}

function pushRing(positions: number[], options: TetTubeOptions, share: number): void {
  const { around, layers, innerRadius, outerRadius, centre } = options;
  const middle = centre(share);
  const [from, to] = [centre(Math.max(share - 1e-3, 0)), centre(Math.min(share + 1e-3, 1))];
  const tangent = to.map((x, axis) => x - from[axis]);
  const side = [tangent[2], 0, -tangent[0]]; // up × tangent
  const sideLength = Math.hypot(...side);
  const right = side.map((x) => x / sideLength);
  const length = Math.hypot(...tangent);
  const up = [1, 2, 0].map((k, axis) => {
    const m = (axis + 2) % 3;
    return (tangent[k] * right[m] - tangent[m] * right[k]) / length;
  });
  for (let l = 0; l <= layers; l++) {
    const radius = innerRadius + ((outerRadius - innerRadius) * l) / layers;
    for (let i = 0; i < around; i++) {
      const angle = (-2 * Math.PI * i) / around; // this way round, tets have positive volume
      for (let axis = 0; axis < 3; axis++) {
        positions.push(middle[axis] + radius * (Math.cos(angle) * right[axis] + Math.sin(angle) * up[axis]));
      }
    }
  }
}
