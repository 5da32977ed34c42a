import { createCamera, createCanvas } from './draw-mesh.mjs';

/** Pixels across one of the pictures that are side by side. */
const SIZE = 320;

/** Numbers of the triangles that hit others, in the pose of the last `update`. */
export function hitTriangles(detector) {
  const { count, triangleA, triangleB } = detector.findIntersectingTriangles();
  return new Set([...triangleA.subarray(0, count), ...triangleB.subarray(0, count)]);
}

/**
 * Frames of a mesh side by side, as PNG: each `{ positions, hit, body?, marks? }`, with the set of its triangles that are red, a mesh that it rests on, and a
 * mesh of marks, all red. Every picture is centred on what it shows; scale and floor are the same in all.
 */
export function drawFrames(mesh, frames, { turn, tilt, zoom }) {
  const boxes = frames.map(({ positions, body }) => bounds(positions, body?.positions ?? []));
  const all = bounds(boxes.flat(2), []);
  const radius = Math.hypot(...all[0].map((x, axis) => all[1][axis] - x)) / 2 / zoom;
  const canvas = createCanvas(SIZE * frames.length, SIZE);
  frames.forEach(({ positions, hit, body, marks }, i) => {
    const middle = ([low, high], axis) => (low[axis] + high[axis]) / 2;
    const centre = [middle(boxes[i], 0), middle(all, 1), middle(boxes[i], 2)];
    const camera = createCamera({ centre, radius, turn, tilt, size: SIZE, left: SIZE * i });
    canvas.draw({ positions, triangles: mesh.triangles }, camera, (triangle) => (hit.has(triangle) ? 2 : 0));
    if (body) canvas.draw(body, camera, () => 3);
    if (marks) canvas.draw(marks, camera, () => 2);
  });
  return canvas.encode();
}

/** Of two lists of coordinates together. */
function bounds(...lists) {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const positions of lists) {
    positions.forEach((x, i) => {
      low[i % 3] = Math.min(low[i % 3], x);
      high[i % 3] = Math.max(high[i % 3], x);
    });
  }
  return [low, high];
}
