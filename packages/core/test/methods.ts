import { type DetectorMethod, type DetectorOptions, detectorMethods } from '../src/method-options.ts';

/** The methods that must all give the same answers. The papers' test without contours may miss contacts. */
export const exactMethods: readonly DetectorMethod[] = detectorMethods.filter(
  (method: string) => method !== 'unsafe-normal-cone',
);

/** The same, and options that change how a method works but not what it finds. */
export const exactVariants: readonly DetectorOptions[] = [
  ...exactMethods.map((method) => ({ method })),
  { method: 'star-contour', directions: 14 },
  { method: 'aabb', precomputeAdjacency: false },
  { method: 'aabb', precomputeAdjacency: false, maxLeafTriangles: 1 },
  { method: 'aabb', precomputeAdjacency: false, maxLeafTriangles: 1000 },
  // 'auto' leaves small meshes to TypeScript
  { method: 'star-contour', engine: 'wasm' },
  { method: 'aabb', engine: 'wasm' },
  { method: 'aabb', precomputeAdjacency: false, engine: 'wasm' },
  { method: 'kdop', dop: 18, engine: 'wasm' },
  { method: 'kdop', dop: 18, arity: 2, inflation: 'intervals' },
  { method: 'kdop', dop: 8, arity: 8, inflation: 'cone' },
  { method: 'kdop', dop: 14, lazyDistance: 0.5, inflation: 'uniform' },
];
