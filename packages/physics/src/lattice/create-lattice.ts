export interface LatticeOptions {
  /** Cells along x, y and z, each a whole number from 1. */
  readonly cells: readonly [number, number, number];
  /** Lowest and highest corner of the box that the cells fill. Default: the bounds of the positions. */
  readonly low?: readonly [number, number, number];
  readonly high?: readonly [number, number, number];
}

/** A grid of control points that bends the space around it, and what is in it. */
export interface Lattice {
  /** Control points along x, y and z, three more than cells: the outermost lie one cell beyond the box. */
  readonly counts: readonly [number, number, number];
  /** Control points at rest, x fastest; move them by writing here. */
  readonly points: Float64Array;
  /** Where the positions given at first go with the control points as they are now. Allocates nothing. */
  deform(out: Float64Array): void;
}

/**
 * Free-form deformation by uniform cubic B-splines: smooth (twice differentiable across cells), local (64 control points for
 * each vertex), and exact for affine maps: moving every control point by one moves every vertex by it.
 *
 * @throws RangeError if a position is outside the box.
 */
export function createLattice(positions: ArrayLike<number>, options: LatticeOptions): Lattice {
  const { cells } = options;
  if (!cells.every((count) => Number.isSafeInteger(count) && count >= 1)) {
    throw new RangeError(`createLattice: cells must be whole numbers from 1, got ${cells.join(', ')}.`);
  }
  const low = options.low ?? bound(positions, Math.min, Infinity);
  const high = options.high ?? bound(positions, Math.max, -Infinity);
  const sizes = cells.map((count, axis) => (high[axis] - low[axis]) / count || 1); // a flat box has cells of any size
  const [countX, countY, countZ] = cells.map((count) => count + 3);

  const points = new Float64Array(3 * countX * countY * countZ);
  for (let z = 0, i = 0; z < countZ; z++) {
    for (let y = 0; y < countY; y++) {
      for (let x = 0; x < countX; x++, i += 3) {
        points[i] = low[0] + (x - 1) * sizes[0];
        points[i + 1] = low[1] + (y - 1) * sizes[1];
        points[i + 2] = low[2] + (z - 1) * sizes[2];
      }
    }
  }

  const vertexCount = positions.length / 3;
  const firstPoint = new Uint32Array(vertexCount); // of the 4 × 4 × 4 that the vertex follows
  const basis = new Float64Array(12 * vertexCount); // four weights for each axis
  for (let v = 0; v < vertexCount; v++) {
    const cell = [0, 0, 0];
    for (let axis = 0; axis < 3; axis++) {
      const at = positions[3 * v + axis];
      if (!(at >= low[axis] && at <= high[axis])) {
        throw new RangeError(
          `createLattice: vertex ${v} must be inside the box, from ${low[axis]} to ${high[axis]} along axis ${axis}; got ${at}.`,
        );
      }
      const inCells = (at - low[axis]) / sizes[axis];
      cell[axis] = Math.min(Math.floor(inCells), cells[axis] - 1);
      splineBasis(inCells - cell[axis], basis, 12 * v + 4 * axis);
    }
    firstPoint[v] = (cell[2] * countY + cell[1]) * countX + cell[0];
  }

  return {
    counts: [countX, countY, countZ],
    points,
    deform(out) {
      for (let v = 0; v < vertexCount; v++) {
        const b = 12 * v;
        let px = 0;
        let py = 0;
        let pz = 0;
        for (let k = 0; k < 4; k++) {
          for (let j = 0; j < 4; j++) {
            const weightYz = basis[b + 8 + k] * basis[b + 4 + j];
            let i = 3 * (firstPoint[v] + (k * countY + j) * countX);
            for (let h = 0; h < 4; h++, i += 3) {
              const weight = weightYz * basis[b + h];
              px += weight * points[i];
              py += weight * points[i + 1];
              pz += weight * points[i + 2];
            }
          }
        }
        out[3 * v] = px;
        out[3 * v + 1] = py;
        out[3 * v + 2] = pz;
      }
    },
  };
}

/** The four uniform cubic B-splines over one cell, at share s of it. */
function splineBasis(s: number, out: Float64Array, at: number): void {
  const left = 1 - s;
  out[at] = (left * left * left) / 6;
  out[at + 1] = (3 * s * s * s - 6 * s * s + 4) / 6;
  out[at + 2] = (3 * left * left * left - 6 * left * left + 4) / 6;
  out[at + 3] = (s * s * s) / 6;
}

function bound(
  positions: ArrayLike<number>,
  pick: (a: number, b: number) => number,
  start: number,
): [number, number, number] {
  const found: [number, number, number] = [start, start, start];
  for (let i = 0; i < positions.length; i++) found[i % 3] = pick(found[i % 3], positions[i]);
  return found;
}
