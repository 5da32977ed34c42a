import type { IntersectingTriangles, Intersections } from 'selfcollide';

/**
 * Contacts as sorted numbers, one each, so that sets compare by one pass. The edge's ends are put in order first, and
 * with `vertexOf` replaced by the vertex that they count as.
 * Numbers stay exact while vertices² · triangles is below 2^53: 200,000 of each.
 */
export function contactSet(
  contacts: Intersections,
  vertexCount: number,
  triangleCount: number,
  vertexOf?: ArrayLike<number>,
): Float64Array {
  const { count, edgeA, edgeB, triangle } = contacts;
  const set = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const a = vertexOf ? vertexOf[edgeA[i]] : edgeA[i];
    const b = vertexOf ? vertexOf[edgeB[i]] : edgeB[i];
    const first = Math.min(a, b);
    const second = Math.max(a, b);
    set[i] = contactKey(first, second, triangle[i], vertexCount, triangleCount);
  }
  return set.sort();
}

export function contactKey(
  first: number,
  second: number,
  triangle: number,
  vertexCount: number,
  triangleCount: number,
): number {
  return (first * vertexCount + second) * triangleCount + triangle;
}

export function describeContact(key: number, vertexCount: number, triangleCount: number): string {
  const edge = Math.floor(key / triangleCount);
  return `edge ${Math.floor(edge / vertexCount)}–${edge % vertexCount} with triangle ${key % triangleCount}`;
}

export function trianglePairSet(pairs: IntersectingTriangles, triangleCount: number): Float64Array {
  const { count, triangleA, triangleB } = pairs;
  const set = new Float64Array(count);
  for (let i = 0; i < count; i++) set[i] = triangleA[i] * triangleCount + triangleB[i];
  return set.sort();
}

export function describeTrianglePair(key: number, triangleCount: number): string {
  return `triangles ${Math.floor(key / triangleCount)} and ${key % triangleCount}`;
}

/** How `found` differs from `expected`, both sorted; undefined if they are equal. A key listed twice is a difference too. */
export function compareSets(
  expected: Float64Array,
  found: Float64Array,
  describe: (key: number) => string,
): string | undefined {
  const missing: number[] = [];
  const extra: number[] = [];
  let i = 0;
  let j = 0;
  while (i < expected.length || j < found.length) {
    if (i < expected.length && expected[i] === found[j]) {
      i++;
      j++;
    } else if (j >= found.length || expected[i] < found[j]) missing.push(expected[i++]);
    else extra.push(found[j++]);
  }
  if (missing.length + extra.length === 0) return undefined;
  const first = missing.length > 0 ? `first missing ${describe(missing[0])}` : `first extra ${describe(extra[0])}`;
  return `${missing.length} missing, ${extra.length} extra of ${expected.length}; ${first}`;
}
