import type { TetObject } from 'selfcollide';
import type { SceneMesh } from '../scene.ts';

/** A body of tetrahedra in the widest types; all tets have positive volume. */
export interface TetMesh extends TetObject {
  readonly positions: Float64Array;
  readonly tets: Uint32Array;
}

/** Corner bits: 1 x, 2 y, 4 z. Four tets cut off every other corner, the first of each four; the fifth is what remains. */
const EVEN = [0, 1, 2, 4, 3, 1, 7, 2, 5, 1, 4, 7, 6, 2, 7, 4, 1, 2, 4, 7];
const ODD = [1, 3, 0, 5, 2, 6, 0, 3, 4, 5, 0, 6, 7, 6, 3, 5, 0, 5, 3, 6];

/**
 * The five tets of a cube with the given corners, four vertices each. Neighbouring cubes must differ in `odd`: they use
 * mirrored patterns, so that the diagonals of common sides agree.
 */
export function cubeTets(corners: readonly number[], odd: boolean): number[] {
  return (odd ? ODD : EVEN).map((corner) => corners[corner]);
}

/** A block of nx × ny × nz cubes of the given edge, five tets each, its middle at the origin. */
export function tetBlock(nx: number, ny: number, nz: number, edge = 1): TetMesh {
  const positions: number[] = [];
  const tets: number[] = [];
  const vertex = (x: number, y: number, z: number) => (x * (ny + 1) + y) * (nz + 1) + z;
  for (let x = 0; x <= nx; x++) {
    for (let y = 0; y <= ny; y++) {
      for (let z = 0; z <= nz; z++) positions.push((x - nx / 2) * edge, (y - ny / 2) * edge, (z - nz / 2) * edge);
    }
  }
  for (let x = 0; x < nx; x++) {
    for (let y = 0; y < ny; y++) {
      for (let z = 0; z < nz; z++) {
        const corners = Array.from({ length: 8 }, (_, c) => vertex(x + (c & 1), y + ((c >> 1) & 1), z + (c >> 2)));
        tets.push(...cubeTets(corners, (x + y + z) % 2 === 1));
      }
    }
  }
  return { positions: Float64Array.from(positions), tets: Uint32Array.from(tets) };
}

/** A ball around the origin: a cube of `cells`³ cubes, each shell of it blown up to a sphere. */
export function tetBall(cells: number, radius = 1): TetMesh {
  const { positions, tets } = tetBlock(cells, cells, cells, 2 / cells);
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = positions.slice(i, i + 3);
    const length = Math.hypot(x, y, z);
    if (length === 0) continue;
    const scale = (radius * Math.max(Math.abs(x), Math.abs(y), Math.abs(z))) / length;
    positions[i] = scale * x;
    positions[i + 1] = scale * y;
    positions[i + 2] = scale * z;
  }
  return { positions, tets };
}

export interface TetLatticeOptions {
  /** Also take the cubes that the surface passes through, so that all of it lies inside. Default false. */
  readonly cover?: boolean;
}

/**
 * A closed surface filled with cubes of five tets each: those whose middle is inside. `cells` is their number along the
 * longest side of the surface's box.
 */
export function tetLattice(surface: SceneMesh, cells: number, { cover = false }: TetLatticeOptions = {}): TetMesh {
  const { positions: p } = surface;
  const low = [0, 1, 2].map((axis) =>
    p.reduce((min, x, i) => (i % 3 === axis ? Math.min(min, x) : min), Number.POSITIVE_INFINITY),
  );
  const high = [0, 1, 2].map((axis) =>
    p.reduce((max, x, i) => (i % 3 === axis ? Math.max(max, x) : max), Number.NEGATIVE_INFINITY),
  );
  const edge = Math.max(...high.map((x, axis) => x - low[axis])) / cells;
  const count = high.map((x, axis) => Math.ceil((x - low[axis]) / edge));
  const passed = cover ? cellsOfSurface(surface, low, edge, count) : new Set<number>();
  const inside = new Set<number>();
  for (let y = 0; y < count[1]; y++) {
    for (let z = 0; z < count[2]; z++) {
      const crossings = crossingsAlongX(surface, low[1] + (y + 0.5) * edge, low[2] + (z + 0.5) * edge);
      for (let x = 0; x < count[0]; x++) {
        const middle = low[0] + (x + 0.5) * edge;
        const isInside = crossings.filter((crossing) => crossing < middle).length % 2 === 1;
        const cell = (x * count[1] + y) * count[2] + z;
        if (isInside || passed.has(cell)) inside.add(cell);
      }
    }
  }
  return tetCubes(count, low, edge, (x, y, z) => inside.has((x * count[1] + y) * count[2] + z));
}

/** Chosen cubes of a grid, five tets each. */
export function tetCubes(
  count: readonly number[],
  low: readonly number[],
  edge: number,
  isChosen: (x: number, y: number, z: number) => boolean,
): TetMesh {
  const positions: number[] = [];
  const tets: number[] = [];
  const numberOf = new Map<number, number>();
  const vertex = (x: number, y: number, z: number): number => {
    const place = (x * (count[1] + 1) + y) * (count[2] + 1) + z;
    let v = numberOf.get(place);
    if (v === undefined) {
      v = positions.push(low[0] + x * edge, low[1] + y * edge, low[2] + z * edge) / 3 - 1;
      numberOf.set(place, v);
    }
    return v;
  };
  for (let y = 0; y < count[1]; y++) {
    for (let z = 0; z < count[2]; z++) {
      for (let x = 0; x < count[0]; x++) {
        if (!isChosen(x, y, z)) continue;
        const corners = Array.from({ length: 8 }, (_, c) => vertex(x + (c & 1), y + ((c >> 1) & 1), z + (c >> 2)));
        tets.push(...cubeTets(corners, (x + y + z) % 2 === 1));
      }
    }
  }
  return { positions: Float64Array.from(positions), tets: Uint32Array.from(tets) };
}

/** Points of a triangle that are looked at, along each side: cubes are larger than their distance. */
const SAMPLES = 8;

/** Cubes that hold points of the surface. */
function cellsOfSurface(
  { positions, triangles }: SceneMesh,
  low: readonly number[],
  edge: number,
  count: readonly number[],
): Set<number> {
  const cells = new Set<number>();
  for (let t = 0; t < triangles.length; t += 3) {
    for (let i = 0; i <= SAMPLES; i++) {
      for (let j = 0; j <= SAMPLES - i; j++) {
        const weights = [i, j, SAMPLES - i - j];
        const [x, y, z] = [0, 1, 2].map((axis) => {
          const at = weights.reduce((sum, w, k) => sum + (w / SAMPLES) * positions[3 * triangles[t + k] + axis], 0);
          return Math.max(0, Math.min(count[axis] - 1, Math.floor((at - low[axis]) / edge)));
        });
        cells.add((x * count[1] + y) * count[2] + z);
      }
    }
  }
  return cells;
}

/** Where a line along x meets the surface. A line through an edge or corner counts it once: sides are half open. */
function crossingsAlongX({ positions: p, triangles }: SceneMesh, y: number, z: number): number[] {
  const crossings: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    let odd = false;
    for (const [from, to] of [
      [a, b],
      [b, c],
      [c, a],
    ]) {
      if (p[from + 1] > y === p[to + 1] > y) continue;
      // the same arithmetic for both triangles at an edge
      const [low, high] = p[from + 1] < p[to + 1] ? [from, to] : [to, from];
      const share = (y - p[low + 1]) / (p[high + 1] - p[low + 1]);
      if (p[low + 2] + share * (p[high + 2] - p[low + 2]) > z) odd = !odd;
    }
    if (!odd) continue;
    // x of the plane at (y, z)
    const nx = (p[b + 1] - p[a + 1]) * (p[c + 2] - p[a + 2]) - (p[b + 2] - p[a + 2]) * (p[c + 1] - p[a + 1]);
    const ny = (p[b + 2] - p[a + 2]) * (p[c] - p[a]) - (p[b] - p[a]) * (p[c + 2] - p[a + 2]);
    const nz = (p[b] - p[a]) * (p[c + 1] - p[a + 1]) - (p[b + 1] - p[a + 1]) * (p[c] - p[a]);
    crossings.push(p[a] - (ny * (y - p[a + 1]) + nz * (z - p[a + 2])) / nx);
  }
  return crossings;
}

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
