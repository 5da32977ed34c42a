import { collectCandidates } from './collect-candidates.ts';
import { fitsUnits, fitsUnitsAlone } from './fits-units.ts';
import { createGridScratch, type GridScratch } from './grid-scratch.ts';
import { createSlices, type Slices, searchGiants } from './search-giants.ts';
import { testGroup } from './test-group.ts';
import { bytesOf, type TetFinder } from './tet-finder.ts';
import type { TetSearch } from './tet-search.ts';
import type { TetWorld } from './tet-world.ts';
import { createVertexGrid, fillVertexGrid, type GridCells, type VertexGrid } from './vertex-grid.ts';

/**
 * Walks over the cells of every group's box and tests the vertices found there against the group's tets (second pass of
 * the hashing paper, §3), in TypeScript.
 */
export class GridFinder implements TetFinder {
  readonly world: TetWorld;
  readonly engineReason: string;
  readonly #grid: VertexGrid;
  readonly #scratch: GridScratch;
  readonly #slices: Slices;

  constructor(world: TetWorld, cells: GridCells, reason: string) {
    this.world = world;
    this.engineReason = reason;
    this.#grid = createVertexGrid(world.vertexCount, cells);
    this.#scratch = createGridScratch(world.vertexCount, world.tetCount);
    this.#slices = createSlices(world.vertexCount);
  }

  get byteLength(): number {
    return bytesOf([this.#grid, this.#scratch, this.#slices]);
  }

  find(search: TetSearch): void {
    const { world } = this;
    const scratch = this.#scratch;
    fillVertexGrid(this.#grid, world.positions);
    scratch.giantCount = 0;
    for (let slot = 0; slot < world.bodies.length; slot++) {
      const fits = fitsUnits(world, slot, this.#grid.unitsPerLength);
      for (let group = world.groupStart[slot]; group < world.groupStart[slot + 1]; group++)
        this.#try(search, group, fits);
    }
    searchGiants(world, this.#slices, scratch.giants, scratch.giantCount, search);
  }

  #try(search: TetSearch, group: number, fits: boolean): void {
    const { world } = this;
    const grid = this.#grid;
    const scratch = this.#scratch;
    const small = fits || fitsUnitsAlone(world, group, grid.unitsPerLength);
    const count = small ? collectCandidates(world, grid, scratch, search, group) : -1;
    if (count >= 0) {
      testGroup(world, scratch, search, group, count);
      return;
    }
    const end = world.groupTetStart[group + 1];
    for (let t = world.groupTetStart[group]; t < end; t++) scratch.giants[scratch.giantCount++] = t;
  }
}
