import type { Surface } from '../../mesh/surface.ts';
import { layOut } from '../../pose/arena.ts';
import { createPose, type Pose } from '../../pose/pose.ts';
import type { Counters } from '../../results/counters.ts';
import type { PairBuffer } from '../../results/pair-buffer.ts';
import type { PairFinder, Search } from '../pair-finder.ts';
import { lookUpLevel } from './look-up-level.ts';
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
  readonly supports = { reach: true, motion: true } as const;
  /** A level of cells is a step. */
  readonly steps = LEVELS;
  readonly memoryBytes: number;
  readonly #cellSize: number | undefined;
  readonly #grid: TriangleGrid;
  /** What the grid was filled for. */
  readonly #filled: { positions: Float64Array | null; reach: number; next: Float64Array | null } = {
    positions: null,
    reach: 0,
    next: null,
  };

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
    this.memoryBytes = arena.buffer.byteLength;
  }

  refit(pose: Pose): void {
    const { reach, next } = this.#filled;
    this.#filled.positions = null;
    if (reach === 0 && next === null) this.#fill(pose, 0, null);
  }

  #fill(pose: Pose, reach: number, next: Float64Array | null): void {
    const cellSize = this.#cellSize === undefined ? undefined : this.#cellSize * pose.scale;
    fillTriangleGrid(this.#grid, this.surface.triangles, pose.positions, cellSize, reach, next);
    this.#filled.positions = pose.positions;
    this.#filled.reach = reach;
    this.#filled.next = next;
  }

  /** Every pair comes on the level of its larger triangle. */
  findPairs({ pose, reach, next, from, end }: Search, out: PairBuffer, counters: Counters): void {
    const filled = this.#filled;
    const same = filled.positions === pose.positions && filled.reach === reach && filled.next === null;
    if (!same || next !== null) this.#fill(pose, reach, next?.positions ?? null);
    const { levelCount } = this.#grid;
    for (let level = from; level < end && !out.stopped; level++) {
      if (levelCount[level] === 0) continue;
      const few = levelCount[level] <= FEW;
      lookUpLevel(this.#grid, level, few ? level : 0, out, counters);
      if (few && !out.stopped) this.#compareWithSmaller(level, out, counters);
    }
    out.end();
  }

  #compareWithSmaller(level: number, out: PairBuffer, counters: Counters): void {
    const { level: levels, boxes } = this.#grid;
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
