import { kdop, methodNamed, methodNames, optimisedBoxTree, starContours } from '@selfcollide/papers';
import type { DetectorOptions } from '../src/method-options.ts';

/** The methods that must all give the same answers, by name. The papers' test without contours may miss contacts. */
export const exactMethods: readonly string[] = methodNames.filter((name) => name !== 'unsafe-normal-cone');

/** The same, and options that change how a method works but not what it finds. */
export const exactVariants: readonly DetectorOptions[] = [
  ...exactMethods.map((name) => ({ method: methodNamed(name) })),
  { method: starContours({ contourTest: 'exact', retry: 'back-off' }) },
  { method: 'box-tree', maxLeafTriangles: 1 },
  { method: 'box-tree', maxLeafTriangles: 1000 },
  // 'auto' leaves small meshes to TypeScript
  { method: 'star-contour', engine: 'kernel' },
  { method: 'box-tree', engine: 'kernel' },
  { method: optimisedBoxTree(), engine: 'kernel' },
  { method: kdop({ faces: 18 }), engine: 'kernel' },
  { method: kdop({ faces: 18, arity: 2, inflation: 'intervals' }) },
  { method: kdop({ faces: 8, arity: 8, inflation: 'cone' }) },
  { method: kdop({ faces: 14, lazyDistance: 0.5, inflation: 'uniform' }) },
];
