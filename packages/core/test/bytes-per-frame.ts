import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { seededRandom } from './predicates/random.ts';

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** A sheet in waves that steepen until it meets itself, in `frames` poses. No four points in a plane: exact arithmetic does allocate. */
export function wavySheet(side: number, frames: number) {
  const random = seededRandom(1);
  const bumps = Float64Array.from({ length: (side + 1) ** 2 }, () => random() - 0.5);
  const poses = Array.from({ length: frames }, (_, frame) => {
    const positions = new Float64Array(3 * (side + 1) ** 2);
    const steep = (8 * (frame + 1)) / frames;
    for (let v = 0; v < bumps.length; v++) {
      const [x, y] = [v % (side + 1), Math.floor(v / (side + 1))];
      const z = Math.sin(x) + steep * bumps[bumps.length - 1 - v];
      positions.set([x + (3 / 8) * steep * bumps[v], y + 0.1 * Math.sin(17 * v), z], 3 * v);
    }
    return positions;
  });
  const triangles: number[] = [];
  for (let v = 0; v < side * (side + 1) - 1; v++) {
    if (v % (side + 1) !== side) triangles.push(v, v + 1, v + side + 1, v + 1, v + side + 2, v + side + 1);
  }
  return { poses, triangles: Uint32Array.from(triangles) };
}

/**
 * Bytes that a frame leaves on the heap. The heap is measured without a collection in between (1,000 frames of 100 bytes are far less than
 * what the youngest generation holds), so what a frame threw away counts. The least of some rounds, since compiling allocates too and code
 * that is not compiled yet allocates for every number.
 */
export function bytesPerFrame(frames: number, limit: number, frame: (step: number) => void): number {
  const parts = frames / PART;
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 10 && least >= limit; round++) {
    let bytes = 0;
    for (let part = 0; part < parts && bytes < limit * frames; part++) {
      collectGarbage();
      const before = process.memoryUsage().heapUsed;
      for (let step = 0; step < PART; step++) frame(step);
      bytes += process.memoryUsage().heapUsed - before;
    }
    least = Math.min(least, bytes / frames);
  }
  return least;
}

/** Frames between collections. */
export const PART = 1000;
/** Bytes a frame. */
export const LIMIT = 100;
