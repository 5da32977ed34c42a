import { fitBoxes, growthOf } from './boxes';
import {
  CHUNK_TRIANGLES,
  chunkBoxes,
  chunkCount,
  chunkEarlier,
  chunkTriangle,
  chunkVertex,
  earlierVertices,
  endTriangle,
  firstTriangle,
  KERNEL_STRIDE,
  nodeBoxes,
  nodeCount,
  nodeTick,
  places,
  triangleCount,
} from './layout-mesh';

// Boxes when they are asked for. The tree is cut into chunks: largest nodes of no more than `CHUNK_TRIANGLES` triangles. What a chunk's node or one below it is asked for is computed with all that is below that node; a node above has
// the box that its chunks have together, which come straight from places of vertices: most of a chunk's are one run, since vertices are numbered in order of first use, and the few used by an earlier chunk are listed.

/** All boxes are those of the pose: nobody need ask. */
export let allFit: bool = false;
/** The pose, as `nodeTick` has it. */
let tick: u32 = 0;
let wider: v128 = i32x4.splat(0);
let chunksFit: bool = false;
let fitted: i32 = 0;

/** Places are those of a new pose, or once more of the same: what has its tick stays. */
export function beginBoxes(pose: u32, grow: i32): void {
  tick = pose;
  wider = growthOf(grow);
  allFit = false;
  chunksFit = false;
  fitted = 0;
}

/** All boxes at once. */
export function refitBoxes(grow: i32): void {
  fitBoxes(0, triangleCount, 0, nodeCount, growthOf(grow));
  allFit = true;
}

/** Somebody else wrote all boxes. */
export function takeBoxes(): void {
  allFit = true;
}

/** Nodes for which boxes were computed since `beginBoxes`. */
export function fittedBoxes(): i32 {
  return fitted;
}

/** To be called for every node whose box is read; of a leaf those of its triangles are there then too. */
// @ts-ignore: decorator of AssemblyScript
@inline
export function askFor(node: u32): void {
  if (load<u32>(nodeTick + (<usize>node << 2)) != tick) fit(node);
}

function fit(node: u32): void {
  const first = load<u32>(firstTriangle + (<usize>node << 2));
  const end = load<u32>(endTriangle + (<usize>node << 2));
  if (end - first > CHUNK_TRIANGLES) {
    joinChunks(node, first, end);
    return;
  }
  // what is below follows, until triangles are others
  let stop = node + 1;
  while (stop < <u32>nodeCount && load<u32>(firstTriangle + (<usize>stop << 2)) < end) stop++;
  fitBoxes(first, end, node, stop, wider);
  for (let at = nodeTick + (<usize>node << 2); at < nodeTick + (<usize>stop << 2); at += 4) store<u32>(at, tick);
  fitted += stop - node;
}

function joinChunks(node: u32, first: u32, end: u32): void {
  if (!chunksFit) fitChunks();
  // the chunk that begins where the node does
  let from = 0;
  for (let stop = chunkCount; stop - from > 1; ) {
    const middle = (from + stop) >> 1;
    if (load<u32>(chunkTriangle + (<usize>middle << 2)) <= first) from = middle;
    else stop = middle;
  }
  let low = v128.load(chunkBoxes + <usize>from * KERNEL_STRIDE);
  let high = v128.load(chunkBoxes + <usize>from * KERNEL_STRIDE, 16);
  for (let chunk = from + 1; load<u32>(chunkTriangle + (<usize>chunk << 2)) < end; chunk++) {
    low = i32x4.min_s(low, v128.load(chunkBoxes + <usize>chunk * KERNEL_STRIDE));
    high = i32x4.max_s(high, v128.load(chunkBoxes + <usize>chunk * KERNEL_STRIDE, 16));
  }
  v128.store(nodeBoxes + <usize>node * KERNEL_STRIDE, low);
  v128.store(nodeBoxes + <usize>node * KERNEL_STRIDE, high, 16);
  store<u32>(nodeTick + (<usize>node << 2), tick);
  fitted++;
}

function fitChunks(): void {
  chunksFit = true;
  const from = places;
  let out = chunkBoxes;
  for (let chunk = 0; chunk < chunkCount; chunk++) {
    const at = <usize>chunk << 2;
    let low = i32x4.splat(i32.MAX_VALUE);
    let high = i32x4.splat(i32.MIN_VALUE);
    const end = from + (<usize>load<u32>(chunkVertex + at, 4) << 4);
    for (let place = from + (<usize>load<u32>(chunkVertex + at) << 4); place < end; place += 16) {
      low = i32x4.min_s(low, v128.load(place));
      high = i32x4.max_s(high, v128.load(place));
    }
    const stop = earlierVertices + (<usize>load<u32>(chunkEarlier + at, 4) << 2);
    for (let vertex = earlierVertices + (<usize>load<u32>(chunkEarlier + at) << 2); vertex < stop; vertex += 4) {
      const place = v128.load(from + (<usize>load<u32>(vertex) << 4));
      low = i32x4.min_s(low, place);
      high = i32x4.max_s(high, place);
    }
    v128.store(out, i32x4.sub(low, wider));
    v128.store(out, i32x4.add(high, wider), 16);
    out += KERNEL_STRIDE;
  }
}
