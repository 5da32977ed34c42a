import { type KdopFinder, kdop } from '@selfcollide/papers';
import type { ClothScene } from '@selfcollide/scenes';
import { createDetector, type Detector, type Proximities } from 'selfcollide';
import type { ClothFrame, ClothSettings } from '../live-messages.ts';
import { polytopeEdges } from './polytope-edges.ts';

type Found = Pick<
  ClothFrame,
  'near' | 'shares' | 'ownPairs' | 'solidPairs' | 'least' | 'lines' | 'polytopes' | 'polytopeCount' | 'deepest'
>;

/** More lines than these are one tangle. */
const MAX_LINES = 3000;
const REST_RADII = 4;

/** Finds what of a cloth is close to itself or to its solid. */
export class NearFinder {
  readonly #scene: ClothScene;
  readonly #solid: Detector;
  readonly #clothTriangles: number;
  readonly #distance: number;
  readonly #cloth: Detector<KdopFinder>;
  /** By triangle of cloth, then solid: the least share of the distance; Infinity if nothing is near. */
  readonly #share: Float32Array;

  constructor(scene: ClothScene, { distance, dop }: Pick<ClothSettings, 'distance' | 'dop'>) {
    const { mesh, solid } = scene;
    this.#scene = scene;
    this.#solid = createDetector(solid, { method: 'box-tree' });
    this.#clothTriangles = mesh.triangles.length / 3;
    this.#share = new Float32Array(this.#clothTriangles + solid.triangles.length / 3);
    this.#distance = distance;
    this.#cloth = createDetector(mesh, { method: kdop({ faces: dop }), restRadius: REST_RADII * distance });
  }

  find(positions: Float64Array, { lines, level }: Pick<ClothSettings, 'lines' | 'level'>): Found {
    const distance = this.#distance;
    const { mesh, solid } = this.#scene;
    this.#cloth.update(positions);
    this.#share.fill(Infinity);
    const segments: number[] = [];
    const own = this.#cloth.findProximities({ distance });
    const ownPairs = own.count;
    // results of one call are overwritten by the next: each is taken before
    let least = this.#take(own, 0);
    if (lines) addLines(own, mesh.triangles, positions, mesh.triangles, positions, segments);
    const tree = this.#cloth.finder.polytopes;
    const extents = tree && level >= 0 ? tree.ofLevel(level) : new Float64Array(0);
    const polytopes = tree ? polytopeEdges(tree.directions, extents) : new Float32Array(0);
    const touching = this.#cloth.findProximities({ distance, against: this.#solid });
    least = Math.min(least, this.#take(touching, this.#clothTriangles));
    if (lines) addLines(touching, mesh.triangles, positions, solid.triangles, solid.positions, segments);
    const near = Uint32Array.from(this.#share.keys()).filter((t) => this.#share[t] < Infinity);
    return {
      near,
      shares: Float32Array.from(near, (t) => this.#share[t]),
      ownPairs,
      solidPairs: touching.count,
      least,
      lines: Float32Array.from(segments),
      polytopes,
      polytopeCount: tree ? extents.length / ((2 * tree.directions.length) / 3) : 0,
      deepest: tree?.deepest ?? 0,
    };
  }

  /** Notes how near triangles are; `second` is added to the numbers of B. Returns the least distance. */
  #take({ count, triangleA, triangleB, distance }: Proximities, second: number): number {
    let least = Infinity;
    for (let i = 0; i < count; i++) {
      const share = distance[i] / this.#distance;
      least = Math.min(least, distance[i]);
      for (const t of [triangleA[i], triangleB[i] + second]) if (share < this.#share[t]) this.#share[t] = share;
    }
    return least;
  }
}

/** Lines between closest points, evenly thinned out where there are very many. */
function addLines(
  { count, triangleA, triangleB, weightsA, weightsB }: Proximities,
  trianglesA: Uint32Array,
  positionsA: Float64Array,
  trianglesB: Uint32Array,
  positionsB: Float64Array,
  out: number[],
): void {
  const stride = Math.max(1, Math.ceil(count / MAX_LINES));
  const add = (t: number, triangles: Uint32Array, positions: Float64Array, weights: Float64Array, at: number) => {
    for (let axis = 0; axis < 3; axis++) {
      let x = 0;
      for (let k = 0; k < 3; k++) x += weights[at + k] * positions[3 * triangles[3 * t + k] + axis];
      out.push(x);
    }
  };
  for (let i = 0; i < count; i += stride) {
    add(triangleA[i], trianglesA, positionsA, weightsA, 3 * i);
    add(triangleB[i], trianglesB, positionsB, weightsB, 3 * i);
  }
}
