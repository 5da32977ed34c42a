import type { Boxes } from '../../bounds/boxes.ts';
import { BOX_STRIDE, gaps, type PlainBoxes } from '../../bounds/plain-boxes.ts';
import type { PatchTree } from '../../partition/patch-tree.ts';
import type { Counters } from '../../results/counters.ts';
import type { PairBuffer } from '../../results/pair-buffer.ts';
import { MAX_LEAF } from './leaf-pairs.ts';

/** Appends those pairs of two leaves' triangles that a far mask names and whose boxes meet. */
export function testFar(
  tree: PatchTree,
  boxes: Boxes,
  mask: number,
  a: number,
  b: number,
  out: PairBuffer,
  counters: Counters,
): void {
  const { kernel } = boxes;
  if (kernel === null) {
    testFarPlain(tree, boxes, mask, a, b, out, counters);
  } else if (mask !== 0) {
    boxes.offer();
    out.moveTo(kernel);
    if (out.count > out.capacity - MAX_LEAF * MAX_LEAF && out.flushPairs()) return;
    out.count = kernel.calls.farPairs(mask, a, b, out.count);
    counters.boxTests += kernel.calls.boxTests();
  }
}

/** The same without kernel. */
export function testFarPlain(
  tree: PatchTree,
  boxes: PlainBoxes,
  mask: number,
  a: number,
  b: number,
  out: PairBuffer,
  counters: Counters,
): void {
  if (mask === 0) return;
  let far = mask;
  boxes.ensureTriangles(a);
  boxes.ensureTriangles(b);
  const { triangleBoxes } = boxes;
  const firstA = tree.firstTriangle[a];
  const firstB = tree.firstTriangle[b];
  for (; far !== 0; far &= far - 1) {
    const bit = 31 - Math.clz32(far & -far);
    const i = (bit / MAX_LEAF) | 0;
    const s = firstA + i;
    const t = firstB + bit - MAX_LEAF * i;
    counters.boxTests++;
    if (gaps(triangleBoxes, BOX_STRIDE * s, BOX_STRIDE * t) < 0) continue;
    out.pairs[2 * out.count] = s;
    out.pairs[2 * out.count + 1] = t;
    if (++out.count === out.capacity && out.flushPairs()) return;
  }
}
