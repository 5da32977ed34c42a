import { typicalEdge } from './typical-edge.ts';

/**
 * Tets a group holds at most. Measured on setup E of the hashing paper between steps of its simulation: 12 take 8.3 ms,
 * 14 take 7.3, 16 take 7.9, 18 over 9, since some groups outgrow the grid; single tets cost about twice as much.
 */
export const MAX_GROUP_TETS = 14;
/** Mean edges that a group reaches from its first vertex at most, at the start; the grid can take four. */
const MAX_REACH = 3;

/**
 * Tets of one body in small connected groups. Tets of a group have nearly the same box, so that one walk over the
 * cells of the group's box serves them all.
 */
export interface TetGroups {
  readonly groupCount: number;
  /** Where the vertices of group g start in `vertices`; one more entry than groups. */
  readonly vertexStart: Uint32Array;
  /** Every vertex of a group once. */
  readonly vertices: Uint32Array;
  /** Where the tets of group g start in `order`; one more entry than groups. */
  readonly tetStart: Uint32Array;
  /** Numbers of tets, group after group. */
  readonly order: Uint32Array;
  /** For the tets in that order: their four corners as places in the group's vertex list, one byte each. */
  readonly corners: Int32Array;
}

/**
 * Grows groups over shared faces, one after the other: the next tet is the one nearest to the first one's middle.
 * A group starts beside earlier ones, so that groups that follow each other lie near each other and share cells.
 * Positions decide only how round the groups are at the start; any grouping gives the same results.
 */
export function groupTets(
  tets: Uint32Array,
  twin: Int32Array,
  positions: ArrayLike<number>,
  maxTets: number = MAX_GROUP_TETS,
): TetGroups {
  const tetCount = tets.length / 4;
  const middles = findMiddles(tets, positions);
  const reach = MAX_REACH * typicalEdge(tets, positions);
  const taken = new Uint8Array(tetCount);
  const waiting = new Uint32Array(4 * tetCount);
  let waitingStart = 0;
  let waitingEnd = 0;
  let nextUnseen = 0;

  const order = new Uint32Array(tetCount);
  const corners = new Int32Array(tetCount);
  const vertices: number[] = [];
  const vertexStart: number[] = [0];
  const tetStart: number[] = [0];
  let ordered = 0;

  while (ordered < tetCount) {
    let seed = -1;
    while (seed < 0 && waitingStart < waitingEnd) {
      const t = waiting[waitingStart++];
      if (taken[t] === 0) seed = t;
    }
    if (seed < 0) {
      while (taken[nextUnseen] === 1) nextUnseen++;
      seed = nextUnseen;
    }

    const first = ordered;
    for (let t = seed; t >= 0; t = ordered - first < maxTets ? nearestNeighbour(seed) : -1) {
      taken[t] = 1;
      order[ordered++] = t;
    }
    for (let i = first; i < ordered; i++) {
      for (let face = 4 * order[i]; face < 4 * order[i] + 4; face++) {
        if (twin[face] >= 0 && taken[twin[face] >> 2] === 0) waiting[waitingEnd++] = twin[face] >> 2;
      }
    }

    const firstVertex = vertices.length;
    for (let i = first; i < ordered; i++) {
      let packed = 0;
      for (let k = 0; k < 4; k++) {
        const v = tets[4 * order[i] + k];
        let place = vertices.indexOf(v, firstVertex);
        if (place < 0) place = vertices.push(v) - 1;
        packed |= (place - firstVertex) << (8 * k);
      }
      corners[i] = packed;
    }
    vertexStart.push(vertices.length);
    tetStart.push(ordered);

    /** Whether a tet goes beyond the reach of a group that starts with `seed`. */
    function isFar(t: number, seed: number): boolean {
      const origin = 3 * tets[4 * seed];
      for (let i = 4 * t; i < 4 * t + 4; i++) {
        for (let axis = 0; axis < 3; axis++) {
          const distance = positions[3 * tets[i] + axis] - positions[origin + axis];
          if (distance > reach || distance < -reach) return true;
        }
      }
      return false;
    }

    function nearestNeighbour(seed: number): number {
      let best = -1;
      let least = Number.POSITIVE_INFINITY;
      for (let i = first; i < ordered; i++) {
        for (let face = 4 * order[i]; face < 4 * order[i] + 4; face++) {
          const t = twin[face] >> 2;
          if (t < 0 || taken[t] === 1 || isFar(t, seed)) continue;
          const dx = middles[3 * t] - middles[3 * seed];
          const dy = middles[3 * t + 1] - middles[3 * seed + 1];
          const dz = middles[3 * t + 2] - middles[3 * seed + 2];
          const distance = dx * dx + dy * dy + dz * dz;
          if (distance < least || best < 0) {
            least = distance;
            best = t;
          }
        }
      }
      return best;
    }
  }
  return {
    groupCount: tetStart.length - 1,
    vertexStart: Uint32Array.from(vertexStart),
    vertices: Uint32Array.from(vertices),
    tetStart: Uint32Array.from(tetStart),
    order,
    corners,
  };
}

function findMiddles(tets: Uint32Array, positions: ArrayLike<number>): Float64Array {
  const middles = new Float64Array((3 * tets.length) / 4);
  for (let i = 0; i < tets.length; i++) {
    const v = 3 * tets[i];
    const t = 3 * (i >> 2);
    for (let axis = 0; axis < 3; axis++) middles[t + axis] += positions[v + axis] / 4;
  }
  return middles;
}
