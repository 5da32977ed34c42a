import type { FinderFactory } from 'selfcollide/finder';
import { checkKnown, checkNotNegative, checkOneOf, type Dop } from 'selfcollide/parts';
import { growthOf, type Inflation } from './inflate-dops.ts';
import { KdopFinder } from './kdop-finder.ts';

export interface KdopOptions {
  /** Faces of a k-DOP: 6 is a box; 8 cuts its corners, 14 has both, 18 a box with its edges cut. More leave fewer pairs and cost more. Default 6. */
  readonly faces?: Dop;
  /** Children a node of the tree has at most. Default 4. */
  readonly arity?: 2 | 4 | 8;
  /**
   * How k-DOPs make room for the step of a query with `velocities`: around both ends of each way, or by growing, which TypeScript does whatever the
   * `engine`. Default `'swept'`.
   */
  readonly inflation?: Inflation;
  /**
   * k-DOPs are fitted anew once vertices may have moved this far, in the mesh's unit; until then they count as that much larger. Results
   * stay the same. Default 0: in every pose.
   */
  readonly lazyDistance?: number;
  /**
   * Begins each search in the pose of an `update` where the last one for the same distance ended, and leaves out what cannot have come near
   * since. Results stay the same. Pays where little moves; takes memory for every pair of nodes that was compared last. Default false.
   */
  readonly separationList?: boolean;
}

const OPTIONS = ['faces', 'arity', 'inflation', 'lazyDistance', 'separationList'];

/**
 * A tree of k-DOPs, with faces in fixed directions: tighter than boxes (the cloth paper's method, §4 and §5).
 *
 * @throws RangeError if an option has a value it cannot take.
 *
 * @example
 * const detector = createDetector(cloth, { method: kdop({ faces: 18 }) });
 * detector.findProximities({ distance: 0.002 });
 * detector.finder.polytopes; // what was compared
 */
export function kdop(options: KdopOptions = {}): FinderFactory<KdopFinder> {
  checkKnown('kdop', options, OPTIONS);
  const { faces = 6, arity = 4, inflation = 'swept', lazyDistance = 0, separationList = false } = options;
  checkOneOf('kdop', 'faces', faces, [6, 8, 14, 18]);
  checkOneOf('kdop', 'arity', arity, [2, 4, 8]);
  checkOneOf('kdop', 'inflation', inflation, ['swept', 'intervals', 'cone', 'uniform']);
  checkNotNegative('kdop', 'lazyDistance', lazyDistance);
  checkOneOf('kdop', 'separationList', separationList, [true, false]);
  const settings = { dop: faces, arity, growth: growthOf(inflation), lazyDistance, separationList };
  return {
    name: 'kdop',
    createFinder: ({ surface, rest, engine }) => new KdopFinder(surface, rest, { ...settings, engine }),
  };
}
