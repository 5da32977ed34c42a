import type { Kdops, WideTree } from 'selfcollide/parts';
import type { PolytopeTree } from './polytope-tree.ts';

/** `scale` is what the caller's coordinates were multiplied by. */
export function listPolytopes({ start, children }: WideTree, kdops: Kdops, scale: number): PolytopeTree {
  const { count, vectors, lengths } = kdops.directions;
  const below = (nodes: readonly number[]) =>
    nodes.flatMap((node) => {
      const own = children.subarray(start[node], start[node + 1]);
      return own.length === 0 ? [node] : [...own];
    });
  let deepest = 0;
  for (let nodes = [0], next = below(nodes); next.length > nodes.length; next = below(nodes)) {
    nodes = next;
    deepest++;
  }
  return {
    directions: vectors.slice(),
    deepest,
    ofLevel(level) {
      if (!(Number.isInteger(level) && level >= 0)) {
        throw new RangeError(`ofLevel: level must be a whole number from 0, got ${String(level)}.`);
      }
      let nodes = [0];
      for (let i = 0; i < Math.min(level, deepest); i++) nodes = below(nodes);
      const extents = new Float64Array(2 * count * nodes.length);
      nodes.forEach((node, place) => {
        for (let d = 0; d < count; d++) {
          const at = 2 * (count * node + d);
          const slack = lengths[d] * kdops.slack[node];
          extents[2 * (count * place + d)] = -(kdops.dops[at] + slack) / scale;
          extents[2 * (count * place + d) + 1] = (kdops.dops[at + 1] + slack) / scale;
        }
      });
      return extents;
    },
  };
}
