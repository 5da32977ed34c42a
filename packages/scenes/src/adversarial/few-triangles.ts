import { adversarialEntry } from './adversarial-entry.ts';

const FIXED = { resizable: false } as const;

/** One triangle: nothing to collide with. Flat to a segment at t = ½, turned over at 1. */
export const singleTriangle = adversarialEntry(
  'single-triangle',
  'One triangle that flattens to a segment and turns over; never a contact.',
  { triangles: 1, ...FIXED },
  () => ({
    triangles: Uint32Array.of(0, 1, 2),
    vertexCount: 3,
    pose: (t, out) => out.set([0, 0, 0, 2, 0, 0, 1, 1 - 2 * t, 0]),
  }),
);

/** A vertex of one triangle comes down on the inside of the other: apart, touching at t = ½, through it at 1. */
export const twoTriangles = adversarialEntry(
  'two-triangles',
  'A vertex comes down on a triangle, touches its inside exactly in the middle frame, and goes through.',
  { triangles: 2, ...FIXED },
  () => ({
    triangles: Uint32Array.of(0, 1, 2, 3, 4, 5),
    vertexCount: 6,
    pose: (t, out) => out.set([0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, 0.5 - t, 1, 1, 2.5 - t, 2, 1, 2.5 - t]),
  }),
);

/** Closed, so its contour is empty; flat at t = ½, inside out at 1. Every edge shares a vertex with every triangle. */
export const tetrahedron = adversarialEntry(
  'tetrahedron',
  'The smallest closed surface, pressed flat and turned inside out; never a contact, for all its parts share vertices.',
  { triangles: 4, ...FIXED },
  () => ({
    triangles: Uint32Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3),
    vertexCount: 4,
    pose: (t, out) => out.set([0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, 1 - 2 * t]),
  }),
);
