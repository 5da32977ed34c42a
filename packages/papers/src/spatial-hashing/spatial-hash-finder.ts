import {
  type Counters,
  createPose,
  type FinderEngine,
  type PairFinder,
  PLAIN,
  type Pose,
  type Search,
  type Surface,
} from 'selfcollide/finder';
import { layOut, PairBuffer } from 'selfcollide/parts';
import { lookUpLevel } from './look-up-level.ts';
import { MovingPairFilter } from './moving-pair-filter.ts';
import { boxesMeet, fillTriangleGrid, gridFields, LEVELS, type TriangleGrid } from './triangle-grid.ts';

/** So few triangles on a level of larger cells are compared with all smaller ones; if more, those look up the level's cells. */
const FEW = 24;

/**
 * Sorts triangles into the cells of a hashed grid and compares those of near cells (hashing paper §3 with triangles, the
 * variant that the star paper compares with). Nothing is worked out beforehand, so a mesh may be thrown away after one pose.
 *
 * Each triangle stands in one cell only, that of its box's low corner, and looks for others in its own cells and the ones
 * before. So no pair comes up twice, and large triangles, on levels of larger cells, need no entry in each cell they cover.
 */
export class SpatialHashFinder implements PairFinder {
  readonly surface: Surface;
  readonly pose: Pose;
  readonly engine: FinderEngine = PLAIN;
  /** A level of cells is a step. */
  readonly steps = LEVELS;
  readonly #gridBytes: number;
  /** Of boxes that hold what is within reach, and for steps all that a triangle sweeps. Made when first asked for. */
  #wide: WideGrid | null = null;
  readonly #cellSize: number | undefined;
  readonly #grid: TriangleGrid;

  /** @param cellSize Edge of the smallest cells; left out: one and a half times the usual width of the triangles' boxes. */
  constructor(surface: Surface, cellSize?: number) {
    this.surface = surface;
    this.#cellSize = cellSize;
    const arena = layOut({
      positions: ['float64', 3 * surface.vertexCount],
      ...gridFields(surface.triangleCount),
    });
    this.pose = createPose(surface, arena.positions);
    this.#grid = { ...arena, mask: arena.start.length - 2 };
    this.#gridBytes = arena.buffer.byteLength;
  }

  get memoryBytes(): number {
    return this.#gridBytes + (this.#wide?.bytes ?? 0);
  }

  refit(pose: Pose): void {
    fillTriangleGrid(this.#grid, this.surface.triangles, pose.positions, this.#cellSizeIn(pose));
  }

  #cellSizeIn({ scale }: Pose): number | undefined {
    return this.#cellSize === undefined ? undefined : this.#cellSize * scale;
  }

  findPairs(search: Search, out: PairBuffer, counters: Counters): void {
    const { pose, reach, next } = search;
    if (next !== null) this.#findMovingPairs(search, next, out, counters);
    else if (reach > 0) this.#findInGrid(this.#fillWide(pose, reach, null), search, out, counters);
    else this.#findInGrid(this.#grid, search, out, counters);
    out.end();
  }

  /** What moves over several cells has a larger box, and so a level of larger cells: a step of any length is fine. */
  #findMovingPairs(search: Search, next: Pose, out: PairBuffer, counters: Counters): void {
    const { pose, reach, horizon } = search;
    const grid = this.#fillWide(pose, reach, next.positions);
    const { filter, pairs } = this.#wide!;
    filter.begin(this.surface.triangles, pose.positions, next.positions, reach, horizon ?? null, out);
    pairs.begin(filter);
    this.#findInGrid(grid, search, pairs, counters);
    pairs.end();
  }

  #fillWide(pose: Pose, reach: number, next: Float64Array | null): TriangleGrid {
    const { triangles, triangleCount } = this.surface;
    this.#wide ??= createWideGrid(triangleCount);
    fillTriangleGrid(this.#wide.grid, triangles, pose.positions, this.#cellSizeIn(pose), reach, next);
    return this.#wide.grid;
  }

  /** Every pair comes on the level of its larger triangle. */
  #findInGrid(grid: TriangleGrid, { from, end }: Search, out: PairBuffer, counters: Counters): void {
    const { levelCount } = grid;
    for (let level = from; level < end && !out.stopped; level++) {
      if (levelCount[level] === 0) continue;
      const few = levelCount[level] <= FEW;
      lookUpLevel(grid, level, few ? level : 0, out, counters);
      if (few && !out.stopped) this.#compareWithSmaller(grid, level, out, counters);
    }
  }

  #compareWithSmaller(grid: TriangleGrid, level: number, out: PairBuffer, counters: Counters): void {
    const { level: levels, boxes } = grid;
    const { pairs, capacity } = out;
    for (let s = 0; s < levels.length; s++) {
      if (levels[s] !== level) continue;
      const i = 6 * s;
      for (let t = 0, j = 0; t < levels.length; t++, j += 6) {
        if (levels[t] >= level) continue;
        counters.boxTests++;
        if (!boxesMeet(boxes, i, j)) continue;
        pairs[2 * out.count] = s;
        pairs[2 * out.count + 1] = t;
        if (++out.count === capacity && out.flushPairs()) return;
      }
    }
  }
}

interface WideGrid {
  readonly grid: TriangleGrid;
  readonly filter: MovingPairFilter;
  readonly pairs: PairBuffer;
  readonly bytes: number;
}

function createWideGrid(triangleCount: number): WideGrid {
  const arena = layOut(gridFields(triangleCount));
  const filter = new MovingPairFilter(triangleCount);
  const pairs = new PairBuffer();
  const bytes = arena.buffer.byteLength + filter.byteLength + pairs.byteLength;
  return { grid: { ...arena, mask: arena.start.length - 2 }, filter, pairs, bytes };
}
