import type { FindingKind } from './finding-kinds.ts';
import type { FindingPart } from './finding-part.ts';
import type { PreparedMesh } from './prepared-mesh.ts';

/** Cells of this share of the model's diagonal: what lies in the same or a neighbouring cell is the same place. */
export const CELL_SHARE = 0.005;

/** Where findings of one kind between two objects are: six whole numbers each, the cell of the first side, then of the second. */
export interface CellGroup {
  readonly kind: FindingKind;
  /** In alphabetical order. */
  readonly objects: readonly [string, string];
  readonly cells: readonly (readonly number[])[];
}

/** Where one finding is. */
export interface NamedPlace {
  readonly objects: readonly [string, string];
  readonly cell: readonly number[];
}

/** What a baseline knows about a file. Plain data. */
export interface KnownPlaces {
  /** Edge of a cell, in the file's unit. */
  readonly cell: number;
  readonly groups: readonly CellGroup[];
}

/**
 * Names the place of a finding so that it can be recognized in another run: where its two sides are on the surface in the rest pose, on a coarse
 * grid. So neither vertex numbers nor the frame matter, and a mesh may change a little.
 */
export class SurfaceCells {
  readonly #cell: number;

  constructor(cell: number) {
    this.#cell = cell;
  }

  /** A name for each finding of a part. `positions` is the pose of the findings, `rest` the one in which places are named. */
  find(mesh: PreparedMesh, positions: Float64Array, rest: Float64Array, part: FindingPart): NamedPlace[] {
    if (part.count === 0) return [];
    const points = part.points();
    const secondPoints = part.secondPoints?.() ?? points;
    const { labels } = mesh.labels;
    return Array.from({ length: part.count }, (_, i) => {
      const [s, t] = [Math.floor(part.halfEdge[i] / 3), part.triangle[i]];
      const first = { name: mesh.labels.name(labels[s]), cell: this.#cellOf(mesh, positions, rest, s, points, i) };
      const second = {
        name: mesh.labels.name(labels[t]),
        cell: this.#cellOf(mesh, positions, rest, t, secondPoints, i),
      };
      const [a, b] = first.name <= second.name ? [first, second] : [second, first];
      return { objects: [a.name, b.name], cell: [...a.cell, ...b.cell] };
    });
  }

  #cellOf(
    { triangles }: PreparedMesh,
    positions: Float64Array,
    rest: Float64Array,
    t: number,
    points: Float64Array,
    i: number,
  ): number[] {
    const corners = [0, 1, 2].map((k) => 3 * triangles[3 * t + k]);
    const weights = weightsAt(positions, corners, points, 3 * i);
    return [0, 1, 2].map((axis) => {
      const at = corners.reduce((sum, corner, k) => sum + weights[k] * rest[corner + axis], 0);
      return Math.round(at / this.#cell);
    });
  }
}

/** Says of findings whether a baseline has them: both sides in the same cell or one beside it. */
export class KnownCells {
  readonly cells: SurfaceCells;
  readonly #byGroup = new Map<string, Map<number, (readonly number[])[]>>();

  constructor({ cell, groups }: KnownPlaces) {
    this.cells = new SurfaceCells(cell);
    for (const { kind, objects, cells } of groups) {
      const key = groupKey(kind, objects);
      const byFirst = this.#byGroup.get(key) ?? new Map<number, (readonly number[])[]>();
      this.#byGroup.set(key, byFirst);
      for (const known of cells) {
        const at = cellKey(known[0], known[1], known[2]);
        const list = byFirst.get(at);
        if (list) list.push(known);
        else byFirst.set(at, [known]);
      }
    }
  }

  has(kind: FindingKind, { objects, cell }: NamedPlace): boolean {
    const byFirst = this.#byGroup.get(groupKey(kind, objects));
    if (!byFirst) return false;
    // of an object with itself, either side may have been written first
    const swapped = [...cell.slice(3), ...cell.slice(0, 3)];
    return isNear(byFirst, cell) || (objects[0] === objects[1] && isNear(byFirst, swapped));
  }
}

/** Puts names of findings of one kind together, each cell once. */
export function groupCells(kind: FindingKind, names: readonly NamedPlace[]): CellGroup[] {
  const groups = new Map<string, { objects: readonly [string, string]; cells: Map<string, readonly number[]> }>();
  for (const { objects, cell } of names) {
    const key = objects.join('\n');
    const group = groups.get(key) ?? { objects, cells: new Map<string, readonly number[]>() };
    groups.set(key, group);
    group.cells.set(cell.join(), cell);
  }
  return Array.from(groups.values(), ({ objects, cells }) => ({ kind, objects, cells: [...cells.values()] }));
}

function isNear(byFirst: Map<number, (readonly number[])[]>, cell: readonly number[]): boolean {
  for (let near = 0; near < 27; near++) {
    const [x, y, z] = [near % 3, Math.floor(near / 3) % 3, Math.floor(near / 9)];
    const list = byFirst.get(cellKey(cell[0] + x - 1, cell[1] + y - 1, cell[2] + z - 1));
    if (list?.some((known) => known.every((value, k) => Math.abs(value - cell[k]) <= 1))) return true;
  }
  return false;
}

function groupKey(kind: FindingKind, objects: readonly [string, string]): string {
  return `${kind}\n${objects.join('\n')}`;
}

/** Equal for equal cells; others may share one, so whoever finds a cell by it still compares. */
function cellKey(x: number, y: number, z: number): number {
  return (x & 0x1ffff) * 2 ** 34 + (y & 0x1ffff) * 2 ** 17 + (z & 0x1ffff);
}

/** Barycentric coordinates of a point that lies in the triangle, or nearly; its middle if it has no area. */
function weightsAt(positions: Float64Array, corners: readonly number[], points: Float64Array, at: number): number[] {
  const [a, b, c] = corners;
  const sub = (from: Float64Array, i: number, j: number) => [0, 1, 2].map((k) => from[i + k] - positions[j + k]);
  const u = sub(positions, b, a);
  const v = sub(positions, c, a);
  const w = sub(points, at, a);
  const dot = (p: number[], q: number[]): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
  const [uu, uv, vv, wu, wv] = [dot(u, u), dot(u, v), dot(v, v), dot(w, u), dot(w, v)];
  const area = uu * vv - uv * uv;
  if (!(area > 1e-14 * uu * vv)) return [1 / 3, 1 / 3, 1 / 3];
  const beta = Math.min(1, Math.max(0, (vv * wu - uv * wv) / area));
  const gamma = Math.min(1 - beta, Math.max(0, (uu * wv - uv * wu) / area));
  return [1 - beta - gamma, beta, gamma];
}
