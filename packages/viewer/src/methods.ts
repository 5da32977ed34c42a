import type { DetectorMethod } from 'selfcollide';

interface MethodLook {
  readonly color: string;
  readonly about: string;
}

/** Colours are told apart on light and dark, and with the common kinds of colour blindness. */
const known: Readonly<Record<string, MethodLook>> = {
  'star-contour': {
    color: '#1f8fe0',
    about: 'Skips patches that face one way and whose outline does not cross itself.',
  },
  aabb: { color: '#d98200', about: 'A tree of boxes; the usual method.' },
  'spatial-hash': { color: '#1f9e78', about: 'Sorts triangles into the cells of a grid.' },
  'brute-force': { color: '#8a8f98', about: 'Compares every pair of triangles; the reference.' },
  'unsafe-normal-cone': {
    color: '#c94f9b',
    about: 'Skips patches that face one way without looking at outlines ("no contour"): misses contacts.',
  },
};

const spare = ['#7a5fd0', '#b8453a', '#5d8a1f'];

export function methodLook(method: DetectorMethod, place: number): MethodLook {
  return known[method] ?? { color: spare[place % spare.length], about: '' };
}

/** Triangles up to which a method is offered: comparing every pair of more would take many seconds a frame. */
export function slowAbove(method: DetectorMethod): number {
  return method === 'brute-force' ? 2000 : Number.POSITIVE_INFINITY;
}
