/** In the order in which they are offered; a test compares them with those that there are. The worker loads what is not core's when it is wanted. */
export const methodNames = [
  'star-contour',
  'box-tree',
  'kdop',
  'spatial-hash',
  'brute-force',
  'unsafe-normal-cone',
] as const;

export type MethodName = (typeof methodNames)[number];

interface MethodLook {
  readonly color: string;
  readonly about: string;
}

/** Colours are told apart on light and dark, and with the common kinds of colour blindness. */
const looks: Readonly<Record<MethodName, MethodLook>> = {
  'star-contour': {
    color: '#1f8fe0',
    about: 'Skips patches that face one way and whose outline does not cross itself.',
  },
  'box-tree': { color: '#d98200', about: 'A tree of boxes; the usual method.' },
  kdop: { color: '#7a5fd0', about: '' },
  'spatial-hash': { color: '#1f9e78', about: 'Sorts triangles into the cells of a grid.' },
  'brute-force': { color: '#8a8f98', about: 'Compares every pair of triangles; the reference.' },
  'unsafe-normal-cone': {
    color: '#c94f9b',
    about: 'Skips patches that face one way without looking at outlines ("no contour"): misses contacts.',
  },
};

export function methodLook(method: MethodName): MethodLook {
  return looks[method];
}

/** Triangles up to which a method is offered: comparing every pair of more would take many seconds a frame. */
export function slowAbove(method: MethodName): number {
  return method === 'brute-force' ? 2000 : Number.POSITIVE_INFINITY;
}
