import type { Kdops } from '../bounds/kdops.ts';
import type { WideTree } from '../partition/wide-tree.ts';
import type { Counters } from '../results/counters.ts';
import type { PairBuffer } from '../results/pair-buffer.ts';

/** A tree of polytopes whose leaves are single triangles. */
export interface DopSide {
  readonly wide: WideTree;
  readonly dops: Kdops;
  /** By node; of a leaf its triangle. */
  readonly firstTriangle: Uint32Array;
}

/** Hears where a walk ends. */
export interface WalkEnds {
  apart(a: number, b: number): void;
  close(a: number, b: number): void;
}

/** By direction, sums that prove two nodes out of reach: less than the sum of the same product as for the least pair of triangles, or more. */
export function setApartBelow(apartBelow: Float64Array, a: Kdops, b: Kdops, reach: number): void {
  const { lengths } = a.directions;
  for (let d = 0; d < lengths.length; d++) {
    const tolerance = a === b ? a.tolerance[d] : Math.max(a.tolerance[d], b.tolerance[d]);
    apartBelow[d] = -((lengths[d] === 1 ? reach : lengths[d] * reach * (1 + 2 ** -48)) + tolerance);
  }
}

/**
 * Goes down from the pairs of nodes that wait in `stack`, two words a pair, and appends every pair of leaves within reach. In the longer of two
 * nodes, all its children against the other (cloth paper §4). `lazy`: vertices may be outside by their node's slack.
 */
export function walkDops(
  a: DopSide,
  b: DopSide,
  apartBelow: Float64Array,
  lazy: boolean,
  stack: Uint32Array,
  waiting: number,
  ends: WalkEnds | null,
  out: PairBuffer,
  counters: Counters,
): void {
  const { start: startA, children: childrenA } = a.wide;
  const { start: startB, children: childrenB } = b.wide;
  const dopsA = a.dops.dops;
  const dopsB = b.dops.dops;
  const slackA = a.dops.slack;
  const slackB = b.dops.slack;
  const { count, lengths } = a.dops.directions;
  let top = waiting;
  let tests = 0;
  while (top > 0) {
    const nodeB = stack[--top];
    const nodeA = stack[--top];
    const i = 2 * count * nodeA;
    const j = 2 * count * nodeB;
    tests++;
    let near = true;
    if (lazy) {
      const outside = slackA[nodeA] + slackB[nodeB];
      for (let d = 0; near && d < count; d++) {
        const below = apartBelow[d] - (outside === 0 ? 0 : lengths[d] * outside * (1 + 2 ** -48));
        near = !(dopsB[j + 2 * d] + dopsA[i + 2 * d + 1] < below || dopsA[i + 2 * d] + dopsB[j + 2 * d + 1] < below);
      }
    } else {
      for (let d = 0; d < count; d++) {
        const below = apartBelow[d];
        if (dopsB[j + 2 * d] + dopsA[i + 2 * d + 1] < below || dopsA[i + 2 * d] + dopsB[j + 2 * d + 1] < below) {
          near = false;
          break;
        }
      }
    }
    if (!near) {
      if (ends !== null) ends.apart(nodeA, nodeB);
      continue;
    }
    const firstA = startA[nodeA];
    const endA = startA[nodeA + 1];
    const firstB = startB[nodeB];
    const endB = startB[nodeB + 1];
    if (firstA === endA && firstB === endB) {
      if (ends !== null) ends.close(nodeA, nodeB);
      out.pairs[2 * out.count] = a.firstTriangle[nodeA];
      out.pairs[2 * out.count + 1] = b.firstTriangle[nodeB];
      if (++out.count === out.capacity && out.flushPairs()) break;
      continue;
    }
    let inA = firstB === endB;
    if (!inA && firstA !== endA) {
      // which is longer matters to speed alone: three directions will do
      let sizeA = 0;
      let sizeB = 0;
      for (let d = 0; d < 3; d++) {
        const sideA = dopsA[i + 2 * d] + dopsA[i + 2 * d + 1];
        const sideB = dopsB[j + 2 * d] + dopsB[j + 2 * d + 1];
        if (sideA > sizeA) sizeA = sideA;
        if (sideB > sizeB) sizeB = sideB;
      }
      inA = sizeA >= sizeB;
    }
    if (inA) {
      for (let k = firstA; k < endA; k++) {
        stack[top++] = childrenA[k];
        stack[top++] = nodeB;
      }
    } else {
      for (let k = firstB; k < endB; k++) {
        stack[top++] = nodeA;
        stack[top++] = childrenB[k];
      }
    }
  }
  counters.boxTests += tests;
}
