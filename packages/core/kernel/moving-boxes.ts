import { storeBox, widenExtent, writePlacesOf } from './boxes';
import {
  endTriangle,
  firstTriangle,
  nextPositions,
  nodeCount,
  numbers,
  positions,
  rightChild,
  STEP_STRIDE,
  stepNodeBoxes,
  stepPlaces,
  stepTriangleBoxes,
  triangleCount,
  triangles,
  vertexCount,
} from './layout-mesh';

// Boxes of both ends of a step: bounds/moving-boxes.ts. All at once, when the first one is wanted.

/** Lowest and highest coordinates of both ends, x y z each, into `numbers`. */
export function measureStepExtent(): void {
  v128.store(numbers, v128.load(positions));
  store<f64>(numbers, load<f64>(positions, 16), 16);
  v128.store(numbers, v128.load(positions), 24);
  store<f64>(numbers, load<f64>(positions, 16), 40);
  widenExtent(positions);
  widenExtent(nextPositions);
}

/** Coordinates of both ends as whole numbers, the same as PlaceRange writes for one stretch; where that begins, places a length and the most of them are in `numbers`. */
export function writeStepPlaces(): void {
  const lowX = load<f64>(numbers);
  const lowY = load<f64>(numbers, 8);
  const lowZ = load<f64>(numbers, 16);
  const perLength = load<f64>(numbers, 24);
  const most = load<f64>(numbers, 32);
  writePlacesOf(positions, stepPlaces, lowX, lowY, lowZ, perLength, most);
  writePlacesOf(nextPositions, stepPlaces + <usize>vertexCount * 12, lowX, lowY, lowZ, perLength, most);
}

export function refitStepBoxes(): void {
  const end = triangles + <usize>triangleCount * 12;
  const ofEnd = <usize>vertexCount * 12;
  let out = stepTriangleBoxes;
  for (let corner = triangles; corner < end; corner += 12) {
    // the fourth number belongs to the next vertex and is not kept
    const p = stepPlaces + <usize>load<u32>(corner) * 12;
    const q = stepPlaces + <usize>load<u32>(corner, 4) * 12;
    const r = stepPlaces + <usize>load<u32>(corner, 8) * 12;
    fitTriangle(out, v128.load(p), v128.load(q), v128.load(r));
    fitTriangle(out + 24, v128.load(p + ofEnd), v128.load(q + ofEnd), v128.load(r + ofEnd));
    out += STEP_STRIDE;
  }
  for (let node = nodeCount - 1; node >= 0; node--) {
    const right = load<u32>(rightChild + (<usize>node << 2));
    const box = stepNodeBoxes + <usize>node * STEP_STRIDE;
    if (right != 0) {
      const other = stepNodeBoxes + <usize>right * STEP_STRIDE;
      storeBox(box, i32x4.min_s(v128.load(box, 48), v128.load(other)), i32x4.max_s(v128.load(box, 60), v128.load(other, 12)));
      storeBox(box + 24, i32x4.min_s(v128.load(box, 72), v128.load(other, 24)), i32x4.max_s(v128.load(box, 84), v128.load(other, 36)));
      continue;
    }
    let t = stepTriangleBoxes + <usize>load<u32>(firstTriangle + (<usize>node << 2)) * STEP_STRIDE;
    const stop = stepTriangleBoxes + <usize>load<u32>(endTriangle + (<usize>node << 2)) * STEP_STRIDE;
    let low = v128.load(t);
    let high = v128.load(t, 12);
    let low1 = v128.load(t, 24);
    let high1 = v128.load(t, 36);
    for (t += STEP_STRIDE; t < stop; t += STEP_STRIDE) {
      low = i32x4.min_s(low, v128.load(t));
      high = i32x4.max_s(high, v128.load(t, 12));
      low1 = i32x4.min_s(low1, v128.load(t, 24));
      high1 = i32x4.max_s(high1, v128.load(t, 36));
    }
    storeBox(box, low, high);
    storeBox(box + 24, low1, high1);
  }
}

// @ts-ignore: decorator of AssemblyScript
@inline
function fitTriangle(out: usize, a: v128, b: v128, c: v128): void {
  storeBox(out, i32x4.min_s(i32x4.min_s(a, b), c), i32x4.max_s(i32x4.max_s(a, b), c));
}
