import { inScope, namesVertexTwice, type Scope, type TrianglePair } from './triangle-pair.ts';

/**
 * Triangles that name the same three vertices, each copy with the first one that it counts with: so that what is there n times gives n − 1
 * pairs, not n².
 */
export function findSameCorners(triangles: Uint32Array, labels: Uint32Array, scope: Scope): TrianglePair[] {
  const groups = new Map<string, { first: number; firstOther: number }>();
  const pairs: TrianglePair[] = [];
  for (const t of likelyCopies(triangles)) {
    const key = triangles
      .slice(3 * t, 3 * t + 3)
      .sort()
      .join();
    const group = groups.get(key);
    if (!group) {
      groups.set(key, { first: t, firstOther: -1 });
      continue;
    }
    const { first, firstOther } = group;
    if (inScope(scope, labels[first], labels[t])) pairs.push({ a: first, b: t });
    else if (firstOther >= 0 && inScope(scope, labels[firstOther], labels[t])) pairs.push({ a: firstOther, b: t });
    if (firstOther < 0 && labels[t] !== labels[first]) group.firstOther = t;
  }
  return pairs;
}

/** Triangles that another one may equal, ascending: those whose sum of corners is there twice. Keeps large clean meshes out of the map. */
function likelyCopies(triangles: Uint32Array): number[] {
  const count = triangles.length / 3;
  let slots = 16;
  while (slots < 2 * count) slots *= 2;
  const times = new Uint8Array(slots);
  const slot = (t: number): number => {
    const [a, b, c] = [triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]];
    return (Math.imul(a + b + c, 0x9e3779b1) ^ Math.imul((a ^ b ^ c) + 1, 0x85ebca6b)) & (slots - 1);
  };
  for (let t = 0; t < count; t++) if (!namesVertexTwice(triangles, t)) times[slot(t)] = Math.min(2, times[slot(t)] + 1);
  const likely: number[] = [];
  for (let t = 0; t < count; t++) if (times[slot(t)] === 2 && !namesVertexTwice(triangles, t)) likely.push(t);
  return likely;
}

/** Whether the corners of two triangles are at the same three places, in any order. */
export function atSamePlaces(triangles: Uint32Array, positions: Float64Array, s: number, t: number): boolean {
  const taken = [false, false, false];
  for (let i = 3 * s; i < 3 * s + 3; i++) {
    let found = false;
    for (let k = 0; k < 3 && !found; k++) {
      found = !taken[k] && samePlace(positions, 3 * triangles[i], 3 * triangles[3 * t + k]);
      if (found) taken[k] = true;
    }
    if (!found) return false;
  }
  return true;
}

function samePlace(positions: Float64Array, a: number, b: number): boolean {
  return (
    positions[a] === positions[b] && positions[a + 1] === positions[b + 1] && positions[a + 2] === positions[b + 2]
  );
}
