import type { TetKernel } from '../kernel/tet-kernel.ts';
import { fitsUnits, fitsUnitsAlone } from './fits-units.ts';
import { createSlices, type Slices, searchGiants } from './search-giants.ts';
import { bytesOf, type TetFinder } from './tet-finder.ts';
import { examine, type TetSearch } from './tet-search.ts';
import type { TetWorld } from './tet-world.ts';

/** The kernel does what `GridFinder` does and lists vertices that are not surely outside of tets; they are decided here. */
export class KernelFinder implements TetFinder {
  readonly world: TetWorld;
  readonly engineReason = '';
  readonly #kernel: TetKernel;
  readonly #unitsPerLength: number;
  readonly #slices: Slices;

  constructor(world: TetWorld, kernel: TetKernel, unitsPerLength: number) {
    this.world = { ...world, ...kernel.groups };
    this.#kernel = kernel;
    this.#unitsPerLength = unitsPerLength;
    this.#slices = createSlices(world.vertexCount);
  }

  get byteLength(): number {
    return this.#kernel.byteLength - bytesOf([this.#kernel.groups]) + bytesOf([this.#slices]);
  }

  find(search: TetSearch): void {
    const { world } = this;
    const kernel = this.#kernel;
    const { groupStart, groupTetStart } = world;
    kernel.sortVertices();
    for (let slot = 0; slot < world.bodies.length; slot++) {
      if (fitsUnits(world, slot, this.#unitsPerLength)) {
        this.#searchGroups(search, groupStart[slot], groupStart[slot + 1]);
        continue;
      }
      for (let group = groupStart[slot]; group < groupStart[slot + 1]; group++) {
        if (fitsUnitsAlone(world, group, this.#unitsPerLength)) this.#searchGroups(search, group, group + 1);
        else kernel.addGiants(groupTetStart[group], groupTetStart[group + 1]);
      }
    }
    search.counters.lookups += kernel.lookups;
    search.counters.candidates += kernel.candidates;
    searchGiants(world, this.#slices, kernel.giants, kernel.giantCount, search);
  }

  #searchGroups(search: TetSearch, from: number, end: number): void {
    const kernel = this.#kernel;
    const { pairs } = kernel;
    let tet = 0;
    for (let group = from; group < end; group = kernel.nextGroup) {
      const count = kernel.listPairs(group, end, tet);
      tet = kernel.nextTet;
      for (let i = 0; i < 2 * count; i += 2) {
        measureTet(this.world, search.test.widths, pairs[i + 1]);
        examine(this.world, search, pairs[i], pairs[i + 1]);
      }
    }
  }
}

function measureTet({ positions, tets }: TetWorld, widths: Float64Array, tet: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const a = positions[3 * tets[4 * tet] + axis];
    const b = positions[3 * tets[4 * tet + 1] + axis];
    const c = positions[3 * tets[4 * tet + 2] + axis];
    const d = positions[3 * tets[4 * tet + 3] + axis];
    widths[axis] = Math.max(a, b, c, d) - Math.min(a, b, c, d);
  }
}
